"""An operator puts another card into a listing: what a store in the browser, and an open page, do with the notice."""

import itertools
import json
import queue
import sys

import pages
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from stalls import Shop
from trading_post import LISTINGS, STORE
from windows import b64

sys.path.insert(0, str(pages.VECTORS))

import make_vectors  # noqa: E402

SECONDS = {(start, position): seconds for start, position, _, seconds, _ in make_vectors.listings("sealed")}
# At second 245, position 0 shows the star of slot 128, until the bee of slot 274 follows for 57 s.
STAR, BEE = 128, 274


@pytest.fixture
def replaced(vectors):
    """Signs that a listing of the sealed store at position 0 has another card."""

    def sign(slot, item="owl", revision=1, seed=None, sealed=None, **other):
        place = make_vectors.Place(make_vectors.CHAINS["sealed"], slot, 0, revision, SECONDS[slot, 0])
        sealed = sealed or place.seal(make_vectors.plaintext(make_vectors.CARDS[item]))
        told = {"store": "main", "chain": vectors["chains"]["sealed"]["id"], "slot": slot, "position": 0, "revision": revision,
                "kind": "replaced", "seconds": place.seconds, "sealed": b64(sealed)}  # fmt: skip
        return signed_notice({**told, **other}, seed or make_vectors.SIGNING_SEED)

    return sign


@pytest.fixture
def withdrawn(vectors):
    def sign(slot, revision):
        name = {
            "store": "main",
            "chain": vectors["chains"]["sealed"]["id"],
            "slot": slot,
            "position": 0,
            "revision": revision,
        }
        return signed_notice({**name, "kind": "withdrawn"}, make_vectors.SIGNING_SEED)

    return sign


def signed_notice(notice, seed):
    data = b"SHELFNT1" + json.dumps(notice).encode()
    return {"bytes": b64(data), "signature": b64(Ed25519PrivateKey.from_private_bytes(seed).sign(data))}


def window(issued, *more):
    """The sealed store's window of a second, in which also these listings are replaced."""
    replaced = (make_vectors.REPLACED, *more)
    return b64(make_vectors.Window("", "", "main", "sealed", ["sealed"], issued, replaced=replaced).data())


def test_a_listing_that_is_open_shows_its_new_card_at_once_and_takes_no_tap_for_a_moment(play, replaced):
    found = play("""
        const server = serverAt(startMs(245));
        server.store.start();
        await pass(800);
        const seen = server.store.shelf()[0];
        const changes = [];
        server.store.addEventListener("change", () => changes.push(server.items()[0]));
        server.stream.notice(argument.notice);
        server.stream.notice(argument.notice);
        await pass(150);
        const now = server.store.shelf()[0];
        const refusal = await server.store.buy(seen).catch(({ code }) => code);
        server.store.stop();
        return { before: seen.card.item, now: now.card?.item, revision: now.listing.revision, guarded: now.tapGuarded, refusal, changes };""",
        notice=replaced(STAR))  # fmt: skip
    assert found == {
        "before": "star",
        "now": "owl",
        "revision": 1,
        "guarded": True,
        "refusal": "changed",
        "changes": ["owl"],
    }


def test_a_listing_whose_key_is_still_to_come_is_never_seen_with_its_first_card(play, replaced):
    found = play("""
        const server = serverAt(startMs(argument.slot) - 700);
        const seen = new Set();
        server.store.addEventListener("change", () => seen.add(server.items()[0]));
        server.store.start();
        await pass(250);
        server.stream.notice(argument.notice);
        server.stream.key(keyOf(argument.slot));
        await pass(800);
        server.store.stop();
        return [...seen];""",
        slot=BEE, notice=replaced(BEE))  # fmt: skip
    assert found == ["star", "owl"]


@pytest.mark.parametrize(
    "other",
    [{"store": "other"}, {"seed": bytes(32)}, {"revision": 0}, {"seconds": 147}, {"sealed": bytes(287)}, {"slot": BEE, "item": "map"},
     {"chain": b64(bytes(16))}, {"position": 1}, {"position": 9}, {"kind": "withdrawn"}],
)  # fmt: skip
def test_a_notice_of_another_signer_store_or_listing_or_that_changes_more_than_the_card_changes_nothing(
    play, replaced, other
):
    found = play("""
        const server = serverAt(startMs(245));
        server.store.start();
        await pass(250);
        for (const signed of [argument.notice, { bytes: "?", signature: "" }, {}]) server.stream.notice(signed);
        await pass(150);
        server.store.stop();
        const [{ card, withdrawn }] = server.store.shelf();
        return { item: card.item, withdrawn, error: server.store.status.error?.message ?? null };""",
        notice=replaced(**{"slot": STAR, **other}))  # fmt: skip
    assert found == {"item": "star", "withdrawn": False, "error": None}


