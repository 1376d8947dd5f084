"""Every route is fuzzed from its description: no answer with a 5xx, none that the description doesn't know.

Who asks: nobody; a player where players may ask and an admin where admins may; and each where they may not. Values that
the server knows are mixed in, so that not everything ends with a 404. `SHELFLIFE_FUZZ` multiplies the number of requests.
"""

import json
import os
import subprocess
import sys
import time
from datetime import date, timedelta
from pathlib import Path

import pytest
from api_shelf import ADMIN, APIShelf
from asker import receipt
from open_window import on_sale

TIMES = int(os.environ.get("SHELFLIFE_FUZZ", "1"))
SEED = int(os.environ.get("SHELFLIFE_FUZZ_SEED", "1"))
SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
# Streams, which no fuzzer reads whole.
ENDLESS = ["streamKeys", "streamPlayer"]
# What would leave nothing that can be bought, or joined.
TAKES_AWAY = ["withdraw", "pause", "leaveMatch"]
PATIENCE = 600


def configuration(shelf, bearers, known):
    """What schemathesis is told, as its own file has it."""
    lines = [f"seed = {SEED}", "continue-on-failure = true", "[generation]", 'database = "none"']
    for scheme, token in bearers.items():
        lines += [f"[auth.openapi.{scheme}]", f"bearer = {json.dumps(token)}"]
    for name, values in known.items():
        lines += [f"[dictionaries.{name}]", f"values = {json.dumps(values)}"]
    lines += ["[parameters]"]
    for place, name in PLACES.items():
        lines += [f'"{place}" = {{dictionary = "{name}", probability = 0.85}}'] if name in known else []
    return "\n".join(lines) + SIGNED


PLACES = {"path.store": "stores", "path.player": "players", "path.purchase": "purchases", "path.chain": "chains",
          "body.chain": "chains", "body.slot": "slots", "body.position": "positions", "body.revision": "revisions",
          "body.price": "prices", "body.currency": "currencies", "body.signedTransaction": "transactions",
          "body.signedPayload": "notifications", "path.item": "items", "path.slot": "slots",
          "path.position": "positions", "path.revision": "revisions", "body.bytes": "receipts", "body.signature": "signatures",
          "query.store": "stores", "query.item": "items", "path.pack": "packs", "path.channel": "channels",
          "path.release": "releases", "body.channel": "channels", "body.release": "releases",
          "query.from": "instants", "path.match": "matches", "path.invitation": "invitations", "body.code": "codes",
          "body.secret": "secrets"}  # fmt: skip
# Nearly no text is what the App Store or a store has signed, and none that isn't may be taken. Most dates are no span
# that may be counted, and nearly no instant is near enough to ask for a store's future. No bytes have the digest that
# names them. No instant is the number of a release, and hardly any number is the sequence of a channel. Nearly no text
# is a friend code. A payload that is too long is most often longer than any body may be. A server isn't ready while the
# machine's wall clock is being set, and says so with a 503.
SIGNED = """
[[operations]]
include-operation-id = ["topUpFromApple", "hearFromApple", "checkReceipt", "getNumbers", "getFuture", "publishContent", "withdraw",
                        "rollBackContent", "tryContent", "cancelContent", "publishContentDraft", "deleteContentDraft", "changeContentDraft", "compareContent",
                        "changePlan", "tryPlanChange", "replace", "redraw", "sendMaster", "sendPackBundle",
                        "moveChannel", "comparePackReleases", "invite"]
checks.positive_data_acceptance.enabled = false
[[operations]]
include-operation-id = ["getReadiness"]
checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "503"]
[[operations]]
include-operation-id = ["moveInMatch"]
checks.negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "409", "413", "415", "429"]
"""


@pytest.fixture
def api(tmp_path_factory):
    """A server for each test, because what is withdrawn from sale is so for good."""
    process = APIShelf(tmp_path_factory.mktemp("fuzzed"))
    process.start()
    yield process
    assert process.stop(), "The server didn't end by itself when it was asked to."


def fuzz(shelf, folder, bearers, known, examples, chosen=("--exclude-tag", "Desk")):
    """Runs schemathesis and returns its report; fails with what it says when it finds a fault."""
    (folder / "schemathesis.toml").write_text(configuration(shelf, bearers, known))
    command = [SCHEMATHESIS, "--config-file", folder / "schemathesis.toml", "run", shelf.address + "/v1/openapi.json",
               *chosen, *(word for name in ENDLESS for word in ("--exclude-operation-id", name)),
               "--phases", "examples,coverage,fuzzing,stateful", "--max-examples", str(examples * TIMES), "--report-json-path", folder / "report.json", "--no-color"]  # fmt: skip
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE * TIMES)
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    return json.loads((folder / "report.json").read_text())


def accepted(report, operation):
    return sum(phase["accepted"] for phase in report["valid_rates"][operation].values())


