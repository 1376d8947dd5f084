"""A key to ten thousand at once: when each of them has it, by the kernel's own time stamps, and what idle streams
cost."""

import json
import re
import resource
import select
import socket
import statistics
import struct
import time
from pathlib import Path

SO_TIMESTAMPNS = 35
SECONDS = struct.Struct("qq")

SETTINGS = """
server: {port: 0}
clock: {uncertainty: 0ms}
limits: {connections: 15000, connectionsPerAddress: 15000}
"""
CONTENT = """
title: Streams
catalogue: [items.csv]
stores:
  - {id: main, positions: 6, lead: 300ms, shelfLife: {from: 10s, to: 30s}}
"""


def write_configuration(folder):
    """A small sealed store, in which something is released every few seconds."""
    rows = "".join(f"item-{index},Item {index},set,2020-01-01,5,,*\n" for index in range(60))
    (folder / "items.csv").write_text("id,name,set,released,price,edition,glyph\n" + rows)
    (folder / "content.yaml").write_text(CONTENT)
    (folder / "shelflife.yaml").write_text(SETTINGS)
    return folder / "shelflife.yaml"


def release_time(window, event):
    """When a key is due, in nanoseconds: DESIGN's slot starts, less the lead."""
    length = struct.unpack(">I", window[8:12])[0]
    header = json.loads(window[12 : 12 + length])
    chain_id, slot = event.split(".")
    chain = next(chain for chain in header["chains"] if chain["id"] == chain_id)
    return (chain["epochMs"] + 1000 * int(slot) - chain["leadMs"]) * 1_000_000


class Crowd:
    """Readers of a store's keys, who look only when all has long arrived, so that they take no time from the server."""

    def __init__(self, port, count):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 200), hard))
        self.poll = select.epoll()
        self.sockets = {}
        for _ in range(count):
            self.open(port)

    def open(self, port):
        reader = socket.create_connection(("127.0.0.1", port), timeout=10)
        reader.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        reader.sendall(b"GET /v1/stores/main/keys HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n")
        self.sockets[reader.fileno()] = reader
        self.poll.register(reader, select.EPOLLIN)

    def drain(self):
        """What has arrived at each: the time stamp in nanoseconds, and the words."""
        heard = []
        while ready := self.poll.poll(0, len(self.sockets)):
            for number, _ in ready:
                words, control, _, _ = self.sockets[number].recvmsg(65536, 64)
                if not words:
                    raise SystemExit("a stream was ended")
                # The kernel begins to take stamps a moment after it was asked to; by then the greetings are there.
                heard += [(stamp(data), words) for _, kind, data in control if kind == SO_TIMESTAMPNS]
        return heard

    def close(self):
        for reader in self.sockets.values():
            reader.close()


def stamp(data):
    seconds, nanoseconds = SECONDS.unpack(data)
    return seconds * 1_000_000_000 + nanoseconds


def resident(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()).group(1)) * 1024


def measure(server, count, releases):
    """How late the first and the last of `count` readers were sent each key, and what they cost idle."""
    before = resident(server.process.pid)
    crowd = Crowd(server.port, count)
    time.sleep(2)
    crowd.drain()
    idle = resident(server.process.pid)
    heard, until = Arrivals(), time.monotonic() + 30 * releases
    while len(heard.complete(count)) < releases and time.monotonic() < until:
        time.sleep(1.5)
        heard.add(crowd.drain())
    # What has been released while the last was counted is still on its way.
    time.sleep(1.5)
    heard.add(crowd.drain())
    crowd.close()
    if missing := heard.missing(count):
        raise SystemExit(f"not every reader was sent {', '.join(missing)}")
    rows = list(heard.rows(server.get("/v1/stores/main/window"), count))
    if not rows:
        raise SystemExit("nothing was released while the streams were open")
    return {
        "streams": count,
        "releases": rows,
        "leftOut": len(heard.keys) - len(rows),
        "firstMs": min(row["firstMs"] for row in rows),
        "lastMs": {
            "median": statistics.median(row["lastMs"] for row in rows),
            "most": max(row["lastMs"] for row in rows),
        },
        "residentMB": {"before": before / 1e6, "idle": idle / 1e6},
    }


class Arrivals:
    """For each key: at how many readers it has arrived, and when, where the stamp is its own."""

    def __init__(self):
        self.keys = {}

    def add(self, heard):
        for stamp, words in heard:
            events = re.findall(rb"^id: (\S+)", words, re.MULTILINE)
            # What came together has the stamp of the last: that of a comment or of another key isn't this key's.
            is_alone = len(events) == 1 and b"\n:\n" not in words
            for event in events:
                self.keys.setdefault(event.decode(), []).append(stamp if is_alone else None)

    def complete(self, count):
        return [event for event, stamps in self.keys.items() if len(stamps) == count and None not in stamps]

    def missing(self, count):
        return [event for event, stamps in self.keys.items() if len(stamps) != count]

    def rows(self, window, count):
        """How long after its release each key did reach the first and the last."""
        for event in self.complete(count):
            due, stamps = release_time(window, event), self.keys[event]
            yield {"firstMs": (min(stamps) - due) / 1e6, "lastMs": (max(stamps) - due) / 1e6}
