"""The real server with one store for each way to be refused, admins, an App Store, and the limits that a test wants."""

import hashlib
import json
import os
import urllib.error
import urllib.request

from app_store import BUNDLE, PRODUCT, AppStore
from shelf_process import ShelfProcess
from windows import b64

ADMIN = "boss"
AUDITOR = "auditor"
SUPPORT = "support"
CONFIGURATION = """
title: Routes
clock: {{uncertainty: 0ms}}
players: {{welcome: {{coins: 1000}}}}
limits: {{address: {rate}, player: {rate}}}
admin:
  tokens:
    - {{name: anna, sha256: {admin}, scopes: [wallets:write, purchases:write, players:read, audit:read]}}
    - {{name: ralph, sha256: {auditor}, scopes: [audit:read]}}
    - {{name: susan, sha256: {support}, scopes: [players:read]}}
apple: {{roots: [root.cer], bundle: {bundle}, environment: Production, products: {{{product}: {{coins: 100}}}}}}
catalogue: [items.yaml]
stores:
  - {{id: main, positions: 4, shelfLife: {{from: 2m, to: 4m}}, choose: {{sets: [plain]}}}}
  - {{id: bazaar, positions: 4, lead: 10m, appSecret: {secret}, choose: {{sets: [plain]}}}}
  - {{id: quick, positions: 1, shelfLife: {{from: 1s, to: 2s}}, grace: 0ms, choose: {{sets: [plain]}}}}
  - {{id: once, positions: 1, shelfLife: {{from: 4m, to: 4m}}, limits: {{item: 1}}, choose: {{sets: [plain]}}}}
  - {{id: few, positions: 1, shelfLife: {{from: 4m, to: 4m}}, limits: {{listing: 1}}, choose: {{sets: [plain]}}}}
  - {{id: last, positions: 1, shelfLife: {{from: 4m, to: 4m}}, stock: 1, choose: {{sets: [plain]}}}}
  - {{id: dear, positions: 1, shelfLife: {{from: 4m, to: 4m}}, choose: {{sets: [dear]}}}}
"""


def _hash(token):
    return hashlib.sha256(token.encode()).hexdigest()


def _items():
    numbered = [{"id": f"item-{i}", "name": f"Item {i}", "set": "plain", "released": "2020-01-01", "price": 2 + i,
                 "edition": 1_000_000, "glyph": "⭐"} for i in range(12)]  # fmt: skip
    dear = [{"id": f"dear-{i}", "name": f"Dear {i}", "set": "dear", "released": "2020-01-01", "price": 5_000}
            for i in range(3)]  # fmt: skip
    return numbered + dear


class APIShelf(ShelfProcess):
    def __init__(self, folder, rate=1_000_000, takes_apple=True):
        super().__init__(folder)
        (folder / "items.yaml").write_text(json.dumps(_items()))
        hashes = {"admin": _hash(ADMIN), "auditor": _hash(AUDITOR), "support": _hash(SUPPORT)}
        self.app_store = AppStore()
        (folder / "root.cer").write_bytes(self.app_store.root_file())
        text = CONFIGURATION.format(rate=rate, secret=b64(os.urandom(32)), bundle=BUNDLE, product=PRODUCT, **hashes)
        text = text if takes_apple else "".join(line for line in text.splitlines(True) if not line.startswith("apple:"))
        (folder / "shelflife.yaml").write_text(text)

    def document(self):
        return json.loads(urllib.request.urlopen(self.address + "/v1/openapi.json", timeout=5).read())

    def ask(self, method, path, body=None, token=None, key=None, headers=None):
        """The answer, which has `status`, `headers` and `read()` whatever it is."""
        headers = dict(headers or {})
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if key is not None:
            headers["Idempotency-Key"] = key
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=5)
        except urllib.error.HTTPError as error:
            return error

    def new_player(self):
        return json.loads(self.ask("POST", "/v1/players", {"credential": b64(os.urandom(32))}).read())
