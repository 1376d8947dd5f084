"""Clients who send a request a byte at a time (slow loris), and how long each was borne with."""

import asyncio
import time
from collections import Counter

from asking import SERVER

PAUSE = 0.8
HEADS = [
    b"GET /v1/time HTTP/1.1\r\nHost: shelf\r\nX-Slow: ",
    b"G",
    b"POST /v1/players HTTP/1.1\r\nHost: shelf\r\nContent-Type: application/json\r\nContent-Length: ",
    b"\r\n\r\nGET /v1/stores/main/window HTTP/1.1\r\n",
    b"GET /v1/time HTTP/1.1\r\nHost: shelf\r\n\r\nGET /v1/ti",
]
RESTS = [
    b"a" * 100,
    b"ET /v1/time HTTP/1.1\r\nHost: shelf\r\nX-Slow: " + b"a" * 100,
    b"0" * 100,
    b"x: a\r\n" * 20,
    b"m" * 100,
]
CHUNKS = b"1\r\na\r\n"
BODIES = [
    b"POST /v1/players HTTP/1.1\r\nHost: shelf\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
    b"GET /v1/time HTTP/1.1\r\nHost: shelf\r\nContent-Length: 1000\r\n\r\n",
    b"POST /v1/players HTTP/1.1\r\nHost: shelf\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
]


class Slow(asyncio.Protocol):
    def __init__(self, first, rest, step=1):
        self.first, self.rest, self.step = first, rest, step
        self.began = self.lasted = None
        self.has_given_up = False

    def connection_made(self, transport):
        self.transport, self.began = transport, time.monotonic()
        transport.write(self.first)
        self.later()

    def later(self):
        self.timer = asyncio.get_running_loop().call_later(PAUSE, self.drip)

    def drip(self):
        now, self.rest = self.rest[: self.step], self.rest[self.step :]
        self.transport.write(now)
        self.later()

    def eof_received(self):
        self.end()

    def connection_lost(self, _):
        self.end()

    def end(self):
        self.timer.cancel()
        if not self.has_given_up:
            self.lasted = self.lasted or time.monotonic() - self.began

    def give_up(self):
        self.has_given_up = True
        self.transport.abort()


def slow_head(number):
    return Slow(HEADS[number % len(HEADS)], RESTS[number % len(RESTS)])


def slow_body(number):
    first = BODIES[number % len(BODIES)]
    return Slow(first, CHUNKS * 50, step=len(CHUNKS)) if b"chunked" in first else Slow(first, b"a" * 100)


async def trickle(port, source, clients, patience):
    """Opens them all and waits until the server has ended each, or for a number of seconds."""
    loop, until = asyncio.get_running_loop(), time.monotonic() + patience
    for client in clients:
        await loop.create_connection(lambda client=client: client, SERVER, port, local_addr=(source, 0))
    while time.monotonic() < until and any(client.lasted is None for client in clients):
        await asyncio.sleep(0.1)
    for client in clients:
        client.give_up()


def lasted(clients):
    """Of those that were ended, for how many seconds they were borne with, and how many of them."""
    return Counter(int(client.lasted) for client in clients if client.lasted is not None)
