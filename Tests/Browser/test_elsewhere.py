"""Outside browsers: importing the SDK never fails, and a server says what is missing there, unless it is given."""

import json
import shutil
import subprocess

import pages
import pytest

MISSING = """
const lacks = (parts) => {
    try { new sdk.ShelfServer("https://shop.example", parts); return null; } catch ({ name, code, message }) { return { name, code, message }; }
};
const playerArchive = sdk.memoryPlayerArchive();
const transport = {};
const found = [lacks(), lacks({ playerArchive }), lacks({ transport }), lacks({ transport, playerArchive })];
"""

# A worker in which what Node 20 lacks is hidden before the SDK comes.
WORKER = """async (m, body) => {
    const source = `
        for (const name of ["EventSource", "indexedDB", "PerformanceObserver", "navigator"]) Object.defineProperty(self, name, { value: undefined });
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
    both, stream, player, none = found
    for error in (both, stream, player):
        assert (error["name"], error["code"]) == ("OptionError", "missing")
    assert ["EventSource" in both["message"], "indexedDB" in both["message"]] == [True, True]
    assert ["EventSource" in stream["message"], "indexedDB" in stream["message"]] == [True, False]
    assert ["EventSource" in player["message"], "indexedDB" in player["message"]] == [False, True]
    assert none is None


def test_without_a_key_stream_and_a_place_for_the_player_a_server_says_what_to_give(modules):
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


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here")
def test_node_imports_the_sdk_and_is_told_the_same(tmp_path):
    shutil.copytree(pages.MODULES / "shelflife", tmp_path / "shelflife")
    shutil.copy(pages.MODULES / "shelflife.js", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    script = "delete globalThis.EventSource;\nconst sdk = await import('./shelflife.js');" + MISSING + "console.log(JSON.stringify(found));"
    (tmp_path / "game.js").write_text(script)
    done = subprocess.run(["node", "game.js"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    check(json.loads(done.stdout))
