"""The storefront's wallet, buttons and inventory, against a server that speaks the contract."""

import pytest
from stalls import Shop
from test_storefront import CONTRAST

STAR, RING, BEE = 0, 1, 2


@pytest.fixture
def shop(browser):
    shop = Shop(browser)
    yield shop
    shop.close()


def button(page, position):
    return page.locator(".buy").nth(position)


def says(page, position, kind, word=None):
    page.wait_for_selector(f".card[data-position='{position}'] .buy[data-buy={kind}]", timeout=5000)
    if word is not None:
        assert button(page, position).locator(".buy-word").inner_text() == word


def wallet_shows(page, text):
    page.wait_for_function("(text) => document.querySelector('.wallet-amount').textContent === text", arg=text, timeout=3000)


def test_a_tap_buys_and_the_button_the_wallet_and_the_news_say_so(shop):
    shop.post.editions["star"], shop.post.sold["star"] = 500, 16
    page = shop.storefront()
    assert button(page, STAR).get_attribute("aria-label") == "Buy Star for 1 coins"
    button(page, STAR).click()
    says(page, STAR, "bought", "Yours, number 17")
    wallet_shows(page, "999")
    assert page.locator(".wallet").get_attribute("aria-label").startswith("Wallet: 999 coins")
    assert page.get_by_role("status").inner_text() == "Star is yours, number 17"
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
    shop.post.fail("/purchases", "lose", times=3)
    button(page, STAR).focus()
    page.keyboard.press("Enter")
    says(page, STAR, "delayed", "Trying again…")
    assert "no answer yet" in page.get_by_role("status").inner_text()
    assert page.evaluate("() => document.activeElement.classList.contains('buy')")
    says(page, STAR, "bought")
    assert page.evaluate("() => document.activeElement.dataset.buy") == "bought"
    assert shop.post.sold["star"] == 1


def test_what_is_too_dear_says_how_much_is_missing_and_a_tap_looks_into_the_wallet_again(shop):
    page = shop.storefront()
    says(page, RING, "short", "8,000 short")
    next(iter(shop.post.players.values())).balance = 9500
    button(page, RING).click(force=True)
    assert page.get_by_role("status").inner_text() == "One Ring, 9,000 coins: 8,000 short"
    wallet_shows(page, "9,500")
    says(page, RING, "ready", "Buy")
    assert shop.post.keys() == []


@pytest.mark.parametrize(
    "spoil, kind, word",
    [
        (lambda post: post.stock.update(star=0), "soldOut", "Sold out"),
        (lambda post: post.limits.update(star=0), "limit", "Limit reached"),
        (lambda post: post.catalogue[245, 0].update(end=0), "late", "Too late"),
        (lambda post: post.catalogue[245, 0].update(price=2), "failed", "Try again"),
        (lambda post: [setattr(player, "balance", 0) for player in post.players.values()], "short", "Not enough"),
    ],
    ids=["sold out", "limit", "late", "price changed", "not enough after all"],
)
def test_each_refusal_has_its_button_and_its_words(shop, spoil, kind, word):
    page = shop.storefront()
    spoil(shop.post)
    button(page, STAR).click()
    says(page, STAR, kind, word)
    assert page.get_by_role("status").inner_text().startswith("Star: ")


def test_what_can_be_owned_once_says_that_it_is_owned_already(shop):
    page = shop.storefront()
    shop.post.limits["star"] = 1
    button(page, STAR).click()
    says(page, STAR, "bought")
    says(page, STAR, "ready")
    button(page, STAR).click()
    says(page, STAR, "owned", "Already yours")


def test_a_server_that_is_gone_is_tried_again_by_a_tap_or_by_itself(shop):
    page = shop.storefront()
    shop.stall.close()
    button(page, STAR).click()
    says(page, STAR, "delayed", "Trying again…")
    page.wait_for_timeout(1000)
    shop.stall.open()
    # At once, whoever is first: a click that waits until the button is enabled would buy a second one later.
    button(page, STAR).click(force=True)
    says(page, STAR, "bought")
    assert shop.post.sold["star"] == 1


