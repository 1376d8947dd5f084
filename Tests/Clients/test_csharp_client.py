"""The client in C# follows a real server and buys from it. It shows what the client in Python shows at the same
moments, and a restart of the server costs no purchase and makes none twice."""

import json
import os
import time

import pytest
from breaking_line import BreakingLine
from csharp_driver import CSharpRefused
from smallest_seal import b64, unb64
from test_smallest_client import PATIENCE, PURCHASES, all_open, true_item, until

CLOCKS_APART_MS = 5
# A client asks for a key by itself 750 ms after its listing has begun at the earliest.
STREAMED_MS = 700


def follows(program, shop, store, public_key=None, app_secret=None):
    secret = None if app_secret is None else b64(app_secret)
    program.tell("follow", shop.address, store, public_key or shop.public_key(store), secret)


def drawn(program, holds):
    """What the client in C# draws, as soon as something holds of it."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = program.tell("draw")
        if found is not None and holds(found):
            return found
        assert time.monotonic() < deadline, program.tell("state")
        time.sleep(0.005)


def are_open(found):
    return all(position["card"] for position in found["positions"])


def told(positions):
    """What the client in Python shows, as the one in C# tells it."""
    return [
        (position.phase, ".".join(map(str, position.listing.name)), position.card, position.is_withdrawn)
        for position in positions
    ]


def seen(positions):
    return [(position["phase"], position["name"], position["card"], position["withdrawn"]) for position in positions]


def test_a_sealed_store_shows_what_the_client_in_python_shows_at_the_same_moments(shop, follow, csharp):
    client, program = follow("quick"), csharp()
    follows(program, shop, "quick")
    until(client, all_open)
    drawn(program, are_open)
    future, opened = shop.future("quick"), set()
    deadline = time.monotonic() + PATIENCE
    while len(opened) < 8:
        assert time.monotonic() < deadline
        found = program.tell("draw")
        now_ms = time.time_ns() // 1_000_000
        client.tend()
        wanted = client.shelf.positions(found["nowMs"])
        assert found["earliestMs"] - CLOCKS_APART_MS <= now_ms
        assert found["earliestMs"] <= found["nowMs"] <= found["latestMs"]
        for number, (here, there) in enumerate(zip(told(wanted), seen(found["positions"]), strict=True)):
            assert here[1] == there[1]
            if here[2] and there[2]:
                assert here == there and there[2]["item"] == true_item(future, number, found["nowMs"])
            if there[2] and found["nowMs"] < found["positions"][number]["startMs"] + STREAMED_MS:
                opened.add(here[1])
        time.sleep(0.002)
    assert client.refusals == [] == program.tell("state")["refusals"]


def test_a_sealed_store_opens_no_card_before_its_key_is_public(shop, csharp):
    program = csharp()
    follows(program, shop, "quick")
    now_ms = drawn(program, are_open)["nowMs"]
    phases = [program.tell("shown", now_ms + after)[0]["phase"] for after in range(3000, 300_000, 3000)]
    assert set(phases) == {"sealed"}


def test_a_prefetched_store_shows_the_same_for_ten_minutes_and_nothing_without_its_secret(shop, follow, csharp):
    client, program = follow("bazaar", app_secret=shop.app_secret), csharp()
    follows(program, shop, "bazaar", app_secret=shop.app_secret)
    until(client, all_open)
    now_ms = drawn(program, are_open)["nowMs"]
    program.tell("stop")
    ends_ms = client.shelf.window.header["untilMs"]
    for instant_ms in range(now_ms, ends_ms, 1000):
        positions = program.tell("shown", instant_ms)
        assert all(position["card"] for position in positions)
        assert seen(positions) == told(client.shelf.positions(instant_ms))
    follows(program, shop, "bazaar", app_secret=os.urandom(32))
    positions = drawn(program, lambda found: found["positions"][0]["phase"] != "empty")["positions"]
    assert {position["phase"] for position in positions} == {"sealed"} and program.tell("state")["shut"]


def test_the_clock_is_read_to_within_its_uncertainty(shop, csharp):
    program = csharp()
    follows(program, shop, "main")
    found = drawn(program, lambda found: found["latestMs"] - found["earliestMs"] < 50)
    now_ms = time.time_ns() // 1_000_000
    assert found["earliestMs"] - CLOCKS_APART_MS <= now_ms, "both clocks are this machine's"
    later = drawn(program, lambda found: True)
    assert now_ms <= later["latestMs"] + CLOCKS_APART_MS


def test_a_server_with_another_public_key_is_shown_nothing_of(shop, csharp):
    program = csharp()
    follows(program, shop, "main", public_key=b64(os.urandom(32)))
    deadline = time.monotonic() + PATIENCE
    while not program.tell("state")["refusals"]:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    assert program.tell("draw") is None and set(program.tell("state")["refusals"]) == {"signature"}


def test_a_store_that_the_server_does_not_have_is_gone(shop, csharp):
    program = csharp()
    follows(program, shop, "mall", public_key=shop.public_key("main"))
    deadline = time.monotonic() + PATIENCE
    while not program.tell("state")["gone"]:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    assert program.tell("draw") is None


