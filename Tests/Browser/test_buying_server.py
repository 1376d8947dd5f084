"""The storefront buys from the real server, across lost answers and a server that is killed."""

import signal

import pytest
from conftest import wait_until_live
from shelf_process import ShelfProcess

READY = "#panel-main .buy[data-buy=ready]"


@pytest.fixture
def own_shelf(tmp_path):
    process = ShelfProcess(tmp_path)
    process.start()
    yield process
    process.stop()


def owned(page):
    return page.evaluate("""async () => {
        const { ShelfServer } = await import("/shelflife.js");
        const { player } = new ShelfServer(location.origin);
        const items = await player.inventory();
        const { purchases } = await player.history();
        const spent = purchases.filter(({ outcome }) => outcome === "sold").reduce((sum, { price }) => sum + price, 0);
        return { count: items.reduce((sum, { count }) => sum + count, 0), spent, balance: (await player.wallet()).coins };
    }""")


def tap_one(page):
    """Taps the item that stays longest, and returns its card."""
    position = page.evaluate("""() => {
        const left = (card) => { const [m, s] = card.querySelector(".card-time").textContent.split(":").map(Number); return 60 * m + s; };
        const cards = [...document.querySelectorAll("#panel-main .card:has(.buy[data-buy=ready])")];
        const best = cards.sort((one, other) => left(other) - left(one))[0];
        best.querySelector(".buy").click();
        return best.dataset.position;
    }""")
    return page.locator(f"#panel-main .card[data-position='{position}']")


def becomes(card, kind):
    card.locator(f".buy[data-buy={kind}]").wait_for()


def test_an_answer_that_is_lost_on_the_way_is_asked_for_again_and_the_item_is_bought_once(visit, own_shelf):
    page = visit("main", address=own_shelf.address)
    page.wait_for_selector(READY)
    lost = []

    def lose(route):
        if lost:
            return route.continue_()
        lost.append(route.fetch().status)
        return route.abort()

    page.route("**/purchases", lose)
    becomes(tap_one(page), "bought")
    assert lost == [200]
    found = owned(page)
    assert found["count"] == 1 and found["balance"] == 1000 - found["spent"]


def test_a_server_that_is_killed_and_started_again_is_asked_again_and_the_item_is_bought_once(visit, own_shelf):
    page = visit("main", address=own_shelf.address)
    page.wait_for_selector(READY)

    answered = []

    def kill_after(route):
        if answered:
            return route.continue_()
        answered.append(route.fetch().status)
        own_shelf.process.send_signal(signal.SIGKILL)
        own_shelf.process.wait()
        return route.abort()

    page.route("**/purchases", kill_after)
    card = tap_one(page)
    becomes(card, "delayed")
    own_shelf.start()
    becomes(card, "bought")
    assert answered == [200]
    wait_until_live(page, "main")
    found = owned(page)
    assert found["count"] == 1 and found["balance"] == 1000 - found["spent"]