def what_is_known(api):
    """A player's token, and what the dictionaries hold: a listing on sale, and purchases that can be taken back."""
    player = api.new_player()
    # What takes long comes first, so that the listing is on sale while the fuzzer orders it.
    release_the_sample_pack(api)
    listing = on_sale(api.address, "main", for_seconds=60)
    price = listing.price(api.address)
    answers = [
        api.ask("POST", "/v1/stores/main/purchases", listing.order(price), player["token"], f"fuzz-{number}")
        for number in range(40)
    ]
    confirmations = [json.loads(answer.read()) for answer in answers if answer.status == 200]
    sold = [receipt(confirmation) for confirmation in confirmations]
    meeting = what_is_known_of_matches(api, player["token"])
    return player["token"], {
        "stores": ["main"], "players": [player["player"]], "purchases": [one["purchase"] for one in sold], "chains": [listing.chain],
        "slots": [listing.slot], "positions": [listing.position], "revisions": [0], "prices": [price], "currencies": ["coins"],
        "packs": ["warehouse"], "channels": ["stable"], "releases": [1],
        "items": [sold[0]["item"]], "receipts": [confirmations[0]["receipt"]["bytes"]],
        "signatures": [confirmations[0]["receipt"]["signature"]],
        "instants": [(date.today() + timedelta(days=days)).isoformat() for days in (-1, 0, 1)],
        "transactions": [api.app_store.transaction(f"fuzz-{number}") for number in range(9)],
        "notifications": [api.app_store.notification("REFUND", api.app_store.transaction(f"fuzz-{number}")) for number in range(3)],
        **meeting,
    }  # fmt: skip


def what_is_known_of_matches(api, token):
    """Seven matches of the player, since some of them end; one of a friend with a link and an invitation, and the
    friend's code."""
    friend = api.new_player()["token"]

    def asked(path, body, of, key=None):
        return json.loads(api.ask("GET" if body is None else "POST", "/v1/player/" + path, body, of, key).read())

    matches = [asked("matches", {"size": 16}, token, f"fuzz-{number}")["match"] for number in range(7)]
    other = asked("matches", {"size": 16}, friend, "fuzz")["match"]
    whom = {"code": asked("friend-code", None, token)["code"]}
    return {
        "matches": matches, "codes": [asked("friend-code", None, friend)["code"]],
        "invitations": [asked(f"matches/{other}/invitations", whom, friend, "fuzz")["invitation"]],
        "secrets": [asked(f"matches/{other}/links", {}, friend, "fuzz")["secret"]],
    }  # fmt: skip


def release_the_sample_pack(api):
    """Points a channel at it as soon as the server has made its release of it."""
    order, deadline = {"channel": "stable", "release": 1, "reason": "x"}, time.monotonic() + 120
    while api.ask("POST", "/v1/admin/packs/warehouse/moves", order, ADMIN).status != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def api_tags(api):
    return [operation["tags"] for item in api.document()["paths"].values() for operation in item.values()]


def test_nobody_breaks_it(api, tmp_path):
    report = fuzz(api, tmp_path, {}, {}, 20)
    desk = sum(tags == ["Desk"] for tags in api_tags(api))
    assert report["operations"]["tested"] == report["operations"]["total"] - len(ENDLESS) - desk


def test_players_and_admins_break_nothing_where_they_may_ask(api, tmp_path):
    token, known = what_is_known(api)
    # A withdrawal or a pause would take what is known off sale, and a match that was left is another's.
    report = fuzz(
        api,
        tmp_path,
        {"player": token, "admin": ADMIN},
        known,
        40,
        ("--exclude-tag", "Desk", *(word for name in TAKES_AWAY for word in ("--exclude-operation-id", name))),
    )
    for operation in ["POST /v1/stores/{store}/purchases", "POST /v1/admin/players/{player}/postings",
                      "POST /v1/admin/purchases/{purchase}/reversal", "POST /v1/admin/receipts", "GET /v1/admin/future/{store}", "POST /v1/player/topups/apple", "POST /v1/notifications/apple",
                      "GET /v1/admin/numbers", "GET /v1/packs/{pack}/{channel}", "POST /v1/admin/packs/{pack}/moves",
                      "GET /v1/admin/packs/{pack}/releases/{release}", "GET /v1/player/matches/{match}", "POST /v1/links",
                      "POST /v1/player/matches/{match}/links", "POST /v1/player/matches/{match}/invitations",
                      "GET /v1/admin/players/{player}/invitations"]:  # fmt: skip
        assert accepted(report, operation) > 0, f"{operation} was never answered with 200, so it was hardly tried"


@pytest.mark.parametrize("operation", ["withdraw", "pause"])
def test_what_ends_sales_breaks_nothing(api, tmp_path, operation):
    report = fuzz(api, tmp_path, {"admin": ADMIN}, {}, 40, ("--include-operation-id", operation))
    assert report["operations"]["tested"] == 1


@pytest.mark.parametrize("who", ["a player", "an admin"])
def test_who_asks_where_they_may_not_breaks_nothing(api, tmp_path, who):
    token = ADMIN if who == "an admin" else api.new_player()["token"]
    fuzz(api, tmp_path, {"player": token, "admin": token}, {}, 10)


# Nobody comes last: their guesses at tokens use up the sign-ins of this address.
@pytest.mark.parametrize(
    "tag, who", [("Admin", "an admin"), ("Desk", "an admin"), ("Admin", "nobody"), ("Desk", "nobody")]
)
def test_nobody_breaks_the_desk(api, tmp_path, tag, who):
    desk = api.desk()
    chosen = ["--url", desk.address, "--include-tag", tag, "--exclude-operation-id", "signOutOfDesk"]
    if who == "an admin":
        desk.sign_in(ADMIN)
        # The session goes with every request, whatever schemathesis leaves out of it; and no value is a known one.
        chosen += [
            "--exclude-checks",
            "ignored_auth,negative_data_rejection,missing_required_header,positive_data_acceptance",
        ]
    for name, value in {"Origin": desk.address, **desk.session}.items():
        chosen += ["-H", f"{name}: {value}"]
    report = fuzz(api, tmp_path, {}, {}, 10, chosen)
    assert report["operations"]["tested"] > 4
