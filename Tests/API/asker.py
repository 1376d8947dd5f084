"""Asks by an operation's name, and holds every answer against the description."""

import json
import os

from described import Description
from open_window import on_sale
from windows import b64, unb64

# Every answer that came: operation, status, code.
SEEN = set()


class Asker:
    def __init__(self, shelf):
        self.shelf = shelf
        self.description = Description(shelf.document())

    def __call__(self, name, /, body=None, token=None, key=None, query="", headers=None, **parts):
        method, path, _ = self.description.operations[name]
        answer = self.shelf.ask(method, path.format(**parts) + query, body, token, key, headers)
        status, code, value = self.description.check(name, answer)
        SEEN.add((name, status, code))
        self.headers = answer.headers
        return (code or status), value

    def player(self):
        return self("signIn", {"credential": b64(os.urandom(32))})[1]["token"]

    def buy(self, store, order, token, key):
        return self("buy", order, token, key, store=store)

    def offer(self, store):
        """The order for what is on sale in a store."""
        listing = on_sale(self.shelf.address, store, for_seconds=15)
        return listing.order(listing.price(self.shelf.address))


def receipt(confirmation):
    return json.loads(unb64(confirmation["receipt"]["bytes"]).removeprefix(b"SHELFRC1"))
