"""Every answer that the description promises is asked for, and is as it says."""

import hashlib
import json
import os
import re
import time
from datetime import date, timedelta
from pathlib import Path
from unittest.mock import ANY

import pytest
from api_shelf import ADMIN, AUDITOR, GAME, SOURCE, SUPPORT
from asker import SEEN, Asker, receipt
from open_window import listings, on_sale, over
from windows import b64, unb64

MASTERS = Path(__file__).resolve().parents[1] / "ShelfEngineTests/Pictures/Masters"
LONG = b'{"credential": "' + b"a" * 70_000 + b'"}'


def test_what_anybody_may_see(ask, api):
    chain = listings(api.address, "main")[0].chain
    assert ask("getReadiness", query="?for=fun")[0] == "bad_request"
    for name in ["getTime", "getSeconds", "getHealth", "getReadiness", "getMetrics"]:
        assert ask(name)[0] == 200
    for name, parts in {
        "listStores": {}, "getWindow": {"store": "main"}, "getLegacyFile": {"store": "bazaar"}, "getDescription": {}, "getPage": {}, "getSDK": {},
        "getModule": {"folder": "session", "module": "store-session.js"}, "getPageFile": {"file": "badge.js"}, "getPageScript": {},
        "getLevelsPage": {}, "getFrameFile": {"file": "places.js"}, "getLevelsPageFile": {"file": "board.js"},
        "getInvitationsPage": {}, "getInvitationsPageFile": {"file": "noughts.js"},
        "getPageStyle": {}, "getFavicon": {}, "getIcon": {"icon": "star.svg"}, "getElement": {}, "getElementModule": {"module": "style.js"},
        "getAsset": {"file": "storefront-AAAA2222.js"}, "getSDKMap": {}, "getElementMap": {}, "getPackage": {},
        "getLevelsSDK": {}, "getLevelsSDKMap": {}, "getInvitationsSDK": {}, "getInvitationsSDKMap": {},
    }.items():  # fmt: skip
        assert ask(name, **parts)[0] == 200
        assert ask(name, **parts, headers={"If-None-Match": ask.headers["ETag"]})[0] == 304
    page = ask("getPage")[1].decode()
    for file in re.findall(r'"/assets/([^"]+)"', page):
        assert ask("getAsset", file=file)[0] == ask("getAsset", file=file + ".map")[0] == 200
    sequence = time.time_ns() // 60_000_000_000
    known = max(n for n in (sequence, sequence - 1) if api.ask("GET", f"/v1/stores/main/windows/{n}").status == 200)
    assert ask("getNumberedWindow", store="main", sequence=known)[0] == 200
    assert ask("getNumberedWindow", store="main", sequence=known, headers={"If-None-Match": "*"})[0] == 304
    assert ask("getKey", store="main", chain=chain, slot=1)[0] == 200
    sealed = listings(api.address, "bazaar")[0].chain
    assert "box" in ask("getKey", store="bazaar", chain=sealed, slot=1)[1]


def test_what_is_not_there(ask):
    assert ask("getWindow", store="none")[0] == "not_found"
    assert ask("getLegacyFile", store="main")[0] == "not_found"
    assert ask("getNumberedWindow", store="main", sequence=2**53)[0] == "not_found"
    assert ask("getKey", store="main", chain="A" * 22, slot=1)[0] == "not_found"
    assert ask("getModule", folder="session", module="none.js")[0] == "not_found"
    assert ask("getPageFile", file="none.js")[0] == "not_found"
    assert ask("getFrameFile", file="none.js")[0] == "not_found"
    assert ask("getLevelsPageFile", file="none.js")[0] == "not_found"
    assert ask("getInvitationsPageFile", file="none.js")[0] == "not_found"
    assert ask("getElementModule", module="none.js")[0] == "not_found"
    assert ask("getAsset", file="none.js")[0] == "not_found"
    assert ask("getIcon", icon="none.svg")[0] == "not_found"
    assert ask("streamKeys", store="none")[0] == "not_found"


def test_a_body_that_is_not_called_json_is_refused(ask, api):
    player = api.new_player()
    parts = {"store": "main", "player": player["player"], "purchase": 1, "name": "draft", "master": "0" * 64,
             "bundle": "0" * 64, "pack": "warehouse", "match": "A" * 22}  # fmt: skip
    tokens = {"player": player["token"], "admin": ADMIN}
    for name, (_, path, operation) in ask.description.operations.items():
        if "requestBody" not in operation or path.startswith("/desk"):
            continue
        token = next((tokens[one] for rule in operation.get("security", []) for one in rule if one in tokens), None)
        values = {part: value for part, value in parts.items() if f"{{{part}}}" in path}
        ask(name, {"x": 1}, token, "not-json", headers={"Content-Type": "text/plain"}, **values)
        assert (name, 415, "bad_request") in SEEN


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
    for store, second, refusal in [
        ("once", one, "owned_already"),
        ("few", one, "limit_reached"),
        ("last", other, "sold_out"),
    ]:
        offer = ask.offer(store)
        assert ask.buy(store, offer, one, f"{store}-1")[0] == 200
        assert ask.buy(store, offer, second, f"{store}-2")[0] == refusal
    assert ask.buy("dear", ask.offer("dear"), one, "k5")[0] == "insufficient_funds"
    assert ask.buy("none", order, one, "k6")[0] == "not_found"
    assert ask.buy("main", order, one, None)[0] == "idempotency_key_missing"
    assert ask.buy("main", order, one, "no spaces")[0] == "bad_request"
    assert ask.buy("main", LONG, one, "k7")[0] == "too_large"
    assert ask.buy("main", order, "nonsense", "k8")[0] == "unauthorized"


