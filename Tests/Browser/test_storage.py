"""What a page does whose site data are cleared while it is open, or whose storage is full."""

import pytest
from stalls import Shop


@pytest.fixture
def shop(browser):
    shop = Shop(browser)
    yield shop
    shop.close()


def clear(shop, page):
    """As the person does in the browser's settings."""
    session = shop.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": shop.stall.address, "storageTypes": "indexeddb"})


def fill(shop, page):
    session = shop.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": shop.stall.address, "quotaSize": 1})


KEPT = """() => new Promise((resolve) => {
    const opening = indexedDB.open("shelflife-player");
    opening.onsuccess = () => {
        const asked = opening.result.transaction("credentials").objectStore("credentials").getAll();
        asked.onsuccess = () => (opening.result.close(), resolve(asked.result));
    };
})"""


def test_a_credential_that_was_cleared_while_the_page_is_open_is_kept_again_before_an_order_leaves(shop):
    page = shop.sdk()
    assert page.evaluate("() => buy(0)")["item"] == "star"
    [credential] = page.evaluate(KEPT)
    clear(shop, page)
    assert page.evaluate("() => buy(0)").get("item")
    assert page.evaluate(KEPT) == [credential]
    again = shop.sdk()
    owned = again.evaluate("async () => (await server.player.inventory()).map(({ item, count }) => [item, count])")
    assert owned == [["star", 2]], "the player who bought is the one who comes back"


def test_where_the_credential_cannot_be_kept_again_nothing_is_bought(shop):
    page = shop.sdk()
    assert page.evaluate("() => buy(0)")["item"] == "star"
    clear(shop, page)
    fill(shop, page)
    assert page.evaluate("() => buy(0)") == {"name": "NotKeptError", "code": "notKept", "replayed": None}
    assert len(shop.post.keys()) == 1


def test_an_order_goes_out_as_the_player_whose_credential_is_kept_by_then(shop):
    page = shop.sdk()
    assert page.evaluate("() => buy(0)")["item"] == "star"
    clear(shop, page)
    other = shop.sdk()
    other.evaluate("() => server.player.wallet()")
    assert page.evaluate("() => buy(0)").get("item")
    assert page.evaluate("() => server.player.id") == other.evaluate("() => server.player.id")


# As a browser does that has no room left for a value.
FULL = """
IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "QuotaExceededError"); };
"""


def test_a_storage_that_refuses_a_value_throws_no_error_that_nobody_catches(shop):
    shop.context.add_init_script(FULL)
    page = shop.context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    shop.sdk(page)
    assert page.evaluate("() => buy(0)")["code"] == "notKept"
    assert page.evaluate("() => server.player.wallet().catch(({ code }) => code)") == "notKept"
    assert errors == [] and shop.post.keys() == []


@pytest.mark.parametrize("opened", ["sdk", "storefront"])
def test_a_full_storage_throws_no_error_that_nobody_catches(shop, opened):
    page = shop.context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(shop.stall.address + "/blank")
    fill(shop, page)
    if opened == "sdk":
        shop.sdk(page)
        assert page.evaluate("() => buy(0)")["code"] == "notKept"
    else:
        page.goto(shop.stall.address + "/")
        page.locator(".buy[data-buy=ready]").first.click()
        page.get_by_text("This browser").first.wait_for()
    page.wait_for_timeout(500)
    assert errors == [] and shop.post.keys() == []
