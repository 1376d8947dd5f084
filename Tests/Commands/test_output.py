"""What becomes of a command when nobody reads what it prints, or when there is no place for it."""

import os
import signal
import subprocess

import pytest
from test_check import BINARY, ITEMS, PATIENCE, write


@pytest.fixture
def commands(tmp_path):
    write(tmp_path, ITEMS)
    config = str(tmp_path / "shelflife.yaml")
    return {
        "check": ["check", config],
        "preview": ["preview", "--config", config, "--hours", "24"],
        "sample": ["sample", str(tmp_path / "sample")],
    }


def unread(command):
    """The finished command, whose reader had gone before it began."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run([BINARY, *command], stdout=writer, stderr=subprocess.PIPE, timeout=PATIENCE)
    finally:
        os.close(writer)


@pytest.mark.parametrize("name", ["check", "preview", "sample"])
def test_a_command_whose_reader_has_gone_ends_by_the_signal_and_without_a_word(commands, name):
    done = unread(commands[name])
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")


@pytest.mark.parametrize("name", ["check", "preview", "sample"])
def test_a_command_says_that_its_output_has_no_place(commands, name):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([BINARY, *commands[name]], stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert done.stderr == "Error: the output can't be written: No space left on device. What is there of it is incomplete\n"


def test_an_instant_on_a_day_that_does_not_exist_is_refused_with_that(tmp_path):
    done = subprocess.run([BINARY, "redraw", "--store", "main", "--reason", "x", "--from", "2026-11-31T18:00:00Z"],
                          env={**os.environ, "SHELFLIFE_ADMIN_TOKEN": "t"}, capture_output=True, text=True, timeout=PATIENCE)  # fmt: skip
    assert done.returncode != 0
    assert "--from: there is no such day: November 2026 has 30 days." in done.stderr
