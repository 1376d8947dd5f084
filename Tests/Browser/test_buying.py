"""One call buys, through lost answers, reloads and restarts: against a server that speaks the contract and errs on
purpose."""

import threading

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from stalls import Shop
from trading_post import CHAIN

STAR, RING, BEE = 0, 1, 2


@pytest.fixture
def shop(browser):
    shop = Shop(browser)
    yield shop
    shop.close()


def pending(page):
    return page.evaluate("async () => (await server.pendingPurchases()).map(({ key }) => key)")


def test_a_purchase_brings_a_receipt_its_number_and_the_new_balance(shop):
    shop.post.editions["star"], shop.post.sold["star"] = 500, 16
    page = shop.sdk()
    receipt = page.evaluate("() => buy(0)")
    assert (receipt["item"], receipt["number"], receipt["price"]) == ("star", 17, 1)
    assert page.evaluate("() => server.player.balances") == {"coins": 999}
    assert page.evaluate("() => heard.map(({ stage }) => stage)") == ["buying", "sold"]
    assert pending(page) == []
    request = shop.post.asked("/purchases")[0]
    assert request["body"] == {"chain": CHAIN["id"], "slot": 245, "position": 0, "revision": 0, "price": 1}
    assert len(request["key"]) == 22 and request["key"] == receipt["key"]


def test_the_intent_is_kept_before_the_request_leaves(shop):
    page = shop.sdk()
    kept = page.evaluate("""async () => {
        let kept;
        const { fetch } = window;
        window.fetch = async (url, options) => {
            if (String(url).endsWith("/purchases")) kept = (await server.pendingPurchases()).map(({ key }) => key);
            return fetch(url, options);
        };
        const { key } = await buy(0);
        return [kept, key];
    }""")
    assert kept[0] == [kept[1]]


@pytest.mark.parametrize("fault", ["lose", "drop", "garble", "internal_error", "unavailable", "rate_limited"])
def test_without_a_verdict_it_asks_again_with_the_same_key_and_buys_once(shop, fault):
    page = shop.sdk()
    shop.post.fail("/purchases", fault, times=2)
    assert page.evaluate("() => buy(0)")["item"] == "star"
    assert len(shop.post.keys()) == 3 and len(set(shop.post.keys())) == 1
    assert shop.post.sold["star"] == 1
    assert page.evaluate("() => heard.map(({ stage }) => stage)") == ["buying", "delayed", "sold"]


def test_a_delay_is_told_again_when_its_reason_is_another_and_the_next_try_can_be_asked_for(shop):
    page = shop.sdk()
    for fault in ("unavailable", "unavailable", "rate_limited"):
        shop.post.fail("/purchases", fault)
    shop.post.fail("/purchases", "rate_limited", retry_after=60)
    page.evaluate("() => { window.result = buy(0); }")
    shop.wait_for(lambda post: len(post.keys()) == 4)
    page.wait_for_function("() => store.purchaseOf(0)?.retryAtMs > Date.now() + 20_000")
    told = page.evaluate("() => heard.map(({ stage, error }) => [stage, error?.code ?? null])")
    assert told == [["buying", None], ["delayed", "unavailable"], ["delayed", "rate_limited"]]
    assert page.evaluate("() => store.purchaseOf(2)") is None
    shop.hurry(page)
    assert page.evaluate("() => result")["item"] == "star"
    assert page.evaluate("() => [heard.at(-1).stage, store.purchaseOf(0)]") == ["sold", None]


def test_a_server_that_names_a_time_is_not_asked_before_it(shop):
    page = shop.sdk()
    shop.post.fail("/purchases", "rate_limited", retry_after=2)
    item, waited = page.evaluate("""async () => {
        const from = performance.now();
        const { item } = await buy(0);
        return [item, performance.now() - from];
    }""")
    assert item == "star" and waited >= 2000


def test_a_tap_that_comes_a_moment_before_the_start_is_sent_again(shop):
    page = shop.sdk()
    shop.post.fail("/purchases", "not_on_sale")
    assert page.evaluate("() => buy(0)")["item"] == "star"
    assert len(set(shop.post.keys())) == 1


