"""What is sold: the files that the server starts with, and other content that is published while it runs."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

MAIN, SEALED, CORNER = STORES = "main", "sealed", "corner"
GRACE_MS = 500
STOCK, LISTING_LIMIT = 1500, 25
# So many items every content has. An edition is part of a card, but an item's own limit and stock hold only while the
# content in force has the item, so the others have none.
COMMON = 170


@dataclass(frozen=True)
class Item:
    """What every catalogue says of an item, but for its price; an edition of 0 has no end."""

    name: str
    price: int
    edition: int = 0
    limit: int = 0
    stock: int = 0

    @classmethod
    def number(cls, index):
        kinds = [
            {"edition": 40},
            {"edition": 1_000_000},
            {"stock": 30},
            {"limit": 2},
            {"edition": 2000, "limit": 9},
            {},
        ]
        kind = kinds[index % len(kinds)]
        return cls(f"item-{index}", 5 + index, **kind if index < COMMON else {"edition": kind.get("edition", 0)})

    def row(self, dearer=0):
        rest = ",".join(str(value or "") for value in [self.edition, self.limit, self.stock])
        return f"{self.name},{self.name},set-{self.price % 7},2020-01-01,{self.price + dearer},,{rest}\n"

    @property
    def never_ends(self):
        """Whether there is always more of it, however often it is sold."""
        return not self.edition or self.edition > 100_000


HEADER = "id,name,set,released,price,glyph,edition,limit,stock\n"
CONFIGURATION = f"""title: {{title}}
catalogue: [items.csv]
stores:
  - id: {MAIN}
    positions: 12
    lead: 10m
    shelfLife: {{shelf_life}}
    grace: {GRACE_MS}ms
    stock: {STOCK}
    limits: {{{{listing: {LISTING_LIMIT}}}}}
    weights: {{weights}}
  - id: {SEALED}
    positions: 4
    shelfLife: {{{{from: 6s, to: 12s}}}}
    grace: {GRACE_MS}ms
    stock: {STOCK}
    limits: {{{{listing: {LISTING_LIMIT}}}}}
    weights: {{weights}}
  - id: {CORNER}
    positions: 1
    lead: 10m
    shelfLife: {{shelf_life}}
    grace: {GRACE_MS}ms
    stock: {STOCK}
    limits: {{{{listing: {LISTING_LIMIT}}}}}
"""


@dataclass(frozen=True)
class Content:
    title: str
    items: int
    dearer: int
    shelf_life: str
    weights: str

    @property
    def configuration(self):
        return CONFIGURATION.format(title=self.title, shelf_life=self.shelf_life, weights=self.weights)

    @property
    def files(self):
        rows = [item.row(self.dearer) for item in list(ITEMS.values())[: self.items]]
        return {"items.csv": HEADER + "".join(rows), "content.yaml": self.configuration}

    @cached_property
    def digest(self):
        """What the content is named by, as docs/content.md says."""
        text = hashlib.sha256(b"shelflife content 1\n")
        for path, file in sorted(self.files.items()):
            text.update(len(path).to_bytes(4, "little") + path.encode() + hashlib.sha256(file.encode()).digest())
        return text.hexdigest()


FILES = Content("Kill", 180, 0, "{from: 3s, to: 8s}", "[{factor: 2, sets: [set-1]}]")
DEARER = Content("Dearer", 200, 100, "{from: 3s, to: 8s}", "[{factor: 5, sets: [set-2]}, {factor: 0.5, sets: [set-3]}]")
QUICKER = Content("Quicker", COMMON, 3, "{from: 2s, to: 6s}", "[{factor: 3, price: {from: 60}}]")
CONTENTS = [FILES, DEARER, QUICKER]
ITEMS = {item.name: item for item in map(Item.number, range(max(content.items for content in CONTENTS)))}
# These every content has, and they are never sold out.
EVERLASTING = [item.name for item in list(ITEMS.values())[:COMMON] if item.never_ends]