def test_a_card_that_the_listing_s_key_does_not_open_stays_sealed(play, replaced):
    found = play("""
        const server = serverAt(startMs(245));
        server.store.start();
        await pass(250);
        server.stream.notice(argument.notice);
        await pass(150);
        server.store.stop();
        return [server.items()[0], server.store.status.error?.code ?? server.store.status.error?.name];""",
        notice=replaced(STAR, sealed=bytes(288)))  # fmt: skip
    assert found[0] == "sealed" and found[1]


def test_a_withdrawal_counts_for_its_revision_and_a_window_from_a_cache_takes_neither_back(play, replaced, withdrawn):
    found = play("""
        Math.random = () => 0;
        const server = serverAt(startMs(305));
        server.store.start();
        await pass(300);
        const seen = [];
        const look = async () => {
            await pass(150);
            const [{ card, withdrawn }] = server.store.shelf();
            seen.push([card.item, withdrawn]);
        };
        for (const notice of argument.notices) {
            server.stream.notice(notice);
            await look();
        }
        for (let count = 0; count < 2; count++) {
            server.stream.announced({ type: "window", sequence: 1e9 });
            await look();
        }
        server.store.stop();
        return { seen, windows: server.asked.filter((what) => what === "window").length };""",
        windows=[window(300)],
        notices=[withdrawn(BEE, 0), replaced(BEE), withdrawn(BEE, 1)])  # fmt: skip
    assert found == {"seen": [["bee", True], ["owl", False], ["owl", True], ["owl", True], ["owl", True]], "windows": 3}


RUNNER = """async (m, argument) => {
    const bytes = m.fromBase64url;
    const publicKey = await m.importPublicKey(bytes(argument.publicKey));
    /** Tells a new runner all of it, and returns the revision that the listing has after each step. */
    const played = async (order) => {
        let [changes, answer, listener] = [0, null, null];
        const runner = new m.SessionRunner({
            store: "main", archiveName: "", keys: new m.KeyRing(), publicKey: async () => publicKey,
            transport: {
                window: () => new Promise((resolve) => (answer = resolve)),
                openKeys: (store, heard) => ((listener = heard), () => {}),
                stores: async () => [], key: async () => null,
            },
            archive: { loadWindow: async () => null, saveWindow: async () => {} },
            instant: () => ({ localMs: 0, serverMs: null }), trueTime: () => null, localUs: () => 0,
            keyCame: () => {}, begunAnew: () => {}, storesMayDiffer: () => {}, changed: () => changes++,
        });
        const changed = async (work) => {
            const before = changes;
            work();
            while (changes === before) await new Promise((resolve) => setTimeout(resolve));
        };
        const tell = async (what) => {
            const signed = argument.notices[what];
            if (signed) {
                // A key that is refused says that the notice before it has been handled, for which there may be nothing to draw.
                return changed(() => {
                    listener.notice(signed);
                    listener.key({ chain: "none", slot: 1, key: new Uint8Array(32), box: null });
                });
            }
            runner.handle(listener ? { type: "timer", name: "window" } : { type: "started" });
            while (!answer) await new Promise((resolve) => setTimeout(resolve));
            await changed(() => answer({ bytes: bytes(argument.windows[what]), etag: "" }));
            answer = null;
        };
        const revisions = [];
        const told = [];
        for (const step of order) {
            for (const what of [step, ...told]) await tell(what);
            if (argument.notices[step]) told.push(step);
            revisions.push(runner.window.shelves[0].find(({ slot }) => slot === argument.slot).revision);
        }
        runner.handle({ type: "stopped" });
        return revisions;
    };
    const found = [];
    for (const order of argument.orders) found.push(await played(order));
    return found;
}"""

REVISIONS = {"first": 0, "cached": 0, "newest": 1, "notice1": 1, "notice2": 2}


def test_windows_and_notices_in_any_order_show_the_highest_revision_that_has_come_whatever_is_repeated(
    modules, vectors, replaced
):
    later = make_vectors.REPLACED_LATER
    assert later[1] == 0
    windows = {"first": window(240), "cached": window(300), "newest": window(360, later)}
    # Nobody listens to notices before the first window.
    orders = [order for order in itertools.permutations(REVISIONS) if order[0] in windows]
    found = modules.run(
        ["base64url", "crypto", "key-ring", "session-runner"],
        RUNNER,
        {"publicKey": vectors["signing"]["publicKey"], "windows": windows, "slot": later[2], "orders": orders,
         "notices": {f"notice{revision}": replaced(later[2], revision=revision) for revision in (1, 2)}},
    )  # fmt: skip
    highest = [[max(REVISIONS[step] for step in order[: count + 1]) for count in range(len(order))] for order in orders]
    wrong = [(order, shown) for order, shown, right in zip(orders, found, highest, strict=True) if shown != right]
    assert len(orders) == 72 and not wrong