def test_a_listing_that_the_server_does_not_know_is_not_asked_for_again(shop):
    page = shop.sdk()
    shop.post.fail("/purchases", "not_found")
    assert page.evaluate("() => buy(0)") == {"name": "PurchaseError", "code": "not_found", "replayed": False}
    assert len(shop.post.keys()) == 1 and pending(page) == []


def test_a_page_that_is_left_before_the_answer_goes_on_when_it_is_opened_again(shop):
    page = shop.sdk()
    shop.post.held = threading.Event()
    page.evaluate("() => void buy(0)")
    page.wait_for_function("async () => (await server.pendingPurchases()).length === 1")
    page.goto("about:blank")
    shop.post.held.set()
    shop.post.held = None
    shop.sdk(page)
    page.wait_for_function("() => heard.some(({ stage }) => stage === 'sold')")
    found = page.evaluate("() => heard.map(({ stage, resumed, name }) => [stage, resumed, name]).at(-1)")
    assert found == ["sold", True, "Star"]
    assert len(set(shop.post.keys())) == 1 and shop.post.sold["star"] == 1
    assert pending(page) == []


def test_a_server_that_is_started_anew_is_asked_again_with_the_same_key(shop):
    page = shop.sdk()
    shop.post.fail("/purchases", "lose")
    page.evaluate("() => { window.result = buy(0); }")
    page.wait_for_function("() => heard.some(({ stage }) => stage === 'delayed')")
    shop.stall.close()
    page.wait_for_timeout(1200)
    shop.post.forget_tokens()
    shop.stall.open()
    assert page.evaluate("() => result")["item"] == "star"
    assert len(set(shop.post.keys())) == 1 and shop.post.sold["star"] == 1


def test_a_refusal_whose_answer_was_lost_is_heard_the_second_time(shop):
    page = shop.sdk()
    shop.post.fail("/purchases", "lose")
    assert page.evaluate("() => buy(1)") == {"name": "PurchaseError", "code": "insufficient_funds", "replayed": True}
    assert len(set(shop.post.keys())) == 1 and len(shop.post.keys()) == 2
    assert pending(page) == []


def test_a_token_that_ends_on_the_way_is_renewed_and_the_key_stays(shop):
    page = shop.sdk()
    page.evaluate("() => server.player.wallet()")
    shop.post.forget_tokens()
    assert page.evaluate("() => buy(0)")["item"] == "star"
    assert len(shop.post.asked("/players/refresh")) == 1 and len(shop.post.asked("/players")) == 1
    assert len(shop.post.keys()) == 2 and len(set(shop.post.keys())) == 1


def test_a_refresh_that_is_refused_ends_in_signing_in_as_the_same_player(shop):
    page = shop.sdk()
    page.evaluate("() => server.player.wallet()")
    shop.post.forget_tokens()
    shop.post.fail("/players/refresh", "unauthorized")
    assert page.evaluate("() => buy(0)")["item"] == "star"
    assert len(shop.post.asked("/players")) == 2 and len(shop.post.players) == 1
    assert len(set(shop.post.keys())) == 1


def test_a_sign_in_that_is_refused_gives_no_purchase_up(shop):
    page = shop.sdk()
    shop.post.fail("/players", "forbidden")
    assert page.evaluate("() => buy(0)")["item"] == "star"


def test_a_forged_receipt_is_refused_and_the_next_tap_asks_about_the_same_purchase(shop):
    page = shop.sdk()
    genuine = shop.post.signer
    shop.post.signer = Ed25519PrivateKey.from_private_bytes(bytes(32))
    assert page.evaluate("() => buy(0)") == {"name": "ReceiptError", "code": "receipt", "replayed": None}
    assert page.evaluate("() => server.player.balances") is None
    assert pending(page) == shop.post.keys()
    shop.post.signer = genuine
    for settled in shop.post.settled.values():
        settled["receipt"] = shop.post.signed({**settled["facts"]})
    assert page.evaluate("() => buy(0)")["item"] == "star"
    assert len(set(shop.post.keys())) == 1 and shop.post.sold["star"] == 1
    assert pending(page) == []