def test_a_store_that_was_closed_sells_nothing_more_and_gives_its_receipts_again(ask, api):
    one = ask.player()
    order = ask.offer("brief")
    status, sold = ask.buy("brief", order, one, "k1")
    assert status == 200
    api.close("brief")
    assert ask.buy("brief", order, one, "k2")[0] == "store_gone"
    status, again = ask.buy("brief", order, one, "k1")
    assert status == 200 and again["receipt"] == sold["receipt"] and again["replayed"]
    assert ask("getWindow", store="brief")[0] == "not_found"


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
    assert ask("post", {**grant, "amount": -5000, "kind": "correction"}, ADMIN, "h", **who)[0] == "impossible_balance"
    assert ask("post", {**grant, "amount": 2**53}, ADMIN, "j", **who)[0] == "bad_request"
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


def test_what_is_withdrawn(ask, api):
    token, listing = api.new_player()["token"], on_sale(api.address, "dear", for_seconds=15)
    goods = {"store": "dear", "position": listing.position + 1, "startMs": listing.start_ms, "reason": "a wrong price"}
    order = listing.order(listing.price(api.address))
    assert ask("withdraw", goods, ADMIN, "w")[0] == 200
    assert ask.buy("dear", order, token, "k")[0] == "withdrawn"
    assert ask("withdraw", goods, ADMIN, "w")[1]["replayed"]
    assert ask("withdraw", {**goods, "reason": "another"}, ADMIN, "w")[0] == "idempotency_key_reused"
    assert ask("withdraw", {**goods, "startMs": 1}, ADMIN, "x")[0] == "not_found"
    assert ask("withdraw", {"item": "none", "reason": "x"}, ADMIN, "x")[0] == "not_found"
    assert ask("withdraw", {"reason": "x"}, ADMIN, "x")[0] == "bad_request"
    pause = {"store": "main", "paused": True, "reason": "wrong prices"}
    assert ask("pause", pause, ADMIN)[1]["replayed"] is False
    assert ask("pause", pause, ADMIN)[1]["replayed"] is True
    assert ask("listPauses", token=ADMIN)[1]["pauses"][0]["paused"]
    waiting = on_sale(api.address, "main", for_seconds=10)
    assert ask.buy("main", waiting.order(waiting.price(api.address)), token, "p")[0] == "paused"
    assert [store.get("paused") for store in ask("listStores")[1] if store["id"] == "main"] == [True]
    assert ask("pause", {**pause, "paused": False}, ADMIN)[1]["pause"]["paused"] is False
    assert "paused" not in next(store for store in ask("listStores")[1] if store["id"] == "main")
    assert ask("pause", {**pause, "store": "none"}, ADMIN)[0] == "not_found"
    assert ask("pause", {**pause, "reason": ""}, ADMIN)[0] == "bad_request"
    assert ask("pause", LONG, ADMIN)[0] == "too_large"
    for operation, body in [("pause", pause), ("listPauses", None)]:
        assert ask(operation, body, SUPPORT)[0] == "forbidden"
        assert ask(operation, body, token)[0] == "unauthorized"
    other = ask("withdraw", {"item": "dear-1", "reason": "x"}, ADMIN, "i")[1]["withdrawal"]["withdrawal"]
    assert ask("withdraw", {"lift": other, "reason": "x"}, ADMIN, "l")[1]["withdrawal"]["untilMs"] > 0
    assert ask("withdraw", {"lift": other, "reason": "x"}, ADMIN, "m")[0] == "not_found"
    assert ask("withdraw", goods, ADMIN, None)[0] == "idempotency_key_missing"
    assert ask("withdraw", LONG, ADMIN, "x")[0] == "too_large"
    assert ask("withdraw", goods, SUPPORT, "x")[0] == "forbidden"
    assert ask("withdraw", goods, token, "x")[0] == "unauthorized"
    assert listing.slot in [one.get("slot") for one in ask("listWithdrawals", token=ADMIN)[1]["withdrawals"]]
    assert ask("withdraw", {"store": "dear", "itm": "dear-2", "reason": "x"}, ADMIN, "t")[0] == "bad_request"
    assert ask("withdraw", {"store": "dear", "item": None, "reason": "x"}, ADMIN, "t")[0] == "bad_request"
    assert ask("listWithdrawals", token=ADMIN, query="?before=x")[0] == "bad_request"
    assert ask("listWithdrawals", token=SUPPORT)[0] == "forbidden"
    assert ask("listWithdrawals", token=token)[0] == "unauthorized"


