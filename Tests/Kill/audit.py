"""Holds what players were told against what the database has, which is read here without the server's help."""

import json
from collections import Counter, defaultdict, namedtuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from contents import GRACE_MS, ITEMS, LISTING_LIMIT, STOCK
from crowd import VERDICTS
from errands import DONE, REASON, TOO_LATE
from inspection import Inspection
from published import b64, unb64
from shop import ADMIN

SIGNATURES = 500
REFUSALS_KEPT = 200
OUTCOMES = {"refund": "refunded", "revocation": "revoked"}
Made = namedtuple("Made", "key kind target amount reason")


class Audit(Inspection):
    """What was bought, granted and taken back."""

    def __init__(self, path, crowd, welcome, public_keys):
        self.wishes = {(wish.player, wish.key): wish for wish in crowd.wishes}
        self.errands = {errand.key: errand for errand in crowd.errands}
        self.players, self.welcome = [int(player) for player, _ in crowd.players], welcome
        self.listings = {wish.listing.name: wish.listing for wish in crowd.wishes}
        self.public_keys = public_keys
        self.orders, self.sold, self.entries, self.reversals = [], [], [], {}
        super().__init__(path)

    def check(self):
        self.check_file()
        self.orders = self.rows("SELECT * FROM purchase ORDER BY id")
        self.sold = [row for row in self.orders if row["refusal"] is None]
        self.entries = self.rows("SELECT * FROM entry ORDER BY id")
        self.reversals = {row["purchase"]: row for row in self.rows("SELECT * FROM reversal")}
        self.check_wishes()
        self.check_receipts()
        self.check_terms()
        self.check_errands()
        self.check_editions()
        self.check_counts()
        self.check_ledger()

    def check_file(self):
        for pragma in ["integrity_check", "foreign_key_check"]:
            found = [tuple(row) for row in self.rows(f"PRAGMA {pragma}")]
            self.expect(found in ([], [("ok",)]), f"{pragma}: {found[:5]}")

    def check_wishes(self):
        """Every verdict that was told is there once, everything else once or not at all, but the oldest refusals."""
        count = Counter((str(row["player"]), row["key"]) for row in self.orders)
        refusals = Counter(str(row["player"]) for row in self.orders if row["refusal"] is not None)
        for player, kept in refusals.items():
            self.expect(kept <= REFUSALS_KEPT, f"{kept} refusals of player {player} are kept")
        for name, times in count.items():
            self.expect(name in self.wishes, f"nobody wished for {name}")
            self.expect(times == 1, f"{name} is there {times} times")
        for name, wish in self.wishes.items():
            is_forgotten = wish.verdict in VERDICTS and refusals[wish.player] == REFUSALS_KEPT
            is_there = wish.verdict is None or name in count or is_forgotten
            self.expect(is_there, f"{wish.key} was told {wish.verdict} and is lost")
        for row in self.orders:
            wish = self.wishes.get((str(row["player"]), row["key"]))
            if wish is None:
                continue
            named = b64(row["chain"]), row["slot"], row["position"], row["revision"]
            self.expect((row["store"], named) == (wish.listing.store, wish.listing.name), f"{wish.key} is for {named}")
            verdict = row["refusal"] or "sold"
            self.expect(wish.verdict in (None, verdict), f"{wish.key} was told {wish.verdict} and is {verdict}")

    def check_receipts(self):
        keys = {store: Ed25519PublicKey.from_public_bytes(key) for store, key in self.public_keys.items()}
        sold = {(str(row["player"]), row["key"]): row for row in self.sold}
        told = [(name, wish) for name, wish in self.wishes.items() if wish.told and name in sold]
        for index, (name, wish) in enumerate(told):
            row, text = sold[name], unb64(wish.told["bytes"])
            if index % (len(told) // SIGNATURES + 1) == 0:
                try:
                    keys[row["store"]].verify(unb64(wish.told["signature"]), text)
                except InvalidSignature:
                    self.expect(False, f"{wish.key} has a receipt that the store didn't sign")
            receipt = json.loads(text.removeprefix(b"SHELFRC1"))
            kept = {
                "purchase": row["id"], "player": str(row["player"]), "key": row["key"], "store": row["store"],
                "chain": b64(row["chain"]), "slot": row["slot"], "position": row["position"], "revision": row["revision"],
                "item": row["item"], "price": row["offered"], "currency": row["currency"], "at": row["at_ms"],
            }  # fmt: skip
            kept |= {"number": row["number"]} if row["number"] is not None else {}
            self.expect(receipt == kept, f"{wish.key} has the receipt {receipt} and is {kept}")

    def check_terms(self):
        """Sold while it was on sale, as what and for what it was shown."""
        for row in self.sold:
            listing = self.listings.get((b64(row["chain"]), row["slot"], row["position"], row["revision"]))
            if listing is None:
                continue
            is_shown = (row["item"], row["offered"]) == (listing.item, listing.price)
            self.expect(is_shown, f"{row['key']} is {row['item']} for {row['offered']}, and {listing} was shown")
            in_time = listing.start_ms <= row["at_ms"] < listing.end_ms + GRACE_MS
            self.expect(in_time, f"{row['key']} was sold at {row['at_ms']} of {listing}")

    def check_errands(self):
        """Every errand that was told to be done is there once, everything else once or not at all."""
        made = [Made(row["key"], "grant", row["player"], row["amount"], row["reason"]) for row in self.grants]
        made += [Made(row["key"], row["kind"], row["purchase"], 0, row["reason"]) for row in self.reversals.values()]
        count = Counter(one.key for one in made)
        for one in made:
            errand = self.errands.get(one.key)
            self.expect(errand, f"nobody ran the errand {one}")
            self.expect(count[one.key] == 1, f"{one.key} is there {count[one.key]} times")
            meant = errand and Made(one.key, errand.kind, int(errand.target), errand.amount, REASON)
            self.expect(errand is None or one == meant, f"{meant} is {one}")
            self.expect(
                errand is None or errand.verdict in (None, DONE), f"{one} was told to be {errand and errand.verdict}"
            )
        uses = Counter(tuple(row) for row in self.rows('SELECT "by", what, status FROM audit'))
        done = [errand for errand in self.errands.values() if errand.verdict == DONE]
        for errand in done:
            self.expect(count[errand.key], f"{errand} is lost")
        for path, times in Counter(errand.path for errand in done).items():
            noted = uses[ADMIN, f"POST {path}", 200]
            self.expect(noted >= times, f"{path} was used {times} times and is in the audit log {noted} times")
        self.check_told(done)

    def check_told(self, done):
        """What was told of an errand is what is there."""
        entries = {row["key"]: row["id"] for row in self.grants}
        for errand in done:
            if errand.kind == "grant":
                self.expect(
                    errand.told == {"entry": entries.get(errand.key)}, f"{errand} is entry {entries.get(errand.key)}"
                )
            else:
                record = errand.told["purchase"]
                told = str(record["purchase"]), record["outcome"]
                self.expect(told == (errand.target, OUTCOMES[errand.kind]), f"{errand} is of {told}")
        for errand in self.errands.values():
            is_there = errand.verdict != TOO_LATE or int(errand.target) in self.reversals
            self.expect(is_there, f"{errand} is not, for nothing has reversed it")

    @property
    def grants(self):
        return [row for row in self.entries if row["by"] == ADMIN and row["purchase"] is None]

    @property
    def refunded(self):
        return [
            row for row in self.sold if row["id"] in self.reversals and self.reversals[row["id"]]["kind"] == "refund"
        ]

    def check_editions(self):
        numbers = defaultdict(list)
        for row in self.sold:
            numbers[row["item"]].append(row["number"])
        counted = dict(tuple(row) for row in self.rows("SELECT item, sold FROM edition"))
        for item, given in numbers.items():
            edition = ITEMS[item].edition
            wanted = list(range(1, len(given) + 1)) if edition else [None] * len(given)
            self.expect(given == wanted, f"{item} was sold with the numbers {given[:50]}")
            self.expect(not edition or len(given) <= edition, f"{item} was sold {len(given)} times, of {edition}")
            self.expect(counted.get(item, 0) == (len(given) if edition else 0), f"{item} counts {counted.get(item)}")

    def check_counts(self):
        """Stock and limits: none exceeded, all counters what was sold."""
        by_listing = Counter((bytes(row["chain"]), row["slot"], row["position"], row["revision"]) for row in self.sold)
        items = {(bytes(row["chain"]), row["slot"], row["position"], row["revision"]): row["item"] for row in self.sold}
        counted = {
            tuple(row)[:4]: row["sold"]
            for row in self.rows("SELECT chain, slot, position, revision, sold FROM stock WHERE sold > 0")
        }
        self.expect(counted == dict(by_listing), "stock counts other than was sold")
        for listing, count in by_listing.items():
            stock = ITEMS[items[listing]].stock or STOCK
            self.expect(count <= stock, f"{listing} sold {count}, of {stock}")
        owned = Counter((row["player"], row["item"]) for row in self.sold if row["id"] not in self.reversals)
        kept = {(row["player"], row["item"]): row["count"] for row in self.rows("SELECT * FROM owned WHERE count <> 0")}
        self.expect(kept == dict(owned), "inventories hold other than was sold")
        for (player, item), count in owned.items():
            limit = ITEMS[item].limit or count
            self.expect(count <= limit, f"player {player} has {count} of {item}, of {limit} at most")
        each = Counter((row["player"], bytes(row["chain"]), row["slot"], row["position"]) for row in self.sold)
        self.expect(max(each.values(), default=0) <= LISTING_LIMIT, "a player bought too much from one listing")

    def check_ledger(self):
        """Balances are the sums of entries, and entries are what was given, what was sold and what was paid back."""
        sums = defaultdict(int)
        for row in self.entries:
            sums[row["player"]] += row["amount"]
        balances = {row["player"]: row["balance"] for row in self.rows("SELECT * FROM wallet")}
        self.expect(balances == dict(sums), "balances are not the sums of their entries")
        self.expect(min(balances.values()) >= 0, "a balance is below zero")
        wanted = Counter((row["player"], -row["offered"], row["id"], "player", row["key"]) for row in self.sold)
        back = {row["id"]: self.reversals[row["id"]] for row in self.refunded}
        wanted += Counter(
            (row["player"], row["offered"], row["id"], ADMIN, back[row["id"]]["key"]) for row in self.refunded
        )
        moved = Counter(
            (row["player"], row["amount"], row["purchase"], row["by"], row["key"])
            for row in self.entries
            if row["purchase"]
        )
        self.expect(moved == wanted, "entries are not what was sold and refunded")
        gifts = Counter(
            (row["player"], row["amount"]) for row in self.entries if row["purchase"] is None and row["by"] != ADMIN
        )
        self.expect(
            gifts == Counter((player, self.welcome) for player in self.players), "welcomes are not one for each player"
        )
        given = len(self.players) * self.welcome + sum(
            errand.amount for errand in self.errands.values() if errand.verdict == DONE
        )
        given += sum(
            row["amount"]
            for row in self.grants
            if self.errands.get(row["key"]) and self.errands[row["key"]].verdict is None
        )
        left = given - sum(row["offered"] for row in self.sold) + sum(row["offered"] for row in self.refunded)
        self.expect(sum(balances.values()) == left, f"{sum(balances.values())} is left of what should be {left}")
