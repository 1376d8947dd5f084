"""The server behind the caches: a sealed store, a prefetched one, and one whose keys come every second."""

import hashlib
import json
import os
import struct
import subprocess
import urllib.request
from dataclasses import dataclass

from shelf_process import BINARY, PATIENCE, ShelfProcess

ADMIN = "what-anna-knows-and-nobody-else"
# The sample's.
PACK = "warehouse"
SEALED, PREFETCHED, QUICK = "main", "bazaar", "quick"
STORES = [SEALED, PREFETCHED]
SETTINGS = f"""
server: {{behindProxy: true}}
clock: {{uncertainty: 0ms}}
players: {{welcome: {{coins: 1000}}}}
invitations: true
limits: {{address: 1000000, player: 1000000, newPlayersPerAddress: 1000000, ordersPerAddress: 1000000}}
admin:
  tokens:
    - {{name: anna, sha256: {hashlib.sha256(ADMIN.encode()).hexdigest()}, scopes: [content:read, content:write]}}
legacy: {{{PREFETCHED}: {{password: "sixteen letters!"}}}}
"""
CONTENT = f"""
title: Behind a cache
catalogue: [items.yaml]
stores:
  - {{id: {SEALED}, positions: 12, shelfLife: {{from: 1m, to: 4m}}}}
  - {{id: {PREFETCHED}, positions: 12, lead: 10m}}
  - {{id: {QUICK}, positions: 2, shelfLife: {{from: 1s, to: 2s}}}}
"""


def newest_sequence(seconds):
    """The number of the window that is the newest at an instant."""
    return int(seconds // 60)


def read_header(window):
    length = struct.unpack(">I", window[8:12])[0]
    return json.loads(window[12 : 12 + length])


@dataclass(frozen=True)
class Key:
    """One that is not released yet."""

    path: str
    release: float

    @classmethod
    def due_at(cls, shelf, seconds):
        """The first whose release is no earlier."""
        chain = read_header(shelf.get(f"/v1/stores/{SEALED}/window"))["chains"][-1]
        zero_ms = chain["epochMs"] - chain["leadMs"]
        slot = -((zero_ms - int(seconds * 1000)) // 1000)
        return cls(f"/v1/stores/{SEALED}/keys/{chain['id']}/{slot}", zero_ms / 1000 + slot)


class Origin(ShelfProcess):
    name = "origin"

    def __init__(self, folder):
        super().__init__(folder)
        items = [{"id": f"item-{i}", "name": f"Item {i}", "set": "plain", "released": "2020-01-01", "price": 2 + i}
                 for i in range(40)]  # fmt: skip
        (folder / "items.yaml").write_text(json.dumps(items))
        (folder / "content.yaml").write_text(CONTENT)
        (folder / "plan.yaml").unlink()
        (folder / "shelflife.yaml").write_text(SETTINGS)

    def release(self, title):
        """Publishes the pack with another title of its first level, and returns the release's number."""
        file = self.folder / "packs" / PACK / "pack.yaml"
        lines = file.read_text().splitlines(True)
        lines[2] = f"  - {{id: first-push, title: {title}, author: Ana,\n"
        file.write_text("".join(lines))
        base = [] if (self.folder / ".shelflife-base").exists() else ["--base", "1"]
        self.run("publish", str(self.folder / "content.yaml"), *base)
        head = {"Authorization": f"Bearer {ADMIN}"}
        request = urllib.request.Request(f"{self.address}/v1/admin/packs/{PACK}", headers=head)
        return json.loads(urllib.request.urlopen(request, timeout=PATIENCE).read())["releases"][0]["release"]

    def move(self, channel, release):
        self.run("pack", "move", PACK, "--channel", channel, "--release", str(release), "--make-public")

    def run(self, *command):
        told = [BINARY, *command, "--reason", "as designed", "--to", self.address]
        environment = {**os.environ, "SHELFLIFE_ADMIN_TOKEN": ADMIN}
        done = subprocess.run(told, env=environment, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr

    def get(self, path):
        return urllib.request.urlopen(self.address + path, timeout=60).read()
