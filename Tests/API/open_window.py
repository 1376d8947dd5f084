"""Opens a live store's window as WIRE's reader would, to learn what is on sale: the third implementation of it."""

import hashlib
import json
import struct
import urllib.request
from dataclasses import dataclass

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from windows import b64, unb64


@dataclass
class Listing:
    chain: str
    slot: int
    position: int
    revision: int
    start_ms: int
    end_ms: int
    card: dict | None

    def order(self, price=None):
        price = price if price is not None else (self.card or {}).get("price", 1)
        return {"chain": self.chain, "slot": self.slot, "position": self.position, "revision": self.revision,
                "price": price}  # fmt: skip


def listings(address, store):
    """The newest window's listings, with the cards that its own keys open; sealed ones have none."""
    data = urllib.request.urlopen(f"{address}/v1/stores/{store}/window", timeout=5).read()
    length = struct.unpack(">I", data[8:12])[0]
    header = json.loads(data[12 : 12 + length])
    size = 32 + header["cardBytes"]
    body = data[12 + length : -64]
    keys = {entry["chain"]: (entry["slot"], unb64(entry["key"])) for entry in header["released"] if "key" in entry}
    return [_listing(body[i : i + size], header, keys) for i in range(0, len(body), size)]


def on_sale(address, store, now_ms, for_ms=20_000):
    """What can be bought at this instant, and for some time to come, the cheapest first."""
    found = [listing for listing in listings(address, store)
             if listing.card and listing.start_ms <= now_ms and listing.end_ms > now_ms + for_ms]  # fmt: skip
    return sorted(found, key=lambda listing: listing.card["price"])


def _listing(record, header, keys):
    index, position, revision, _, slot, seconds = struct.unpack(">HHHHII", record[:16])
    chain = header["chains"][index]
    start = chain["epochMs"] + 1000 * slot
    newest, key = keys.get(chain["id"], (0, b""))
    card = _card(record, chain, key, newest, position, revision, slot, seconds) if slot <= newest else None
    return Listing(chain["id"], slot, position, revision, start, start + 1000 * seconds, card)


def _card(record, chain, key, newest, position, revision, slot, seconds):
    identity = unb64(chain["id"])
    for number in range(newest, slot, -1):
        key = hashlib.sha256(b"shelflife/v1/chain" + identity + struct.pack(">Q", number) + key).digest()
    tail = struct.pack(">QHH", slot, position, revision)
    card_key = HKDF(SHA256(), 32, identity, b"shelflife/v1/card" + tail).derive(key)
    aad = b"shelflife/v1/card" + identity + tail + struct.pack(">I", seconds)
    plain = AESGCM(card_key).decrypt(struct.pack(">HHQ", position, revision, slot), record[16:], aad)
    return json.loads(plain[2 : 2 + struct.unpack(">H", plain[:2])[0]])
