"""`shelflife pictures`: what becomes of a folder of masters, and why some aren't taken."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from test_check import BINARY, PATIENCE

MASTERS = Path(__file__).parents[1] / "ShelfEngineTests/Pictures/Masters"


def pictures(*arguments):
    done = subprocess.run(
        [BINARY, "pictures", *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "in").mkdir()
    return tmp_path / "in"


def test_each_master_becomes_a_file_of_each_width(folder, tmp_path):
    shutil.copy(MASTERS / "lynx.png", folder)
    shutil.copy(MASTERS / "flat.png", folder / "odd [name=1],%s.png")
    status, out, err = pictures(folder, "--to", tmp_path / "out")
    assert (status, err) == (0, "")
    assert [line.split(":")[0] for line in out.splitlines()] == ["lynx.png", "odd [name=1],%s.png"]
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == [
        "lynx-192.webp", "lynx-200.webp", "lynx-96.webp", "odd [name=1],%s-120.webp", "odd [name=1],%s-96.webp",
    ]  # fmt: skip


def test_what_can_not_be_taken_is_named_and_the_rest_is_made(folder, tmp_path):
    for name in ["cut.png", "drawing.png", "flat.png"]:
        shutil.copy(MASTERS / name, folder)
    status, out, err = pictures(folder, "--to", tmp_path / "out")
    assert (status, err) == (1, "")
    assert "cut.png: it is a PNG whose end is missing" in out
    assert "drawing.png: it is no picture of a known kind" in out
    assert (tmp_path / "out/flat-120.webp").exists()


def test_a_folder_without_pictures_is_an_error(folder):
    status, out, err = pictures(folder)
    assert (status, out) == (1, "") and "has no pictures; expected some, such as lynx.png" in err
    status, out, err = pictures(folder / "none")
    assert (status, out) == (1, "") and "check the path" in err


def test_two_masters_of_one_item_and_the_folder_itself_are_refused_and_nothing_is_written(folder, tmp_path):
    shutil.copy(MASTERS / "flat.png", folder / "lynx.png")
    status, out, err = pictures(folder, "--to", folder)
    assert (status, out) == (1, "") and "--to is the folder with the pictures" in err
    shutil.copy(MASTERS / "ink.jpg", folder / "Lynx.jpg")
    status, out, err = pictures(folder, "--to", tmp_path / "out")
    assert (status, out) == (1, "") and "are of one item; keep one of them" in err
    assert not (tmp_path / "out").exists()


def test_what_is_no_file_is_named_and_the_rest_is_made(folder, tmp_path):
    shutil.copy(MASTERS / "flat.png", folder)
    (folder / "more.png").mkdir()
    (folder / "notes.txt").write_text("koi: ask Ana")
    os.mkfifo(folder / "pipe.png")
    (folder / "gone.png").symlink_to(tmp_path / "nowhere")
    status, out, _ = pictures(folder, "--to", tmp_path / "out")
    assert status == 1 and out.count("it is no file that can be read") == 3
    assert (tmp_path / "out/flat-120.webp").exists()


def test_many_warnings_hide_no_broken_master(folder):
    for number in range(31):
        shutil.copy(MASTERS / "flat.png", folder / f"flat-{number}.png")
    shutil.copy(MASTERS / "lying.png", folder / "alarm.png")
    shutil.copy(MASTERS / "cut.jpg", folder / "zebra.jpg")
    status, out, _ = pictures(folder)
    assert status == 1 and out.count("it can't be read to its end") == 2
