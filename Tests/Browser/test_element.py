"""`<shelf-store>` on a page without code of its own, against the real server and the trading post."""

import json
import re
import time
import urllib.request

import pages
import pytest
from playwright.sync_api import Error
from shelf_process import ShelfProcess
from stalls import Shop
from trading_post import STORE, VECTORS
from waiting import PATIENCE_MS

CARD = "[part~=position]"


@pytest.fixture(scope="module")
def stores(shelf):
    return {store["id"]: store for store in json.load(urllib.request.urlopen(shelf.address + "/v1/stores"))}


@pytest.fixture
def open_element(browser, shelf):
    """Opens a page of another origin with the given markup and nothing else."""
    contexts, servers, errors = [], [], []

    def opened(markup):
        script = f'<script type="module" src="{shelf.address}/shelf-store.js"></script>'
        page_html = f"<!doctype html><meta charset=utf-8><title>game</title>{script}{markup}"
        server, address = pages.serve({"/game": page_html.encode()})
        servers.append(server)
        context = browser.new_context()
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address + "/game")
        return page

    yield opened
    for context in contexts:
        context.close()
    for server in servers:
        server.shutdown()
    assert not errors


def markup(shelf, described, **attributes):
    wanted = {"server": shelf.address, "store": described["id"], "key": described["publicKey"], **attributes}
    return "<shelf-store {}></shelf-store>".format(
        " ".join(f'{name}="{value}"' for name, value in wanted.items() if value is not None)
    )


def test_it_shows_what_the_store_shows(open_element, shelf, stores):
    page = open_element(markup(shelf, stores["main"]))
    page.wait_for_selector("shelf-store [part~=onSale]")
    assert page.locator(f"shelf-store {CARD}").count() == stores["main"]["positions"]
    card = page.locator("shelf-store [part~=onSale]").first
    name = card.locator("[part=name]").text_content()
    assert name != "" and card.locator("[part=buy]").get_attribute("aria-label").startswith(f"Buy {name}, ")
    assert page.locator("shelf-store").get_by_role("listitem").count() == stores["main"]["positions"]
    before = card.locator("[part=timer]").inner_text()
    page.wait_for_function(
        "([text]) => document.querySelector('shelf-store').shadowRoot.querySelector('[part~=onSale] [part=timer]').textContent !== text", arg=[before])  # fmt: skip


def test_two_of_one_server_share_its_clock_and_one_that_leaves_the_page_ends(open_element, shelf, stores):
    page = open_element(markup(shelf, stores["main"]) + markup(shelf, stores["main"]))
    page.wait_for_function(
        "() => [...document.querySelectorAll('shelf-store')].every((one) => one.shadowRoot.querySelector('[part~=onSale]'))"
    )
    found = page.evaluate("""() => {
        const [one, other] = document.querySelectorAll("shelf-store");
        const store = one.store;
        one.remove();
        return [one.store, store.shelf().length > 0, other.store.shelf().length > 0, one.shadowRoot.querySelectorAll("li").length];
    }""")
    assert found == [None, True, True, 0]
    page.evaluate("() => document.body.append(document.createElement('p'))")


def test_its_attributes_can_change(open_element, shelf, stores):
    page = open_element(markup(shelf, stores["main"]))
    page.wait_for_selector("shelf-store [part~=onSale]")
    other = next(store for store in stores.values() if store["id"] not in ("main", "bazaar"))
    page.evaluate("""({ id, publicKey }) => {
        const element = document.querySelector("shelf-store");
        element.setAttribute("store", id);
        element.setAttribute("key", publicKey);
    }""", other)  # fmt: skip
    page.wait_for_function("(count) => document.querySelector('shelf-store').shadowRoot.querySelectorAll('[part~=onSale]').length > 0 &&"
                           " document.querySelector('shelf-store').shadowRoot.querySelectorAll('li').length === count", arg=other["positions"])  # fmt: skip


@pytest.mark.parametrize("attributes, words", [
    ({"key": None}, "public key"), ({"key": "x"}, "public key"), ({"store": "A b"}, "store"), ({"server": "ftp://x"}, "ftp://x"),
    ({"store": "none"}, "none"),
])  # fmt: skip
def test_what_is_wrong_with_an_attribute_stands_where_the_shelf_would_be(
    open_element, shelf, stores, attributes, words
):
    page = open_element(markup(shelf, stores["main"], **attributes))
    page.wait_for_function("(words) => document.querySelector('shelf-store').shadowRoot.querySelector('[part~=problem]').textContent.includes(words)", arg=words)  # fmt: skip


