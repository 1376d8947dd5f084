"""A shop on PostgreSQL, which several servers share."""

import contextlib
import os
import re
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import pytest
from clusters import CLUSTER, asked, new_database
from open_window import on_sale
from operated import ADMIN_TOKEN, SETTINGS, Operated
from shelf_process import free_port

pytestmark = pytest.mark.skipif(not CLUSTER, reason="scripts/with-postgres starts the cluster that this needs")


@pytest.fixture
def address():
    return new_database()


@pytest.fixture
def opened(tmp_path, address):
    """Opens servers on the database, and ends them."""
    servers = []

    def open(name="one", **environment):
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        server = Operated(folder, env={**os.environ, "SHELFLIFE_DATABASE": address, **environment})
        servers.append(server)
        return server

    yield open
    for server in servers:
        server.end()


def buy(server, player, key):
    """Buys what stands longest in `main`."""
    listing = on_sale(server.address, "main", for_seconds=5)
    return order(server, player, key, listing.order(listing.price(server.address)))


def order(server, player, key, body):
    return server.ask("/v1/stores/main/purchases", player["token"], body, key)


@pytest.fixture
def pooled(address):
    """The database's address through PgBouncer, which gives each transaction whatever session is free."""
    place, folder = re.fullmatch(r".*/(\w+)\?host=(.*)", address).groups()
    port = free_port()
    # It refuses to run as root, and whoever it runs as has to read its settings.
    user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    with tempfile.NamedTemporaryFile("w", suffix=".ini") as settings:
        os.chmod(settings.name, 0o644)
        settings.write(
            f"[databases]\n{place} = host={folder} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
            f"listen_port = {port}\nauth_type = any\npool_mode = transaction\nunix_socket_dir =\n"
        )
        settings.flush()
        pooler = subprocess.Popen([*user, "/usr/sbin/pgbouncer", "--quiet", settings.name])
        while pooler.poll() is None and not is_open(port):
            time.sleep(0.02)
        yield f"postgresql://postgres@127.0.0.1:{port}/{place}"
        pooler.terminate()
        pooler.wait(60)


def is_open(port):
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


def test_who_pools_transactions_is_told_to_pool_sessions(opened, pooled):
    server = opened(SHELFLIFE_DATABASE=pooled).begin()
    server.wait_for(lambda: "use session mode" in server.log)


def test_what_was_bought_is_there_after_a_restart_and_the_stores_are_the_same(opened):
    server = opened().start()
    server.wait_for(server.window)
    keys, sequence = server.public_keys(), server.window()["sequence"]
    player = server.sign_in("paula")
    listing = on_sale(server.address, "main", for_seconds=20)
    bought = listing.order(listing.price(server.address))
    status, receipt = order(server, player, "a", bought)
    assert status == 200
    assert server.stop() == 0
    server.start()
    assert server.public_keys() == keys and server.window()["sequence"] >= sequence
    assert order(server, player, "a", bought) == (200, {**receipt, "replayed": True})
    assert [one["count"] for one in server.ask("/v1/player/inventory", player["token"])[1]["items"]] == [1]
    assert server.logged("started")[0].find("database=PostgreSQL") > 0


def test_two_servers_on_one_database_show_the_same_and_sell_from_one_wallet(opened):
    one = opened("one").start()
    one.wait_for(one.window)
    two = opened("two").start()
    assert one.public_keys() == two.public_keys()
    two.wait_for(lambda: two.window() == one.window())
    player = one.sign_in("paula")
    assert two.sign_in("paula")["player"] == player["player"]
    listing = on_sale(one.address, "main", for_seconds=20)
    bought = listing.order(listing.price(one.address))
    status, receipt = order(one, player, "a", bought)
    assert status == 200
    assert order(two, player, "a", bought) == (200, {**receipt, "replayed": True})
    statuses = {buy([one, two][number % 2], player, f"more-{number}")[0] for number in range(24)}
    assert statuses == {200, 409}, "20 items of 5 coins are what 100 coins buy"
    balances = [server.ask("/v1/player", player["token"])[1]["balances"]["coins"] for server in (one, two)]
    assert balances == [0, 0]


