"""`shelflife demo DIR`: a folder of one's own is served as the sample is, and nothing in it changes."""

import json
import os
import re
import subprocess
import urllib.request

import pytest
from operated import CONTENT, ITEMS, PATIENCE, SETTINGS, Operated
from shelf_process import BINARY

TWO_CURRENCIES = CONTENT.replace("lead: 10m}", "lead: 10m, currency: gems}")


class Tried(Operated):
    """A demo of a folder, and what it greets with."""

    def __init__(self, root, settings, content=TWO_CURRENCIES):
        self.folder, self.shop, self.temporary = root, root / "shop", root / "temporary"
        self.shop.mkdir()
        self.temporary.mkdir()
        self.content = self.shop / "content.yaml"
        self.content.write_text(content)
        (self.shop / "items.yaml").write_text(json.dumps(ITEMS))
        if settings is not None:
            (self.shop / "shelflife.yaml").write_text(settings)
        self.process = None

    def begin(self, *options):
        with open(self.folder / "server.log", "ab") as log:
            self.process = subprocess.Popen(
                [BINARY, "demo", self.shop, "--port", "0", *options], stdout=subprocess.PIPE, stderr=log, text=True,
                env={**os.environ, "TMPDIR": str(self.temporary)},
            )  # fmt: skip
        return self

    def start(self):
        self.begin()
        self.greeting = ""
        for line in self.process.stdout:
            self.greeting += line
            if line == "Ctrl-C stops it.\n":
                break
        assert self.greeting.endswith("Ctrl-C stops it.\n"), self.log
        self.address = re.search(r"The storefront +(http://127\.0\.0\.1:\d+)/", self.greeting)[1]
        return self

    def files(self):
        """All that is in the folder, to the byte."""
        return {path.relative_to(self.shop): path.read_bytes() for path in self.shop.rglob("*") if path.is_file()}

    def balances(self):
        player = self.sign_in("paula")["token"]
        return {name: balance for name, balance in self.ask("/v1/player", player)[1]["balances"].items() if balance}

    def page(self):
        with urllib.request.urlopen(self.address + "/", timeout=PATIENCE) as answer:
            return answer.read().decode()

    def titles(self):
        return [store["title"] for store in self.ask("/v1/stores")[1]]


@pytest.fixture
def tried(tmp_path):
    demos = []

    def make(settings=None, **other):
        demos.append(Tried(tmp_path, settings, **other))
        return demos[-1]

    yield make
    for demo in demos:
        demo.end()


def test_content_without_settings_is_served_with_money_and_a_secret_and_stays_as_it_is(tried):
    demo = tried()
    before = demo.files()
    demo.start()
    assert demo.balances() == {"coins": 1000, "gems": 1000}
    secret = re.search(r"with bazaar: --store=bazaar --app-secret=([\w-]{43})\n", demo.greeting)[1]
    watching = [BINARY, "watch", demo.address, "--store", "bazaar", "--app-secret", secret, "--count", "1"]
    watched = subprocess.run(watching, capture_output=True, text=True, timeout=PATIENCE)
    assert (watched.returncode, "5 gems" in watched.stdout) == (0, True), watched.stderr
    link = re.search(r"The desk +(http://127\.0\.0\.1:\d+/desk#code=[\w-]{43})\n", demo.greeting)
    assert link and f"{demo.content}   read again when they change" in demo.greeting
    assert "/invitations.html" in demo.greeting and "Its levels" not in demo.greeting
    assert demo.stop() == 0
    assert demo.files() == before and list(demo.temporary.iterdir()) == []


def test_the_gift_suffices_for_a_few_of_the_dearest_items(tried):
    demo = tried()
    (demo.shop / "items.yaml").write_text(json.dumps([{**item, "price": 40_000} for item in ITEMS]))
    demo.start()
    assert demo.balances() == {"coins": 400_000, "gems": 400_000}


def test_settings_hold_but_for_where_the_shop_is_kept_and_reached(tried):
    elsewhere = """
server: {host: 192.0.2.1, port: 1, data: kept, behindProxy: true, drain: 5m}
database: postgresql://nobody@192.0.2.1/none
vault: nowhere.age
content: {owner: server}
"""
    demo = tried(SETTINGS + elsewhere)
    before = demo.files()
    demo.start()
    assert demo.balances() == {"coins": 100}
    assert demo.stop() == 0
    assert demo.files() == before


@pytest.mark.parametrize("settings", [None, SETTINGS])
def test_changed_files_are_read_again_and_broken_ones_are_told_while_the_shop_goes_on(tried, settings):
    demo = tried(settings).start()
    secret = re.search(r"--app-secret=(\S+)", demo.greeting)[1]
    demo.content.write_text("title: [\n")
    demo.wait_for(lambda: demo.logged("the content files have errors"))
    assert demo.titles() == ["main", "bazaar"]
    demo.content.write_text(TWO_CURRENCIES.replace("{id: main,", "{id: main, title: Grand,"))
    demo.wait_for(lambda: "Grand" in demo.titles())
    assert secret in demo.page()


def test_what_is_wrong_is_told_as_check_tells_it(tried):
    demo = tried(content=TWO_CURRENCIES.replace("positions: 4", "positions: many"))
    ended = demo.begin().process
    told, _ = ended.communicate(timeout=PATIENCE)
    checked = demo.run("check", str(demo.content))
    assert (ended.returncode, told) == (1, checked.stdout) and checked.returncode == 1
    assert list(demo.temporary.iterdir()) == []


def test_a_folder_without_a_shop_is_told(tried):
    demo = tried()
    demo.content.unlink()
    assert demo.begin().process.wait(PATIENCE) == 1
    assert f"{demo.shop} has no shelflife.yaml and no content.yaml" in demo.log
