"""The storefront's wallet, buttons and inventory, against a server that speaks the contract."""

import re
import threading

import pytest
from stalls import Shop
from test_storefront import CONTRAST
from waiting import lies_still, until

STAR, RING, BEE, OTHER_RING = 0, 1, 2, 3
# The page asks for the wallet when somebody looks at it again.
LOOK = "() => void window.dispatchEvent(new Event('focus'))"


@pytest.fixture
def shop(browser):
    shop = Shop(browser)
    yield shop
    shop.close()


def button(page, position):
    return page.locator(".buy").nth(position)


def says(page, position, kind, word=None):
    """Waits until it does. Some of what a button says stays for a few seconds only, so its word is looked at with
    it."""
    button = page.locator(f".card[data-position='{position}'] .buy[data-buy={kind}]")
    (
        button
        if word is None
        else button.filter(has=page.locator(".buy-word", has_text=re.compile(f"^{re.escape(word)}$")))
    ).wait_for()


def told(page, text):
    """Waits until it is told for a moment. What begins so is enough."""
    page.get_by_role("status").filter(has_text=re.compile(f"^{re.escape(text)}")).wait_for(state="attached")


def wallet_shows(page, text):
    page.wait_for_function("(text) => document.querySelector('.wallet-amount').textContent === text", arg=text)


def asked_for(path):
    return lambda post: post.asked(path)


def goes_offline(shop, page):
    """Closes the server, and lets the page notice at once."""
    shop.stall.close()
    shop.hurry(page)
    page.wait_for_selector("html[data-connection=offline]")


def test_a_tap_buys_and_the_button_the_wallet_and_the_news_say_so(shop):
    shop.post.editions["star"], shop.post.sold["star"] = 500, 16
    page = shop.storefront()
    assert button(page, STAR).get_attribute("aria-label") == "Buy Star for 1 coins"
    button(page, STAR).click()
    says(page, STAR, "bought", "Yours, number 17")
    told(page, "Star is yours, number 17")
    wallet_shows(page, "999")
    assert page.locator(".wallet").get_attribute("aria-label").startswith("Wallet: 999 coins")
    says(page, STAR, "ready", "Buy")


def test_a_double_tap_buys_once(shop):
    page = shop.storefront()
    button(page, STAR).dblclick()
    says(page, STAR, "bought", "Yours")
    button(page, STAR).click(force=True)
    page.wait_for_timeout(300)
    assert len(shop.post.keys()) == 1


def test_while_it_buys_the_button_says_so_and_keeps_the_focus(shop):
    page = shop.storefront()
    shop.post.fail("/purchases", "lose", times=1000)
    button(page, STAR).focus()
    page.keyboard.press("Enter")
    says(page, STAR, "delayed")
    told(page, "Star: The server can't be reached. Trying again.")
    assert page.evaluate("() => document.activeElement.classList.contains('buy')")
    shop.post.faults.clear()
    shop.hurry(page)
    says(page, STAR, "bought")
    assert page.evaluate("() => document.activeElement.dataset.buy") == "bought"
    assert shop.post.sold["star"] == 1


def test_what_is_too_dear_says_how_much_is_missing_and_a_tap_looks_into_the_wallet_again(shop):
    page = shop.storefront()
    says(page, RING, "short", "8,000 short")
    next(iter(shop.post.players.values())).balance = 9500
    button(page, RING).click(force=True)
    told(page, "One Ring, 9,000 coins: 8,000 short")
    wallet_shows(page, "9,500")
    says(page, RING, "ready", "Buy")
    assert shop.post.keys() == []


