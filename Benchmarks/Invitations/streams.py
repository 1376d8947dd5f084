"""What ten thousand open player's streams cost beside as many key streams, and how long after the answer to a move its
event is with the other player: on the server that was asked, and on another one on the same PostgreSQL.

    scripts/with-postgres python3 Benchmarks/Invitations/streams.py --shelflife PROGRAM [--json FILE]

Times are the kernel's stamps of what has arrived. The client looks only now and then, and takes hardly any time from
the server. Without a cluster, the second half is left out.
"""

import argparse
import base64
import contextlib
import json
import os
import re
import resource
import select
import socket
import statistics
import struct
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Benchmarks" / "Opening"), str(ROOT / "Tests" / "Browser")]

import clusters  # noqa: E402
from processes import shelflife  # noqa: E402

SO_TIMESTAMPNS = 35
SECONDS = struct.Struct("qq")
PATIENCE = 30
IDLE = 4
ASKERS = 16
# Quiet streams are sent a comment every 15 seconds. Moves are made for as long, so that they meet just one of these.
MATCHES, MOVES_LAST = 100, 15
GOALS_MS = {"same server": 100, "another server": 1000}
EVENT = re.compile(rb"^event: (\S+)", re.MULTILINE)

SETTINGS = """
server: {port: 0}
clock: {uncertainty: 0ms}
invitations: true
players: {welcome: {coins: 100}}
limits: {address: 1000000, player: 1000000, newPlayersPerAddress: 1000000, connections: 15000,
  connectionsPerAddress: 15000}
"""
CONTENT = """
title: Streams
catalogue: [items.csv]
stores:
  - {id: main, positions: 6, lead: 300ms, shelfLife: {from: 10s, to: 30s}}
"""


def write_configuration(folder):
    rows = "".join(f"item-{index},Item {index},set,2020-01-01,5,,*\n" for index in range(60))
    (folder / "items.csv").write_text("id,name,set,released,price,edition,glyph\n" + rows)
    (folder / "content.yaml").write_text(CONTENT)
    (folder / "shelflife.yaml").write_text(SETTINGS)


@contextlib.contextmanager
def serving(options, folder, name="data"):
    """A server over the data in a folder of this name."""
    if not (folder / "shelflife.yaml").exists():
        write_configuration(folder)
    arguments = ["serve", "--config", str(folder / "shelflife.yaml"), "--data", str(folder / name)]
    with shelflife(options.shelflife, folder, *arguments) as server:
        yield server


def connected(port):
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    line.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def received(line):
    """What has arrived, and when, in nanoseconds."""
    words, control, _, _ = line.recvmsg(65536, 64)
    for _, kind, data in control:
        if kind == SO_TIMESTAMPNS:
            seconds, nanoseconds = SECONDS.unpack(data)
            return words, seconds * 1_000_000_000 + nanoseconds
    return words, None


class Line:
    """A connection with one request at a time."""

    def __init__(self, port):
        self.line = connected(port)

    def ask(self, path, body, token=None, key=None):
        """The answer, and when it has arrived."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Length: {len(data)}\r\n"
        head += "" if body is None else "Content-Type: application/json\r\n"
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        head += f"Idempotency-Key: {key}\r\n" if key else ""
        self.line.sendall(head.encode() + b"\r\n" + data)
        answer = b""
        while not (whole := re.match(rb"HTTP/1.1 (\d+).*?content-length: (\d+).*?\r\n\r\n", answer, re.S | re.I)) or (
            len(answer) < whole.end() + int(whole[2])
        ):
            words, at = received(self.line)
            if not words:
                raise SystemExit("a connection was ended")
            answer += words
        if whole[1] != b"200":
            raise SystemExit(f"{path} was answered {answer!r}")
        return json.loads(answer[whole.end() :]), at

    def close(self):
        self.line.close()


def players(port, count):
    """The tokens of new players."""
    def made(share):
        line = Line(port)
        tokens = [line.ask("/v1/players", {"credential": b64(os.urandom(32))})[0]["token"] for _ in range(share)]
        line.close()
        return tokens

    shares = [count // ASKERS + (number < count % ASKERS) for number in range(ASKERS)]
    with ThreadPoolExecutor(ASKERS) as pool:
        return [token for tokens in pool.map(made, shares) for token in tokens]


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Crowd:
    """Readers of streams, by number."""

    def __init__(self, port, requests):
        self.poll, self.lines, self.numbers = select.epoll(), [], {}
        for number, (path, token) in enumerate(requests):
            line = connected(port)
            authorization = f"Authorization: Bearer {token}\r\n" if token else ""
            line.sendall(
                f"GET {path} HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n{authorization}\r\n".encode())
            self.lines.append(line)
            self.numbers[line.fileno()] = number
            self.poll.register(line, select.EPOLLIN)

    def drain(self):
        """What has arrived: the reader's number, the words, and when."""
        heard = []
        while ready := self.poll.poll(0, len(self.lines)):
            for file, _ in ready:
                words, at = received(self.lines[self.numbers[file]])
                if not words:
                    raise SystemExit("a stream was ended")
                heard.append((self.numbers[file], words, at))
        return heard

    def greeted(self):
        """Waits until all streams have begun."""
        silent, until = set(range(len(self.lines))), time.monotonic() + PATIENCE
        while silent:
            if time.monotonic() > until:
                raise SystemExit(f"{len(silent)} streams didn't begin")
            for number, words, _ in self.drain():
                if b"HTTP/1.1" in words and not words.startswith(b"HTTP/1.1 200"):
                    raise SystemExit(f"a stream was answered {words!r}")
                if b"event: " in words:
                    silent.discard(number)
            time.sleep(0.05)

    def stay_idle(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.drain()
            time.sleep(0.2)

    def close(self):
        for line in self.lines:
            line.close()


def resident(server):
    text = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) * 1024


