#!/usr/bin/env python3
"""A server that means harm, for the tests of the SDKs. It is a program of its own, so that every language's tests can use it:

    Tests/SDK/hostile_server.py [--port 0]

It prints its address and serves until its input ends or it is told to stop. Below the address, the first part of a path says
how it does harm, and what follows is the route that was asked for: `http://127.0.0.1:1234/endless/v1/stores` is the list of
stores without end. So an SDK is given `http://127.0.0.1:1234/endless` as its server.

    endless   a body without end and without Content-Length, until the connection closes
    chunked   chunks of 64 KiB without end
    crumbs    chunks of one byte without end
    longer    Content-Length says a terabyte, which it then sends
    shorter   Content-Length says ten bytes, and the body goes on without end
    gzip      one byte on the wire becomes a thousand, without end
    refusal   a body without end under the status 500
    line      a true store, whose key stream is one line without end
    event     a true store, whose key stream is one event without end
    forged    a true store, whose key stream brings 10,000 forged keys, each as far ahead as is believed, and stays open
    paused    a true store, whose key stream says without a pause that the store is paused, and that it isn't
    versions  a true store, whose key stream names another version of the stores in each event, without a pause
    notices   a true store, whose key stream brings forged notices without a pause
    comments  a true store, whose key stream brings comments without a pause
    fields    a true store, whose key stream brings lines that end no event without a pause
    moved     every route is a redirect (307) to the same in the mode `arrived`
    arrived   a true store
    true      a true store

A true store is that of Tests/Vectors, `main`: its window `sealed.bin`, which is valid for five more minutes when the
first request comes in a mode, and the true newest key on each stream. "Without end" ends after 512 MiB, so that a client without limits fills no machine, and
"without a pause" after 6 MiB. Pages of any origin may ask.

    GET /asked?MODE   {"route": {"times": [s, …], "taken": bytes, "open": connections}, …}: what was asked for in that mode, at
                      which seconds, how many bytes of the bodies the clients' side has taken, and how many are still being sent
"""

import argparse
import asyncio
import base64
import hashlib
import json
import socket
import sys
import time
import zlib
from pathlib import Path

VECTORS = Path(__file__).resolve().parents[1] / "Vectors"
WITHOUT_END = 1 << 29
WITHOUT_PAUSE = 6 << 20
PIECE = b" " * 65_536
FORGED_KEYS = 10_000
# The kernel takes so much for a client that doesn't read.
UNREAD = 1 << 16


