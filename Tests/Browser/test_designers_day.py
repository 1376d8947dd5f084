"""A page that stays open while designers change the shop with the program's commands: it sees all of it, and is
never loaded again."""

import hashlib
import json
import os
import subprocess
import time

import pytest
from changing_shop import ChangingShop
from conftest import wait_until_live
from shelf_process import BINARY

TOKEN = "designer"
SOON = 25_000
# The longest listing, and a busy machine.
NEXT_LISTING = 90_000
TITLE = "(title) => document.querySelector('.wordmark span').textContent === title"
SHOWS = """([position, start, item]) => [...document.querySelectorAll("#panel-alpha .card")].some(({ dataset }) =>
    dataset.position === String(position - 1) && dataset.start === String(start) && dataset.item === item)"""


class DesignedShop(ChangingShop):
    owner = "server"

    def settings(self):
        scopes = ["content:write", "content:read", "future:read"]
        token = {"name": "anna", "sha256": hashlib.sha256(TOKEN.encode()).hexdigest(), "scopes": scopes}
        return super().settings() | {"admin": {"tokens": [token]}}

    def run(self, *arguments):
        return subprocess.run([BINARY, *arguments, "--to", self.address], env={**os.environ, "SHELFLIFE_ADMIN_TOKEN": TOKEN},
                              capture_output=True, text=True, timeout=60)  # fmt: skip

    def do(self, *arguments):
        done = self.run(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def newest(self):
        return int(self.do("versions", "--limit", "1").strip("* ").split()[0])

    def publish(self, title):
        self.title = title
        self.write()
        return self.run("publish", str(self.content), "--reason", "another title", "--over", str(self.newest()))

    def plan(self):
        return json.loads(self.do("plan", "--store", "alpha", "--hours", "1", "--format", "json"))["listings"]


@pytest.fixture
def shop(tmp_path):
    process = DesignedShop(
        tmp_path, [{"id": "alpha", "title": "Alpha", "positions": 4, "shelfLife": {"from": "20s", "to": "40s"}}]
    )
    process.start()
    yield process
    process.stop()


def coming(plan, seconds):
    """The first decided listing that starts in this number of seconds or later."""
    from_ms = (time.time() + seconds) * 1000
    return next(entry for entry in plan if entry["decided"] and entry["startMs"] > from_ms)


def shows(page, entry, item=None):
    page.wait_for_function(
        SHOWS, arg=[entry["position"], entry["startMs"], item or entry["item"]], timeout=NEXT_LISTING
    )


def test_an_open_page_sees_a_designers_day(visit, shop):
    page = visit("alpha", address=shop.address)
    page.evaluate("() => { window.same = true }")

    assert shop.publish("Autumn").returncode == 0
    page.wait_for_function(TITLE, arg="Autumn", timeout=SOON)
    shop.stores[0]["positons"] = 5
    refused = shop.publish("Typo")
    assert refused.returncode != 0 and "positons" in refused.stderr
    del shop.stores[0]["positons"]

    shop.do("redraw", "--store", "alpha", "--reason", "other items")
    plan = shop.plan()
    replaced = coming(plan, seconds=15)
    other = next(f"item-{n}" for n in range(40) if all(entry["item"] != f"item-{n}" for entry in plan[:60]))
    start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(replaced["startMs"] / 1000))
    shop.do(
        "replace",
        "--store",
        "alpha",
        "--position",
        str(replaced["position"]),
        "--start",
        start,
        "--item",
        other,
        "--reason",
        "x",
    )
    shows(page, replaced, item=other)
    wait_until_live(page, "alpha")

    promised = [entry for entry in shop.plan() if entry["startMs"] > time.time() * 1000 + 2000][:4]
    for entry in promised:
        shows(page, entry)

    shop.do("withdraw", "--item", promised[-1]["item"], "--reason", "a wrong picture")
    page.wait_for_selector(
        f"#panel-alpha .card[data-item='{promised[-1]['item']}'] .buy[data-buy=withdrawn]", timeout=SOON
    )
    shop.do("roll-back", "1", "--reason", "enough")
    page.wait_for_function(TITLE, arg="Changing", timeout=SOON)
    assert page.evaluate("() => window.same")
