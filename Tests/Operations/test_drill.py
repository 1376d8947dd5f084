"""docs/operations/restore-drill tries whether a backup can be put back, and leaves the shop and the backup as they are."""

import os
import subprocess
from pathlib import Path

import pytest
from operated import PATIENCE
from shelf_process import BINARY
from vaulted import Vaulted, piped

DRILL = Path(__file__).resolve().parents[2] / "docs/operations/restore-drill"


def drill(server, backup, *options, **more):
    """Runs it as an operator does; what it makes is in a folder that must be empty afterwards."""
    place = server.folder / "drills"
    place.mkdir(exist_ok=True)
    environment = {**os.environ, "SHELFLIFE": str(Path(BINARY).resolve()), "TMPDIR": str(place)}
    command = [DRILL, backup, server.config, *options]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=4 * PATIENCE, **more)
    assert list(place.iterdir()) == []
    return done


def backups_of(server, number=2):
    for _ in range(number):
        made = server.run("backup", "--keep", "3", str(server.folder / "backups"), "--data", str(server.data))
        assert made.returncode == 0, made.stderr
    return sorted((server.folder / "backups").iterdir())


def test_the_newest_of_many_backups_becomes_a_server_beside_the_shop(server):
    server.sign_in("paula")
    newest = backups_of(server)[-1]
    before = sorted((path.name, path.read_bytes()) for path in newest.iterdir())
    done = drill(server, newest.parent)
    assert done.returncode == 0, done.stderr
    assert "now holds 2 stores, 1 players, 0 purchases" in done.stdout
    assert f"{newest} can be put back: a server on it was ready after " in done.stdout
    assert sorted((path.name, path.read_bytes()) for path in newest.iterdir()) == before
    assert server.answers() and server.window() is not None


def test_a_sealed_backup_is_tried_with_the_passphrase(tmp_path):
    server = Vaulted(tmp_path)
    server.adopt()
    server.start()
    try:
        server.wait_for(server.window)
        [backup] = backups_of(server, 1)
        with piped(server.passphrase) as reader:
            done = drill(server, backup, "--passphrase-fd", str(reader), pass_fds=[reader])
        assert done.returncode == 0, done.stderr
        assert f"{backup} can be put back" in done.stdout
    finally:
        server.end()


@pytest.mark.parametrize("damage", ["a bit has turned", "it is unfinished", "there is none", "the settings are wrong"])
def test_what_cannot_be_put_back_is_told(server, damage):
    [backup] = backups_of(server, 1)
    match damage:
        case "a bit has turned":
            data = bytearray((backup / "shelflife.sqlite").read_bytes())
            data[-1] ^= 1
            (backup / "shelflife.sqlite").write_bytes(data)
            words = "isn't what was backed up"
        case "it is unfinished":
            (backup / "shelflife.sqlite.sha256").unlink()
            words = "there is no whole backup at "
        case "there is none":
            backup, words = server.folder / "nowhere", "there is no whole backup at "
        case "the settings are wrong":
            server.config.write_text("clock: never\n")
            words = "the server on it has ended"
    done = drill(server, backup)
    assert done.returncode != 0 and words in done.stderr, done.stderr
    assert server.answers()


def test_a_drill_of_a_shop_on_postgresql_touches_nothing_there(server):
    [backup] = backups_of(server, 1)
    server.config.write_text("database: postgresql://nobody@127.0.0.1:1/shop\n" + server.config.read_text())
    done = drill(server, backup)
    assert done.returncode != 0 and "`database` names PostgreSQL" in done.stderr, done.stderr
    assert server.answers()