@pytest.mark.parametrize(
    "spoil, kind, word",
    [
        (lambda post: post.stock.update(star=0), "soldOut", "Sold out"),
        (lambda post: post.limits.update(star=0), "limit", "Limit reached"),
        (lambda post: post.catalogue[245, 0].update(end=0), "late", "Too late"),
        (lambda post: post.withdrawn.add("star"), "withdrawn", "No longer for sale"),
        (lambda post: post.catalogue[245, 0].update(price=2), "failed", "Try again"),
        (lambda post: [setattr(player, "balance", 0) for player in post.players.values()], "short", "Not enough"),
    ],
    ids=["sold out", "limit", "late", "withdrawn", "price changed", "not enough after all"],
)
def test_each_refusal_has_its_button_and_its_words(shop, spoil, kind, word):
    page = shop.storefront()
    spoil(shop.post)
    button(page, STAR).click()
    says(page, STAR, kind, word)
    told(page, "Star: ")


def test_what_can_be_owned_once_says_that_it_is_owned_already(shop):
    page = shop.storefront()
    shop.post.limits["star"] = 1
    button(page, STAR).click()
    says(page, STAR, "bought")
    says(page, STAR, "ready")
    button(page, STAR).click()
    says(page, STAR, "owned", "Already yours")


def test_what_can_be_owned_once_is_marked_on_every_listing_once_that_is_known(shop):
    page = shop.storefront()
    player = next(iter(shop.post.players.values()))
    shop.post.limits["ring"], player.balance = 1, 30_000
    page.evaluate(LOOK)
    says(page, RING, "ready", "Buy")
    button(page, RING).click()
    says(page, RING, "bought")
    button(page, OTHER_RING).click()
    says(page, OTHER_RING, "owned", "Already yours")
    says(page, RING, "owned", "Already yours")
    player.owned.clear()
    player.balance += 9000
    page.evaluate(LOOK)
    says(page, RING, "ready", "Buy")


def test_a_limit_is_told_so_that_it_is_true_for_a_day_s_limit_too(shop):
    page = shop.storefront()
    shop.post.limits["star"] = 0
    button(page, STAR).click()
    says(page, STAR, "limit", "Limit reached")
    told(page, "Star: You have reached a limit of this store, so no more of it can be bought for now.")


def test_the_wallet_follows_a_correction_downwards_and_the_buttons_with_it(shop):
    page = shop.storefront()
    next(iter(shop.post.players.values())).balance = 100
    page.evaluate(LOOK)
    wallet_shows(page, "100")
    says(page, BEE, "short", "20 short")


@pytest.mark.parametrize("width", [320, 360, 412])
def test_on_a_phone_the_news_stand_in_the_place_of_the_tabs_and_cover_no_button(browser, width):
    shop = Shop(browser, viewport={"width": width, "height": 800})
    page = shop.storefront()
    tabs = page.locator(".tabs").bounding_box()
    shop.post.limits["star"] = 0
    button(page, STAR).evaluate("(button) => button.click()")
    page.locator(".news-shown").wait_for()
    lies_still(page, ".news")
    news = page.locator(".news").bounding_box()
    assert news["y"] >= tabs["y"] - 1 and news["y"] + news["height"] <= 801
    shop.close()


def test_a_purchase_whose_answers_were_lost_is_counted_once(shop):
    page = shop.storefront()
    shop.post.fail("/purchases", "lose", times=1000)
    button(page, STAR).click()
    says(page, STAR, "delayed")
    page.reload()
    says(page, STAR, "delayed")
    shop.post.faults.clear()
    shop.hurry(page)
    says(page, STAR, "bought")
    page.locator(".card-owned").nth(STAR).filter(has_text="You own").wait_for()
    page.wait_for_timeout(500)
    assert shop.post.sold["star"] == 1
    assert page.locator(".card-owned").nth(STAR).inner_text() == "You own 1"


