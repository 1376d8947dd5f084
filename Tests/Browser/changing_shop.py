"""A real server whose settings and content change while it runs."""

import json
import signal

from shelf_process import ShelfProcess
from windows import b64

ITEMS = [{"id": f"item-{number}", "name": f"Item {number}", "set": "plain", "released": "2020-01-01", "price": 5, "glyph": "★"}
         for number in range(40)]  # fmt: skip
SECRET, OTHER_SECRET = b64(bytes(range(32))), b64(bytes(range(1, 33)))


class ChangingShop(ShelfProcess):
    """Its stores are those of content.yaml, as dictionaries. Files own its content, unless a shop says otherwise."""

    owner = "files"

    def __init__(self, folder, stores, title="Changing"):
        (folder / "items.yaml").write_text(json.dumps(ITEMS))
        self.config, self.content = folder / "shelflife.yaml", folder / "content.yaml"
        self.title, self.stores, self.secrets = title, stores, {}
        super().__init__(folder)

    def write_sample(self):
        self.write()

    def write(self):
        content = {"title": self.title, "catalogue": ["items.yaml"], "stores": self.stores}
        self.config.write_text(json.dumps(self.settings()))
        self.content.write_text(json.dumps(content))

    def settings(self):
        currencies = sorted({store.get("currency", "coins") for store in self.stores})
        return {"content": {"owner": self.owner}, "clock": {"uncertainty": "0ms"}, "appSecrets": self.secrets,
                "players": {"welcome": {currency: 100 for currency in currencies}}}  # fmt: skip

    def change(self, title=None, secrets=None, **changes):
        """Changes stores by id: new values for their keys, or None for a store that closes. A new store comes last.
        `secrets` has app secrets by store."""
        self.title = title or self.title
        self.secrets |= secrets or {}
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