def test_what_is_replaced_and_redrawn(ask, api):
    token = api.new_player()["token"]
    start = int(time.time() * 1000) + 60_000
    future = ask("getFuture", token=ADMIN, query="?hours=1", store="dear")[1]["listings"]
    listing = next(one for one in future if one["decided"] and one["startMs"] > start)
    # The third one is withdrawn by another test.
    item = next(one for one in ["dear-0", "dear-2"] if one != listing["item"])
    change = {
        "store": "dear",
        "position": listing["position"],
        "startMs": listing["startMs"],
        "item": item,
        "reason": "x",
    }
    status, told = ask("replace", change, ADMIN, "w")
    assert (status, told["listings"], told["replayed"]) == (200, 1, False)
    assert ask("replace", change, ADMIN, "w")[1]["replayed"]
    assert ask("replace", {**change, "reason": "y"}, ADMIN, "w")[0] == "idempotency_key_reused"
    unknown = {**change, "itm": "x"}
    assert ask("replace", unknown, ADMIN, "x")[0] == "bad_request"
    assert ask("withdraw", {"item": "item-11", "store": "dear", "reason": "x"}, ADMIN, "gone")[0] == 200
    assert ask("replace", {**change, "item": "item-11"}, ADMIN, "x")[0] == "change_refused"
    assert ask("replace", {**change, "item": "none"}, ADMIN, "x")[0] == "not_found"
    assert ask("replace", {**change, "startMs": 1}, ADMIN, "x")[0] == "not_found"
    assert ask("replace", {**change, "store": "none"}, ADMIN, "x")[0] == "not_found"
    assert ask("replace", {**change, "position": 0}, ADMIN, "x")[0] == "bad_request"
    redraw = {"store": "dear", "fromMs": start, "reason": "x"}
    status, told = ask("redraw", redraw, ADMIN, "r")
    assert status == 200 and told["listings"] > 0 and told["change"] > 1
    assert ask("redraw", {**redraw, "store": "none"}, ADMIN, "s")[0] == "not_found"
    assert ask("redraw", redraw, ADMIN, "w")[0] == "idempotency_key_reused"
    assert ask.buy("scarce", ask.offer("scarce"), token, "only")[0] == 200
    assert ask("redraw", {**redraw, "store": "scarce"}, ADMIN, "s")[0] == "change_refused"
    api.close("scarce")
    for name, body in [("replace", change), ("redraw", redraw)]:
        assert ask(name, body, ADMIN, None)[0] == "idempotency_key_missing"
        assert ask(name, {**body, "reason": ""}, ADMIN, "x")[0] == "bad_request"
        assert ask(name, LONG, ADMIN, "x")[0] == "too_large"
        assert ask(name, body, SUPPORT, "x")[0] == "forbidden"
        assert ask(name, body, token, "x")[0] == "unauthorized"


def test_what_support_looks_up(ask, api):
    player = api.new_player()
    who, order = {"player": player["player"]}, ask.offer("main")
    proof = receipt(ask.buy("main", order, player["token"], "k")[1])
    listing = {name: order[name] for name in ("chain", "slot", "position", "revision")}
    looked_up = {
        "listPlayers": {}, "getInventoryAsAdmin": who, "getPurchase": {"purchase": proof["purchase"]},
        "listPurchasesOfItem": {"item": proof["item"]}, "listPurchasesOfListing": {"store": "main", **listing},
    }  # fmt: skip
    for name, parts in looked_up.items():
        assert ask(name, token=ADMIN, **parts)[0] == 200
        assert ask(name, token=AUDITOR, **parts)[0] == "forbidden"
        assert ask(name, token=player["token"], **parts)[0] == "unauthorized"
    for name in ["listPlayers", "listPurchasesOfItem", "listPurchasesOfListing"]:
        assert ask(name, token=ADMIN, query="?before=x", **looked_up[name])[0] == "bad_request"
    assert ask("listPlayers", token=ADMIN)[1]["players"][0]["player"] == player["player"]
    assert ask("getPurchase", token=ADMIN, purchase=proof["purchase"])[1]["player"] == player["player"]
    nothing = {"getInventoryAsAdmin": {"player": 1}, "getPurchase": {"purchase": 1}, "listPurchasesOfItem": {"item": "none"},
               "listPurchasesOfListing": {"store": "main", **listing, "chain": "x"}}  # fmt: skip
    for name, parts in nothing.items():
        assert ask(name, token=ADMIN, **parts)[0] == "not_found"


def test_what_owners_count(ask, api):
    player = api.new_player()
    sold = receipt(ask.buy("main", ask.offer("main"), player["token"], "k")[1])
    queries = [
        "",
        "?by=hour",
        "?per=store",
        "?per=item",
        f"?per=listing&store=main&item={sold['item']}",
        "?per=set&offset=-8",
        "?format=csv",
    ]
    for query in queries:
        assert ask("getNumbers", token=ADMIN, query=query)[0] == 200
        assert ask("getNumbers", token=AUDITOR, query=query)[0] == "forbidden"
        assert ask("getNumbers", token=player["token"], query=query)[0] == "unauthorized"
    assert sold["item"] in {row["item"] for row in ask("getNumbers", token=ADMIN, query="?per=item")[1]["sales"]}
    for query in [
        "?by=week",
        "?offset=5.5",
        "?from=2026-11-22T00:30:00Z",
        "?per=item&from=2020-01-01",
        "?to=2020-01-01",
        "?format=xml",
    ]:
        assert ask("getNumbers", token=ADMIN, query=query)[0] == "bad_request"
    assert b"shelflife_sales_total" in ask("getMetrics", token=ADMIN)[1]
    assert b"shelflife_sales_total" not in ask("getMetrics")[1]
    assert ask("getMetrics", token=AUDITOR)[0] == "forbidden"
    assert ask("getMetrics", token=player["token"])[0] == "unauthorized"


