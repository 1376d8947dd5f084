"""How long Chromium takes to make and to draw a shelf's cards, those of the storefront and those of <shelf-store>.

    python3 Benchmarks/Browser/cards.py --server http://127.0.0.1:8080 [--beside http://127.0.0.1:8081] [--json FILE]

With `--beside`, visits to two servers take turns, so that two versions of the pages can be compared. The first round of
each visit is counted apart from the others. What a module makes while it is imported isn't counted, such as a template.
"""

import argparse
import json
import os
import statistics

from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
# An isolated page has a clock of 5 µs instead of 100 µs.
BLANK = {
    "body": "<!doctype html><title>cards</title>",
    "content_type": "text/html",
    "headers": {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"},
}

MEASURE = """async ([count, rounds]) => {
    const load = (name) => import(`/${name}.js`);
    const [{ CardView }, { buyState }, { PositionView }] = await Promise.all(
        ["storefront/card-view", "storefront/buy-state", "shelf-store/position-view"].map(load));
    const shelf = Array.from({ length: count }, (_, position) => {
        const listing = { id: `listing-${position}`, slot: 0 };
        const words = { item: `item-${position}`, name: `Item ${position}`, set: "face-smiling", glyph: "🙂" };
        const card = { ...words, price: 40, currency: "coins" };
        const times = { startMs: 0, endMs: 60_000, remainingMs: 30_000, progress: 0.5 };
        return { position, listing, card, phase: "onSale", ...times, tapGuarded: false, withdrawn: false };
    });
    const [wallet, owned] = [{ balance: 99, trading: true }, { count: 0, numbers: [] }];
    const states = shelf.map((shown) => buyState(shown, null, wallet, owned, null));
    const tapped = () => {};
    const kinds = {
        "the storefront": [({ position }) => new CardView(position, tapped), (view, shown) => {
            view.update(shown, false);
            view.offer(states[shown.position]);
            view.own(0);
        }],
        "<shelf-store>": [() => new PositionView(tapped), (view, shown) => view.show(shown, false)],
    };
    const times = {};
    const timed = (name, work) => {
        const before = performance.now();
        work();
        (times[name] ??= []).push(performance.now() - before);
    };
    for (let round = 0; round < rounds; round++) {
        for (const [name, [make, draw]] of Object.entries(kinds)) {
            const list = document.body.appendChild(document.createElement("ol"));
            const views = [];
            timed(`${name}: make`, () => {
                for (const shown of shelf) list.append(views[views.push(make(shown)) - 1].element);
            });
            timed(`${name}: draw`, () => shelf.forEach((shown) => draw(views[shown.position], shown)));
            // Else they would go on without their cards, and each round would be slower than the one before.
            for (const animation of list.getAnimations({ subtree: true })) animation.cancel();
            list.remove();
            await new Promise((resolve) => setTimeout(resolve));
        }
    }
    return times;
}"""


def visit(browser, server, count, rounds):
    context = browser.new_context()
    page = context.new_page()
    page.route("**/v1/time", lambda route: route.fulfill(**BLANK))
    page.goto(f"{server}/v1/time")
    times = page.evaluate(MEASURE, [count, rounds])
    context.close()
    return times


def figures(visits, count):
    """For each kind of work the median first round, and the median and 95th percentile of the others of all visits."""
    rows = []
    for what in visits[0]:
        others = sorted(time for times in visits for time in times[what][1:])
        median = statistics.median(others)
        rows.append({
            "what": what,
            "firstMs": statistics.median(times[what][0] for times in visits),
            "medianMs": median,
            "p95Ms": others[int(len(others) * 0.95)],
            "eachUs": median * 1000 / count,
        })  # fmt: skip
    return rows


def show(server, rows):
    print(f"{server:<24}{'first':>11}{'median':>11}{'95th':>11}{'one card':>11}")
    for row in rows:
        times = "".join(f"{row[column]:>8.2f} ms" for column in ("firstMs", "medianMs", "p95Ms"))
        print(f"{row['what']:<24}{times}{row['eachUs']:>8.1f} µs")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", required=True, help="where a Shelflife server runs")
    parser.add_argument("--beside", help="another one, whose cards are made in turn with the first one's")
    parser.add_argument("--cards", type=int, default=80)
    parser.add_argument("--visits", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--json", help="also write the figures to this file")
    options = parser.parse_args()
    servers = [server.rstrip("/") for server in (options.server, options.beside) if server]
    visits = {server: [] for server in servers}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        version = browser.version
        for _ in range(options.visits):
            for server in servers:
                visits[server].append(visit(browser, server, options.cards, options.rounds))
        browser.close()
    print(f"Chromium {version}, {options.cards} cards, {options.visits} visits of {options.rounds} rounds")
    found = {server: figures(times, options.cards) for server, times in visits.items()}
    for server, rows in found.items():
        show(server, rows)
    if options.beside:
        print(f"{'the second, in shares':<24}{'first':>11}{'median':>11}")
        for one, other in zip(*found.values()):
            shares = (other[column] / one[column] for column in ("firstMs", "medianMs"))
            print(f"{one['what']:<24}" + "".join(f"{share:>11.2f}" for share in shares))
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"chromium": version, "cards": options.cards, "servers": found}, file, indent=2)


if __name__ == "__main__":
    main()
