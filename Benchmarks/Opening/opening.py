"""The opening rush: what each ready answer costs beside nginx with the same bytes, and a key to ten thousand at once.

    python3 Benchmarks/Opening/opening.py --shelflife PROGRAM [--json FILE] [--picture FILE.svg]

The servers take turns, several rounds long; medians count. Of nginx's two ways the faster one does.
"""

import argparse
import gzip
import json
import statistics
import tempfile
from pathlib import Path

import streams
from load import load, stamps
from picture import picture
from processes import nginx, shelflife

CASES = {
    "newest window of main": ("/v1/stores/main/window", "main"),
    "newest window of bazaar": ("/v1/stores/bazaar/window", "bazaar"),
    "time exchange": ("/v1/time", "100-bytes"),
}
LEAST_RATE, MOST_CPU = 1.0, 1.1


def compare(ours, ways, options):
    return {name: case(name, ours, ways, path, file, options) for name, (path, file) in CASES.items()}


def case(name, ours, ways, path, file, options):
    rounds = {"shelflife": [], **{way: [] for way in ways}}
    for _ in range(options.rounds):
        rounds["shelflife"].append(load(ours, path, options.seconds))
        for way, server in ways.items():
            rounds[way].append(load(server, f"/{file}", options.seconds))
    sides = {side: medians(rows) for side, rows in rounds.items()}
    best = max(ways, key=lambda way: sides[way]["perSecond"])
    ratios = {key: sides["shelflife"][key] / sides[best][key] for key in ["perSecond", "cpuUs"]}
    print(line(name, sides, best, ratios), flush=True)
    return {"sides": sides, "best": best, "ratios": ratios, "rounds": rounds}


def medians(rows):
    return {key: statistics.median(row[key] for row in rows) for key in rows[0]}


def line(name, sides, best, ratios):
    def side(title, figures):
        return f"{title} {figures['perSecond']:>7,.0f}/s {figures['cpuUs']:>5.1f} µs"

    shown = "   ".join(side(title, figures) for title, figures in sides.items())
    is_met = ratios["perSecond"] >= LEAST_RATE and ratios["cpuUs"] <= MOST_CPU
    verdict = "met" if is_met else f"goal {LEAST_RATE} and {MOST_CPU}"
    return f"{name:<24}{shown}   to {best}: {ratios['perSecond']:.2f} and {ratios['cpuUs']:.2f} ({verdict})"


def compression(windows):
    """What gzip would save, of windows that are ciphertext for the most part."""
    saved = {store: 1 - len(gzip.compress(window, 9)) / len(window) for store, window in windows.items()}
    for store, share in saved.items():
        print(f"gzip would save {share:.1%} of {store}'s window of {len(windows[store]):,} bytes")
    return {store: {"bytes": len(windows[store]), "saved": share} for store, share in saved.items()}


def serve_all(options, folder):
    root = folder / "files"
    root.mkdir()
    folder.chmod(0o755)
    (root / "100-bytes").write_bytes(b"x" * 100)
    with shelflife(options.shelflife, folder, "demo", "--port", "0") as ours:
        windows = {store: ours.get(f"/v1/stores/{store}/window") for store in ["main", "bazaar"]}
        for store, window in windows.items():
            (root / store).write_bytes(window)
        results = {"compression": compression(windows)}
        with nginx(folder, root) as ways:
            results["answers"] = compare(ours, ways, options)
        rate = results["answers"]["time exchange"]["sides"]["shelflife"]["perSecond"] / 2
        results["stamps"] = stamps(ours, rate, options.seconds)
        print(
            "sent - received at {perSecond:,.0f} exchanges a second: median {p50Us} µs, 99 % {p99Us} µs".format(
                **results["stamps"]
            )
        )
    return results


def serve_streams(options, folder):
    configuration = streams.write_configuration(folder)
    arguments = ["serve", "--config", str(configuration), "--data", str(folder / "data")]
    with shelflife(options.shelflife, folder, *arguments) as server:
        results = streams.measure(server, options.streams, options.releases)
    print(
        f"a key to {results['streams']:,} streams: the first {results['firstMs']:.1f} ms after its release at the earliest, "
        f"the last {results['lastMs']['median']:.0f} ms (at most {results['lastMs']['most']:.0f} ms), of {len(results['releases'])} releases; "
        f"{results['leftOut']} came together with others, to everyone as well"
    )
    print("memory: {before:.0f} MB without streams, {idle:.0f} MB with".format(**results["residentMB"]))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shelflife", required=True, help="the program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4, help="how long a round is")
    parser.add_argument("--streams", type=int, default=10_000)
    parser.add_argument("--releases", type=int, default=8)
    parser.add_argument("--json", help="also write the figures to this file")
    parser.add_argument("--picture", help="also draw them into this file, as SVG")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results = serve_all(options, Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        results["streams"] = serve_streams(options, Path(folder))
    if options.json:
        Path(options.json).write_text(json.dumps(results, indent=2))
    if options.picture:
        Path(options.picture).write_text(picture(results))


if __name__ == "__main__":
    main()
