"""Opens the sealed columns of a copied database with the vault's wrapping keys, as decision 0054 describes them, so that
what the database says can be inspected."""

import base64
import hmac
import sqlite3
import struct
from contextlib import closing

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

# Of each table: the primary key, and the columns that are sealed.
SEALED = {
    "store": (["id"], ["signing_seed", "schedule_seed"]),
    "chain": (["id"], ["checkpoints", "app_secret"]),
    "secret": (["name"], ["bytes"]),
    "content_key": ([], ["seed"]),
    "listing": (["store", "start_ms", "position", "revision"], ["item"]),
    "listing_change": (["store", "number"], ["item", "reason"]),
    "audit": (["id"], ["what", "reason"]),
}

# What is authenticated with the sealed columns besides the key.
BOUND = {
    "chain": ["store", "coalesce(previous, x'')", "epoch_ms", "slots", "lead_ms", "spacing", "app_secret IS NOT NULL"],
}


def open_columns(path, wrapping_keys):
    """Writes what is sealed in the open.

    - wrapping_keys: 32 bytes each, by their numbers.
    """
    with closing(sqlite3.connect(path)) as database:
        there = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in SEALED.keys() & there:
            keys, columns = SEALED[table]
            where = " AND ".join(f"{name} = ?" for name in keys) or "true"
            selected = ", ".join(keys + columns + BOUND.get(table, []))
            for values in database.execute(f"SELECT {selected} FROM {table}").fetchall():
                key, bound = values[: len(keys)], values[len(keys + columns) :]
                for column, value in zip(columns, values[len(keys) :]):
                    if value is not None:
                        value = opened(value, table, column, key + bound, wrapping_keys)
                        database.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", [value, *key])
        database.commit()


def opened(value, table, column, key, wrapping_keys):
    """The text or the bytes of a sealed value."""
    if isinstance(value, str):
        assert value[0] == "\1", f"{table}.{column} isn't sealed"
        data = opened(base64.b64decode(value[1:]), table, column, key, wrapping_keys)
        return data.rstrip(b"\0").decode()
    form, number, day = struct.unpack(">BII", value[:9])
    assert form == 1, f"{table}.{column} isn't sealed"
    info = b"shelflife/v1/data key" + text(table) + struct.pack(">Q", day)
    data_key = hkdf(wrapping_keys[number], info)
    about = b"shelflife/v1/column" + text(table) + text(column) + b"".join(map(part, key))
    return AESGCM(data_key).decrypt(value[9:21], value[21:], about)


def text(name):
    return struct.pack(">Q", len(name.encode())) + name.encode()


def part(value):
    if isinstance(value, int):
        return b"\0" + struct.pack(">q", value)
    data = value if isinstance(value, bytes) else value.encode()
    return (b"\2" if isinstance(value, bytes) else b"\1") + struct.pack(">Q", len(data)) + data


def hkdf(material, info):
    return hmac.digest(hmac.digest(b"", material, "sha256"), info + b"\1", "sha256")
