"""A server that sells, as a process that can be killed, and what its windows show."""

import ctypes
import hashlib
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.request
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("SHELFLIFE", str(ROOT / ".build" / "release" / "shelflife"))
STORE = "main"
PATIENCE = 60
GRACE_MS = 500
STOCK, LISTING_LIMIT = 1500, 25
ADMIN, ADMIN_TOKEN = "anna", "what-anna-knows-and-nobody-else"
PR_SET_PDEATHSIG = 1


def b64(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


def unb64(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class Item:
    """What the catalogue says of an item; an edition of 0 has no end."""

    name: str
    price: int
    edition: int = 0
    limit: int = 0
    stock: int = 0

    @classmethod
    def number(cls, index):
        kinds = [{"edition": 40}, {"edition": 1_000_000}, {"stock": 30}, {"limit": 2}, {"edition": 2000, "limit": 9}, {}]
        return cls(f"item-{index}", 5 + index, **kinds[index % len(kinds)])

    @property
    def row(self):
        rest = ",".join(str(value or "") for value in [self.edition, self.limit, self.stock])
        return f"{self.name},{self.name},set-{self.price % 7},2020-01-01,{self.price},,{rest}\n"


ITEMS = {item.name: item for item in map(Item.number, range(180))}
HEADER = "id,name,set,released,price,glyph,edition,limit,stock\n"
CONFIGURATION = f"""
title: Kill
players: {{welcome: {{coins: %d}}, token: 1d}}
limits: {{address: 1000000, player: 1000000, newPlayersPerAddress: 1000000, ordersPerAddress: 1000000}}
admin:
  tokens:
    - name: {ADMIN}
      sha256: {hashlib.sha256(ADMIN_TOKEN.encode()).hexdigest()}
      scopes: [wallets:write, purchases:write]
catalogue: [items.csv]
stores:
  - id: {STORE}
    positions: 12
    lead: 10m
    shelfLife: {{from: 3s, to: 8s}}
    grace: {GRACE_MS}ms
    stock: {STOCK}
    limits: {{listing: {LISTING_LIMIT}}}
"""


@dataclass(frozen=True)
class Listing:
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


def end_with_parent():
    """A test that is ended takes its server with it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def read_header(window):
    length = struct.unpack(">I", window[8:12])[0]
    return json.loads(window[12 : 12 + length]), length


def listings(window):
    """What a prefetched window without an app secret shows, read as docs/wire-format.md says."""
    header, length = read_header(window)
    size, body = 48 + header["cardBytes"], window[12 + length : -64]
    keys = [chain_keys(header, chain) for chain in header["chains"]]
    for place in range(0, len(body), size):
        index, position, revision, _, slot, seconds = struct.unpack(">HHHHII", body[place : place + 16])
        chain, sealed = header["chains"][index], body[place + 16 : place + size]
        if slot not in keys[index]:
            continue
        card = open_card(unb64(chain["id"]), keys[index][slot], slot, position, revision, seconds, sealed)
        start = chain["epochMs"] + 1000 * slot
        yield Listing(chain["id"], slot, position, revision, start, start + 1000 * seconds, card["item"], card["price"])


def chain_keys(header, chain):
    """The keys that are public in the window, for as many slots as a window can show."""
    released = next((entry for entry in header["released"] if entry["chain"] == chain["id"]), None)
    if released is None:
        return {}
    keys, key = {}, unb64(released["key"])
    for slot in range(released["slot"], max(0, released["slot"] - 1300), -1):
        keys[slot] = key
        key = hashlib.sha256(b"shelflife/v1/chain" + unb64(chain["id"]) + slot.to_bytes(8, "big") + key).digest()
    return keys


def open_card(chain, key, slot, position, revision, seconds, sealed):
    tail = struct.pack(">QHH", slot, position, revision)
    card_key = HKDF(SHA256(), 32, salt=chain, info=b"shelflife/v2/card" + tail + sealed[:16]).derive(key)
    text = AESGCM(card_key).decrypt(
        struct.pack(">HHQ", position, revision, slot), sealed[16:],
        b"shelflife/v2/card" + chain + tail + struct.pack(">I", seconds))  # fmt: skip
    return json.loads(text[2 : 2 + struct.unpack(">H", text[:2])[0]])


class Shop:
    before_start = staticmethod(end_with_parent)

    def __init__(self, folder, welcome, disk=None):
        self.folder, self.disk = folder, disk
        self.data = folder / "data"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process, self.kills = None, 0
        self.log = open(folder / "server.log", "ab")
        (folder / "items.csv").write_text(HEADER + "".join(item.row for item in ITEMS.values()))
        (folder / "shelflife.yaml").write_text(CONFIGURATION % welcome)

    def start(self, synchronous=None):
        command = [BINARY, "serve", "--config", self.folder / "shelflife.yaml", "--data", self.data, "--port", str(self.port)]
        environment = self.disk.environment(synchronous) if self.disk else {}
        self.process = subprocess.Popen(
            command, stdout=self.log, stderr=self.log, env={**os.environ, **environment},
            preexec_fn=self.before_start)  # fmt: skip

    def kill(self):
        if self.process and self.process.poll() is None:
            self.kills += 1
            self.process.kill()
            self.process.wait(PATIENCE)

    def wait(self):
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.get("/healthz")
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError("The server didn't start:\n" + (self.folder / "server.log").read_text()[-2000:])
                time.sleep(0.02)

    def get(self, path, token=None, body=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(self.address + path, data=body, headers=headers)
        return urllib.request.urlopen(request, timeout=PATIENCE).read()

    def sign_in(self, name):
        credential = b64(hashlib.sha256(name.encode()).digest())
        answer = json.loads(self.get("/v1/players", body=json.dumps({"credential": credential}).encode()))
        return answer["player"], answer["token"]

    def public_key(self):
        return unb64(json.loads(self.get("/v1/stores"))[0]["publicKey"])

    def window(self):
        return self.get(f"/v1/stores/{STORE}/window")

    def listings(self):
        return list(listings(self.window()))

    def issued_ms(self):
        """When the newest window was issued."""
        return read_header(self.window())[0]["issuedAtMs"]
