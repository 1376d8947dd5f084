"""An operator withdraws what a player looks at: the real server, the command, and a page that isn't loaded again."""

import hashlib
import json
import os
import subprocess
import time
import urllib.request

import pytest
from shelf_process import BINARY, ShelfProcess

TOKEN = "an-operator-s-token"
# Only the stream is as quick, even on a busy machine: the next window is asked for after six minutes.
AT_ONCE = 90_000


@pytest.fixture
def own_shelf(tmp_path):
    process = ShelfProcess(tmp_path)
    settings = tmp_path / "shelflife.yaml"
    token = {"name": "anna", "sha256": hashlib.sha256(TOKEN.encode()).hexdigest(), "scopes": ["content:write"]}
    settings.write_text(f"admin: {json.dumps({'tokens': [token]})}\n" + settings.read_text())
    process.start()
    yield process
    process.stop()


def withdraw(shelf, *goods):
    environment = {**os.environ, "SHELFLIFE_ADMIN_TOKEN": TOKEN}
    command = [BINARY, "withdraw", "--to", shelf.address, *goods, "--reason", "a wrong price"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("withdrawn: ")


def longest(page, store):
    """The item that stays longest, and which may be bought."""
    return page.evaluate(
        """(store) => {
            const left = (card) => { const [m, s] = card.querySelector(".card-time").textContent.split(":").map(Number); return 60 * m + s; };
            const cards = [...document.querySelectorAll(`#panel-${store} .card:has(.buy[data-buy=ready])`)];
            return cards.sort((one, other) => left(other) - left(one))[0].dataset;
        }""",
        store,
    )


@pytest.mark.parametrize("store", ["main", "bazaar"])
def test_a_withdrawn_item_shows_on_an_open_page_at_once_and_after_a_reload(visit, own_shelf, store):
    page = visit(store, address=own_shelf.address)
    page.wait_for_selector(f"#panel-{store} .buy[data-buy=ready]")
    shown = longest(page, store)
    card = f"#panel-{store} .card[data-item='{shown['item']}'][data-slot='{shown['slot']}']"
    withdraw(own_shelf, "--item", shown["item"])
    page.wait_for_selector(f"{card}[data-withdrawn] .buy[data-buy=withdrawn][aria-disabled=true]", timeout=AT_ONCE)
    assert page.locator(f"{card} .buy-word").inner_text() == "No longer for sale"
    assert "No longer for sale" in page.locator(f"{card} .buy").get_attribute("aria-label")
    page.reload()
    page.wait_for_selector(f"{card} .buy[data-buy=withdrawn]")


def test_a_listing_is_withdrawn_by_its_position_and_start_and_the_others_stay(visit, own_shelf):
    page = visit("main", address=own_shelf.address)
    page.wait_for_selector("#panel-main .buy[data-buy=ready]")
    shown = longest(page, "main")
    start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(shown["start"]) / 1000))
    withdraw(own_shelf, "--store", "main", "--position", str(int(shown["position"]) + 1), "--start", start)
    page.wait_for_selector(
        f"#panel-main .card[data-position='{shown['position']}'] .buy[data-buy=withdrawn]", timeout=AT_ONCE
    )
    assert page.locator("#panel-main .buy[data-buy=withdrawn]").count() == 1
    assert page.locator("#panel-main .buy[data-buy=ready]").count() > 0


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["--reason", "x"], "Name a --store or an --item"), (["--store", "main", "--position", "1", "--reason", "x"], "--start"),
        (["--item", "none", "--reason", "x"], "no item with this id"), (["--item", "star"], "--reason"),
    ],
)  # fmt: skip
def test_what_can_not_be_withdrawn_is_refused_with_what_to_do(own_shelf, arguments, told):
    environment = {**os.environ, "SHELFLIFE_ADMIN_TOKEN": TOKEN}
    run = subprocess.run(
        [BINARY, "withdraw", "--to", own_shelf.address, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode != 0 and told in run.stderr
    request = urllib.request.Request(
        own_shelf.address + "/v1/admin/withdrawals", headers={"Authorization": f"Bearer {TOKEN}"}
    )
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(request, timeout=30)
