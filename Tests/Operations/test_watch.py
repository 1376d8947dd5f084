"""`watch` as a part of a shell's pipeline."""

import signal
import subprocess

from operated import PATIENCE
from shelf_process import BINARY


def test_a_watch_whose_reader_has_ended_ends_without_a_word(server):
    watch = subprocess.Popen([BINARY, "watch", server.address], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert watch.stdout.readline()
    watch.stdout.close()
    assert watch.wait(PATIENCE) == -signal.SIGPIPE
    assert watch.stderr.read() == b""
