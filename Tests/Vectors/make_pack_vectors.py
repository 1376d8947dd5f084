"""Makes the vectors of level packs: packs.json.

It implements docs/levels.md on its own, with `hashlib`, `zlib` and Python's `cryptography`, and no code of the Swift or
the JavaScript readers, so that a mistake in one of them can't hide in what it is tested with. `make vectors` writes the
file. The same one comes out each time with one version of zlib. Another version may compress otherwise, so a reader
applies the deltas and doesn't make them again.
"""

import base64
import hashlib
import json
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FOLDER = Path(__file__).resolve().parent
EPOCH_MS = 1_800_000_000_000
WEEK_MS = 7 * 86_400_000
NOTHING, NUMBER, TEXT, BYTES = range(4)


def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def written(*values):
    """Values as a pack's content and its deltas have them."""
    found = b""
    for value in values:
        if value is None:
            kind, data = NOTHING, b""
        elif isinstance(value, int):
            kind, data = NUMBER, struct.pack(">Q", value)
        elif isinstance(value, str):
            kind, data = TEXT, value.encode()
        else:
            kind, data = BYTES, value
        found += struct.pack(">BQ", kind, len(data)) + data
    return found


@dataclass(frozen=True)
class Level:
    id: str
    title: str
    map: bytes
    author: str | None = None
    tags: tuple[str, ...] = ()
    background: str | None = None

    @property
    def values(self):
        return self.id, self.title, self.author, " ".join(self.tags), self.background, self.map

    def vector(self):
        shown = {"id": self.id, "title": self.title, "author": self.author, "tags": list(self.tags),
                 "background": self.background, "map": b64(self.map)}  # fmt: skip
        return {name: value for name, value in shown.items() if value is not None}


@dataclass(frozen=True)
class Pack:
    engine: int
    levels: tuple[Level, ...]
    id: str = "warehouse"

    @property
    def content(self):
        values = [self.id, self.engine, *(value for level in self.levels for value in level.values)]
        return hashlib.sha256(b"shelflife/v1/pack" + written(*values)).digest()

    def vector(self, name):
        return {"name": name, "pack": self.id, "engine": self.engine, "contentHex": self.content.hex(),
                "levels": [level.vector() for level in self.levels]}  # fmt: skip


def maze(rows, width):
    """A large map whose rows come again and again, near and far, so that zlib uses all that its format has."""
    kinds = [hashlib.sha512(b"row %d" % number).digest() for number in range(40)]
    order = hashlib.shake_256(b"maze").digest(rows)
    return b"".join(bytes(b"##  .$"[byte % 6] for byte in kinds[n % 40][:width]) + b"\n" for n in order)


# One text in two Unicode forms: the first has a character for each letter, the second has the marks apart.
COMPOSED, APART = "Caf\u00e9 \u00dcbergr\u00f6\u00dfe", "Cafe\u0301 U\u0308bergro\u0308\u00dfe"
EVERY_BYTE = Level("every-byte", COMPOSED, bytes(range(256)), "Zo\u00eb", ("easy", "short"), "aisle.png")
BARE = Level("bare", APART, b"")
MOVED = Level("level-3", "\U0001f4e6 \u2192 \U0001f3c1", b"#####\n#@$.#\n#####\n", tags=("x",), background="night")

PACKS = {
    "empty": Pack(1, ()),
    "first": Pack(1, (EVERY_BYTE, BARE, MOVED)),
    # The first level is gone, the second differs in its title's Unicode form only, and the last one is before it.
    "second": Pack(3, (
        MOVED,
        Level("added", "\u65b0\u3057\u3044\u5009\u5eab", maze(300, 40), "Ana", ("hard",)),
        Level("bare", COMPOSED, b""),
    )),
}  # fmt: skip


def put(level):
    return written("level", *level.values)


def fewest_steps(before, after):
    """Runs of levels that stay, and the levels that are new or changed."""
    steps, runs = [], []
    for level in after.levels:
        if level not in before.levels:
            steps.append(put(level))
            runs = []
            continue
        place = before.levels.index(level)
        if runs and runs[0] + runs[1] == place:
            runs = [runs[0], runs[1] + 1]
            steps.pop()
        else:
            runs = [place, 1]
        steps.append(written(*runs))
    return b"".join(steps)


def delta(before, after, steps=None, level=9, strategy=zlib.Z_DEFAULT_STRATEGY):
    """With other steps, or otherwise compressed, it is a good delta, too."""
    steps = fewest_steps(before, after) if steps is None else steps
    rest = written(before.content, after.content, after.engine) + steps
    packer = zlib.compressobj(level, zlib.DEFLATED, zlib.MAX_WBITS, 8, strategy)
    return b"SHELFLD1" + struct.pack(">Q", len(rest)) + packer.compress(rest) + packer.flush()


