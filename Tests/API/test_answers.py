"""Every answer that the description promises is asked for, and is as it says."""

import json
import os
import re
import time

import pytest
from api_shelf import ADMIN, AUDITOR, SUPPORT
from asker import Asker, receipt
from open_window import listings, over
from windows import b64

LONG = b'{"credential": "' + b"a" * 70_000 + b'"}'


def test_what_anybody_may_see(ask, api):
    chain = listings(api.address, "main")[0].chain
    for name in ["getTime", "getHealth", "getReadiness", "getMetrics"]:
        assert ask(name)[0] == 200
    for name, parts in {
        "listStores": {}, "getWindow": {"store": "main"}, "getDescription": {}, "getPage": {}, "getSDK": {},
        "getModule": {"module": "session.js"}, "getPageFile": {"file": "badge.js"}, "getPageScript": {},
        "getPageStyle": {}, "getFavicon": {}, "getIcon": {"icon": "star.svg"},
    }.items():  # fmt: skip
        assert ask(name, **parts)[0] == 200
        assert ask(name, **parts, headers={"If-None-Match": ask.headers["ETag"]})[0] == 304
    sequence = time.time_ns() // 60_000_000_000
    known = max(n for n in (sequence, sequence - 1) if api.ask("GET", f"/v1/stores/main/windows/{n}").status == 200)
    assert ask("getNumberedWindow", store="main", sequence=known)[0] == 200
    assert ask("getNumberedWindow", store="main", sequence=known, headers={"If-None-Match": "*"})[0] == 304
    assert ask("getKey", store="main", chain=chain, slot=1)[0] == 200
    sealed = listings(api.address, "bazaar")[0].chain
    assert "box" in ask("getKey", store="bazaar", chain=sealed, slot=1)[1]


def test_what_is_not_there(ask):
    assert ask("getWindow", store="none")[0] == "not_found"
    assert ask("getNumberedWindow", store="main", sequence=2**53)[0] == "not_found"
    assert ask("getKey", store="main", chain="A" * 22, slot=1)[0] == "not_found"
    assert ask("getModule", module="none.js")[0] == "not_found"
    assert ask("getPageFile", file="none.js")[0] == "not_found"
    assert ask("getIcon", icon="none.svg")[0] == "not_found"
    assert ask("streamKeys", store="none")[0] == "not_found"


def test_players_come_in_and_lose_what_is_stolen(ask):
    tokens = ask("signIn", {"credential": b64(os.urandom(32))})[1]
    assert ask("refreshTokens", {"refreshToken": tokens["refreshToken"]})[0] == 200
    assert ask("refreshTokens", {"refreshToken": tokens["refreshToken"]})[0] == "unauthorized"
    for name in ["signIn", "refreshTokens"]:
        assert ask(name, b"{")[0] == "bad_request"
        assert ask(name, LONG)[0] == "too_large"


def test_a_purchase_and_every_way_to_be_refused(ask, api):
    one, other = ask.player(), ask.player()
    order = ask.offer("main")
    status, sold = ask.buy("main", order, one, "k1")
    proof = receipt(sold)
    ask.description.validator({"$ref": "#/components/schemas/Receipt"}).validate(proof)
    assert status == 200 and proof["price"] == order["price"] and proof["number"] >= 1
    assert ask.buy("main", order, one, "k1")[1]["replayed"]
    assert ask.buy("main", {**order, "price": 1}, one, "k1")[0] == "idempotency_key_reused"
    assert ask.buy("main", {**order, "price": 1}, one, "k2")[0] == "price_changed"
    soon = max(listings(api.address, "main"), key=lambda listing: listing.start_ms)
    assert ask.buy("main", soon.order(1), one, "k3")[0] == "not_on_sale"
    assert ask.buy("quick", over(api.address, "quick").order(1), one, "k4")[0] == "sale_over"
    for store, second, refusal in [("once", one, "owned_already"), ("few", one, "limit_reached"), ("last", other, "sold_out")]:
        offer = ask.offer(store)
        assert ask.buy(store, offer, one, f"{store}-1")[0] == 200
        assert ask.buy(store, offer, second, f"{store}-2")[0] == refusal
    assert ask.buy("dear", ask.offer("dear"), one, "k5")[0] == "insufficient_funds"
    assert ask.buy("none", order, one, "k6")[0] == "not_found"
    assert ask.buy("main", order, one, None)[0] == "idempotency_key_missing"
    assert ask.buy("main", order, one, "no spaces")[0] == "bad_request"
    assert ask.buy("main", LONG, one, "k7")[0] == "too_large"
    assert ask.buy("main", order, "nonsense", "k8")[0] == "unauthorized"


def test_what_players_see_of_theirs(ask):
    one = ask.player()
    assert ask.buy("main", ask.offer("main"), one, "k1")[0] == 200
    for name in ["getPlayer", "getInventory", "listPurchases"]:
        assert ask(name, token=one)[0] == 200
        assert ask(name)[0] == "unauthorized"
    assert ask("listPurchases", token=one, query="?limit=0")[0] == "bad_request"


