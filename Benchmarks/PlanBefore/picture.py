"""The plan before beside Shelflife, at the same changes: what it asks of servers, and what players see.

    python3 Benchmarks/PlanBefore/picture.py FIGURES.json PICTURE.svg

The figures are those of `shelflife-bench plan-before --json`.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Pictures"))
from svg import BAR, GAP, LEFT, OURS, THEIRS, WIDTH, bar, document, heading, text

SIDES = {"before": ("the plan before", THEIRS), "ours": ("Shelflife", OURS)}


def sightings(run):
    """How often a player saw a change."""
    return run["players"] * run["changes"]


def requests(run):
    count = sum(run["requests"].values())
    return count, f" · {count / sightings(run):.2f} for each player and change"


def statements(run):
    return run["statements"], f" · {run['statements'] / run['changes']:,.0f} for each change"


def processor(run):
    server, database = run["serverUs"] / 1000, run["databaseUs"] / 1000
    return server + database, f" ms · server {server:,.0f}, database {database:,.0f}"


def wait(run):
    return run["longestWaitUs"] / 1000, " ms"


def spread(run):
    return run["spreadUs"] / 1000, f" ms · from the median to 99 %: {run['tailUs'] / 1000:,.0f}"


def empty(run):
    longest = run["longestEmptyUs"] / 1000
    return run["emptyPlayers"], f" of {run['players']:,} players · the longest for {longest:,.0f} ms"


FIGURES = {
    "Requests": requests,
    "Statements in the database": statements,
    "Processor time of the server and its database": processor,
    "The longest wait for an answer": wait,
    "From the first to the last who sees a change": spread,
    "Players with an empty position for over 100 ms, at each change": empty,
}


def picture(results):
    runs = sorted(results["runs"], key=lambda run: (run["players"], run["side"]))
    rows, y = [], 34
    rows.append(heading(y, f"The plan before, and Shelflife: {results['seconds']} s in which items run out"))
    y += 12
    for title, figure in FIGURES.items():
        y += 24
        rows.append(text(16, y, title, weight=600))
        y += 10
        figures = [figure(run) for run in runs]
        most = max(value for value, _ in figures) or 1
        for run, (value, note) in zip(runs, figures):
            name, colour = SIDES[run["side"]]
            width = max(2, (WIDTH - LEFT - 300) * value / most)
            rows.append(text(16, y + BAR - 5, f"{run['players']:,} · {name}", size=12))
            rows.append(bar(y, width, colour, f"{value:,.0f}{note}"))
            y += BAR + GAP
    return document(rows, y + 14)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("figures", type=Path, help="what the benchmark has written, as JSON")
    parser.add_argument("picture", type=Path, help="the file to draw it into, as SVG")
    options = parser.parse_args()
    options.picture.write_text(picture(json.loads(options.figures.read_text())))


if __name__ == "__main__":
    main()
