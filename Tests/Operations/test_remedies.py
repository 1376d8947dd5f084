"""Each error here names a remedy, and an operator who follows it has the shop again."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from operated import PATIENCE
from test_postgres import buy


@pytest.fixture
def shop(server, tmp_path):
    """A server on which paula has an account, with a backup."""
    server.paula, server.keys = server.sign_in("paula"), server.public_keys()
    made = server.run("backup", str(tmp_path / "backup"), "--data", str(server.data))
    assert made.returncode == 0, made.stderr
    server.backup, server.database = tmp_path / "backup", server.data / "secrets" / "shelflife.sqlite"
    return server


def refused(shop):
    """What a start that comes to nothing says."""
    before = len(shop.log)
    assert shop.begin().process.wait(PATIENCE) != 0
    return shop.log[before:]


def restore(shop, *options):
    restored = shop.run("restore", str(shop.backup), "--data", str(shop.data), *options)
    assert restored.returncode == 0, restored.stderr
    assert all(f"  {store}: public key {key}\n" in restored.stdout for store, key in shop.keys.items()) and shop.keys
    shop.start()
    assert shop.sign_in("paula")["player"] == shop.paula["player"]
    assert shop.stop() == 0


def lose(database):
    for ending in ["", "-wal", "-shm"]:
        database.with_name(database.name + ending).unlink(missing_ok=True)


def damage(database):
    lose(database)
    database.write_bytes(b"x" * 9000)


def upgrade(database):
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("INSERT INTO grdb_migrations VALUES ('of a later version')")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lose, "Put a backup back (shelflife restore --replace)"),
        (damage, "put a backup in its place (shelflife restore)"),
        (upgrade, "use that version, or restore a backup made before"),
    ],
)
def test_a_backup_takes_the_place_of_a_database_that_no_server_starts_on(shop, spoil, words):
    assert shop.stop() == 0
    spoil(shop.database)
    assert words in refused(shop)
    restore(shop, "--replace")


def test_a_log_whose_database_is_gone_is_kept_and_has_all_that_was_confirmed(shop):
    bought = [buy(shop, shop.paula, f"order-{number}")[0] for number in range(5)]
    assert bought == [200] * 5
    shop.process.kill()
    shop.process.wait(PATIENCE)
    log, away = shop.database.with_name(shop.database.name + "-wal"), shop.database.with_name("away")
    kept = log.read_bytes()
    shop.database.rename(away)
    assert "Put all of its files back" in refused(shop).replace("\n", " ")
    assert not shop.database.exists() and log.read_bytes() == kept
    away.rename(shop.database)
    shop.start()
    token = shop.sign_in("paula")["token"]
    assert len(shop.ask("/v1/player/purchases", token)[1]["purchases"]) == 5
    assert shop.stop() == 0


def test_a_new_shop_opens_where_secrets_and_published_are_removed(shop):
    assert shop.stop() == 0
    lose(shop.database)
    assert "or remove secrets and published to open a new shop with new signing keys" in refused(shop).replace("\n", " ")
    for name in ["secrets", "published"]:
        shutil.rmtree(shop.data / name)
    shop.start()
    shop.wait_for(lambda: shop.public_keys().keys() == shop.keys.keys())
    assert not set(shop.public_keys().values()) & set(shop.keys.values())
    assert shop.stop() == 0


@pytest.mark.parametrize("is_put_back", [True, False], ids=["put back as it was", "replaced by a backup"])
def test_a_database_that_was_moved_while_the_server_ran(shop, is_put_back):
    shop.database.rename(shop.database.with_name("moved"))
    assert shop.process.wait(PATIENCE) == 1
    assert "Put the folder back as it was, or restore a backup (shelflife restore)" in shop.log
    if not is_put_back:
        return restore(shop, "--replace")
    shop.database.with_name("moved").rename(shop.database)
    shop.start()
    assert shop.ask("/v1/player", shop.paula["token"])[0] == 200 and shop.public_keys() == shop.keys
    assert shop.stop() == 0
