"""A store that is paused: what the SDK says of it, what the element and the storefront show, and what a tap then does."""

import hashlib
import json
import os
import queue
import subprocess
import time

import pytest
from shelf_process import BINARY, ShelfProcess
from stalls import Shop
from test_buying_page import STAR, button, says, told
from trading_post import STORE, VECTORS
from waiting import until

TOKEN = "an-operator-s-token"
CAPTION = "Paused: nothing is sold for the moment."
# Promised are two seconds; a busy machine may take longer to draw.
SOON = 20_000


def test_a_store_says_by_its_status_that_it_is_paused_and_sells_nothing_until_it_is_resumed(play):
    found = play("""
        const server = serverAt(startMs(241));
        const told = [];
        server.store.addEventListener("status", () => told.push(server.store.status.paused));
        server.store.start();
        await pass(1000);
        const before = server.store.status.paused;
        told.length = 0;
        server.stream.announced({ type: "paused", paused: true });
        server.stream.announced({ type: "paused", paused: true });
        let refusal = null;
        server.store.buy(server.store.shelf()[2]).catch(({ code, judged }) => (refusal = { code, judged }));
        await pass(10);
        const items = server.items();
        server.stream.announced({ type: "paused", paused: false });
        server.store.stop();
        return { before, told, refusal, items };""")
    assert found["before"] is False and found["told"] == [True, False]
    assert found["refusal"] == {"code": "paused", "judged": False}
    assert "sealed" not in found["items"] and len(found["items"]) == 4, "the shelf goes on"


def test_a_stream_that_says_nothing_of_a_pause_is_of_a_store_that_is_not_paused(play):
    """As after a restore from a backup that was made before the pause."""
    found = play("""
        const server = serverAt(startMs(241));
        const seen = [];
        const connect = async (...announcements) => {
            server.stream?.lost();
            await pass(6000);
            const opened = server.store.status.paused;
            for (const announcement of announcements) server.stream.announced(announcement);
            seen.push([opened, server.store.status.paused]);
        };
        const paused = { type: "paused", paused: true }, stores = { type: "stores", version: "v" };
        server.store.start();
        await connect(paused, stores, { ...stores, version: "w" });
        await connect(paused, stores);
        await connect(stores, paused);
        await connect(stores);
        server.store.stop();
        return seen;""")
    assert found == [[False, True], [True, True], [True, True], [True, False]]


@pytest.fixture
def shop(browser):
    shop = Shop(browser)
    shop.post.notices = queue.Queue()
    yield shop
    shop.post.notices.put(None)
    shop.close()


def set_paused(shop, paused):
    shop.post.notices.put(("paused", {"paused": paused}))


def test_the_storefront_shows_a_pause_takes_no_tap_and_sells_again_after_it(shop):
    page = shop.storefront()
    caption = page.locator(".panel-caption").inner_text()
    button(page, STAR).focus()
    set_paused(shop, True)
    says(page, STAR, "paused", "Paused")
    assert page.locator(".buy[data-buy=paused][aria-disabled=true]").count() == 4
    assert button(page, STAR).get_attribute("aria-label") == "Star, 1 coins: Paused"
    page.locator(".panel-caption", has_text=CAPTION).wait_for()
    page.keyboard.press("Enter")
    told(page, "This store is paused, so nothing was bought.")
    assert shop.post.keys() == []
    set_paused(shop, False)
    says(page, STAR, "ready", "Buy")
    page.wait_for_function("(text) => document.querySelector('.panel-caption').textContent === text", arg=caption)
    page.keyboard.press("Enter")
    says(page, STAR, "bought", "Yours")


def test_an_order_that_is_refused_as_paused_is_forgotten_and_the_next_tap_is_another_purchase(shop):
    page = shop.storefront()
    shop.post.fail("/purchases", "paused")
    button(page, STAR).click()
    says(page, STAR, "paused", "Paused")
    told(page, "Star: This store is paused, so nothing was bought.")
    says(page, STAR, "ready", "Buy")
    button(page, STAR).click()
    says(page, STAR, "bought", "Yours")
    assert len(shop.post.keys()) == 2 == len(set(shop.post.keys()))


