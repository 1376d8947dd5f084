"""The real server with one store for each way to be refused, admins, an App Store, and the limits that a test wants."""

import hashlib
import json
import os
import sqlite3
import time
import urllib.error
import urllib.request
from contextlib import closing

import clusters
from app_store import BUNDLE, PRODUCT, AppStore
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from shelf_process import ShelfProcess, free_port
from windows import b64

ADMIN = "boss"
AUDITOR = "auditor"
SUPPORT = "support"
GAME = "game"
PATIENCE = 60
SOURCE = "https://git.example.com/our/shop"
SETTINGS = """
clock: {{uncertainty: 0ms}}
players: {{welcome: {{coins: 1000}}}}
invitations: true
limits: {{address: {rate}, player: {rate}, newPlayersPerAddress: 1000000, ordersPerAddress: 1000000}}
admin:
  tokens:
    - {{name: anna, sha256: {admin}, scopes: [wallets:write, purchases:write, players:read, players:write, receipts:read, audit:read, numbers:read, future:read, content:read, content:write]}}
    - {{name: ralph, sha256: {auditor}, scopes: [audit:read]}}
    - {{name: susan, sha256: {support}, scopes: [players:read]}}
    - {{name: game, sha256: {game}, scopes: [receipts:read]}}
desk: {{port: {desk}}}
apple: {{roots: [root.cer], bundle: {bundle}, environment: Production, products: {{{product}: {{coins: 100}}}}}}
appSecrets: {{bazaar: {secret}}}
legacy: {{bazaar: {{password: "sixteen letters!"}}}}
"""
CONTENT = """
title: Routes
catalogue: [items.yaml]
stores:
  - id: main
    positions: 4
    shelfLife: {from: 2m, to: 4m}
    choose: {sets: [plain]}
  - id: bazaar
    positions: 4
    lead: 10m
    choose: {sets: [plain]}
  - {id: quick, positions: 1, shelfLife: {from: 1s, to: 2s}, grace: 0ms, choose: {sets: [plain]}}
  - {id: once, positions: 1, shelfLife: {from: 4m, to: 4m}, limits: {item: 1}, choose: {sets: [lone]}}
  - {id: few, positions: 1, shelfLife: {from: 4m, to: 4m}, limits: {listing: 1}, choose: {sets: [plain]}}
  - {id: last, positions: 1, shelfLife: {from: 4m, to: 4m}, stock: 1, choose: {sets: [plain]}}
  - {id: dear, positions: 1, shelfLife: {from: 4m, to: 4m}, choose: {sets: [dear]}}
  - {id: scarce, positions: 1, shelfLife: {from: 4m, to: 4m}, choose: {sets: [scarce]}}
  - {id: brief, positions: 1, shelfLife: {from: 4m, to: 4m}, choose: {sets: [plain]}}
"""


def _hash(token):
    return hashlib.sha256(token.encode()).hexdigest()


def _items():
    numbered = [{"id": f"item-{i}", "name": f"Item {i}", "set": "plain", "released": "2020-01-01", "price": 2 + i,
                 "edition": 1_000_000, "glyph": "⭐"} for i in range(12)]  # fmt: skip
    dear = [{"id": f"dear-{i}", "name": f"Dear {i}", "set": "dear", "released": "2020-01-01", "price": 5_000}
            for i in range(3)]  # fmt: skip
    # What no other store sells, since a player who may own one of an item may have bought it elsewhere.
    lone = [{"id": f"lone-{i}", "name": f"Lone {i}", "set": "lone", "released": "2020-01-01", "price": 5}
            for i in range(3)]  # fmt: skip
    scarce = [{"id": "scarce-0", "name": "Scarce", "set": "scarce", "released": "2020-01-01", "price": 5,
               "edition": 1}]  # fmt: skip
    return numbered + dear + lone + scarce


