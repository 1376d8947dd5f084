"""A shop whose clock was ahead, and is right now, begins anew by the command that the refused start names."""

import os
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing

import pytest
from clusters import CLUSTER, new_database
from operated import PATIENCE, Operated

EMBEDDED = {name: value for name, value in os.environ.items() if name != "SHELFLIFE_DATABASE"}
DAY = 86_400_000
COMMAND = "shelflife restore --clock-was-ahead, with the server's --config and --data"


class Shop(Operated):
    """A server on either database, into whose tables a test can write."""

    def __init__(self, folder, address=None, data=None):
        folder.mkdir(exist_ok=True)
        self.database = address
        super().__init__(folder, data, env=EMBEDDED if address is None else {**EMBEDDED, "SHELFLIFE_DATABASE": address})

    def ask_database(self, *statements):
        """Runs statements, and returns what the last of them answers, as texts."""
        if self.database is not None:
            command = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1"]
            words = [word for statement in statements for word in ("--command", statement)]
            done = subprocess.run(
                [*command, "--dbname", self.database, *words],
                check=True,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
            )
            return done.stdout.split()
        with closing(sqlite3.connect(self.data / "secrets" / "shelflife.sqlite")) as database, database:
            answers = [database.execute(statement).fetchall() for statement in statements]
        return [str(value) for row in answers[-1] for value in row]

    def mend(self):
        return self.run(
            "restore",
            "--clock-was-ahead",
            "--config",
            str(self.config),
            "--data",
            str(self.data),
            env=self.options["env"],
        )


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def address(request):
    if request.param == "SQLite":
        return None
    if not CLUSTER:
        pytest.skip("scripts/with-postgres starts the cluster that this needs")
    return new_database()


@pytest.fixture
def opened():
    """Keeps servers to end them."""
    servers = []
    yield lambda server: servers.append(server) or server
    for server in servers:
        server.end()


def issue_ahead(shop):
    """As if the last windows had been issued a day later."""
    minutes = DAY // 60_000
    shop.ask_database(f'UPDATE "window" SET sequence = sequence + {minutes}, issued_at_ms = issued_at_ms + {DAY}')
    for path in (shop.data / "published/v1/stores").glob("*/windows/*"):
        path.rename(path.with_name(str(int(path.name) + minutes)))


def begin_ahead(shop):
    """As if an incarnation had been begun a day later."""
    minute = (int(time.time() * 1000) + DAY) // 60_000 * 60_000
    shop.ask_database(f"UPDATE identity SET incarnation = incarnation + 1, begun_at_ms = {minute}")


@pytest.mark.parametrize(
    ("go", "words"),
    [(issue_ahead, "has a window issued "), (begin_ahead, "after a restore the stores begin anew ")],
    ids=["windows", "an incarnation"],
)
def test_a_clock_that_was_ahead_is_mended_as_the_refused_start_says(tmp_path, address, opened, go, words):
    shop = opened(Shop(tmp_path / "shop", address)).start()
    shop.wait_for(shop.window)
    shop.wait_for(lambda: list((shop.data / "published/v1/stores").glob("*/windows/*")))
    paula, keys = shop.sign_in("paula"), shop.public_keys()
    assert shop.stop() == 0
    go(shop)
    until = (int(time.time() * 1000) + DAY) // 3_600_000 * 3_600_000
    shop.ask_database("DELETE FROM closed", f"INSERT INTO closed (until_ms) VALUES ({until})")
    assert shop.begin().process.wait(PATIENCE) != 0
    assert words in shop.log and COMMAND in shop.log

    mended = shop.mend()
    assert mended.returncode == 0, mended.stderr
    [aside] = (shop.data / "secrets").glob("ahead-*")
    assert f"The windows that were published are in {aside}." in mended.stdout
    assert list(aside.glob("v1/stores/main/windows/*")) and not list((shop.data / "published").iterdir())
    now = int(time.time() * 1000)
    [open_again] = map(int, shop.ask_database("SELECT until_ms FROM closed"))
    assert now - 2 * 3_600_000 < open_again <= now
    for _ in range(2):
        shop.start()
        shop.wait_for(shop.window, seconds=60 + PATIENCE)
        anew = shop.window()
        assert now < anew["incarnationMs"] <= anew["issuedAtMs"] < now + 10 * 60_000
        assert shop.public_keys() == keys and shop.sign_in("paula")["player"] == paula["player"]
        assert shop.stop() == 0
    [line] = shop.logged("so the stores begin anew")
    assert "the clock was ahead" in line


def test_it_is_refused_while_a_server_runs_and_changes_nothing(tmp_path, address, opened):
    shop = opened(Shop(tmp_path / "shop", address)).start()
    shop.wait_for(shop.window)
    refused = shop.mend()
    assert refused.returncode != 0
    assert f"is in use by process {shop.process.pid}; stop that one first" in refused.stderr
    if address is not None:
        other = opened(Shop(tmp_path / "other", address)).start()
        assert other.stop() == 0
        refused = other.mend()
        assert refused.returncode != 0
        assert "was in use within the last ten seconds, by shelflife; stop" in refused.stderr
        assert list((other.data / "published").iterdir())
    assert shop.ask_database("SELECT COUNT(*) FROM restored") == ["0"]
    assert shop.window() is not None
    assert shop.stop() == 0
    assert shop.mend().returncode == 0
    assert shop.ask_database("SELECT COUNT(*) FROM restored") == ["1"]


def test_a_raw_copy_that_is_put_in_place_begins_anew_by_the_same_command(tmp_path, opened):
    shop = opened(Shop(tmp_path / "shop")).start()
    shop.wait_for(shop.window)
    before = shop.window()
    assert shop.stop() == 0
    copy = opened(Shop(tmp_path / "copy"))
    shutil.copytree(shop.data, copy.data)
    assert copy.mend().returncode == 0
    copy.start()
    copy.wait_for(copy.window, seconds=60 + PATIENCE)
    anew = copy.window()
    assert anew["incarnationMs"] == anew["issuedAtMs"]
    assert not {chain["id"] for chain in before["chains"]} & {chain["id"] for chain in anew["chains"]}
    assert copy.stop() == 0


def test_it_makes_no_shop_where_there_is_none_and_takes_no_backup(tmp_path):
    shop = Shop(tmp_path / "shop")
    (shop.data / "secrets").mkdir(parents=True)
    refused = shop.mend()
    assert refused.returncode != 0 and f"there is no database at {shop.data}/secrets/shelflife.sqlite" in refused.stderr
    assert not (shop.data / "secrets/shelflife.sqlite").exists()
    for words in [("restore",), ("restore", "backup", "--clock-was-ahead"), ("restore", "--clock-was-ahead", "--replace")]:
        wrong = shop.run(*words)
        assert wrong.returncode != 0 and "or say --clock-was-ahead alone." in wrong.stderr
