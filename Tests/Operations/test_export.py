"""`shelflife export`: a version's files in a folder, or why they can't be there."""

import os

import pytest
from operated import ADMIN_TOKEN


def export(server, folder):
    return server.run(
        "export", "1", str(folder), "--to", server.address, env={**os.environ, "SHELFLIFE_ADMIN_TOKEN": ADMIN_TOKEN}
    )


def test_an_export_has_the_files_without_settings(server, tmp_path):
    done = export(server, tmp_path / "new" / "folder")
    assert done.returncode == 0 and done.stderr == ""
    files = [tmp_path / "new" / "folder" / name for name in ["content.yaml", "items.yaml"]]
    assert done.stdout == f"Version 1 is in {tmp_path}/new/folder: 2 files.\n"
    assert [file.read_bytes() for file in files] == [(server.folder / file.name).read_bytes() for file in files]
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600, 0o600]


def test_a_file_in_the_place_of_the_folder_is_kept_and_named(server, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("mine")
    done = export(server, taken)
    assert done.returncode != 0 and done.stdout == ""
    assert (
        done.stderr
        == f"Error: {taken} is a file, but a folder was expected; name one that is empty or isn't there yet\n"
    )
    assert taken.read_text() == "mine"


def test_a_file_above_the_folder_is_told_as_a_wrong_path(server, tmp_path):
    (tmp_path / "taken").write_text("mine")
    done = export(server, tmp_path / "taken" / "folder")
    assert done.returncode != 0 and done.stdout == ""
    assert (
        "a part of this path is missing or is no folder; check the path" in done.stderr and "NSCocoa" not in done.stderr
    )


@pytest.mark.parametrize("place, words", [("/proc/shelf", "/proc/shelf"), ("/sys/shelf", "/sys/shelf")])
def test_a_place_that_can_not_be_written_is_told_plainly(server, place, words):
    done = export(server, place)
    assert done.returncode != 0 and done.stdout == ""
    assert words in done.stderr and "Error Domain" not in done.stderr and "NSCocoa" not in done.stderr
