"""A shop under a crowd, whose server is killed, whose power is cut, and whose disk fills up: what came of it."""

import asyncio
import random
import sqlite3
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

import disk as disks
from audit import Audit
from changes import KINDS
from contents import MAIN, STORES
from crowd import Crowd, Customer
from design_audit import DesignAudit
from designer import Designer
from errands import DONE
from inspection import copied
from seals import Seals
from shop import Shop

PLAYERS = 100
CONNECTIONS = 48
COINS_A_LIFE = 12_000
WINDOW_AGE = 45
ASKED_AGAIN = 2000
PATIENCE = 120
ENOUGH = 1000
REFUSALS = 200
# What a program ends with when its disk failed (sysexits.h).
IO_ERROR = 74
FAILED_SYNC_PATIENCE = 30
# Orders that come when nothing is changed any more.
AFTERWARDS = 200
FAULTS, FAULT_LENGTH = 10, 400
PATHS = ["/", "/v1/stores", f"/v1/stores/{MAIN}/window", "/v1/time", "/healthz", "/metrics", "/v1/player",
         "/v1/player/inventory", "/v1/player/purchases"]  # fmt: skip


@dataclass
class Story:
    """`seed` repeats what is drawn here, the moments of the kills among it, though not what the machine does."""

    folder: object
    seed: int
    kills: int
    library: object = None
    skips: str | None = None
    trouble_lasts: float = 0
    failed_syncs: tuple = ()
    faults: list = field(default_factory=list)
    cuts: int = 0
    taken_back: int = 0
    unavailable: Counter = field(default_factory=Counter)

    def __post_init__(self):
        self.random = random.Random(self.seed)
        self.disk = disks.Disk(self.folder / "disk", self.folder / "data", self.library) if self.library else None
        self.welcome = COINS_A_LIFE * (self.kills + 5)
        self.shop = Shop(self.folder, self.welcome, self.disk)
        self.seals = Seals()

    def tell(self):
        try:
            self.open()
            asyncio.run(self.live())
        finally:
            self.shop.kill()
        self.seals.take_published(self.shop.published())
        path = copied(self.shop.data, self.folder / "copy", self.shop.database.get("SHELFLIFE_DATABASE"))
        self.shop.open_columns(path)
        audit, designed = self.audit(path), self.design_audit(path)
        self.faults += self.crowd.faults + self.designer.faults + audit.faults + designed.faults
        self.judged, self.sold, self.refused_later = len(audit.orders), len(audit.sold), designed.refused_later
        self.sealed = designed.seals
        if self.disk and self.disk.early:
            self.faults.append(f"{self.disk.early} answers left before what they say was synced")
        print("\n" + self.text)
        return self

    def audit(self, path):
        return Audit(path, self.crowd, self.welcome, self.public_keys)

    def design_audit(self, path):
        return DesignAudit(path, self.crowd, self.designer, self.seals)

    @property
    def text(self):
        """What happened, so that it can be told whether anything did."""
        lines = [f"seed {self.seed}: {self.shop.kills} kills, {self.cuts} of them power cuts that took back {self.taken_back} writes",
                 f"{self.sold} sold and {self.judged - self.sold} refused; {self.crowd.broken_off} requests broken off, "
                 f"of which {self.lost_answers} had been judged",
                 f"{self.done['grant']} grants, {self.done['refund']} refunds and {self.done['revocation']} revocations, "
                 f"{self.done['again']} of them answered only when asked again"]  # fmt: skip
        changed = ", ".join(f"{count} × {kind}" for kind, count in self.changed.items())
        lines += [f"{changed}; {self.found_there} of them found there when asked again, {len(self.designer.changes)} asked for",
                  f"{self.refused_later} orders refused in a later life than the withdrawal; after {self.designer.seen['versions']} "
                  f"restarts the versions were right, and {self.designer.seen['replaced']} times a replacement was seen",
                  f"{len(self.sealed)} sealed cards, {self.sealed.revised} of them revised, in {len(self.seals.read)} windows and the database"]  # fmt: skip
        if self.disk:
            lines.append(
                f"{self.disk.answers} answers left after {self.disk.commits} commits and {self.disk.syncs} syncs of the log"
            )
        lines += [f"{count} times unavailable on a {name} disk" for name, count in self.unavailable.items()]
        return "\n".join(lines + [fault[:FAULT_LENGTH] for fault in self.faults[:FAULTS]])

    @property
    def done(self):
        done = [errand for errand in self.crowd.errands if errand.verdict == DONE]
        return Counter(errand.kind for errand in done) + Counter(again=sum(not errand.new_answers for errand in done))

    @property
    def changed(self):
        return Counter(change.kind for change in self.designer.done)

    @property
    def found_there(self):
        return sum(not change.new_answers for change in self.designer.done)

    @property
    def lost_answers(self):
        """Wishes whose first answer never came, so that every one that did says that it is a replay."""
        return sum(wish.verdict is not None and not wish.new_answers for wish in self.crowd.wishes)

    def open(self):
        self.shop.start()
        self.shop.wait()
        self.public_keys = self.shop.public_keys()
        players = [self.shop.sign_in(f"player {number}") for number in range(PLAYERS)]
        self.crowd = Crowd(self.shop, players, CONNECTIONS, self.random)
        self.designer = Designer(self.shop, self.crowd, random.Random(self.seed))
        self.read_all_windows()
        self.look_around()
        self.read_at = time.monotonic()

    async def live(self):
        crowd = asyncio.gather(self.crowd.buy(), Customer(self.designer).shop())
        try:
            for _ in range(self.kills):
                await self.one_life()
            await self.crowd.answered(ENOUGH)
            if self.trouble_lasts:
                await self.suffer("full", disks.FULL)
                await self.suffer("read-only", disks.READ_ONLY)
                await self.suffer("full", disks.FULL, is_killed=True)
            for kind in self.failed_syncs:
                await self.lose_a_sync(kind)
            await self.crowd.ask_all_again(ASKED_AGAIN)
            await self.is_changed()
            self.designer.is_open = False
            await self.crowd.answered(len(self.crowd.flying) + AFTERWARDS)
            self.crowd.is_open = False
            await asyncio.wait_for(crowd, PATIENCE)
            await self.look_everywhere()
        finally:
            crowd.cancel()

    async def one_life(self):
        """Some are killed while they start, most while they sell."""
        if self.random.random() < 0.9:
            await self.crowd.answered()
            await self.read_windows()
            await asyncio.sleep(self.random.uniform(0.05, 0.5))
        else:
            await asyncio.sleep(self.random.uniform(0, 0.3))
        self.shop.kill()
        self.seals.take_published(self.shop.published())
        if self.disk and (self.skips or self.random.random() < 0.5):
            self.cuts += 1
            self.taken_back += self.disk.cut(self.random, torn=not self.skips and self.random.random() < 0.5)
        self.shop.start(self.skips)

    async def suffer(self, name, kind, is_killed=False):
        """Nothing is judged, everything is shown, and all goes on when it is over."""
        self.disk.trouble_with(kind)
        await self.is_quiet()
        before, judged = self.crowd.statuses[503], self.judged_so_far
        await asyncio.sleep(self.trouble_lasts)
        await self.is_refused_often(before + REFUSALS)
        await asyncio.to_thread(self.look, name)
        self.unavailable[name] += self.crowd.statuses[503] - before
        if self.judged_so_far != judged:
            self.faults.append(f"on a {name} disk something was judged")
        if is_killed:
            self.shop.kill()
        self.disk.trouble_with(disks.NO_TROUBLE)
        if is_killed:
            self.shop.start()
        await self.crowd.answered(len(self.crowd.flying) + ENOUGH)
        await self.is_published(name)

    async def lose_a_sync(self, kind):
        """The server ends by itself, and the next one has all that was confirmed, though the power is cut sooner or later.

        While somebody else has the database open, none starts.
        """
        path = self.shop.data / "secrets" / "shelflife.sqlite"
        reader = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        reader.execute("SELECT COUNT(*) FROM store").fetchall()
        is_at_start = self.random.random() < 0.5
        if is_at_start:
            self.shop.kill()
        self.disk.trouble_with(kind)
        if is_at_start:
            self.shop.start()
        if not await self.has_ended():
            self.faults.append(f"the server went on after a sync that failed ({kind})")
            self.shop.kill()
        elif (status := self.shop.process.returncode) != IO_ERROR:
            self.faults.append(f"the server ended with {status} after a sync that failed ({kind})")
        log = self.folder / "server.log"
        seen = log.stat().st_size
        self.shop.start()
        if not await self.has_ended() or b"another program has" not in log.read_bytes()[seen:]:
            self.faults.append(f"the server started beside another program after a sync that failed ({kind})")
            self.shop.kill()
        reader.close()
        if self.random.random() < 0.5:
            # The system's memory has what the disk lacks, until the power is cut in a later life.
            self.shop.start()
            await self.crowd.answered(len(self.crowd.flying) + ENOUGH)
            self.shop.kill()
        self.taken_back += self.disk.cut(self.random, torn=False)
        self.shop.start()
        await self.crowd.answered(len(self.crowd.flying) + ENOUGH)

    async def has_ended(self):
        deadline = time.monotonic() + FAILED_SYNC_PATIENCE
        while self.shop.process.poll() is None and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        return self.shop.process.poll() is not None

    async def is_refused_often(self, count):
        """Waits until this many answers said that the shop is unavailable: a slow machine gives fewer in a second."""
        deadline = time.monotonic() + PATIENCE
        while self.crowd.statuses[503] < count and time.monotonic() < deadline:
            await asyncio.sleep(0.05)

    async def is_quiet(self):
        """Waits until what was judged before has been answered."""
        judged, deadline = None, time.monotonic() + PATIENCE
        while judged != self.judged_so_far and time.monotonic() < deadline:
            judged = self.judged_so_far
            await asyncio.sleep(0.5)

    @property
    def judged_so_far(self):
        return len(self.crowd.judged), len(self.designer.done)

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

    async def is_changed(self):
        """Waits until the designer has done everything, and without kills for something to be seen of it."""
        deadline = time.monotonic() + PATIENCE
        while min(self.changed[kind] for kind in KINDS) < 1 or not (self.kills or self.designer.replaced):
            if time.monotonic() > deadline:
                raise TimeoutError(f"The designer did no more than {self.changed}")
            await asyncio.sleep(0.05)

    def look_around(self):
        """At what changes too often to be read now and then."""
        self.crowd.know(self.designer.look())
        self.seals.take_records(self.designer.records)

    def read_all_windows(self):
        for store in STORES:
            self.seals.take_records(self.crowd.read_window(store))

    async def look_everywhere(self):
        """For the last time."""
        await asyncio.to_thread(self.look_around)
        await asyncio.to_thread(self.read_all_windows)

    async def read_windows(self):
        """Now and then; what came last may have come from a server that has gone since."""
        with suppress(OSError):
            await asyncio.to_thread(self.look_around)
        if time.monotonic() - self.read_at > WINDOW_AGE:
            with suppress(OSError):
                await asyncio.to_thread(self.read_all_windows)
                self.read_at = time.monotonic()
