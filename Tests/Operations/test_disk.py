"""A start on a disk that is full, that can only be read, or that is somebody else's says what to do, and spoils
nothing."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager, suppress

import disk as disks
import pytest
from operated import PATIENCE, Operated
from shelf_process import BINARY

NOBODY = 65534
FULL = "there is no space left for "
READ_ONLY = "on a disk that can only be read; mount it for writing, or choose another folder"
FORBIDDEN = "the user that runs this may not use "


@contextmanager
def mounted(*arguments, at):
    done = subprocess.run(["mount", *arguments, str(at)], capture_output=True, text=True)
    if done.returncode != 0:
        pytest.skip(f"this user may not mount: {done.stderr.strip()}")
    try:
        yield at
    finally:
        subprocess.run(["umount", str(at)], check=True)


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a disk of its own, of 8 MB."""
    if sys.platform != "linux":
        pytest.skip("these are Linux's mounts")
    place = tmp_path / "disk"
    place.mkdir()
    with mounted("-t", "tmpfs", "-o", "size=8m", "tmpfs", at=place):
        yield place


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    if sys.platform != "linux":
        pytest.skip("the shim is one for Linux")
    return disks.compiled(tmp_path_factory.mktemp("shim"))


def fill(place):
    """Each processor counts for itself what a tmpfs has left, so the first refusal may come too early."""
    with open(place / "filler", "wb", buffering=0) as file:
        for _ in range(64):
            with suppress(OSError):
                while True:
                    file.write(b"x" * 4096)


def told_at_start(server):
    """What a start that comes to nothing says."""
    before = len(server.log) if server.process else 0
    server.begin()
    assert server.process.wait(PATIENCE) != 0
    return server.log[before:].strip()


def test_a_full_disk_with_nothing_on_it_yet(tmp_path, small_disk):
    fill(small_disk)
    told = told_at_start(Operated(tmp_path, data=small_disk / "data"))
    assert told.startswith(f"Error: {FULL}{small_disk}/data") and "make room on its disk, then try again" in told, told


def test_a_disk_that_has_filled_up_since_and_then_has_room_again(tmp_path, small_disk):
    server = Operated(tmp_path, data=small_disk / "data").start()
    keys = server.public_keys()
    assert server.stop() == 0
    fill(small_disk)
    told = told_at_start(server)
    assert told.startswith(f"Error: {FULL}{small_disk}/data") and told.count("\n") == 0, told
    (small_disk / "filler").unlink()
    server.start()
    assert server.public_keys() == keys
    assert server.stop() == 0


def test_a_backup_that_finds_no_room_leaves_nothing_behind(tmp_path, small_disk, server):
    fill(small_disk)
    made = server.run("backup", str(small_disk / "backup"), "--data", str(server.data))
    assert made.returncode != 0 and made.stderr.startswith(f"Error: {FULL}{small_disk}/backup"), made.stderr
    assert [path.name for path in small_disk.iterdir()] == ["filler"]


def test_backups_on_a_full_disk_make_room_for_the_next(tmp_path, small_disk, server):
    def back_up(keep):
        return server.run("backup", "--keep", str(keep), str(small_disk), "--data", str(server.data))

    for _ in range(3):
        assert back_up(3).returncode == 0
    newest = max(path.name for path in small_disk.iterdir())
    fill(small_disk)
    full = back_up(3)
    assert full.returncode != 0 and FULL in full.stderr, full.stderr
    made = back_up(1)
    assert made.returncode == 0, made.stderr
    kept = sorted(path.name for path in small_disk.iterdir() if path.is_dir())
    assert len(kept) == 2 and kept[0] == newest


def test_a_disk_that_can_only_be_read(tmp_path, stopped):
    with mounted("--bind", str(stopped.data), at=stopped.data):
        subprocess.run(["mount", "-o", "remount,bind,ro", str(stopped.data)], check=True)
        told = told_at_start(stopped)
        assert told.startswith("Error: ") and READ_ONLY in told and told.count("\n") == 0, told
    stopped.start()


