"""The key stream has no end, so no fuzzer reads it whole: what it begins with is read here, and what it is asked
wrongly."""

import json
import re

import pytest
from api_shelf import ADMIN
from asker import SEEN
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from open_window import on_sale
from streams import opened
from windows import unb64


@pytest.mark.parametrize("store", ["main", "bazaar"])
def test_it_begins_with_the_newest_keys_as_the_description_has_them(api, description, store):
    connection, answer = opened(api, f"/v1/stores/{store}/keys")
    media = description.resolve(description.operations["streamKeys"][2]["responses"]["200"])["content"]
    assert answer.status == 200 and answer.headers["Content-Type"] in media
    assert answer.headers["Cache-Control"] == "no-store"
    SEEN.add(("streamKeys", 200, None))
    retry = re.fullmatch(rb"retry: (\d+)\n", answer.readline())
    assert 1000 <= int(retry[1]) <= 4000 and answer.readline() == b"\n"
    event = next_event(answer)
    # Another test has paused and resumed the store.
    event, number, data = event if event[0] == "event: key" else next_event(answer)
    key = json.loads(data.removeprefix("data: "))
    connection.close()
    assert event == "event: key" and number == f"id: {key['chain']}.{key['slot']}"
    description.validator({"$ref": "#/components/schemas/KeyEvent"}).validate(key)
    assert ("box" in key) == (store == "bazaar")


def next_event(answer):
    """Its lines, without the empty one behind them."""
    lines = []
    while line := answer.readline().decode().rstrip("\n"):
        lines.append(line)
    return lines


def withdrawal(answer):
    """The first notice of a withdrawal; others tell what was replaced or redrawn."""
    while True:
        while answer.readline() != b"event: notice\n":
            pass
        notice = json.loads(answer.readline().removeprefix(b"data: "))
        if b'"withdrawn"' in unb64(notice["bytes"]):
            return notice


def test_it_says_to_who_connects_what_is_withdrawn(api, description):
    listing = on_sale(api.address, "dear", for_seconds=10)
    goods = {"store": "dear", "position": listing.position + 1, "startMs": listing.start_ms, "reason": "a wrong price"}
    assert api.ask("POST", "/v1/admin/withdrawals", goods, ADMIN, "key-stream").status == 200
    connection, answer = opened(api, "/v1/stores/dear/keys")
    notice = withdrawal(answer)
    connection.close()
    description.validator({"$ref": "#/components/schemas/SignedNotice"}).validate(notice)
    data = unb64(notice["bytes"])
    stores = json.loads(api.ask("GET", "/v1/stores").read())
    key = next(store["publicKey"] for store in stores if store["id"] == "dear")
    Ed25519PublicKey.from_public_bytes(unb64(key)).verify(unb64(notice["signature"]), data)
    named = {
        "store": "dear",
        "chain": listing.chain,
        "slot": listing.slot,
        "position": listing.position,
        "revision": listing.revision,
    }
    assert json.loads(data.removeprefix(b"SHELFNT1")) == {**named, "kind": "withdrawn"}


@seed(1)
@settings(max_examples=100, deadline=None, database=None)
@given(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=40),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40),
)
def test_whatever_else_it_is_asked_it_answers_and_ends(api, description, name, last):
    path = "/v1/stores/" + "".join(f"%{byte:02x}" for byte in name.encode()) + "/keys"
    connection, answer = opened(api, path, {"Last-Event-ID": last.strip()})
    assert description.check("streamKeys", _Answer(answer))[0] == 404
    connection.close()


class _Answer:
    def __init__(self, answer):
        self.status, self.headers, self.read = answer.status, answer.headers, answer.read
