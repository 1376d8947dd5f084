"""Players who buy over many connections and ask again, with the same keys, whatever becomes of the server."""

import asyncio
import itertools
import json
import time
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field

from contents import MAIN
from errands import Errand

RETRY = 0.02
TWIN, ASK_AGAIN, ERRAND = 0.05, 0.15, 0.18
MARGIN_MS = 100
# The server keeps 200 refusals of each player. Some more may come while an answer is on its way.
REFUSALS_ASKED = 100
VERDICTS = {
    "sale_over",
    "withdrawn",
    "price_changed",
    "owned_already",
    "limit_reached",
    "sold_out",
    "insufficient_funds",
}


@dataclass
class Wish:
    """One purchase that a player wants, however often it is asked for."""

    number: int
    player: str
    listing: object
    bytes: bytes
    made_at: float = 0
    life: int = 0
    verdict: str | None = None
    told: dict | None = None
    new_answers: int = 0

    @property
    def key(self):
        return f"wish-{self.number:08}"

    def hear(self, status, answer):
        """The verdict, what belongs to it, and whether that was given before; `None` for what may not be answered."""
        if status == 200:
            return "sold", answer["receipt"], answer["replayed"]
        return (answer["code"], None, answer["replayed"]) if answer["code"] in VERDICTS else None


