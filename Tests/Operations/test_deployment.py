"""The files under docs/operations that put a server to work: a unit of systemd's and a container file."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from operated import PATIENCE, Operated, mode
from shelf_process import BINARY, free_port
from test_postgres import buy
from vaulted import Vaulted

ROOT = Path(__file__).resolve().parents[2]
OPERATIONS = ROOT / "docs" / "operations"
INSTALLED = "/opt/shelflife/shelflife"
# Of 10, in tenths, by systemd's own reckoning.
EXPOSED_AT_MOST = 20


@pytest.fixture
def unit(tmp_path):
    """The unit, with the program where it is here."""
    text = (OPERATIONS / "shelflife.service").read_text()
    assert f"ExecStart={INSTALLED} serve " in text
    path = tmp_path / "shelflife.service"
    path.write_text(text.replace(INSTALLED, str(Path(BINARY).resolve())))
    return path


def systemd_analyze(*arguments):
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, timeout=PATIENCE)


def test_systemd_takes_the_unit_without_a_word(unit):
    checked = systemd_analyze("verify", str(unit))
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stderr


def test_systemd_takes_the_other_units_without_a_word(tmp_path):
    places = []
    for name in ["shelflife-backup.service", "shelflife-backup.timer", "shelflife-failed@.service"]:
        places.append(tmp_path / name)
        text = (OPERATIONS / name).read_text().replace(INSTALLED, str(Path(BINARY).resolve()))
        places[-1].write_text(text)
    checked = systemd_analyze("verify", *map(str, places))
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stderr


def test_the_unit_leaves_the_server_no_more_than_it_needs(unit):
    checked = systemd_analyze("security", "--offline=true", f"--threshold={EXPOSED_AT_MOST}", str(unit))
    assert checked.returncode == 0, checked.stdout[-2000:]


def test_the_unit_lets_the_server_ask_how_good_the_clock_is(unit):
    text = unit.read_text()
    filters = re.findall(r"^SystemCallFilter=(.*)$", text, re.MULTILINE)
    assert filters[-1].split() == ["adjtimex", "clock_adjtime"], "a later line would take them away again"
    assert not re.search("^ProtectClock=yes", text, re.MULTILINE)


def allowed_calls(text):
    """The system calls that a unit's filters leave, by systemd's own groups."""
    groups, name = {}, None
    for line in systemd_analyze("syscall-filter").stdout.splitlines():
        if line.startswith("@"):
            groups[name := line.strip()] = []
        elif line.startswith("    ") and not line.strip().startswith("#"):
            groups[name].append(line.strip())

    def calls(word):
        return set().union(*map(calls, groups[word])) if word.startswith("@") else {word}

    allowed = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", text, re.MULTILINE):
        named = set().union(*map(calls, line.lstrip("~").split()))
        allowed = allowed - named if line.startswith("~") else allowed | named
    return allowed


@pytest.mark.skipif(not shutil.which("strace"), reason="strace isn't installed")
def test_the_units_filters_let_a_server_start_be_unlocked_and_sell(tmp_path, monkeypatch):
    server, calls = Vaulted(tmp_path), tmp_path / "calls"
    server.adopt()
    traced = tmp_path / "traced"
    traced.write_text(f'#!/bin/sh\nexec strace -D -f -q -o {calls} {Path(BINARY).resolve()} "$@"\n')
    traced.chmod(0o755)
    monkeypatch.setattr("operated.BINARY", str(traced))
    server.start_locked()
    monkeypatch.undo()
    try:
        assert server.unlock().returncode == 0
        server.wait_for(server.window)
        assert buy(server, server.sign_in("paula"), "one")[0] == 200
        assert server.stop() == 0
    finally:
        server.end()
    end = f"{server.process.pid} +++ exited with 0 +++"
    server.wait_for(lambda: end in re.sub(" +", " ", calls.read_text()))
    text = calls.read_text()
    made = {call: result for call, result in re.findall(r"^\d+ +(\w+)\(.*= (\S+)", text, re.MULTILINE)}
    assert {"prctl", "prlimit64", "mlock", "accept", "getsockopt"} <= made.keys()
    families = set(re.findall(r"socket\((AF_\w+)", text))
    [given] = re.findall(r"^RestrictAddressFamilies=(.*)$", (OPERATIONS / "shelflife.service").read_text(), re.MULTILINE)
    # The C library asks which addresses the machine has, and goes on without an answer.
    assert "AF_UNIX" in families and families - {"AF_NETLINK"} <= set(given.split())
    # SQLite gives its files away where it runs as root, and threads ask for a priority. Both go on without.
    denied = made.keys() - allowed_calls((OPERATIONS / "shelflife.service").read_text())
    assert denied <= {"fchown", "setpriority"}


def test_the_units_command_is_one_of_the_programs(unit, tmp_path):
    [command] = re.findall(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE)
    server = Operated(tmp_path)
    moved = command.replace("/etc/shelflife", str(tmp_path)).replace("/var/lib/shelflife", str(server.data))
    server.process = subprocess.Popen(
        [*moved.split(), "--port", str(server.port)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    (tmp_path / "server.log").touch()
    server.wait_for(server.answers)
    assert server.stop() == 0


def bundled(folder):
    """The bundle's files, and their sizes; none where the program was built without esbuild."""
    bundle = folder / "shelflife_ShelfSite.resources" / "Bundle"
    return {str(file.relative_to(bundle)): file.stat().st_size for file in bundle.rglob("*") if file.is_file()}


