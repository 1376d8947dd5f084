"""Takes a window of the vectors apart and puts a changed one together, signed as asked."""

import base64
import hashlib
import json
import struct
from dataclasses import dataclass, field

import pages
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Window:
    header: dict
    records: list = field(default_factory=list)
    magic: bytes = b"SHELFLF2"

    @classmethod
    def from_vector(cls, file):
        data = (pages.VECTORS / file).read_bytes()
        length = struct.unpack(">I", data[8:12])[0]
        header = json.loads(data[12 : 12 + length])
        size = 48 + header["cardBytes"]
        body = data[12 + length : -64]
        return cls(header, [bytearray(body[i : i + size]) for i in range(0, len(body), size)])

    def signed(self, seed, header=None):
        text = header if header is not None else json.dumps(self.header, separators=(",", ":")).encode()
        body = self.magic + struct.pack(">I", len(text)) + text + b"".join(self.records)
        return body + Ed25519PrivateKey.from_private_bytes(seed).sign(body)

    def slot(self, index):
        return struct.unpack(">I", self.records[index][8:12])[0]

    def seconds(self, index):
        return struct.unpack(">I", self.records[index][12:16])[0]

    def set_seconds(self, index, seconds):
        self.records[index][12:16] = struct.pack(">I", seconds)

    def positions(self, position):
        return [i for i, record in enumerate(self.records) if struct.unpack(">H", record[2:4])[0] == position]

    def drop_ended(self):
        """Leaves out the listings that are over when the window begins."""
        epoch_ms = self.header["chains"][0]["epochMs"]
        ends = [epoch_ms + 1000 * (self.slot(i) + self.seconds(i)) for i in range(len(self.records))]
        self.records = [record for record, end in zip(self.records, ends) if end > self.header["fromMs"]]
        self.header["count"] = len(self.records)

    def release(self, chain):
        """Names the newest key that is public at the window's time, walked down from the chain's last."""
        newest = (self.header["issuedAtMs"] + chain["leadMs"] - chain["epochMs"]) // 1000
        key = unb64(chain["top"])
        for slot in range(chain["slots"], newest, -1):
            key = hashlib.sha256(b"shelflife/v1/chain" + unb64(chain["id"]) + slot.to_bytes(8, "big") + key).digest()
        self.header["released"] = [{"chain": chain["id"], "slot": newest, "key": b64(key)}]

    def move(self, minutes):
        """The same window, issued later, with what a later header must say."""
        ms = 60_000 * minutes
        for name in ["issuedAtMs", "fromMs", "untilMs"]:
            self.header[name] += ms
        self.header["sequence"] += minutes
        return self