def test_who_may_sees_the_future(ask, api):
    main = {"store": "main"}
    for form in ["json", "csv", "ics"]:
        assert ask("getFuture", token=ADMIN, query=f"?hours=1&format={form}", **main)[0] == 200
        assert (ask.headers["Content-Disposition"] is None) == (form == "json")
    assert ask("getFuture", token=ADMIN, query="?from=2026-12-24T18:00:00%2B01:00&hours=0", **main)[0] == "bad_request"
    assert ask("getFuture", token=ADMIN, store="none")[0] == "not_found"
    assert ask("getFuture", token=AUDITOR, **main)[0] == "forbidden"
    assert ask("getFuture", token=api.new_player()["token"], **main)[0] == "unauthorized"
    assert ask("getAuditLog", token=AUDITOR, query="?limit=9")[1]["uses"][3]["what"].startswith(
        "GET /v1/admin/future/main?from="
    )


def test_a_receipt_that_was_refunded_stands_no_more(ask, api):
    player = api.new_player()
    _, sold = ask.buy("main", ask.offer("main"), player["token"], "k")
    signed, purchase = sold["receipt"], receipt(sold)["purchase"]
    assert ask("checkReceipt", signed, GAME)[1]["stands"]
    assert (
        ask("reverse", {"kind": "refund", "reason": "a mistake"}, ADMIN, f"r-{purchase}", purchase=purchase)[0] == 200
    )
    told = ask("checkReceipt", signed, GAME)[1]
    assert (told["stands"], told["owned"], told["found"]["player"]) == (False, 0, player["player"])
    assert ask("checkReceipt", {**signed, "signature": "A" * 86}, GAME)[0] == "bad_request"
    assert ask("checkReceipt", api.signed_receipt({**receipt(sold), "purchase": 1}), GAME)[0] == "not_found"
    assert ask("checkReceipt", LONG, GAME)[0] == "too_large"
    assert ask("checkReceipt", signed, SUPPORT)[0] == "forbidden"
    assert ask("checkReceipt", signed, player["token"])[0] == "unauthorized"


def test_a_wallet_that_can_hold_no_more_refuses_a_refund(ask, api):
    player = api.new_player()
    _, sold = ask.buy("main", ask.offer("main"), player["token"], "k")
    purchase = receipt(sold)["purchase"]
    full = {"currency": "coins", "amount": 2**53 - 1 - sold["balance"], "kind": "grant", "reason": "everything"}
    assert ask("post", full, ADMIN, f"full-{purchase}", player=player["player"])[0] == 200
    refund = {"kind": "refund", "reason": "a mistake"}
    assert ask("reverse", refund, ADMIN, f"back-{purchase}", purchase=purchase)[0] == "impossible_balance"


def with_store(files, card_bytes):
    """The same files with one store more."""
    store = f"  - {{id: late, positions: 2, cardBytes: {card_bytes}, choose: {{sets: [plain]}}}}\n"
    return [
        {**file, "text": file["text"].rstrip("\n") + "\n" + store} if file["path"] == "content.yaml" else file
        for file in files
    ]


