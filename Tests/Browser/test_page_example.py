"""The example of a game's page, served from an origin of its own, shows every state of a store and buys from it."""

import json
import os
import re
import signal
import subprocess
import textwrap
import urllib.request

import pages
import pytest
from shelf_process import BINARY, ShelfProcess
from stalls import Shop
from trading_post import STORE, VECTORS
from waiting import PATIENCE, PATIENCE_MS

EXAMPLE = pages.ROOT / "Examples" / "Page" / "index.html"
BUY = "#shelf li:nth-child({}) button"


@pytest.fixture
def game():
    """The game's own server."""
    server, address = pages.serve({"/": EXAMPLE.read_bytes()})
    yield address
    server.shutdown()


@pytest.fixture
def opened(browser, game):
    """Opens the example with these options, and fails the test on any error that isn't expected."""
    contexts, faults = [], []

    def open_page(options, sdk=None, may_fail=False):
        context = browser.new_context()
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        if not may_fail:
            page.on("pageerror", lambda error: faults.append(str(error)))
        if sdk:
            page.route("**/shelflife.js", lambda route: route.fulfill(body=sdk, content_type="text/javascript"))
        page.goto(f"{game}/?" + "&".join(f"{name}={value}" for name, value in options.items() if value is not None))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture
def selling(tmp_path, game):
    process = ShelfProcess(tmp_path)
    config = tmp_path / "shelflife.yaml"
    config.write_text(config.read_text().replace("server:\n", f"server:\n  origins: ['{game}']\n"))
    process.start()
    yield process
    process.stop()


def test_the_example_shows_the_shelf_and_buys_what_is_clicked(opened, selling):
    stores = json.loads(urllib.request.urlopen(f"{selling.address}/v1/stores").read())
    key = next(store["publicKey"] for store in stores if store["id"] == "main")
    page = opened({"server": selling.address, "key": key})
    page.wait_for_function("document.querySelectorAll('li').length === 12")
    assert page.evaluate("getComputedStyle(document.querySelector('#shelf')).gridTemplateColumns.split(' ').length") == 4
    page.wait_for_function("/^You have \\d+ coins/.test(document.querySelector('#wallet').textContent)")
    page.wait_for_function(
        """() => {
            const notes = [...document.querySelectorAll(".note")].map(({ textContent }) => textContent);
            if (document.querySelector("#news").textContent.startsWith("You own")) return notes.some((note) => note.startsWith("Yours"));
            document.querySelector("button[aria-disabled=false]")?.click();
        }""",
        polling=500)  # fmt: skip


def test_the_example_that_is_opened_while_the_server_is_down_says_so_and_recovers_by_itself(opened, selling):
    stores = json.loads(urllib.request.urlopen(f"{selling.address}/v1/stores").read())
    key = next(store["publicKey"] for store in stores if store["id"] == "main")
    assert selling.stop()
    page = opened({"server": selling.address, "key": key})
    page.get_by_text("The shop can't be reached at").wait_for()
    page.wait_for_timeout(1500)
    selling.start()
    page.wait_for_function("document.querySelectorAll('li').length === 12")


def test_the_loader_of_the_docs_is_that_of_the_example():
    loader = r"( *)async function load\(url, failed\) \{\n.*?\n\1\}\n"
    texts = [path.read_text() for path in (EXAMPLE, pages.ROOT / "docs" / "javascript.md")]
    ours, told = (textwrap.dedent(re.search(loader, text, re.S)[0]) for text in texts)
    assert ours == told


@pytest.fixture
def tried(game, tmp_path):
    """The demo that the example's comment has one start, for pages of this game. Gives its address."""
    command = [BINARY, "demo", "--origin", game, "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": str(tmp_path)})
    try:
        text = "".join(iter(process.stdout.readline, "Ctrl-C stops it.\n"))
        yield re.search(r"The storefront +(\S+)/ ", text)[1]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def test_the_example_says_where_the_key_is_that_it_is_opened_with(opened, tried):
    comment = EXAMPLE.read_text().split("-->")[0]
    where = re.search(r"http://127\.0\.0\.1:8080(/\S+)", comment)
    assert where, "it names no address where the demo has the key"
    store, *_ = json.loads(urllib.request.urlopen(tried + where[1]).read())
    page = opened({"server": tried, "key": store["publicKey"]})
    page.wait_for_function("document.querySelectorAll('li').length === 12")
    page = opened({"server": tried}, may_fail=True)
    page.wait_for_function("(path) => document.querySelector('#problem').textContent.includes(path)", arg=where[1])


