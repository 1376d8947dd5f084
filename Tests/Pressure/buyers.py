"""Players who buy as fast as they can, over connections that open first and order all at once."""

import asyncio
import sqlite3
import time
from contextlib import contextmanager

from crowd import Crowd, Customer

PLAYERS = 50
AGAIN_AFTER = 1


class Buyer(Customer):
    """Is told when to begin, and doesn't come back before it was told to."""

    def connection_made(self, transport):
        self.transport, self.received = transport, b""
        self.crowd.buyers.append(self)

    def later(self):
        asyncio.get_running_loop().call_later(AGAIN_AFTER, lambda: self.transport.is_closing() or self.ask())


class Buyers(Crowd):
    def __init__(self, shop, connections, random):
        players = [shop.sign_in(f"player {number}") for number in range(PLAYERS)]
        super().__init__(shop, players, connections, random)
        self.buyers = []
        self.read_window()

    def next_wish(self):
        return self.next_again() or self.new_wish()

    async def buy(self):
        await asyncio.gather(*(Buyer(self).shop() for _ in range(self.connections)))

    async def come(self):
        """All connections open, and nobody has ordered."""
        self.buying = asyncio.create_task(self.buy())
        while len(self.buyers) < self.connections:
            await asyncio.sleep(0.01)

    def order(self):
        self.began = time.monotonic()
        for buyer in self.buyers:
            buyer.ask()

    async def leave(self, patience):
        """Each with an answer to what it ordered last."""
        self.is_open = False
        await asyncio.wait_for(self.buying, patience)
        self.lasted = time.monotonic() - self.began

    @property
    def text(self):
        return f"{len(self.judged)} judged in {self.lasted:.1f} s, {dict(self.statuses)}"


@contextmanager
def locked(path):
    """Nobody else writes to the database meanwhile."""
    other = sqlite3.connect(path, isolation_level=None, timeout=60)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()
