"""A whole store on a server of closures: what it shows, asks for and says."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from windows import Window, b64, unb64


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
        await pass(350);
        const before = server.items()[position];
        server.stream.key(keyOf(slot));
        await pass(150);
        const stillBefore = server.items()[position];
        let shownAtMs = 0;
        server.store.addEventListener("change", () => server.items()[position] === argument.next[2] && (shownAtMs ||= server.nowMs()));
        await pass(500);
        server.store.stop();
        return { before, stillBefore, after: server.items()[position], lateMs: shownAtMs - startMs(slot), asked: server.asked };""",
        next=next_start)  # fmt: skip
    assert found["before"] == found["stillBefore"] != item
    assert found["after"] == item
    assert 0 <= found["lateMs"] <= 1
    assert not [what for what in found["asked"] if what.startswith("key")]


def test_a_key_whose_push_was_lost_is_asked_for(play, next_start):
    found = play("""
        const [slot, position] = argument.next;
        const server = serverAt(startMs(slot) - 300);
        server.store.start();
        await pass(400);
        const sealed = server.items()[position];
        await pass(1300);
        server.store.stop();
        return { sealed, asked: server.asked.filter((what) => what.startsWith("key")), item: server.items()[position] };""",
        next=next_start)  # fmt: skip
    assert found == {"sealed": "sealed", "asked": [f"key {next_start[0]}"], "item": next_start[2]}


def test_malformed_pushes_change_nothing_and_the_true_key_still_works(play, next_start):
    found = play("""
        const [slot, position] = argument.next;
        const server = serverAt(startMs(slot) - 500);
        server.store.start();
        await pass(250);
        for (const wrong of [{ ...keyOf(slot), slot: slot + 10 }, { ...keyOf(slot), slot: 3600 }, { ...keyOf(slot), chain: "unknown" },
            { ...keyOf(slot), slot: 9e9 }]) server.stream.key(wrong);
        server.stream.key(keyOf(slot));
        await pass(400);
        server.store.stop();
        return [server.items()[position], server.store.status.error?.message ?? null, server.asked.filter((what) => what === "stream").length];""",
        next=next_start)  # fmt: skip
    assert found == [next_start[2], None, 1]


def test_the_first_forged_key_ends_its_stream_what_came_behind_it_is_not_looked_at_and_the_next_stream_brings_the_true_key(
    play, next_start
):
    found = play("""
        const [slot, position] = argument.next;
        const server = serverAt(startMs(slot) - 500);
        let walks = 0;
        const { accept } = m.KeyChain.prototype;
        m.KeyChain.prototype.accept = function (...key) { walks++; return accept.apply(this, key); };
        server.store.start();
        await pass(250);
        const first = server.stream;
        for (let i = 0; i < 100; i++) first.key({ ...keyOf(slot), key: new Uint8Array(32).fill(i) });
        first.key(keyOf(slot));
        await pass(200);
        const after = { walks, asked: server.asked.slice(-2), error: server.store.status.error?.code };
        await pass(500);
        const opened = server.stream !== first;
        server.stream.key(keyOf(slot));
        await pass(400);
        server.store.stop();
        m.KeyChain.prototype.accept = accept;
        return { after, opened, walks, item: server.items()[position], error: server.store.status.error };""",
        next=next_start)  # fmt: skip
    assert found == {"after": {"walks": 1, "asked": ["stream", "closed"], "error": "forged"}, "opened": True, "walks": 2,
                     "item": next_start[2], "error": None}  # fmt: skip


def test_a_forged_key_of_a_stream_that_was_closed_before_it_was_looked_at_does_not_end_the_next_one(play, next_start):
    asked = play("""
        const [slot] = argument.next;
        const server = serverAt(startMs(slot) - 100);
        server.store.start();
        await pass(80);
        server.stream.key({ ...keyOf(slot), key: new Uint8Array(32) });
        server.store.stop();
        server.store.start();
        await pass(300);
        server.store.stop();
        return server.asked.filter((what) => what !== "window");""",
        next=next_start)  # fmt: skip
    assert asked == ["stream", "closed", "stream", "closed"]