def test_an_installed_program_runs_without_the_sources_and_the_toolchain(tmp_path, open_folder):
    for _ in range(2):
        subprocess.run(
            [ROOT / "scripts" / "install-program", Path(BINARY).parent, open_folder / "shelflife"],
            check=True,
            timeout=PATIENCE,
        )
    assert {path.name for path in open_folder.iterdir()} == {"shelflife", "shelflife.old"}
    assert mode(open_folder / "shelflife" / "shelflife") == "0o755"
    assert bundled(open_folder / "shelflife") == bundled(Path(BINARY).parent)
    assert bundled(open_folder / "shelflife") or not shutil.which("esbuild")
    toolchain = Path(shutil.which("swiftc") or shutil.which("swift")).resolve().parents[1]
    (open_folder / "link").symlink_to(open_folder / "shelflife" / "shelflife")
    here, there = (subprocess.check_output([program, "--version"]) for program in [BINARY, open_folder / "link"])
    assert here == there, "it names the same commit"
    sample = tmp_path / "sample"
    hidden = f"mount --make-rprivate / && mount -t tmpfs none {toolchain} && mount -t tmpfs none {ROOT}/.build"
    done = subprocess.run(["unshare", "-m", "bash", "-c", f"{hidden} || exit 42; exec {open_folder}/link sample {sample}"],
                          capture_output=True, text=True, timeout=PATIENCE)  # fmt: skip
    if done.returncode in (1, 42) and "unshare" in done.stderr + "mount" * (done.returncode == 42):
        pytest.skip(f"this user may not hide folders: {done.stderr}")
    assert done.returncode == 0, done.stderr
    assert (sample / "shelflife.yaml").exists() and (sample / "content.yaml").exists()


def container_file():
    """Its second stage's instructions, by name; the last of each."""
    stage = (OPERATIONS / "Containerfile").read_text().replace("\\\n", "").split("\nFROM ")[-1]
    return dict(line.split(maxsplit=1) for line in stage.splitlines()[1:] if line and not line.startswith("#"))


@pytest.mark.skipif(
    os.geteuid() != 0 or sys.platform != "linux", reason="only root may do what a container engine does"
)
def test_the_containers_command_serves_as_its_user_from_a_disk_that_can_only_be_read_and_is_found_healthy(open_folder, everybodys):
    told = container_file()
    user, group = told["USER"].split(":")
    variables = dict(pair.split("=") for pair in told["ENV"].split())
    program, *options = json.loads(told["ENTRYPOINT"]) + json.loads(told["CMD"])
    assert (
        program == INSTALLED
        and variables["SHELFLIFE_DATA"] in told["VOLUME"]
        and variables["SHELFLIFE_PORT"] == told["EXPOSE"]
    )
    server = Operated(open_folder, data=open_folder / "volume")
    server.data.mkdir()
    (open_folder / "server.log").touch()
    port = free_port()
    variables |= {"SHELFLIFE_HOST": "127.0.0.1", "SHELFLIFE_PORT": str(port), "SHELFLIFE_DATA": str(server.data)}
    server.address = f"http://127.0.0.1:{port}"
    options = [option.replace("/etc/shelflife", str(open_folder)) for option in options]
    script = f"""
        mount --make-rprivate / && mount -t tmpfs none {server.data} && chown {user}:{group} {server.data} || exit 42
        mount -o remount,bind,ro / || exit 42
        exec setpriv --reuid={user} --regid={group} --clear-groups --no-new-privs "$@"
    """
    command = ["unshare", "-m", "bash", "-c", script, "container", str(everybodys), *options]
    with open(open_folder / "server.log", "ab") as log:
        server.process = subprocess.Popen(command, stdout=log, stderr=log, env=variables)
    try:
        server.wait_for(server.answers)
        health = json.loads(told["HEALTHCHECK"].split("CMD", 1)[1])
        assert health[0] == INSTALLED and health[-1].endswith(told["EXPOSE"])
        checked = server.run(*health[1:-1], server.address)
        assert (checked.returncode, checked.stdout) == (0, "ok\n"), checked.stderr
        assert not list(server.data.iterdir()), "what it wrote is on a disk of its own"
        assert server.stop(getattr(signal, told["STOPSIGNAL"])) == 0
        checked = server.run(*health[1:-1], server.address)
        assert checked.returncode == 1 and "the server can't be reached" in checked.stderr
    finally:
        server.end()


def test_readiness_says_what_is_wrong(server):
    server.wait_for(lambda: server.run("health", "--ready", server.address).returncode == 0)
    assert server.run("health", "--ready", server.address).stdout == "ready\n"
    missing = server.run("health", server.address + "/v1")
    assert missing.returncode == 1 and missing.stderr.startswith(
        f"Error: {server.address}/v1 answered 404: There is nothing here"
    )
