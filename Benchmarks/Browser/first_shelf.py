"""How soon a shelf is there over a slow line, and how soon something can be bought, in Chromium.

    python3 Benchmarks/Browser/first_shelf.py --server http://127.0.0.1:8080 [--json FILE] [--picture FILE]

The server is reached through a proxy of ours with a round trip and a rate. A line of one second without a rate tells how
many round trips it takes.
"""

import argparse
import json
import os
import statistics
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright
from slow_line import SlowLine
from waterfall import waterfall

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
LINES = {
    "a round trip of 1 s": (1.0, None),
    "100 ms": (0.1, None),
    "300 ms and 200 kB/s": (0.3, 200_000),
}
PATIENCE_MS = 60_000
# What is still to come when both can be seen, such as the numbers of what is left, is counted, too.
SETTLING_MS = 500

WATCH = """
window.seen = {};
const look = () => {
    if (document.querySelector("[data-item]")) window.seen.shelf ??= performance.now();
    if (document.querySelector(".buy[data-buy=ready]")) window.seen.buy ??= performance.now();
};
new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
"""
ENTRIES = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((entry) => ({
    name: entry.name, start: entry.startTime, request: entry.requestStart, response: entry.responseStart,
    end: entry.responseEnd, bytes: entry.transferSize, kind: entry.initiatorType,
}))"""


def visit(page, line, go):
    """Goes somewhere and waits until something can be bought."""
    before = line.received, line.connections
    go()
    page.wait_for_function("() => window.seen?.buy", timeout=PATIENCE_MS)
    seen = page.evaluate("() => window.seen")
    entries = page.evaluate(ENTRIES)
    page.wait_for_timeout(SETTLING_MS)
    asked = [entry for entry in entries if entry["bytes"] != 0 and entry["start"] <= seen["buy"]]
    return {
        "shelfMs": seen["shelf"],
        "buyMs": seen["buy"],
        "requestsToShelf": sum(entry["start"] <= seen["shelf"] for entry in asked),
        "requests": len(asked),
        "bytesToShelf": sum(entry["bytes"] for entry in asked if entry["end"] <= seen["shelf"]),
        "bytes": line.received - before[0],
        "connections": line.connections - before[1],
        "entries": entries,
    }


def measure(browser, port, round_trip, rate, rounds):
    """The median visit, and the median reload, by when the shelf was there."""
    visits = {"first": [], "reload": []}
    for _ in range(rounds):
        with SlowLine(port, round_trip, rate) as line:
            context = browser.new_context()
            context.set_default_timeout(PATIENCE_MS)
            context.add_init_script(WATCH)
            page = context.new_page()
            address = f"http://127.0.0.1:{line.port}/"
            visits["first"].append(visit(page, line, lambda: page.goto(address, wait_until="commit")))
            visits["reload"].append(visit(page, line, lambda: page.reload(wait_until="commit")))
            context.close()
    return {name: middle(found) for name, found in visits.items()}


def middle(visits):
    median = statistics.median_low(sorted(visit["shelfMs"] for visit in visits))
    return next(visit for visit in visits if visit["shelfMs"] == median)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", required=True, help="where a Shelflife server runs")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", help="also write the figures to this file")
    parser.add_argument("--picture", help="also draw the visit over the slowest line, as SVG")
    options = parser.parse_args()
    port = urlsplit(options.server).port
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        found = {name: measure(browser, port, *line, options.rounds) for name, line in LINES.items()}
        version = browser.version
        browser.close()
    print(f"Chromium {version}, medians of {options.rounds}")
    print(f"{'':<22}{'':<8}{'shelf':>9}{'to buy':>9}{'requests':>10}{'connections':>13}{'bytes':>10}")
    for name, visits in found.items():
        for kind, seen in visits.items():
            print(
                f"{name:<22}{kind:<8}{seen['shelfMs'] / 1000:>7.2f} s{seen['buyMs'] / 1000:>7.2f} s{seen['requests']:>10}"
                f"{seen['connections']:>13}{seen['bytes']:>10,}"
            )
    if options.picture:
        with open(options.picture, "w") as file:
            file.write(waterfall(found[list(LINES)[-1]]["first"]))
    if options.json:
        figures = {name: {kind: {key: value for key, value in seen.items() if key != "entries"} for kind, seen in visits.items()}
                   for name, visits in found.items()}  # fmt: skip
        with open(options.json, "w") as file:
            json.dump({"chromium": version, "lines": figures}, file, indent=2)


if __name__ == "__main__":
    main()