def test_a_pushed_key_is_evidence_for_the_clock_and_one_that_was_asked_for_is_not(play, next_start):
    found = play("""
        const [slot] = argument.next;
        const evidence = [];
        for (const pushed of [true, false]) {
            const server = serverAt(startMs(slot) - 700);
            server.store.start();
            await pass(500);
            if (pushed) server.stream.key(keyOf(slot));
            await pass(pushed ? 200 : 1600);
            server.store.stop();
            const { clock } = server.store.status;
            evidence.push([clock.bounds % 2, clock.keyLateUs, server.asked.filter((what) => what.startsWith("key")).length]);
        }
        return evidence;""",
        next=next_start)  # fmt: skip
    (odd, late_us, _), asked = found
    assert odd == 1, "an exchange brings two bounds, a key one"
    assert late_us == pytest.approx(100_000, abs=1000)
    assert asked == [0, None, 1]


def test_no_exchange_begins_while_a_window_is_downloaded(play, next_start):
    found = play("""
        const [slot] = argument.next;
        const server = serverAt(startMs(slot) - 1000);
        let arrive = () => {};
        server.held = new Promise((resolve) => (arrive = resolve));
        server.store.start();
        await pass(200);
        const downloading = server.exchangedAtMs.length;
        arrive();
        await pass(200);
        server.store.stop();
        return { downloading, afterwards: server.exchangedAtMs.length };""",
        next=next_start)  # fmt: skip
    assert found["downloading"] == 0 and found["afterwards"] > 0


def test_after_the_burst_an_exchange_keeps_away_from_every_change(play, vectors):
    exchanged = play("""
        const server = serverAt(startMs(241));
        server.store.start();
        await pass(55_000);
        server.store.stop();
        return server.exchangedAtMs.map((ms) => ms - chain.epochMs);""")  # fmt: skip
    starts = {1000 * entry["slot"] for entry in vectors["windows"][0]["listings"]}
    apart = [min(abs(ms - start) for start in starts) for ms in exchanged[8:]]
    assert len(apart) > 10 and min(apart) >= 399


def test_a_refused_window_leaves_what_was_there_in_use_and_its_error_to_be_seen(play, signed):
    stored = signed(Window.from_vector("sealed.bin"))
    other = b64(Window.from_vector("sealed.bin").signed(bytes(32)))
    found = play("""
        const server = serverAt(startMs(245), [argument.other]);
        server.store.start();
        await pass(300);
        server.store.stop();
        return { items: server.items(), code: server.store.status.error.code, asked: server.asked, kept: m.toBase64url(server.saved.get(`https://shop.test/main/${argument.publicKey}`).bytes) };""",
        other=other, stored=stored)  # fmt: skip
    assert found["code"] == "signature"
    assert len(found["items"]) == 4 and "empty" not in found["items"] and set(found["items"]) != {"sealed"}
    assert found["kept"] == stored, "what was kept for the next visit is not overwritten"