def element_at(shop):
    page = shop.sdk(start=False)
    page.evaluate("""async (attributes) => {
        await import("/shelf-store.js");
        const element = Object.assign(document.createElement("shelf-store"), { id: "shop" });
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        document.body.append(element);
    }""", {"store": STORE, "key": VECTORS["signing"]["publicKey"], "app-secret": VECTORS["appSecret"]})  # fmt: skip
    page.locator("#shop [part=buy][aria-disabled=false]").nth(3).wait_for()
    return page


def test_the_element_shows_a_pause_takes_no_tap_and_sells_again_after_it(shop):
    page = element_at(shop)
    star = page.locator("#shop [part=buy]").nth(STAR)
    problem, news = page.locator("#shop [part~=problem]"), page.locator("#shop [part~=news]")
    star.focus()
    set_paused(shop, True)
    page.locator("#shop [part=buy][aria-disabled=true]", has_text="Paused").nth(3).wait_for()
    assert star.get_attribute("aria-label") == "Paused: Star, 1 coins"
    problem.filter(has_text="This store is paused: nothing is sold for the moment.").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert shop.post.keys() == []
    set_paused(shop, False)
    star.filter(has_text="1 coins").wait_for()
    assert problem.inner_text() == "" and star.get_attribute("aria-disabled") == "false"
    page.keyboard.press("Enter")
    news.filter(has_text="You own Star.").wait_for()
    assert len(shop.post.keys()) == 1


@pytest.mark.parametrize("width, scheme", [(390, "dark"), (390, "light"), (1280, "light"), (1280, "dark")])
def test_its_picture_is_kept(browser, artefacts, width, scheme):
    shop = Shop(browser, viewport={"width": width, "height": 900}, color_scheme=scheme)
    shop.post.notices = queue.Queue()
    try:
        page = shop.storefront()
        set_paused(shop, True)
        says(page, STAR, "paused", "Paused")
        page.wait_for_timeout(300)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        page.screenshot(path=artefacts / f"paused-{width}-{scheme}.png")
    finally:
        shop.post.notices.put(None)
        shop.close()


@pytest.fixture
def own_shelf(tmp_path):
    process = ShelfProcess(tmp_path)
    settings = tmp_path / "shelflife.yaml"
    token = {"name": "anna", "sha256": hashlib.sha256(TOKEN.encode()).hexdigest(), "scopes": ["content:write"]}
    settings.write_text(f"admin: {json.dumps({'tokens': [token]})}\n" + settings.read_text())
    process.start()
    yield process
    process.stop()


def operator(shelf, command, store):
    environment = {**os.environ, "SHELFLIFE_ADMIN_TOKEN": TOKEN}
    asked = [BINARY, command, "--to", shelf.address, "--store", store, "--reason", "wrong prices"]
    run = subprocess.run(asked, env=environment, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("store", ["main", "bazaar"])
def test_on_the_real_server_an_open_page_shows_a_pause_and_sells_when_the_store_is_resumed(
    visit, own_shelf, store, capsys
):
    page = visit(store, address=own_shelf.address)
    panel = page.locator(f"#panel-{store}")
    ready, paused = panel.locator(".buy[data-buy=ready]"), panel.locator(".buy[data-buy=paused]")
    ready.first.wait_for()
    operator(own_shelf, "pause", store)
    answered = time.monotonic()
    paused.first.wait_for(timeout=SOON)
    shown = time.monotonic() - answered
    panel.get_by_text(CAPTION).wait_for()
    assert ready.count() == 0
    page.reload()
    paused.first.wait_for(timeout=SOON)
    operator(own_shelf, "resume", store)
    answered = time.monotonic()
    ready.first.wait_for(timeout=SOON)
    with capsys.disabled():
        print(f"\n  {store}: paused shown after {shown:.2f} s, resumed after {time.monotonic() - answered:.2f} s")
    assert paused.count() == 0
    assert until(page, lambda: bought(page, ready)), "it sells again"


def bought(page, ready):
    """Taps what is ready; a listing may end just then."""
    ready.first.click(force=True)
    page.wait_for_timeout(500)
    return page.locator(".news", has_text=" is yours").count() > 0
