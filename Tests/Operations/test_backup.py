"""A backup is made while the server runs, and goes back into a folder that no server uses."""

import hashlib
import re
import shutil
import signal
import sqlite3
import subprocess
import time
import urllib.request
from contextlib import closing
from datetime import datetime

import pytest
from operated import PATIENCE, Operated, mode


def read(folder, sql):
    with closing(sqlite3.connect(f"file:{folder}/shelflife.sqlite?mode=ro", uri=True)) as database:
        return database.execute(sql).fetchall()


@pytest.fixture
def backed_up(server, tmp_path):
    """A server on which paula has an account and a backup was made, in `backup`."""
    server.paula = server.sign_in("paula")
    made = server.run("backup", str(tmp_path / "backup"), "--data", str(server.data))
    assert made.returncode == 0, made.stderr
    server.backup, server.told = tmp_path / "backup", made.stdout
    return server


def test_a_backup_says_what_it_holds_and_nobody_else_may_read_it(backed_up):
    assert backed_up.told.startswith(
        f"{backed_up.backup}/shelflife.sqlite holds 2 stores, 1 players, 0 purchases, windows up to 2"
    )
    assert mode(backed_up.backup) == "0o700"
    assert {path.name: mode(path) for path in backed_up.backup.iterdir()} == {
        "shelflife.sqlite": "0o600",
        "shelflife.sqlite.sha256": "0o600",
    }
    assert read(backed_up.backup, "PRAGMA integrity_check") == [("ok",)]


def test_the_server_goes_on_while_and_after_it_is_backed_up(backed_up):
    assert backed_up.ask("/v1/player", backed_up.paula["token"])[0] == 200
    assert backed_up.sign_in("ralph")["player"] != backed_up.paula["player"]
    assert read(backed_up.backup, "SELECT COUNT(*) FROM player") == [(1,)]


def test_no_backup_is_overwritten(backed_up):
    before = (backed_up.backup / "shelflife.sqlite").read_bytes()
    again = backed_up.run("backup", str(backed_up.backup), "--data", str(backed_up.data))
    assert again.returncode != 0
    assert again.stderr.strip() == (
        f"Error: {backed_up.backup} is not empty; name a folder that is not there yet, since no backup is overwritten")
    assert (backed_up.backup / "shelflife.sqlite").read_bytes() == before


def test_a_backup_in_which_a_bit_has_turned_changes_nothing(backed_up, tmp_path):
    file = backed_up.backup / "shelflife.sqlite"
    assert subprocess.run(["sha256sum", "--check", f"{file.name}.sha256"], cwd=backed_up.backup).returncode == 0
    data = bytearray(file.read_bytes())
    seed = read(backed_up.backup, "SELECT signing_seed FROM store WHERE id = 'main'")[0][0]
    data[data.index(seed)] ^= 1
    file.write_bytes(data)
    assert read(backed_up.backup, "PRAGMA integrity_check") == [("ok",)]
    restored = backed_up.run("restore", str(backed_up.backup), "--data", str(tmp_path / "new"))
    assert restored.returncode != 0 and "isn't what was backed up" in restored.stderr
    assert not (tmp_path / "new" / "secrets" / "shelflife.sqlite").exists()
    (backed_up.backup / "shelflife.sqlite.sha256").unlink()
    taken = backed_up.run("restore", str(backed_up.backup), "--data", str(tmp_path / "new"))
    assert taken.returncode == 0 and "there is no .sha256" in taken.stdout


