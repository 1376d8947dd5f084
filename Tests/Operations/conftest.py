"""The program as an operator meets it: processes, signals, files, disks."""

import signal
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "Browser"), str(TESTS / "Kill"), str(TESTS / "API")]

from operated import Operated  # noqa: E402

# A process that ignores a signal hands that on to what it starts, as a shell does in the background.
for ignored in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(ignored) is signal.SIG_IGN:
        signal.signal(ignored, signal.SIG_DFL)


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
