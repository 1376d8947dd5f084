"""A shop moves from SQLite to PostgreSQL and back while players buy."""

import os
import shutil
import threading

from open_window import on_sale
from operated import SETTINGS, Operated
from test_postgres import address, pytestmark  # noqa: F401
from vaulted import OPEN, Vaulted

EMBEDDED = {name: value for name, value in os.environ.items() if name != "SHELFLIFE_DATABASE"}
PLAYERS = 4


class Rush:
    """Players who buy one thing after the other, and remember each order with its answer."""

    def __init__(self, server):
        self.server, self.answers, self.ends = server, {}, threading.Event()
        self.players = [server.sign_in(f"player {number}") for number in range(PLAYERS)]
        self.threads = [threading.Thread(target=self.buy, args=(player,)) for player in self.players]
        for thread in self.threads:
            thread.start()

    def buy(self, player):
        number = 0
        while not self.ends.is_set():
            listing = on_sale(self.server.address, "main", for_seconds=1)
            body, key = listing.order(listing.price(self.server.address)), f"{player['player']}-{number}"
            status, answer = self.server.ask("/v1/stores/main/purchases", player["token"], body, key)
            self.answers[key] = (player, body, status, answer)
            number += 1

    def statuses(self):
        return {status for _, _, status, _ in list(self.answers.values())}

    def end(self):
        self.ends.set()
        for thread in self.threads:
            thread.join(120)

    def check(self, server):
        """Everything that was answered before is answered alike, and nothing was paid twice."""
        sold = dict.fromkeys([player["player"] for player in self.players], 0)
        for key, (player, body, status, answer) in self.answers.items():
            again, receipt = server.ask("/v1/stores/main/purchases", player["token"], body, key)
            if status == 200:
                assert (again, receipt["receipt"], receipt["replayed"]) == (200, answer["receipt"], True), key
            sold[player["player"]] += again == 200
        for player in self.players:
            balances = server.ask("/v1/player", player["token"])[1]["balances"]
            assert balances["coins"] == 100 - 5 * sold[player["player"]]
        return sum(sold.values())


def test_a_shop_moves_in_the_middle_of_a_rush_and_back(tmp_path, address):  # noqa: F811
    embedded = Operated(tmp_path, env=EMBEDDED).start()
    embedded.wait_for(embedded.window)
    keys = embedded.public_keys()
    rush = Rush(embedded)
    try:
        embedded.wait_for(lambda: len(rush.answers) > 20)
        moved = embedded.run("copy", "--from", str(embedded.data), "--to", address)
        assert moved.returncode == 0, moved.stderr
        assert "purchase: " in moved.stdout and "has moved to postgresql:///shop_" in moved.stdout
        # The server that still runs shows what it has, and sells nothing.
        embedded.wait_for(lambda: 503 in rush.statuses())
        assert embedded.window() is not None and embedded.ask("/v1/stores")[0] == 200
        embedded.wait_for(lambda: embedded.run("health", "--ready", "--for", "orders", embedded.address).returncode != 0)
        assert "degraded: takes no orders: this shop has moved to postgresql:///shop_" in embedded.run("health", "--ready", embedded.address).stdout
    finally:
        rush.end()
    assert rush.statuses() <= {200, 409, 429, 503}
    assert embedded.stop() == 0

    assert embedded.begin().process.wait(60) != 0
    assert "this shop has moved to postgresql:///shop_" in embedded.log
    check_that_the_folder_is_left_alone(embedded, tmp_path)
    server = Operated(tmp_path, env={**EMBEDDED, "SHELFLIFE_DATABASE": address}).start()
    assert server.public_keys() == keys
    sold = rush.check(server)
    assert sold > 0

    in_use = server.run("copy", "--from", address, "--to", str(server.data))
    assert in_use.returncode != 0 and "is in use by process" in in_use.stderr
    assert server.stop() == 0
    back = server.run("copy", "--from", address, "--to", str(server.data))
    assert back.returncode == 0, back.stderr
    home = Operated(tmp_path, env=EMBEDDED).start()
    assert home.public_keys() == keys and rush.check(home) == sold
    assert home.stop() == 0


