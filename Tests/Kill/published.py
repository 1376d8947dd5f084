"""What windows and notices show, read as docs/wire-format.md says."""

import hashlib
import json
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

MOST_SLOTS = 1300


def b64(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


def unb64(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class Record:
    """A listing as it is published, with its card sealed."""

    store: str
    chain: str
    slot: int
    position: int
    revision: int
    start_ms: int
    seconds: int
    sealed: bytes

    @property
    def place(self):
        return self.chain, self.slot, self.position

    @property
    def name(self):
        return *self.place, self.revision

    @property
    def end_ms(self):
        return self.start_ms + 1000 * self.seconds


@dataclass(frozen=True)
class Listing:
    """A listing whose card is open."""

    store: str
    chain: str
    slot: int
    position: int
    revision: int
    start_ms: int
    end_ms: int
    item: str
    price: int

    @property
    def name(self):
        return self.chain, self.slot, self.position, self.revision

    @property
    def request(self):
        return json.dumps({"chain": self.chain, "slot": self.slot, "position": self.position, "revision": self.revision,
                           "price": self.price}).encode()  # fmt: skip


def read_header(window):
    length = struct.unpack(">I", window[8:12])[0]
    return json.loads(window[12 : 12 + length]), length


def records(window):
    """The header, and the records in their order."""
    header, length = read_header(window)
    size, body = 48 + header["cardBytes"], window[12 + length : -64]
    found = []
    for place in range(0, len(body), size):
        index, position, revision, _, slot, seconds = struct.unpack(">HHHHII", body[place : place + 16])
        chain = header["chains"][index]
        start_ms = chain["epochMs"] + 1000 * slot
        sealed = body[place + 16 : place + size]
        found.append(Record(header["store"], chain["id"], slot, position, revision, start_ms, seconds, sealed))
    return header, found


def news(notice, header):
    """The record that a notice brings, if it brings one of the window's chains."""
    told = json.loads(unb64(notice["bytes"]).removeprefix(b"SHELFNT1"))
    chain = next((chain for chain in header["chains"] if chain["id"] == told["chain"]), None)
    if told["kind"] != "replaced" or chain is None:
        return None
    start_ms = chain["epochMs"] + 1000 * told["slot"]
    return Record(told["store"], told["chain"], told["slot"], told["position"], told["revision"], start_ms, told["seconds"],
                  unb64(told["sealed"]))  # fmt: skip


class Keys:
    """The newest key of each chain, and with it as many before it as a window can show."""

    def __init__(self, header):
        self.newest, self.keys = {}, {}
        for entry in header["released"]:
            self.take(entry)

    def take(self, entry):
        if entry["slot"] > self.newest.get(entry["chain"], {"slot": 0})["slot"]:
            self.newest[entry["chain"]] = entry
            self.keys.pop(entry["chain"], None)

    def of(self, chain):
        if chain not in self.keys and chain in self.newest:
            self.keys[chain] = self.walk(chain)
        return self.keys.get(chain, {})

    def walk(self, chain):
        newest, keys = self.newest[chain], {}
        key = unb64(newest["key"])
        for slot in range(newest["slot"], max(0, newest["slot"] - MOST_SLOTS), -1):
            keys[slot] = key
            key = hashlib.sha256(b"shelflife/v1/chain" + unb64(chain) + slot.to_bytes(8, "big") + key).digest()
        return keys


def is_open(record, keys):
    return record.slot in keys.of(record.chain)


def opened(record, keys):
    card = open_card(record, keys.of(record.chain)[record.slot])
    return Listing(record.store, *record.name, record.start_ms, record.end_ms, card["item"], card["price"])


def open_card(record, key):
    chain, sealed = unb64(record.chain), record.sealed
    tail = struct.pack(">QHH", record.slot, record.position, record.revision)
    card_key = HKDF(SHA256(), 32, salt=chain, info=b"shelflife/v2/card" + tail + sealed[:16]).derive(key)
    text = AESGCM(card_key).decrypt(
        struct.pack(">HHQ", record.position, record.revision, record.slot), sealed[16:],
        b"shelflife/v2/card" + chain + tail + struct.pack(">I", record.seconds))  # fmt: skip
    return json.loads(text[2 : 2 + struct.unpack(">H", text[:2])[0]])