@dataclass
class Crowd:
    shop: object
    players: list
    connections: int
    random: object
    listings: list = field(default_factory=list)
    wishes: list = field(default_factory=list)
    errands: list = field(default_factory=list)
    numbers: itertools.count = field(default_factory=lambda: itertools.count(1))
    flying: dict = field(default_factory=dict)
    judged: list = field(default_factory=list)
    again: list = field(default_factory=list)
    refused: dict = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=REFUSALS_ASKED)))
    faults: list = field(default_factory=list)
    statuses: Counter = field(default_factory=Counter)
    answers: int = 0
    broken_off: int = 0
    is_open: bool = True
    on_sale: list = field(default_factory=list)
    on_sale_until: float = 0

    def fault(self, text):
        if len(self.faults) < 20:
            self.faults.append(text)

    def read_window(self, store=MAIN):
        """Returns the records that were found."""
        found, listings = self.shop.shelf(store)
        self.know(listings)
        return found

    def know(self, listings):
        known = {listing.name for listing in self.listings}
        self.listings += [listing for listing in listings if listing.name not in known]

    def shelf(self):
        """What is on the shelf now, and for a moment longer than it is."""
        now = time.time()
        if now >= self.on_sale_until or not self.on_sale:
            ms = int(now * 1000)
            self.on_sale = [one for one in self.listings if one.start_ms + MARGIN_MS <= ms < one.end_ms + MARGIN_MS]
            self.on_sale_until = now + 0.05
        return self.on_sale

    def next_wish(self):
        wish = self.next_again()
        if wish is not None:
            return wish
        draw = self.random.random()
        if draw < TWIN and self.flying:
            return self.random.choice(list(self.flying.values()))
        if draw < ASK_AGAIN and self.judged:
            wish = self.random.choice(self.judged)
            return wish if self.is_remembered(wish) else self.new_wish()
        return self.new_errand() if draw < ERRAND else self.new_wish()

    def next_again(self):
        while self.again:
            wish = self.again.pop()
            if self.is_remembered(wish):
                return wish
        return None

    def is_remembered(self, wish):
        """Of a refusal that the server has forgotten nothing is expected: it would be judged anew."""
        return wish.verdict not in VERDICTS or wish.number in self.refused[wish.player]

    def new_errand(self):
        errand = Errand.draw(next(self.numbers), self.random, self.players, self.judged)
        self.errands.append(errand)
        return errand

    def new_wish(self):
        shelf = self.shelf()
        if not shelf:
            return None
        player, token = self.random.choice(self.players)
        listing = self.random.choice(shelf)
        wish = Wish(next(self.numbers), player, listing, b"", time.monotonic(), self.shop.kills)
        body = listing.request
        wish.bytes = (
            f"POST /v1/stores/{listing.store}/purchases HTTP/1.1\r\nHost: shelf\r\nContent-Type: application/json\r\nAuthorization: Bearer {token}\r\n"
            f"Idempotency-Key: {wish.key}\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode() + body
        self.wishes.append(wish)
        return wish

    def note(self, wish, status, head, body):
        """Takes an answer in; says whether the wish was judged."""
        self.statuses[status] += 1
        if status not in (200, 409, 503):
            self.fault(f"{wish.key} was answered {status}: {body[:200]!r}")
            return True
        answer = json.loads(body)
        if status == 503:
            if answer.get("code") != "unavailable" or b"retry-after:" not in head.lower():
                self.fault(f"{wish.key} was answered 503 without the words for it: {head!r} {body!r}")
            return False
        heard = wish.hear(status, answer)
        if heard is None:
            self.fault(f"{wish.key} was answered {answer['code']}")
            return True
        self.judge(wish, *heard)
        return True

    def judge(self, wish, verdict, told, is_replayed):
        self.answers += is_replayed is not None
        if wish.verdict is None:
            wish.verdict, wish.told = verdict, told
            self.judged.append(wish)
            if verdict in VERDICTS:
                self.refused[wish.player].append(wish.number)
        elif (wish.verdict, wish.told) != (verdict, told):
            self.fault(f"{wish.key} was answered {wish.verdict} and then {verdict}, or with something else")
        wish.new_answers += is_replayed is False
        if wish.new_answers > 1:
            self.fault(f"{wish.key} was judged twice: {verdict}")

    async def buy(self):
        """Every connection at work, until the shop closes and each wish is judged."""
        await asyncio.gather(*(Customer(self).shop() for _ in range(self.connections)))

    async def ask_all_again(self, count):
        """So many of the wishes that were judged, from all the time."""
        self.again = self.random.sample(self.judged, min(count, len(self.judged)))
        while self.again:
            await asyncio.sleep(0.01)

    async def answered(self, count=1, patience=120):
        """Waits for a number of further verdicts."""
        wanted, deadline = self.answers + count, time.monotonic() + patience
        while self.answers < wanted:
            if time.monotonic() > deadline:
                raise TimeoutError(f"No purchase was judged for {patience} s: {self.statuses}")
            await asyncio.sleep(0.005)


class Customer(asyncio.Protocol):
    """One connection with one request at a time."""

    def __init__(self, crowd):
        self.crowd = crowd
        self.wish = None
        self.transport = None
        self.received = b""
        self.lost = None

    async def shop(self):
        loop = asyncio.get_running_loop()
        while self.crowd.is_open or self.wish:
            try:
                self.lost = loop.create_future()
                await loop.create_connection(lambda: self, "127.0.0.1", self.crowd.shop.port)
                await self.lost
            except OSError:
                await asyncio.sleep(RETRY)

    def connection_made(self, transport):
        self.transport, self.received = transport, b""
        self.ask()

    def connection_lost(self, _):
        self.crowd.broken_off += self.wish is not None
        self.lost.set_result(None)

    def ask(self):
        if self.wish is None and self.crowd.is_open:
            self.wish = self.crowd.next_wish()
        if self.wish is None:
            return self.transport.close() if not self.crowd.is_open else self.later()
        if self.wish.verdict is None:
            self.crowd.flying[self.wish.number] = self.wish
        self.transport.write(self.wish.bytes)

    def later(self):
        asyncio.get_running_loop().call_later(RETRY, lambda: self.transport.is_closing() or self.ask())

    def data_received(self, data):
        self.received += data
        end = self.received.find(b"\r\n\r\n")
        if end < 0:
            return
        head = self.received[:end].lower()
        start = head.index(b"content-length:") + 15
        stop = head.find(b"\r\n", start)
        length = int(head[start : stop if stop > 0 else end])
        if len(self.received) < end + 4 + length:
            return
        body, self.received = self.received[end + 4 :], b""
        if not self.crowd.note(self.wish, int(head[9:12]), head, body):
            return self.later()
        self.crowd.flying.pop(self.wish.number, None)
        self.wish = None
        self.ask()
