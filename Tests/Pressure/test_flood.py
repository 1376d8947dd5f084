"""A flood of connections, opened and dropped in every way there is, passes and leaves nothing behind."""

import pytest
from flood import WAYS, Flood
from pressed_shop import PressedShop, comes_true
from prober import Probing

COUNT = 20_000
# A key stream whose reader has gone without a word is noticed when the next comment can't be delivered.
COMMENT = 15
SOON = COMMENT + 60


class Passed:
    """What a flood left: the server's connections and files before, and soon after."""

    def __init__(self, shop):
        assert shop.is_left()
        self.before = shop.connections, shop.descriptors
        self.megabytes = shop.megabytes
        self.flood = Flood(shop.port, COUNT)
        with Probing(shop) as self.seen:
            self.flood.pour()
        print(f"{sum(self.flood.opened.values())} connections in {self.flood.lasted:.1f} s", end=" ")
        comes_true(lambda: shop.connections == self.before[0] and shop.descriptors <= self.before[1], SOON)
        self.after = shop.connections, shop.descriptors
        self.streams = shop.gauge("shelflife_key_streams")
        self.grown = shop.megabytes - self.megabytes


@pytest.fixture(scope="module")
def passed(tmp_path_factory):
    shop = PressedShop(tmp_path_factory.mktemp("flood")).open()
    yield Passed(shop)
    assert shop.stop()


def test_all_connections_and_files_are_given_back(passed):
    assert min(passed.flood.opened[way] for way in WAYS) > COUNT // len(WAYS) // 2
    connections, files = passed.before
    assert passed.after[0] == connections and passed.after[1] <= files and passed.streams == 0
    assert passed.grown < 150


def test_who_closes_one_end_only_gets_all_answers_and_then_the_other_end(passed):
    assert not passed.flood.unanswered


def test_windows_and_time_are_answered_meanwhile(passed):
    passed.seen.check()