def test_a_tap_on_the_message_hides_it_and_buys_nothing_that_it_covers(shop):
    page = shop.storefront()
    shop.post.limits["star"] = 0
    button(page, STAR).evaluate("(button) => button.click()")
    page.locator(".news-shown").wait_for()
    lies_still(page, ".news")
    asked = len(shop.post.asked("/purchases"))
    place = page.locator(".news").bounding_box()
    # Puts a button under the message, wherever the layout has them.
    page.evaluate("""([x, y]) => {
        const button = document.querySelector(".buy[data-buy=ready]");
        Object.assign(button.style, { position: "fixed", left: `${x}px`, top: `${y}px`, zIndex: 2 });
    }""", [place["x"], place["y"]])
    page.mouse.click(place["x"] + 12, place["y"] + place["height"] / 2)
    page.wait_for_timeout(300)
    assert len(shop.post.asked("/purchases")) == asked and page.locator(".news-shown").count() == 0


def test_without_a_server_nobody_is_shown_an_address_or_a_browser_s_error(shop):
    page = shop.storefront()
    shop.wait_for(asked_for("/inventory"))
    shop.stall.close()
    page.locator(".wallet").click()
    page.get_by_text("The server can't be reached.").wait_for()
    assert "http" not in page.get_by_role("dialog").inner_text()
    page.keyboard.press("Escape")
    shop.hurry(page)
    page.wait_for_selector("html[data-connection=offline]")
    page.locator(".badge").click()
    shown = page.evaluate("() => document.querySelector('dialog[open]').innerText")
    assert "http" not in shown and "fetch" not in shown


def test_the_badge_s_dialog_says_from_the_first_moment_what_is_known(browser):
    shop = Shop(browser)
    page = shop.storefront()
    page.wait_for_selector("html[data-clock-state=synced]")
    goes_offline(shop, page)
    shown = page.evaluate("""() => {
        document.querySelector(".badge").click();
        return Object.fromEntries([...document.querySelectorAll(".details dt")].map((term) => [term.textContent, term.nextSibling.textContent]));
    }""")
    assert shown["Connection"] == "Offline" and shown["In step"] == "yes"
    assert shown["At most out of step"].endswith(" ms")
    assert shown["Runs"].endswith(" s a day") or " s a day too " in shown["Runs"]
    shop.close()


def test_a_server_that_is_gone_is_tried_again_by_a_tap_or_by_itself(shop):
    page = shop.storefront()
    shop.stall.close()
    button(page, STAR).click()
    says(page, STAR, "delayed")
    # No matter which is first, and how late the tap is: it comes before the answer.
    shop.post.held = threading.Event()
    shop.stall.open()
    button(page, STAR).click(force=True)
    shop.post.held.set()
    says(page, STAR, "bought")
    assert shop.post.sold["star"] == 1


def test_a_delayed_button_says_in_how_many_seconds_it_is_tried_again_and_why(shop):
    page = shop.storefront()
    shop.post.fail("/purchases", "unavailable", retry_after=40, times=1000)
    button(page, STAR).click()
    says(page, STAR, "delayed")
    told(page, "Star: The post says unavailable. Trying again.")
    word = button(page, STAR).locator(".buy-word")
    seconds = lambda: int(re.fullmatch(r"Again in (\d+) s", word.text_content())[1])  # noqa: E731
    seen = [seconds()]
    assert 30 <= seen[0] <= 50
    # The wallet, which is asked for now and then, has buttons drawn too, but not every second.
    assert until(page, lambda: seen.append(seconds()) or len(set(seen)) >= 4, 12), "it counts down"
    assert seen == sorted(seen, reverse=True)
    assert button(page, STAR).get_attribute("title") == "The post says unavailable."
    spoken = button(page, STAR).get_attribute("aria-label")
    assert spoken == "Star, 1 coins: trying again. The post says unavailable.", "no seconds, which would be read out"
    shop.post.faults.clear()
    shop.hurry(page)
    says(page, STAR, "bought")
    assert button(page, STAR).get_attribute("title") == ""


