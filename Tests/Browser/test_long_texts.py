"""The longest that a shop may have: the dearest price, the richest player, a word for a glyph, and names of 200
characters stay in their place."""

import pytest
from crowded import FOUR
from every_page import open_any  # noqa: F401
from shelf_process import ShelfProcess
from test_large_text import FAULTS
from test_layout import CUT, MOST, SETTLED

NAME = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen " + "x" * 141
# Each card's picture has the proportions of the others', whatever stands in it, and ends where it ends.
STAGES = """() => [...document.querySelectorAll(".card[data-item] .card-stage")].filter((stage) => {
    const { width, height, left, right } = stage.getBoundingClientRect();
    const glyph = stage.querySelector(".card-glyph").getBoundingClientRect();
    return Math.abs(height - 0.78 * width) > 1 || glyph.left < left - 1 || glyph.right > right + 1;
}).map((stage) => stage.textContent)"""


@pytest.fixture(scope="module")
def longest(tmp_path_factory):
    folder = tmp_path_factory.mktemp("longest")
    process = ShelfProcess(folder)
    items = [f"item-{n},{NAME},things,2020-01-01,{MOST},,Buchstabensuppe" for n in range(40)]
    (folder / "items.csv").write_text("id,name,set,released,price,edition,glyph\n" + "\n".join(items) + "\n")
    settings = f"clock: {{uncertainty: 0ms}}\nplayers: {{welcome: {{coins: {MOST}}}}}\n"
    content = ["title: " + FOUR[0][0], "catalogue: [items.csv]", "stores:", "  - id: main", "    title: " + FOUR[0][0],
               "    positions: 8", "    columns: 4", "    lead: 300ms", "    shelfLife: {from: 1m, to: 4m}",
               "    currency: coins", "    cardBytes: 512", "    theme: {icon: gem}"]  # fmt: skip
    process.write_shop(settings, "\n".join(content) + "\n")
    process.start()
    yield process
    process.stop()


def faults(page, *measures):
    return [page.evaluate(SETTLED.replace("MEASURE", measure)) for measure in measures]


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_on_the_storefront_or_in_the_history_leaves_its_place(visit, longest, width):
    page = visit("main", wait=False, address=longest.address, viewport={"width": width, "height": 740}, reduced_motion="reduce")
    page.wait_for_selector(".buy[data-buy=ready]")
    page.wait_for_function("() => document.querySelector('.wallet-amount').textContent.length === 21")
    assert faults(page, FAULTS, CUT, STAGES) == [[], [], []]
    page.locator(".buy[data-buy=ready]").first.evaluate("(button) => button.click()")
    page.locator(".buy[data-buy=bought]").first.wait_for()
    page.locator(".wallet").click()
    page.locator(".owned-tile").first.wait_for()
    assert faults(page, FAULTS) == [[]]
    page.get_by_role("button", name="History").click()
    page.locator(".bought-row").first.wait_for()
    assert faults(page, FAULTS) == [[]]
    assert page.locator(".bought-price").first.inner_text().startswith("9,007,199,254,740,991")


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_in_the_element_leaves_its_place(open_any, longest, width):  # noqa: F811
    page = open_any("element", shop=longest, viewport={"width": width, "height": 740})
    assert page.locator("shelf-store [part=glyph]").first.inner_text() == "Buchstabensuppe"
    assert faults(page, FAULTS) == [[]]
    overflowing = """() => [...document.querySelector("shelf-store").shadowRoot.querySelectorAll("li")].filter((item) => {
        const [card, glyph] = [item, item.querySelector(".glyph")].map((one) => one.getBoundingClientRect());
        return glyph.left < card.left || glyph.right > card.right;
    }).map((item) => item.textContent)"""
    assert faults(page, overflowing) == [[]]
