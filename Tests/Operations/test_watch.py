"""`watch` as a part of a shell's pipeline."""

import re
import signal
import subprocess

from operated import ADMIN_TOKEN, PATIENCE
from shelf_process import BINARY


def test_a_watch_names_positions_from_1_and_says_what_is_withdrawn(server):
    watch = subprocess.Popen([BINARY, "watch", server.address, "--for", "2m"], stdout=subprocess.PIPE, text=True)
    try:
        seen = set()
        while len(seen) < 4:
            seen.add(position_of(watch, r"  5 coins$"))
        assert seen == {"1", "2", "3", "4"}
        assert server.ask("/v1/admin/withdrawals", ADMIN_TOKEN, {"store": "main", "reason": "wrong"})[0] == 200
        assert position_of(watch, r"  5 coins  no longer for sale$") in {"1", "2", "3", "4"}
    finally:
        watch.kill()
        watch.wait()


def position_of(watch, end):
    """The position in the next line of an item that ends so."""
    for line in watch.stdout:
        if found := re.search(r"  (\d+)  Item \d+" + end, line.rstrip("\n")):
            return found[1]
    raise AssertionError("the watch ended before there was such a line")


def test_a_watch_whose_reader_has_ended_ends_without_a_word(server):
    watch = subprocess.Popen([BINARY, "watch", server.address], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert watch.stdout.readline()
    watch.stdout.close()
    assert watch.wait(PATIENCE) == -signal.SIGPIPE
    assert watch.stderr.read() == b""
