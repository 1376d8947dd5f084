"""How fast pictures and packs are answered, from memory and from the disk, beside nginx with the same bytes as static files.

    python3 Benchmarks/Pictures/serving.py --shelflife PROGRAM [--json FILE]

The servers take turns, several rounds long; medians count. Of nginx's two ways the faster one does. What is asked for in
turn is five times as large as the server's memory for files, so that no file is there when it's asked for again. Before
a cold round the system is told to forget the files; each is asked for once then. The pictures are random bytes that are
written straight into the database: to make that many pictures would take too long.
"""

import argparse
import base64
import hashlib
import json
import os
import random
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path

import shop
from load import REPORT, wrk
from processes import nginx

LENGTHS, MANY, LENGTH_OF_MANY = (10_000, 60_000), 5500, 60_000
WIDTH = 288
# That of the pictures that are made now (PicturePipeline), so that none is made anew.
PIPELINE = 2
THUMB_HASH = bytes.fromhex("1d188515862bdf9b812b5dbf77840789f5")
PACK, LEVELS = "warehouse", 480
GOALS = {
    "a picture of 10 kB": 0.9, "a picture of 60 kB": 0.9, "pictures in turn, 330 MB": 0.5,
    "the same, from a cold disk": 0.5, "a pack of 31 MB": 0.5, "the same, from a cold disk ": 0.5,
}  # fmt: skip

# Each thread of wrk goes through a part of its own, so that none asks for what another has just had read.
IN_TURN = """
local paths, threads = {{ {paths} }}, 0
function setup(thread)
    thread:set("part", threads)
    threads = threads + 1
end
function init() first, asked = part * math.floor(#paths / 2), 0 end
function request()
    local path = paths[first + asked % math.max(1, math.floor(#paths / 2)) + 1]
    asked = asked + 1
    return wrk.format("GET", path)
end
"""

# The same, but each is asked for once. The last answer's end counts, by the clock of gettimeofday(2).
ONCE = IN_TURN + """
local ffi = require("ffi")
ffi.cdef("typedef struct {{ long s; long us; }} instant; int gettimeofday(instant *, void *);")
local seen, all = ffi.new("instant"), {{}}
local function now() ffi.C.gettimeofday(seen, nil); return tonumber(seen.s) * 1e6 + tonumber(seen.us) end
local number = setup
function setup(thread) number(thread); table.insert(all, thread) end
local ask = request
function request()
    begun = begun or now()
    return ask()
end
function delay()
    if asked < math.floor(#paths / 2) then return 0 end
    ended = now()
    return 1000000
end
function done(summary)
    local first, last = math.huge, 0
    for _, thread in ipairs(all) do
        first, last = math.min(first, thread:get("begun")), math.max(last, thread:get("ended") or now())
    end
    io.write(string.format('{{"requests":%d,"durationUs":%d,"errors":%d}}\\n', summary.requests, last - first,
        summary.errors.connect + summary.errors.read + summary.errors.status))
end
"""


def pictures():
    """Addresses with what is answered there, from a seed."""
    draws = random.Random(1)
    lengths = [*LENGTHS, *[LENGTH_OF_MANY] * MANY]
    return {address(draws.randbytes(16)): draws.randbytes(length) for length in lengths}


def address(name):
    return f"/v1/pictures/{base64.urlsafe_b64encode(name).decode().rstrip('=')}/{WIDTH}.webp"


def store(made, database):
    """Writes pictures that have long been shown into a database that no server uses."""
    now = int(1000 * time.time())
    with sqlite3.connect(database) as shop_of_old:
        for path, data in made.items():
            name = base64.urlsafe_b64decode(path.split("/")[3] + "==")
            file, master = hashlib.sha256(data).digest(), hashlib.sha256(name).digest()
            shop_of_old.execute("INSERT INTO file VALUES (?, ?, ?, ?)", (file, len(data), now, now))
            shop_of_old.execute("INSERT INTO file_part VALUES (?, 0, ?)", (file, data))
            shop_of_old.execute(
                "INSERT INTO picture (master, pipeline, name, thumb, renewed_at_ms, named_at_ms, shown_from_ms)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)", (master, PIPELINE, name, THUMB_HASH, now, now, now))  # fmt: skip
            shop_of_old.execute(
                "INSERT INTO picture_variant (picture, pipeline, width, file) VALUES (?, ?, ?, ?)",
                (master, PIPELINE, WIDTH, file),
            )