def opened(server, requests):
    """A crowd whose streams have been quiet for a while, and what they cost."""
    before = resident(server)
    crowd = Crowd(server.port, requests)
    crowd.greeted()
    crowd.stay_idle(IDLE)
    idle = resident(server)
    return crowd, {"beforeMB": before / 1e6, "idleMB": idle / 1e6, "bytesEach": (idle - before) / len(requests)}


def of_players(tokens):
    return [("/v1/player/events", token) for token in tokens]


def make_matches(port, tokens):
    """Matches of two, with the tokens of both."""
    line = Line(port)
    found = []
    for number in range(MATCHES):
        pair = tokens[2 * number : 2 * number + 2]
        match = line.ask("/v1/player/matches", {"size": 2}, pair[0], f"m{number}")[0]["match"]
        secret = line.ask(f"/v1/player/matches/{match}/links", {}, pair[0], f"l{number}")[0]["secret"]
        line.ask("/v1/player/links", {"secret": secret}, pair[1])
        found.append((match, pair))
    line.close()
    return found


def move(server, crowd, matches, count):
    """How long after the answer to each move its event was with the other player, in milliseconds."""
    line, answers, events, apart = Line(server.port), {}, {}, MOVES_LAST / count
    begun = time.monotonic()
    for number in range(count):
        while time.monotonic() < begun + number * apart:
            note(crowd, events)
            time.sleep(0.001)
        index, version = number % MATCHES, number // MATCHES
        match, pair = matches[index]
        body = {"version": version, "payload": b64(number.to_bytes(4, "big"))}
        answers[index, version] = line.ask(f"/v1/player/matches/{match}/moves", body, pair[version % 2])[1]
    until = time.monotonic() + PATIENCE
    while sum(map(len, events.values())) < 2 * count and time.monotonic() < until:
        note(crowd, events)
        time.sleep(0.01)
    line.close()
    if any(len(events.get(2 * index + side, [])) != version + 1 for index, version in answers
           if (index, version + 1) not in answers for side in (0, 1)):  # fmt: skip
        raise SystemExit("not every player was told of each move once")
    # The mover is the player at the side version % 2.
    return [(events[2 * index + 1 - version % 2][version] - at) / 1e6 for (index, version), at in answers.items()]


def note(crowd, events):
    """Adds when each reader was told of a match. What came together with something later has the stamp of that."""
    for number, words, at in crowd.drain():
        events.setdefault(number, []).extend([at] * EVENT.findall(words).count(b"match"))


def summary(name, times):
    ordered = sorted(times)
    figures = {
        "moves": len(ordered), "medianMs": statistics.median(ordered),
        "p99Ms": ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], "mostMs": ordered[-1],
    }  # fmt: skip
    verdict = "met" if figures["p99Ms"] <= GOALS_MS[name] else "missed"
    print(
        f"from the answer to a move to the other player's stream, {name}: median {figures['medianMs']:.1f} ms, "
        f"99 % {figures['p99Ms']:.1f} ms, at most {figures['mostMs']:.1f} ms, of {len(ordered)} moves "
        f"({verdict}, goal {GOALS_MS[name]} ms)", flush=True)
    return figures


def on_one_server(options, folder):
    """On SQLite. Each kind of stream has a new process, over the same data."""
    with serving(options, folder) as server:
        tokens = players(server.port, options.streams)
        matches = make_matches(server.port, tokens)
    with serving(options, folder) as server:
        crowd, keys = opened(server, [("/v1/stores/main/keys", None)] * options.streams)
        crowd.close()
    with serving(options, folder) as server:
        crowd, streams = opened(server, of_players(tokens))
        times = move(server, crowd, matches, options.moves)
        crowd.close()
    print(
        f"{options.streams:,} idle streams: {streams['bytesEach'] / 1000:.1f} kB of the server's memory for each "
        f"player's ({streams['beforeMB']:.0f} MB without, {streams['idleMB']:.0f} MB with), "
        f"{keys['bytesEach'] / 1000:.1f} kB for each of as many key streams ({keys['beforeMB']:.0f} and "
        f"{keys['idleMB']:.0f} MB)", flush=True)
    return {"streams": options.streams, "player": streams, "keys": keys, "sameServer": summary("same server", times)}


def on_two_servers(options, folder):
    """Moves are made at one server, and all streams are at the other."""
    os.environ["SHELFLIFE_DATABASE"] = clusters.new_database()
    (folder / "asked").mkdir()
    (folder / "streaming").mkdir()
    with serving(options, folder / "asked") as asked, serving(options, folder / "streaming") as streaming:
        tokens = players(asked.port, options.streams)
        matches = make_matches(asked.port, tokens)
        crowd = Crowd(streaming.port, of_players(tokens))
        crowd.greeted()
        times = move(asked, crowd, matches, options.moves)
        crowd.close()
    return summary("another server", times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shelflife", required=True, help="the program")
    parser.add_argument("--streams", type=int, default=10_000)
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    # A player may make eight moves at once, and two in each second.
    if options.streams < 2 * MATCHES or options.moves > 16 * MATCHES:
        raise SystemExit(f"at least {2 * MATCHES} streams and at most {16 * MATCHES} moves")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < options.streams + 200:
        options.streams = hard - 200
        print(f"only {hard:,} files may be open, so {options.streams:,} streams are")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, options.streams + 200), hard))
    with tempfile.TemporaryDirectory() as folder:
        results = on_one_server(options, Path(folder))
    if clusters.CLUSTER:
        with tempfile.TemporaryDirectory() as folder:
            results["anotherServer"] = on_two_servers(options, Path(folder))
    else:
        print("no second server, since scripts/with-postgres has started no cluster")
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
