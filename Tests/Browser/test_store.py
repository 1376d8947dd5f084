"""A whole store on a server of closures: the vectors' window, a clock set as the test wants, keys on demand."""

import pytest
from windows import Window, b64, unb64

HARNESS = """
const bytes = m.fromBase64url;
const chain = argument.chain;
const id = bytes(chain.id);
const all = new m.KeyChain({ ...chain, idBytes: id, anchorBytes: bytes(chain.anchor) });
all.trust(chain.slots, bytes(chain.top));
const keyOf = (slot) => ({ chain: chain.id, slot, key: all.key(slot), box: null });
const startMs = (slot) => chain.epochMs + 1000 * slot;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server whose time is now `serverMs`, and what was asked of it. */
const serverAt = (serverMs, windows = argument.windows) => {
    const offsetUs = Math.round(serverMs * 1000 - performance.now() * 1000);
    const nowUs = () => Math.round(performance.now() * 1000);
    const asked = [];
    const found = { asked, stream: null, offline: false, nowMs: () => (nowUs() + offsetUs) / 1000 };
    let next = 0;
    const transport = {
        exchange: async () => ({ sentUs: nowUs(), receivedUs: nowUs(), serverReceivedUs: nowUs() + offsetUs,
            serverSentUs: nowUs() + offsetUs, uncertaintyUs: 0, granularityUs: 100, timeline: "t" }),
        stores: async () => [],
        window: async () => {
            asked.push("window");
            if (found.offline) throw new m.RequestError("offline");
            await found.held;
            return { bytes: bytes(windows[Math.min(next++, windows.length - 1)]), etag: "" };
        },
        key: async (store, chain, slot) => (asked.push(`key ${slot}`), keyOf(slot)),
        openKeys: (store, listener) => {
            asked.push("stream");
            found.stream = listener;
            setTimeout(() => listener.opened());
            return () => asked.push("closed");
        },
    };
    const localClock = { nowUs, wallUs: nowUs, granularityUs: () => 100 };
    const pageLife = { visible: () => true, watch: (listener) => (found.life = listener) };
    found.saved = new Map(argument.stored ? [[`test/main/${argument.publicKey}`, { bytes: bytes(argument.stored), etag: "" }]] : []);
    const archive = { load: async (name) => found.saved.get(name) ?? null, save: async (name, window) => void found.saved.set(name, window) };
    const server = new m.ShelfServer("test", { transport, localClock, archive, pageLife });
    found.store = server.store("main", { publicKey: argument.publicKey, ...argument.options });
    found.items = () => found.store.shelf().map(({ phase, card }) => card?.item ?? phase);
    return found;
};
"""


@pytest.fixture
def play(modules, vectors):
    chain = vectors["chains"]["sealed"]
    window = b64(Window.from_vector("sealed.bin").signed(unb64(vectors["signing"]["seed"])))

    def run(body, **argument):
        given = {"chain": chain, "publicKey": vectors["signing"]["publicKey"], "windows": [window], **argument}
        names = ["base64url", "key-chain", "shelf-server", "errors"]
        return modules.run(names, "async (m, argument) => {" + HARNESS + body + "}", given)

    return run


@pytest.fixture
def signed(vectors):
    return lambda window: b64(window.signed(unb64(vectors["signing"]["seed"])))


@pytest.fixture
def next_start(vectors):
    """The first slot at which a listing starts after the key that the window releases."""
    listings = vectors["windows"][0]["listings"]
    return min((entry["slot"], entry["position"], entry["card"]["item"]) for entry in listings if entry["slot"] > 241)


def test_a_pushed_key_opens_its_card_ahead_and_nothing_shows_it_before_its_start(play, next_start):
    slot, position, item = next_start
    found = play("""
        const [slot, position] = argument.next;
        const server = serverAt(startMs(slot) - 700);
        server.store.start();
        await wait(350);
        const before = server.items()[position];
        server.stream.key(keyOf(slot));
        await wait(150);
        const stillBefore = server.items()[position];
        let shownAtMs = 0;
        server.store.addEventListener("change", () => server.items()[position] === argument.next[2] && (shownAtMs ||= server.nowMs()));
        await wait(500);
        server.store.stop();
        return { before, stillBefore, after: server.items()[position], lateMs: shownAtMs - startMs(slot), asked: server.asked };""",
        next=next_start)  # fmt: skip
    assert found["before"] == found["stillBefore"] != item
    assert found["after"] == item
    assert 0 <= found["lateMs"] < 100
    assert not [what for what in found["asked"] if what.startswith("key")]


def test_a_key_whose_push_was_lost_is_asked_for(play, next_start):
    found = play("""
        const [slot, position] = argument.next;
        const server = serverAt(startMs(slot) - 300);
        server.store.start();
        await wait(400);
        const sealed = server.items()[position];
        await wait(1300);
        server.store.stop();
        return { sealed, asked: server.asked.filter((what) => what.startsWith("key")), item: server.items()[position] };""",
        next=next_start)  # fmt: skip
    assert found == {"sealed": "sealed", "asked": [f"key {next_start[0]}"], "item": next_start[2]}