def test_a_page_gives_it_its_own_look(open_element, shelf, stores):
    style = (
        "<style>shelf-store::part(name) { color: rgb(1, 2, 3) } shelf-store { --shelf-accent: rgb(4, 5, 6) }</style>"
    )
    page = open_element(style + markup(shelf, stores["main"]))
    page.wait_for_selector("shelf-store [part~=onSale]")
    looks = page.evaluate("""() => {
        const card = document.querySelector("shelf-store").shadowRoot.querySelector("[part~=onSale]");
        return [getComputedStyle(card.querySelector("[part=name]")).color, getComputedStyle(card.querySelector("button")).backgroundColor];
    }""")
    assert looks == ["rgb(1, 2, 3)", "rgb(4, 5, 6)"]


COLUMNS = """() => {
    const list = document.querySelector("shelf-store").shadowRoot.querySelector("ol");
    return getComputedStyle(list).gridTemplateColumns.split(" ").length;
}"""


def test_a_row_has_as_many_positions_as_the_store_has_columns(open_element, shelf, stores):
    page = open_element(markup(shelf, stores["main"]))
    page.wait_for_selector("shelf-store [part~=onSale]")
    assert stores["main"]["columns"] == 4
    for width, columns in [(2400, 4), (1280, 4), (600, 4), (390, 3), (320, 2), (200, 1)]:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(COLUMNS) == columns, width
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), width


def test_columns_change_while_it_runs_though_nothing_on_the_shelf_does(open_element, shelf, stores):
    page = open_element(markup(shelf, stores["main"]))
    page.wait_for_selector("shelf-store [part~=onSale]")
    page.evaluate("""() => {
        const { store } = document.querySelector("shelf-store");
        Object.defineProperty(store, "columns", { value: 3 });
        store.dispatchEvent(new Event("tick"));
    }""")
    assert page.evaluate(COLUMNS) == 3


@pytest.mark.parametrize("look, columns", [
    ("--shelf-columns: 2", 2), ("--shelf-columns: 6", 6), ("--shelf-gap: 0", 4), ("--shelf-gap: 3rem", 4),
])  # fmt: skip
def test_a_page_says_how_many_columns_there_are_and_how_far_apart(open_element, shelf, stores, look, columns):
    page = open_element(f"<style>shelf-store {{ {look} }}</style>" + markup(shelf, stores["main"]))
    page.wait_for_selector("shelf-store [part~=onSale]")
    assert page.evaluate(COLUMNS) == columns


@pytest.mark.parametrize("width", [320, 1280])
def test_from_right_to_left_the_first_position_is_at_the_right_and_nothing_is_cut_off(
    open_element, shelf, stores, width
):
    page = open_element("<script>document.documentElement.dir = 'rtl'</script>" + markup(shelf, stores["main"]))
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_selector("shelf-store [part~=onSale]")
    first, second, cut = page.evaluate("""() => {
        const items = [...document.querySelector("shelf-store").shadowRoot.querySelectorAll("li")];
        const wide = (one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== "inline";
        const cut = items.flatMap((item) => [item, ...item.querySelectorAll("*")]).filter(wide);
        const left = (item) => item.getBoundingClientRect().left;
        return [left(items[0]), left(items[1]), cut.map(({ className, textContent }) => `${className}: ${textContent}`)];
    }""")
    assert first > second and cut == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_a_server_that_the_page_made_serves_the_elements_of_its_address(open_element, shelf, stores):
    page = open_element(markup(shelf, stores["main"]) + markup(shelf, stores["main"], server=shelf.address + "/"))
    page.wait_for_selector("shelf-store [part~=onSale]")
    page.evaluate("""async (address) => {
        const { memoryPlayerArchive, ShelfServer, useServer } = await import(`${address}/shelf-store.js`);
        const playerArchive = memoryPlayerArchive();
        window.asked = 0;
        const intents = (server) => (asked++, playerArchive.intents(server));
        const before = [...document.querySelectorAll("shelf-store")].map(({ store }) => store);
        useServer(new ShelfServer(address, { playerArchive: { ...playerArchive, intents } }));
        const after = [...document.querySelectorAll("shelf-store")].map(({ store }) => store);
        if (before.some((store, at) => store === after[at])) throw new Error("An element kept its store.");
    }""", shelf.address)  # fmt: skip
    # Each element's store asks when it starts, and when it is live.
    page.wait_for_function("asked >= 4")
    assert page.evaluate("asked") == 4


STATUS = "document.querySelector('shelf-store').shadowRoot.querySelector('[part~=problem]').textContent"


