"""Connections on which nothing comes are ended, and so are readers who don't read; neither costs much until then."""

import pytest
from waits import EACH, IDLE

IDLE_FOR, BLOCKED_FOR, CLOSING_FOR = 75, 20, 5
LATE = 20


def test_a_key_stream_behind_answers_that_nobody_takes_does_not_begin(waits):
    waits.joined()
    assert all(moment.streams == 0 for moment in waits.moments), waits.moments


def test_who_asks_for_thousands_of_windows_or_pages_and_reads_none_is_ended_after_twenty_seconds(waits):
    waits.joined()
    dropped = waits.first(lambda moment: moment.slow_readers == 2 * EACH)
    assert dropped and BLOCKED_FOR - 1 < dropped.at < BLOCKED_FOR + LATE, waits.moments


def test_answers_that_nobody_reads_take_little_memory(waits):
    waits.joined()
    sizes = [moment.megabytes for moment in waits.moments]
    print(f"\n{sizes[0]} MB before, {max(sizes)} at most", end=" ")
    assert max(sizes) - sizes[0] < 40


def test_who_does_not_close_after_the_last_answer_is_ended_after_five_seconds(waits):
    waits.joined()
    ended = waits.first(lambda moment: moment.idle >= EACH)
    assert ended and CLOSING_FOR - 1 < ended.at < CLOSING_FOR + LATE and ended.idle <= EACH + 1, waits.moments


def test_who_reads_slowly_but_steadily_gets_all_of_the_last_answer(waits):
    steady = waits.joined().steady
    print(f"\n{steady.read} of {steady.wanted} bytes in {steady.lasted:.1f} s", end=" ")
    assert steady.lasted > CLOSING_FOR + 2
    assert steady.read == steady.wanted


@pytest.mark.parametrize("asked", IDLE)
def test_a_connection_on_which_nothing_more_comes_is_ended_after_75_seconds(waits, asked):
    waits.joined()
    lasted = sorted(client.lasted or 0 for client in waits.idle[asked])
    print(f"\n{lasted[0]:.1f} to {lasted[-1]:.1f} s", end=" ")
    assert IDLE_FOR - 1 < lasted[0] and lasted[-1] < IDLE_FOR + LATE


def test_in_the_end_nothing_is_left_of_them(waits):
    last = waits.joined().moments[-1]
    assert last.connections == 0 and last.slow_readers == 2 * EACH
    # The slow and steady one may have needed some seconds for what the kernel still had for it, or not.
    assert last.idle - (1 + len(IDLE)) * EACH in (0, 1)