@pytest.fixture
def stall(browser):
    """The example at a trading post, on its own origin."""
    shop = Shop(browser)
    page = shop.context.new_page()
    page.on("pageerror", lambda error: shop.errors.append(str(error)))
    page.route(lambda url: "/game?" in url, lambda route: route.fulfill(body=EXAMPLE.read_text(), content_type="text/html"))
    named = f"server={shop.stall.address}&store={STORE}&key={VECTORS['signing']['publicKey']}"
    page.goto(f"{shop.stall.address}/game?{named}&secret={VECTORS['appSecret']}")
    page.wait_for_function("document.querySelectorAll('button[aria-disabled=false]').length === 4")
    yield shop, page
    shop.close()


def note(page, number):
    return page.locator(f"#shelf li:nth-child({number}) .note")


def test_the_keyboard_stays_where_it_is_while_a_purchase_and_the_shelf_go_on(stall):
    shop, page = stall
    page.locator(BUY.format(3)).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('#news').textContent.startsWith('You own Bee')")
    shop.skip_to(page, 34)
    page.wait_for_function("document.querySelectorAll('#shelf .name')[2].textContent !== 'Bee'")
    at = "[...document.querySelectorAll('#shelf button')].indexOf(document.activeElement)"
    assert page.evaluate(at) == 2
    page.keyboard.press("Tab")
    assert page.evaluate(at) == 3


def test_a_double_click_buys_once(stall):
    shop, page = stall
    page.locator(BUY.format(3)).dblclick()
    page.wait_for_function("document.querySelector('#news').textContent.startsWith('You own Bee')")
    page.locator(BUY.format(3)).click(force=True)
    page.wait_for_timeout(300)
    assert len(shop.post.keys()) == 1


def test_a_key_that_is_held_down_buys_once(stall):
    shop, page = stall
    page.locator(BUY.format(3)).focus()
    for _ in range(12):
        page.keyboard.down("Enter")
        page.wait_for_timeout(400)
    page.keyboard.up("Enter")
    assert len(shop.post.keys()) == 1


def test_a_purchase_that_is_delayed_says_why_and_is_tried_again(stall):
    shop, page = stall
    shop.post.fail("/purchases", "unavailable", retry_after=30)
    page.locator(BUY.format(1)).click()
    page.wait_for_function("document.querySelector('.note').textContent.startsWith('The post says unavailable.')")
    assert page.locator(BUY.format(1)).get_attribute("aria-disabled") == "true"
    shop.hurry(page)
    page.wait_for_function("document.querySelector('.note').textContent === 'Yours'")


def test_a_copy_of_a_limited_edition_shows_its_number(stall):
    shop, page = stall
    shop.post.editions["star"], shop.post.sold["star"] = 500, 16
    page.locator(BUY.format(1)).click()
    page.wait_for_function("document.querySelector('#news').textContent === 'You own Star, number 17.'")
    assert note(page, 1).inner_text() == "Yours, number 17"


def test_what_is_refused_says_so_where_it_was_asked_for(stall):
    _, page = stall
    page.locator(BUY.format(2)).click()
    page.wait_for_function("document.querySelectorAll('.note')[1].textContent !== ''")
    assert note(page, 2).inner_text() == page.locator("#news").inner_text() != ""
    assert page.locator(BUY.format(2)).get_attribute("aria-disabled") == "false"


@pytest.mark.parametrize("options, words", [
    ({"server": "http://127.0.0.1:1"}, "http://127.0.0.1:1"), ({"key": "x"}, "public key"), ({"store": "A b"}, "store"),
    ({"key": None}, "Open this page with ?key=…"),
])  # fmt: skip
def test_what_keeps_the_shop_from_opening_stands_where_the_shelf_would_be(opened, shelf, options, words):
    page = opened({"server": shelf.address, "key": VECTORS["signing"]["publicKey"], **options}, may_fail=True)
    page.wait_for_function("(words) => document.querySelector('#problem').textContent.includes(words)", arg=words)