def compare(name, measure, ours, ways, options, cools=()):
    """- measure: answers what a server does in a second.
    - cools: the folders whose files the system forgets before each round.
    """
    servers = {"shelflife": ours, **ways}
    rounds = {side: [] for side in servers}
    for server in servers.values():
        measure(server)
    for _ in range(options.rounds):
        for side, server in servers.items():
            for folder in cools:
                forget(folder)
            rounds[side].append(measure(server))
    medians = {side: statistics.median(rows) for side, rows in rounds.items()}
    best = max(ways, key=medians.get)
    ratio = medians["shelflife"] / medians[best]
    shown = "   ".join(f"{side} {rate:>7,.0f}/s" for side, rate in medians.items())
    verdict = "met" if ratio >= GOALS[name] else f"missed, goal {GOALS[name]}"
    print(f"{name:<28}{shown}   to {best}: {ratio:.2f} ({verdict})", flush=True)
    return {"perSecond": medians, "best": best, "ratio": ratio, "rounds": rounds}


def forget(folder):
    """Has the system forget what files hold, as far as it lies in memory only for later readers."""
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def asking(paths, seconds, connections=64):
    script = IN_TURN.format(paths=listed(paths)) if len(paths) > 1 else ""
    return lambda server: rate(wrk(server, paths[0], script + REPORT, seconds, connections), server)


def asking_once(paths, seconds):
    return lambda server: rate(wrk(server, paths[0], ONCE.format(paths=listed(paths)), seconds, 64), server)


def fetching(path):
    """One reader's, of one file, in MB."""

    def measure(server):
        begun = time.perf_counter()
        return len(server.get(path)) / 1e6 / (time.perf_counter() - begun)

    return measure


def listed(paths):
    return ", ".join(f'"{path}"' for path in paths)


def rate(found, server):
    if found["errors"]:
        raise SystemExit(f"{found['errors']} errors at {server.url('/')}")
    return found["requests"] / (found["durationUs"] / 1e6)


def write_pack(folder):
    """A pack that no compression makes shorter."""
    pack = folder / "packs" / PACK
    pack.mkdir(parents=True)
    lines = ["levels:"]
    for number in range(LEVELS):
        (pack / f"{number}.bin").write_bytes(random.Random(number).randbytes(64 << 10))
        lines.append(f"  - {{id: level-{number}, title: Level {number}, map: {number}.bin}}")
    (pack / "pack.yaml").write_text("\n".join(lines) + "\n")


def publish_pack(program, server):
    """- Returns: the address of the pack's file."""
    until = time.monotonic() + 60
    while True:
        try:
            shop.command(program, "pack", "move", PACK, "--reason", "for all", "--to", server.url(""))
            break
        except SystemExit:
            # The server makes the release after its start.
            if time.monotonic() > until:
                raise
            time.sleep(0.5)
    data = server.get(f"/v1/packs/{PACK}/stable")
    document = json.loads(data[12 : 12 + int.from_bytes(data[8:12])])
    return f"/v1/pack-files/{document['release']['snapshot']['sha256']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shelflife", required=True, help="the program")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=2, help="how long a round is")
    parser.add_argument("--json", help="also write the figures to this file")
    options = parser.parse_args()
    program, made = os.path.abspath(options.shelflife), pictures()
    paths = list(made)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        root, copies = folder / "files", folder / "data/cache"
        write_pack(folder / "served")
        with shop.served(program, folder) as server:
            pack = publish_pack(program, server)
            files = {**made, pack: server.get(pack), "/100-bytes": b"x" * 100}
        for path, data in files.items():
            (root / path[1:]).parent.mkdir(parents=True, exist_ok=True)
            (root / path[1:]).write_bytes(data)
        store(made, folder / "data/secrets/shelflife.sqlite")
        with shop.served(program, folder) as ours, nginx(folder, root) as ways:
            for path in (*paths[:2], paths[-1], pack):
                if any(server.get(path) != files[path] for server in [ours, *ways.values()]):
                    raise SystemExit(f"{path} is answered with other bytes")
            while len(list(copies.iterdir())) < len(made) + 1:
                time.sleep(0.1)
            seconds = options.seconds
            ways_to_measure = [
                (asking(paths[:1], seconds), []), (asking(paths[1:2], seconds), []), (asking(paths[2:], seconds), []),
                (asking_once(paths[2:], 4 * seconds), [copies, root]),
                (asking([pack], seconds, 8), []), (fetching(pack), [copies, root]),
            ]  # fmt: skip
            results = {
                name: compare(name, measure, ours, ways, options, cools)
                for name, (measure, cools) in zip(GOALS, ways_to_measure, strict=True)
            }
    if options.json:
        Path(options.json).write_text(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