@pytest.mark.parametrize("begun", [False, True], ids=["at the first start", "later"])
@pytest.mark.parametrize("trouble", [disks.FULL, disks.READ_ONLY], ids=["full", "read-only"])
def test_a_disk_that_refuses_each_write(tmp_path, library, begun, trouble):
    """By the shim, which refuses what a real disk might still take."""
    server = Operated(tmp_path)
    if begun:
        server.start()
        keys = server.public_keys()
        assert server.stop() == 0
    disk = disks.Disk(tmp_path / "shim", server.data, library)
    server.options = {"env": {**os.environ, **disk.environment()}}
    disk.trouble_with(trouble)
    told = told_at_start(server)
    assert (FULL if trouble == disks.FULL else READ_ONLY) in told and told.count("\n") == 0, told
    disk.trouble_with(disks.NO_TROUBLE)
    server.start()
    assert not begun or server.public_keys() == keys
    assert server.stop() == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may run a program as somebody else")
@pytest.mark.usefixtures("everybodys")
def test_a_data_folder_of_another_user(open_folder):
    server = Operated(open_folder).start()
    assert server.stop() == 0
    server.options = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    told = told_at_start(server)
    assert told.startswith("Error: ") and FORBIDDEN in told and told.count("\n") == 0, told
    made = server.run("backup", str(open_folder / "backup"), "--data", str(server.data), **server.options)
    assert made.returncode != 0 and not (open_folder / "backup").exists(), made.stderr
    assert made.stderr.startswith(f"Error: {FORBIDDEN}{server.data}/secrets/shelflife.sqlite"), made.stderr
    subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", str(server.data)], check=True)
    server.start()
    assert server.stop() == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may run a program as somebody else")
@pytest.mark.usefixtures("everybodys")
def test_a_place_where_the_user_may_make_no_data_folder(open_folder):
    server = Operated(open_folder, user=NOBODY, group=NOBODY, extra_groups=[])
    told = told_at_start(server)
    assert told.startswith("Error: ") and FORBIDDEN in told and told.count("\n") == 0, told


def test_a_database_of_another_program_stays_as_it_is(tmp_path):
    server = Operated(tmp_path)
    (server.data / "secrets").mkdir(parents=True)
    file = server.data / "secrets" / "shelflife.sqlite"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE player (name TEXT)")
    told = told_at_start(server)
    assert told == f"Error: {file} is another program's database; it stays as it is. Choose another data folder"
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("player",)]


def test_an_address_that_nobody_knows(tmp_path):
    server = Operated(tmp_path)
    server.begin("--host", "bogus.invalid")
    assert server.process.wait(PATIENCE) != 0
    told = server.log.strip()
    assert told.startswith(
        f"Error: the server can't listen on port {server.port} of bogus.invalid: no such name is known; choose an"
    )
    assert told.count("\n") == 0, told


def test_the_demo_where_nothing_can_be_written(small_disk):
    fill(small_disk)
    demo = subprocess.run([BINARY, "demo", "--port", "0"], capture_output=True, text=True, timeout=PATIENCE,
                          env={**os.environ, "TMPDIR": str(small_disk)})  # fmt: skip
    assert demo.returncode != 0 and demo.stderr.startswith(f"Error: {FULL}{small_disk}"), demo.stderr
    assert [path.name for path in small_disk.iterdir()] == ["filler"]


def test_a_new_shop_that_does_not_fit_on_the_disk_leaves_no_file(small_disk):
    fill(small_disk)
    os.truncate(small_disk / "filler", (small_disk / "filler").stat().st_size - 100_000)
    new = subprocess.run([BINARY, "new", small_disk / "shop"], capture_output=True, text=True, timeout=PATIENCE,
                         stdin=subprocess.DEVNULL)  # fmt: skip
    assert new.returncode != 0 and new.stderr.startswith(f"Error: {FULL}{small_disk}"), new.stderr
    assert [path for path in (small_disk / "shop").rglob("*") if path.is_file()] == []


def test_an_import_that_does_not_fit_on_the_disk_leaves_no_part_of_a_picture_and_is_done_once_there_is_room(small_disk):
    shop, game = small_disk / "shop", small_disk / "game"
    subprocess.run([BINARY, "new", shop], check=True, capture_output=True, stdin=subprocess.DEVNULL)
    game.mkdir()
    shutil.copy(shop / "pictures" / "crown.webp", game / "cap.webp")
    (game / "items.csv").write_text("name,price\nCap,1\n" + "".join(f"Hat {number},1\n" for number in range(20)))
    fill(small_disk)
    os.truncate(small_disk / "filler", (small_disk / "filler").stat().st_size - 12_000)
    command = [BINARY, "import", game / "items.csv", "--into", shop]
    first = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert first.returncode != 0 and not (shop / "pictures" / "cap.webp").exists(), first
    (small_disk / "filler").unlink()
    second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert second.returncode == 0 and (shop / "pictures" / "cap.webp").exists(), second
