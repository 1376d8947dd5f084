"""What the page knows of an item it says on every listing of it, without a tap: here of items of which there is one
each."""

import pytest
from shelf_process import ShelfProcess

ITEMS = "id,name,set,released,price,edition,glyph\n" + "".join(
    f"one-{n},Einzelstück {n},einzeln,2020-01-01,5,1,Ä\n" for n in range(6)
)
SETTINGS = """clock: {uncertainty: 0ms}
players: {welcome: {coins: 1000}}
"""
CONTENT = """title: Editions
catalogue: [items.csv]
stores:
  - {id: main, title: Einzelstücke, positions: 4, columns: 4, lead: 300ms, shelfLife: {from: 10s, to: 12s}}
"""
# Buys what stays longest, once that is long enough for a slow machine, and returns the item and its listing's start.
BUY = """async () => {
    const left = (card) => Number(card.querySelector(".card-time").textContent.split(":")[1]);
    const ready = () => [...document.querySelectorAll(".card:has(.buy[data-buy=ready])")].sort((one, other) => left(other) - left(one));
    while (!ready().some((card) => left(card) > 6)) await new Promise((next) => setTimeout(next, 100));
    const [card] = ready();
    card.querySelector(".buy").click();
    return [card.dataset.item, card.dataset.start];
}"""
OWNED = "([item]) => document.querySelector(`.card[data-item=${item}] .buy-word`)?.textContent === 'Yours, number 1'"
# What the button of an item says on a listing with another start, once it isn't guarded any more.
LATER = """([item, start]) => {
    const card = [...document.querySelectorAll(".card")].find(({ dataset }) => dataset.item === item && dataset.start !== start);
    const { buy } = card?.querySelector(".buy").dataset ?? {};
    return card && buy !== "changed" ? [buy, card.querySelector(".buy-word").textContent] : null;
}"""


# For each test another, since what one has bought is sold out for the next.
@pytest.fixture
def single(tmp_path):
    process = ShelfProcess(tmp_path)
    (process.folder / "items.csv").write_text(ITEMS)
    process.write_shop(SETTINGS, CONTENT)
    process.start()
    yield process
    process.stop()


def opened(visit, single, **options):
    page = visit("main", wait=False, address=single.address, **options)
    page.wait_for_selector(".buy[data-buy=ready]")
    page.wait_for_function("() => document.querySelector('.wallet-amount').textContent !== '–'")
    return page


def later(page, listing):
    return page.wait_for_function(LATER, arg=listing, timeout=90_000).json_value()


def test_who_has_the_only_copy_sees_it_as_owned_on_every_listing_and_after_a_reload(visit, single):
    page = opened(visit, single)
    bought = page.evaluate(BUY)
    page.wait_for_function(OWNED, arg=bought)
    assert later(page, bought) == ["owned", "Yours, number 1"]
    page.reload()
    # Until the inventory has come, a page that was just opened says of it what it says to all others.
    page.wait_for_function(OWNED, arg=bought, timeout=90_000)
    assert later(page, [bought[0], None]) == ["owned", "Yours, number 1"]


def test_what_others_sell_out_is_sold_out_on_an_open_page_without_a_tap(visit, browser, single):
    buyer, onlooker = opened(visit, single), browser.new_page()
    onlooker.goto(single.address)
    onlooker.wait_for_selector(".buy[data-buy=ready]")
    item, start = buyer.evaluate(BUY)
    card = f".card[data-item='{item}'][data-start='{start}']"
    onlooker.wait_for_selector(f"{card} .buy[data-buy=soldOut][aria-disabled=true]", timeout=6_000)
    assert onlooker.locator(f"{card} .buy-word").inner_text() == "Sold out"
    assert buyer.evaluate(OWNED, [item])
    onlooker.close()


def test_what_was_sold_out_at_a_tap_is_sold_out_on_the_next_listing(visit, browser, single):
    buyer = opened(visit, single)
    # Without `visit`, because the browser logs the refusal as an error.
    late = browser.new_page()
    late.goto(single.address)
    late.wait_for_selector(".buy[data-buy=ready]")
    bought = buyer.evaluate(BUY)
    buyer.wait_for_function(OWNED, arg=bought)
    late.evaluate("([item]) => document.querySelector(`.card[data-item=${item}] .buy`).click()", bought)
    late.wait_for_selector(f".card[data-item='{bought[0]}'] .buy[data-buy=soldOut]")
    assert later(late, bought) == ["soldOut", "Sold out"]
    late.close()


def test_an_edition_s_label_leaves_the_picture_free_on_a_phone(visit, single):
    page = opened(visit, single, viewport={"width": 360, "height": 800})
    edges = page.evaluate(
        """() => [...document.querySelectorAll(".card[data-item]:not([data-phase=arriving])")].map((card) =>
        [".card-edition", ".card-glyph"].map((part) => card.querySelector(part).getBoundingClientRect()))
        .map(([label, glyph]) => [label.bottom, glyph.top])"""
    )
    assert edges and all(label + 6 <= glyph for label, glyph in edges)