def test_what_designers_do(ask):
    """Publishes a draft, and brings back what was there before; the stores are as they were in between."""
    files = ask("getContentFiles", token=ADMIN, number=1)[1]["files"]
    newest = ask("listContentVersions", token=ADMIN)[1]["versions"][0]["number"]
    other = [{**file, "text": file["text"].replace("title: Routes", "title: Others")} for file in files]
    broken = [{**file, "text": file["text"].replace("positions: 4", "positions: no")} for file in files]
    bad_path = [{"path": "../x", "text": ""}]
    publication = {"files": other, "reason": "a test", "base": newest}
    assert ask("publishContent", publication, ADMIN)[0] == 200
    third = [{**file, "text": file["text"].replace("title: Routes", "title: Third")} for file in files]
    assert ask("publishContent", {**publication, "files": third}, ADMIN)[0] == "content_conflict"
    attempt = {"files": third, "base": newest}
    assert not ask("tryContent", attempt, ADMIN)[1]["isPossible"]
    assert ask("tryContent", {**attempt, "over": newest + 1}, ADMIN)[1]["isPossible"]
    assert ask("tryContent", {"to": newest, "base": newest + 1}, ADMIN)[1]["difference"]["title"]["before"] == "Others"
    assert ask("tryContent", {"to": 2**60, "base": 0}, ADMIN)[0] == "not_found"
    assert ask("tryContent", {"base": 0}, ADMIN)[0] == "bad_request"
    assert ask("publishContent", {**publication, "files": broken}, ADMIN)[0] == "content_refused"
    assert ask("publishContent", {**publication, "files": bad_path}, ADMIN)[0] == "bad_request"
    assert ask("compareContent", token=ADMIN, query=f"?from={newest}&to={newest + 1}")[1]["title"]["after"] == "Others"
    assert ask("compareContent", token=ADMIN, query="?from=1")[0] == "bad_request"
    assert ask("compareContent", token=ADMIN, query=f"?from=1&to={2**60}")[0] == "not_found"
    back = {"to": newest, "reason": "enough", "base": 0, "over": 2**53 - 1}
    assert ask("rollBackContent", {**back, "base": newest, "over": None}, ADMIN)[0] == "content_conflict"
    assert ask("rollBackContent", {**back, "to": 2**60}, ADMIN)[0] == "not_found"
    assert ask("rollBackContent", {**back, "reason": "a\0b"}, ADMIN)[0] == "bad_request"
    assert ask("rollBackContent", back, ADMIN)[0] == 200
    # A version that fitted when it was published, for a far day, and doesn't any more.
    coming = ask(
        "publishContent",
        {"files": with_store(files, 512), "reason": "", "base": 0, "over": 2**53 - 1,
         "fromMs": int((time.time() + 300 * 86_400) * 1000)},
        ADMIN,
    )[1]["version"]["number"]
    later = {"files": with_store(files, 300), "reason": "", "base": 0, "over": 2**53 - 1,
             "fromMs": int((time.time() + 400_000) * 1000)}
    attempt = {"files": with_store(files, 300), "base": coming, "alsoIn": coming}
    assert ask("tryContent", attempt, ADMIN)[0] == "content_conflict", "both have a store with one id"
    cancelled = {"version": ask("publishContent", later, ADMIN)[1]["version"]["number"], "reason": "enough"}
    assert ask("cancelContent", cancelled, ADMIN)[1]["next"]["number"] == coming
    assert ask("cancelContent", cancelled, ADMIN)[1]["replayed"]
    assert ask("cancelContent", {**cancelled, "version": newest}, ADMIN)[0] == "content_conflict"
    assert ask("cancelContent", {**cancelled, "version": 2**60}, ADMIN)[0] == "not_found"
    assert ask("cancelContent", {**cancelled, "reason": "a\0b"}, ADMIN)[0] == "bad_request"
    assert ask("publishContent", {"files": with_store(files, 256), "reason": "", "base": 0, "over": 2**53 - 1}, ADMIN)[0] == 200
    assert ask("rollBackContent", {**back, "to": coming}, ADMIN)[0] == "content_refused"
    assert ask("rollBackContent", back, ADMIN)[0] == 200
    for name in ["getContentVersion", "getContentFiles"]:
        assert ask(name, token=ADMIN, number=newest)[0] == 200
        assert ask(name, token=ADMIN, number=2**60)[0] == "not_found"
    assert ask("listContentVersions", token=ADMIN, query="?before=x")[0] == "bad_request"
    assert ask("reloadContent", {}, ADMIN)[0] == "server_owns_content"
    old_name = [{**file, "path": file["path"].replace("content.yaml", "shelflife.yaml")} for file in files]
    misnamed = ask("publishContent", {"files": old_name, "reason": "", "base": 0, "over": 2**53 - 1}, ADMIN)
    assert misnamed[0] == "content_refused"
    draft = {"files": broken, "revision": 0}
    assert len(ask("changeContentDraft", draft, ADMIN, name="autumn")[1]["problems"]) > 0
    assert ask("changeContentDraft", draft, ADMIN, name="autumn")[0] == "content_conflict"
    assert ask("changeContentDraft", {**draft, "files": bad_path}, ADMIN, name="autumn")[0] == "bad_request"
    assert ask("getContentDraft", token=ADMIN, name="autumn")[0] == 200
    assert ask("getContentDraft", token=ADMIN, name="none")[0] == "not_found"
    assert ask("getContentDraft", token=ADMIN, name="No")[0] == "not_found"
    assert ask("listContentDrafts", token=ADMIN)[1]["drafts"][0]["name"] == "autumn"
    publish = {"revision": 1, "reason": "", "base": 0, "over": 2**53 - 1}
    assert ask("publishContentDraft", publish, ADMIN, name="autumn")[0] == "content_refused"
    assert ask("publishContentDraft", {**publish, "revision": 5}, ADMIN, name="autumn")[0] == "content_conflict"
    assert ask("publishContentDraft", publish, ADMIN, name="none")[0] == "not_found"
    assert ask("publishContentDraft", {**publish, "reason": "a\0b"}, ADMIN, name="autumn")[0] == "bad_request"
    assert ask("changeContentDraft", {"files": files, "revision": 1}, ADMIN, name="autumn")[0] == 200
    assert ask("publishContentDraft", {**publish, "revision": 2}, ADMIN, name="autumn")[0] == 200
    assert ask("changeContentDraft", draft, ADMIN, name="winter")[0] == 200
    for query, outcome in [
        ("", "bad_request"),
        ("?revision=2", "content_conflict"),
        ("?revision=1", 200),
        ("?revision=1", "not_found"),
    ]:
        assert ask("deleteContentDraft", token=ADMIN, name="winter", query=query)[0] == outcome
    assert len(ask("listContentItems", token=ADMIN)[1]["items"]) == 19
    long = b'{"reason": "' + b"a" * 33_600_000 + b'"}'
    asked = {
        "listContentItems": {}, "getPlan": {"store": "main"}, "changePlan": {"store": "main"}, "tryPlanChange": {"store": "main"},
        "listContentVersions": {}, "publishContent": {}, "getContentVersion": {"number": 1}, "getContentFiles": {"number": 1},
        "compareContent": {}, "rollBackContent": {}, "tryContent": {}, "cancelContent": {}, "reloadContent": {}, "listContentDrafts": {},
        "getContentDraft": {"name": "a"}, "changeContentDraft": {"name": "a"}, "deleteContentDraft": {"name": "a"},
        "publishContentDraft": {"name": "a"},
    }  # fmt: skip
    for name, parts in asked.items():
        method = ask.description.operations[name][0]
        body = {} if method in {"POST", "PUT"} else None
        assert ask(name, body, AUDITOR, **parts)[0] == "forbidden"
        assert ask(name, body, "nobody", **parts)[0] == "unauthorized"
        if name in {"publishContent", "tryContent", "changeContentDraft"}:
            assert ask(name, long, ADMIN, **parts)[0] == "too_large"
        elif method == "POST" and name != "reloadContent":
            assert ask(name, LONG, ADMIN, **parts)[0] == "too_large"