def step(chain, slot, key):
    return hashlib.sha256(b"shelflife/v1/chain" + chain + slot.to_bytes(8, "big") + key).digest()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class TrueStore:
    """The store of the vectors. What is asked first finds it five minutes before the end of its window."""

    def __init__(self):
        self.window = (VECTORS / "sealed.bin").read_bytes()
        header = json.loads(self.window[12 : 12 + int.from_bytes(self.window[8:12], "big")])
        self.now_ms = header["untilMs"] - 300_000
        [chain] = header["chains"]
        self.chain = chain["id"]
        self.slot = min(chain["slots"], (self.now_ms + chain["leadMs"] - chain["epochMs"]) // 1000)
        told = json.loads((VECTORS / "vectors.json").read_text())
        key = decoded(told["chains"]["sealed"]["top"])
        for slot in range(chain["slots"], self.slot, -1):
            key = step(decoded(self.chain), slot, key)
        self.key = key
        notice = {"bytes": encoded(b"SHELFNT1{}"), "signature": encoded(bytes(64))}
        self.floods = {
            "paused": lambda index: b'event: paused\ndata: {"paused":%s}\n\n' % (b"false" if index % 2 else b"true"),
            "versions": lambda index: b'event: stores\ndata: {"version":"%d"}\n\n' % index,
            "notices": lambda _: f"event: notice\ndata: {json.dumps(notice)}\n\n".encode(),
            "comments": lambda _: b":\n",
            "fields": lambda _: b"id: 1\n",
        }
        self.stores = [{"id": "main", "title": "Main", "positions": header["positions"], "columns": header["columns"], "leadMs": chain["leadMs"],
                        "currency": "coins", "publicKey": told["signing"]["publicKey"], "theme": {}}]  # fmt: skip

    def time(self, elapsed_s):
        now_us = self.now_ms * 1000 + int(elapsed_s * 1e6)
        return {"receivedUs": now_us, "sentUs": now_us, "uncertaintyUs": 0, "timeline": "t"}

    def event(self, key):
        data = {"chain": self.chain, "slot": self.slot, "key": encoded(key), "sequence": 1}
        return f"event: key\nid: {self.chain}.{self.slot}\ndata: {json.dumps(data)}\n\n".encode()


def bombs():
    """The gzip of spaces without end: a beginning, and what can be repeated."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    spaces = b" " * (1 << 20)
    yield squeeze.compress(spaces) + squeeze.flush(zlib.Z_FULL_FLUSH)
    again = squeeze.compress(spaces) + squeeze.flush(zlib.Z_FULL_FLUSH)
    while True:
        yield again


class Asked:
    def __init__(self):
        self.times, self.taken, self.open = [], 0, 0


class HostileServer:
    def __init__(self):
        self.store = TrueStore()
        self.modes = {}

    async def serve(self, reader, writer):
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
        writer.transport.set_write_buffer_limits(0)
        try:
            while not writer.is_closing():
                head = await reader.readuntil(b"\r\n\r\n")
                lines = head.decode("latin-1").split("\r\n")
                length = next(
                    (int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:")), 0
                )
                await reader.readexactly(length)
                await self.answer(lines[0].split(" ")[1], reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def answer(self, path, reader, writer):
        if path.startswith("/asked?"):
            found = self.modes.get(path.split("?")[1], {})
            return await self.whole(writer, json.dumps({route: vars(asked) for route, asked in found.items()}).encode())
        mode, _, route = path.removeprefix("/").partition("/")
        asked = self.modes.setdefault(mode, {}).setdefault("/" + route.split("?")[0], Asked())
        asked.times.append(time.monotonic())
        asked.open += 1
        # A client that closes is noticed while nothing is written, too. None sends a second request before the answer's
        # end.
        closed = asyncio.ensure_future(reader.read(1))
        sending = asyncio.ensure_future(self.send(mode, "/" + route, writer, asked))
        try:
            await asyncio.wait([closed, sending], return_when=asyncio.FIRST_COMPLETED)
            if not sending.done():
                raise ConnectionResetError
            sending.result()
            writer.close()
        finally:
            asked.open -= 1
            sending.cancel()
            closed.cancel()

    async def send(self, mode, route, writer, asked):
        if mode == "moved":
            return await self.whole(
                writer, b"", f"Location: /arrived{route}\r\nConnection: close\r\n", "307 Temporary Redirect"
            )
        if mode in ("line", "event", "forged", "true", "arrived", *self.store.floods):
            return await self.true_answer(mode, route, writer, asked)
        pieces = {"gzip": bombs()}.get(mode) or iter(lambda: PIECE, None)
        head = {
            "chunked": "Transfer-Encoding: chunked\r\n",
            "crumbs": "Transfer-Encoding: chunked\r\n",
            "longer": f"Content-Length: {1 << 40}\r\n",
            "shorter": "Content-Length: 10\r\n",
            "gzip": "Content-Encoding: gzip\r\n",
        }.get(mode, "")
        status = "500 Internal Server Error" if mode == "refusal" else "200 OK"
        writer.write(f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n{head}Connection: close\r\n\r\n".encode())
        frame = {
            "chunked": lambda piece: b"%x\r\n%s\r\n" % (len(piece), piece),
            "crumbs": lambda piece: b"1\r\n \r\n" * (len(piece) // 8),
        }
        await self.pour(map(frame.get(mode, bytes), pieces), writer, asked)

    async def true_answer(self, mode, route, writer, asked):
        begun = min(asked.times[0] for asked in self.modes[mode].values())
        plain = {"/v1/time": lambda: self.store.time(time.monotonic() - begun), "/v1/stores": lambda: self.store.stores}
        if route in plain:
            return await self.whole(writer, json.dumps(plain[route]()).encode(), "Connection: close\r\n")
        if route == "/v1/stores/main/window":
            return await self.whole(writer, self.store.window, "Connection: close\r\n")
        if route != "/v1/stores/main/keys":
            return await self.whole(writer, b"{}", "Connection: close\r\n", "404 Not Found")
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nAccess-Control-Allow-Origin: *\r\n"
            b"Connection: close\r\n\r\nretry: 1000\n\n"
        )
        if mode in self.store.floods:
            await self.pour(self.flood(mode), writer, asked)
        if mode == "line":
            return await self.pour(iter(lambda: b"x" * 65_536, None), writer, asked)
        if mode == "event":
            return await self.pour(iter(lambda: b"data: " + b"x" * 1017 + b"\n", None), writer, asked)
        forged = (
            self.store.event(hashlib.sha256(bytes([index & 255, index >> 8])).digest()) for index in range(FORGED_KEYS)
        )
        await self.pour(forged if mode == "forged" else [self.store.event(self.store.key)], writer, asked)
        while True:
            await asyncio.sleep(15)
            await self.pour([b":\n\n"], writer, asked)

    def flood(self, mode):
        sent = index = 0
        while sent < WITHOUT_PAUSE:
            piece = b"".join(self.store.floods[mode](index + step) for step in range(1000))
            sent, index = sent + len(piece), index + 1000
            yield piece

    @staticmethod
    async def pour(pieces, writer, asked):
        sent = 0
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            sent += len(piece)
            asked.taken += len(piece)
            if sent > WITHOUT_END:
                return

    @staticmethod
    async def whole(writer, body, more="", status="200 OK"):
        writer.write(
            f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"Access-Control-Allow-Origin: *\r\n{more}\r\n".encode()
            + body
        )
        await writer.drain()


async def main(port):
    server = await asyncio.start_server(HostileServer().serve, "127.0.0.1", port)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    async with server:
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A server that means harm, for tests.")
    parser.add_argument("--port", type=int, default=0, help="0: a free one")
    asyncio.run(main(parser.parse_args().port))
