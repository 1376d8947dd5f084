"""`<shelf-store>` on a page without code of its own, against the real server and the trading post."""

import json
import urllib.request

import pages
import pytest
from playwright.sync_api import Error
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
    page.wait_for_function("(words) => document.querySelector('shelf-store').shadowRoot.querySelector('[part=status]').textContent.includes(words)", arg=words)  # fmt: skip


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


def test_it_works_where_a_page_forbids_html_from_strings(open_element, shelf, stores):
    policy = """<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'">"""
    page = open_element(policy + markup(shelf, stores["main"]))
    page.wait_for_selector("shelf-store [part~=onSale]")
    with pytest.raises(Error, match="TrustedHTML"):
        page.evaluate("() => { document.createElement('template').innerHTML = '<p></p>'; }")


@pytest.fixture
def stall(browser):
    shop = Shop(browser)
    page = shop.sdk(start=False)
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
    yield shop, page
    shop.close()


def test_a_tap_buys_what_is_shown_and_the_page_hears_of_it(stall):
    shop, page = stall
    page.locator("#shop [part~=onSale] [part=buy]").first.click()
    page.wait_for_function(
        "() => document.querySelector('#shop').shadowRoot.querySelector('[part=status]').textContent.startsWith('You own ')"
    )
    assert page.evaluate("heard").count("sold") == 1
    assert len([request for request in shop.post.sent() if request["path"].endswith("/purchases")]) == 1


def test_what_cant_be_paid_is_said_and_nothing_is_bought(stall):
    _, page = stall
    page.get_by_role("button", name="One Ring").first.click()
    page.wait_for_function(
        "() => document.querySelector('#shop').shadowRoot.querySelector('[part=status]').textContent !== ''"
    )
    assert "You own" not in page.locator("#shop [part=status]").inner_text()
    assert "failed" in page.evaluate("heard")
    page.wait_for_function(
        "() => ![...document.querySelector('#shop').shadowRoot.querySelectorAll('button')].some((one) => one.disabled)"
    )