def test_a_server_that_is_stopped_under_a_page_is_told_after_ten_seconds_until_it_is_back(open_element, tmp_path):
    server = ShelfProcess(tmp_path)
    server.start()
    described = json.load(urllib.request.urlopen(server.address + "/v1/stores"))[0]
    page = open_element(markup(server, described))
    page.wait_for_selector("shelf-store [part~=onSale]")
    stopped = time.time()
    server.stop()
    page.wait_for_function(STATUS + " !== ''")
    waited = time.time() - stopped
    assert page.evaluate(STATUS).startswith("The server can't be reached since ")
    since = page.evaluate("document.querySelector('shelf-store').store.status.error.sinceMs") / 1000
    assert waited >= 9.9 and -1 < since - stopped <= waited - 9.9
    server.start()
    page.wait_for_function(STATUS + " === ''")
    server.stop()


def test_it_works_where_a_page_forbids_html_from_strings(open_element, shelf, stores):
    policy = """<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'">"""
    page = open_element(policy + markup(shelf, stores["main"]))
    page.wait_for_selector("shelf-store [part~=onSale]")
    with pytest.raises(Error, match="TrustedHTML"):
        page.evaluate("() => { document.createElement('template').innerHTML = '<p></p>'; }")


def opened_stall(shop, page=None):
    """A page of the shop with an element, which can be tapped."""
    page = shop.sdk(page, start=False)
    page.evaluate("""async ({ store, key, secret }) => {
        const { ShelfStoreElement } = await import("/shelf-store.js");
        window.heard = [];
        const element = Object.assign(document.createElement("shelf-store"), { id: "shop" });
        if (!(element instanceof ShelfStoreElement)) throw new Error("The element isn't defined.");
        for (const [name, value] of [["store", store], ["key", key], ["app-secret", secret]]) element.setAttribute(name, value);
        element.addEventListener("purchase", ({ detail }) => heard.push(detail.stage));
        document.body.append(element);
    }""", {"store": STORE, "key": VECTORS["signing"]["publicKey"], "secret": VECTORS["appSecret"]})  # fmt: skip
    page.wait_for_function(
        "() => [...document.querySelector('#shop').shadowRoot.querySelectorAll('button')].some((one) => one.ariaDisabled === 'false' && !one.disabled)"
    )
    return page


@pytest.fixture
def stall(browser):
    shop = Shop(browser)
    yield shop, opened_stall(shop)
    shop.close()


def says(page, text):
    """Waits until the element's status line is this."""
    page.wait_for_function(
        "(text) => document.querySelector('#shop').shadowRoot.querySelector('[part~=news]').textContent === text",
        arg=text,
    )


def test_a_tap_buys_what_is_shown_and_the_page_hears_of_it(stall):
    shop, page = stall
    page.locator("#shop [part~=onSale] [part=buy]").first.click()
    page.wait_for_function(
        "() => document.querySelector('#shop').shadowRoot.querySelector('[part~=news]').textContent.startsWith('You own ')"
    )
    assert page.evaluate("heard").count("sold") == 1
    assert len([request for request in shop.post.sent() if request["path"].endswith("/purchases")]) == 1


def test_a_double_click_buys_once_and_the_button_says_for_a_moment_that_it_was_sold(stall):
    shop, page = stall
    button = page.locator("#shop [part=buy]").first
    button.dblclick()
    says(page, "You own Star.")
    assert (button.text_content(), button.get_attribute("aria-label")) == ("Yours", "Yours: Star, 1 coins")
    button.click(force=True)
    page.wait_for_timeout(300)
    assert len(shop.post.keys()) == 1
    page.wait_for_function("document.querySelector('#shop').shadowRoot.querySelector('[part=buy]').textContent === '1 coins'")
    page.evaluate("""() => {
        const news = document.querySelector("#shop").shadowRoot.querySelector("[part~=news]");
        globalThis.said = [];
        new MutationObserver(() => said.push(news.textContent)).observe(news, { childList: true, characterData: true, subtree: true });
    }""")
    button.click()
    page.wait_for_function("said.length > 1 && said.at(-1) === 'You own Star.'")
    assert page.evaluate("said[0]") == "" and len(shop.post.keys()) == 2


def test_a_key_that_is_held_down_buys_once(stall):
    shop, page = stall
    page.locator("#shop [part=buy]").first.focus()
    for _ in range(12):
        page.keyboard.down("Enter")
        page.wait_for_timeout(400)
    page.keyboard.up("Enter")
    assert len(shop.post.keys()) == 1
    page.keyboard.press("Tab")
    assert page.evaluate("[...document.querySelector('#shop').shadowRoot.querySelectorAll('[part=buy]')].indexOf(document.querySelector('#shop').shadowRoot.activeElement)") == 1


