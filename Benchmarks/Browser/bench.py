"""How long Chromium takes to check and index a window, and to open a card, against a running server.

    python3 Benchmarks/Browser/bench.py --server http://127.0.0.1:8080 [--store bazaar] [--json FILE]
"""

import argparse
import json
import os
import statistics

from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
GOALS_MS = {"check and index the window": 20, "walk the key chain once": 20, "open one card": 0.5}

MEASURE = """async ([store, rounds]) => {
    const load = (name) => import(`/shelflife/${name}.js`);
    const [{ readWindow }, { KeyRing }, { Playback }, { openCard }, { fromBase64url }, { importPublicKey }] = await Promise.all(
        ["seal/window-file", "seal/key-ring", "playback/playback", "seal/card", "seal/base64url", "seal/crypto"].map(load));
    const description = (await (await fetch("/v1/stores")).json()).find(({ id }) => id === store);
    const page = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
    const { stores } = JSON.parse(page.querySelector("#shelflife-config").textContent);
    const secret = stores.find(({ id }) => id === store)?.appSecret;
    const publicKey = await importPublicKey(fromBase64url(description.publicKey));
    const bytes = new Uint8Array(await (await fetch(`/v1/stores/${store}/window`)).arrayBuffer());
    const times = { "check and index the window": [], "walk the key chain once": [], "open one card": [] };
    const timed = async (name, work, share = 1) => {
        const before = performance.now();
        await work();
        times[name].push((performance.now() - before) / share);
    };
    for (let round = 0; round < rounds; round++) {
        const keys = new KeyRing(secret ? fromBase64url(secret) : null);
        let window;
        await timed("check and index the window", async () => {
            window = await readWindow(bytes, { publicKey, store });
            await keys.takeWindow(window);
            new Playback(window);
        });
        const open = window.shelves.flat().filter((listing) => keys.has(listing));
        await timed("walk the key chain once", () => open.forEach((listing) => keys.key(listing)));
        await timed("open one card", async () => {
            for (const listing of open) await openCard(listing.chain.idBytes, listing, keys.key(listing));
        }, open.length);
    }
    return { positions: description.positions, bytes: bytes.length, times };
}"""


def measure(server, store, rounds):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        # A page of the server's that runs nothing of its own.
        page.goto(f"{server}/v1/time")
        found = page.evaluate(MEASURE, [store, rounds])
        found["chromium"] = browser.version
        browser.close()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", required=True, help="where a Shelflife server runs")
    parser.add_argument("--store", default="bazaar")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--json", help="also write the figures to this file")
    options = parser.parse_args()
    found = measure(options.server.rstrip("/"), options.store, options.rounds)
    rows = [
        {"what": what, "medianMs": statistics.median(times), "mostMs": max(times), "goalMs": GOALS_MS[what]}
        for what, times in found["times"].items()
    ]
    print(
        f"Chromium {found['chromium']}, {found['positions']} positions, {found['bytes']:,} bytes, {options.rounds} rounds"
    )
    print(f"{'':<28}{'median':>11}{'most':>11}{'goal':>11}")
    for row in rows:
        print(f"{row['what']:<28}{row['medianMs']:>8.3f} ms{row['mostMs']:>8.3f} ms{row['goalMs']:>8.1f} ms")
    if options.json:
        figures = {
            "chromium": found["chromium"],
            "positions": found["positions"],
            "bytes": found["bytes"],
            "figures": rows,
        }
        with open(options.json, "w") as file:
            json.dump(figures, file, indent=2)


if __name__ == "__main__":
    main()