def test_where_files_own_the_content_nothing_else_is_published(files_api):
    ask = Asker(files_api)
    path, sound = files_api.folder / "content.yaml", (files_api.folder / "content.yaml").read_text()
    assert ask("reloadContent", {}, ADMIN)[1]["outcome"] == "unchanged"
    path.write_text(sound.replace("positions: 4", "positions: no"))
    assert ask("reloadContent", {}, ADMIN)[0] == "content_refused"
    path.write_text(sound.replace("title: Routes", "title: Others"))
    assert ask("reloadContent", {}, ADMIN)[1]["outcome"] == "changed"

    files = ask("getContentFiles", token=ADMIN, number=1)[1]["files"]
    publication = {"files": files, "reason": "as it was", "base": 2}
    draft = {"files": files, "revision": 0}
    appearance = {"item": "item-1", "position": 2, "from": f"{date.today() + timedelta(days=2)}T18:00", "for": "3m"}
    planned = {"base": 2, "appearance": appearance, "reason": "a feast"}
    assert ask("changeContentDraft", draft, ADMIN, name="autumn")[0] == 200
    for name, body, parts in [
        ("publishContent", publication, {}), ("rollBackContent", {"to": 1, "reason": "enough", "base": 2}, {}),
        ("publishContentDraft", {"revision": 1, "reason": "", "base": 2}, {"name": "autumn"}),
        ("changePlan", planned, {"store": "main"}),
    ]:  # fmt: skip
        outcome, problem = ask(name, body, ADMIN, **parts)
        assert outcome == "files_own_content" and SOURCE in problem["detail"], name
    assert ask("listContentVersions", token=ADMIN)[1]["inForce"] == 2
    # What changes no version goes on.
    assert ask("tryContent", {"files": files, "base": 2}, ADMIN)[1]["difference"]["title"]["after"] == "Routes"
    assert ask("tryPlanChange", planned, ADMIN, store="main")[0] == 200
    assert ask("withdraw", {"item": "item-2", "reason": "a wrong price"}, ADMIN, "w")[0] == 200
    assert ask("pause", {"store": "main", "paused": True, "reason": "wrong prices"}, ADMIN)[0] == 200
    assert ask("deleteContentDraft", token=ADMIN, name="autumn", query="?revision=1")[0] == 200


def test_an_appearance_is_planned_moved_and_removed(ask):
    main, in_braces = {"store": "main"}, {"store": "quick"}
    plan = ask("getPlan", token=ADMIN, **main)[1]
    appearance = {"item": "item-1", "position": 2, "from": f"{date.today() + timedelta(days=2)}T18:00", "for": "3m"}
    add = {"base": plan["version"], "appearance": appearance, "reason": "a feast", "over": 2**53 - 1}
    tried = {"isPossible": True, "problems": [], "drawnUntilMs": ANY, "triedUntilMs": ANY}
    assert ask("tryPlanChange", add, ADMIN, **main)[1] == tried
    tried = ask("tryPlanChange", {**add, "appearance": {**appearance, "position": 9, "for": "1s"}}, ADMIN, **main)[1]
    assert [problem["found"] for problem in tried["problems"]] == ["9", "1s"] and not tried["isPossible"]
    assert (
        ask("changePlan", {**add, "appearance": {**appearance, "item": "none"}}, ADMIN, **main)[0] == "content_refused"
    )
    version = ask("changePlan", add, ADMIN, **main)[1]["version"]["number"]
    assert ask("changePlan", add, ADMIN, **main)[1]["isNew"] is False
    assert ask("getPlan", token=ADMIN, **main)[1]["appearances"] == [appearance]
    moved = {"base": version, "index": 0, "appearance": {**appearance, "position": 3}, "reason": "elsewhere",
             "over": 2**53 - 1}  # fmt: skip
    assert ask("changePlan", moved, ADMIN, **main)[0] == 200
    remove = {"base": version + 1, "index": 0, "reason": "enough", "over": 2**53 - 1}
    for name in ["tryPlanChange", "changePlan"]:
        assert ask(name, {**remove, "base": version}, ADMIN, **main)[0] == "content_conflict"
        assert ask(name, {**remove, "index": 4}, ADMIN, **main)[0] == "not_found"
        assert ask(name, {"base": version + 1, "reason": "x"}, ADMIN, **main)[0] == "bad_request"
        assert ask(name, {**add, "base": version + 1}, ADMIN, store="none")[0] == "not_found"
        senseless = {**add, "base": version + 1, "appearance": {**appearance, "for": "x"}}
        assert ask(name, senseless, ADMIN, store="none")[0] == "not_found"
    assert ask("changePlan", remove, ADMIN, **main)[0] == 200
    assert ask("getPlan", token=ADMIN, **main)[1]["appearances"] == []
    # However a store is written, it has a plan.
    only = {**appearance, "position": 1, "for": "2s"}
    assert ask("changePlan", {**add, "base": version + 2, "appearance": only}, ADMIN, **in_braces)[0] == 200
    assert ask("getPlan", token=ADMIN, **in_braces)[1]["appearances"] == [only]
    assert ask("getPlan", token=ADMIN, store="none")[0] == "not_found"


