"""The program as an operator meets it: processes, signals, files, disks."""

import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "Browser"), str(TESTS / "Kill"), str(TESTS / "API"), str(TESTS / "Cache")]

import operated  # noqa: E402
from operated import Operated  # noqa: E402
from shelf_process import BINARY  # noqa: E402

# A process that ignores a signal hands that on to what it starts, as a shell does in the background.
for ignored in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(ignored) is signal.SIG_IGN:
        signal.signal(ignored, signal.SIG_DFL)


@pytest.fixture
def open_folder():
    """One that other users may enter, unlike a test's."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def everybodys(open_folder, monkeypatch):
    """The program where every user may run it. These sources may lie below a folder that only one may enter."""
    place = open_folder / "shelflife"
    subprocess.run([TESTS.parent / "scripts/install-program", Path(BINARY).resolve().parent, place], check=True)
    monkeypatch.setattr(operated, "BINARY", place / "shelflife")
    return place / "shelflife"


@pytest.fixture
def server(tmp_path):
    """One that serves; it is ended, if it hasn't been."""
    operated = Operated(tmp_path).start()
    yield operated
    operated.end()


@pytest.fixture
def stopped(tmp_path):
    """One that has served and been stopped."""
    operated = Operated(tmp_path).start()
    assert operated.stop() == 0
    yield operated
    operated.end()
