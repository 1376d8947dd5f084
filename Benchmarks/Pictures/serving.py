"""How fast a picture is answered, from memory and from the disk, beside nginx with the same bytes as static files.

    python3 Benchmarks/Pictures/serving.py --shelflife PROGRAM [--json FILE]

The servers take turns, several rounds long; medians count. Of nginx's two ways the faster one does. What is asked for in
turn is five times as large as the server's memory for files, so that no file is there when it's asked for again. The
pictures are random bytes that are written straight into the database: to make that many pictures would take too long.
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
SECONDS_OF_WARMTH = 1
GOALS = {"10 kB": 0.9, "60 kB": 0.9, "60 kB of 330 MB in turn": 0.5}

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


def compare(name, paths, ours, ways, options):
    script = IN_TURN.format(paths=", ".join(f'"{path}"' for path in paths)) if len(paths) > 1 else ""
    servers = {"shelflife": ours, **ways}
    rounds = {side: [] for side in servers}
    for server in servers.values():
        load(server, paths[0], script, SECONDS_OF_WARMTH)
    for _ in range(options.rounds):
        for side, server in servers.items():
            rounds[side].append(load(server, paths[0], script, options.seconds))
    medians = {side: statistics.median(rows) for side, rows in rounds.items()}
    best = max(ways, key=medians.get)
    ratio = medians["shelflife"] / medians[best]
    shown = "   ".join(f"{side} {rate:>7,.0f}/s" for side, rate in medians.items())
    verdict = "met" if ratio >= GOALS[name] else f"missed, goal {GOALS[name]}"
    print(f"a picture of {name:<24}{shown}   to {best}: {ratio:.2f} ({verdict})", flush=True)
    return {"perSecond": medians, "best": best, "ratio": ratio, "rounds": rounds}


def load(server, path, script, seconds):
    found = wrk(server, path, script + REPORT, seconds, 64)
    if found["errors"]:
        raise SystemExit(f"{found['errors']} errors at {server.url(path)}")
    return found["requests"] / (found["durationUs"] / 1e6)


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
        root = folder / "files"
        for path, data in {**made, "/100-bytes": b"x" * 100}.items():
            (root / path[1:]).parent.mkdir(parents=True, exist_ok=True)
            (root / path[1:]).write_bytes(data)
        with shop.served(program, folder):
            pass
        store(made, folder / "data/secrets/shelflife.sqlite")
        with shop.served(program, folder) as ours, nginx(folder, root) as ways:
            for path in (*paths[:2], paths[-1]):
                if any(server.get(path) != made[path] for server in [ours, *ways.values()]):
                    raise SystemExit(f"{path} is answered with other bytes")
            copies = folder / "data/cache"
            while len(list(copies.iterdir())) < len(made):
                time.sleep(0.1)
            cases = dict(zip(GOALS, ([paths[0]], [paths[1]], paths[2:])))
            results = {name: compare(name, some, ours, ways, options) for name, some in cases.items()}
    if options.json:
        Path(options.json).write_text(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