def with_pictured_store(files, digest):
    """The same files with a store more, which shows one item with a picture."""
    store = "  - {id: pictured, positions: 1, choose: {sets: [pictured]}}\n"
    item = {"id": "koi", "name": "Koi", "set": "pictured", "released": "2020-01-01", "price": 5}

    def text(file):
        if file["path"] == "content.yaml":
            return file["text"].rstrip("\n") + "\n" + store
        if file["path"] != "items.yaml":
            return file["text"]
        items = [{**item, "id": f"koi-{i}", "picture": "koi.png"} for i in range(3)]
        return json.dumps(json.loads(file["text"]) + items)

    others = [{**file, "text": text(file)} for file in files if not file["path"].startswith("pictures/")]
    return [*others, {"path": "pictures/SHA256SUMS", "text": f"{digest}  koi.png\n"}]


def test_what_becomes_of_a_picture(ask, api):
    master = (MASTERS / "lynx.png").read_bytes()
    digest, other = (hashlib.sha256(data).hexdigest() for data in (master, b"no picture"))
    bytes_type = {"Content-Type": "application/octet-stream"}
    token = api.new_player()["token"]
    assert ask("listMissingPictures", {"masters": [digest, digest]}, ADMIN)[1] == {"missing": [digest]}
    assert ask("sendMaster", b"no picture", ADMIN, headers=bytes_type, master=digest)[0] == "bad_request"
    assert ask("sendMaster", b"no picture", ADMIN, headers=bytes_type, master=other)[0] == "content_refused"
    assert ask("sendMaster", b"\0" * 20_000_001, ADMIN, headers=bytes_type, master=other)[0] == "too_large"
    assert ask("getPictureAsAdmin", token=ADMIN, master=digest, file="96.webp")[0] == "not_found"
    for _ in range(2):
        told = ask("sendMaster", master, ADMIN, headers=bytes_type, master=digest)
        assert told == (200, {"widths": [96, 192, 200]})
    assert ask("listMissingPictures", {"masters": [digest]}, ADMIN)[1] == {"missing": []}
    assert ask("getPictureAsAdmin", token=ADMIN, master=digest, file="96.webp")[0] == 200
    number = ask("listContentVersions", token=ADMIN)[1]["inForce"]
    files = ask("getContentFiles", token=ADMIN, number=number)[1]["files"]
    publication = {"files": with_pictured_store(files, digest), "reason": "a koi", "base": number, "over": 2**53 - 1}
    assert ask("publishContent", publication, ADMIN)[0] == 200
    listing = on_sale(api.address, "pictured", for_seconds=5)
    name = b64(unb64(listing.card(api.address)["picture"])[:16])
    for width, pixels in [(96, 96), (192, 192), (288, 200), (720, 200)]:
        status, picture = ask("getPicture", name=name, file=f"{width}.webp")
        assert status == 200 and picture[:4] == b"RIFF" and picture[8:12] == b"WEBP", width
    assert ask("getPicture", headers={"If-None-Match": ask.headers["ETag"]}, name=name, file="720.webp")[0] == 304
    assert ask("getPicture", name="A" * 22, file="96.webp")[0] == "not_found"
    removal = {"name": name, "reason": "not ours"}
    assert ask("removePicture", {**removal, "name": "A" * 22}, ADMIN)[0] == "not_found"
    assert ask("removePicture", {**removal, "reason": ""}, ADMIN)[0] == "bad_request"
    assert ask("removePicture", {**removal, "master": digest}, ADMIN)[0] == "bad_request"
    assert ask("removePicture", {"master": other, "reason": "x"}, ADMIN)[0] == "not_found"
    assert ask("listRemovedPictures", token=ADMIN)[1] == {"removals": []}
    pictures = ask("getFileUsage", token=ADMIN)[1]["kinds"][0]
    first = ask("removePicture", removal, ADMIN)
    assert first[0] == 200 and ask("removePicture", {**removal, "reason": "again"}, ADMIN) == first
    assert ask("removePicture", {"master": digest, "reason": "again"}, ADMIN) == first
    removed = ask("listRemovedPictures", token=ADMIN)[1]["removals"]
    assert [(one["name"], one["master"], one["items"]) for one in removed] == [
        (name, digest, ["koi-0", "koi-1", "koi-2"])
    ]
    assert ask("getPicture", name=name, file="96.webp")[0] == "picture_removed"
    assert ask("getPictureAsAdmin", token=ADMIN, master=digest, file="96.webp")[0] == "picture_removed"
    usage = ask("getFileUsage", token=ADMIN)[1]
    assert usage["kinds"][0]["files"] == pictures["files"] - len(told[1]["widths"])
    assert usage["takenBytes"] == sum(kind["bytes"] for kind in usage["kinds"]) < usage["databaseBytes"]
    assert ask("sendMaster", master, ADMIN, headers=bytes_type, master=digest)[0] == "picture_removed"
    assert ask("listMissingPictures", {"masters": ["x"]}, ADMIN)[0] == "bad_request"
    for operation, body, parts in [
        ("listMissingPictures", {"masters": []}, {}), ("sendMaster", master, {"master": digest}),
        ("removePicture", removal, {}), ("listRemovedPictures", None, {}), ("getFileUsage", None, {}),
        ("getPictureAsAdmin", None, {"master": digest, "file": "96.webp"}),
    ]:  # fmt: skip
        headers = bytes_type if operation == "sendMaster" else None
        assert ask(operation, body, SUPPORT, headers=headers, **parts)[0] == "forbidden"
        assert ask(operation, body, token, headers=headers, **parts)[0] == "unauthorized"
    for operation in ["listMissingPictures", "removePicture"]:
        assert ask(operation, LONG, ADMIN)[0] == "too_large"


