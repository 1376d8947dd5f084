"""Prices, balances and numbers of seven digits are whole on a narrow phone, wherever they stand."""

import csv

import pytest
from shelf_process import ShelfProcess

NARROW = {"width": 360, "height": 800}
# A card that arrives is larger than itself for a moment.
CUT = """(selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility() && one.closest(".card")?.dataset.phase !== "arriving")
    .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== "inline").map((one) => one.outerHTML)"""
PARTS = ".card-box, .buy, .buy .card-price, .buy-say, .wallet, .wallet-amount, .masthead, .bought-row, .bought-end, .owned-tile"


@pytest.fixture(scope="module")
def dear(tmp_path_factory):
    """The sample, with all prices in the millions, and players with as many coins."""
    folder = tmp_path_factory.mktemp("dear")
    process = ShelfProcess(folder)
    for file in folder.glob("*.csv"):
        rows = list(csv.DictReader(file.open(newline="")))
        for row in rows:
            row["price"] = str(1_000_000 + 1009 * int(row["price"]) % 9_000_000)
        with file.open("w", newline="") as out:
            writer = csv.DictWriter(out, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
    exchange(folder / "shelflife.yaml", "{coins: 1000, tokens: 500}", "{coins: 9876543, tokens: 1000007}")
    exchange(folder / "content.yaml", "{price: {from: 500}}", "{price: {from: 20000000}}")
    process.start()
    yield process
    process.stop()


def exchange(file, part, other):
    text = file.read_text()
    assert part in text
    file.write_text(text.replace(part, other))


@pytest.mark.parametrize("store", ["main", "bazaar"])
def test_nothing_is_cut_off_on_cards_in_the_wallet_or_in_the_history(visit, dear, store):
    page = visit(store, address=dear.address, viewport=NARROW)
    buyable = f"#panel-{store} .buy[data-buy=ready]"
    page.wait_for_function("() => /^[0-9,]{9}$/.test(document.querySelector('.wallet-amount').textContent)")
    prices = page.locator(f"#panel-{store} .card-amount").all_inner_texts()
    assert prices and all(len(price) == 9 for price in prices)
    assert page.evaluate(CUT, PARTS) == []
    if store == "main":
        page.locator(buyable).first.evaluate("(button) => button.click()")
        page.locator("#panel-main .buy[data-buy=bought]").first.wait_for()
        assert page.evaluate(CUT, PARTS) == []
    else:
        # For a moment after a card is drawn its button takes no tap.
        short = f"#panel-{store} .buy[data-buy=short]"
        page.wait_for_function("(short) => document.querySelectorAll(short).length > 40", arg=short, timeout=30_000)
    page.locator(".wallet").click()
    page.get_by_role("button", name="History").click()
    page.locator(".bought-row" if store == "main" else ".inventory-caption").first.wait_for()
    assert page.evaluate(CUT, PARTS) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
