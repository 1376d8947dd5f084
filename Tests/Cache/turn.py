"""A minute turns, and ten thousand clients of each cache ask for the newest windows, many of them just then."""

import asyncio
import random
import time
from dataclasses import dataclass

from asking import ask_at
from origin import QUICK, SEALED, STORES, newest_sequence
from straddle import Straddle

CLIENTS = 10_000
CONNECTIONS = 200
BEFORE, AFTER = 20, 20
RUSH = 3
# Of another store, whose window somebody asked for before the turn and then nobody.
LATER, QUIET_FOR = 100, 10
# So long the server's answers take, so that many ask while one is fetched.
DELAY = 0.03


def window_of(store):
    return f"/v1/stores/{store}/window"


@dataclass
class Turn:
    at: float
    answers: dict
    after_quiet: dict
    # The window of the new minute under its number, asked for from before it is there.
    numbered: Straddle
    asked_of_origin: dict

    @property
    def new_since(self):
        """When the server had the new window, which on a busy machine takes more than a moment."""
        return self.numbered.there_since

    def newest(self, moment):
        """The number of the newest window that the server had."""
        return newest_sequence(self.at) - (moment < self.new_since)


def tell(origin, caches):
    now = time.time()
    at = (now // 60 + 1) * 60
    if at - now < BEFORE:
        at += 60
    time.sleep(at - BEFORE - time.time())
    for cache in caches:
        cache.tap.delay = DELAY
    started = time.time()
    try:
        answers, after_quiet, numbered = asyncio.run(_live(origin, caches, at))
    finally:
        for cache in caches:
            cache.tap.delay = 0
    stores = [*STORES, QUICK]
    asked = {
        cache.name: {store: cache.tap.asked(window_of(store), since=started) for store in stores} for cache in caches
    }
    return Turn(at, answers, after_quiet, numbered, asked)


async def _live(origin, caches, at):
    return await asyncio.gather(
        _of_each(caches, lambda cache, seed: ask_at(cache.port, _visits(at, seed), CONNECTIONS)),
        _of_each(caches, lambda cache, _: _come_later(cache, at)), _straddle(origin, caches, at))


async def _of_each(caches, ask):
    answers = await asyncio.gather(*(ask(cache, seed) for seed, cache in enumerate(caches)))
    return {cache.name: one for cache, one in zip(caches, answers)}


async def _come_later(cache, at):
    path = window_of(QUICK)
    return await ask_at(cache.port, [(0, path)] + [(at + QUIET_FOR, path)] * LATER, LATER + 1)


def _visits(at, seed):
    """Each client asks once for each store; every fourth as the minute turns."""
    draw = random.Random(seed)
    for client in range(CLIENTS):
        moment = draw.uniform(at, at + RUSH) if client % 4 == 0 else draw.uniform(at - BEFORE, at + AFTER)
        yield from ((moment, window_of(store)) for store in STORES)


async def _straddle(origin, caches, at):
    await asyncio.sleep(at - 2 - time.time())
    return await Straddle([*caches, origin], f"/v1/stores/{SEALED}/windows/{newest_sequence(at)}").ask()
