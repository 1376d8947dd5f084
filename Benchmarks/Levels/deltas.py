"""How many bytes bring a pack's next release to a device, beside zstd, sqldiff and a whole download.

    python3 Benchmarks/Levels/deltas.py --shelflife PROGRAM [--json FILE]

A pack has 500 levels, each with a map of 400 bytes that looks like one of a box-pushing game, drawn by a seed. What
another tool can't do by itself, such as to check its result, isn't counted for it.
"""

import argparse
import json
import random
import subprocess
import tempfile
from pathlib import Path

LEVELS, MAP_BYTES = 500, 400


def drawn(seed):
    """A map: walls around, few things within."""
    draw = random.Random(seed)
    return bytes(draw.choice(b"#####   ..$") for _ in range(MAP_BYTES))


def write(folder, maps):
    folder.mkdir(parents=True)
    lines = ["levels:"]
    for id, map in maps.items():
        (folder / f"{id}.xsb").write_bytes(map)
        lines.append(f"  - {{id: {id}, title: Level {id}, author: Ana, background: brick, map: {id}.xsb}}")
    (folder / "pack.yaml").write_text("\n".join(lines) + "\n")


def releases():
    """What is compared: a name, and the maps afterwards."""
    before = {f"level-{number}": drawn(number) for number in range(LEVELS)}
    ids = list(before)
    new = {f"more-{number}": drawn(1000 + number) for number in range(10)}
    few = {id: before[id] for id in ids if id not in ids[100:105]} | {id: drawn(id) for id in ids[7:10]}
    middle = {id: before[id] for id in ids[:9]} | new | {id: before[id] for id in ids[9:]}
    return before, [("3 changed, 5 deleted, 10 added", few | new), ("10 put in at place 10", middle)]


def size(command):
    return len(subprocess.run(command, check=True, capture_output=True).stdout)


def packed(path):
    return size(["zstd", "-19", "-c", path])


def pack(program, *arguments):
    subprocess.run([program, "pack", *arguments], check=True, stdout=subprocess.DEVNULL)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--shelflife", required=True)
    arguments.add_argument("--json", type=Path)
    options = arguments.parse_args()
    results = []
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        before, changes = releases()
        former = root / "before.sqlite"
        write(root / "before/warehouse", before)
        pack(options.shelflife, "build", root / "before/warehouse", "--to", former)
        for number, (what, maps) in enumerate(changes):
            folder, next, delta = root / f"{number}/warehouse", root / f"{number}.sqlite", root / f"{number}.delta"
            write(folder, maps)
            pack(options.shelflife, "build", folder, "--to", next)
            pack(options.shelflife, "diff", former, next, "--to", delta)
            sql = root / f"{number}.sql"
            sql.write_bytes(subprocess.run(["sqldiff", former, next], check=True, capture_output=True).stdout)
            found = {
                "delta": delta.stat().st_size,
                "sqldiff, zstd -19": packed(sql),
                "zstd --patch-from": size(["zstd", "-19", "-c", f"--patch-from={former}", next]),
                "snapshot, zstd -19": packed(next),
                "snapshot": next.stat().st_size,
            }
            results.append({"what": what, "bytes": found})
            print(f"{what}: " + ", ".join(f"{name} {count:,} B" for name, count in found.items()))
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n")


main()