def test_who_comes_too_often_waits(slow_api):
    ask = Asker(slow_api)
    token = slow_api.new_player()["token"]
    asked = {
        "signIn": ({}, None), "refreshTokens": ({}, None), "getPlayer": ({}, token), "getInventory": ({}, token),
        "listPurchases": ({}, token), "buy": ({"store": "main"}, token), "post": ({"player": 1}, None),
        "reverse": ({"purchase": 1}, None), "getPlayerAsAdmin": ({"player": 1}, None), "getAuditLog": ({}, None),
        "listPurchasesAsAdmin": ({"player": 1}, None), "getJournal": ({"player": 1}, None),
        "listPlayers": ({}, None), "getInventoryAsAdmin": ({"player": 1}, None), "getPurchase": ({"purchase": 1}, None),
        "listPurchasesOfItem": ({"item": "none"}, None), "checkReceipt": ({}, None),
        "listPurchasesOfListing": ({"store": "main", "chain": "x", "slot": 1, "position": 0, "revision": 0}, None),
        "getFuture": ({"store": "main"}, None), "topUpFromApple": ({}, token), "hearFromApple": ({}, None),
        "getNumbers": ({}, None), "getMetrics": ({}, "nobody"), "withdraw": ({}, None), "listWithdrawals": ({}, None), "pause": ({}, None), "listPauses": ({}, None),
        "replace": ({}, None), "redraw": ({}, None),
        "listContentVersions": ({}, None), "publishContent": ({}, None), "getContentVersion": ({"number": 1}, None),
        "getContentFiles": ({"number": 1}, None), "compareContent": ({}, None), "rollBackContent": ({}, None),
        "tryContent": ({}, None),
        "cancelContent": ({}, None), "reloadContent": ({}, None), "listContentDrafts": ({}, None), "getContentDraft": ({"name": "a"}, None),
        "changeContentDraft": ({"name": "a"}, None), "deleteContentDraft": ({"name": "a"}, None),
        "publishContentDraft": ({"name": "a"}, None), "listContentItems": ({}, None), "getPlan": ({"store": "main"}, None),
        "changePlan": ({"store": "main"}, None), "tryPlanChange": ({"store": "main"}, None),
        "listMissingPictures": ({}, None), "sendMaster": ({"master": "0" * 64}, None), "removePicture": ({}, None),
        "listRemovedPictures": ({}, None), "getFileUsage": ({}, None),
        "getPictureAsAdmin": ({"master": "0" * 64, "file": "96.webp"}, None),
        "listMissingBundles": ({}, None), "sendPackBundle": ({"bundle": "0" * 64}, None),
        "getPackBundle": ({"bundle": "0" * 64}, None), "listPacks": ({}, None), "getPack": ({"pack": "none"}, None),
        "getPackRelease": ({"pack": "none", "release": 1}, None), "comparePackReleases": ({"pack": "none"}, None),
        "moveChannel": ({"pack": "none"}, None),
        "streamPlayer": ({}, None), "getFriendCode": ({}, token), "renewFriendCode": ({}, token), "listMatches": ({}, token), "makeMatch": ({}, token),
        "getMatch": ({"match": "A" * 22}, token), "moveInMatch": ({"match": "A" * 22}, token),
        "leaveMatch": ({"match": "A" * 22}, token), "invite": ({"match": "A" * 22}, token), "listInvitations": ({}, token),
        "acceptInvitation": ({"invitation": "A" * 22}, token), "declineInvitation": ({"invitation": "A" * 22}, token),
        "cancelInvitation": ({"invitation": "A" * 22}, token), "makeLink": ({"match": "A" * 22}, token),
        "deleteLink": ({"link": "A" * 22}, token), "lookAtLink": ({}, None), "acceptLink": ({}, token),
        "listBlocks": ({}, token), "block": ({}, token), "deleteBlock": ({"block": "A" * 22}, token),
        "listInvitationsAsAdmin": ({"player": 1}, None), "endInvitations": ({"player": 1}, None),
    }  # fmt: skip
    for name, (parts, token) in asked.items():
        body = {} if ask.description.operations[name][0] in {"POST", "PUT"} else None
        assert any(ask(name, body, token, **parts)[0] == "rate_limited" for _ in range(60)), name


def test_other_methods_are_told_which_there_are(api, description):
    allow = description.document["components"]["headers"]["Allow"]["schema"]
    check = description.validator(
        {"$ref": "#/components/responses/MethodNotAllowed/content/application~1problem+json/schema"}
    )
    for _, path, _ in description.operations.values():
        item = description.document["paths"][path]
        for method in {"GET", "POST", "PUT", "DELETE", "PATCH"} - {name.upper() for name in item}:
            answer = api.ask(method, re.sub(r"{\w+}", "1", path), None if method == "GET" else b"")
            assert answer.status == 405, f"{method} {path}"
            check.validate(json.loads(answer.read()))
            assert answer.headers["Allow"] in allow["enum"]
            assert ("POST" in answer.headers["Allow"]) == ("post" in item)
