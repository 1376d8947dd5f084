"""A client that knows docs/clients.md alone follows a real server: it shows the right item at its moment, and buys each
item once."""

import http.client
import json
import os
import queue
import time
from urllib.parse import urlsplit

import pytest
from breaking_line import BreakingLine
from smallest_buyer import Buyer
from smallest_client import device_us
from smallest_seal import Refused, b64
from smallest_shelf import Position

PATIENCE = 60
PURCHASES = "/purchases"


def until(client, holds):
    """Lets the client do what is due until something holds of what it draws."""
    deadline = time.monotonic() + PATIENCE
    while True:
        client.tend()
        if found := holds(client.draw()):
            return found
        assert time.monotonic() < deadline
        time.sleep(0.005)


def all_open(positions):
    return positions and all(position.card for position in positions) and positions


def true_item(future, position, instant_ms):
    """What the server shows at an instant, by what it says to its operators."""
    return next(
        listing["item"] for listing in future[position] if listing["startMs"] <= instant_ms < listing["endMs"]
    )


def test_a_sealed_store_shows_the_right_item_at_its_moment(shop, follow):
    client = follow("quick")
    until(client, all_open)
    client.ask_key = lambda _: None  # the stream alone brings the keys
    future, opened = shop.future("quick"), set()
    deadline = time.monotonic() + PATIENCE
    while len(opened) < 8:
        assert time.monotonic() < deadline
        client.tend()
        earliest = client.time_ms()[0]
        positions = client.draw()
        latest = client.time_ms()[1]
        for number, position in enumerate(positions):
            assert position.listing.start_ms <= latest and earliest < position.listing.end_ms
            if position.card:
                assert position.card["item"] == true_item(future, number, position.listing.start_ms)
                opened.add(position.listing.name)
        time.sleep(0.002)
    assert client.refusals == []