@pytest.mark.parametrize(
    "change",
    [{"key": "another"}, {"store": "main"}, {"chain": "x"}, {"slot": 1}, {"position": 1}, {"revision": 1}, {"price": 2},
     {"player": "18"}, {"purchase": "1"}, {"number": 1.5}, {"item": None}],
    ids=str,
)  # fmt: skip
def test_a_genuine_receipt_for_something_else_proves_nothing(shop, change):
    shop.post.tamper = lambda receipt: {**receipt, **change}
    assert shop.sdk().evaluate("() => buy(0)")["name"] == "ReceiptError"


def test_each_refusal_has_its_code(shop):
    post = shop.post
    page = shop.sdk()
    post.limits = {"star": 1}
    assert page.evaluate("() => buy(0)")["item"] == "star"
    assert page.evaluate("() => buy(0)")["code"] == "owned_already"
    assert page.evaluate("() => buy(1)")["code"] == "insufficient_funds"
    post.stock["bee"] = 1
    assert page.evaluate("() => buy(2)")["item"] == "bee"
    assert page.evaluate("() => buy(2)")["code"] == "sold_out"
    post.limits["bee"] = 0
    assert page.evaluate("() => buy(2)")["code"] == "limit_reached"
    for card in post.catalogue.values():
        card["price"] += 1
    assert page.evaluate("() => buy(2)")["code"] == "price_changed"
    for card in post.catalogue.values():
        card["end"] = 0
    assert page.evaluate("() => buy(2)") == {"name": "PurchaseError", "code": "sale_over", "replayed": False}
    assert len(set(post.keys())) == 8


def test_nothing_is_sent_for_what_is_not_on_sale_here_and_now(shop):
    page = shop.sdk(start=False)
    assert page.evaluate("() => buy(0)")["code"] == "not_running"
    assert page.evaluate("() => (store.start(), buy(0))")["code"] == "clock_unsure"
    page = shop.sdk(page)
    assert page.evaluate("() => buy(9)") == {"name": "OptionError", "code": "position", "replayed": None}
    empty = page.evaluate("() => buy({ ...store.shelf()[0], listing: null, card: null })")
    assert empty == {"name": "PurchaseError", "code": "not_on_sale", "replayed": False}
    sealed = shop.sdk(secret=False)
    assert sealed.evaluate("() => buy(0)")["code"] == "sealed"
    assert sealed.evaluate("() => buy(store.shelf()[0])")["code"] == "sealed"
    assert shop.post.sent() == []


# The Bee (120) at position 2 becomes the Café (15).
CHANGE_S = 36
CHANGED = {"name": "PurchaseError", "code": "changed", "replayed": False}
# Begins to wait for the change, at which it tries to buy at once; and what came of that.
BECOMES = """(item) => void (window.became = new Promise((resolve) => store.addEventListener("change", function look() {
    if (store.shelf()[2].card?.item !== item) return;
    store.removeEventListener("change", look);
    resolve(Promise.all([buy(store.shelf()[2]), buy(2), store.shelf()[2].tapGuarded]));
})))"""


def change(shop, page):
    page.evaluate(BECOMES, "cafe")
    shop.skip_to(page, CHANGE_S - 1)
    return page.evaluate("() => became")


def test_what_was_seen_before_a_change_is_not_bought_after_it_and_nothing_is_sent(shop):
    page = shop.sdk()
    seen = page.evaluate("() => { window.seen = store.shelf()[2]; return [seen.card.item, seen.tapGuarded]; }")
    assert seen == ["bee", False]
    change(shop, page)
    assert page.evaluate("() => buy(seen)") == CHANGED
    assert shop.post.sent() == []


