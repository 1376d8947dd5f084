"""Money from an App Store of the tests' own: every answer that the description promises."""

from api_shelf import ADMIN
from asker import Asker

LONG = b'{"signedTransaction": "' + b"a" * 70_000 + b'"}'


def test_a_transaction_counts_once_and_every_way_to_be_refused(ask, api):
    store, one, other = api.app_store, ask.player(), ask.player()

    def top_up(jws, token=one):
        return ask("topUpFromApple", {"signedTransaction": jws}, token)

    bought = store.transaction("2000000000000001")
    assert top_up(bought)[1]["balance"] == 1100
    assert top_up(bought)[1]["replayed"]
    assert top_up(bought, other)[0] == "transaction_taken"
    assert top_up(store.transaction("2000000000000002", productId="com.example.hat"))[0] == "unknown_product"
    assert top_up(store.transaction("2000000000000003", bundleId="com.example.other"))[0] == "transaction_unverified"
    assert top_up(bought[:-4] + "AAAA")[0] == "transaction_unverified"
    assert top_up(bought, "nonsense")[0] == "unauthorized"
    assert ask("topUpFromApple", {}, one)[0] == "bad_request"
    assert ask("topUpFromApple", LONG, one)[0] == "too_large"
    assert ask("hearFromApple", {"signedPayload": store.notification("REFUND", bought)})[0] == 200
    assert top_up(bought)[0] == "transaction_revoked"
    assert ask("hearFromApple", {"signedPayload": store.notification("TEST")})[0] == 200
    assert ask("hearFromApple", {"signedPayload": bought})[0] == "transaction_unverified"
    assert ask("hearFromApple", b"[]")[0] == "bad_request"
    assert ask("hearFromApple", LONG)[0] == "too_large"


def test_a_wallet_that_can_hold_no_more_refuses_a_transaction(ask, api):
    player = api.new_player()
    full = {"currency": "coins", "amount": 2**53 - 1 - 1000, "kind": "grant", "reason": "everything"}
    assert ask("post", full, ADMIN, f"full-{player['player']}", player=player["player"])[0] == 200
    bought = {"signedTransaction": api.app_store.transaction("2000000000000004")}
    assert ask("topUpFromApple", bought, player["token"])[0] == "impossible_balance"


def test_a_server_without_an_app_store_says_so(bare_api):
    ask = Asker(bare_api)
    token = ask.player()
    assert ask("topUpFromApple", {"signedTransaction": "x"}, token)[0] == "not_found"
    assert ask("hearFromApple", {"signedPayload": "x"})[0] == "not_found"
