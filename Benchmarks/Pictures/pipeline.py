"""How long masters take to become pictures: by the command `pictures`, by `publish` to a running server, and by `publish`
again, when the server has them all. And how long `publish` takes when a shop of many items has nothing new.

    python3 Benchmarks/Pictures/pipeline.py --shelflife PROGRAM [--masters FOLDER] [--json FILE]

The ways take turns, several rounds long; each round has a server of its own. Medians count.
"""

import argparse
import json
import os
import shutil
import statistics
import tempfile
from pathlib import Path

import masters
import shop

MANY, ENOUGH = 2000, 64
ITEMS, TIMES = 10_000, 7


def measure(program, files, folder):
    """Seconds for each way, in one round."""
    content = shop.write(folder / "designed", files)
    pictures, _ = shop.command(program, "pictures", content.parent / "pictures", "--to", folder / "made")
    with shop.served(program, folder) as server:
        words = ["publish", content, "--to", server.url(""), "--reason", "pictures", "--over", "9999"]
        first, said = shop.command(program, *words)
        if f"sending {len(files)} of {len(files)} pictures" not in said:
            raise SystemExit(f"publish didn't send {len(files)} pictures:\n{said}")
        again, said = shop.command(program, *words)
        if "sending" in said:
            raise SystemExit(f"publish sent pictures that the server has:\n{said}")
    return {"pictures": pictures, "publish": first, "publish again": again}


def idle(program, folder):
    """Seconds for each time that content without pictures is published which the server has already."""
    content = shop.write(folder / "designed", plain=ITEMS)
    with shop.served(program, folder) as server:
        words = ["publish", content, "--to", server.url(""), "--reason", "many items", "--over", "9999"]
        shop.command(program, *words)
        return [shop.command(program, *words)[0] for _ in range(TIMES)]


def rounds(program, files, count):
    found = []
    for _ in range(count):
        with tempfile.TemporaryDirectory() as folder:
            found.append(measure(program, files, Path(folder)))
    return found


def line(kind, way, seconds, count):
    text = f"{count} masters ({kind}), {way}:".ljust(40) + f"{seconds:7.2f} s"
    if way != "publish again":
        text += f", {1000 * seconds / count:4.0f} ms each"
        # The few photos would take the start of the processes for a part of each.
        if count >= ENOUGH:
            text += f", so {MANY:,} in {MANY * seconds / count / 60:4.1f} min"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shelflife", required=True, help="the program")
    parser.add_argument("--masters", help="a folder that keeps the masters for other measurements")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--json", help="also write the figures to this file")
    options = parser.parse_args()
    program = os.path.abspath(options.shelflife)
    results = {}
    home = options.masters or tempfile.mkdtemp()
    try:
        for kind in masters.KINDS:
            files = masters.draw(kind, home)
            found = rounds(program, files, options.rounds)
            medians = {way: statistics.median(row[way] for row in found) for way in found[0]}
            for way, seconds in medians.items():
                print(line(kind, way, seconds, len(files)), flush=True)
            results[kind] = {"masters": len(files), "medians": medians, "rounds": found}
            print(f"{'publish beside pictures:':<40}{medians['publish'] / medians['pictures']:7.2f}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            times = idle(program, Path(folder))
        results["idle"] = {"items": ITEMS, "median": statistics.median(times), "times": times}
        print(f"{f'publish again, {ITEMS:,} plain items:':<40}{statistics.median(times):7.3f} s", flush=True)
    finally:
        if not options.masters:
            shutil.rmtree(home)
    if options.json:
        Path(options.json).write_text(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