class APIShelf(ShelfProcess):
    def __init__(self, folder, rate=1_000_000, is_bare=False, by_files=False):
        """- by_files: whether what it sells is what its files say, and nobody may publish anything else."""
        super().__init__(folder)
        (folder / "items.yaml").write_text(json.dumps(_items()))
        hashes = {"admin": _hash(ADMIN), "auditor": _hash(AUDITOR), "support": _hash(SUPPORT), "game": _hash(GAME)}
        self.app_store = AppStore()
        self.desk_port = free_port()
        (folder / "root.cer").write_bytes(self.app_store.root_file())
        text = SETTINGS.format(
            rate=rate, desk=self.desk_port, secret=b64(os.urandom(32)), bundle=BUNDLE, product=PRODUCT, **hashes
        )
        left_out = ("apple:", "invitations:") if is_bare else ()
        lines = [line for line in text.splitlines(True) if not line.startswith(left_out)]
        lines += [f'content: {{owner: files, source: "{SOURCE}"}}\n'] if by_files else []
        (folder / "shelflife.yaml").write_text("".join(lines))
        (folder / "content.yaml").write_text(CONTENT)
        (folder / "plan.yaml").unlink()

    def close(self, store):
        """Publishes what is in force without a store, and waits until there is no such store any more."""
        number = json.loads(self.ask("GET", "/v1/admin/content/versions", token=ADMIN).read())["inForce"]
        files = json.loads(self.ask("GET", f"/v1/admin/content/versions/{number}/files", token=ADMIN).read())["files"]
        for file in files:
            lines = file["text"].splitlines(True)
            file["text"] = "".join(line for line in lines if f"{{id: {store}," not in line)
        publication = {"files": files, "reason": "closed", "base": number, "over": 2**53 - 1}
        answer = self.ask("POST", "/v1/admin/content/versions", publication, ADMIN)
        assert answer.status == 200, answer.read()
        deadline = time.monotonic() + PATIENCE
        while self.ask("GET", f"/v1/stores/{store}/window").status != 404:
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def document(self):
        return json.loads(urllib.request.urlopen(self.address + "/v1/openapi.json", timeout=PATIENCE).read())

    def desk(self):
        """Its desk, which can be asked like the server itself."""
        return DeskOrigin(self)

    def ask(self, method, path, body=None, token=None, key=None, headers=None, address=None):
        """The answer, which has `status`, `headers` and `read()` whatever it is."""
        headers = {"Content-Type": "application/json", **(headers or {})} if body is not None else dict(headers or {})
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if key is not None:
            headers["Idempotency-Key"] = key
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request((address or self.address) + path, data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            return error

    def signed_receipt(self, proof):
        """A receipt that says this, signed with the key that the server keeps of its store."""
        path = self.folder / "data" / "secrets" / "shelflife.sqlite"
        if self.database:
            path = clusters.read_into_sqlite(
                self.database["SHELFLIFE_DATABASE"], self.folder / f"{os.urandom(8).hex()}.sqlite"
            )
        with closing(sqlite3.connect(path)) as database:
            (seed,) = database.execute("SELECT signing_seed FROM store WHERE id = ?", [proof["store"]]).fetchone()
        text = b"SHELFRC1" + json.dumps(proof).encode()
        return {"bytes": b64(text), "signature": b64(Ed25519PrivateKey.from_private_bytes(seed).sign(text))}

    def new_player(self):
        return json.loads(self.ask("POST", "/v1/players", {"credential": b64(os.urandom(32))}).read())


class DeskOrigin:
    """What a page of the desk may ask."""

    def __init__(self, shelf):
        self.shelf = shelf
        self.address = f"http://127.0.0.1:{shelf.desk_port}"
        self.session = {}

    def document(self):
        return self.shelf.document()

    def ask(self, method, path, body=None, token=None, key=None, headers=None):
        headers = {"Origin": self.address, **self.session, **(headers or {})}
        return self.shelf.ask(method, path, body, None, key, headers, self.address)

    def sign_in(self, token):
        answer = self.ask("POST", "/desk/sign-in", {"token": token})
        self.session = {
            "Cookie": answer.headers["Set-Cookie"].split(";")[0],
            "X-CSRF-Token": json.loads(answer.read())["csrfToken"],
        }
