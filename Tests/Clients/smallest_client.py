"""A client that is written from docs/clients.md alone: it follows one store of a real server.

Nothing here is the project's but the bytes. The other parts are values that read no clock and ask nothing; this file
reads the device's clocks and makes the requests. `tend` does what is due, and `draw` says what the shelf shows.
"""

import contextlib
import http.client
import json
import queue
import socket
import threading
import time
from urllib.parse import urlsplit

from smallest_clock import Jumps, SmallestClock
from smallest_seal import Refused
from smallest_shelf import Shelf, TapGuard
from smallest_waits import Waits
from smallest_window import BYTES_AT_MOST

TIME_SECONDS, KEY_SECONDS, LIST_SECONDS, WINDOW_SECONDS, SILENCE_SECONDS = 5, 5, 10, 15, 45
LINE_AT_MOST = 128 * 1024


def device_us():
    return time.monotonic_ns() // 1000


class Client:
    def __init__(self, address, store, public_key, app_secret=None):
        self.place = urlsplit(address).netloc
        self.store = store
        self.clock, self.jumps, self.waits, self.guard = SmallestClock(), Jumps(), Waits(), TapGuard()
        self.shelf = Shelf(store, public_key, app_secret)
        self.etag, self.is_gone, self.stream, self.refusals = None, False, None, []
        self.due = {"time": 0.0, "window": 0.0, "stream": 0.0, "key": None}
        self.connection = None

    # The time

    def read(self):
        """The server's time and how far it can be off, in microseconds."""
        self.look()
        return self.clock.read(device_us())

    def time_ms(self):
        """The earliest and the latest that the time can be, or None."""
        now, uncertainty = self.read()
        return None if now is None else ((now - uncertainty) // 1000, -(-(now + uncertainty) // 1000))

    def look(self):
        """Whether one of the device's clocks has jumped."""
        before, wall, after = device_us(), time.time_ns() // 1000, device_us()
        by = self.jumps.look(after, wall, after - before)
        if by is not None:
            self.clock.jump(by)
            self.waits.restart_exchanges()
            self.due["time"] = 0.0
        return by is not None

    def exchange(self):
        """Exchanges time stamps, and says whether that was of use."""
        self.look()
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.place, timeout=TIME_SECONDS)
                self.connection.connect()
            sent = device_us()
            self.connection.request("GET", "/v1/time")
            answer = json.loads(self.connection.getresponse().read(4096))
            received = device_us()
            stamps = [sent, answer["receivedUs"], answer["sentUs"], received, answer["uncertaintyUs"]]
        except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
            self.connection = None
            return False
        if self.look():
            return False
        outcome = self.clock.take(stamps, answer["timeline"])
        if outcome == "restarted":
            self.waits.restart_exchanges()
        return outcome != "refused"

    # What is due

    def tend(self):
        """Does what is due at this moment."""
        self.take_events()
        if self.is_due("time"):
            self.due["time"] = self.later(self.waits.after_exchange(self.exchange()))
        if self.is_due("window"):
            self.due["window"] = self.later(self.fetch_window())
        if self.stream is None and self.shelf.window and self.is_due("stream"):
            self.stream = Stream(self.place, f"/v1/stores/{self.store}/keys")
        self.tend_key()
        self.check_time()

    def is_due(self, what):
        return self.due[what] is not None and time.monotonic() >= self.due[what]

    @staticmethod
    def later(seconds):
        return time.monotonic() + seconds

    def check_time(self):
        """Fetches another window if the one at hand was taken before the time was known, and isn't of now."""
        time_ms = self.time_ms()
        try:
            if time_ms:
                self.shelf.check_time(*time_ms)
        except Refused as refused:
            self.refusals.append(refused.code)
            self.etag, self.due["window"] = None, 0.0

    def fetch_window(self):
        """Fetches the newest window, and returns how long to wait before the next."""
        if self.is_gone and not self.is_listed():
            return self.waits.while_gone()
        headers = {"If-None-Match": self.etag} if self.etag else {}
        try:
            status, found, data = self.get(f"/v1/stores/{self.store}/window", WINDOW_SECONDS, headers)
        except (OSError, http.client.HTTPException):
            return self.waits.after_window(False)
        if status == 404 and not self.is_listed():
            self.gone()
            return self.waits.while_gone()
        if status not in (200, 304):
            return self.waits.after_window(False)
        if status == 200:
            try:
                self.shelf.take_window(data, self.time_ms())
            except Refused as refused:
                self.refusals.append(refused.code)
                return self.waits.after_window(False)
            self.etag, self.is_gone = found.get("ETag"), False
            self.waits.worked("gone")
        now, _ = self.read()
        left = None if now is None else (self.shelf.window.header["untilMs"] - now / 1000) / 1000
        return self.waits.after_window(True, left)

    def is_listed(self):
        """False only where the server has other stores and not this one."""
        try:
            listed = [store["id"] for store in json.loads(self.get("/v1/stores", LIST_SECONDS)[2])]
        except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
            return True
        return not listed or self.store in listed

    def gone(self):
        self.is_gone, self.etag = True, None
        self.shelf.forget()

    def tend_key(self):
        """Asks for a key by itself if the stream should have brought it."""
        now, _ = self.read()
        missing = None if now is None or self.stream is None else self.shelf.missing(now / 1000)
        if missing is None:
            self.due["key"] = None
            self.waits.worked("key")
        elif self.due["key"] is None:
            self.due["key"] = self.later(self.waits.before_key())
        elif self.is_due("key"):
            self.due["key"] = self.later(self.waits.before_key())
            self.ask_key(missing)

    def ask_key(self, listing):
        try:
            status, _, data = self.get(f"/v1/stores/{self.store}/keys/{listing.chain}/{listing.slot}", KEY_SECONDS)
        except (OSError, http.client.HTTPException):
            return
        if status == 200 and self.take_key(json.loads(data)):
            self.lose_stream(soon=True)

    def get(self, path, seconds, headers=None):
        connection = http.client.HTTPConnection(self.place, timeout=seconds)
        try:
            connection.request("GET", path, headers=headers or {})
            answer = connection.getresponse()
            data = answer.read(BYTES_AT_MOST + 1)
            return answer.status, answer.headers, data
        finally:
            connection.close()

    # The key stream

    def take_events(self):
        while self.stream is not None:
            try:
                event, data = self.stream.events.get_nowait()
            except queue.Empty:
                return
            self.take_event(event, data)

    def take_event(self, event, data):
        if event is None:
            self.lose_stream()
        elif event == "notice":
            self.shelf.take_notice(data)
        elif event == "key":
            if self.take_key(data):
                self.waits.worked("stream")
        elif event == "window" and self.shelf.window and data.get("sequence", 0) > self.shelf.window.header["sequence"]:
            self.due["window"] = min(self.due["window"], self.later(10 * self.waits.chance()))
        elif event == "gone":
            self.gone()
            self.due["window"] = self.later(self.waits.while_gone())

    def take_key(self, data):
        """Takes a key that came by itself, and says whether it is news."""
        _, latest_ms = self.time_ms() or (None, None)
        try:
            return self.shelf.take_key(data, latest_ms)
        except Refused as refused:
            self.refusals.append(refused.code)
            if refused.code == "forged":
                self.lose_stream()
            elif refused.code in ("chain", "walk") and not self.is_gone:
                self.due["window"] = min(self.due["window"], self.later(5))
            return False

    def lose_stream(self, soon=False):
        if self.stream is not None:
            self.stream.close()
        self.stream = None
        self.due["stream"] = self.later(0 if soon else self.waits.before_stream())

    # What the player sees

    def draw(self):
        """What the shelf shows now, or None before the time is known."""
        self.take_events()
        now, _ = self.read()
        if now is None or self.shelf.window is None:
            return None
        positions = self.shelf.positions(now / 1000)
        self.guard.note(positions, device_us() / 1000)
        return positions

    def takes_tap(self, number, seen):
        """Whether a tap counts that began on what `draw` had returned."""
        shown = self.draw()
        return bool(shown and number < len(shown) and self.guard.takes(number, seen, device_us() / 1000))

    def close(self):
        if self.stream is not None:
            self.stream.close()
        if self.connection is not None:
            self.connection.close()


class Stream:
    """Server-sent events, read by a thread. The last is None."""

    def __init__(self, place, path):
        self.events = queue.SimpleQueue()
        self.connection = http.client.HTTPConnection(place, timeout=SILENCE_SECONDS)
        self.is_closed = False
        threading.Thread(target=self._follow, args=[path], daemon=True).start()

    def close(self):
        self.is_closed = True
        with contextlib.suppress(OSError, AttributeError):
            self.connection.sock.shutdown(socket.SHUT_RDWR)

    def _follow(self, path):
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
            self.connection.request("GET", path, headers={"Accept": "text/event-stream"})
            answer = self.connection.getresponse()
            if answer.status == 200:
                self._read(answer)
        self.events.put((None, None))

    def _read(self, answer):
        event, data = None, []
        while not self.is_closed and (line := answer.readline(LINE_AT_MOST)).endswith(b"\n"):
            name, _, value = line.decode().rstrip("\r\n").partition(":")
            value = value.removeprefix(" ")
            if name == "event":
                event = value
            elif name == "data":
                data.append(value)
            elif line.strip() == b"":
                if event and data:
                    self.events.put((event, json.loads("\n".join(data))))
                event, data = None, []
