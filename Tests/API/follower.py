"""A device that follows its player's stream, however often the connection is cut, and holds what it was told against
what has happened."""

import asyncio
import json
import socket
import struct
from collections import Counter

# Closing sends a reset instead of an end.
RESET = struct.pack("ii", 1, 0)
BLOCK = 4096


class Body:
    """The body of an answer in chunks, as far as it has come."""

    def __init__(self):
        self.raw, self.left, self.status, self.is_over = b"", 0, None, False

    def feed(self, data):
        """What is new of the body."""
        self.raw += data
        if self.status is None:
            head, end, rest = self.raw.partition(b"\r\n\r\n")
            if not end:
                return b""
            self.status, self.raw = int(head.split(b" ")[1]), rest
        found = b""
        while not self.is_over:
            if self.left == 0:
                size, end, rest = self.raw.lstrip(b"\r\n").partition(b"\r\n")
                if not end:
                    break
                self.left, self.raw = int(size, 16), rest
                self.is_over = self.left == 0
                continue
            part, self.raw = self.raw[: self.left], self.raw[self.left :]
            self.left -= len(part)
            found += part
            if self.left:
                break
        return found


class Device:
    """`told` has each event with a number: the number, the name, and the match."""

    def __init__(self, port, token, player):
        self.port, self.token, self.player = port, token, player
        self.last_id, self.began, self.told, self.balances = None, None, [], {}
        self.faults = []

    @property
    def newest(self):
        """The number of the last event."""
        return self.told[-1][0] if self.told else self.began

    def take(self, text):
        """One event, as it is written on the stream."""
        fields = dict(line.partition(": ")[::2] for line in text.splitlines() if not line.startswith(":"))
        name, data = fields.get("event"), json.loads(fields.get("data", "{}"))
        if name == "wallet":
            self.balances[data["currency"]] = data["balance"]
        elif name == "anew":
            if self.began is not None:
                self.faults.append(f"after event {self.last_id} it was told to read anew")
            self.began = number_in(fields["id"])
        elif name is not None:
            self.told.append((number_in(fields["id"]), name, data.get("match")))
        self.last_id = fields.get("id", self.last_id)

    async def read(self, cut=None, seconds=None):
        """Opens a stream and reads it until it ends.

        - cut: how many bytes are received before the connection is cut, in the middle of an event or not.
        - seconds: after how long it is cut.
        """
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            async with asyncio.timeout(seconds):
                await self.listen(reader, writer, cut)
        except (TimeoutError, ConnectionError):
            pass
        finally:
            if cut is not None:
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            writer.transport.abort()

    async def listen(self, reader, writer, cut):
        last = f"Last-Event-ID: {self.last_id}\r\n" if self.last_id else ""
        writer.write(
            f"GET /v1/player/events HTTP/1.1\r\nHost: shelf\r\n"
            f"Authorization: Bearer {self.token}\r\n{last}\r\n".encode()
        )
        body, text, room = Body(), b"", BLOCK if cut is None else cut
        while not body.is_over and room and (data := await reader.read(min(room, BLOCK))):
            room -= 0 if cut is None else len(data)
            text += body.feed(data)
            if body.status not in (None, 200):
                self.faults.append(f"the stream was answered {body.status}")
                return
            *whole, text = text.split(b"\n\n")
            for event in whole:
                self.take(event.decode())

    def compare(self, happened, balance):
        """All that isn't as it must be: every event of the player once, in order, and the last balance.

        - happened: how often there was each event since the device has begun, by name and match.
        """
        numbers = [number for number, _, _ in self.told]
        wanted = list(range(self.began + 1, self.began + 1 + happened.total()))
        found = Counter((name, match) for _, name, match in self.told)
        faults = list(self.faults)
        if numbers != wanted:
            faults.append(f"it was told {numbers} and not {wanted}")
        if found != happened:
            faults.append(f"it was told too much: {found - happened}; or too little: {happened - found}")
        if self.balances.get("coins") != balance:
            faults.append(f"it was told of {self.balances} and not of {balance} coins")
        return faults

    def has_all(self, happened, balance):
        return len(self.told) >= happened.total() and self.balances.get("coins") == balance


def number_in(event):
    """The number in an event's id, before which the incarnation stands."""
    return int(event.rsplit("-", 1)[1])