def test_in_the_moment_after_a_change_neither_the_new_position_nor_its_number_can_be_bought(shop):
    page = shop.sdk()
    assert change(shop, page) == [CHANGED, CHANGED, True]
    assert shop.post.sent() == []
    page.wait_for_function("() => !store.shelf()[2].tapGuarded")
    receipt = page.evaluate("() => buy(store.shelf()[2])")
    assert (receipt["item"], receipt["price"]) == ("cafe", 15)


def test_it_sells_at_the_price_that_was_shown_or_not_at_all(shop):
    page = shop.sdk()
    page.evaluate("() => { window.seen = store.shelf()[2]; }")
    assert page.evaluate("() => buy({ ...seen, card: { ...seen.card, price: 119 } })")["code"] == "price_changed"
    assert shop.post.asked("/purchases")[0]["body"]["price"] == 119


def test_an_intent_that_can_not_be_kept_is_not_sent(shop):
    page = shop.sdk()
    code = page.evaluate("""async () => {
        IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
        return (await buy(0)).code;
    }""")
    assert code == "notKept"
    assert shop.post.keys() == []


UNKEPT = {
    "it opens nothing": "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };",
    "there is none": "Object.defineProperty(window, 'indexedDB', { value: undefined });",
    "it answers nothing": "IDBFactory.prototype.open = () => new EventTarget();",
    "it may not be asked for": "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } });",
}


@pytest.mark.parametrize("script", UNKEPT.values(), ids=UNKEPT.keys())
def test_where_the_browser_keeps_nothing_the_shelf_is_there_and_nothing_is_sent(shop, script):
    shop.context.add_init_script(script)
    page = shop.sdk()
    assert page.evaluate("() => store.shelf().map(({ card }) => card.item)") == ["star", "ring", "bee", "ring"]
    assert page.evaluate("() => buy(0)")["code"] == "notKept"
    assert page.evaluate("() => server.player.wallet().catch(({ code }) => code)") == "notKept"
    invitations = """async () => {
        const { Invitations } = await import("/shelf-invitations.js");
        return new Invitations(location.origin).friendCode().catch(({ code }) => code);
    }"""
    assert page.evaluate(invitations) == "notKept"
    assert shop.post.sent() == []
    page.goto(shop.stall.address + "/")
    page.wait_for_selector(".card[data-item=star]")


# Requests to open are kept from answering while `stuck` is true. `closings` counts the databases that were closed.
STUCK = """
window.stuck = false;
window.closings = 0;
window.held = [];
const { open } = IDBFactory.prototype;
const { close } = IDBDatabase.prototype;
IDBDatabase.prototype.close = function () { closings++; close.call(this); };
IDBFactory.prototype.open = function (...given) {
    const real = open.apply(this, given), shown = new EventTarget();
    for (const name of ["upgradeneeded", "success", "error"]) {
        const tell = () => { shown.result = real.result; shown[`on${name}`]?.(); };
        real[`on${name}`] = () => (name !== "upgradeneeded" && stuck ? held.push(tell) : tell());
    }
    return shown;
};
"""


def test_storage_that_is_opened_too_late_keeps_nothing_of_what_was_told_to_have_failed(shop):
    shop.context.add_init_script(STUCK)
    page = shop.sdk()
    page.evaluate("() => { stuck = true; }")
    assert page.evaluate("() => buy(0)")["code"] == "notKept"
    assert "doesn't open its storage" in page.evaluate("() => heard.at(-1).error.message")
    assert page.evaluate("() => heard.map(({ stage }) => stage)") == ["buying", "failed"]
    before, late = page.evaluate("""() => {
        const before = closings, late = held.length;
        stuck = false;
        held.splice(0).forEach((tell) => tell());
        return [before, late];
    }""")
    assert late > 0 and page.evaluate("() => closings") == before + late
    assert pending(page) == [] and shop.post.keys() == []
    assert page.evaluate("() => buy(0)")["item"] == "star"
    assert shop.post.sold["star"] == 1 and pending(page) == []


