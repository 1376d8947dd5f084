"""What the smallest client does with each answer to an order, with a server that says what a test tells it to."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from smallest_buyer import Buyer
from smallest_seal import Refused, b64
from smallest_shelf import Position
from smallest_waits import Waits
from smallest_window import Listing

SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC_KEY = SIGNER.public_key().public_bytes_raw()
SEEN = Position("onSale", Listing("64iitpMiiuw27en6TxAiyQ", 128, 0, 1, 146, 0, b""), {"item": "star", "price": 7})


class Script:
    """Answers orders with what is next: a status with a code, `lost`, or `sold` with what differs in its receipt. Each
    sign-in has another token, unless `doors` has what refuses it."""

    def __init__(self, *answers):
        self.answers, self.orders, self.sign_ins, self.doors = list(answers), [], 0, []

    def ask(self, method, path, headers, body):
        assert method == "POST" and headers["Content-Type"] == "application/json"
        if path == "/v1/players":
            self.sign_ins += 1
            assert json.loads(body) == {"credential": "credential"}
            if self.doors:
                status, code = self.doors.pop(0)
                return status, {}, json.dumps({"code": code}).encode()
            tokens = {"player": "4", "token": f"token-{self.sign_ins}", "expiresIn": 900}
            return 200, {}, json.dumps(tokens).encode()
        assert path == "/v1/stores/main/purchases"
        self.orders.append((headers["Idempotency-Key"], body, headers["Authorization"]))
        return self.answer(self.answers.pop(0), headers["Idempotency-Key"], json.loads(body))

    def answer(self, what, key, asked):
        if what == "lost":
            raise TimeoutError
        if what == "garbage":
            return 200, {}, b"<html>"
        if what[0] == "sold":
            receipt = {"purchase": 1, "player": "4", "key": key, "store": "main", "item": "star", **asked, **what[1]}
            data = b"SHELFRC1" + json.dumps(receipt).encode()
            signed = {"bytes": b64(data), "signature": b64(SIGNER.sign(data))}
            return 200, {}, json.dumps({"receipt": signed, "replayed": False, "balance": 3}).encode()
        status, code, *more = what
        return status, dict(more[0]) if more else {}, json.dumps({"code": code}).encode()


SOLD = ("sold", {})


@pytest.fixture
def bought(tmp_path):
    """Buys from a script, and returns the receipt or the refusal, the script, and how long was waited."""

    def run(*answers):
        script, slept = Script(*answers), []
        player = Buyer(script.ask, "credential", tmp_path / "orders", slept.append, lambda: 0.0, Waits(lambda: 0.5))
        key = player.order("main", SEEN)
        try:
            outcome = player.buy(key, PUBLIC_KEY)
        except Refused as refused:
            outcome = refused.code
        assert script.answers == [], "it didn't ask as often as it should"
        return outcome, script, slept, player

    return run


@pytest.mark.parametrize(
    "answer",
    ["lost", "garbage", (503, "unavailable"), (500, "internal_error"), (502, "?"), (429, "rate_limited"), (408, "?"),
     (425, "?"), (409, "not_on_sale")],
)  # fmt: skip
def test_what_was_not_judged_is_sent_again_with_the_same_key_and_the_same_bytes(bought, answer):
    outcome, script, slept, player = bought(answer, answer, SOLD)
    assert outcome["item"] == "star" and slept == [0.5, 1]
    assert len(script.orders) == 3 and len(set(script.orders)) == 1
    assert player.pending() == {}


@pytest.mark.parametrize(
    ("status", "code"),
    [(409, "sale_over"), (409, "withdrawn"), (409, "price_changed"), (409, "owned_already"), (409, "limit_reached"),
     (409, "sold_out"), (409, "insufficient_funds"), (409, "idempotency_key_reused"), (409, "a code of later"),
     (404, "not_found"), (410, "store_gone"), (400, "bad_request"), (413, "too_large")],
)  # fmt: skip
def test_what_was_judged_is_told_and_not_sent_again(bought, status, code):
    outcome, script, slept, player = bought((status, code))
    assert outcome == code and slept == [] and player.pending() == {}


def test_a_token_that_has_ended_costs_a_sign_in_and_no_wait(bought):
    outcome, script, slept, _ = bought((401, "unauthorized"), SOLD)
    assert outcome["item"] == "star" and slept == [] and script.sign_ins == 2
    assert [token for _, _, token in script.orders] == ["Bearer token-1", "Bearer token-2"]
    assert len({(key, body) for key, body, _ in script.orders}) == 1


def test_a_server_that_takes_no_token_is_asked_again_after_a_wait(bought):
    outcome, _, slept, _ = bought((401, "unauthorized"), (401, "unauthorized"), SOLD)
    assert outcome["item"] == "star" and slept == [0.5]


def test_a_server_that_is_busy_is_left_alone_as_long_as_it_asks(bought):
    _, _, slept, _ = bought((503, "unavailable", {"Retry-After": "4"}), SOLD)
    assert slept == [4.5]


@pytest.mark.parametrize(
    "wrong",
    [{"key": "other"}, {"store": "other"}, {"chain": "other"}, {"slot": 129}, {"position": 1}, {"revision": 0},
     {"price": 8}, {"player": "5"}],
)  # fmt: skip
def test_a_receipt_of_something_else_proves_nothing_and_the_order_stays(bought, wrong):
    outcome, _, _, player = bought(("sold", wrong))
    assert outcome == "receipt" and len(player.pending()) == 1


def test_a_receipt_that_another_has_signed_proves_nothing_and_the_order_stays(tmp_path):
    script = Script(SOLD)
    player = Buyer(script.ask, "credential", tmp_path / "orders", None, lambda: 0.0)
    with pytest.raises(Refused, match="receipt"):
        player.buy(player.order("main", SEEN), bytes(32))
    assert len(player.pending()) == 1


def test_an_order_is_written_down_before_it_leaves(tmp_path):
    notes = tmp_path / "orders"
    script = Script(SOLD)
    found = []

    def ask(*request):
        found.append(notes.exists() and json.loads(notes.read_text()))
        return script.ask(*request)

    player = Buyer(ask, "credential", notes, None, lambda: 0.0)
    key = player.order("main", SEEN)
    player.buy(key, PUBLIC_KEY)
    order = {"chain": "64iitpMiiuw27en6TxAiyQ", "slot": 128, "position": 0, "revision": 1, "price": 7}
    assert found == [{key: ["main", order]}] * 2


def test_two_taps_are_one_order_until_it_is_judged_and_another_after(tmp_path):
    player = Buyer(Script(SOLD).ask, "credential", tmp_path / "orders", None, lambda: 0.0)
    key = player.order("main", SEEN)
    assert player.order("main", SEEN) == key != player.order("bazaar", SEEN)
    player.buy(key, PUBLIC_KEY)
    assert player.order("main", SEEN) != key


def test_a_token_is_renewed_half_a_minute_before_it_ends(tmp_path):
    script, now = Script(SOLD, SOLD, SOLD), [0.0]
    player = Buyer(script.ask, "credential", tmp_path / "orders", None, lambda: now[0])
    for now[0], sign_ins in [(0.0, 1), (869.9, 1), (870.0, 2)]:
        player.buy(player.order("main", SEEN), PUBLIC_KEY)
        assert script.sign_ins == sign_ins


def test_a_sign_in_that_is_refused_for_now_is_tried_again(tmp_path):
    script, slept = Script(SOLD), []
    script.doors = [(429, "rate_limited"), (503, "unavailable")]
    player = Buyer(script.ask, "credential", tmp_path / "orders", slept.append, lambda: 0.0, Waits(lambda: 0.5))
    assert player.buy(player.order("main", SEEN), PUBLIC_KEY)["item"] == "star" and slept == [0.5, 1]


def test_a_sign_in_that_is_wrong_is_told_and_the_order_stays(tmp_path):
    script = Script()
    script.doors = [(400, "bad_request")]
    player = Buyer(script.ask, "credential", tmp_path / "orders", None, lambda: 0.0)
    with pytest.raises(Refused, match="bad_request"):
        player.buy(player.order("main", SEEN), PUBLIC_KEY)
    assert len(player.pending()) == 1
