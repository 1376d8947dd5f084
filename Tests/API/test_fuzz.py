"""Every route is fuzzed from its description: no answer with a 5xx, none that the description doesn't know.

Who asks: nobody; a player where players may ask and an admin where admins may; and each where they may not. Values that
the server knows are mixed in, so that not everything ends with a 404. `SHELFLIFE_FUZZ` asks for so many times as much.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from api_shelf import ADMIN
from open_window import on_sale

TIMES = int(os.environ.get("SHELFLIFE_FUZZ", "1"))
SEED = int(os.environ.get("SHELFLIFE_FUZZ_SEED", "1"))
SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
PATIENCE = 120


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
          "body.signedPayload": "notifications"}  # fmt: skip
# Nearly no text is what the App Store has signed, and none that isn't may be taken.
SIGNED = """
[[operations]]
include-operation-id = ["topUpFromApple", "hearFromApple"]
checks.positive_data_acceptance.enabled = false
"""


def fuzz(shelf, folder, bearers, known, examples):
    """Runs schemathesis and returns its report; fails with what it says when it finds a fault."""
    (folder / "schemathesis.toml").write_text(configuration(shelf, bearers, known))
    command = [SCHEMATHESIS, "--config-file", folder / "schemathesis.toml", "run", shelf.address + "/v1/openapi.json",
               "--exclude-operation-id", "streamKeys", "--phases", "examples,coverage,fuzzing,stateful",
               "--max-examples", str(examples * TIMES), "--report-json-path", folder / "report.json", "--no-color"]  # fmt: skip
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE * TIMES)
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    return json.loads((folder / "report.json").read_text())


def accepted(report, operation):
    return sum(phase["accepted"] for phase in report["valid_rates"][operation].values())


def what_is_known(api):
    """A player's token, and what the dictionaries hold: a listing on sale, and purchases that can be taken back."""
    player = api.new_player()
    listing = on_sale(api.address, "main", for_seconds=30)
    price = listing.price(api.address)
    for number in range(40):
        api.ask("POST", "/v1/stores/main/purchases", listing.order(price), player["token"], f"fuzz-{number}")
    return player["token"], {
        "stores": ["main"], "players": [int(player["player"])], "purchases": list(range(1, 60)), "chains": [listing.chain],
        "slots": [listing.slot], "positions": [listing.position], "revisions": [0], "prices": [price], "currencies": ["coins"],
        "transactions": [api.app_store.transaction(f"fuzz-{number}") for number in range(9)],
        "notifications": [api.app_store.notification("REFUND", api.app_store.transaction(f"fuzz-{number}")) for number in range(3)],
    }  # fmt: skip


def test_nobody_breaks_it(api, tmp_path):
    report = fuzz(api, tmp_path, {}, {}, 20)
    assert report["operations"]["tested"] == report["operations"]["total"] - 1


def test_players_and_admins_break_nothing_where_they_may_ask(api, tmp_path):
    token, known = what_is_known(api)
    report = fuzz(api, tmp_path, {"player": token, "admin": ADMIN}, known, 40)
    for operation in ["POST /v1/stores/{store}/purchases", "POST /v1/admin/players/{player}/postings",
                      "POST /v1/admin/purchases/{purchase}/reversal", "POST /v1/player/topups/apple", "POST /v1/notifications/apple"]:  # fmt: skip
        assert accepted(report, operation) > 0, f"{operation} was never answered with 200, so it was hardly tried"


@pytest.mark.parametrize("who", ["a player", "an admin"])
def test_who_asks_where_they_may_not_breaks_nothing(api, tmp_path, who):
    token = ADMIN if who == "an admin" else api.new_player()["token"]
    fuzz(api, tmp_path, {"player": token, "admin": token}, {}, 10)