def test_a_purchase_that_was_judged_ends_also_where_the_storage_stopped_to_open(shop):
    shop.context.add_init_script(STUCK)
    page = shop.sdk()
    page.evaluate("""() => {
        const { fetch } = window;
        window.fetch = (url, options) => {
            if (String(url).endsWith("/purchases")) stuck = true;
            return fetch(url, options);
        };
    }""")
    assert page.evaluate("() => buy(0)")["item"] == "star"
    again = shop.sdk()
    again.wait_for_function("() => heard.some(({ stage }) => stage === 'sold')")
    assert shop.post.sold["star"] == 1 and len(set(shop.post.keys())) == 1 and pending(again) == []


def test_the_storefront_says_that_the_storage_does_not_open(shop):
    shop.context.add_init_script(STUCK)
    page = shop.storefront()
    page.evaluate("() => { stuck = true; }")
    page.locator(".buy[data-buy=ready]").first.click()
    page.get_by_text("This browser doesn't open its storage").first.wait_for()
    assert page.locator(".buy[data-buy=buying]").count() == 0 and shop.post.keys() == []


def test_several_taps_on_a_listing_are_one_purchase_until_it_is_judged_and_the_next_one_is_another(shop):
    page = shop.sdk()
    twice = page.evaluate("() => Promise.all([buy(0), buy(store.shelf()[0]), buy(0)])")
    assert len({receipt["key"] for receipt in twice}) == 1 and len(shop.post.keys()) == 1
    assert page.evaluate("() => buy(0)")["key"] != twice[0]["key"]
    assert shop.post.sold["star"] == 2


def test_two_tabs_are_one_player_and_what_one_asked_for_the_other_asks_for_with_the_same_key(shop):
    first = shop.sdk()
    shop.post.fail("/purchases", "lose")
    shop.post.fail("/purchases", "unavailable", times=1000)
    first.evaluate("() => { window.result = buy(0); }")
    first.wait_for_function("() => heard.some(({ stage }) => stage === 'delayed')")
    second = shop.sdk()
    second.wait_for_function("() => heard.some(({ stage }) => stage === 'delayed')")
    shop.post.faults.clear()
    shop.hurry(first)
    assert first.evaluate("() => result")["item"] == "star"
    second.wait_for_function("() => heard.some(({ stage }) => stage === 'sold')")
    assert len(shop.post.players) == 1 and shop.post.sold["star"] == 1
    assert len(set(shop.post.keys())) == 1


def begun_in_a_tab_that_is_closed(shop):
    """Buys in a tab of its own, which gets no verdict and is closed."""
    tab = shop.sdk()
    shop.post.fail("/purchases", "unavailable", times=1000)
    tab.evaluate("() => void buy(0)")
    tab.wait_for_function("() => heard.some(({ stage }) => stage === 'delayed')")
    tab.close()
    shop.post.faults.clear()


def goes_on_with_it(shop, page):
    page.wait_for_function("() => heard.some(({ stage }) => stage === 'sold')")
    assert page.evaluate("() => heard.map(({ stage, resumed }) => [stage, resumed]).at(-1)") == ["sold", True]
    assert len(set(shop.post.keys())) == 1 and shop.post.sold["star"] == 1
    assert pending(page) == []


def test_what_a_closed_tab_has_begun_during_an_outage_another_tab_goes_on_with_once_it_is_live_again(shop):
    page = shop.sdk()
    page.wait_for_function("() => store.status.connection === 'live'")
    begun_in_a_tab_that_is_closed(shop)
    shop.stall.close()
    shop.hurry(page)
    page.wait_for_function("() => store.status.connection !== 'live'")
    assert page.evaluate("() => [heard, store.purchaseOf(0)]") == [[], None]
    shop.stall.open()
    shop.hurry(page)
    goes_on_with_it(shop, page)


def test_a_tap_on_what_a_closed_tab_has_begun_is_for_the_same_purchase(shop):
    page = shop.sdk()
    begun_in_a_tab_that_is_closed(shop)
    begun = pending(page)
    assert page.evaluate("() => buy(0)")["key"] == begun[0]
    assert set(shop.post.keys()) == set(begun) and shop.post.sold["star"] == 1
    assert pending(page) == []
    assert page.evaluate("() => buy(0)")["key"] != begun[0]


