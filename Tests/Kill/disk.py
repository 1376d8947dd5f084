"""What the shim (power.c) knows of the server's disk, and what becomes of the files when the power is cut."""

import mmap
import os
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
NO_TROUBLE, FULL, READ_ONLY, UNSYNCED_DATABASE, UNSYNCED_LOG = range(5)
UNKNOWN, OPEN, COMMITTED, DURABLE = range(4)
FIELDS = ["trouble", "syncs", "commits", "answers", "early", "skipped", "highest"]
WISHES_AT = 8 * len(FIELDS)
UNDO = struct.Struct("=QQQQQ")
SECTOR = 512
FILES = {"database": "shelflife.sqlite", "log": "shelflife.sqlite-wal"}
KEPT = ["undo", "lost", "mended"]


def compiled(folder):
    """The shim as a library, made with the machine's C compiler or Swift's."""
    library = folder / "power.so"
    compiler = os.environ.get("CC") or next(name for name in ["cc", "clang"] if which(name))
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", library, HERE / "power.c", "-ldl", "-lpthread"],
                   check=True, timeout=60)  # fmt: skip
    return library


def which(name):
    return any((Path(folder) / name).exists() for folder in os.environ["PATH"].split(":"))


@dataclass
class Undo:
    """One write or truncation that was not synced."""

    truncates: bool
    offset: int
    size_before: int
    fresh: bytes
    old: bytes

    @property
    def range(self):
        """Of the bytes that were written."""
        return range(self.offset, self.offset + len(self.fresh))

    def take_back(self, file):
        file.seek(self.offset)
        file.write(self.old)
        file.truncate(self.size_before)

    def do_again(self, file, random):
        """As a disk does that was at it when the power went: sector by sector, each or not."""
        if self.truncates:
            return file.truncate(self.offset) if random.random() < 0.5 else None
        place = 0
        while place < len(self.fresh):
            end = min(len(self.fresh), place + SECTOR - (self.offset + place) % SECTOR)
            if random.random() < 0.5:
                file.seek(self.offset + place)
                file.write(self.fresh[place:end])
            place = end


def read_undoes(path):
    data, place = path.read_bytes(), 0
    while place + UNDO.size <= len(data):
        truncates, offset, size, fresh, old = UNDO.unpack_from(data, place)
        place += UNDO.size
        if place + fresh + old > len(data):
            return  # The kill came while it was written, so that what it would undo was never done.
        yield Undo(
            bool(truncates), offset, size, data[place : place + fresh], data[place + fresh : place + fresh + old]
        )
        place += fresh + old


def forget(file, lost, mended):
    """Takes back what syncs that failed were for, but for the bytes that were written and synced after them."""
    kept = {place for undo in mended for place in undo.range}
    for undo in reversed(lost):
        file.seek(0, os.SEEK_END)
        size = file.tell()
        for place in undo.range:
            if place in kept or place >= size:
                continue
            file.seek(place)
            # What the file hadn't yet is empty on the disk.
            file.write(undo.old[place - undo.offset : place - undo.offset + 1] or b"\0")


class Disk:
    def __init__(self, folder, data, library):
        self.folder, self.data, self.library = folder, data, library
        folder.mkdir()
        with open(folder / "state", "wb") as file:
            file.truncate(WISHES_AT + (1 << 23))
        with open(folder / "state", "r+b") as file:
            self.state = mmap.mmap(file.fileno(), 0)

    def environment(self, skips=None):
        """What a server is started with to run on this disk."""
        less = {"SHELF_SKIPS": skips} if skips else {}
        return {"LD_PRELOAD": str(self.library), "SHELF_STATE": str(self.folder), "SHELF_DISK": str(self.data), **less}

    def __getattr__(self, name):
        return struct.unpack_from("=Q", self.state, 8 * FIELDS.index(name))[0]

    def trouble_with(self, kind):
        struct.pack_into("=Q", self.state, 0, kind)

    def cut(self, random, torn):
        """Takes back what was not synced, now that the server is dead: all of it, or some sectors of it.

        Returns how many writes were taken back.
        """
        count = sum(self._cut(name, random, torn) for name in FILES)
        shared = self.data / "secrets" / "shelflife.sqlite-shm"
        shared.unlink(missing_ok=True)
        for wish in range(self.highest + 1):
            if self.state[WISHES_AT + wish] in (OPEN, COMMITTED):
                # What some sectors hold may have been committed or not; either way it is on the disk now.
                self.state[WISHES_AT + wish] = DURABLE if torn else UNKNOWN
        return count

    def _cut(self, name, random, torn):
        undoes, lost, mended = (list(read_undoes(self.folder / f"{what}-{name}")) for what in KEPT)
        if not undoes and not lost:
            return 0
        with open(self.data / "secrets" / FILES[name], "r+b") as file:
            for undo in reversed(undoes):
                undo.take_back(file)
            for undo in undoes if torn else []:
                undo.do_again(file, random)
            forget(file, lost, mended)
        for what in KEPT:
            os.truncate(self.folder / f"{what}-{name}", 0)
        return len(undoes) + len(lost)