def test_backups_beside_each_other_share_files_and_each_is_whole_by_itself(server, tmp_path):
    picture = bytes(range(256)) * 2000
    name = hashlib.sha256(picture).hexdigest()
    parts = [picture[at : at + 262_144] for at in range(0, len(picture), 262_144)]
    with closing(sqlite3.connect(server.data / "secrets" / "shelflife.sqlite")) as database, database:
        now = int(time.time() * 1000)
        database.execute("INSERT INTO file VALUES (?, ?, ?, ?)", (bytes.fromhex(name), len(picture), now, now))
        database.executemany(
            "INSERT INTO file_part VALUES (?, ?, ?)",
            [(bytes.fromhex(name), number, part) for number, part in enumerate(parts)],
        )
    one, two = tmp_path / "backups" / "one", tmp_path / "backups" / "two"
    for backup, shared in [(one, 0), (two, 1)]:
        made = server.run("backup", str(backup), "--data", str(server.data))
        assert made.returncode == 0, made.stderr
        assert f"Of 1 files, {shared} are shared with earlier backups." in made.stdout.splitlines()
        summed = subprocess.run(
            ["sha256sum", "--check", "shelflife.sqlite.sha256"], cwd=backup, capture_output=True, text=True
        )
        assert summed.stdout.splitlines() == ["shelflife.sqlite: OK", f"files/{name}: OK"]
    assert (one / "files" / name).stat().st_ino == (two / "files" / name).stat().st_ino
    shutil.rmtree(one)
    restored = server.run("restore", str(two), "--data", str(tmp_path / "new"))
    assert restored.returncode == 0, restored.stderr
    stored = read(tmp_path / "new" / "secrets", "SELECT bytes FROM file_part ORDER BY part")
    assert [part for (part,) in stored] == parts
    (two / "files" / name).write_bytes(b"\1" + picture[1:])
    damaged = server.run("restore", str(two), "--data", str(tmp_path / "newer"))
    assert damaged.returncode != 0 and f"files/{name} is missing or damaged" in damaged.stderr
    (two / "files" / name).unlink()
    damaged = server.run("restore", str(two), "--data", str(tmp_path / "newer"))
    assert damaged.returncode != 0 and "isn't what was backed up" in damaged.stderr
    assert not (tmp_path / "newer" / "secrets" / "shelflife.sqlite").exists()


def test_backups_are_kept_by_number_and_the_newest_outlives_every_failure(server, tmp_path):
    backups = tmp_path / "backups"

    def back_up(keep, data=server.data):
        return server.run("backup", "--keep", str(keep), str(backups), "--data", str(data))

    def names():
        return sorted(path.name for path in backups.iterdir())

    for _ in range(4):
        made = back_up(2)
        assert made.returncode == 0, made.stderr
    first, second, third = names()
    (backups / second / "shelflife.sqlite.sha256").unlink()
    (backups / "2000-01-01T000000Z").mkdir()
    (backups / "by hand").mkdir()
    for _ in range(3):
        assert back_up(1, data=tmp_path / "nowhere").returncode != 0
        assert names() == [third, "by hand"]
    made = back_up(1)
    assert made.returncode == 0 and names()[0] == third and len(names()) == 3, made.stderr
    assert f"{backups}/{names()[1]}/shelflife.sqlite holds 2 stores" in made.stdout
    restored = server.run("restore", str(backups / names()[1]), "--data", str(tmp_path / "new"))
    assert restored.returncode == 0 and "there is no .sha256" not in restored.stdout, restored.stderr
    refused = back_up(0)
    assert refused.returncode != 0 and "one backup stays at least" in refused.stderr


def test_a_server_knows_how_old_its_newest_backup_is(backed_up):
    def age():
        with urllib.request.urlopen(backed_up.address + "/metrics", timeout=PATIENCE) as answer:
            found = re.search(r"^shelflife_backup_age_seconds (\d+)$", answer.read().decode(), re.MULTILINE)
        return found and int(found[1])

    note = backed_up.data / "secrets" / "backed-up"
    assert abs(datetime.fromisoformat(note.read_text().strip()).timestamp() - time.time()) < PATIENCE
    backed_up.stop()
    backed_up.start()
    backed_up.wait_for(lambda: age() is not None)
    assert age() < 2 * PATIENCE
    assert "degraded: the newest backup" not in backed_up.run("health", "--ready", backed_up.address).stdout
    backed_up.stop()
    note.write_text("2020-01-01T00:00:00Z\n")
    backed_up.start()
    backed_up.wait_for(lambda: (age() or 0) > 26 * 3600)
    told = backed_up.run("health", "--ready", "--wait", str(PATIENCE), backed_up.address)
    assert told.returncode == 0 and "degraded: the newest backup is of 2020-01-01T00:00:00Z" in told.stdout


@pytest.mark.parametrize("own", ["published/copy", "secrets/copy", "published/../secrets"])
def test_no_backup_goes_into_the_folder_that_it_is_of(backed_up, own):
    made = backed_up.run("backup", str(backed_up.data / own), "--data", str(backed_up.data))
    assert made.returncode != 0 and "which the server uses itself; name a folder elsewhere" in made.stderr
    assert not (backed_up.data / "published" / "copy").exists()