def test_a_purchase_from_before_the_reload_is_told_when_it_is_known(shop):
    page = shop.storefront()
    shop.post.fail("/purchases", "lose", times=2)
    button(page, STAR).click()
    says(page, STAR, "delayed")
    page.reload()
    page.get_by_role("status").filter(has_text="Star is yours").wait_for(timeout=6000)
    wallet_shows(page, "999")
    assert len(set(shop.post.keys())) == 1 and shop.post.sold["star"] == 1


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
    page.get_by_role("dialog").get_by_text("Nothing yet").wait_for(timeout=3000)
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
    assert [tile.get_attribute("aria-label") for tile in tiles.all()] == ["Star, 1 owned, No. 17 of 500", "Bee, 3 owned, insects"]
    assert "×3" in tiles.nth(1).inner_text()
    assert "639 coins" in page.get_by_role("dialog").inner_text()
    page.get_by_role("button", name="History").click()
    page.locator(".bought-row").first.wait_for()
    rows = [[part for part in row.inner_text().split("\n") if part] for row in page.locator(".bought-row").all()]
    assert [row[0] for row in rows] == ["Bee", "Bee", "Bee", "Star No. 17"]
    assert rows[3][-1] == "Refunded" and rows[3][-2] == "1 coins"
    assert any(part.startswith("Bazaar, ") for part in rows[3])
    page.get_by_role("button", name="Close").click()
    assert page.get_by_role("dialog").count() == 0


def test_a_long_history_comes_page_by_page(shop):
    page = shop.storefront()
    player = next(iter(shop.post.players.values()))
    player.history = [{"purchase": n, "store": "bazaar", "item": "bee", "name": f"Bee {n}", "price": 1, "currency": "coins",
                       "at": 1800000000000 + n, "outcome": "sold"} for n in range(1, 71)]  # fmt: skip
    page.locator(".wallet").click()
    page.get_by_role("button", name="History").click()
    for rows in [30, 60, 70]:
        page.wait_for_function("(rows) => document.querySelectorAll('.bought-row').length === rows", arg=rows, timeout=3000)
        if rows < 70:
            page.get_by_role("button", name="Show more").click()
    assert page.get_by_role("button", name="Show more").count() == 0
    names = page.locator(".bought-name").all_inner_texts()
    assert names == [f"Bee {n}" for n in range(70, 0, -1)]


def test_an_inventory_that_can_not_be_had_says_so_and_can_be_tried_again(shop):
    page = shop.storefront()
    shop.post.fail("/inventory", "unavailable")
    page.locator(".wallet").click()
    page.get_by_role("button", name="Try again").click()
    page.get_by_text("Nothing yet").wait_for(timeout=3000)


def test_a_server_that_sells_nothing_shows_its_shelf_without_a_wallet(shop):
    shop.post.fail("/players", "not_found")
    page = shop.context.new_page()
    page.goto(shop.stall.address)
    page.wait_for_selector("html[data-trading=off]", timeout=5000)
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
    button(page, BEE).scroll_into_view_if_needed()
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
        for (const kind of ["ready", "buying", "delayed", "bought", "short", "soldOut", "late", "owned", "limit", "failed"]) {
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_its_picture_is_kept(browser, artefacts, width, scheme):
    shop = Shop(browser, viewport={"width": width, "height": 900}, color_scheme=scheme)
    shop.post.editions["star"], shop.post.sold["star"] = 500, 16
    page = shop.storefront()
    for position in [STAR, BEE]:
        button(page, position).evaluate("(button) => button.click()")
        says(page, position, "bought")
    page.wait_for_timeout(800)
    page.screenshot(path=artefacts / f"buying-{width}-{scheme}.png")
    page.locator(".wallet").click()
    page.locator(".owned-tile").first.wait_for()
    page.wait_for_timeout(300)
    page.screenshot(path=artefacts / f"buying-{width}-{scheme}-inventory.png")
    shop.close()
