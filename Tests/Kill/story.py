"""A shop under a crowd, whose server is killed, whose power is cut, and whose disk fills up: what came of it."""

import asyncio
import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

import disk as disks
from audit import Audit, copied
from crowd import Crowd
from errands import DONE
from shop import STORE, Shop

PLAYERS = 100
CONNECTIONS = 48
COINS_A_LIFE = 12_000
WINDOW_AGE = 45
ASKED_AGAIN = 2000
PATIENCE = 120
ENOUGH = 1000
REFUSALS = 200
FAULTS, FAULT_LENGTH = 10, 400
PATHS = ["/", "/v1/stores", f"/v1/stores/{STORE}/window", "/v1/time", "/healthz", "/metrics", "/v1/player",
         "/v1/player/inventory", "/v1/player/purchases"]  # fmt: skip


@dataclass
class Story:
    """`seed` repeats what is drawn here, the moments of the kills among it, though not what the machine does."""

    folder: object
    seed: int
    kills: int
    library: object = None
    synchronous: str | None = None
    trouble_lasts: float = 0
    faults: list = field(default_factory=list)
    cuts: int = 0
    taken_back: int = 0
    unavailable: Counter = field(default_factory=Counter)

    def __post_init__(self):
        self.random = random.Random(self.seed)
        self.disk = disks.Disk(self.folder / "disk", self.folder / "data", self.library) if self.library else None
        self.welcome = COINS_A_LIFE * (self.kills + 5)
        self.shop = Shop(self.folder, self.welcome, self.disk)

    def tell(self):
        try:
            self.open()
            asyncio.run(self.live())
        finally:
            self.shop.kill()
        audit = self.audit(copied(self.shop.data, self.folder / "copy"))
        self.faults += self.crowd.faults + audit.faults
        self.judged, self.sold = len(audit.rows), len(audit.sold)
        if self.disk and self.disk.early:
            self.faults.append(f"{self.disk.early} answers left before what they say was synced")
        print("\n" + self.text)
        return self

    def audit(self, path):
        return Audit(path, self.crowd, self.welcome, self.public_key)

    @property
    def text(self):
        """What happened, so that it can be told whether anything did."""
        lines = [f"seed {self.seed}: {self.shop.kills} kills, {self.cuts} of them power cuts that took back {self.taken_back} writes",
                 f"{self.sold} sold and {self.judged - self.sold} refused; {self.crowd.broken_off} requests broken off, "
                 f"of which {self.lost_answers} had been judged",
                 f"{self.done['grant']} grants, {self.done['refund']} refunds and {self.done['revocation']} revocations, "
                 f"{self.done['again']} of them answered only when asked again"]  # fmt: skip
        if self.disk:
            lines.append(f"{self.disk.answers} answers left after {self.disk.commits} commits and {self.disk.syncs} syncs of the log")
        lines += [f"{count} times unavailable on a {name} disk" for name, count in self.unavailable.items()]
        return "\n".join(lines + [fault[:FAULT_LENGTH] for fault in self.faults[:FAULTS]])

    @property
    def done(self):
        done = [errand for errand in self.crowd.errands if errand.verdict == DONE]
        return Counter(errand.kind for errand in done) + Counter(again=sum(not errand.new_answers for errand in done))

    @property
    def lost_answers(self):
        """Wishes whose first answer never came, so that every one that did says that it is a replay."""
        return sum(wish.verdict is not None and not wish.new_answers for wish in self.crowd.wishes)

    def open(self):
        self.shop.start()
        self.shop.wait()
        self.public_key = self.shop.public_key()
        players = [self.shop.sign_in(f"player {number}") for number in range(PLAYERS)]
        self.crowd = Crowd(self.shop, players, CONNECTIONS, self.random)
        self.crowd.read_window()
        self.read_at = time.monotonic()

    async def live(self):
        crowd = asyncio.create_task(self.crowd.buy())
        try:
            for _ in range(self.kills):
                await self.one_life()
            await self.crowd.answered(ENOUGH)
            if self.trouble_lasts:
                await self.suffer("full", disks.FULL)
                await self.suffer("read-only", disks.READ_ONLY)
                await self.suffer("full", disks.FULL, is_killed=True)
            await self.crowd.ask_all_again(ASKED_AGAIN)
            self.crowd.is_open = False
            await asyncio.wait_for(crowd, PATIENCE)
        finally:
            crowd.cancel()

    async def one_life(self):
        """Some are killed while they start, most while they sell."""
        if self.random.random() < 0.9:
            await self.crowd.answered()
            await self.read_window()
            await asyncio.sleep(self.random.uniform(0.05, 0.5))
        else:
            await asyncio.sleep(self.random.uniform(0, 0.3))
        self.shop.kill()
        if self.disk and (self.synchronous or self.random.random() < 0.5):
            self.cuts += 1
            self.taken_back += self.disk.cut(self.random, torn=not self.synchronous and self.random.random() < 0.5)
        self.shop.start(self.synchronous)

    async def suffer(self, name, kind, is_killed=False):
        """Nothing is judged, everything is shown, and all goes on when it is over."""
        self.disk.trouble_with(kind)
        await self.is_quiet()
        before, judged = self.crowd.statuses[503], len(self.crowd.judged)
        await asyncio.sleep(self.trouble_lasts)
        await self.is_refused_often(before + REFUSALS)
        await asyncio.to_thread(self.look, name)
        self.unavailable[name] += self.crowd.statuses[503] - before
        if len(self.crowd.judged) != judged:
            self.faults.append(f"on a {name} disk something was judged")
        if is_killed:
            self.shop.kill()
        self.disk.trouble_with(disks.NO_TROUBLE)
        if is_killed:
            self.shop.start()
        await self.crowd.answered(len(self.crowd.flying) + ENOUGH)
        await self.is_published(name)

    async def is_refused_often(self, count):
        """Waits until this many answers said that the shop is unavailable: a slow machine gives fewer in a second."""
        deadline = time.monotonic() + PATIENCE
        while self.crowd.statuses[503] < count and time.monotonic() < deadline:
            await asyncio.sleep(0.05)

    async def is_quiet(self):
        """Waits until what was judged before has been answered."""
        judged, deadline = None, time.monotonic() + PATIENCE
        while judged != len(self.crowd.judged) and time.monotonic() < deadline:
            judged = len(self.crowd.judged)
            await asyncio.sleep(0.5)

    def look(self, name):
        for path in PATHS:
            try:
                # Metrics take no token but an admin's.
                self.shop.get(path, token=None if path == "/metrics" else self.crowd.players[0][1])
            except OSError as error:
                self.faults.append(f"on a {name} disk {path} was answered {error}")

    async def is_published(self, name):
        """A minute that was missed has its window soon after."""
        deadline = time.monotonic() + PATIENCE
        while (await asyncio.to_thread(self.shop.issued_ms)) < int(time.time()) // 60 * 60_000:
            if time.monotonic() > deadline:
                return self.faults.append(f"after a {name} disk nothing was published")
            await asyncio.sleep(0.5)

    async def read_window(self):
        """Now and then; what came last may have come from a server that has gone since."""
        if time.monotonic() - self.read_at > WINDOW_AGE:
            with suppress(OSError):
                await asyncio.to_thread(self.crowd.read_window)
                self.read_at = time.monotonic()
