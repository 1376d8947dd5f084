"""Connections that are opened and dropped as fast as a machine can, each in another rude way."""

import selectors
import socket
import struct
import threading
import time
from collections import Counter

from asking import connected, request
from contents import MAIN

RESET = struct.pack("ii", 1, 0)
PAGE, WINDOW, HALF = (
    request("/"),
    request(f"/v1/stores/{MAIN}/window"),
    b"POST /v1/players HTTP/1.1\r\nHost: shelf\r\nContent-Type: application/json\r\nContent-Le",
)
PIPELINE = WINDOW * 5 + PAGE + WINDOW
KEYS = request(f"/v1/stores/{MAIN}/keys")
BATCH = 100
SOON = 60


def with_reset(connection):
    """Closes it with RST rather than FIN."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    connection.close()


def asking(words, end):
    def drop(connection):
        connection.sendall(words)
        end(connection)

    return drop


def half_closed(words):
    """One that closes its end only, and stays to hear the other's."""

    def drop(connection):
        connection.sendall(words)
        connection.shutdown(socket.SHUT_WR)
        return connection

    return drop


def half_closed_while_listening(connection):
    """A key stream has no end, and goes on for one who has nothing more to say; so this one goes when it begins."""
    connection.sendall(KEYS)
    connection.shutdown(socket.SHUT_WR)
    connection.recv(1)
    connection.close()


ENDS = {"closed": socket.socket.close, "reset": with_reset}
WORDS = {
    "nothing": b"",
    "half a request": HALF,
    "a window": WINDOW,
    "a page": PAGE,
    "all at once": PIPELINE,
    "keys": KEYS,
}
WAYS = {f"{end} after {words}": asking(WORDS[words], ENDS[end]) for words in WORDS for end in ENDS}
WAYS |= {f"half-closed after {words}": half_closed(WORDS[words]) for words in WORDS}
WAYS["half-closed after keys"] = half_closed_while_listening


class Flood:
    """`threads` at a time, each from an address of its own."""

    def __init__(self, port, count, threads=8):
        self.port, self.each, self.threads = port, count // threads, threads
        self.opened, self.unanswered = Counter(), Counter()

    def pour(self):
        began = time.monotonic()
        threads = [
            threading.Thread(target=self.pour_from, args=(f"127.0.1.{number + 1}",)) for number in range(self.threads)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.lasted = time.monotonic() - began

    def pour_from(self, source):
        names, waiting = list(WAYS), []
        for number in range(self.each):
            name = names[number % len(names)]
            self.opened[name] += 1
            try:
                left = WAYS[name](connected(self.port, source))
            except ConnectionError:
                continue  # The server was quicker.
            waiting += [(name, left)] if left else []
            if len(waiting) == BATCH:
                waiting = self.hear_out(waiting)
        self.hear_out(waiting)

    def hear_out(self, waiting):
        """A client that has closed only its end is answered what it asked for, and then the other end is closed too."""
        with selectors.DefaultSelector() as selector:
            for name, connection in waiting:
                connection.setblocking(False)
                selector.register(connection, selectors.EVENT_READ, (name, bytearray()))
            deadline = time.monotonic() + SOON
            while selector.get_map() and time.monotonic() < deadline:
                for key, _ in selector.select(0.1):
                    self.hear(selector, key.fileobj, *key.data)
            for key in list(selector.get_map().values()):
                self.unanswered[key.data[0] + ", and never ended"] += 1
                key.fileobj.close()
        return []

    def hear(self, selector, connection, name, heard):
        try:
            some = connection.recv(1 << 20)
        except ConnectionError:
            some = b""
        heard += some
        if not some:
            selector.unregister(connection)
            connection.close()
            asked = WORDS[name.removeprefix("half-closed after ")].count(b"\r\n\r\n")
            if heard.count(b"HTTP/1.1 200 OK\r\n") != asked:
                self.unanswered[name] += 1