def test_a_purchase_from_before_the_reload_is_told_when_it_is_known(shop):
    page = shop.storefront()
    shop.post.fail("/purchases", "lose", times=1000)
    button(page, STAR).click()
    says(page, STAR, "delayed")
    page.reload()
    says(page, STAR, "delayed")
    shop.post.faults.clear()
    shop.hurry(page)
    page.get_by_role("status").filter(has_text="Star is yours").wait_for()
    wallet_shows(page, "999")
    assert len(set(shop.post.keys())) == 1 and shop.post.sold["star"] == 1


def test_a_wallet_that_is_asked_for_again_and_has_not_changed_stands_still(shop):
    page = shop.storefront()
    page.evaluate("""() => {
        window.moved = 0;
        const options = { subtree: true, childList: true, characterData: true, attributeFilter: ["data-way"] };
        new MutationObserver((records) => (moved += records.length)).observe(document.querySelector(".wallet"), options);
    }""")
    asked = len(shop.post.asked("/v1/player"))
    page.evaluate("() => void dispatchEvent(new Event('focus'))")
    shop.wait_for(lambda post: len(post.asked("/v1/player")) > asked)
    page.wait_for_timeout(500)
    assert page.evaluate("moved") == 0


def test_two_tabs_show_one_wallet_and_one_tap_buys_once(shop):
    left, right = shop.storefront(), shop.storefront()
    button(left, BEE).click()
    wallet_shows(left, "880")
    wallet_shows(right, "880")
    assert len(shop.post.players) == 1 and len(shop.post.keys()) == 1


def test_the_inventory_shows_items_counts_and_numbers_and_the_history_what_became_of_each(shop):
    shop.post.editions["star"], shop.post.sold["star"] = 500, 16
    page = shop.storefront()
    page.evaluate("() => document.querySelector('.wallet').click()")
    page.get_by_role("dialog").get_by_text("Nothing yet").wait_for()
    page.keyboard.press("Escape")
    for position in [STAR, BEE]:
        button(page, position).click()
        says(page, position, "bought")
    for _ in range(2):
        says(page, BEE, "ready")
        button(page, BEE).click()
        says(page, BEE, "bought")
    shop.post.players[next(iter(shop.post.players))].history[0]["outcome"] = "refunded"
    page.locator(".wallet").click()
    tiles = page.get_by_role("dialog").get_by_role("listitem")
    tiles.first.wait_for()
    assert [tile.get_attribute("aria-label") for tile in tiles.all()] == [
        "Star, 1 owned, No. 17 of 500",
        "Bee, 3 owned, insects",
    ]
    assert "×3" in tiles.nth(1).inner_text()
    assert "639 coins" in page.get_by_role("dialog").inner_text()
    page.get_by_role("button", name="History").click()
    page.locator(".bought-row").first.wait_for()
    rows = [[part for part in row.inner_text().split("\n") if part] for row in page.locator(".bought-row").all()]
    assert [row[:3] for row in rows] == [["🐝", "Bee", "Insects"]] * 3 + [["⭐", "Star No. 17", "Sky"]]
    assert rows[3][-1] == "Refunded" and rows[3][-2] == "1 coins"
    assert rows[3][3].startswith("Bazaar, ")
    page.get_by_role("button", name="Close", exact=True).click()
    assert page.get_by_role("dialog").count() == 0


def test_a_long_history_comes_page_by_page(shop):
    page = shop.storefront()
    player = next(iter(shop.post.players.values()))
    player.history = [{"purchase": n, "store": "bazaar", "item": "bee", "name": f"Bee {n}", "price": 1, "currency": "coins",
                       "at": 1800000000000 + n, "outcome": "sold"} for n in range(1, 71)]  # fmt: skip
    page.locator(".wallet").click()
    page.get_by_role("button", name="History").click()
    for rows in [30, 60, 70]:
        page.wait_for_function("(rows) => document.querySelectorAll('.bought-row').length === rows", arg=rows)
        if rows < 70:
            page.get_by_role("button", name="Show more").click()
    assert page.get_by_role("button", name="Show more").count() == 0
    names = page.locator(".bought-name").all_inner_texts()
    assert names == [f"Bee {n}" for n in range(70, 0, -1)]