def test_a_store_that_began_anew_says_so_once_and_takes_nothing_of_before_any_more(play, signed):
    before, anew = Window.from_vector("sealed.bin"), Window.from_vector("begun-anew.bin")
    # Of one name are two chains with other keys, so that a key that stayed would open nothing.
    before.header["released"][0]["key"] = b64(bytes(32))
    found = play("""
        const visit = async (windows, stored) => {
            argument.stored = stored;
            const server = serverAt(startMs(245), windows);
            const told = [];
            server.store.addEventListener("begunanew", ({ detail }) => told.push(detail));
            server.store.start();
            await pass(300);
            server.store.stop();
            return { told, code: server.store.status.error?.code ?? null, opens: server.items().some((item) => item !== "sealed") };
        };
        const { before, anew } = argument;
        return [await visit([before]), await visit([anew], before), await visit([anew], anew), await visit([before], anew)];""",
        anew=signed(anew), before=signed(before))  # fmt: skip
    begun = anew.header["incarnationMs"]
    assert found == [
        {"told": [], "code": "card", "opens": False},
        {"told": [begun], "code": None, "opens": True},
        {"told": [], "code": None, "opens": True},
        {"told": [], "code": "incarnation", "opens": True},
    ]


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
        // The browser takes turns of its own to read what is stored.
        for (let step = 0; step < 100 && server.store.status.connection !== "live"; step++) await pass(10);
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
        await pass(250);
        server.store.stop();
        const { error } = server.store.status;
        return { items: server.items(), name: error.name, code: error.code, asked: server.asked.slice(0, 2) };""",
        chain=vectors["chains"]["prefetched"], windows=[signed(window)], options={"appSecret": secret} if secret else {})  # fmt: skip
    assert found == {"items": ["sealed"] * 4, "name": "AppSecretError", "code": code, "asked": ["window", "stream"]}


@pytest.fixture
def notice(vectors):
    """Signs a notice that the listing of a slot and position is withdrawn."""

    def sign(slot, position, seed=None, **other):
        name = {
            "store": "main",
            "chain": vectors["chains"]["sealed"]["id"],
            "slot": slot,
            "position": position,
            "revision": 0,
        }
        data = b"SHELFNT1" + json.dumps({**name, "kind": "withdrawn", **other}).encode()
        key = Ed25519PrivateKey.from_private_bytes(seed or unb64(vectors["signing"]["seed"]))
        return {"bytes": b64(data), "signature": b64(key.sign(data))}

    return sign


WITHDRAWN = """
    const withdrawn = () => server.store.shelf().map(({ withdrawn }) => withdrawn);
    const started = async (at) => { server.store.start(); await pass(250); };
