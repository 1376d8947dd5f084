"""The page with much to show: nothing is cut off, nothing lies on anything else, and every store can be reached."""

import pytest
from crowded import FOUR, LONG_TITLE, SIX, crowded

WIDTHS = [320, 360, 412, 768, 1000, 1100, 1200, 1279, 1280, 1366, 1600]
MOST = 2**53 - 1

# Text that stands outside of its box or of its button. A card that arrives is larger than itself for a moment.
CUT = """() => {
    const shown = (one) => one.checkVisibility() && !one.closest(".card[data-phase=arriving]");
    const texts = ".badge, .wallet, .wallet-amount, .wallet-currency, .buy, .card-price, .card-amount, .buy-say, .buy-word, .buy-brief";
    const cut = [...document.querySelectorAll(texts)].filter(shown)
        .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== "inline");
    const out = [...document.querySelectorAll(".buy")].flatMap((buy) => {
        const around = buy.getBoundingClientRect();
        return [...buy.querySelectorAll(".card-amount, .card-currency, .buy-word, .buy-brief")].filter(shown).filter((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return left < around.left || right > around.right || top < around.top - 0.5 || bottom > around.bottom + 0.5;
        });
    });
    return [...cut, ...out].map((one) => `${one.className}: ${one.textContent}`);
}"""
HEADER = """() => {
    const parts = [".wordmark", ".tabs", ".badge", ".wallet"];
    const boxes = parts.map((part) => document.querySelector(part).getBoundingClientRect());
    const apart = (one, other) => one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
    const over = parts.flatMap((part, at) => parts.slice(at + 1).filter((_, more) => !apart(boxes[at], boxes[at + 1 + more]))
        .map((other) => `${part} and ${other}`));
    const outside = parts.filter((_, at) => boxes[at].left < 0 || boxes[at].right > innerWidth);
    return [...over, ...outside, ...(document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [])];
}"""
# What is measured once the page has drawn itself in its new size; where it takes longer, what is still wrong in the
# end.
SETTLED = """async () => {
    const measure = MEASURE;
    const frame = () => new Promise(requestAnimationFrame);
    const end = performance.now() + 30_000;
    for (let drawn = 0; ; drawn++) {
        const faults = drawn < 3 ? null : measure();
        if (faults?.length === 0 || performance.now() > end) return faults ?? ["nothing is drawn"];
        await frame();
    }
}"""
IN_SIGHT = """() => {
    const tab = document.querySelector(".tab[aria-selected=true]").getBoundingClientRect();
    const list = document.querySelector(".tabs").getBoundingClientRect();
    return tab.left >= list.left && tab.right <= list.right && list.left >= 0 && list.right <= innerWidth;
}"""


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    process = crowded(tmp_path_factory.mktemp("four"), FOUR)
    yield process
    process.stop()


@pytest.fixture(scope="module")
def six(tmp_path_factory):
    process = crowded(tmp_path_factory.mktemp("six"), SIX)
    yield process
    process.stop()


@pytest.fixture(scope="module")
def rich(tmp_path_factory):
    process = crowded(tmp_path_factory.mktemp("rich"), SIX, welcome=MOST)
    yield process
    process.stop()


def opened(visit, process, store, width=360):
    page = visit(
        store, wait=False, address=process.address, viewport={"width": width, "height": 800}, reduced_motion="reduce"
    )
    page.wait_for_selector(f"#panel-{store} .buy[data-buy=ready]")
    page.wait_for_function("() => document.querySelector('.wallet-amount').textContent !== '–'")
    return page


def at_each_width(page, measure):
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        found[width] = page.evaluate(SETTLED.replace("MEASURE", measure))
    return {width: faults for width, faults in found.items() if faults}


@pytest.mark.parametrize("store", ["store-2", "store-3"])
def test_no_price_and_no_word_on_a_button_is_cut_off_at_any_width(visit, four, store):
    page = opened(visit, four, store)
    page.wait_for_selector(f"#panel-{store} .buy[data-buy=short]")
    assert at_each_width(page, CUT) == {}


@pytest.mark.parametrize(
    "process, store",
    [("four", "store-1"), ("four", "store-4"), ("six", "store-1"), ("rich", "store-6"), ("rich", "store-4")],
)
def test_the_parts_of_the_header_never_lie_on_each_other(visit, request, process, store):
    page = opened(visit, request.getfixturevalue(process), store)
    assert at_each_width(page, HEADER) == {}
    assert at_each_width(page, CUT) == {}


@pytest.mark.parametrize("process, stores", [("four", 4), ("six", 6)])
def test_every_tab_can_be_reached_and_the_selected_one_is_in_sight(visit, request, process, stores):
    page = opened(visit, request.getfixturevalue(process), f"store-{stores}")
    page.wait_for_function(IN_SIGHT)
    for width in [320, 360, 412, 768, 1280]:
        page.set_viewport_size({"width": width, "height": 800})
        page.locator(f"#tab-store-{stores}").click()
        for _ in range(stores):
            page.keyboard.press("ArrowLeft")
            page.wait_for_function(IN_SIGHT)
        page.evaluate("() => { location.hash = 'store-1' }")
        page.wait_for_selector("#tab-store-1[aria-selected=true]")
        page.wait_for_function(IN_SIGHT)


def test_arrows_say_at_which_edge_there_are_more_tabs(visit, six):
    page = opened(visit, six, "store-1")
    hints = """() => ["::before", "::after"].map((edge) => getComputedStyle(document.querySelector(".tabs"), edge).opacity)"""
    hinted = lambda shown: page.wait_for_function(
        f"(shown) => ({hints})().join() === shown", arg=",".join(shown)
    )  # noqa: E731
    hinted(["0", "1"])
    page.locator("#tab-store-1").focus()
    for key, shown in [
        ("End", ["1", "0"]),
        ("Home", ["0", "1"]),
        ("ArrowRight", ["0", "1"]),
        ("ArrowRight", ["0", "1"]),
    ]:
        page.keyboard.press(key)
        hinted(shown)
    page.set_viewport_size({"width": 1280, "height": 800})
    hinted(["0", "0"])


def test_a_title_that_is_shortened_can_be_read_in_whole(visit, four):
    page = opened(visit, four, "store-1")
    tab = page.locator("#tab-store-1")
    assert tab.get_attribute("title") == LONG_TITLE
    assert page.get_by_role("tab", name=LONG_TITLE).count() == 1
    assert tab.bounding_box()["width"] < 130


def test_what_costs_nothing_is_free(visit, four):
    page = opened(visit, four, "store-2")
    free = page.locator("#panel-store-2 .buy[data-buy=ready]", has_text="Free").first
    free.wait_for()
    assert free.locator(".card-price").inner_text() == "Free"
    label = free.get_attribute("aria-label")
    assert label.startswith("Buy ") and label.endswith(" for free")
    assert free.evaluate("(button) => button.closest('article').ariaLabel").endswith(", free")
    free.evaluate("(button) => button.click()")
    page.locator("#panel-store-2 .buy[data-buy=bought]").first.wait_for()
    page.locator(".wallet").click()
    page.get_by_role("button", name="History").click()
    page.locator(".bought-price").first.wait_for()
    assert page.locator(".bought-price").first.inner_text() == "Free"
