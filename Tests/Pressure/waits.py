"""What takes over a minute to see, begun before all other tests: connections on which nothing comes, and readers who
don't read."""

import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field

from asking import SERVER, connected, length, request
from contents import MAIN
from pressed_shop import WIDE

EACH = 20
RECEIVES = 4096
SEGMENT, RATE, SLOWLY = 536, 40_000, 20
WINDOW, KEYS = request(f"/v1/stores/{MAIN}/window"), request(f"/v1/stores/{MAIN}/keys")
DOCUMENT = request("/v1/openapi.json")
MANY = 100_000
IDLE = {
    "nothing": b"",
    "a time": request("/v1/time"),
    "an answer of the router's": request("/healthz"),
    "a refusal": request("/nowhere", "POST", body=b"{}"),
}
LAST = request("/v1/time", fields="Connection: close\r\n")
LONGEST = 120
STEP = 0.5


class Idle:
    """One who asks for something and then never again, reads what comes, and has all the time in the world."""

    def __init__(self, port, asked):
        self.connection, self.lasted = connected(port, "127.0.0.6"), None
        self.connection.sendall(asked)
        self.connection.setblocking(False)
        self.began = time.monotonic()

    def look(self):
        try:
            while self.lasted is None:
                if not self.connection.recv(1 << 16):
                    self.lasted = time.monotonic() - self.began
        except BlockingIOError:
            pass


class Unread:
    """One who asks for more and more and takes nothing of it."""

    def __init__(self, port, source, asked):
        self.connection, self.rest, self.is_ended = connected(port, source, RECEIVES), asked, False
        self.connection.setblocking(False)
        self.look()

    def look(self):
        try:
            while self.rest and not self.is_ended:
                self.rest = self.rest[self.connection.send(self.rest) :]
        except BlockingIOError:
            pass
        except ConnectionError:
            self.is_ended = True


class Steady:
    """One who takes a long answer slowly, over segments so short that it can't wait in the kernel, and then no more."""

    def __init__(self, port):
        self.connection, self.read = socket.socket(), 0
        self.connection.settimeout(SLOWLY)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVES)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
        self.connection.connect((SERVER, port))
        self.connection.sendall(request(f"/v1/stores/{WIDE}/window", fields="Connection: close\r\n"))
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        began, head = time.monotonic(), b""
        with suppress(OSError), self.connection:
            while some := self.connection.recv(RATE // 10):
                head, self.read = head or some, self.read + len(some)
                time.sleep(0.1)
        self.lasted = time.monotonic() - began
        self.wanted = head.index(b"\r\n\r\n") + 4 + length(head)


@dataclass
class Moment:
    """What the server told of itself a number of seconds after the beginning."""

    at: float
    connections: int
    streams: int
    idle: int
    slow_readers: int
    megabytes: int


@dataclass
class Waits:
    shop: object
    moments: list = field(default_factory=list)
    is_over: bool = False
    error: Exception | None = None

    def start(self):
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def stop(self):
        self.is_over = True
        self.thread.join()
        for client in [*self.all_idle, *self.readers, *self.streamers, *self.closing]:
            client.connection.close()

    def joined(self):
        """Once every connection has been ended, or too much time has passed."""
        self.thread.join()
        if self.error:
            raise self.error
        return self

    def run(self):
        try:
            self.open()
            while not self.is_over and self.moments[-1].connections and self.moments[-1].at < LONGEST:
                time.sleep(STEP)
                for client in [*self.all_idle, *self.readers, *self.streamers]:
                    client.look()
                self.look()
        except Exception as error:
            self.error = error

    def open(self):
        port, self.began = self.shop.port, time.monotonic()
        self.look()
        self.idle = {name: [Idle(port, asked) for _ in range(EACH)] for name, asked in IDLE.items()}
        asked = [memoryview(WINDOW * MANY), memoryview(DOCUMENT * MANY)]
        self.readers = [Unread(port, "127.0.0.4", asked[number % 2]) for number in range(EACH)]
        self.streamers = [Unread(port, "127.0.0.5", memoryview(WINDOW * 500 + KEYS)) for _ in range(EACH)]
        self.steady = Steady(port)
        self.closing = [Idle(port, LAST) for _ in range(EACH)]
        self.look()

    @property
    def all_idle(self):
        return [client for clients in self.idle.values() for client in clients]

    def look(self):
        shop = self.shop
        self.moments.append(Moment(
            time.monotonic() - self.began, shop.connections, shop.gauge("shelflife_key_streams"),
            shop.ended("idle"), shop.ended("slow reader"), shop.megabytes))  # fmt: skip

    def first(self, holds):
        """The first moment of which something holds."""
        return next((moment for moment in self.moments if holds(moment)), None)