def test_a_shop_whose_disk_has_failed_moves_once_a_start_has_mended_it(tmp_path, address):  # noqa: F811
    shop = Operated(tmp_path, env=EMBEDDED).start()
    shop.wait_for(shop.window)
    assert shop.stop() == 0
    # As a server leaves it that a failed sync has ended.
    (shop.data / "secrets/shelflife.sqlite-unsynced").touch()
    refused = shop.run("copy", "--from", str(shop.data), "--to", address)
    assert refused.returncode != 0 and "start the server on it once" in refused.stderr
    shop.start()
    assert shop.stop() == 0
    moved = shop.run("copy", "--from", str(shop.data), "--to", address)
    assert moved.returncode == 0, moved.stderr


def check_that_the_folder_is_left_alone(left, tmp_path):
    """No command takes what a shop has left for the shop."""
    backup = tmp_path / "backup"
    old = tmp_path / "old"
    old.mkdir()
    shutil.copy(left.data / "secrets/shelflife.sqlite", old)
    moved, here = "has moved to postgresql:///shop_", ("--data", str(left.data))
    for command in [
        ("backup", str(backup), *here),
        ("backup", "--keep", "3", str(backup), *here),
        ("restore", str(old), "--data", str(tmp_path / "elsewhere")),
        ("restore", str(old), *here, "--replace"),
        ("copy", "--from", str(left.data), "--to", str(tmp_path / "third")),
    ]:
        done = left.run(*command, env=EMBEDDED)
        assert done.returncode != 0 and moved in done.stderr, (command, done.stderr)
    assert not list(tmp_path.glob("backup/*")) and not (tmp_path / "elsewhere/secrets/shelflife.sqlite").exists()
    left.config.write_text(f"server: {{data: {left.data}}}\n" + SETTINGS)
    assert moved in left.run("check", str(left.config), env=EMBEDDED).stdout
    left.config.write_text(SETTINGS)


def test_a_folder_that_a_shop_has_left_is_sealed_by_nobody(tmp_path, address):  # noqa: F811
    vaulted = Vaulted(tmp_path, env=EMBEDDED).name_vault(OPEN)
    vaulted.config.write_text(OPEN)
    vaulted.start_locked()
    assert vaulted.stop() == 0
    assert vaulted.run("copy", "--from", str(vaulted.data), "--to", address).returncode == 0
    vaulted.name_vault(OPEN)
    refused = vaulted.vault("adopt", *vaulted.where)
    assert refused.returncode != 0 and "this shop has moved to postgresql:///shop_" in refused.stderr


def test_a_shop_stays_where_it_is_when_there_is_no_room_for_it(tmp_path, address):  # noqa: F811
    embedded = Operated(tmp_path, env=EMBEDDED).start()
    (tmp_path / "other").mkdir()
    other = Operated(tmp_path / "other", env={**EMBEDDED, "SHELFLIFE_DATABASE": address}).start()
    other.sign_in("somebody")
    assert other.stop() == 0
    refused = embedded.run("copy", "--from", str(embedded.data), "--to", address)
    assert refused.returncode != 0 and "isn't empty" in refused.stderr
    missing = embedded.run("copy", "--from", str(tmp_path / "nowhere"), "--to", address)
    assert missing.returncode != 0 and "nowhere" in missing.stderr
    player = embedded.sign_in("paula")
    listing = on_sale(embedded.address, "main", for_seconds=5)
    assert (
        embedded.ask("/v1/stores/main/purchases", player["token"], listing.order(listing.price(embedded.address)), "a")[
            0
        ]
        == 200
    )
    assert embedded.stop() == 0
