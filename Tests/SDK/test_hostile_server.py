"""A server that means harm takes neither this device's memory nor its processor. The SDK for JavaScript runs in Node, against
hostile_server.py."""

import json
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from nodes import NODE

ROOT = Path(__file__).resolve().parents[2]
MODULES = ROOT / "Sources" / "ShelfSite" / "Resources"
SERVER = Path(__file__).parent / "hostile_server.py"
PUBLIC_KEY = json.loads((ROOT / "Tests" / "Vectors" / "vectors.json").read_text())["signing"]["publicKey"]
PATIENCE = 180
MIB = 1 << 20
# What the kernel and Node may have taken of a connection that nobody reads any more.
UNDER_WAY = 8 * MIB
REQUESTS = {
    "stores": ("/v1/stores", 4 * MIB),
    "exchange": ("/v1/time", 4096),
    "window": ("/v1/stores/main/window", 4 * MIB),
    "key": ("/v1/stores/main/keys/c/1", 4096),
    "signIn": ("/v1/players", MIB),
    "refresh": ("/v1/players/refresh", MIB),
    "wallet": ("/v1/player", MIB),
    "inventory": ("/v1/player/inventory", 16 * MIB),
    "history": ("/v1/player/purchases", 4 * MIB),
    "buy": ("/v1/stores/main/purchases", MIB),
}
# In MiB. Node 24 lets twice as much garbage lie by itself, so that what the reader keeps couldn't be told from it.
YOUNG = "--max-semi-space-size=16"
ENDLESS = ["endless", "chunked", "crumbs", "longer", "gzip"]


