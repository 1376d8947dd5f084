"""The shop that benchmarks measure: 1,870 emoji in 99 sets and the sample's arrivals, 82 pictures, and three stores.

    python3 Benchmarks/Catalogue/catalogue.py --shelflife PROGRAM FOLDER

The sample may become another one, and figures stay comparable with earlier ones.
"""

import argparse
import csv
import os
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
FILES = ("emoji.csv", "content.yaml", "NOTICE")
# The set of an arrival that has another one in the sample.
SETS = {
    "midnight-tram": "transport-ground", "glass-marble": "game", "travel-chess": "game", "kite-spool": "game",
    "double-six": "game", "rainy-day-boots": "clothing", "linen-apron": "clothing", "pocket-sundial": "time",
    "street-piano": "musical-instrument", "singing-saw": "musical-instrument", "cloud-atlas": "book-paper",
    "marbled-paper": "book-paper", "tide-table": "book-paper",
}  # fmt: skip
RENAMED = {"new arrivals": "arrivals-new", "curiosities": "arrivals-cabinet"}
# Which emoji have a picture, as all arrivals do.
PICTURED = (
    "automobile blowfish bus cactus cherries christmas-tree compass crown cupcake delivery-truck dolphin doughnut drum "
    "fire-engine fish flying-saucer gem-stone glowing-star green-apple guitar hamburger helicopter hot-beverage "
    "locomotive mushroom octopus red-apple ring rocket sailboat shark soft-ice-cream spouting-whale star strawberry "
    "taxi teddy-bear tropical-fish trumpet unicorn violin watermelon whale wrapped-gift"
).split()


def write(program, folder):
    """Writes the shop into a folder that isn't there yet; its arrivals come from now on."""
    subprocess.run([program, "sample", folder], check=True, stdout=subprocess.DEVNULL)
    (folder / "collectibles.csv").unlink()
    for name in FILES:
        shutil.copyfile(HERE / name, folder / name)
    with open(folder / "arrivals.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    with open(folder / "arrivals.csv", "w", newline="") as file:
        written = csv.DictWriter(file, rows[0], lineterminator="\n")
        written.writeheader()
        for row in rows:
            written.writerow({**row, "set": SETS.get(row["id"]) or RENAMED.get(row["set"], row["set"])})
    pictured = {*PICTURED, *(row["id"] for row in rows)}
    for picture in (folder / "pictures").iterdir():
        if picture.stem not in pictured:
            picture.unlink()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shelflife", required=True, help="the program")
    parser.add_argument("folder", type=Path, help="where the shop goes")
    options = parser.parse_args()
    write(os.path.abspath(options.shelflife), options.folder)


if __name__ == "__main__":
    main()