def test_an_inventory_that_can_not_be_had_says_so_and_can_be_tried_again(shop):
    page = shop.storefront()
    shop.wait_for(asked_for("/inventory"))
    shop.post.fail("/inventory", "unavailable")
    page.locator(".wallet").click()
    page.get_by_role("button", name="Try again").click()
    page.get_by_text("Nothing yet").wait_for()


def test_what_left_the_catalogue_is_shown_as_it_was_bought(shop):
    page = shop.storefront()
    player = next(iter(shop.post.players.values()))
    bought = {"item": "see-spot-run", "name": "See Spot run", "set": "old-books", "glyph": "📕"}
    player.owned["see-spot-run"] = {**bought, "count": 1, "numbers": []}
    player.history.append(
        {
            **bought,
            "purchase": 1,
            "store": "bazaar",
            "price": 1250000,
            "currency": "coins",
            "at": 1800000000000,
            "outcome": "sold",
        }
    )
    page.locator(".wallet").click()
    page.locator(".owned-tile").wait_for()
    parts = [part for part in page.locator(".owned-tile").inner_text().split("\n") if part]
    assert parts == ["📕", "See Spot run", "Old books"]
    page.get_by_role("button", name="History").click()
    page.locator(".bought-row").wait_for()
    parts = [part for part in page.locator(".bought-row").inner_text().split("\n") if part]
    assert parts[:3] == ["📕", "See Spot run", "Old books"]
    assert page.locator(".bought-price").inner_text() == "1,250,000 coins"


def test_the_player_s_number_can_be_copied_and_the_button_says_so(shop):
    shop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = shop.storefront()
    page.locator(".wallet").click()
    dialog = page.get_by_role("dialog")
    assert dialog.locator(".player-number").inner_text().split("\n")[0] == "Player number 17"
    dialog.get_by_role("button", name="Copy").click()
    dialog.get_by_role("button", name="Copied").wait_for()
    assert dialog.get_by_role("status").inner_text() == "Player number copied"
    assert page.evaluate("() => navigator.clipboard.readText()") == "17"
    dialog.get_by_role("button", name="Copy", exact=True).wait_for()


def test_where_the_page_may_not_copy_the_number_is_selected(shop):
    shop.context.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page = shop.storefront()
    page.locator(".wallet").click()
    page.get_by_role("dialog").get_by_role("button", name="Copy").click()
    page.get_by_role("dialog").get_by_role("button", name="Selected").wait_for()
    assert page.evaluate("() => String(getSelection())") == "17"


def test_the_wallet_follows_a_grant_within_fifteen_seconds_while_nobody_does_anything(shop):
    page = shop.storefront(has_own_time=True)
    next(iter(shop.post.players.values())).balance = 6000
    before = len(shop.post.asked("/player", "GET"))
    page.clock.run_for(15_000)
    wallet_shows(page, "6,000")
    assert len(shop.post.asked("/player", "GET")) == before + 1
    says(page, RING, "short", "3,000 short")


@pytest.mark.parametrize(
    "event", ["window.dispatchEvent(new Event('focus'))", "document.dispatchEvent(new Event('visibilitychange'))"]
)
def test_the_wallet_follows_a_grant_at_once_when_the_page_is_looked_at_again(shop, event):
    page = shop.storefront()
    next(iter(shop.post.players.values())).balance = 6000
    page.evaluate(f"() => {event}")
    wallet_shows(page, "6,000")


