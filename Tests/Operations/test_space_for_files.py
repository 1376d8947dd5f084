"""What an operator is told once files take most of their space."""

import os
import sqlite3
import time
from contextlib import closing

import pytest
from operated import ADMIN_TOKEN

pytestmark = pytest.mark.skipif("SHELFLIFE_DATABASE" in os.environ, reason="the space is taken by a row in SQLite")
ENVIRONMENT = {**os.environ, "SHELFLIFE_ADMIN_TOKEN": ADMIN_TOKEN}


def take(server, size):
    """Begins a file of this size, whose parts never come."""
    with closing(sqlite3.connect(server.data / "secrets" / "shelflife.sqlite")) as database, database:
        now = int(time.time() * 1000)
        database.execute("INSERT INTO file VALUES (?, ?, ?, NULL)", (size.to_bytes(32, "big"), size, now))


def check(server):
    done = server.run("check", str(server.config), env={**ENVIRONMENT, "SHELFLIFE_DATA": str(server.data)})
    assert done.returncode == 0, done.stdout
    return done.stdout


def files(server):
    done = server.run("files", "--to", server.address, env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def readiness(server):
    return server.run("health", "--ready", server.address).stdout


def test_it_is_told_by_check_publish_and_the_server_from_80_percent_on(server):
    take(server, 858_993_459)
    assert "GiB" not in check(server)
    header, *kinds, space, rest = files(server)
    assert header.split() == ["kind", "files", "bytes"]
    assert [line.split() for line in kinds] == [
        ["pictures", "0", "0"], ["packs", "0", "0"], ["versions", "0", "0"], ["unused", "1", "858993459"]
    ]  # fmt: skip
    assert space == "Together they take 858993459 of 1073741824 bytes, which is 79 %."
    assert "degraded" not in readiness(server)

    take(server, 1)
    assert server.stop() == 0
    assert f"files take 80 % of the 1 GiB of the shop in {server.data}; `shelflife files` says what takes it" in check(server)
    server.start()
    server.wait_for(lambda: "degraded: files take 80 % or more of the 1 GiB of the shop" in readiness(server))
    assert files(server)[-1] == "The space is nearly full. Once it is, pictures and packs are refused."
    server.content.write_text(server.content.read_text().replace("Operated", "Nearly full"))
    published = server.run("publish", str(server.content), "--to", server.address, env=ENVIRONMENT)
    assert published.returncode == 0, published.stderr
    assert "files that take 80 % of the 1 GiB of the shop" in published.stdout
