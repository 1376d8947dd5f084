"""Clients who ask for a long file and read it as they like: not at all, whole, or at a pace."""

import json
import socket
import threading
import time
from contextlib import suppress

from asking import SERVER, connected, length, request

RECEIVES = 16 << 10
QUICKLY = 1 << 20
STEP = 0.05


class LongReader:
    """One who has read an answer's head and nothing of its body."""

    def __init__(self, port, path, source=SERVER, fields="", method="GET", segment=None):
        self.connection = connected(port, source, RECEIVES, segment=segment)
        self.ask(path, fields, method)

    def ask(self, path, fields="", method="GET"):
        self.connection.sendall(request(path, method, fields))
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            byte = self.connection.recv(1)
            if not byte:
                raise ConnectionError("The connection was ended.")
            head += byte
        self.status, self.head = int(head[9:12]), head
        return self

    def field(self, name):
        lines = (line.partition(b": ") for line in self.head.split(b"\r\n"))
        return next((value.decode() for key, _, value in lines if key.lower() == name.lower().encode()), None)

    def read_body(self):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, QUICKLY)
        left, body = length(self.head), bytearray()
        while left and (some := self.connection.recv(min(left, QUICKLY))):
            body += some
            left -= len(some)
        return bytes(body)

    def read_now(self, count):
        return self.connection.recv(count, socket.MSG_DONTWAIT)

    def problem(self):
        return json.loads(self.read_body())

    def close(self):
        self.connection.close()


class Paced:
    """Readers who each take a number of bytes a second, a piece after each pause, until they are told to stop."""

    def __init__(self, readers, rate, pause=STEP):
        self.rate, self.pause, self.taken = rate, pause, dict.fromkeys(readers, 0)
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        began = time.monotonic()
        while not self.is_over.wait(STEP):
            pieces = int((time.monotonic() - began) / self.pause)
            for reader in self.taken:
                self.take(reader, int(pieces * self.pause * self.rate))

    def take(self, reader, due):
        with suppress(OSError):
            while (left := due - self.taken[reader]) > 0 and (some := reader.read_now(left)):
                self.taken[reader] += len(some)

    def stop(self):
        self.is_over.set()
        self.thread.join()