"""


def test_a_withdrawn_listing_is_drawn_as_that_at_once_with_its_card_and_is_not_bought(play, vectors, notice):
    shown = {entry["position"]: entry for entry in vectors["windows"][0]["listings"] if entry["slot"] <= 241}
    found = play("const server = serverAt(startMs(241));" + WITHDRAWN + """
        await started();
        let changes = 0;
        server.store.addEventListener("change", () => changes++);
        server.stream.notice(argument.notice);
        server.stream.notice(argument.notice);
        await pass(100);
        const seen = server.store.shelf()[2];
        await pass(500);
        const refusal = await server.store.buy(seen).catch(({ code, judged }) => ({ code, judged }));
        server.store.stop();
        return { withdrawn: withdrawn(), changes: changes > 0, item: seen.card.item, refusal };""",
        notice=notice(shown[2]["slot"], 2))  # fmt: skip
    assert found["withdrawn"] == [False, False, True, False]
    assert found["changes"] and found["item"] == shown[2]["card"]["item"]
    assert found["refusal"]["code"] in ("withdrawn", "changed")


@pytest.mark.parametrize(
    "other", [{"store": "other"}, {"kind": "praised"}, {"revision": 1}, {"seed": bytes(32)}, {"chain": "AA"}]
)
def test_a_notice_that_is_not_this_store_s_or_of_another_listing_marks_nothing(play, vectors, notice, other):
    shown = {entry["position"]: entry for entry in vectors["windows"][0]["listings"] if entry["slot"] <= 241}
    found = play("const server = serverAt(startMs(241));" + WITHDRAWN + """
        await started();
        for (const signed of [argument.notice, { bytes: "?", signature: "" }, {}]) server.stream.notice(signed);
        await pass(100);
        server.store.stop();
        return { withdrawn: withdrawn(), error: server.store.status.error?.message ?? null };""",
        notice=notice(shown[2]["slot"], 2, **other))  # fmt: skip
    assert found == {"withdrawn": [False] * 4, "error": None}


def test_what_a_window_names_as_withdrawn_stays_so_in_one_from_a_cache_and_is_forgotten_when_it_is_over(
    modules, vectors, signed
):
    shown = {entry["position"]: entry for entry in vectors["windows"][0]["listings"] if entry["slot"] <= 240}
    named, plain, later = (Window.from_vector("sealed.bin") for _ in range(3))
    named.header["withdrawn"] = [[0, shown[1]["slot"], 1]]
    later.move(5)
    later.release(vectors["chains"]["sealed"])
    for index in {position: later.positions(position)[-1] for position in range(4)}.values():
        later.set_seconds(index, later.seconds(index) + 300)
    later.drop_ended()
    found = modules.run(
        ["base64url", "crypto", "window-file", "closed-listings"],
        """async (m, { publicKey, windows, slot }) => {
            const key = await m.importPublicKey(m.fromBase64url(publicKey));
            const withdrawn = new m.ClosedListings();
            const first = await m.readWindow(m.fromBase64url(windows[0]), { publicKey: key, store: "main" });
            const listing = first.shelves[1].find((one) => one.slot === slot);
            const seen = [];
            let before = null;
            for (const text of windows) {
                const window = await m.readWindow(m.fromBase64url(text), { publicKey: key, store: "main" });
                withdrawn.takeWindow(window, before);
                before = window;
                seen.push(withdrawn.marked([{ opened: [listing] }, { opened: [] }]).map(({ withdrawn }) => withdrawn ?? false));
            }
            return seen;
        }""",
        {"publicKey": vectors["signing"]["publicKey"], "slot": shown[1]["slot"],
         "windows": [signed(named), signed(plain), signed(later), signed(later)]},
    )  # fmt: skip
    assert found == [[True, False], [True, False], [True, False], [False, False]]


def test_a_store_that_is_gone_shows_an_empty_shelf_and_goes_on_when_it_is_listed_again(play):
    found = play("""
        Math.random = () => 0;
        const server = serverAt(chain.epochMs + 245_000);
        let changes = 0;
        server.store.addEventListener("change", () => changes++);
        server.store.start();
        await pass(300);
        const before = [server.store.shelf().length, server.asked.filter((what) => what === "window").length];
        changes = 0;
        server.stream.announced({ type: "gone" });
        await pass(50);
        const gone = [server.store.shelf().length, server.store.status.error.code, server.store.status.connection, changes];
        const again = async (stores) => {
            server.stores = stores.map((id) => ({ id }));
            server.stream.announced({ type: "window", sequence: 1e9 });
            await pass(150);
            return [server.store.shelf().length, server.asked.filter((what) => what === "window").length, server.asked.includes("closed")];
        };
        const unlisted = await again(["other"]);
        const listed = await again(["other", "main"]);
        server.store.stop();
        return { before, gone, unlisted, listed, error: server.store.status.error };""")  # fmt: skip
    shown = found["before"][0]
    assert shown > 0 and found["before"] == [shown, 1]
    assert found["gone"] == [0, "gone", "live", 1]
    assert found["unlisted"] == [0, 1, False]
    assert found["listed"] == [shown, 2, False]
    assert found["error"] is None


def test_a_store_that_the_server_has_never_shown_is_told_with_those_that_there_are(play):
    found = play("""
        const server = serverAt(startMs(241));
        server.window = () => { throw new m.RequestError("Not found.", 404); };
        server.stores = argument.stores.map((id) => ({ id }));
        server.store.start();
        await pass(300);
        server.store.stop();
        const { error, connection } = server.store.status;
        return { code: error.code, message: error.message, stores: error.stores, connection };""",
        stores=["alpha", "beta"])  # fmt: skip
    message = "The server has no store “main”: it is closed, not open yet, or misspelt. There are: alpha, beta."
    assert found == {"code": "gone", "message": message, "stores": ["alpha", "beta"], "connection": "live"}


def test_of_many_stores_the_first_ten_are_named(play):
    message = play("""
        const server = serverAt(startMs(241));
        server.window = () => { throw new m.RequestError("Not found.", 404); };
        server.stores = Array.from({ length: 12 }, (_, index) => ({ id: `s${index}` }));
        server.store.start();
        await pass(300);
        server.store.stop();
        return server.store.status.error.message;""")  # fmt: skip
    assert message.endswith("There are: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, and 2 more.")


def test_a_store_that_was_shown_before_is_only_closed(play, signed):
    stored = signed(Window.from_vector("sealed.bin"))
    message = play("""
        const server = serverAt(startMs(245));
        server.window = () => { throw new m.RequestError("Not found.", 404); };
        server.stores = [{ id: "other" }];
        server.store.start();
        await pass(300);
        server.store.stop();
        return server.store.status.error.message;""", stored=stored)  # fmt: skip
    assert message == "This store is closed."
