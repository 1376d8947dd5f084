"""Makes the wire's vectors: vectors.json and the windows beside it.

It implements docs/wire-format.md on its own, with Python's `cryptography` and no code of the Swift or the JavaScript
readers, so that a mistake in one of them can't hide in what it is tested with. The same files come out each time;
`make vectors` writes them, and Tests/Browser/test_vectors.py fails when they differ from those that are there.
"""

import base64
import hashlib
import json
import struct
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

FOLDER = Path(__file__).resolve().parent
EPOCH_MS = 1_800_000_000_000
CARD_BYTES = 256


def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def hkdf(material, salt, info):
    return HKDF(SHA256(), 32, salt, info).derive(material)


def hmac(key, message):
    code = HMAC(key, SHA256())
    code.update(message)
    return code.finalize()


class Chain:
    def __init__(self, chain_id, top, slots, epoch_ms=EPOCH_MS, lead_ms=300):
        self.id, self.slots, self.epoch_ms, self.lead_ms = unb64(chain_id), slots, epoch_ms, lead_ms
        self.keys = {slots: unb64(top)}
        for slot in range(slots, 0, -1):
            link = b"shelflife/v1/chain" + self.id + struct.pack(">Q", slot) + self.keys[slot]
            self.keys[slot - 1] = hashlib.sha256(link).digest()

    @property
    def public(self):
        return {"id": b64(self.id), "epochMs": self.epoch_ms, "slots": self.slots, "anchor": b64(self.keys[0]),
                "leadMs": self.lead_ms}  # fmt: skip

    def newest(self, at_ms):
        """The newest slot whose key is public, less than 1 before the first."""
        return min(self.slots, (at_ms + self.lead_ms - self.epoch_ms) // 1000)

    def vector(self, shown):
        keys = {str(slot): b64(self.keys[slot]) for slot in shown}
        return {**self.public, "top": b64(self.keys[self.slots]), "keys": keys}

    def box(self, slot, app_secret):
        nonce = struct.pack(">IQ", 0, slot)
        key = hkdf(app_secret, self.id, b"shelflife/v1/box")
        return nonce + AESGCM(key).encrypt(nonce, self.keys[slot], self.id + struct.pack(">Q", slot))


@dataclass
class Place:
    """All that names a sealed card."""

    chain: Chain
    slot: int
    position: int
    revision: int
    seconds: int

    @property
    def tail(self):
        return struct.pack(">QHH", self.slot, self.position, self.revision)

    @property
    def nonce(self):
        return struct.pack(">HHQ", self.position, self.revision, self.slot)

    @property
    def aad(self):
        return b"shelflife/v2/card" + self.chain.id + self.tail + struct.pack(">I", self.seconds)

    @property
    def salt_key(self):
        return hkdf(self.chain.keys[self.slot], self.chain.id, b"shelflife/v2/salt" + self.tail)

    def salt(self, text):
        return hmac(self.salt_key, struct.pack(">I", self.seconds) + text)[:16]

    def key(self, salt):
        return hkdf(self.chain.keys[self.slot], self.chain.id, b"shelflife/v2/card" + self.tail + salt)

    def seal(self, text, salt=None):
        """With another salt than the text's own no reader takes the card, although its seal is right."""
        salt = salt or self.salt(text)
        return salt + AESGCM(self.key(salt)).encrypt(self.nonce, text, self.aad)


def plaintext(card):
    text = compact(card)
    return (struct.pack(">H", len(text)) + text).ljust(CARD_BYTES, b"\0")


CARDS = {
    card["item"]: card
    for card in [
        {"item": "star", "name": "Star", "set": "sky", "price": 1, "currency": "coins", "glyph": "⭐"},
        {"item": "bee", "name": "Bee", "set": "insects", "price": 120, "currency": "coins", "glyph": "🐝"},
        {"item": "cafe", "name": "Café Crème", "set": "drinks", "price": 15, "currency": "coins", "glyph": "☕"},
        {"item": "owl", "name": "Owl", "set": "birds", "price": 80, "currency": "coins", "glyph": "🦉"},
        {"item": "ring", "name": "One Ring", "set": "one-set", "price": 9000, "currency": "coins", "glyph": "💍"},
        {"item": "tree", "name": "Christmas Tree", "set": "christmas", "price": 300, "currency": "coins", "glyph": "🎄"},
        {"item": "map", "name": "Map", "set": "paper", "price": 2**53 - 1, "currency": "coins", "glyph": "🗺️",
         "art": "map.svg", "edition": 12, "text": "Folds out"},
    ]
}  # fmt: skip

CHAINS = {
    "sealed": Chain("64iitpMiiuw27en6TxAiyQ", "dHGCYSjJ2JlvzEGbKLxmRSXCtIw49nMNQ0jw_xbwsvk", 3600),
    "prefetched": Chain(
        "f5PoTzppqMS0V3pwMDhDOA", "g4_mikfDICbG3Ra-mQ1BY6QVboD6oYjeH5mTv5zVEbk", 3600, lead_ms=600_000
    ),
    "handoverOld": Chain("4s600wQkUiPORMKWIDOojA", "_ziWV__w4cJcHqRZYksoa-A3vYpzs6C0tkNcZhRiWIM", 600),
    "handoverNew": Chain(
        "HeV_o3X4MmKlBISFKw-ZVA", "BOUtJpH11HBIr4eMXHtMcmmBX3etBo8CY2N3_fEpelc", 1200, epoch_ms=EPOCH_MS + 600_000
    ),
}
SHOWN_KEYS = {
    "sealed": [0, 1, 2, 240, 331, 1000, 3599, 3600],
    "prefetched": [0, 840],
    "handoverOld": [0, 540, 600],
    "handoverNew": [0, 60],
}
SIGNING_SEED = unb64("_Fa96jHejTyBDEQxAH8_HBmHRXbo2MGI3Hq6A0MwX-c")
SIGNING_KEY = Ed25519PrivateKey.from_private_bytes(SIGNING_SEED)
APP_SECRET = unb64("QJ5a11gQ3pB7GbHAVHxXudVHbnykkYGJTa3vSGpAGGI")

# For each position when its first listing starts, in seconds since EPOCH_MS, then what is on sale and for how many
# seconds. A pause is a time in which the store doesn't have the position.
SHELVES = {
    "sealed": [
        (128, "star 146, bee 57, bee 182, cafe 138, cafe 59, bee 99, owl 67, tree 140"),
        (138, "star 206, bee 194, cafe 192, bee 146, owl 100"),
        (159, "cafe 123, ring 219, cafe 71, star 191, tree 93, bee 120"),
        (207, "star 172, owl 181, owl 125, owl 194, cafe 100"),
    ],
    "prefetched": [
        (104, "ring 141, star 94, bee 56, ring 80, ring 174, star 147, owl 52"),
        (150, "ring 169, bee 239, tree 224, owl 178"),
        (217, "bee 69, cafe 143, bee 141, bee 214, ring 131"),
        (181, "ring 193, bee 200, bee 183, star 170"),
    ],
    "handover": [
        (384, "bee 218, cafe 131, cafe 163, tree 65, cafe 186, bee 224"),
        (481, "ring 153, ring 88, bee 58, cafe 78, bee 196, owl 221"),
        (358, "ring 217, owl 230, tree 67, owl 98, tree 116, ring 56, bee 226"),
        (480, "bee 233, bee 197, cafe 76, ring 95, bee 129, ring 66"),
    ],
    "resized": [
        (201, "bee 233, star 197, cafe 76, ring 95, bee 129"),
        (211, "owl 100, pause 90, tree 140, map 180"),
        (417, "ring 120, cafe 160, owl 220"),
        (222, "cafe 120, bee 130"),
    ],
}
# The listings at this shelf, position and start have been replaced once: one before all windows, one between two.
REPLACED = ("sealed", 2, 282)
REPLACED_LATER = ("sealed", 0, 331)


def listings(shelf, replaced=(REPLACED,)):
    """Start, position, revision, seconds and card of all that a shelf shows."""
    for position, (start, row) in enumerate(SHELVES[shelf]):
        for entry in row.split(", "):
            item, seconds = entry.split()
            if item == "pause":
                pass
            elif (shelf, position, start) in replaced:
                yield start, position, 1, int(seconds), {**CARDS[item], "text": "replaced"}
            else:
                yield start, position, 0, int(seconds), CARDS[item]
            start += int(seconds)


@dataclass
class Window:
    file: str
    note: str
    store: str
    shelf: str
    chains: list[str]
    issued: int
    app_secret: bytes | None = None
    incarnation: int | None = None
    withdrawn: tuple = ()
    replaced: tuple = (REPLACED,)

    @property
    def issued_ms(self):
        return EPOCH_MS + 1000 * self.issued

    def places(self):
        """Each listing's chain index, place and card, in the file's order."""
        found = []
        for start, position, revision, seconds, card in listings(self.shelf, self.replaced):
            if start < self.issued + 600 and start + seconds > self.issued:
                index, slot = self.slot(EPOCH_MS + 1000 * start)
                found.append((index, Place(CHAINS[self.chains[index]], slot, position, revision, seconds), card))
        return sorted(found, key=lambda entry: (entry[0], entry[1].slot, entry[1].position))

    def slot(self, start_ms):
        for index, chain in enumerate(CHAINS[name] for name in self.chains):
            slot = (start_ms - chain.epoch_ms) // 1000
            if 1 <= slot <= chain.slots:
                return index, slot
        raise ValueError(f"no chain of {self.file} has a slot at {start_ms}")

    def released(self, boxed):
        for chain in (CHAINS[name] for name in self.chains):
            slot = chain.newest(self.issued_ms)
            if slot >= 1:
                secret = {"box": b64(chain.box(slot, self.app_secret))} if boxed else {"key": b64(chain.keys[slot])}
                yield {"chain": b64(chain.id), "slot": slot, **secret}

    def header(self):
        anew = {} if self.incarnation is None else {"incarnationMs": EPOCH_MS + 1000 * self.incarnation}
        return {
            "store": self.store, "sequence": self.issued_ms // 60_000, "previous": "0" * 64, **anew,
            "issuedAtMs": self.issued_ms, "fromMs": self.issued_ms, "untilMs": self.issued_ms + 600_000,
            "positions": len(SHELVES[self.shelf]), "columns": 2, "cardBytes": CARD_BYTES, "count": len(self.places()),
            "chains": [CHAINS[name].public for name in self.chains],
            "released": list(self.released(boxed=self.app_secret is not None)),
            **({"withdrawn": [list(place) for place in self.withdrawn]} if self.withdrawn else {}),
        }  # fmt: skip

    def data(self):
        header = compact(self.header())
        body = b"SHELFLF2" + struct.pack(">I", len(header)) + header
        for index, place, card in self.places():
            head = struct.pack(">HHHHII", index, place.position, place.revision, 0, place.slot, place.seconds)
            body += head + place.seal(plaintext(card))
        return body + SIGNING_KEY.sign(body)

    def vector(self):
        shown = [
            {"chain": index, "slot": place.slot, "position": place.position, "revision": place.revision,
             "seconds": place.seconds, "card": card,
             "opensWithReleased": place.slot <= place.chain.newest(self.issued_ms)}
            for index, place, card in self.places()
        ]  # fmt: skip
        return {"file": self.file, "note": self.note, "sha256": hashlib.sha256(self.data()).hexdigest(),
                "header": self.header(), "releasedKeys": list(self.released(boxed=False)), "listings": shown}  # fmt: skip


WINDOWS = [
    Window("sealed.bin", "sealed store, one chain, one listing replaced", "main", "sealed", ["sealed"], 240),
    Window("prefetched.bin", "prefetched store with an app secret", "bazaar", "prefetched", ["prefetched"], 240, APP_SECRET),
    Window(
        "handover-before.bin", "a minute before the hand-over; the new chain has no public key yet", "main", "handover",
        ["handoverOld", "handoverNew"], 540,
    ),
    Window(
        "handover-after.bin", "a minute after; the old chain is finished, its last key is released", "main", "handover",
        ["handoverOld", "handoverNew"], 660,
    ),
    Window(
        "begun-anew.bin", "the first window of an incarnation, which began after a restore", "main", "sealed", ["sealed"],
        240, incarnation=240,
    ),
    Window(
        "withdrawn.bin", "two listings are no longer for sale", "main", "sealed", ["sealed"], 240,
        withdrawn=((0, 128, 0), (0, 138, 1)),
    ),
    Window(
        "replaced.bin", "a minute after sealed.bin; a listing that stands in both was replaced between them", "main", "sealed",
        ["sealed"], 300, replaced=(REPLACED, REPLACED_LATER),
    ),
    Window(
        "resized.bin", "of four positions the second pauses, the third is new and the fourth goes away", "main", "resized",
        ["sealed"], 240,
    ),
]  # fmt: skip

# What is sealed, note by note. The first two have one name and two texts.
SEALED = [
    ("a card", Place(CHAINS["sealed"], 1, 0, 0, 127), "ring"),
    ("another text under the same name: another salt, another key", Place(CHAINS["sealed"], 1, 0, 0, 127), "bee"),
    ("the first text for a second longer: another salt, another key", Place(CHAINS["sealed"], 1, 0, 0, 128), "ring"),
    ("every number as large as it can be", Place(CHAINS["sealed"], 3600, 65_535, 65_535, 2**32 - 1), "map"),
]


def placed(place):
    return {"chain": next(name for name, chain in CHAINS.items() if chain is place.chain), "slot": place.slot,
            "position": place.position, "revision": place.revision, "seconds": place.seconds}  # fmt: skip


def card_vector(note, place, item):
    text = plaintext(CARDS[item])
    salt = place.salt(text)
    made = {"plaintext": text, "saltKey": place.salt_key, "salt": salt, "key": place.key(salt), "nonce": place.nonce,
            "aad": place.aad, "sealed": place.seal(text)}  # fmt: skip
    return {
        "note": note,
        **placed(place),
        "card": CARDS[item],
        **{f"{name}Hex": data.hex() for name, data in made.items()},
    }


def refused_vector(note, place, text, salt):
    return {"note": note, **placed(place), "sealedHex": place.seal(text, salt).hex()}


def refused_cards():
    """Each is rightly encrypted under the key of the salt that it carries; only the salt isn't its text's."""
    place, ring, bee = SEALED[0][1], plaintext(CARDS["ring"]), plaintext(CARDS["bee"])
    longer, own = SEALED[2][1], place.salt(ring)
    return [
        refused_vector("the salt of another text under the same name", place, ring, place.salt(bee)),
        refused_vector("the salt of the same text for a second longer", place, ring, longer.salt(ring)),
        refused_vector("its own salt with the last bit turned", place, ring, own[:-1] + bytes([own[-1] ^ 1])),
        refused_vector("a salt of zeros", place, ring, bytes(16)),
    ]


def signed(kind, text):
    data = kind + text
    return {"bytes": b64(data), "signature": b64(SIGNING_KEY.sign(data))}


def replacement(name):
    """The notice of the listing that was replaced between sealed.bin and replaced.bin."""
    window = next(window for window in WINDOWS if window.file == "replaced.bin")
    _, position, start = REPLACED_LATER
    place, card = next(
        (place, card) for _, place, card in window.places() if (place.slot, place.position) == (start, position)
    )
    return {**name, "slot": place.slot, "position": position, "revision": place.revision, "kind": "replaced",
            "seconds": place.seconds, "sealed": b64(place.seal(plaintext(card)))}  # fmt: skip


def notices():
    """What a store signs about listings, and what isn't one though it is signed. `notice` is what a reader takes."""
    name = {
        "store": "main",
        "chain": b64(CHAINS["sealed"].id),
        "slot": 128,
        "position": 0,
        "revision": 0,
        "kind": "withdrawn",
    }
    last = {**name, "slot": 86_400, "position": 65_535, "revision": 65_535}
    sold = {**name, "kind": "soldOut"}
    replaced = replacement(name)
    first = {**replaced, "revision": 0}
    largest = {**replaced, **{key: last[key] for key in ("slot", "position", "revision")}, "seconds": 2**32 - 1}
    refused = [
        ("a kind that isn't known", {**name, "kind": "praised"}), ("a slot that can't be", {**name, "slot": 0}),
        ("a position that can't be", {**name, "position": 65_536}), ("a revision below 0", {**name, "revision": -1}),
        ("a chain that is none", {**name, "chain": "AA"}), ("no position", {k: v for k, v in name.items() if k != "position"}),
        ("a replacement with the first revision", first), ("no seconds", {k: v for k, v in replaced.items() if k != "seconds"}),
        ("no second at all", {**replaced, "seconds": 0}), ("more seconds than there can be", {**replaced, "seconds": 2**32}),
        ("no sealed card", {k: v for k, v in replaced.items() if k != "sealed"}),
        ("a sealed card that isn't base64url", {**replaced, "sealed": "+" + replaced["sealed"][1:]}),
        ("a sealed card of a byte", {**replaced, "sealed": b64(bytes(16 + 1 + 16))}),
        ("a withdrawal with a record", {**replaced, "kind": "withdrawn"}), ("a withdrawal with seconds", {**name, "seconds": 182}),
        ("a sold-out listing with a record", {**replaced, "kind": "soldOut"}),
    ]  # fmt: skip
    own = signed(b"SHELFNT1", compact(name))
    return [
        {"note": "withdrawn", **own, "notice": name},
        {"note": "sold out", **signed(b"SHELFNT1", compact(sold)), "notice": sold},
        {"note": "every number as large as it can be", **signed(b"SHELFNT1", compact(last)), "notice": last},
        {"note": "a key that isn't known", **signed(b"SHELFNT1", compact({**name, "more": [1]})), "notice": name},
        {"note": "replaced, as replaced.bin has it", **signed(b"SHELFNT1", compact(replaced)), "notice": replaced},
        {
            "note": "replaced, every number as large as it can be",
            **signed(b"SHELFNT1", compact(largest)),
            "notice": largest,
        },
        *({"note": note, **signed(b"SHELFNT1", compact(value)), "notice": None} for note, value in refused),
        {"note": "no JSON", **signed(b"SHELFNT1", b"{"), "notice": None},
        {"note": "a receipt's beginning", **signed(b"SHELFRC1", compact(name)), "notice": None},
        {
            "note": "the signature of another",
            **own,
            "signature": signed(b"SHELFNT1", compact(last))["signature"],
            "notice": None,
        },
    ]


def files():
    """What each file holds, by its name."""
    vectors = {
        "note": "base64url without padding unless the name says hex; made by make_vectors.py",
        "chains": {name: chain.vector(SHOWN_KEYS[name]) for name, chain in CHAINS.items()},
        "cards": [card_vector(*sealed) for sealed in SEALED],
        "refusedCards": refused_cards(),
        "signing": {"seed": b64(SIGNING_SEED), "publicKey": b64(SIGNING_KEY.public_key().public_bytes_raw())},
        "appSecret": b64(APP_SECRET),
        "windows": [window.vector() for window in WINDOWS],
        "notices": notices(),
    }
    text = json.dumps(vectors, ensure_ascii=False, indent=1) + "\n"
    return {"vectors.json": text.encode(), **{window.file: window.data() for window in WINDOWS}}


if __name__ == "__main__":
    for name, data in files().items():
        (FOLDER / name).write_bytes(data)
