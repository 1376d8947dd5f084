"""When more is bought than the till takes, windows and time are answered as ever, and no order is lost."""

import asyncio
import random
import re
import time

import pytest
from buyers import Buyers, locked
from prober import Probing

CONNECTIONS, SECONDS = 400, 6
QUEUE, BEYOND = 8192, 1500
# The server waits for 2 s for another program that writes to its database, and then refuses all who wait.
HELD_AT_MOST = 30
PATIENCE = 60
LONGEST = 180
ASKED_AGAIN = 500
SOLD = re.compile(
    r'^shelflife_requests_total\{route="/v1/stores/\{store\}/purchases",status="200"\} (\d+)$', re.MULTILINE
)


@pytest.fixture
def seed():
    return random.Random(5)


def check(shop, buyers):
    """Every order was answered once, as it is answered again, and nobody was cut off."""
    assert not buyers.faults and buyers.broken_off == 0 and not buyers.flying
    assert set(buyers.statuses) <= {200, 409, 429, 503}
    assert int(SOLD.search(shop.metrics())[1]) == buyers.statuses[200] > 0
    assert shop.is_left()
    assert shop.ended("slow request") == shop.ended("idle") == shop.ended("slow reader") == 0


def test_a_crowd_that_buys_as_fast_as_it_can_keeps_nobody_from_window_and_time(crowded_shop, seed):
    buyers = Buyers(crowded_shop, CONNECTIONS, seed)
    before = crowded_shop.megabytes

    async def rush():
        await buyers.come()
        buyers.order()
        await asyncio.sleep(SECONDS)
        await buyers.ask_all_again(ASKED_AGAIN)
        await buyers.leave(PATIENCE)

    with Probing(crowded_shop) as seen:
        asyncio.run(asyncio.wait_for(rush(), LONGEST))
    print(buyers.text, end=" ")
    check(crowded_shop, buyers)
    assert len(buyers.judged) > CONNECTIONS
    assert crowded_shop.megabytes - before < 100
    seen.check()


def test_orders_beyond_what_may_wait_are_refused_at_once_and_the_others_are_settled(crowded_shop, seed):
    """A till that can't write for some seconds, and more who order at once than may wait for it."""
    buyers = Buyers(crowded_shop, QUEUE + BEYOND, seed)

    async def rush():
        await buyers.come()
        with locked(crowded_shop.data / "secrets" / "shelflife.sqlite"):
            buyers.order()
            while buyers.statuses[503] < BEYOND and time.monotonic() < buyers.began + HELD_AT_MOST:
                await asyncio.sleep(0.05)
            buyers.at_lock = len(buyers.judged), buyers.statuses[503]
        await buyers.leave(PATIENCE)

    with Probing(crowded_shop) as seen:
        asyncio.run(asyncio.wait_for(rush(), LONGEST))
    print(buyers.text, buyers.at_lock, end=" ")
    assert buyers.at_lock[0] == 0 and buyers.at_lock[1] >= BEYOND
    check(crowded_shop, buyers)
    assert len(buyers.judged) >= QUEUE + BEYOND
    seen.check()
