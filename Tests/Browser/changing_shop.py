"""A real server whose configuration changes while it runs."""

import json
import signal

from shelf_process import ShelfProcess
from windows import b64

ITEMS = [{"id": f"item-{number}", "name": f"Item {number}", "set": "plain", "released": "2020-01-01", "price": 5, "glyph": "★"}
         for number in range(40)]  # fmt: skip
SECRET, OTHER_SECRET = b64(bytes(range(32))), b64(bytes(range(1, 33)))


class ChangingShop(ShelfProcess):
    """Its stores are those of the configuration file, as dictionaries."""

    def __init__(self, folder, stores, title="Changing"):
        (folder / "items.yaml").write_text(json.dumps(ITEMS))
        self.config = folder / "shelflife.yaml"
        self.title, self.stores = title, stores
        super().__init__(folder)

    def write_sample(self):
        self.write()

    def write(self):
        players = {
            "welcome": {currency: 100 for currency in sorted({store.get("currency", "coins") for store in self.stores})}
        }
        content = {"title": self.title, "clock": {"uncertainty": "0ms"}, "players": players, "catalogue": ["items.yaml"],
                   "stores": self.stores}  # fmt: skip
        self.config.write_text(json.dumps(content))

    def change(self, title=None, **changes):
        """Changes stores by id: new values for their keys, or None for a store that closes. A new store comes last."""
        self.title = title or self.title
        for id, change in changes.items():
            known = next((store for store in self.stores if store["id"] == id), None)
            if known is None:
                self.stores.append({"id": id, **change})
            elif change is None:
                self.stores.remove(known)
            else:
                known.update(change)
        self.reload()

    def reload(self):
        self.write()
        self.process.send_signal(signal.SIGHUP)