def test_a_listing_that_no_window_has_yet_is_kept_until_one_has_it_or_it_is_over_and_no_more_than_a_window_holds(
    modules,
):
    found = modules.run(
        ["replaced-listings"],
        """(m) => {
            const replaced = new m.ReplacedListings();
            const chain = { id: "c", epochMs: 0 };
            const listing = (slot, revision = 0, size = 288) =>
                ({ id: `c.${slot}.0.${revision}`, chain, position: 0, slot, revision, seconds: 9, sealed: new Uint8Array(size) });
            const told = (slot, size, revision = 1) => replaced.take({ ...listing(slot, revision, size), chain: "c" });
            const windowAt = (second, ...shelf) => ({ header: { chains: [chain], issuedAtMs: 1000 * second }, shelves: [shelf] });
            const revision = (slot) => replaced.newest([listing(slot)])[0].revision;
            const kept = [told(50, 288), told(50, 288), told(50, 288, 2), told(50, 288), revision(50)];
            replaced.takeWindow(windowAt(40, listing(40)), null);
            kept.push(revision(50));
            replaced.takeWindow(windowAt(51, listing(50)), null);
            kept.push(revision(50));
            replaced.takeWindow(windowAt(60, listing(60)), null);
            kept.push(revision(50));
            replaced.takeWindow(windowAt(61, listing(60)), windowAt(60, listing(60, 1)));
            kept.push(revision(60));
            replaced.takeWindow(windowAt(62, listing(61)), windowAt(61, listing(60)));
            const filled = Array.from({ length: 64 }, (_, index) => told(100 + index, 65_520));
            return { kept, filled: filled.filter(Boolean).length, more: told(200, 288), same: told(100, 65_520, 2) };
        }""",
    )
    assert found == {"kept": [True, False, True, False, 2, 2, 2, 0, 1], "filled": 64, "more": False, "same": True}


@pytest.fixture
def shop(browser):
    shop = Shop(browser)
    shop.post.notices = queue.Queue()
    yield shop
    shop.post.notices.put(None)
    shop.close()


POSITION = 2


def replace(shop, item):
    """Tells the open pages that the post has another card at the position, and sells that from now on."""
    listing = next(
        entry for entry in LISTINGS if entry["position"] == POSITION and entry["slot"] + entry["seconds"] > 250
    )
    slot, seconds, card = listing["slot"], listing["seconds"], make_vectors.CARDS[item]
    place = make_vectors.Place(make_vectors.CHAINS["prefetched"], slot, POSITION, 1, seconds)
    sealed = b64(place.seal(make_vectors.plaintext(card)))
    notice = {"store": STORE, "chain": b64(place.chain.id), "slot": slot, "position": POSITION, "revision": 1, "kind": "replaced",
              "seconds": seconds, "sealed": sealed}  # fmt: skip
    shop.post.catalogue[slot, POSITION] |= card
    shop.post.notices.put(signed_notice(notice, make_vectors.SIGNING_SEED))


def buy(page):
    return page.locator(".buy").nth(POSITION)


def test_an_open_page_shows_the_new_card_without_a_reload_and_buys_its_revision(shop):
    page = shop.storefront()
    page.evaluate("() => { window.opened = true; }")
    assert buy(page).get_attribute("aria-label") == "Buy Bee for 120 coins"
    buy(page).focus()
    replace(shop, "owl")
    page.wait_for_selector(f".card[data-position='{POSITION}'][data-item=owl] .buy[data-buy=ready]", timeout=2000)
    assert buy(page).get_attribute("aria-label") == "Buy Owl for 80 coins"
    assert page.locator(".announcer").inner_text() == "Changed: now Owl, 80 coins"
    buy(page).click()
    page.wait_for_selector(f".card[data-position='{POSITION}'] .buy[data-buy=bought]", timeout=5000)
    (order,) = (request["body"] for request in shop.post.asked("/purchases", "POST"))
    assert (order["revision"], order["price"]) == (1, 80)
    assert page.evaluate("() => window.opened")


def test_a_tap_that_began_on_the_first_card_buys_nothing(shop):
    page = shop.storefront()
    buy(page).scroll_into_view_if_needed()
    box = buy(page).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    replace(shop, "owl")
    page.wait_for_selector(f".card[data-position='{POSITION}'][data-item=owl] .buy[data-buy=ready]", timeout=2000)
    page.mouse.up()
    page.get_by_role("status").filter(has_text="It changed just then").wait_for(timeout=3000)
    assert shop.post.keys() == []
