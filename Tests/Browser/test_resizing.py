"""The page's shelf gets and loses positions at the seconds that its window says, while it is looked at."""

import pytest
from stalls import Shop
from trading_post import VECTORS
from windows import Window, unb64

CARDS = "() => document.querySelectorAll('#panel-bazaar .card').length"
CAPTION = "#panel-bazaar .panel-caption"


@pytest.fixture
def shop(browser, request):
    """A post at which position 3 shows only what starts 124 s after it opens, and position 2 ends 36 s after, unless the
    test says which slots its positions show."""
    shop = Shop(browser)
    window = Window.from_vector("prefetched.bin")
    shown = getattr(request, "param", {2: lambda slot: slot < 286, 3: lambda slot: slot >= 374})
    window.records = [
        record for index, record in enumerate(window.records)
        if shown.get(record[3], lambda slot: True)(window.slot(index))
    ]  # fmt: skip
    window.header["count"] = len(window.records)
    shop.post.window = window.signed(unb64(VECTORS["signing"]["seed"]))
    yield shop
    shop.close()


def test_the_shelf_grows_and_shrinks_at_its_second_and_the_cards_that_stay_are_the_same(shop, artefacts):
    page = shop.storefront()
    page.evaluate("() => { window.first = document.querySelector('.card') }")
    assert page.evaluate(CARDS) == 3
    assert page.locator(CAPTION).inner_text().startswith("3 on the shelf")
    page.locator(".card").nth(2).locator(".buy").focus()
    shop.skip_to(page, 35)
    page.wait_for_function(f"() => ({CARDS})() === 2")
    assert page.evaluate("() => document.activeElement.id") == "panel-bazaar"
    page.screenshot(path=artefacts / "resizing-2-positions.png")
    shop.skip_to(page, 123)
    page.wait_for_function(f"() => ({CARDS})() === 4")
    assert [card.get_attribute("data-item") for card in page.locator(".card").all()][2:] == [None, "bee"]
    page.wait_for_function(f"() => document.querySelector('{CAPTION}').textContent.startsWith('4 on the shelf')")
    assert page.evaluate("() => window.first === document.querySelector('.card')")
    page.screenshot(path=artefacts / "resizing-4-positions.png")
    assert shop.errors == []


@pytest.mark.parametrize("shop", [{1: lambda slot: slot < 286}], indirect=True)
def test_a_position_that_goes_away_before_others_behind_it_leaves_no_empty_frame(shop):
    page = shop.storefront()
    seen = "() => [...document.querySelectorAll('#panel-bazaar .card')].map((card) => card.getClientRects().length > 0)"
    assert page.evaluate(seen) == [True] * 4
    shop.skip_to(page, 60)
    page.wait_for_function(f"() => ({seen})().join() === 'true,false,true,true'")
    assert shop.errors == []
