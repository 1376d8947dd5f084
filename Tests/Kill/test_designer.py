"""The designer of the kill tests notices: answers that aren't what was promised are found out."""

import itertools
import json
import random
from types import SimpleNamespace

import pytest
from changes import DONE, ITEM, LIFT, LISTING, PUBLISH, REPLACE, STORE, Change
from contents import CORNER, DEARER, FILES, MAIN, SEALED
from designer import Designer, Forbidden
from published import Listing
from seals import Seals

START_MS = 4_000_000_000_000


def version(number, content, key):
    return {"number": number, "digest": content.digest, "reason": key}


class Server:
    """Answers as it is told to."""

    kills = 0

    def __init__(self):
        self.versions, self.in_force, self.listings = [version(1, FILES, "start")], 1, []

    def get(self, path, token):
        return json.dumps({"versions": self.versions[::-1], "inForce": self.in_force})

    def shelf(self, store):
        return [], self.listings


@pytest.fixture
def server():
    return Server()


@pytest.fixture
def designer(server):
    """Has published a version and replaced a listing."""
    designer = Designer(server, SimpleNamespace(numbers=itertools.count(1)), random.Random(1))
    publish(designer, 2)
    change = Change(2, REPLACE, {"store": SEALED, "position": 3, "startMs": START_MS, "item": "item-5"})
    designer.note(
        change,
        200,
        b"",
        json.dumps({"store": SEALED, "change": 1, "atMs": 1, "listings": 1, "replayed": False}).encode(),
    )
    server.versions.append(version(2, DEARER, "wish-00000001"))
    server.in_force = 2
    server.listings = [listing("item-5", 1)]
    return designer


def publish(designer, number, content=DEARER, status=200, head=b"", **answer):
    change = Change(1, PUBLISH, {}, wanted=DEARER.digest)
    said = {"version": version(number, content, change.key), "isNew": True} | answer
    return designer.note(change, status, head, json.dumps(said).encode())


def listing(item, revision, store=SEALED):
    return Listing(store, "chain", 7, 2, revision, START_MS, START_MS + 60_000, item, 10)


def test_what_is_as_it_was_told_is_no_fault(designer):
    designer.look()
    assert not designer.faults and designer.seen == {"versions": 1, "replaced": 1}


@pytest.mark.parametrize("words, versions, in_force", [
    ("version 2 is None and was told as", [1], 1),
    ("version 2 is {'number': 2, 'digest': 'another'", [1, {"number": 2, "digest": "another"}], 2),
    ("the versions are [4, 2, 1]", [1, 2, 4], 4),
    ("version 1 is in force, after 2", [1, 2], 1),
])  # fmt: skip
def test_versions_that_are_not_those_that_were_told_are_found_out(designer, server, words, versions, in_force):
    known = {one["number"]: one for one in server.versions} | {4: version(4, FILES, "later")}
    server.versions, server.in_force = [
        known.get(one, one) if isinstance(one, int) else one for one in versions
    ], in_force
    designer.look()
    assert any(words in fault for fault in designer.faults)


@pytest.mark.parametrize("shown", [listing("item-6", 1), listing("item-5", 0)])
def test_a_shelf_without_what_was_put_there_is_found_out(designer, server, shown):
    server.listings = [shown]
    designer.look()
    assert any("item-5 was put there" in fault for fault in designer.faults)


def test_what_is_asked_for_later_may_take_the_place_of_what_was_put_there(designer, server):
    designer.forget_replaced(Change(3, "redraw", {"store": SEALED, "fromMs": START_MS}))
    server.listings = [listing("item-6", 2)]
    designer.look()
    assert not designer.faults


@pytest.mark.parametrize("words, answer", [
    ("became version 4 after 2", {"number": 4}),
    ("became {'number': 3", {"number": 3, "content": FILES}),
    ("was answered 404", {"number": 3, "status": 404}),
    ("without the words for it", {"number": 3, "status": 503, "code": "internal_error"}),
    ("without the words for it", {"number": 3, "status": 503, "code": "unavailable"}),
])  # fmt: skip
def test_an_answer_that_nobody_may_give_is_found_out(designer, words, answer):
    publish(designer, **answer)
    assert any(words in fault for fault in designer.faults)


def test_what_is_unavailable_is_asked_for_again(designer):
    assert not publish(designer, 3, status=503, head=b"Retry-After: 1", code="unavailable")
    assert not designer.faults


def withdrawn(kind, number=1, until_ms=None, **goods):
    told = {"withdrawal": number, "chain": "chain", "slot": 7, "revision": 1, "untilMs": until_ms}
    return Change(number, kind, goods, verdict=DONE, told=told, told_at=100)


@pytest.mark.parametrize("goods, is_covered", [
    ({"kind": LISTING, "store": SEALED, "position": 3, "startMs": START_MS}, True),
    ({"kind": LISTING, "store": SEALED, "position": 2, "startMs": START_MS}, False),
    ({"kind": ITEM, "item": "item-5"}, True),
    ({"kind": ITEM, "item": "item-5", "store": SEALED}, True),
    ({"kind": ITEM, "item": "item-5", "store": MAIN}, False),
    ({"kind": STORE, "store": SEALED}, True),
    ({"kind": STORE, "store": CORNER}, False),
])  # fmt: skip
def test_an_order_is_forbidden_by_what_was_withdrawn_before_it_was_made(goods, is_covered):
    forbidden = Forbidden([withdrawn(**goods)])
    assert bool(forbidden.before(SimpleNamespace(listing=listing("item-5", 1), made_at=101))) == is_covered
    assert not forbidden.before(SimpleNamespace(listing=listing("item-5", 1), made_at=99))


@pytest.mark.parametrize("until_ms, is_covered", [(START_MS, False), (START_MS + 1, True)])
def test_what_is_lifted_is_sold_again_from_then_on(until_ms, is_covered):
    forbidden = Forbidden([withdrawn(ITEM, item="item-5"), withdrawn(LIFT, until_ms=until_ms, lift=1)])
    assert bool(forbidden.before(SimpleNamespace(listing=listing("item-5", 1), made_at=101))) == is_covered


@pytest.mark.parametrize("salt, words", [(b"s", "sealed two texts"), (b"t", "was shown with two cards")])
def test_another_card_under_the_same_name_is_found_out(salt, words):
    seals, name = Seals(), ("chain", 7, 2, 0)
    seals.take(name, b"s" * 16 + b"a card")
    seals.take(name, b"s" * 16 + b"a card")
    seals.take(("chain", 7, 2, 1), b"s" * 16 + b"another")
    assert not seals.faults
    seals.take(name, salt * 16 + b"another")
    assert any(words in fault for fault in seals.faults)