def test_a_balance_that_can_not_be_read_is_a_dash_and_the_page_sells_all_the_same(shop):
    page = shop.storefront()
    says(page, RING, "short", "8,000 short")
    shop.post.left = lambda _: {"balance": 2**53}
    shop.post.wallet = lambda _: {"coins": 2**53, "gems": 7}
    page.evaluate(LOOK)
    wallet_shows(page, "–")
    assert page.locator(".wallet").get_attribute("aria-label").startswith("Wallet: not known. ")
    says(page, RING, "ready", "Buy")
    button(page, STAR).click()
    says(page, STAR, "bought", "Yours")
    wallet_shows(page, "–")
    page.locator(".wallet").click()
    page.get_by_role("dialog").get_by_text("– coins · 7 gems").wait_for()
    page.keyboard.press("Escape")
    shop.post.wallet = lambda balance: {"coins": balance}
    page.evaluate(LOOK)
    wallet_shows(page, "999")


def test_what_may_be_bought_again_says_how_many_the_player_owns(shop):
    page = shop.storefront()
    owned = page.locator(".card .card-owned")
    assert owned.all_inner_texts() == ["", "", "", ""]
    button(page, BEE).click()
    says(page, BEE, "bought")
    owned.nth(BEE).filter(has_text="You own 1").wait_for()
    assert owned.all_inner_texts() == ["", "", "You own 1", ""]
    says(page, BEE, "ready", "Buy")
    assert button(page, BEE).get_attribute("aria-label") == "Buy Bee for 120 coins, you own 1"
    page.reload()
    owned.nth(BEE).filter(has_text="You own 1").wait_for()


def test_what_was_bought_elsewhere_or_refunded_changes_how_many_the_player_owns(shop):
    page = shop.storefront()
    button(page, BEE).click()
    says(page, BEE, "bought")
    player = next(iter(shop.post.players.values()))
    player.owned.clear()
    player.balance += 120
    page.evaluate(LOOK)
    page.wait_for_function("() => document.querySelectorAll('.card-owned')[2].textContent === ''")


SHELF = """() => [...document.querySelectorAll(".panel-title, .panel-caption, .card, .buy, .tabs")]
    .map((one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height].join(); })"""


def test_without_a_connection_the_page_says_what_goes_on_and_nothing_moves(browser):
    shop = Shop(browser, viewport={"width": 360, "height": 800})
    page = shop.storefront()
    caption = page.locator(".panel-caption")
    assert caption.inner_text() == "4 on the shelf, even without a network"
    before = page.evaluate(SHELF)
    goes_offline(shop, page)
    # Before the outage has lasted ten seconds nothing is said of when it began.
    goes_on = r"(The store can't be reached|Can't reach the server since 8:\d\d.[AP]M): the shelf goes on until 8:14.[AP]M, buying waits\."
    caption.filter(has_text=re.compile(f"^{goes_on}$")).wait_for()
    assert page.evaluate(SHELF) == before
    shop.context.set_offline(True)
    caption.filter(has_text="You are offline: the shelf goes on until 8:14").wait_for()
    shop.context.set_offline(False)
    shop.stall.open()
    caption.filter(has_text="4 on the shelf, even without a network").wait_for()
    assert page.evaluate(SHELF) == before
    shop.close()


def test_an_outage_that_lasts_is_said_once_with_when_it_began_and_no_more_when_it_is_over(shop):
    page = shop.storefront()
    caption, notice = page.locator(".panel-caption"), page.locator(".notice")
    goes_offline(shop, page)
    caption.filter(has_text="Can't reach the server since 8:0").wait_for()
    assert caption.inner_text().endswith("M, buying waits.")
    assert notice.is_hidden() and notice.text_content() == ""
    page.locator(".badge").click()
    page.locator(".details dd", has_text="The server can't be reached since").wait_for()
    shop.stall.open()
    shop.hurry(page)
    caption.filter(has_text="4 on the shelf, even without a network").wait_for()


