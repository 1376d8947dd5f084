"""A tap buys what the card showed when the tap began: by pointer, by touch and by key, at the very change."""

import re
import time

import pytest
from stalls import Shop

BEE = 2
CHANGE_S = 36
CHANGED = "It changed just then, so nothing was bought. Look again."

# Stops the page's clocks and lets them go on, where time has passed meanwhile; a change can be made to stop them.
CLOCKS = """
const now = performance.now.bind(performance);
const wall = Date.now.bind(Date);
let stopped = null;
performance.now = () => stopped?.now ?? now();
Date.now = () => stopped?.wall ?? wall();
window.stop = () => (stopped = { now: now(), wall: wall() });
window.go = () => {
    stopped = null;
    dispatchEvent(new Event("online"));
};
window.stopAtChange = false;
window.changed = false;
document.addEventListener("shelflife:change", ({ detail }) => {
    if (detail.item !== "cafe") return;
    window.changed = true;
    if (window.stopAtChange) stop();
});
"""


@pytest.fixture
def shop(browser):
    """A post at which the Bee (120) becomes the Café Crème (15)."""
    shop = Shop(browser, has_touch=True)
    shop.context.add_init_script(CLOCKS)
    yield shop
    shop.close()


@pytest.fixture
def page(shop):
    page = shop.storefront()
    buy(page).scroll_into_view_if_needed()
    assert buy(page).get_attribute("aria-label") == "Buy Bee for 120 coins"
    return page


def buy(page):
    return page.locator(".buy").nth(BEE)


def middle(page):
    box = buy(page).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def change(shop, page):
    """Lets the change come."""
    shop.skip_to(page, CHANGE_S - 1)
    page.wait_for_function("() => window.changed")


def news(page):
    return page.get_by_role("status").filter(has_text=CHANGED)


TAPS = {
    "pointer": (lambda page: page.mouse.move(*middle(page)), lambda page: page.mouse.click(*middle(page))),
    "touch": (lambda page: None, lambda page: page.touchscreen.tap(*middle(page))),
    "Enter": (lambda page: buy(page).focus(), lambda page: page.keyboard.press("Enter")),
    "space": (lambda page: buy(page).focus(), lambda page: page.keyboard.press("Space")),
    "screen reader": (lambda page: None, lambda page: buy(page).evaluate("(button) => button.click()")),
}


@pytest.mark.parametrize("way", TAPS)
def test_a_tap_in_the_moment_after_the_change_buys_nothing_and_says_so(shop, page, way):
    ready, tap = TAPS[way]
    ready(page)
    page.evaluate("() => { window.stopAtChange = true; }")
    change(shop, page)
    assert buy(page).get_attribute("aria-disabled") == "true"
    assert buy(page).get_attribute("aria-label") == "Café Crème, 15 coins: New"
    tap(page)
    news(page).wait_for()
    assert shop.post.keys() == []
    page.evaluate("() => go()")
    page.wait_for_selector(f".card[data-position='{BEE}'] .buy[data-buy=ready][aria-disabled=false]")
    tap(page)
    page.wait_for_selector(f".card[data-position='{BEE}'] .buy[data-buy=bought]")
    assert [player.history[0]["item"] for player in shop.post.players.values()] == ["cafe"]


HELD = {
    "pointer": (lambda page: (page.mouse.move(*middle(page)), page.mouse.down()), lambda page: page.mouse.up()),
    "space": (lambda page: (buy(page).focus(), page.keyboard.down("Space")), lambda page: page.keyboard.up("Space")),
}


@pytest.mark.parametrize("way", HELD)
def test_a_tap_that_began_before_the_change_buys_nothing_after_it(shop, page, way):
    press, release = HELD[way]
    press(page)
    change(shop, page)
    page.wait_for_selector(f".card[data-position='{BEE}'] .buy[data-buy=ready]")
    release(page)
    news(page).wait_for()
    assert shop.post.keys() == []


def test_a_touch_that_began_before_the_change_buys_nothing_after_it(browser):
    # One of half a second isn't a tap any more, so a machine that was too busy for a shorter one gets another.
    assert any(touched_over_the_change(browser) < 0.4 for _ in range(12))


def touched_over_the_change(browser):
    """How many seconds the touch took."""
    shop = Shop(browser, has_touch=True)
    shop.context.add_init_script(CLOCKS)
    page = shop.storefront()
    buy(page).scroll_into_view_if_needed()
    x, y = middle(page)
    finger = page.context.new_cdp_session(page)
    begun = time.monotonic()
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    assert not page.evaluate("() => window.changed")
    shop.skip_to(page, CHANGE_S + 0.05)
    page.wait_for_function("() => window.changed")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    lasted = time.monotonic() - begun
    if lasted < 0.4:
        news(page).wait_for()
    assert shop.post.keys() == []
    shop.close()
    return lasted


def test_enter_that_is_held_down_over_the_change_buys_once(shop, page):
    buy(page).focus()
    page.keyboard.down("Enter")
    page.wait_for_selector(f".card[data-position='{BEE}'] .buy[data-buy=bought]")
    change(shop, page)
    page.wait_for_selector(f".card[data-position='{BEE}'] .buy[data-buy=ready]")
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.wait_for_timeout(300)
    assert [[sale["item"] for sale in player.history] for player in shop.post.players.values()] == [["bee"]]


def test_a_change_under_the_focus_is_announced(shop, page):
    buy(page).focus()
    change(shop, page)
    page.locator(".announcer", has_text=re.compile("^Changed: now Café Crème, 15 coins$")).wait_for(state="attached")
    assert page.evaluate("() => document.activeElement.classList.contains('buy')")
