"""Opens a live store's window as its players do, to learn what is on sale; an implementation of its own."""

import json
import struct
import time
import urllib.request
from dataclasses import dataclass

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from windows import unb64

PATIENCE = 120


@dataclass
class Listing:
    store: str
    chain: str
    slot: int
    position: int
    revision: int
    seconds: int
    start_ms: int
    sealed: bytes

    @property
    def end_ms(self):
        return self.start_ms + 1000 * self.seconds

    def order(self, price):
        return {"chain": self.chain, "slot": self.slot, "position": self.position, "revision": self.revision,
                "price": price}  # fmt: skip

    def price(self, address):
        return self.card(address)["price"]

    def card(self, address):
        """What is on it; the listing must have started."""
        return self.opened(json.loads(_get(f"{address}/v1/stores/{self.store}/keys/{self.chain}/{self.slot}"))["key"])

    def opened(self, key):
        """What is on it, by the key of its slot."""
        chain, tail = unb64(self.chain), struct.pack(">QHH", self.slot, self.position, self.revision)
        salt, sealed = self.sealed[:16], self.sealed[16:]
        key = HKDF(SHA256(), 32, chain, b"shelflife/v2/card" + tail + salt).derive(unb64(key))
        nonce = struct.pack(">HHQ", self.position, self.revision, self.slot)
        plain = AESGCM(key).decrypt(
            nonce, sealed, b"shelflife/v2/card" + chain + tail + struct.pack(">I", self.seconds)
        )
        return json.loads(plain[2 : 2 + struct.unpack(">H", plain[:2])[0]])


def listings(address, store):
    """The newest window's, in its order."""
    return listings_of(_get(f"{address}/v1/stores/{store}/window"), store)


def listings_of(data, store):
    """Those of a window's file, in its order."""
    length = struct.unpack(">I", data[8:12])[0]
    header = json.loads(data[12 : 12 + length])
    size = 48 + header["cardBytes"]
    records = data[12 + length : -64]
    return [_listing(store, header, records[i : i + size]) for i in range(0, len(records), size)]


def on_sale(address, store, for_seconds):
    """What stands there longest, and so long at least."""
    deadline = time.monotonic() + PATIENCE
    while True:
        now = time.time() * 1000
        found = [listing for listing in listings(address, store) if listing.start_ms <= now]
        longest = max(found, key=lambda listing: listing.end_ms)
        if longest.end_ms > now + 1000 * for_seconds:
            return longest
        assert time.monotonic() < deadline, f"nothing in {store} is on sale for {for_seconds} s"
        time.sleep(0.2)


def over(address, store):
    """What stood there last, and is over."""
    deadline = time.monotonic() + PATIENCE
    while not (found := [listing for listing in listings(address, store) if listing.end_ms < time.time() * 1000 - 100]):
        assert time.monotonic() < deadline, f"nothing in {store} is over"
        time.sleep(0.2)
    return found[-1]


def _listing(store, header, record):
    index, position, revision, _, slot, seconds = struct.unpack(">HHHHII", record[:16])
    chain = header["chains"][index]
    return Listing(store, chain["id"], slot, position, revision, seconds, chain["epochMs"] + 1000 * slot, record[16:])


def _get(address):
    return urllib.request.urlopen(address, timeout=PATIENCE).read()
