"""The units of docs/operations under a real systemd, with all that they take away in force."""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from booted import Booted
from confined import ROOT, attempts, build_confine, build_hostile
from operated import CONTENT, ITEMS, PATIENCE, SETTINGS, Operated
from shelf_process import BINARY
from test_folder_pictures import LYNX, shown_now
from windows import b64, unb64

pytestmark = pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root can boot a systemd")
UNIT = ROOT / "docs/operations/shelflife.service"
# What a server has beside it, of the unit's user.
SHOP = """
cd /var/lib/shelflife
mkdir -p own shop/secrets && chmod 0700 shop/secrets
for file in shop/shop.sqlite shop/secrets/key own/input; do echo bytes > $file; chmod 0600 $file; done
mkfifo shop/pipe && cp /bin/true shop/program && touch own/output
"""
HOSTILE = """
[Service]
Type=oneshot
Restart=no
RestartForceExitStatus=
ExecStart=
ExecStart=/opt/shelflife/confine /var/lib/shelflife/own /opt/shelflife/hostile -- output -- /opt/shelflife/hostile /var/lib/shelflife/shop {victim} output
StandardOutput=file:/var/lib/shelflife/said
"""


@pytest.fixture
def machine(tmp_path):
    """One on which the operator's guide was followed up to the settings."""
    (tmp_path / "booted").mkdir()
    with Booted(tmp_path / "booted", private_network=False) as machine:
        machine.run("useradd", "--system", "--user-group", "--home-dir", "/nonexistent", "shelflife")
        subprocess.run(
            [ROOT / "scripts/install-program", Path(BINARY).resolve().parent, machine.root / "opt/shelflife"],
            check=True,
            timeout=PATIENCE,
        )
        yield machine


def test_a_server_under_the_unit_makes_pictures(machine, tmp_path):
    server = Operated(tmp_path)
    content = CONTENT.partition("  - {id: bazaar")[0]
    settings = SETTINGS.partition("appSecrets:")[0] + f"server: {{port: {server.port}}}\n"
    etc = machine.root / "etc/shelflife"
    (etc / "pictures").mkdir(parents=True)
    (etc / "shelflife.yaml").write_text(settings)
    (etc / "content.yaml").write_text(content)
    (etc / "items.yaml").write_text(json.dumps([{**item, "picture": "lynx.png"} for item in ITEMS]))
    shutil.copy(LYNX, etc / "pictures")
    machine.install(UNIT)
    machine.run("systemctl", "start", "shelflife.service")
    wait_for(machine, lambda: answers(server.address))
    cards = shown_now(server)
    assert cards and all("picture" in card for card in cards), machine.journal("-u", "shelflife.service")
    name = b64(unb64(cards[0]["picture"])[:16])
    with urllib.request.urlopen(f"{server.address}/v1/pictures/{name}/96.webp", timeout=PATIENCE) as answer:
        assert answer.status == 200 and answer.read(4) == b"RIFF"
    machine.run("systemctl", "stop", "shelflife.service")


def test_a_backup_that_fails_under_its_unit_is_told_and_takes_none_of_the_others(machine, tmp_path):
    server = Operated(tmp_path)
    etc, backups = machine.root / "etc/shelflife", machine.root / "var/lib/shelflife-backups"
    etc.mkdir(parents=True)
    (etc / "shelflife.yaml").write_text(SETTINGS + f"server: {{port: {server.port}}}\n")
    (etc / "content.yaml").write_text(CONTENT)
    (etc / "items.yaml").write_text(json.dumps(ITEMS))
    (etc / "failed").write_text('#!/bin/sh\necho "$1" >>/etc/shelflife/told\n')
    (etc / "failed").chmod(0o755)
    for unit in [UNIT, UNIT.with_name("shelflife-backup.service"), UNIT.with_name("shelflife-failed@.service")]:
        machine.install(unit)
    machine.run("systemctl", "start", "shelflife.service")
    wait_for(machine, lambda: answers(server.address))
    for _ in range(2):
        machine.run("systemctl", "start", "shelflife-backup.service")
    whole = sorted(path.name for path in backups.iterdir() if (path / "shelflife.sqlite.sha256").exists())
    assert len(whole) == 2 and (machine.root / "var/lib/shelflife/secrets/backed-up").exists()
    machine.run("systemctl", "stop", "shelflife.service")
    (machine.root / "var/lib/shelflife/secrets/shelflife.sqlite").unlink()
    for _ in range(2):
        machine.run("systemctl", "start", "shelflife-backup.service", check=False)
    wait_for(machine, (etc / "told").exists)
    assert set((etc / "told").read_text().splitlines()) == {"shelflife-backup.service"}
    assert sorted(path.name for path in backups.iterdir()) == whole
    (etc / "failed").unlink()
    machine.run("systemctl", "reset-failed")
    machine.run("systemctl", "start", "shelflife-backup.service", check=False)
    words = "shelflife-backup.service has failed, and there is no /etc/shelflife/failed that would tell anybody"
    wait_for(machine, lambda: words in machine.journal("--priority=alert"))


def wait_for(machine, holds):
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, machine.journal()
        time.sleep(0.1)


def answers(address):
    try:
        return urllib.request.urlopen(address + "/healthz", timeout=2).status == 200
    except OSError:
        return False


def test_a_child_that_was_taken_over_can_do_no_more_under_the_unit(machine, tmp_path):
    for program in (build_confine(tmp_path), build_hostile(tmp_path)):
        shutil.copy(program, machine.root / "opt/shelflife" / program.name.removesuffix("None"))
    machine.run("install", "--directory", "--owner=shelflife", "--group=shelflife", "/var/lib/shelflife")
    machine.run("runuser", "-u", "shelflife", "--", "sh", "-ec", SHOP)
    victim = machine.run("runuser", "-u", "shelflife", "--", "sh", "-c", "sleep 600 >&- 2>&- & echo $!").stdout.strip()
    machine.install(UNIT, hostile=HOSTILE.format(victim=victim))
    machine.run("systemctl", "start", "shelflife.service", check=False)
    found = attempts((machine.root / "var/lib/shelflife/said").read_text())
    # The unit hides other processes, whose folders in /proc aren't found then.
    odd = {name for name in found["ODD"] if not name.startswith("victim-")}
    assert (found["SUCCEEDED"], odd) == (set(), set())
    assert len(found["refused"]) > 200, machine.journal()
    assert machine.run("kill", "-0", victim, check=False).returncode == 0
    assert (machine.root / "var/lib/shelflife/shop/shop.sqlite").read_text() == "bytes\n"