@pytest.fixture(scope="module")
def hostile():
    process = subprocess.Popen([sys.executable, SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    yield process.stdout.readline().strip()
    process.stdin.close()
    process.wait(timeout=PATIENCE)


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    """Runs a module's text beside the SDK's modules, and reads the JSON that it prints."""
    folder = tmp_path_factory.mktemp("modules")
    shutil.copy(MODULES / "shelflife.js", folder)
    shutil.copytree(MODULES / "shelflife", folder / "shelflife")
    (folder / "package.json").write_text('{ "private": true, "type": "module" }')

    def run(source, *arguments):
        (folder / "run.js").write_text(source)
        done = subprocess.run(
            [NODE, YOUNG, "run.js", *arguments], cwd=folder, capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    return run


def asked(hostile, mode):
    return json.loads(urllib.request.urlopen(f"{hostile}/asked?{mode}").read())


# `grownBytes` is by how much memory the most was more than before the request; `took` is what the server says of it, as
# soon as the connection is closed, or after four seconds: less than any time limit of a request.
ASK = """
import { deviceClock } from "./shelflife/clock/local-clock.js";
import { liveTrade } from "./shelflife/transport/trade-transport.js";
import { liveTransport } from "./shelflife/transport/transport.js";

const [hostile, mode, paths] = process.argv.slice(2);
const address = `${hostile}/${mode}`;
const { stores, exchange, window, key } = liveTransport(address, deviceClock());
const trade = liveTrade(address);
const { signal } = new AbortController();
const asks = {
  stores: () => stores(),
  exchange: () => exchange(signal),
  window: () => window("main", "", signal, true),
  key: () => key("main", "c", 1, signal),
  signIn: () => trade.signIn("credential"),
  refresh: () => trade.refresh("refresh"),
  wallet: () => trade.wallet("token"),
  inventory: () => trade.inventory("token"),
  history: () => trade.history("token", {}),
  buy: () => trade.buy("token", "main", "key", { chain: "c", slot: 1, position: 0, revision: 0, price: 1 }),
};
const serverSays = async (path) => (await (await fetch(`${hostile}/asked?${mode}`)).json())[path];
const found = {};
for (const [name, path] of Object.entries(JSON.parse(paths))) {
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
  const error = await asks[name]().then(() => null, ({ name, code, status, message }) => ({ name, code, status, message }));
  most = Math.max(most, process.memoryUsage().rss);
  clearInterval(watch);
  const givenUpMs = performance.now() + 4000;
  let took = await serverSays(path);
  while (took.open > 0 && performance.now() < givenUpMs) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    took = await serverSays(path);
  }
  found[name] = { error, grownBytes: most - before, took };
}
console.log(JSON.stringify(found));
process.exit(0);
"""


def ask(node, hostile, mode):
    return node(ASK, hostile, mode, json.dumps({name: path for name, (path, _) in REQUESTS.items()}))


@pytest.mark.parametrize("mode", ENDLESS)
def test_an_answer_without_end_is_cancelled_at_its_limit_whatever_its_head_says(node, hostile, mode):
    for name, found in ask(node, hostile, mode).items():
        limit = REQUESTS[name][1]
        kind = (
            {"name": "WindowError", "code": "tooLarge"}
            if name == "window"
            else {"name": "RequestError", "code": "request", "status": 200}
        )
        assert kind.items() <= found["error"].items(), (name, found)
        assert "4 MiB" in found["error"]["message"] or f"longer than {limit} bytes" in found["error"]["message"], (
            name,
            found,
        )
        assert found["took"]["open"] == 0 and len(found["took"]["times"]) == 1, (name, found)
        # Of crumbs, six bytes on the wire are one of the body; of the bomb, one is a thousand.
        wire = {"crumbs": 6 * limit, "gzip": limit // 500}.get(mode, limit)
        assert found["took"]["taken"] <= wire + UNDER_WAY, (name, found)
        # Pieces of the body that wait in Node to be collected come on top of what the reader keeps.
        assert found["grownBytes"] <= 3 * limit + 96 * MIB, (name, found)


def test_an_answer_that_is_longer_than_its_head_says_ends_there(node, hostile):
    for name, found in ask(node, hostile, "shorter").items():
        assert found["took"]["open"] == 0 and found["took"]["taken"] <= UNDER_WAY, (name, found)
        assert found["grownBytes"] <= 96 * MIB, (name, found)


def test_of_a_refusal_without_end_no_more_is_read_than_a_problem_can_have(node, hostile):
    for name, found in ask(node, hostile, "refusal").items():
        assert {"name": "RequestError", "code": "request", "status": 500}.items() <= found["error"].items(), (
            name,
            found,
        )
        assert found["took"]["open"] == 0 and found["took"]["taken"] <= MIB + UNDER_WAY, (name, found)
        assert found["grownBytes"] <= 96 * MIB, (name, found)


def test_what_carries_a_secret_follows_no_redirect_and_what_is_public_does(node, hostile):
    found = ask(node, hostile, "moved")
    secret = {"signIn", "refresh", "wallet", "inventory", "history", "buy"}
    assert {name for name, told in found.items() if (told["error"] or {}).get("name") == "RedirectError"} == secret
    public = {path for name, (path, _) in REQUESTS.items() if name not in secret}
    assert set(asked(hostile, "arrived")) == public


# Follows the store until the stream was opened as often as asked for, and tells what that cost. A walk is what `accept`
# begins once nothing speaks against a key but its hash.
FOLLOW = """
import { ShelfServer, memoryPlayerArchive } from "./shelflife.js";
import { KeyChain } from "./shelflife/seal/key-chain.js";

const [hostile, mode, publicKey, wantedOpens] = process.argv.slice(2);
let walks = 0, refused = 0;
const { accept } = KeyChain.prototype;
KeyChain.prototype.accept = function (...key) {
  walks++;
  return accept.apply(this, key);
};
const server = new ShelfServer(`${hostile}/${mode}`, { playerArchive: memoryPlayerArchive() });
const store = server.store("main", { publicKey });
const seen = new Set(), errors = new Set();
store.addEventListener("status", () => {
  seen.add(store.status.connection);
  if (store.status.error) errors.add(`${store.status.error.name} ${store.status.error.code}`);
});
let most = process.memoryUsage().rss;
const before = most;
store.start();
let opens = 0;
while (opens < Number(wantedOpens)) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  most = Math.max(most, process.memoryUsage().rss);
  const asked = await (await fetch(`${hostile}/asked?${mode}`)).json();
  opens = asked["/v1/stores/main/keys"]?.times.length ?? 0;
}
// What was opened last brings its first keys.
await new Promise((resolve) => setTimeout(resolve, 300));
store.stop();
const told = { walks, seen: [...seen], errors: [...errors], shown: store.shelf().length, grownBytes: most - before, cpuMs: process.cpuUsage().user / 1000 };
console.log(JSON.stringify(told));
process.exit(0);
"""


def follow(node, hostile, mode, opens):
    return node(FOLLOW, hostile, mode, PUBLIC_KEY, str(opens)), asked(hostile, mode)["/v1/stores/main/keys"]


@pytest.mark.parametrize("mode", ["line", "event"])
def test_a_line_or_an_event_without_end_ends_the_stream(node, hostile, mode):
    told, stream = follow(node, hostile, mode, opens=3)
    assert stream["taken"] <= len(stream["times"]) * UNDER_WAY
    assert told["grownBytes"] <= 96 * MIB
    assert told["walks"] == 0 and told["errors"] == []


CRUMBS = """
import { ServerSentEvents } from "./shelflife/transport/server-sent-events.js";

const events = new ServerSentEvents();
const { split } = String.prototype;
let looked = 0, read = 0;
String.prototype.split = function (...by) {
  looked += this.length;
  return split.apply(this, by);
};
try {
  for (;; read++) events.read("x");
} catch {}
console.log(JSON.stringify({ looked, read }));
"""


def test_a_line_that_comes_in_crumbs_is_looked_at_once(node):
    told = node(CRUMBS)
    assert told["read"] == 131_071 and told["looked"] <= 2 * told["read"]


def test_the_first_forged_key_ends_the_stream_and_each_further_stream_costs_one_walk_and_waits_longer(node, hostile):
    told, stream = follow(node, hostile, "forged", opens=4)
    assert 3 <= told["walks"] <= len(stream["times"]), told
    assert told["errors"] == ["KeyError forged"]
    assert told["shown"] == 4, "what was on the shelf is there still"
    waits = [later - earlier for earlier, later in zip(stream["times"], stream["times"][1:])]
    # As after each stream that breaks, give or take a quarter; the process may be late, and never early.
    assert all(wait >= 0.74 * 0.5 * 2**index for index, wait in enumerate(waits)), waits


def test_a_true_key_ends_nothing(node, hostile):
    told, stream = follow(node, hostile, "true", opens=1)
    assert told["walks"] == 1 and told["errors"] == [] and len(stream["times"]) == 1 and told["seen"][-1] == "live"


def test_the_limits_are_those_that_the_reference_tells():
    source = (MODULES / "shelflife" / "transport" / "answer-body.js").read_text()
    limits = {int(number.replace("_", "")) for number in re.findall(r"BYTES_AT_MOST = ([\d_]+);", source)}
    told = re.search(r"## Limits\n(.+?)\n## ", (ROOT / "docs" / "javascript.md").read_text(), re.S)[1]
    assert limits == {4096, MIB, 4 * MIB, 16 * MIB}
    assert all(size in told for size in ("4 KiB", "1 MiB", "4 MiB", "16 MiB", "128 KiB")), told
