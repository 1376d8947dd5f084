"""Masters to measure with, drawn from a seed: shapes over gradients as designers draw them, and something like photos.

    python3 Benchmarks/Pictures/masters.py FOLDER

They need `vips`, of libvips' tools.
"""

import argparse
import colorsys
import random
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SIZE = 1024
DRAWN, PHOTOS = 64, 8


def vips(*words):
    subprocess.run(["vips", *map(str, words)], check=True, capture_output=True, timeout=60)


def drawn(file, seed):
    """Shapes and gradients without noise, transparent around them."""
    source = file.with_suffix(".svg")
    source.write_text(svg(random.Random(seed)))
    vips("copy", source, file)
    source.unlink()


def svg(draws):
    gradients = "".join(gradient(f"g{number}", draws) for number in range(6))
    shapes = "".join(shape(f"g{number % 6}", draws) for number in range(24))
    frame = f'<rect x="60" y="60" width="904" height="904" rx="{draws.randint(40, 400)}" fill="url(#g0)"/>'
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}"><defs>{gradients}</defs>'
            f"{frame}{shapes}</svg>")  # fmt: skip


def gradient(name, draws):
    stops = "".join(f'<stop offset="{share}" stop-color="{colour(draws)}"/>' for share in (0, 0.5, 1))
    kind = draws.choice(["linear", "radial"])
    return f'<{kind}Gradient id="{name}">{stops}</{kind}Gradient>'


def colour(draws):
    rgb = colorsys.hsv_to_rgb(draws.random(), draws.uniform(0.3, 0.9), draws.uniform(0.4, 1))
    return "#" + "".join(f"{round(255 * part):02x}" for part in rgb)


def shape(name, draws):
    x, y, wide, high = draws.randint(200, 824), draws.randint(200, 824), draws.randint(20, 180), draws.randint(20, 180)
    look = f'fill="url(#{name})" stroke="{colour(draws)}" stroke-width="{draws.randint(0, 12)}"'
    if draws.random() < 0.5:
        return f'<ellipse cx="{x}" cy="{y}" rx="{wide}" ry="{high}" {look}/>'
    corners = " ".join(f"{x + draws.randint(-wide, wide)},{y + draws.randint(-high, high)}" for _ in range(5))
    return f'<polygon points="{corners}" {look}/>'


def photo(file, seed):
    """Colours that vary at four scales, and the grain of a camera."""
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder).joinpath
        scales = [(256, 90), (64, 45), (16, 22), (4, 11)]
        for band in range(3):
            for cell, strength in scales:
                vips("perlin", part("p.v"), SIZE, SIZE, "--cell-size", cell, "--seed", 100 * seed + 10 * band + cell)
                vips("linear", part("p.v"), part(f"{cell}.v"), strength, 0)
            vips("sum", " ".join(str(part(f"{cell}.v")) for cell, _ in scales), part(f"band{band}.v"))
        vips("bandjoin", " ".join(str(part(f"band{band}.v")) for band in range(3)), part("colours.v"))
        vips("gaussnoise", part("grain.v"), SIZE, SIZE, "--mean", 128, "--sigma", 4, "--seed", seed)
        vips("add", part("colours.v"), part("grain.v"), part("sum.v"))
        save(part("sum.v"), file)


def save(pixels, file):
    whole = pixels.with_name("whole.v")
    vips("cast", pixels, whole, "uchar")
    vips("copy", whole, f"{file}[Q=90]", "--interpretation", "srgb")


KINDS = {"drawn": (drawn, "png", DRAWN), "photo": (photo, "jpg", PHOTOS)}


def draw(kind, folder, count=None):
    """The first masters of a kind, in its own folder; those that are there already stay."""
    make, suffix, usual = KINDS[kind]
    count = count or usual
    home = Path(folder) / kind
    home.mkdir(parents=True, exist_ok=True)
    files = [home / f"{kind}-{number}.{suffix}" for number in range(count)]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda number: files[number].exists() or make(files[number], number), range(count)))
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    folder = parser.parse_args().folder
    for kind in KINDS:
        files = draw(kind, folder)
        print(f"{len(files)} masters, {kind}: {sum(file.stat().st_size for file in files) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