def test_what_admins_do(ask, api):
    player = api.new_player()
    who = {"player": player["player"]}
    _, sold = ask.buy("main", ask.offer("main"), player["token"], "k")
    purchase = receipt(sold)["purchase"]
    grant = {"currency": "coins", "amount": 5, "kind": "grant", "reason": "a gift"}
    refund = {"kind": "refund", "reason": "a mistake"}
    assert ask("post", grant, ADMIN, "g", **who)[0] == 200
    assert ask("post", {**grant, "amount": 6}, ADMIN, "g", **who)[0] == "idempotency_key_reused"
    assert ask("post", {**grant, "amount": -5000}, ADMIN, "h", **who)[0] == "impossible_balance"
    assert ask("post", grant, ADMIN, "i", player=2**62)[0] == "not_found"
    assert ask("reverse", refund, ADMIN, "r", purchase=purchase)[0] == 200
    assert ask("reverse", refund, ADMIN, "s", purchase=purchase)[0] == "reversed_already"
    assert ask("reverse", {**refund, "reason": "another"}, ADMIN, "r", purchase=purchase)[0] == "idempotency_key_reused"
    assert ask("reverse", refund, ADMIN, "t", purchase=2**62)[0] == "not_found"
    for name, body, parts in [("post", grant, who), ("reverse", refund, {"purchase": purchase})]:
        assert ask(name, body, ADMIN, None, **parts)[0] == "idempotency_key_missing"
        assert ask(name, {**body, "reason": "a\0b"}, ADMIN, "u", **parts)[0] == "bad_request"
        assert ask(name, LONG, ADMIN, "v", **parts)[0] == "too_large"
        assert ask(name, body, SUPPORT, "w", **parts)[0] == "forbidden"
        assert ask(name, body, player["token"], "x", **parts)[0] == "unauthorized"
    reading = {"getPlayerAsAdmin": who, "listPurchasesAsAdmin": who, "getJournal": who, "getAuditLog": {}}
    for name, parts in reading.items():
        assert ask(name, token=ADMIN, **parts)[0] == 200
        assert ask(name, token=SUPPORT if name == "getAuditLog" else AUDITOR, **parts)[0] == "forbidden"
        assert ask(name, token=player["token"], **parts)[0] == "unauthorized"
    for name in ["getPlayerAsAdmin", "listPurchasesAsAdmin", "getJournal"]:
        assert ask(name, token=ADMIN, player="+1")[0] == "not_found"
    for name in ["listPurchasesAsAdmin", "getJournal", "getAuditLog"]:
        assert ask(name, token=ADMIN, query="?before=x", **reading[name])[0] == "bad_request"


def test_a_wallet_that_can_hold_no_more_refuses_a_refund(ask, api):
    player = api.new_player()
    _, sold = ask.buy("main", ask.offer("main"), player["token"], "k")
    purchase = receipt(sold)["purchase"]
    full = {"currency": "coins", "amount": 2**63 - 1 - sold["balance"], "kind": "grant", "reason": "everything"}
    assert ask("post", full, ADMIN, f"full-{purchase}", player=player["player"])[0] == 200
    refund = {"kind": "refund", "reason": "a mistake"}
    assert ask("reverse", refund, ADMIN, f"back-{purchase}", purchase=purchase)[0] == "impossible_balance"


def test_who_comes_too_often_waits(slow_api):
    ask = Asker(slow_api)
    token = slow_api.new_player()["token"]
    asked = {
        "signIn": ({}, None), "refreshTokens": ({}, None), "getPlayer": ({}, token), "getInventory": ({}, token),
        "listPurchases": ({}, token), "buy": ({"store": "main"}, token), "post": ({"player": 1}, None),
        "reverse": ({"purchase": 1}, None), "getPlayerAsAdmin": ({"player": 1}, None), "getAuditLog": ({}, None),
        "listPurchasesAsAdmin": ({"player": 1}, None), "getJournal": ({"player": 1}, None),
        "topUpFromApple": ({}, token), "hearFromApple": ({}, None),
    }  # fmt: skip
    for name, (parts, token) in asked.items():
        body = {} if ask.description.operations[name][0] == "POST" else None
        answers = [ask(name, body, token, **parts) for _ in range(6)]
        assert "rate_limited" in {outcome for outcome, _ in answers}, name


def test_other_methods_are_told_which_there_are(api, description):
    allow = description.document["components"]["headers"]["Allow"]["schema"]
    check = description.validator({"$ref": "#/components/responses/MethodNotAllowed/content/application~1problem+json/schema"})
    for _, path, _ in description.operations.values():
        item = description.document["paths"][path]
        for method in {"GET", "POST", "PUT", "DELETE", "PATCH"} - {name.upper() for name in item}:
            answer = api.ask(method, re.sub(r"{\w+}", "1", path), None if method == "GET" else b"")
            assert answer.status == 405, f"{method} {path}"
            check.validate(json.loads(answer.read()))
            assert answer.headers["Allow"] in allow["enum"]
            assert ("POST" in answer.headers["Allow"]) == ("post" in item)