def test_a_sealed_store_opens_no_card_before_its_key_is_public(follow):
    client = follow("quick")
    until(client, all_open)
    now, _ = client.read()
    coming = [listing for listing in client.shelf.window.listings if listing.start_ms > now // 1000 + 1000]
    assert len(coming) > 100
    for listing in coming:
        assert client.shelf.positions(listing.start_ms)[listing.position].phase == "sealed"


def test_a_prefetched_store_shows_the_right_items_for_ten_minutes_without_a_network(shop, follow):
    client = follow("bazaar", app_secret=shop.app_secret)
    until(client, all_open)
    future, header = shop.future("bazaar"), client.shelf.window.header
    now_ms = client.read()[0] // 1000
    client.close()
    for instant_ms in range(now_ms, header["untilMs"], 1000):
        positions = client.shelf.positions(instant_ms)
        assert [position.card and position.card["item"] for position in positions] == [
            true_item(future, number, instant_ms) for number in range(3)
        ]
    last = max(listing.end_ms for listing in client.shelf.window.listings)
    assert [position.phase for position in client.shelf.positions(last)] == ["empty"]


def test_without_the_app_secret_a_prefetched_store_stays_sealed(follow):
    client = follow("bazaar", app_secret=os.urandom(32))
    positions = until(client, lambda positions: positions)
    assert [position.phase for position in positions] == ["sealed"] * 3 and client.shelf.is_shut


def test_a_server_with_another_public_key_is_shown_nothing_of(follow):
    client = follow("main", public_key=b64(os.urandom(32)))
    until(client, lambda _: client.refusals and client.clock.is_set)
    assert client.draw() is None and set(client.refusals) == {"signature"}


def test_a_store_that_the_server_does_not_have_is_gone(shop, follow):
    client = follow("mall", public_key=shop.public_key("main"))
    until(client, lambda _: client.is_gone)
    assert client.draw() is None and 60 < client.due["window"] - time.monotonic() < 120


def test_a_key_that_the_stream_does_not_bring_is_asked_for(follow):
    client = follow("quick")

    class Deaf:
        events = queue.SimpleQueue()

        def close(self):
            self.is_closed = True

    until(client, lambda _: client.shelf.window)
    client.close()
    deaf = client.stream = Deaf()
    until(client, lambda positions: positions and client.stream is not deaf)
    assert deaf.is_closed and client.refusals == []


def test_a_withdrawal_is_heard_of_and_the_tap_is_not_taken(shop, follow):
    client = follow("recalled")
    seen = on_sale(client)
    number = seen.listing.position
    until(client, lambda positions: client.takes_tap(number, positions[number]))
    shop.withdraw("recalled", number, seen.listing.start_ms)
    shown = until(client, lambda positions: positions[number].is_withdrawn and positions[number])
    assert shown.card == seen.card and not client.takes_tap(number, shown)


def test_a_tap_right_after_a_change_is_not_taken(follow):
    client = follow("quick")
    first = until(client, all_open)

    def changed(positions):
        """The first position that shows another card."""
        names = [position.card and position.listing.name for position in positions]
        return next((n for n in range(2) if names[n] not in (None, first[n].listing.name)), -1) + 1

    number = until(client, changed) - 1
    shown = client.draw()[number]
    assert not client.takes_tap(number, first[number]), "what was tapped has gone"
    assert not client.takes_tap(number, shown), "it has only just appeared"


def asked_over(address):
    def ask(method, path, headers, body):
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except http.client.HTTPException as error:
            raise ConnectionError(str(error)) from error
        finally:
            connection.close()

    return ask


def buyer(address, tmp_path, slept=None, credential=None):
    sleep = (lambda _: None) if slept is None else slept.append
    credential = credential or b64(os.urandom(32))
    return Buyer(asked_over(address), credential, tmp_path / "orders.json", sleep, time.monotonic)


def bought(shop, player):
    return json.loads(shop.ask("GET", "/v1/player/purchases", token=player.token).read())["purchases"]


def on_sale(client):
    """What will stand there longest, and for ten seconds at least."""

    def long_enough(positions):
        until_ms = client.time_ms()[1] + 10_000
        return all_open(positions) and any(position.listing.end_ms > until_ms for position in positions)

    until(client, long_enough)
    positions = client.draw()
    return max(positions, key=lambda position: position.listing.end_ms)


@pytest.mark.parametrize("breaks", [["before"], ["after"], ["after", "before", "after"]])
def test_an_item_is_bought_once_though_the_connection_breaks(shop, follow, tmp_path, breaks):
    client = follow("main")
    line, slept = BreakingLine(shop.port, PURCHASES, breaks), []
    player = buyer(line.address, tmp_path, slept)
    seen = on_sale(client)
    key = player.order("main", seen)
    receipt = player.buy(key, client.shelf.public_key)
    line.close()
    assert (receipt["item"], receipt["price"]) == (seen.card["item"], seen.card["price"])
    assert [purchase["purchase"] for purchase in bought(shop, player)] == [receipt["purchase"]]
    balance = json.loads(shop.ask("GET", "/v1/player", token=player.token).read())["balances"]["coins"]
    assert balance == 1000 - seen.card["price"]
    assert len(slept) == len(breaks) and player.pending() == {}


def test_an_order_that_an_app_had_under_way_when_it_ended_is_bought_once_at_the_next_start(shop, follow, tmp_path):
    client = follow("main")
    seen = on_sale(client)

    class Ended(Exception):
        pass

    def end(_):
        raise Ended

    line = BreakingLine(shop.port, PURCHASES, ["after"])
    first = buyer(line.address, tmp_path)
    first.sleep = end
    with pytest.raises(Ended):
        first.buy(first.order("main", seen), client.shelf.public_key)
    line.close()
    again = buyer(shop.address, tmp_path, credential=first.credential)
    receipts = [again.buy(key, client.shelf.public_key) for key in again.pending()]
    assert [purchase["purchase"] for purchase in bought(shop, again)] == [receipt["purchase"] for receipt in receipts]
    assert len(receipts) == 1 and again.pending() == {}


def test_a_refusal_is_understood_and_the_order_forgotten(shop, follow, tmp_path):
    client, player = follow("dear"), buyer(shop.address, tmp_path)
    key = player.order("dear", on_sale(client))
    with pytest.raises(Refused, match="insufficient_funds"):
        player.buy(key, client.shelf.public_key)
    assert player.pending() == {}
    assert [purchase["outcome"] for purchase in bought(shop, player)] == ["insufficient_funds"]


def test_an_order_before_its_listing_is_sent_again_until_it_is_judged(shop, follow, tmp_path):
    client, player = follow("quick"), buyer(shop.address, tmp_path)
    until(client, all_open)
    now, _ = client.read()
    coming = min(
        (listing for listing in client.shelf.window.listings if listing.start_ms > now // 1000 + 500),
        key=lambda listing: listing.start_ms,
    )
    item = next(
        listing for listing in shop.future("quick")[coming.position] if listing["startMs"] == coming.start_ms
    )
    seen = Position("onSale", coming, {"price": item["price"]})
    waits = []

    def sleep(seconds):
        waits.append(seconds)
        time.sleep(0.05)

    player.sleep = sleep
    receipt = player.buy(player.order("quick", seen), client.shelf.public_key)
    assert receipt["item"] == item["item"] and waits
    assert receipt["at"] >= coming.start_ms


def test_the_clock_of_a_real_server_is_read_to_within_its_uncertainty(follow):
    client = follow("main")
    until(client, lambda _: len(client.clock.uppers) >= 8)
    now, uncertainty = client.clock.read(device_us())
    assert abs(now - time.time_ns() // 1000) <= uncertainty + 5000, "both clocks are this machine's"