def test_forged_and_malformed_pushes_change_nothing_and_the_true_key_still_works(play, next_start):
    found = play("""
        const [slot, position] = argument.next;
        const server = serverAt(startMs(slot) - 500);
        server.store.start();
        await wait(250);
        for (const forged of [{ ...keyOf(slot), key: new Uint8Array(32) }, { ...keyOf(slot), slot: slot + 1 }, { ...keyOf(slot), slot: 3600 },
            { ...keyOf(slot), chain: "unknown" }, { ...keyOf(slot), slot: 9e9 }]) server.stream.key(forged);
        server.stream.key(keyOf(slot));
        await wait(400);
        server.store.stop();
        return [server.items()[position], server.store.status.error?.message ?? null];""",
        next=next_start)  # fmt: skip
    assert found == [next_start[2], None]


def test_a_pushed_key_is_evidence_for_the_clock_and_one_that_was_asked_for_is_not(play, next_start):
    found = play("""
        const [slot] = argument.next;
        const evidence = [];
        for (const pushed of [true, false]) {
            const server = serverAt(startMs(slot) - 700);
            server.store.start();
            await wait(500);
            if (pushed) server.stream.key(keyOf(slot));
            await wait(pushed ? 200 : 1600);
            server.store.stop();
            const { clock } = server.store.status;
            evidence.push([clock.bounds % 2, clock.keyLateUs, server.asked.filter((what) => what.startsWith("key")).length]);
        }
        return evidence;""",
        next=next_start)  # fmt: skip
    (odd, late_us, _), asked = found
    assert odd == 1, "an exchange brings two bounds, a key one"
    assert 50_000 < late_us < 200_000
    assert asked == [0, None, 1]


def test_a_steady_exchange_keeps_away_from_the_next_change_and_any_from_a_download(play, next_start):
    found = play("""
        const [slot] = argument.next;
        const server = serverAt(startMs(slot) - 1000);
        let arrive = () => {};
        server.held = new Promise((resolve) => (arrive = resolve));
        server.store.start();
        await wait(200);
        const downloading = [server.store.busyMs(false), server.store.busyMs(true)];
        arrive();
        await wait(100);
        const far = server.store.busyMs(true);
        await wait(400);
        const near = [server.store.busyMs(true), server.store.busyMs(false), startMs(slot) + 400 - server.nowMs()];
        server.store.stop();
        return { downloading, far, near };""",
        next=next_start)  # fmt: skip
    assert min(found["downloading"]) > 0
    assert found["far"] == 0
    steady, burst, until_quiet = found["near"]
    assert burst == 0 and steady == pytest.approx(until_quiet, abs=20)


def test_a_refused_window_leaves_what_was_there_in_use_and_its_error_to_be_seen(play, signed):
    stored = signed(Window.from_vector("sealed.bin"))
    other = b64(Window.from_vector("sealed.bin").signed(bytes(32)))
    found = play("""
        const server = serverAt(startMs(245), [argument.other]);
        server.store.start();
        await wait(300);
        server.store.stop();
        return { items: server.items(), code: server.store.status.error.code, asked: server.asked, kept: m.toBase64url(server.saved.get(`test/main/${argument.publicKey}`).bytes) };""",
        other=other, stored=stored)  # fmt: skip
    assert found["code"] == "signature"
    assert len(found["items"]) == 4 and "empty" not in found["items"] and set(found["items"]) != {"sealed"}
    assert found["kept"] == stored, "what was kept for the next visit is not overwritten"


@pytest.mark.parametrize("minutes, taken", [(0, True), (5, False)])
def test_a_stored_window_is_shown_without_a_server_unless_it_is_from_the_future(
    play, signed, vectors, minutes, taken
):
    stored = Window.from_vector("sealed.bin")
    if minutes:
        stored.move(minutes)
        stored.release(vectors["chains"]["sealed"])
        last = {p: stored.positions(p)[-1] for p in range(4)}
        for index in last.values():
            stored.set_seconds(index, stored.seconds(index) + 60 * minutes)
        stored.drop_ended()
    positions, connection = play("""
        const server = serverAt(startMs(245));
        server.offline = true;
        server.store.start();
        await wait(300);
        const { connection } = server.store.status;
        server.store.stop();
        return [server.store.positions, connection];""", stored=signed(stored))  # fmt: skip
    assert positions == (4 if taken else 0)
    assert (connection == "live") == taken


@pytest.mark.parametrize("secret, code", [(None, "missing"), (b64(bytes(32)), "wrong")])
def test_without_the_right_app_secret_the_shelf_is_sealed_and_the_error_says_why(play, vectors, signed, secret, code):
    window = Window.from_vector("prefetched.bin")
    window.header["store"] = "main"
    found = play("""
        const server = serverAt(startMs(245));
        server.store.start();
        await wait(250);
        server.store.stop();
        const { error } = server.store.status;
        return { items: server.items(), name: error.name, code: error.code, asked: server.asked };""",
        chain=vectors["chains"]["prefetched"], windows=[signed(window)], options={"appSecret": secret} if secret else {})  # fmt: skip
    assert found == {"items": ["sealed"] * 4, "name": "AppSecretError", "code": code, "asked": ["window"]}


def test_wrong_options_are_refused_before_anything_is_asked(play):
    names = play("""
        const server = new m.ShelfServer("test", { pageLife: { visible: () => true, watch: () => {} } });
        return [{ publicKey: "short" }, { publicKey: "" }, { publicKey: argument.publicKey, appSecret: "!" }].map((options) => {
            try { server.store("main", options); return "taken"; } catch (error) { return error.name; }
        });""")  # fmt: skip
    assert names == ["OptionError"] * 3
