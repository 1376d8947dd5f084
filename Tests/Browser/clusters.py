"""Databases of their own, in the PostgreSQL cluster that `scripts/with-postgres` starts."""

import json
import os
import secrets
import sqlite3
import subprocess
from contextlib import closing

CLUSTER = os.environ.get("SHELFLIFE_TEST_POSTGRES")


def new_database():
    """The address of a new, empty database."""
    known = dict(part.split("=", 1) for part in CLUSTER.split())
    name = f"shop_{secrets.token_hex(8)}"
    subprocess.run(["createdb", "-h", known["host"], "-U", known["user"], name], check=True, timeout=60)
    return f"postgresql://{known['user']}@/{name}?host={known['host']}"


def chosen():
    """What a server's environment needs for the database that `SHELFLIFE_ON` asks for: `postgres`, or none for
    SQLite."""
    return {"SHELFLIFE_DATABASE": new_database()} if os.environ.get("SHELFLIFE_ON") == "postgres" else {}


def has_others(address):
    """Whether somebody else is connected, such as a server that was killed and whose last transaction isn't over."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    return asked(address, query) != ["0"]


def read_into_sqlite(address, path, tables=None):
    """Copies what a PostgreSQL database holds into a SQLite file, by psql and so without the server's help.

    - tables: the names of those to be copied, unless all are.
    """
    columns = {}
    for line in asked(
        address,
        "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'"
        " ORDER BY ordinal_position",
    ):
        table, column, kind = line.split("|")
        if tables is None or table in tables:
            columns.setdefault(table, {})[column] = kind
    with closing(sqlite3.connect(path)) as database:
        for table, kinds in columns.items():
            names = ", ".join(f'"{name}"' for name in kinds)
            database.execute(f'CREATE TABLE "{table}" ({names})')
            rows = [[_value(json.loads(line)[name], kind) for name, kind in kinds.items()]
                    for line in asked(address, f'SELECT row_to_json(whole) FROM "{table}" AS whole')]  # fmt: skip
            database.executemany(f'INSERT INTO "{table}" VALUES ({", ".join("?" for _ in kinds)})', rows)
        database.commit()
    return path


def asked(address, query):
    """The lines that psql answers."""
    command = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--dbname", address, "--command", query]
    return subprocess.run(command, check=True, timeout=120, capture_output=True, text=True).stdout.splitlines()


def _value(value, kind):
    return bytes.fromhex(value.removeprefix("\\x")) if kind == "bytea" and value is not None else value