# A store that shows what a test tells it to, by `show(shelf, status)`, and whose events a test fires.
SCRIPTED = """
class Store extends EventTarget {
    columns = 2;
    status = { connection: "connecting", error: null, clock: { state: "unsynced" }, paused: false };
    asked = [];
    start() {}
    shelf() { return this.positions ?? []; }
    purchaseOf() { return null; }
    buy(position) { return new Promise(() => this.asked.push(position)); }
}
export const timeLeftText = ({ remainingMs }) => `${Math.ceil(remainingMs / 1000)} s`;
export class ShelfServer {
    player = Object.assign(new EventTarget(), { balances: null, wallet: async () => void (this.wallets = (this.wallets ?? 0) + 1) });
    store() {
        window.server = this;
        window.store = new Store();
        const none = { position: 0, phase: "onSale", card: null, listing: { id: "a", revision: 0 }, offer: "a", remainingMs: 1500, tapGuarded: false, withdrawn: false };
        window.card = { name: "Lamp", price: 5, currency: "coins", glyph: "L" };
        window.show = (shelf, error = null, connection = "live", more = {}) => {
            store.positions = shelf.map((position, at) => ({ ...none, ...position, position: at }));
            store.status = { connection, error, clock: { state: "synced" }, paused: false, ...more };
            for (const type of ["change", "status"]) store.dispatchEvent(new Event(type));
        };
        window.tell = (type, detail) => store.dispatchEvent(new CustomEvent(type, { detail }));
        return window.store;
    }
}
"""


@pytest.fixture
def scripted(opened):
    page = opened({"key": "any"}, sdk=SCRIPTED)
    page.wait_for_function("() => typeof show === 'function'")
    return page


def cell(page):
    """The words of the first position: its name, its note and its button; and whether the button can be used."""
    return page.evaluate("""() => {
        const item = document.querySelector("#shelf li");
        const words = ["span.name", "span.note", "button"].map((part) => item.querySelector(part).textContent);
        return [...words, item.querySelector("button").ariaDisabled !== "true"];
    }""")


@pytest.mark.parametrize("position, shown", [
    ("{ card }", ["Lamp", "", "5 coins", True]),
    ("{ card, tapGuarded: true }", ["Lamp", "", "5 coins", False]),
    ("{ card, withdrawn: true }", ["Lamp", "Taken off sale", "Not for sale", False]),
    ("{ card, listing: { id: 'a', revision: 2 } }", ["Lamp", "Changed by the shop", "5 coins", True]),
    ("{ card: { ...card, edition: 100 } }", ["Lamp", "100 copies in all", "5 coins", True]),
    ("{ phase: 'sealed' }", ["Sealed", "", "Not for sale", False]),
    ("{ phase: 'empty', listing: null }", ["Nothing here", "", "Not for sale", False]),
])  # fmt: skip
def test_each_state_of_a_position_shows(scripted, position, shown):
    scripted.evaluate(f"show([{position}])")
    assert cell(scripted) == shown


@pytest.mark.parametrize("purchase, note, button", [
    ({"stage": "buying"}, "", "Buying…"),
    ({"stage": "delayed", "error": {"message": "Busy."}}, "Busy. Being tried again.", "Buying…"),
    ({"stage": "failed", "error": {"message": "Sold out."}}, "Sold out.", "5 coins"),
    ({"stage": "sold", "receipt": {"number": None}}, "Yours", "5 coins"),
    ({"stage": "sold", "receipt": {"number": 7}}, "Yours, number 7 of 100", "5 coins"),
])  # fmt: skip
def test_each_state_of_a_purchase_shows(scripted, purchase, note, button):
    edition = "{ card: { ...card, edition: 100 } }" if "7" in note else "{ card }"
    scripted.evaluate(f"show([{edition}])")
    scripted.evaluate("(state) => tell('purchase', { listing: 'a', name: 'Lamp', ...state })", purchase)
    assert cell(scripted) == ["Lamp", note, button, purchase["stage"] == "failed"]


def test_while_the_store_is_paused_its_buttons_take_no_tap(scripted):
    scripted.evaluate("show([{ card }], null, 'live', { paused: true })")
    assert cell(scripted) == ["Lamp", "", "Paused", False]
    assert scripted.locator("#problem").inner_text() == "The shop is paused: nothing is sold for the moment."
    scripted.evaluate("show([{ card }])")
    assert cell(scripted) == ["Lamp", "", "5 coins", True]
    assert scripted.locator("#problem").text_content() == ""


def test_what_was_sold_takes_no_tap_for_a_moment(scripted):
    sold = "tell('purchase', { listing: 'a', name: 'Lamp', stage: 'sold', receipt: { number: null } })"
    scripted.evaluate("show([{ card }])")
    scripted.evaluate(sold)
    scripted.locator("#shelf button").dispatch_event("click")
    assert scripted.evaluate("store.asked.length") == 0
    scripted.locator("#shelf button[aria-disabled=false]").wait_for()
    scripted.locator("#shelf button").click()
    assert scripted.evaluate("store.asked.length") == 1