def test_a_folder_must_have_a_name(backed_up, tmp_path):
    for command in [("backup", str(tmp_path / "x")), ("restore", str(backed_up.backup)), ("serve",)]:
        done = backed_up.run(*command, "--data", "")
        assert done.returncode != 0 and "--data is empty; name a folder." in done.stderr


def test_the_configuration_names_the_data_folder_as_well(backed_up, tmp_path):
    made = backed_up.run("backup", str(tmp_path / "named"), "--config", str(backed_up.config))
    assert made.returncode == 0, made.stderr


def test_a_server_that_was_stopped_or_killed_is_backed_up_too(backed_up, tmp_path):
    for number, how in enumerate([signal.SIGTERM, signal.SIGKILL]):
        backed_up.start() if number else None
        backed_up.stop(how)
        made = backed_up.run("backup", str(tmp_path / f"after-{number}"), "--data", str(backed_up.data))
        assert made.returncode == 0, made.stderr
        assert read(tmp_path / f"after-{number}", "SELECT COUNT(*) FROM player") == [(1,)]
    backed_up.start()
    assert backed_up.sign_in("paula")["player"] == backed_up.paula["player"]


def test_a_data_folder_that_is_none_is_named_and_nothing_is_made(backed_up, tmp_path):
    made = backed_up.run("backup", str(tmp_path / "none"), "--data", str(tmp_path / "nowhere"))
    assert made.returncode != 0
    assert (
        made.stderr.strip()
        == f"Error: there is no database at {tmp_path}/nowhere/secrets/shelflife.sqlite; check the folder's name"
    )
    assert not (tmp_path / "none").exists() and not (tmp_path / "nowhere").exists()


def test_a_backup_that_is_none_is_named_and_nothing_is_made(backed_up, tmp_path):
    put_back = backed_up.run("restore", "NOWHERE", "--data", str(tmp_path / "new"))
    assert put_back.returncode != 0 and not (tmp_path / "new").exists()
    words = "Error: there is no database at NOWHERE/shelflife.sqlite; check the folder's name"
    assert (put_back.stdout, put_back.stderr.strip()) == ("", words)


def test_a_backup_that_is_put_back_is_the_same_shop_with_the_same_players_and_no_old_token(backed_up, tmp_path):
    keys, since = backed_up.public_keys(), int(time.time() * 1000)
    restored = backed_up.run("restore", str(backed_up.backup), "--data", str(tmp_path / "back"))
    assert restored.returncode == 0, restored.stderr
    assert restored.stdout.startswith(f"{tmp_path}/back now holds 2 stores, 1 players, 0 purchases, windows up to 2")
    assert all(f"  {store}: public key {key}\n" in restored.stdout for store, key in keys.items()) and len(keys) == 2
    assert mode(tmp_path / "back" / "secrets") == "0o700"
    assert mode(tmp_path / "back" / "secrets" / "shelflife.sqlite") == "0o600"
    [(at,)] = read(tmp_path / "back" / "secrets", "SELECT at_ms FROM restored")
    assert since <= at <= time.time() * 1000
    backed_up.stop()
    again = Operated(backed_up.folder, data=tmp_path / "back").start()
    assert again.ask("/v1/player", backed_up.paula["token"])[0] == 401
    paula = again.sign_in("paula")
    assert paula["player"] == backed_up.paula["player"]
    assert again.ask("/v1/player", paula["token"])[1]["balances"] == {"coins": 100}
    again.wait_for(lambda: again.public_keys() == keys, seconds=60 + PATIENCE)
    assert again.stop() == 0


def test_a_server_on_a_backup_begins_anew_once_and_says_so_and_shows_nothing_of_before(backed_up):
    old = backed_up.window()
    backed_up.stop()
    restored = backed_up.run("restore", str(backed_up.backup), "--data", str(backed_up.data), "--replace")
    assert restored.returncode == 0, restored.stderr
    assert "The stores begin anew in the minute after a server starts on it." in restored.stdout
    since = time.time() * 1000
    backed_up.start()
    [line] = backed_up.logged("the database was put back to an earlier state, so the stores begin anew")
    assert "a backup was restored" in line
    backed_up.wait_for(lambda: backed_up.window() is not None, seconds=60 + PATIENCE)
    anew = backed_up.window()
    assert anew["incarnationMs"] == anew["issuedAtMs"] > since and anew["previous"] == "0" * 64
    assert not {chain["id"] for chain in old["chains"]} & {chain["id"] for chain in anew["chains"]}
    assert backed_up.ask(f"/v1/stores/main/windows/{old['sequence']}")[0] == 404
    # Files are written after the window is shown.
    filed = backed_up.data / "published/v1/stores/main/windows"
    backed_up.wait_for(filed.exists)
    [numbered] = filed.iterdir()
    assert int(numbered.name) == anew["sequence"]
    backed_up.stop()
    backed_up.start()
    assert backed_up.window()["incarnationMs"] == anew["incarnationMs"]
    assert len(backed_up.logged("so the stores begin anew")) == 1


