"""Thousands who send a request a byte at a time (slow loris) hold nobody up, and are ended."""

import asyncio
import threading
import time

import pytest
from pressed_shop import PressedShop, comes_true
from prober import Probing
from trickle import lasted, slow_body, slow_head, trickle

CROWD, EACH = 1000, 20
LATE = 20
HEAD, BODY = 10, 20


class Siege:
    """A thousand slow heads and a thousand slow bodies at once, each thousand from an address of its own."""

    def __init__(self, shop):
        self.shop = shop
        self.heads = [slow_head(number) for number in range(CROWD)]
        self.bodies = [slow_body(number) for number in range(CROWD)]

    async def lay(self):
        await asyncio.gather(trickle(self.shop.port, "127.0.0.2", self.heads, HEAD + LATE),
                             trickle(self.shop.port, "127.0.0.3", self.bodies, BODY + LATE))  # fmt: skip


@pytest.fixture(scope="module")
def siege(tmp_path_factory):
    shop = PressedShop(tmp_path_factory.mktemp("siege")).open()
    siege = Siege(shop)
    with Probing(shop) as siege.seen:
        siege.before = shop.megabytes
        asyncio.run(siege.lay())
        siege.grown = shop.megabytes - siege.before
    siege.is_left, siege.ended = shop.is_left(), shop.ended("slow request")
    yield siege
    assert shop.stop()


def are_ended(clients, patience):
    print(f"\nseconds: {sorted(lasted(clients).items())}", end=" ")
    return all(client.lasted and patience - 1 < client.lasted < patience + LATE for client in clients)


def test_a_thousand_slow_heads_are_ended_after_ten_seconds(siege):
    assert are_ended(siege.heads, HEAD), lasted(siege.heads)


def test_a_thousand_slow_bodies_are_ended_after_twenty_seconds(siege):
    assert are_ended(siege.bodies, BODY), lasted(siege.bodies)


def test_every_one_is_counted_as_a_slow_request_and_leaves_nothing(siege):
    assert siege.ended == 2 * CROWD and siege.is_left
    assert siege.grown < 100


def test_windows_and_time_are_answered_meanwhile_as_if_nobody_was_there(siege):
    siege.seen.check()


def test_a_server_that_is_told_to_end_waits_for_slow_ones_no_longer_than_ever(shop):
    clients = [make(number) for make in [slow_head, slow_body] for number in range(EACH)]
    crowd = threading.Thread(target=lambda: asyncio.run(trickle(shop.port, "127.0.0.2", clients, BODY + 2 * LATE)))
    crowd.start()
    assert comes_true(lambda: shop.connections == 2 * EACH)
    began = time.monotonic()
    assert shop.stop()
    lasted = time.monotonic() - began
    crowd.join()
    print(f"\n{lasted:.1f} s", end=" ")
    assert lasted < BODY + LATE