def test_a_second_purchase_of_the_same_is_news_again(scripted):
    scripted.evaluate("show([{ card }])")
    told = scripted.evaluate("""async () => {
        const told = [];
        const news = document.querySelector("#news");
        new MutationObserver(() => told.push(news.textContent)).observe(news, { childList: true, characterData: true, subtree: true });
        for (const stage of ["buying", "sold", "buying", "sold"]) {
            tell("purchase", { listing: "a", name: "Lamp", stage, receipt: stage === "sold" ? { number: null } : null });
            await new Promise((resolve) => setTimeout(resolve));
        }
        return told;
    }""")
    assert told == ["You own Lamp.", "", "You own Lamp."]


def test_a_delayed_purchase_counts_down_to_the_next_try_that_the_store_knows(scripted):
    scripted.evaluate("""() => {
        const state = { listing: "a", name: "Lamp", stage: "delayed", error: { message: "Busy." }, retryAtMs: Date.now() + 60_000 };
        store.purchaseOf = () => ({ ...state, retryAtMs: Date.now() + 7500 });
        show([{ card }]);
        tell("purchase", state);
    }""")
    assert cell(scripted)[1] == "Busy. Tried again in 8 s."


def test_before_the_first_window_it_says_that_it_opens(scripted):
    assert scripted.locator("#problem").inner_text() == "Opening the shop…"
    scripted.evaluate("show([{ card }])")
    assert scripted.locator("#problem").text_content() == ""


def test_while_the_time_is_unknown_it_says_that_it_opens_and_not_that_nothing_is_there(scripted):
    empty = "{ phase: 'empty', listing: null }"
    scripted.evaluate(f"show([{empty}, {empty}], null, 'connecting', {{ clock: {{ state: 'unsynced' }} }})")
    assert scripted.locator("#problem").inner_text() == "Opening the shop…"
    assert cell(scripted) == ["…", "", "…", False]


def test_a_server_that_cant_be_reached_and_a_closed_store_are_said_until_all_is_well(scripted):
    scripted.evaluate("""show([{ card }], Object.assign(new Error("The server can't be reached since 14:03:20."), { code: "unreachable" }), "offline")""")
    assert scripted.locator("#problem").inner_text() == "The server can't be reached since 14:03:20."
    assert cell(scripted)[0] == "Lamp"
    scripted.evaluate("""show([], Object.assign(new Error("This store is closed."), { code: "gone" }))""")
    assert scripted.locator("#problem").inner_text() == "This store is closed."
    assert scripted.locator("#shelf li").count() == 0
    scripted.evaluate("show([{ card }])")
    assert scripted.locator("#problem").text_content() == ""


def test_a_store_that_begins_anew_says_so_and_asks_for_the_wallet(scripted):
    scripted.evaluate("show([{ card }])")
    scripted.evaluate("tell('purchase', { listing: 'a', name: 'Lamp', stage: 'sold', receipt: { number: null } })")
    before = scripted.evaluate("server.wallets")
    scripted.evaluate("tell('begunanew', 1800000000000)")
    scripted.evaluate("show([{ card }])")
    assert scripted.locator("#news").inner_text().startswith("The shop began anew at ")
    assert cell(scripted)[1] == ""
    assert scripted.evaluate("server.wallets") > before


def test_a_tap_means_what_was_there_when_it_began(scripted):
    scripted.evaluate("show([{ card }])")
    button = scripted.locator("#shelf button")
    button.dispatch_event("pointerdown")
    scripted.evaluate("show([{ card, offer: 'b', listing: { id: 'b', revision: 0 } }])")
    button.dispatch_event("click")
    button.dispatch_event("click")
    assert scripted.evaluate("store.asked.map(({ listing }) => listing.id)") == ["a", "b"]


def test_the_store_says_how_many_columns_a_row_has(scripted):
    scripted.set_viewport_size({"width": 1280, "height": 800})
    columns = "getComputedStyle(document.querySelector('#shelf')).gridTemplateColumns.split(' ').length"
    for number in (2, 3):
        scripted.evaluate("(number) => { store.columns = number; show([{ card }, { card }, { card }]); }", number)
        assert scripted.evaluate(columns) == number