def test_a_server_that_sells_nothing_shows_its_shelf_without_a_wallet(shop):
    shop.post.fail("/players", "not_found")
    page = shop.context.new_page()
    page.goto(shop.stall.address)
    page.wait_for_selector("html[data-trading=off]")
    page.wait_for_selector(".card[data-item=star]")
    assert not page.locator(".wallet").is_visible()
    assert page.locator(".buy[data-buy=none]").count() == 4
    button(page, STAR).click(force=True)
    assert shop.post.keys() == []


PLACES = """() => [...document.querySelectorAll(".card, .card-box, .buy, .wordmark, .tabs, .tab, .wallet, main")]
    .map((one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height].join(); })"""


DENSE = """() => {
    const shelf = document.querySelector(".shelf");
    shelf.classList.add("shelf-dense");
    shelf.style.setProperty("--columns", "10");
}"""


@pytest.mark.parametrize("width, dense", [(390, False), (1440, False), (360, True), (1440, True)])
def test_nothing_moves_when_something_is_bought(browser, width, dense):
    shop = Shop(browser, viewport={"width": width, "height": 900})
    shop.post.editions["star"], shop.post.sold["star"] = 50_000, 12_344
    page = shop.storefront()
    if dense:
        page.evaluate(DENSE)
    # Clear of the tabs at the bottom of a phone, so that the tap itself scrolls nothing.
    button(page, BEE).evaluate("(button) => button.scrollIntoView({ block: 'center' })")
    before = page.evaluate(PLACES)
    button(page, BEE).click()
    says(page, BEE, "bought")
    button(page, STAR).evaluate("(button) => button.click()")
    says(page, STAR, "bought")
    assert button(page, STAR).locator(".buy-say").inner_text() == ("No. 12,345" if dense else "Yours, number 12,345")
    wallet_shows(page, "879")
    assert page.evaluate(PLACES) == before
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    shop.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_of_the_button_has_enough_contrast(browser, scheme):
    shop = Shop(browser, color_scheme=scheme)
    page = shop.storefront()
    page.add_style_tag(content="*, ::before, ::after { transition: none !important; animation: none !important }")
    source = CONTRAST[: CONTRAST.index("    const style =")] + """
        const surface = getComputedStyle(document.querySelector(".card-box")).backgroundColor;
        const buy = document.querySelector(".buy");
        const found = {};
        for (const kind of ["ready", "changed", "buying", "delayed", "bought", "short", "soldOut", "late", "withdrawn", "owned", "limit", "paused", "failed"]) {
            buy.dataset.buy = kind;
            const behind = [surface, getComputedStyle(buy).backgroundColor];
            for (const part of ["buy-say", "card-price", "card-currency"]) {
                const of = buy.querySelector("." + part);
                if (!of.checkVisibility()) continue;
                const [one, two] = [light([...behind, getComputedStyle(of).color]), light(behind)].sort((a, b) => b - a);
                found[`${kind} ${part}`] = (one + 0.05) / (two + 0.05);
            }
        }
        return found;
    }"""
    contrast = page.evaluate(source)
    assert len(contrast) >= 14
    assert min(contrast.values()) >= 4.5, contrast
    shop.close()


@pytest.mark.parametrize("width, scheme", [(390, "dark"), (1440, "light")])
def test_its_picture_is_kept(browser, artefacts, width, scheme):
    shop = Shop(browser, viewport={"width": width, "height": 900}, color_scheme=scheme)
    shop.post.editions["star"], shop.post.sold["star"] = 500, 16
    page = shop.storefront()
    for position in [STAR, BEE]:
        button(page, position).evaluate("(button) => button.click()")
        says(page, position, "bought")
    page.wait_for_timeout(300)
    page.screenshot(path=artefacts / f"buying-{width}-{scheme}.png")
    page.locator(".wallet").click()
    page.locator(".owned-tile").first.wait_for()
    page.wait_for_timeout(300)
    page.screenshot(path=artefacts / f"buying-{width}-{scheme}-inventory.png")
    shop.close()