EMPTY, FIRST, SECOND = PACKS.values()
DELTAS = [
    ("from the empty pack", "empty", "first", delta(EMPTY, FIRST)),
    ("from the empty pack to a large map", "empty", "second", delta(EMPTY, SECOND)),
    ("added, removed, changed and moved levels", "first", "second", delta(FIRST, SECOND)),
    ("back to the release before", "second", "first", delta(SECOND, FIRST)),
    ("every level stays, in one run", "first", "first", delta(FIRST, FIRST)),
    ("every level goes", "second", "empty", delta(SECOND, EMPTY)),
    ("a run of its own for each level, and one of none", "first", "first",
     delta(FIRST, FIRST, written(0, 1, 1, 1, 3, 0, 2, 1))),
    ("no level stays, though one could", "first", "second", delta(FIRST, SECOND, b"".join(map(put, SECOND.levels)))),
    ("stored and not compressed", "first", "second", delta(FIRST, SECOND, level=0)),
    ("compressed with the codes that zlib has fixed", "empty", "second", delta(EMPTY, SECOND, strategy=zlib.Z_FIXED)),
    ("compressed without repetitions", "empty", "second", delta(EMPTY, SECOND, strategy=zlib.Z_HUFFMAN_ONLY)),
]  # fmt: skip

SIGNING_SEED = unb64("C4iYBWp4bEZq7nYo3RkUOIbT1gSl0LPxv2cW5hZ9eaA")
SIGNING_KEY = Ed25519PrivateKey.from_private_bytes(SIGNING_SEED)


def file(data):
    return {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}


def release(name):
    """A release with the first delta from each pack. Its snapshot is a name only: no vector is an SQLite database."""
    pack, origins = PACKS[name], {"first": ["empty"], "second": ["first", "empty"]}[name]
    files = [(origin, next(data for _, *ends, data in DELTAS if ends == [origin, name])) for origin in origins]
    return {
        "content": pack.content.hex(),
        "engine": pack.engine,
        "snapshot": file(b"the snapshot of " + pack.content),
        "deltas": [{"from": PACKS[origin].content.hex(), "file": file(data)} for origin, data in files],
    }


def document(note, channel, sequence, newest, share=None, others=None):
    shown = {"pack": "warehouse", "channel": channel, "sequence": sequence, "goodUntilMs": sequence + WEEK_MS,
             "release": release(newest)}  # fmt: skip
    if share is not None:
        shown["rollout"] = {"share": share, "others": release(others)}
    text = json.dumps(shown, separators=(",", ":"), sort_keys=True).encode()
    body = b"SHELFLP1" + struct.pack(">I", len(text)) + text
    return {"note": note, "document": shown, "bytes": b64(body + SIGNING_KEY.sign(body))}


def drawn(device, content):
    """Where a device stands in the rollout of a release, in ten-thousandths."""
    digest = hashlib.sha256(device + content.encode()).digest()
    return int.from_bytes(digest[:8], "big") % 10_000


def decisions():
    """Devices of 16 bytes and of other lengths; of most, the share with which they are just in and just not."""
    devices = [hashlib.sha256(b"device %d" % number).digest()[:16] for number in range(8)]
    devices += [b"", b"\0", bytes(range(32)), b"\xff" * 64]
    first, second = FIRST.content.hex(), SECOND.content.hex()
    asked = []
    for device in devices[:4] + devices[-2:]:
        place = drawn(device, second)
        asked += [(device, second, place), (device, second, place + 1)]
    # The same devices draw anew for another release.
    asked += [(device, first, 5_000) for device in devices[:4]]
    asked += [(devices[8], first, 1), (devices[9], first, 9_999)]
    asked += [(devices[5], second, 1_000), (devices[6], second, 9_999)]
    return [
        {"deviceHex": device.hex(), "content": content, "share": share, "isIn": drawn(device, content) < share}
        for device, content, share in asked
    ]


def files():
    """What each file holds, by its name."""
    vectors = {
        "note": "base64url without padding unless the name says hex; made by make_pack_vectors.py",
        "signing": {"seed": b64(SIGNING_SEED), "publicKey": b64(SIGNING_KEY.public_key().public_bytes_raw())},
        "packs": [pack.vector(name) for name, pack in PACKS.items()],
        "deltas": [
            {"note": note, "from": before, "to": after, "bytes": b64(data)} for note, before, after, data in DELTAS
        ],
        "documents": [
            document("for all devices", "stable", EPOCH_MS, "first"),
            document("for a part of the devices", "beta", EPOCH_MS + 86_400_000, "second", share=2_500, others="first"),
        ],
        "rollout": decisions(),
    }
    # Escaped, so that no tool can bring the texts into another Unicode form.
    return {"packs.json": (json.dumps(vectors, indent=1) + "\n").encode()}


if __name__ == "__main__":
    for name, data in files().items():
        (FOLDER / name).write_bytes(data)