def test_nothing_is_put_into_a_folder_that_a_server_uses(backed_up):
    for flags in [[], ["--replace"]]:
        restored = backed_up.run("restore", str(backed_up.backup), "--data", str(backed_up.data), *flags)
        assert restored.returncode != 0
        assert f"is in use by process {backed_up.process.pid}; stop that one first" in restored.stderr
    assert backed_up.ask("/v1/player", backed_up.paula["token"])[0] == 200


def test_what_a_folder_holds_is_put_aside_only_when_that_is_asked_for(backed_up):
    backed_up.sign_in("ralph")
    backed_up.stop()
    secrets = backed_up.data / "secrets"
    refused = backed_up.run("restore", str(backed_up.backup), "--data", str(backed_up.data))
    assert refused.returncode != 0
    assert refused.stderr.strip() == (
        f"Error: {backed_up.data} holds data already; --replace puts it aside, or choose another folder")
    assert read(secrets, "SELECT COUNT(*) FROM player") == [(2,)]
    replaced = backed_up.run("restore", str(backed_up.backup), "--data", str(backed_up.data), "--replace")
    assert replaced.returncode == 0, replaced.stderr
    assert read(secrets, "SELECT COUNT(*) FROM player") == [(1,)]
    [aside] = secrets.glob("replaced-*")
    assert f"What was there before is in {aside}." in replaced.stdout
    assert read(aside, "SELECT COUNT(*) FROM player") == [(2,)]
    assert (aside / "published/v1/stores/main/window").exists()
    assert not list((backed_up.data / "published").iterdir())
    backed_up.start()
    assert backed_up.sign_in("paula")["player"] == backed_up.paula["player"]


@pytest.mark.parametrize("moved", [["shelflife.sqlite"], []])
def test_a_restore_that_was_broken_off_is_undone_by_the_next(backed_up, moved):
    backed_up.sign_in("ralph")
    backed_up.stop()
    secrets = backed_up.data / "secrets"
    former = secrets / "replaced-2026-01-01T00:00:00Z"
    former.mkdir()
    (former / "published").mkdir()
    (secrets / "shelflife.sqlite.part").write_bytes(b"half of a copy")
    for name in moved:
        (secrets / name).rename(former / name)
    restored = backed_up.run("restore", str(backed_up.backup), "--data", str(backed_up.data), "--replace")
    assert restored.returncode == 0, restored.stderr
    assert former.exists() != bool(moved), "nothing is put back over a database that is in its place"
    [aside] = set(secrets.glob("replaced-*")) - {former}
    assert read(aside, "SELECT COUNT(*) FROM player") == [(2,)]
    assert (aside / "published/v1/stores/main/window").exists()


@pytest.mark.parametrize("damage", ["cut in half", "of another kind", "not there"])
def test_a_backup_that_is_damaged_replaces_nothing(backed_up, damage):
    file = backed_up.backup / "shelflife.sqlite"
    whole = file.read_bytes()
    (
        file.unlink()
        if damage == "not there"
        else file.write_bytes(whole[: len(whole) // 2] if damage == "cut in half" else b"x" * 9000)
    )
    backed_up.stop()
    restored = backed_up.run("restore", str(backed_up.backup), "--data", str(backed_up.data), "--replace")
    assert restored.returncode != 0 and str(file) in restored.stderr
    names = {path.name for path in (backed_up.data / "secrets").iterdir()}
    assert names - {"shelflife.sqlite-shm", "shelflife.sqlite-wal"} == {
        "backed-up",
        "lock",
        "shelflife.sqlite",
        "staging",
    }
    backed_up.start()
    assert backed_up.sign_in("paula")["player"] == backed_up.paula["player"]