def test_the_number_of_a_copy_stands_on_its_button(stall):
    shop, page = stall
    shop.post.editions["star"], shop.post.sold["star"] = 500, 16
    page.locator("#shop [part=buy]").first.click()
    page.locator("#shop [part=buy]", has_text="Yours, number 17").wait_for()


def test_that_the_store_began_anew_is_said(stall):
    _, page = stall
    page.evaluate("document.querySelector('#shop').store.dispatchEvent(new CustomEvent('begunanew', { detail: 1800000000000 }))")
    news = page.locator("#shop [part~=news]").inner_text()
    assert re.fullmatch(r"This store began anew at .*\d\d.*\. What it showed before is gone\.", news)


def test_an_outage_stands_in_sight_beside_the_reason_of_a_delayed_purchase(stall):
    shop, page = stall
    page.set_viewport_size({"width": 500, "height": 300})
    shop.post.fail("/purchases", "unavailable", retry_after=30)
    page.locator("#shop [part=buy]").first.click()
    says(page, "Star: The post says unavailable.")
    page.evaluate("""async () => {
        const { UnreachableError } = await import("/shelf-store.js");
        const { store } = document.querySelector("#shop");
        const { status } = store;
        const error = new UnreachableError("server", Date.now(), null);
        Object.defineProperty(store, "status", { value: { ...status, error } });
        store.dispatchEvent(new Event("status"));
    }""")
    says(page, "Star: The post says unavailable.")
    problem = page.locator("#shop [part~=problem]")
    assert problem.inner_text().startswith("The server can't be reached since ")
    box, shelf = problem.bounding_box(), page.locator("#shop [part=shelf]").bounding_box()
    assert shelf["height"] > 300 and box["height"] > 0 and box["y"] + box["height"] <= 300


def test_a_purchase_that_is_delayed_says_on_its_button_why_and_when_it_is_tried_again(stall):
    shop, page = stall
    shop.post.fail("/purchases", "unavailable", retry_after=30)
    button = page.locator("#shop [part~=position]").first.locator("[part=buy]")
    words = "document.querySelector('#shop').shadowRoot.querySelector('[part=buy]').textContent"
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(words + ".startsWith('Trying again in ')")
    seconds = int(re.fullmatch(r"Trying again in (\d+) s", button.text_content())[1])
    assert 15 < seconds <= 40 and button.get_attribute("title") == "The post says unavailable." and button.is_disabled()
    assert button.get_attribute("aria-label") == "Buying Star, 1 coins"
    assert page.locator("#shop [part~=news]").inner_text() == "Star: The post says unavailable."
    page.wait_for_function(words + f" === 'Trying again in {seconds - 2} s'")
    shop.hurry(page)
    says(page, "You own Star.")
    assert page.evaluate("document.activeElement.shadowRoot.activeElement.part.value") == "buy"
    assert (button.text_content(), button.get_attribute("title"), button.is_enabled()) == ("Yours", "", False)
    page.wait_for_function(words + " === '1 coins'")
    assert button.is_enabled()
    assert page.evaluate("heard") == ["buying", "delayed", "sold"]


@pytest.mark.parametrize("balance, end", [(1000, "You own Star."), (0, "There isn't enough in your wallet.")])
def test_how_a_purchase_of_an_earlier_visit_ends_is_said_too(stall, balance, end):
    shop, page = stall
    shop.post.fail("/purchases", "unavailable", retry_after=30, times=2)
    page.locator("#shop [part=buy]").first.click()
    says(page, "Star: The post says unavailable.")
    next(iter(shop.post.players.values())).balance = balance
    opened_stall(shop, page)
    says(page, "Star: The post says unavailable.")
    page.locator("#shop [part=buy]").first.dispatch_event("click")
    page.wait_for_timeout(300)
    assert len(shop.post.keys()) == 2, "a tap on what is being bought sends nothing"
    shop.hurry(page)
    says(page, end)


def test_what_cant_be_paid_is_said_and_nothing_is_bought(stall):
    _, page = stall
    page.get_by_role("button", name="One Ring").first.click()
    page.wait_for_function(
        "() => document.querySelector('#shop').shadowRoot.querySelector('[part~=news]').textContent !== ''"
    )
    assert "You own" not in page.locator("#shop [part~=news]").inner_text()
    assert "failed" in page.evaluate("heard")
    page.wait_for_function(
        "() => ![...document.querySelector('#shop').shadowRoot.querySelectorAll('button')].some((one) => one.disabled)"
    )
