"""The smallest honest clock reads what its vectors say, to the microsecond, and is never wrong by more than it says."""

import json
import random
import re
from pathlib import Path

import make_smallest_clock
import pytest
from smallest_clock import Jumps, SmallestClock
from smallest_waits import Waits

TESTS = Path(__file__).resolve().parents[1]
VECTORS = json.loads((TESTS / "Vectors" / "smallest-clock.json").read_text())
EPOCH_US = 1_800_000_000_000_000


def test_the_vectors_are_those_that_their_program_makes():
    is_same = (TESTS / "Vectors" / "smallest-clock.json").read_bytes() == make_smallest_clock.data()
    assert is_same, "smallest-clock.json is another; `make vectors` writes it"


@pytest.mark.parametrize("trace", VECTORS["traces"], ids=lambda trace: trace["name"])
def test_the_clock_reads_what_the_trace_says(trace):
    clock = SmallestClock(trace["grainUs"])
    for step in trace["steps"]:
        if "jump" in step:
            clock.jump(step["jump"])
        else:
            assert clock.take(step["exchange"], step["timeline"]) == step["outcome"]
            assert [len(clock.uppers), len(clock.lowers)] == step["kept"]
        for at, now, uncertainty in step["readings"]:
            assert clock.read(at) == (now, uncertainty)


def test_jumps_are_noticed_as_the_vectors_say():
    jumps = Jumps()
    assert [jumps.look(look["monotonicUs"], look["wallUs"]) for look in VECTORS["looks"]] == [
        look["jump"] for look in VECTORS["looks"]
    ]


def test_a_look_that_was_interrupted_compares_nothing():
    jumps = Jumps()
    jumps.look(0, 0)
    assert jumps.look(1_000_000, 1_300_000, apart_us=50_001) is None
    assert jumps.look(2_000_000, 2_300_000, apart_us=50_000) == 300_000


def test_the_page_s_example_is_the_first_trace():
    page = (TESTS.parent / "docs" / "clients.md").read_text()
    step = VECTORS["traces"][0]["steps"][0]
    answer = json.loads(re.search(r"^    (\{\"receivedUs.*\})$", page, re.MULTILINE)[1])
    a, b, c, d, uncertainty = step["exchange"]
    assert (answer["receivedUs"], answer["sentUs"], answer["uncertaintyUs"]) == (b, c, uncertainty)
    told = page[page.index("With `a` = ") :].splitlines()[0]
    wanted = [a, d, b - a + 1, c - d - 1, d, *step["readings"][0][1:], *step["readings"][1][1:]]
    assert [int(number) for number in re.findall(r"\d+", told)] == wanted


@pytest.mark.parametrize("seed", range(100))
def test_the_true_time_lies_in_what_the_clock_reports_on_any_link_with_any_quartz(seed):
    chance = random.Random(seed)
    ppm, grain = 300 * (2 * chance.random() - 1), chance.choice([1, 1, 100, 5000])
    error = int(1000 * (2 * chance.random() - 1))
    clock, at, before = SmallestClock(grain), 0.0, 0

    def says(true_us):
        return int(1_000_000 + true_us * (1 + ppm / 1e6)) // grain * grain

    for _ in range(80):
        at += 100_000 + 40_000_000 * chance.random() ** 4
        there, served, back = (1000 + int(400_000 * chance.random() ** 3) for _ in range(3))
        received, sent, end = (int(at + there), int(at + there + served), int(at + there + served + back))
        stamps = [says(at), EPOCH_US + received + error, EPOCH_US + sent + error, says(end), 1000]
        assert clock.take(stamps, "a") == "taken"
        read_at = end + int(60_000_000 * chance.random() ** 4)
        now, uncertainty = clock.read(says(read_at))
        assert abs(now - EPOCH_US - read_at) <= uncertainty and now >= before
        at, before = max(at, read_at), now


def waits(chance=0.5):
    return Waits(lambda: chance)


def test_the_time_is_asked_for_eight_times_in_a_row_then_rarer():
    found = waits()
    given = [round(found.after_exchange(True), 2) for _ in range(25)]
    assert given == [0.12] * 7 + [4] * 15 + [16] * 3
    assert [found.after_exchange(False) for _ in range(4)] == [1, 2, 4, 4]
    found.after_exchange(True)
    assert found.after_exchange(False) == 1
    found.restart_exchanges()
    assert found.after_exchange(True) == pytest.approx(0.12)


@pytest.mark.parametrize(
    ("chance", "left", "wait"),
    [(0, None, 360), (1, None, 540), (1, 600, 540), (1, 400, 370), (0, 20, 5), (0.5, -3, 5)],
)
def test_the_next_window_is_asked_for_in_time_and_never_in_a_hurry(chance, left, wait):
    assert waits(chance).after_window(True, left) == wait
    assert waits(chance).after_window(False, left) == 5 * (0.75 + 0.5 * chance)


def test_what_failed_is_asked_for_again_after_longer_each_time():
    found = waits()
    assert [found.before_stream() for _ in range(6)] == [0.5, 1, 2, 4, 5, 5]
    assert [found.before_key() for _ in range(7)] == [1, 2, 4, 8, 16, 30, 30]
    assert [found.while_gone() for _ in range(5)] == [90, 180, 360, 600, 600]
    assert [found.before_order() for _ in range(8)] == [0.5, 1, 2, 4, 8, 16, 30, 30]
    found.worked("stream")
    assert found.before_stream() == 0.5


def test_a_server_that_asks_to_be_left_alone_is_left_alone_for_longer_than_it_asks():
    found = waits()
    assert found.before_order(2) == 2.5
    assert [found.before_order() for _ in range(3)] == [1, 2, 4]
    assert found.before_order(2) == 4, "no more than once again what it asks for"
    assert found.before_order(1000) == 316
