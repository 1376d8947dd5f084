"""Who changes the shop while it sells: one change after the other, each until it is answered."""

import json
import time
from collections import Counter, defaultdict

from changes import (
    CHANGES, DONE, ITEM, KINDS, LIFT, LISTING, PUBLISH, REDRAW, REPLACE, ROLL_BACK, STORE, VERSIONS, Change,
)  # fmt: skip
from contents import CONTENTS, CORNER, EVERLASTING, MAIN, SEALED
from shop import ADMIN_TOKEN

PAUSE = 0.1
# Not every replacement is seen on the shelf before another change concerns it.
BAG = [*KINDS, REPLACE]
# As many items are withdrawn at most: enough to be met, too few to be missed.
WITHDRAWN_ITEMS = 12
# The server changes no listing whose key it releases within 5 s.
SAFE_MS, SOON_MS = 6000, 11_000
# A listing that is over by then isn't looked for.
MARGIN_MS = 500
VERSIONS_READ = 200


class Designer:
    """For a `Customer` the same as a crowd is: somebody with the next wish, who hears what became of it."""

    def __init__(self, shop, crowd, random):
        self.shop, self.crowd, self.random = shop, crowd, random
        self.changes, self.kinds, self.flying, self.faults = [], [], {}, []
        self.versions = [self.newest()]
        self.withdrawals, self.replaced = [], {}
        self.records, self.is_open, self.broken_off, self.rests_until = [], True, 0, 0
        self.items = random.sample(EVERLASTING, WITHDRAWN_ITEMS)
        self.seen = Counter()

    def fault(self, text):
        if len(self.faults) < 20:
            self.faults.append(text)

    @property
    def done(self):
        return [change for change in self.changes if change.verdict == DONE]

    def read_versions(self):
        path = f"/v1/admin/content/versions?limit={VERSIONS_READ}"
        return json.loads(self.shop.get(path, ADMIN_TOKEN))

    def newest(self):
        return self.read_versions()["versions"][0]

    # What is to be done next

    def next_wish(self):
        if time.monotonic() < self.rests_until:
            return None
        if not self.kinds:
            self.kinds = self.random.sample(BAG, len(BAG))
        change = self.draw(self.kinds.pop())
        if change is None:
            return None
        self.rests_until = time.monotonic() + self.random.uniform(0, PAUSE)
        self.changes.append(change)
        self.forget_replaced(change)
        return change

    def draw(self, kind):
        """`None` where there is nothing of the kind to be done now."""
        draws = {
            PUBLISH: self.publication, ROLL_BACK: self.roll_back, LISTING: self.listing, ITEM: self.item, STORE: self.store,
            LIFT: self.lift, REPLACE: self.replacement, REDRAW: self.redraw,
        }  # fmt: skip
        found = draws[kind]()
        return found and Change(next(self.crowd.numbers), kind, **found)

    def publication(self):
        """Another content than the newest, so that it makes a version."""
        content = self.random.choice([content for content in CONTENTS if content.digest != self.versions[-1]["digest"]])
        return {"goods": {}, "wanted": content.digest}

    def roll_back(self):
        others = [version for version in self.versions if version["digest"] != self.versions[-1]["digest"]]
        version = self.random.choice(others) if others else None
        return version and {"goods": {"to": version["number"]}, "wanted": version["digest"]}

    def listing(self):
        shelf = [listing for listing in self.crowd.shelf() if listing.store != CORNER]
        listing = self.random.choice(shelf) if shelf else None
        return listing and {"goods": place(listing), "listing": listing}

    def item(self):
        left = [item for item in self.items if item not in self.withdrawn_now(ITEM)]
        if not left:
            return None
        goods = {"item": self.random.choice(left)}
        return {"goods": goods | ({"store": MAIN} if self.random.random() < 0.3 else {})}

    def store(self):
        return None if self.withdrawn_now(STORE) else {"goods": {"store": CORNER}}

    def lift(self):
        held = [*self.withdrawn_now(ITEM).values(), *self.withdrawn_now(STORE).values()]
        return {"goods": {"lift": self.random.choice(held)}} if held else None

    def withdrawn_now(self, kind):
        """What is withdrawn and not lifted, with the withdrawal's number."""
        lifted = {change.told["withdrawal"] for change in self.withdrawals if change.kind == LIFT}
        held = [
            change for change in self.withdrawals if change.kind == kind and change.told["withdrawal"] not in lifted
        ]
        return {change.goods["item" if kind == ITEM else "store"]: change.told["withdrawal"] for change in held}

    def replacement(self):
        now = time.time() * 1000
        sealed = [record for record in self.records if now + SAFE_MS < record.start_ms < now + SOON_MS]
        if not sealed:
            return None
        record = self.random.choice(sealed)
        return {"goods": place(record) | {"item": self.random.choice(EVERLASTING)}, "listing": record}

    def redraw(self):
        """Of the sealed store what comes after the replacements, mostly."""
        from_ms = int(time.time() * 1000) + self.random.choice([0, SOON_MS, SOON_MS, SOON_MS])
        return {"goods": {"store": self.random.choice([MAIN, SEALED, CORNER]), "fromMs": from_ms}}

    # What became of it

    def forget_replaced(self, change):
        """From the moment at which a change is asked for it may be there instead of an earlier one."""
        if change.kind == REPLACE:
            self.replaced.pop(spot(change.goods), None)
        if change.kind == REDRAW:
            for store, position, start_ms in list(self.replaced):
                if store == change.goods["store"] and start_ms >= change.goods["fromMs"]:
                    del self.replaced[store, position, start_ms]

    def note(self, change, status, head, body):
        """Takes an answer in; says whether there will be no other."""
        answer = json.loads(body)
        if status == 503:
            if answer.get("code") != "unavailable" or b"retry-after:" not in head.lower():
                self.fault(f"{change.key} was answered 503 without the words for it: {head!r} {body!r}")
            return False
        heard = change.hear(status, answer)
        if heard is None:
            self.fault(f"{change} was answered {status}: {body[:200]!r}")
        else:
            self.take(change, *heard)
        return True

    def take(self, change, verdict, told, was_there):
        change.verdict, change.told = verdict, told
        change.told_at, change.told_ms, change.life = time.monotonic(), int(time.time() * 1000), self.shop.kills
        change.new_answers += was_there is False
        if verdict != DONE:
            return
        if change.kind in VERSIONS:
            self.take_version(change, told)
        elif change.kind == REPLACE:
            self.replaced[spot(change.goods)] = change.goods["item"]
        elif change.kind not in CHANGES:
            self.withdrawals.append(change)

    def take_version(self, change, told):
        """The next version, with the content that was meant."""
        if told["number"] != self.versions[-1]["number"] + 1:
            self.fault(f"{change.key} became version {told['number']} after {self.versions[-1]['number']}")
        if (told["digest"], told["reason"]) != (change.wanted, change.key):
            self.fault(f"{change} became {told}")
        self.versions.append(told)

    # What must be there after a restart

    def look(self):
        self.look_at_versions()
        return self.look_at_replaced()

    def look_at_versions(self):
        """All that were told, in order; and the last of them, or one that is still on its way, is in force."""
        told = {version["number"]: version for version in self.versions}
        newest, answer = self.versions[-1]["number"], self.read_versions()
        there = {version["number"]: version for version in answer["versions"]}
        for number in list(told)[-VERSIONS_READ + 1 :]:
            if there.get(number) != told[number]:
                self.fault(f"version {number} is {there.get(number)} and was told as {told[number]}")
        in_order = list(range(max(there), max(there) - len(there), -1))
        if list(there) != in_order:
            self.fault(f"the versions are {list(there)}")
        if answer.get("inForce", 0) not in range(newest, max(there) + 1):
            self.fault(f"version {answer.get('inForce')} is in force, after {newest}")
        self.seen["versions"] += 1

    def look_at_replaced(self):
        """What is open on the sealed shelf is what was put there."""
        replaced = dict(self.replaced)
        self.records, listings = self.shop.shelf(SEALED)
        now = time.time() * 1000
        for listing in listings:
            at = listing.store, listing.position, listing.start_ms
            if at not in replaced or listing.end_ms < now + MARGIN_MS or self.replaced.get(at) != replaced[at]:
                continue
            self.seen["replaced"] += 1
            if listing.item != replaced[at] or not listing.revision:
                self.fault(f"{replaced[at]} was put there, and {listing} is shown")
        return listings


def place(listing):
    """Where a listing is, as requests say it: positions count from 1."""
    return {"store": listing.store, "position": listing.position + 1, "startMs": listing.start_ms}


def spot(goods):
    return goods["store"], goods["position"] - 1, goods["startMs"]


class Forbidden:
    """Which listings were withdrawn, and since when."""

    def __init__(self, withdrawals):
        self.by = defaultdict(list)
        until = {change.told["withdrawal"]: change.told["untilMs"] for change in withdrawals if change.kind == LIFT}
        for change in withdrawals:
            if change.kind != LIFT:
                self.by[self.what(change)].append((change, until.get(change.told["withdrawal"])))

    def what(self, change):
        if change.kind == LISTING:
            return change.told["chain"], change.told["slot"], change.goods["position"] - 1, change.told["revision"]
        return change.goods.get("item"), change.goods.get("store")

    def before(self, wish):
        """The first withdrawal that was answered before the wish was made, and covers what it wants."""
        one = wish.listing
        covering = [pair for what in [one.name, (one.item, None), (one.item, one.store), (None, one.store)]
                    for pair in self.by[what]]  # fmt: skip
        return next((change for change, until in covering
                     if change.told_at < wish.made_at and (until is None or one.start_ms < until)), None)  # fmt: skip
