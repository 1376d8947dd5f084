"""A shop with a pack whose file takes long to read, and orders for what stands on its shelf."""

import hashlib
import json
import os
import random
import subprocess
import time
from pathlib import Path

from contents import ITEMS
from pressed_shop import WIDE, PressedShop, comes_true
from shop import ADMIN, ADMIN_TOKEN, BINARY, PATIENCE

PACK = "warehouse"
MAP_BYTES = 64 << 10
OPERATOR = f"""
admin:
  tokens:
    - name: {ADMIN}
      sha256: {hashlib.sha256(ADMIN_TOKEN.encode()).hexdigest()}
      scopes: [content:read, content:write]
"""
DOCUMENT = f"/v1/packs/{PACK}/stable"


class LongShop(PressedShop):
    """Its pack has a number of levels with a map of 64 KiB each, which no compression makes shorter."""

    def __init__(self, folder, levels=64, **options):
        super().__init__(folder, **options)
        with open(folder / "shelflife.yaml", "a") as settings:
            settings.write(OPERATOR)
        pack = folder / "packs" / PACK
        pack.mkdir(parents=True)
        lines = ["levels:"]
        for number in range(levels):
            (pack / f"{number}.bin").write_bytes(random.Random(number).randbytes(MAP_BYTES))
            lines.append(f"  - {{id: level-{number}, title: Level {number}, map: {number}.bin}}")
        (pack / "pack.yaml").write_text("\n".join(lines) + "\n")

    def open(self):
        super().open()
        assert comes_true(self.has_release), self.told
        command = [BINARY, "pack", "move", PACK, "--reason", "the first levels", "--to", self.address]
        environment = {**os.environ, "SHELFLIFE_ADMIN_TOKEN": ADMIN_TOKEN}
        subprocess.run(command, check=True, timeout=PATIENCE, capture_output=True, env=environment)
        data = self.get(DOCUMENT)
        file = json.loads(data[12 : 12 + int.from_bytes(data[8:12])])["release"]["snapshot"]
        self.file, self.length = f"/v1/pack-files/{file['sha256']}", file["bytes"]
        self.player, self.token = self.sign_in("a player")
        return self

    def has_release(self):
        """Asks seldom, because an admin's reads are limited."""
        time.sleep(0.2)
        return json.loads(self.get("/v1/admin/packs", ADMIN_TOKEN))["packs"]

    def has(self, connection):
        """Whether the server's process holds its end."""
        return any(line[9] != "0" for line in self.ends(connection))

    def ends(self, connection):
        """The server's end of a connection as the kernel lists it, with no inode once its process has closed it."""
        lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        ours, theirs = f":{self.port:04X}", f":{connection.getsockname()[1]:04X}"
        return [line for line in lines if line[1].endswith(ours) and line[2].endswith(theirs)]

    def on_shelf(self):
        """What a player sees now and for longest, and may buy as often as he likes."""
        now = 1000 * time.time()
        shown = [one for one in self.shelf(WIDE)[1] if one.start_ms <= now]
        endless = [one for one in shown if not (ITEMS[one.item].limit or ITEMS[one.item].stock)]
        return max(endless, key=lambda one: one.end_ms)


class Order:
    """Of a listing, as often as it is asked for; each is a new one."""

    def __init__(self, shop, name):
        self.path, self.token, self.name, self.count = f"/v1/stores/{WIDE}/purchases", shop.token, name, 0
        self.body = shop.on_shelf().request

    def ask(self, asker):
        self.count += 1
        fields = f"Authorization: Bearer {self.token}\r\nIdempotency-Key: {self.name}-{self.count:06}\r\n"
        return asker.ask(self.path, method="POST", fields=fields, body=self.body)
