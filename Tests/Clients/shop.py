"""A real server with a sealed store, one that changes every second or two, a prefetched one, and two for refusals."""

import hashlib
import json
import os
import urllib.error
import urllib.request

from shelf_process import ShelfProcess
from smallest_seal import b64

ADMIN = "boss"
PATIENCE = 60
SETTINGS = """
clock: {{uncertainty: 1ms}}
players: {{welcome: {{coins: 1000}}}}
limits: {{newPlayersPerAddress: 1000000}}
admin:
  tokens:
    - {{name: anna, sha256: {admin}, scopes: [future:read, content:write]}}
appSecrets: {{bazaar: {secret}}}
"""
CONTENT = """
title: Clients
catalogue: [items.yaml]
stores:
  - {id: main, positions: 3, shelfLife: {from: 2m, to: 4m}, choose: {sets: [plain]}}
  - {id: quick, positions: 2, shelfLife: {from: 1s, to: 2s}, choose: {sets: [plain]}}
  - {id: recalled, positions: 1, shelfLife: {from: 4m, to: 4m}, choose: {sets: [plain]}}
  - {id: recalled-csharp, positions: 1, shelfLife: {from: 4m, to: 4m}, choose: {sets: [plain]}}
  - {id: dear, positions: 1, shelfLife: {from: 4m, to: 4m}, choose: {sets: [dear]}}
  - id: bazaar
    positions: 3
    lead: 10m
    shelfLife: {from: 20s, to: 40s}
    choose: {sets: [plain]}
"""


def items():
    plain = [{"id": f"item-{i}", "name": f"Item {i}", "set": "plain", "released": "2020-01-01", "price": 2 + i,
              "glyph": "⭐"} for i in range(12)]  # fmt: skip
    dear = [{"id": f"dear-{i}", "name": f"Dear {i}", "set": "dear", "released": "2020-01-01", "price": 5000}
            for i in range(3)]  # fmt: skip
    return plain + dear


class Shop(ShelfProcess):
    def __init__(self, folder):
        super().__init__(folder)
        self.app_secret = os.urandom(32)
        (folder / "items.yaml").write_text(json.dumps(items()))
        text = SETTINGS.format(admin=hashlib.sha256(ADMIN.encode()).hexdigest(), secret=b64(self.app_secret))
        (folder / "content.yaml").write_text(CONTENT)
        (folder / "plan.yaml").unlink()
        (folder / "shelflife.yaml").write_text(text)

    def ask(self, method, path, body=None, token=None, key=None):
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if key is not None:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            return error

    def public_key(self, store):
        """As an operator reads it to build it into the app."""
        stores = json.loads(self.ask("GET", "/v1/stores").read())
        return next(found["publicKey"] for found in stores if found["id"] == store)

    def future(self, store):
        """What the server says to its operators that it shows, from now on: by position, which counts from 0 here."""
        found = json.loads(self.ask("GET", f"/v1/admin/future/{store}?hours=1", token=ADMIN).read())
        shelves = {}
        for listing in found["listings"]:
            shelves.setdefault(listing["position"] - 1, []).append(listing)
        return shelves

    def withdraw(self, store, position, start_ms):
        goods = {"store": store, "position": position + 1, "startMs": start_ms, "reason": "a wrong price"}
        answer = self.ask("POST", "/v1/admin/withdrawals", goods, ADMIN, f"{store}-{position}-{start_ms}")
        assert answer.status == 200, answer.read()
