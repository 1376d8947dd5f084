"""An open page follows what becomes of the stores: it is never loaded again here."""

import pytest
from changing_shop import OTHER_SECRET, SECRET, ChangingShop
from conftest import wait_until_live

TABS = "() => [...document.querySelectorAll('[role=tab]')].map((tab) => tab.querySelector('.tab-title').textContent)"
CARDS = "(id) => document.querySelectorAll(`#panel-${id} .card`).length"
# Ten seconds of jitter, a second until the server announces it, and a busy machine.
SOON = 90_000
# The next window comes with the next minute, and is asked for within ten seconds.
NEXT_WINDOW = 180_000


@pytest.fixture
def shop(tmp_path):
    plain = [{"id": "alpha", "title": "Alpha", "positions": 4, "shelfLife": {"from": "20s", "to": "40s"}},
             {"id": "beta", "title": "Beta", "positions": 4, "currency": "gems"}]  # fmt: skip
    process = ChangingShop(tmp_path, plain)
    process.start()
    yield process
    process.stop()


def tabs(page, *titles):
    page.wait_for_function(
        f"(titles) => JSON.stringify(({TABS})()) === JSON.stringify(titles)", arg=list(titles), timeout=SOON
    )


def text(page, selector, said):
    page.wait_for_function("([selector, said]) => document.querySelector(selector)?.textContent === said", arg=[selector, said],
                           timeout=SOON)  # fmt: skip


def selected(page):
    return page.locator("[role=tab][aria-selected=true] .tab-title").inner_text()


def test_a_new_store_has_its_tab_in_its_place_and_the_chosen_tab_keeps_focus_and_shelf(visit, shop, artefacts):
    page = visit("beta", address=shop.address)
    page.evaluate("() => { window.same = document.querySelector('#panel-beta .card') }")
    page.locator("#tab-beta").focus()
    shop.stores.insert(1, {"id": "middle", "title": "Middle", "positions": 3})
    shop.reload()
    tabs(page, "Alpha", "Middle", "Beta")
    assert selected(page) == "Beta"
    assert page.evaluate("() => document.activeElement.id") == "tab-beta"
    assert page.evaluate("() => window.same === document.querySelector('#panel-beta .card')")
    page.keyboard.press("ArrowLeft")
    wait_until_live(page, "middle")
    assert page.evaluate(CARDS, "middle") == 3
    shop.stores.reverse()
    shop.reload()
    tabs(page, "Beta", "Middle", "Alpha")
    assert page.evaluate("() => document.activeElement.id") == "tab-middle"
    page.screenshot(path=artefacts / "following-new-store.png")


def test_titles_colours_and_columns_change_under_way(visit, shop, artefacts):
    page = visit("alpha", address=shop.address)
    dark = {"from": "#111111", "to": "#222222", "accent": "#333333", "shadow": "#444444"}
    theme = {
        "icon": "crown",
        "light": {"from": "#00ff00", "to": "#0000ff", "accent": "#ff0000", "shadow": "#00000066"},
        "dark": dark,
    }
    shop.change(title="Renamed shop", alpha={"title": "Alpha Grand", "columns": 2, "theme": theme})
    tabs(page, "Alpha Grand", "Beta")
    text(page, "#panel-alpha .panel-title", "Alpha Grand")
    text(page, ".wordmark span", "Renamed shop")
    assert page.title() == "Renamed shop"
    assert "#ff0000" in page.evaluate("() => document.documentElement.style.getPropertyValue('--accent')")
    assert page.evaluate("() => document.querySelector('#tab-alpha .tab-icon').dataset.icon") == "crown"
    assert "url(" in page.evaluate("() => getComputedStyle(document.querySelector('#tab-alpha .tab-shape')).maskImage")
    columns = "() => document.querySelector('#panel-alpha .shelf').style.getPropertyValue('--columns')"
    page.wait_for_function(f"() => ({columns})() === '2'", timeout=NEXT_WINDOW)
    page.screenshot(path=artefacts / "following-renamed.png")


def test_a_closed_store_says_so_until_it_is_left_and_goes_on_when_it_is_back(visit, shop, artefacts):
    page = visit("alpha", address=shop.address)
    alpha = dict(shop.stores[0])
    shop.change(alpha=None)
    text(page, ".notice", "This store is closed.")
    assert page.evaluate(CARDS, "alpha") == 0
    assert page.locator("#tab-alpha .tab-note").is_visible()
    page.screenshot(path=artefacts / "following-closed.png")
    shop.stores.insert(0, alpha)
    shop.reload()
    wait_until_live(page, "alpha")
    assert page.evaluate(CARDS, "alpha") == 4
    assert not page.locator("#tab-alpha .tab-note").is_visible()
    assert page.locator(".notice").is_hidden()
    shop.change(alpha=None)
    text(page, ".notice", "This store is closed.")
    page.locator("#tab-beta").click()
    wait_until_live(page, "beta")
    tabs(page, "Beta")
    assert page.locator(".notice").is_hidden()
    shop.stores.insert(0, alpha)
    shop.reload()
    tabs(page, "Alpha", "Beta")


def test_a_store_that_leaves_the_page_has_no_tab_and_another_secret_joins_the_one_in_use(visit, shop):
    page = visit("alpha", address=shop.address)
    shop.change(secrets={"gamma": SECRET}, gamma={"title": "Gamma", "positions": 2, "lead": "10m"})
    tabs(page, "Alpha", "Beta", "Gamma")
    page.locator("#tab-gamma").click()
    wait_until_live(page, "gamma")
    shop.change(title="Changed", secrets={"gamma": OTHER_SECRET}, beta={"onPage": False})
    # Nothing of a prefetched store announces it; the next store's stream does.
    page.locator("#tab-alpha").click()
    tabs(page, "Alpha", "Gamma")
    page.locator("#tab-gamma").click()
    wait_until_live(page, "gamma")
    assert page.locator(".notice").is_hidden()
    # The chain has the secret before still, and the page has both.
    assert visit("gamma", address=shop.address).locator(".notice").is_hidden()