def test_a_withdrawn_listing_is_shown_and_not_offered(shop, csharp):
    program = csharp()
    follows(program, shop, "recalled-csharp")
    # A tap is taken only half a second after the card was drawn.
    found = drawn(program, lambda found: are_open(found) and lasts(found, 0) and program.tell("tap", 0))
    assert not found["positions"][0]["withdrawn"]
    shop.withdraw("recalled-csharp", 0, found["positions"][0]["startMs"])
    shown = drawn(program, lambda found: found["positions"][0]["withdrawn"])["positions"][0]
    assert shown["card"] == found["positions"][0]["card"] and not program.tell("tap", 0)


def lasts(found, number):
    """Whether what a position shows stands there for ten seconds more."""
    return found["positions"][number]["endMs"] > found["latestMs"] + 10_000


def test_a_tap_right_after_a_change_is_not_taken(shop, csharp):
    program = csharp()
    follows(program, shop, "quick")
    first = drawn(program, are_open)["positions"][0]["name"]
    drawn(program, lambda found: found["positions"][0]["card"] and found["positions"][0]["name"] != first)
    assert not program.tell("tap", 0)


def signed_in(shop, credential):
    return json.loads(shop.ask("POST", "/v1/players", {"credential": credential}).read())["token"]


def bought(shop, credential):
    """The player's purchases and balance."""
    token = signed_in(shop, credential)
    purchases = json.loads(shop.ask("GET", "/v1/player/purchases", token=token).read())["purchases"]
    return purchases, json.loads(shop.ask("GET", "/v1/player", token=token).read())["balances"]["coins"]


@pytest.fixture
def broken(shop):
    """A line that sells once and loses the answer, and then breaks until it is mended."""
    line = BreakingLine(shop.port, PURCHASES, ["after", *["before"] * 10_000])
    yield line
    line.close()


def wait_for_the_sale(line):
    deadline = time.monotonic() + PATIENCE
    while len(line.breaks) > 9999:
        assert time.monotonic() < deadline
        time.sleep(0.005)


def bought_once(shop, credential, key, receipt, card):
    purchases, balance = bought(shop, credential)
    assert [purchase["purchase"] for purchase in purchases] == [receipt["purchase"]] and receipt["key"] == key
    assert (receipt["item"], receipt["price"]) == (card["item"], card["price"]) and balance == 1000 - card["price"]


def test_an_item_is_bought_once_though_the_server_restarts_and_the_shelf_goes_on(shop, csharp, broken, tmp_path):
    program, other, credential = csharp(), csharp(), b64(os.urandom(32))
    follows(program, shop, "main")
    follows(other, shop, "quick")
    drawn(other, are_open)
    card = drawn(program, lambda found: are_open(found) and lasts(found, 0))["positions"][0]["card"]
    program.tell("buyer", broken.address, credential, str(tmp_path / "orders"))
    key = program.tell("order", "main", 0)
    program.begin("buy", key, shop.public_key("main"))
    wait_for_the_sale(broken)
    assert shop.stop()
    shop.start()
    broken.breaks.clear()
    receipt = program.end()
    bought_once(shop, credential, key, receipt, card)
    signed = unb64(json.loads(program.tell("signed"))["bytes"])
    assert signed[:8] == b"SHELFRC1" and json.loads(signed[8:])["purchase"] == receipt["purchase"]
    assert program.tell("pending") == []
    now_ms = time.time_ns() // 1_000_000 + 1000
    drawn(other, lambda found: are_open(found) and all(shown["startMs"] > now_ms for shown in found["positions"]))


def test_an_order_that_an_app_had_under_way_when_it_crashed_is_bought_once_at_the_next_start(
    shop, csharp, broken, tmp_path
):
    program, credential = csharp(), b64(os.urandom(32))
    follows(program, shop, "main")
    card = drawn(program, lambda found: are_open(found) and lasts(found, 1))["positions"][1]["card"]
    program.tell("buyer", broken.address, credential, str(tmp_path / "orders"))
    key = program.tell("order", "main", 1)
    assert program.tell("order", "main", 1) == key, "two taps are one order"
    program.begin("buy", key, shop.public_key("main"))
    wait_for_the_sale(broken)
    program.close()
    again = csharp()
    again.tell("buyer", shop.address, credential, str(tmp_path / "orders"))
    assert again.tell("pending") == [[key, "main"]]
    bought_once(shop, credential, key, again.tell("buy", key, shop.public_key("main")), card)
    assert again.tell("pending") == []


def test_a_refusal_is_told_and_ends_the_order_and_a_receipt_of_another_key_does_not(shop, csharp, tmp_path):
    program, credential = csharp(), b64(os.urandom(32))
    program.tell("buyer", shop.address, credential, str(tmp_path / "orders"))
    follows(program, shop, "dear")
    drawn(program, lambda found: are_open(found) and lasts(found, 0))
    with pytest.raises(CSharpRefused, match="^insufficient_funds$"):
        program.tell("buy", program.tell("order", "dear", 0), shop.public_key("dear"))
    assert program.tell("pending") == []
    program.tell("stop")
    follows(program, shop, "main")
    drawn(program, lambda found: are_open(found) and lasts(found, 2))
    key = program.tell("order", "main", 2)
    with pytest.raises(CSharpRefused, match="^receipt$"):
        program.tell("buy", key, b64(os.urandom(32)))
    assert program.tell("pending") == [[key, "main"]]
    assert program.tell("buy", key, shop.public_key("main"))["key"] == key
    assert len(bought(shop, credential)[0]) == 2