def test_taps_in_two_tabs_are_one_purchase_until_it_is_judged(shop):
    first, second = shop.sdk(), shop.sdk()
    shop.post.held = threading.Event()
    first.evaluate("() => { window.result = buy(0); }")
    shop.wait_for(lambda post: pending(first))
    second.evaluate("() => { window.result = buy(0); }")
    second.wait_for_function("() => store.purchaseOf(0) !== null")
    second.wait_for_timeout(300)
    shop.post.held.set()
    assert first.evaluate("() => result")["key"] == second.evaluate("() => result")["key"]
    assert len(set(shop.post.keys())) == 1 and shop.post.sold["star"] == 1
    assert pending(first) == []


def test_what_a_closed_tab_has_begun_another_tab_goes_on_with_once_it_is_shown(shop):
    page = shop.sdk()
    page.evaluate("""() => {
        window.turn = (state) => {
            Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
            document.dispatchEvent(new Event("visibilitychange"));
        };
        turn("hidden");
    }""")
    begun_in_a_tab_that_is_closed(shop)
    page.evaluate("() => turn('visible')")
    goes_on_with_it(shop, page)


def test_a_purchase_that_a_forged_receipt_answered_is_not_asked_about_again_because_the_page_is_shown(shop):
    page = shop.sdk()
    shop.post.signer = Ed25519PrivateKey.from_private_bytes(bytes(32))
    assert page.evaluate("() => buy(0)")["code"] == "receipt"
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(300)
    assert len(shop.post.keys()) == 1 and len(pending(page)) == 1


def test_after_purchases_that_crossed_each_other_the_wallet_is_asked_for_once_more(shop):
    page = shop.sdk()
    page.evaluate("() => Promise.all([buy(0), buy(2)])")
    page.wait_for_function("() => server.player.balances.coins === 879")
    shop.wait_for(lambda post: post.asked("/player", "GET"))
    page.wait_for_timeout(100)
    assert len(shop.post.asked("/player", "GET")) == 1


UNREADABLE = [{}, {"balance": None}, {"balance": "999"}, {"balance": 1.5}, {"balance": 2**53}]


@pytest.mark.parametrize("left", UNREADABLE, ids=str)
def test_a_purchase_is_settled_by_its_receipt_whatever_the_balance_beside_it_and_the_wallet_is_read_again(shop, left):
    page = shop.sdk()
    shop.post.left = lambda _: left
    page.evaluate("""() => {
        window.told = [];
        server.player.addEventListener("wallet", ({ detail }) => told.push([server.player.balances, detail.paid]));
    }""")
    assert page.evaluate("() => buy(0)")["item"] == "star"
    page.wait_for_function("() => told.length === 2")
    assert page.evaluate("() => told") == [[{"coins": None}, True], [{"coins": 999}, False]]
    assert page.evaluate("() => heard.map(({ stage }) => stage)") == ["buying", "sold"]
    assert len(shop.post.keys()) == 1 and pending(page) == []


def test_a_balance_that_is_in_no_answer_is_not_asked_for_over_and_over(shop):
    page = shop.sdk()
    shop.post.left = lambda _: {"balance": 2**53}
    shop.post.wallet = lambda _: {"coins": 2**53, "gems": 7}
    assert page.evaluate("() => buy(0)")["item"] == "star"
    page.wait_for_function("() => server.player.balances?.gems === 7")
    page.wait_for_timeout(100)
    assert page.evaluate("() => server.player.balances") == {"coins": None, "gems": 7}
    assert len(shop.post.asked("/player", "GET")) == 1


@pytest.mark.parametrize("coins", [2**53, -(2**53), 1.5, "1000", None])
def test_a_balance_that_can_not_be_read_is_unknown_and_those_of_other_currencies_are_told(shop, coins):
    page = shop.sdk()
    shop.post.wallet = lambda _: {"coins": coins, "gems": 2**53 - 1, "shells": 0}
    assert page.evaluate("() => server.player.wallet()") == {"coins": None, "gems": 2**53 - 1, "shells": 0}