def test_content_published_through_one_server_is_in_force_on_the_other(opened):
    one, two = opened("one").start(), opened("two").start()
    files = [{"path": "content.yaml", "text": "title: Both\ncatalogue: [items.yaml]\nstores: [{id: main, positions: 4}]\n"},
             {"path": "items.yaml", "text": (one.folder / "items.yaml").read_text()}]  # fmt: skip
    assert one.ask("/v1/admin/content/versions", ADMIN_TOKEN, {"files": files, "reason": "both", "base": 1, "over": 1})[0] == 200
    two.wait_for(lambda: set(two.public_keys()) == {"main"})


def test_where_no_database_answers_the_start_ends_and_says_so_without_the_password(opened):
    server = opened(SHELFLIFE_DATABASE="postgresql://shop:very-secret@127.0.0.1:1/shop").begin()
    assert server.process.wait(60) == 1
    assert "the database can't be reached" in server.log and "very-secret" not in server.log


def test_a_malformed_address_ends_the_start_without_a_word_of_the_password(opened):
    for address in (
        "shop:very-secret@[::1/shop",
        "shop:very-secret%zz@h/shop",
        "shop:a@very-secret@h/shop",
        "h/shop?very-secret",
    ):
        server = opened(SHELFLIFE_DATABASE=f"postgresql://{address}").begin()
        assert server.process.wait(60) != 0
        assert "since it may have a password" in server.log and "very-secret" not in server.log


def test_a_data_folder_that_holds_a_shop_is_not_taken_for_another_database(opened, tmp_path):
    server = opened()
    embedded = Operated(
        server.folder, env={name: value for name, value in os.environ.items() if name != "SHELFLIFE_DATABASE"}
    )
    embedded.start()
    assert embedded.stop() == 0
    assert server.begin().process.wait(60) != 0
    assert "holds a shop, and `database` names PostgreSQL" in server.log


def test_backup_leaves_postgresql_to_its_own_tools(opened, address):
    server = opened()
    server.config.write_text(f"database: {address}\n" + SETTINGS)
    made = server.run("backup", str(server.folder / "backup"), "--config", str(server.config))
    assert made.returncode != 0 and "docs/operations/postgresql.md" in made.stderr
    assert not (server.folder / "backup").exists()


def set_the_clock(address, ahead):
    """Has the database show another time than its machine does, from the next session on."""
    name = re.fullmatch(r".*/(\w+)\?.*", address).group(1)
    asked(address, f"ALTER DATABASE {name} SET search_path = public, pg_catalog")
    asked(
        address,
        "CREATE OR REPLACE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS"
        f" $$ SELECT pg_catalog.clock_timestamp() + INTERVAL '{ahead} milliseconds' $$",
    )


def test_a_server_whose_clock_differs_from_the_database_s_says_so_and_far_off_it_gives_no_key(opened, address):
    server = opened().start()
    server.wait_for(lambda: (server.window("bazaar") or {}).get("released"))
    due = server.window("bazaar")["released"][0]
    key = f"/v1/stores/bazaar/keys/{due['chain']}/{due['slot']}"
    for ahead, status, words in [
        (-300, 200, "degraded: the clock is 2"),
        (5000, 503, "behind the database's, so no keys are given"),
        (-5000, 503, "ahead of the database's, so no keys are given"),
        (0, 200, "ready\n"),
    ]:
        assert server.stop() == 0
        set_the_clock(address, ahead)
        server.start()
        with pytest.raises(urllib.error.HTTPError) if status == 503 else contextlib.nullcontext():
            assert words in urllib.request.urlopen(f"{server.address}/readyz", timeout=60).read().decode()
        if status == 503:
            assert words in server.ask("/readyz")[1]["detail"]
        assert server.ask(key)[0] == (404 if status == 503 else 200)


def test_check_warns_of_a_database_that_every_role_may_connect_to(opened, address):
    server = opened()
    check = lambda: server.run("check", str(server.config), env=server.options["env"]).stdout  # noqa: E731
    assert "may connect to the database" in check()
    name = re.fullmatch(r".*/(\w+)\?.*", address).group(1)
    asked(address, f"REVOKE CONNECT, TEMPORARY ON DATABASE {name} FROM PUBLIC")
    assert "may connect" not in check() and "is right" in check()
