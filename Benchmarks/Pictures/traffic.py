"""How many bytes of pictures a player fetches in an hour who watches a store of 1,870 emoji: worked out, not measured.

    python3 Benchmarks/Pictures/traffic.py --shelflife PROGRAM [--json FILE]

The shop is that of Benchmarks/Catalogue. The listings are those of `shelflife preview`, and the sizes are those of
the files that `shelflife pictures` makes of the shop's masters. A page fetches a picture at the first listing that has
it, in one width, and keeps it.
"""

import argparse
import json
import os
import re
import statistics
import sys
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

import shop

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Catalogue"))
import catalogue

STORES = {"main": 12, "bazaar": 80}
WIDTHS = (192, 288)
HOURS, SEEDS = 24, (1, 2, 3)
# A start, a position, a length in seconds, and an item.
LISTING = re.compile(r"^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) +\d+ +\d+ +(\S+)")


def listings(program, content, store, seed):
    """The items of a day's listings, and of those of its first hour."""
    words = ["--config", content, "--store", store, "--hours", HOURS, "--seed", seed]
    _, said = shop.command(program, "preview", *words)
    rows = [found.groups() for line in said.splitlines() if (found := LISTING.match(line))]
    begun = datetime.fromisoformat(re.search(r", (\S+ \S+) to ", said).group(1))
    hour = [item for start, item in rows if datetime.fromisoformat(start) < begun + timedelta(hours=1)]
    return hour, [item for _, item in rows]


def fetched(items, sizes):
    """The bytes of the pictures of these items, each once."""
    return sum(sizes.get(item, 0) for item in set(items))


class EachItem(dict):
    """A size for every item, as if the whole catalogue had pictures."""

    def __init__(self, size):
        self.size = size

    def get(self, *_):
        return self.size


def watch(program, content, store, made):
    """For each width and share of items with pictures, kB in the first hour and in an hour of the first day."""
    found = []
    for seed in SEEDS:
        hour, day = listings(program, content, store, seed)
        row = {"listings": len(hour)}
        for width in WIDTHS:
            sizes = {file.name.removesuffix(f"-{width}.webp"): file.stat().st_size
                     for file in made.glob(f"*-{width}.webp")}  # fmt: skip
            mean = statistics.mean(sizes.values())
            for name, known in {"of its own": sizes, "for every item": EachItem(mean)}.items():
                row[f"{width} {name}"] = (fetched(hour, known) / 1000, fetched(day, known) / 1000 / HOURS)
        found.append(row)
    return {
        key: statistics.median(row[key] for row in found) if key == "listings"
        else tuple(statistics.median(row[key][part] for row in found) for part in (0, 1))
        for key in found[0]
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shelflife", required=True, help="the program")
    parser.add_argument("--json", help="also write the figures to this file")
    options = parser.parse_args()
    program, results = os.path.abspath(options.shelflife), {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        catalogue.write(program, folder / "shop")
        shop.command(program, "pictures", folder / "shop/pictures", "--to", folder / "made")
        pictured = len(list((folder / "made").glob(f"*-{WIDTHS[0]}.webp")))
        print(f"pictures that a player fetches, worked out for emoji with {pictured} pictures, and as if every")
        print(f"item had one of their mean size; by {len(SEEDS)} previews, for one who watches without a pause and keeps each")
        for store, positions in STORES.items():
            results[store] = figures = watch(program, folder / "shop/content.yaml", store, folder / "made")
            print(f"{positions} positions, {figures['listings']:.0f} listings in the first hour")
            for key, value in figures.items():
                if key != "listings":
                    width, _, whose = key.partition(" ")
                    print(f"  {width} pixels wide, {whose}:".ljust(36) + f"{value[0]:8,.0f} kB in the first hour, "
                          f"{value[1]:7,.0f} kB an hour over {HOURS} h")  # fmt: skip
    if options.json:
        Path(options.json).write_text(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
