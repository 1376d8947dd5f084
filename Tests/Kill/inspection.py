"""Reads a copy of a database without the server's help, and notes what isn't as it must be."""

import shutil
import sqlite3
from contextlib import closing

import clusters

FAULTS = 50


class Inspection:
    """`faults` is empty when all is as it must be. What is inspected is up to `check`."""

    def __init__(self, path):
        self.faults = []
        with closing(sqlite3.connect(path)) as self.database:
            self.database.row_factory = sqlite3.Row
            try:
                self.check()
            except sqlite3.DatabaseError as error:
                self.faults.append(f"it can't be read: {error}")

    def rows(self, query):
        return self.database.execute(query).fetchall()

    def expect(self, is_so, text):
        if not is_so and len(self.faults) < FAULTS:
            self.faults.append(text)


def copied(data, folder, address=None):
    """The database and its log as they lie there, for another reader than the server to recover; or what PostgreSQL has
    at an address."""
    folder.mkdir()
    if address:
        return clusters.read_into_sqlite(address, folder / "shelflife.sqlite")
    for name in ["shelflife.sqlite", "shelflife.sqlite-wal"]:
        if (data / "secrets" / name).exists():
            shutil.copy(data / "secrets" / name, folder / name)
    return folder / "shelflife.sqlite"
