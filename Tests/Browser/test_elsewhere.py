"""Outside pages: a worker follows a store and buys; elsewhere a server says what is missing, unless it is given."""

import json
import shutil
import subprocess

import pages
from nodes import NODE
from waiting import PATIENCE_MS

MISSING = """
const lacks = (parts) => {
    try { new sdk.ShelfServer("https://shop.example", parts); return null; } catch ({ name, code, message }) { return { name, code, message }; }
};
const playerArchive = sdk.memoryPlayerArchive();
const transport = {};
const found = [lacks(), lacks({ transport }), lacks({ playerArchive })];
"""

LEVELS = """
const { LevelLibrary, memoryLevelStore } = await import("./shelf-levels.js");
const app = { server: "https://shop.example", publicKey: "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4", pack: "warehouse", channel: "stable", engine: 1 };
const opened = async (store) => LevelLibrary.open({ ...app, store }).then(({ count }) => count, ({ name, code, message }) => [name, code, message]);
console.log(JSON.stringify([await opened(undefined), await opened(memoryLevelStore())]));
"""

# A worker in which what Node 20 lacks is hidden before the SDK comes.
WORKER = """async (m, body) => {
    const source = `
        for (const name of ["EventSource", "indexedDB", "PerformanceObserver", "navigator", "WorkerGlobalScope"]) Object.defineProperty(self, name, { value: undefined });
        const sdk = await import("${location.origin}/shelflife.js");
        ${body}
        postMessage(found);`;
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
    try {
        return await new Promise((resolve, reject) => {
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = ({ message }) => reject(new Error(message));
        });
    } finally {
        worker.terminate();
    }
}"""


def check(found):
    *missing, none = found
    for error in missing:
        assert (error["name"], error["code"]) == ("OptionError", "missing")
        assert "indexedDB" in error["message"] and "playerArchive" in error["message"]
    assert none is None


def test_without_a_place_for_the_player_a_server_says_what_to_give(modules):
    check(modules.run([], WORKER, MISSING))


def test_no_player_is_kept_in_memory_unless_the_page_wants_it(modules):
    """Who loses the credential loses everything that was bought, so it mustn't happen without a word."""
    assert modules.run([], WORKER, """
        const wallet = async (kept) => {
            const trade = { signIn: async () => ({ player: "17", token: "t", refreshToken: "r", expiresIn: 900 }), wallet: async () => ({ balances: {} }) };
            const player = new sdk.Player({ server: "https://shop.example", trade, archive: kept, localMs: () => 0 });
            return player.wallet().then(() => "shown", ({ code }) => code);
        };
        const found = [await wallet(sdk.browserPlayerArchive()), await wallet(sdk.memoryPlayerArchive())];""") == ["notKept", "shown"]  # fmt: skip


def test_node_imports_the_sdk_and_is_told_the_same(tmp_path):
    shutil.copytree(pages.MODULES / "shelflife", tmp_path / "shelflife")
    shutil.copy(pages.MODULES / "shelflife.js", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    script = "const sdk = await import('./shelflife.js');" + MISSING + "console.log(JSON.stringify(found));"
    (tmp_path / "game.js").write_text(script)
    done = subprocess.run([NODE, "game.js"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    check(json.loads(done.stdout))


def test_node_is_told_that_levels_need_a_place_unless_it_is_given(tmp_path):
    shutil.copytree(pages.MODULES / "shelflife", tmp_path / "shelflife")
    shutil.copy(pages.MODULES / "shelf-levels.js", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "game.js").write_text(LEVELS)
    done = subprocess.run([NODE, "game.js"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    message = "There is no indexedDB, which keeps the levels: give a `store` (that of `memoryLevelStore()` ends with the program)."
    assert json.loads(done.stdout) == [["OptionError", "missing", message], 0]


# Follows the store in a worker, buys what stays longest, and says what came of it.
FOLLOWER = """async ({ publicKey }) => {
    const source = `
        const { ShelfServer } = await import("${location.origin}/shelflife.js");
        const server = new ShelfServer("${location.origin}");
        const store = server.store("main", { publicKey: "${publicKey}" });
        let asked = false;
        store.addEventListener("tick", async () => {
            const found = store.shelf().filter(({ card, tapGuarded, remainingMs }) => card && !tapGuarded && remainingMs > 5000);
            if (asked || found.length === 0 || store.status.connection !== "live") return;
            asked = true;
            found.sort((one, other) => one.card.price - other.card.price);
            const receipt = await store.buy(found[0]).catch(({ name, message }) => ({ name, message }));
            const owned = await server.player.inventory();
            postMessage({ bought: receipt.item, owned: owned.map(({ item }) => item), wanted: found[0].card.item, page: typeof document, failed: receipt.message });
        });
        store.start();`;
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
    try {
        return await new Promise((resolve, reject) => {
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = ({ message }) => reject(new Error(message));
        });
    } finally {
        worker.terminate();
    }
}"""


def test_a_worker_follows_a_store_and_buys_from_the_real_server(browser, shelf):
    page = browser.new_page()
    try:
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{shelf.address}/healthz")
        stores = page.evaluate("async () => (await fetch('/v1/stores')).json()")
        public_key = next(store["publicKey"] for store in stores if store["id"] == "main")
        told = page.evaluate(FOLLOWER, {"publicKey": public_key})
        assert (told["page"], told["bought"], told["owned"]) == ("undefined", told["wanted"], [told["wanted"]]), told
    finally:
        page.close()
