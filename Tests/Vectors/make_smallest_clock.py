"""Makes the vectors of the smallest honest clock: smallest-clock.json.

It implements that clock as docs/clients.md defines it, slowly and in exact fractions, with no code of any client. The
traces come from links and quartzes that are known here, so every reading that the page calls honest is held against the
true time while they are made. The same file comes out each time; `make vectors` writes it.
"""

import json
import math
import random
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
EPOCH_US = 1_800_000_000_000_000
WIDENED = Fraction(300, 10**6)
BOUNDS_AT_MOST = 64
LONGEST_US = 10_000_000
STANDING_US = 10_000_000
NOTE = (
    "docs/clients.md says what each member is. All numbers are microseconds; made by make_smallest_clock.py, in exact "
    "fractions"
)


class SmallestClock:
    """Each bound is a pair: the moment of the device's clock that it is of, and the offset."""

    def __init__(self, grain):
        self.grain, self.uncertainty, self.timeline = grain, 0, None
        self.uppers, self.lowers, self.jumps, self.last, self.read_at = [], [], [], None, 0

    def interval(self, at):
        low = max(offset - math.ceil((at - of) * WIDENED) for of, offset in self.lowers)
        high = min(offset + math.ceil((at - of) * WIDENED) for of, offset in self.uppers)
        return low, high

    def estimate(self, at):
        return at + math.floor(Fraction(sum(self.interval(at)), 2)) - self.behind

    @property
    def ahead(self):
        return sum(jump for jump in self.jumps if jump > 0)

    @property
    def behind(self):
        return -sum(jump for jump in self.jumps if jump < 0)

    def take(self, exchange, timeline):
        a, b, c, d, uncertainty = exchange
        order = d < a or c < b or c - b > d - a + 2 * self.grain
        if min(exchange) < 0 or order or d - a > LONGEST_US:
            return "refused"
        is_afresh = self.uppers and (timeline != self.timeline or self.jumps)
        if is_afresh:
            self.uppers, self.lowers = [], []
        self.timeline, self.uncertainty, self.jumps = timeline, uncertainty, []
        self.uppers = [*self.uppers, (a, b - a + self.grain)][-BOUNDS_AT_MOST:]
        self.lowers = [*self.lowers, (d, c - d - self.grain)][-BOUNDS_AT_MOST:]
        is_whole = self.agree(d)
        if self.last is not None and self.last - self.estimate(d) > STANDING_US:
            self.last = None
        return "restarted" if is_afresh or not is_whole else "taken"

    def agree(self, at):
        """Forgets what contradicts the newest evidence, and says whether nothing had to be forgotten."""
        for kept in (len(self.uppers), len(self.uppers) // 2, 1):
            uppers, lowers = self.uppers, self.lowers
            self.uppers, self.lowers = self.uppers[-kept:], self.lowers[-kept:]
            low, high = self.interval(at)
            if low <= high:
                return len(uppers) == len(self.uppers) == len(lowers) and kept == len(uppers)
        raise AssertionError("an exchange contradicts itself")

    def jump(self, by):
        if self.uppers:
            self.jumps.append(by)

    def read(self, at):
        if not self.uppers:
            return [at, None, None]
        assert at >= self.read_at, "a reading lies before the one before"
        self.read_at = at
        low, high = self.interval(at)
        now = max(self.estimate(at), self.last or 0)
        self.last = now
        farthest = max(at + high + self.ahead - now, now - at - low + self.behind)
        return [at, now, farthest + self.uncertainty + self.grain]


@dataclass
class Device:
    """A quartz: what it says at each true time, in whole grains. `stood` is how long it has stood still."""

    ppm: int = 0
    at_us: int = 1_000_000
    grain: int = 1
    stood: int = 0

    def says(self, true_us):
        run = math.floor((true_us - EPOCH_US) * (1 + Fraction(self.ppm, 10**6)))
        return (self.at_us + run - self.stood) // self.grain * self.grain


@dataclass
class Trace:
    """What happens to one clock. True times are microseconds since `EPOCH_US`."""

    name: str
    device: Device = field(default_factory=Device)
    steps: list = field(default_factory=list)
    is_honest: bool = True

    def __post_init__(self):
        self.clock = SmallestClock(self.device.grain)

    def exchange(self, at, there, back, served=100, uncertainty=500, timeline="a", late=(0, 1_000_000), off=0):
        """An exchange that leaves at a true time, and takes this long there, at the server and back."""
        received = EPOCH_US + at + there
        sent = received + served
        left, came = self.device.says(EPOCH_US + at), self.device.says(sent + back)
        stamps = [left, received + off, sent + off, came, uncertainty]
        self.stamps(stamps, timeline, [at + there + served + back + more for more in late])

    def stamps(self, stamps, timeline, moments=()):
        outcome = self.clock.take(stamps, timeline)
        kept = [len(self.clock.uppers), len(self.clock.lowers)]
        self.add({"exchange": stamps, "timeline": timeline, "outcome": outcome, "kept": kept}, moments)

    def jump(self, by, moments):
        self.clock.jump(by)
        self.add({"jump": by}, moments)

    def add(self, step, moments):
        readings = []
        for moment in moments:
            reading = self.clock.read(self.device.says(EPOCH_US + moment))
            readings.append(reading)
            _, now, uncertainty = reading
            assert not self.is_honest or now is None or abs(now - EPOCH_US - moment) <= uncertainty, (self.name, step)
        self.steps.append({**step, "readings": readings})

    def vector(self):
        return {"name": self.name, "grainUs": self.device.grain, "steps": self.steps}


def one_exchange():
    trace = Trace("the exchange of the page")
    trace.exchange(0, there=30_000, back=20_000, late=(0, 10_000_000))
    return trace


def fibre():
    trace, chance = Trace("fibre, a quartz 40 ppm fast", Device(ppm=40)), random.Random(1)
    for number in range(10):
        at = number * 120_000 + (number // 8) * 4_000_000
        there, back = (4_000 + int(3_000 * chance.random()) for _ in range(2))
        trace.exchange(at, there, back, late=(0, 70_000))
    return trace


def queues():
    trace = Trace("a queue that grows on one way at a time")
    for number, (there, back) in enumerate([(90_000, 9_000), (8_000, 70_000), (60_000, 60_000), (9_000, 8_000)]):
        trace.exchange(number * 4_000_000, there, back)
    return trace


def more_than_are_kept():
    trace = Trace("the best exchange is the oldest of 65")
    trace.exchange(0, 500, 500)
    for number in range(1, BOUNDS_AT_MOST + 2):
        trace.exchange(number * 130_000, 40_000, 41_000, late=(0,) if number >= BOUNDS_AT_MOST - 2 else ())
    return trace


def at_the_limit(ppm):
    trace = Trace(f"a quartz {abs(ppm)} ppm {'fast' if ppm > 0 else 'slow'}, for half an hour", Device(ppm=ppm))
    for number in range(4):
        trace.exchange(number * 16_000_000, 12_000, 12_000)
    trace.exchange(1_800_000_000, 12_000, 12_000, late=(0, 16_000_000, 600_000_000))
    return trace


def refusals():
    trace, server = Trace("what can't be is refused", Device(grain=1_000), is_honest=False), EPOCH_US + 30_000
    device = 1_000_000
    for stamps in [
        [device, server, server + 100, device - 1_000, 0],
        [device, server + 100, server, device + 60_000, 0],
        [device, server, server + 62_001, device + 60_000, 0],
        [device, server, server + 100, device + 10_000_001, 0],
        [device, server, server + 100, device + 60_000, -1],
        [-1, server, server + 100, device, 0],
        [device, server, server + 62_000, device + 60_000, 0],
        [device + 1_000_000, server + 1_000_000, server + 1_000_100, device + 11_000_000, 0],
        [device + 11_000_000, server, server + 100, device + 10_900_000, 0],
    ]:
        trace.stamps(stamps, "a", [11_000_000])
    return trace


def other_timeline():
    trace = Trace("the server was restarted, first with another timeline, then an hour earlier", is_honest=False)
    trace.exchange(0, 8_000, 9_000)
    trace.exchange(4_000_000, 9_000, 8_000)
    trace.exchange(8_000_000, 30_000, 30_000, timeline="b", off=2_000)
    trace.exchange(12_000_000, 9_000, 9_000, timeline="b", off=2_000, late=(0, 6_000_000))
    trace.exchange(20_000_000, 9_000, 9_000, timeline="c", off=-3_600_000_000)
    return trace


def never_back():
    trace = Trace("a better exchange shows that the clock was ahead, and it stands still")
    trace.exchange(0, there=600_000, back=10_000)
    trace.exchange(1_650_000, there=10_000, back=10_000, late=(0, 100_000, 200_000, 400_000))
    return trace


def sleep():
    trace = Trace("the device slept for an hour, and its clock stood still")
    trace.jump(3_600_000_000, [0])
    trace.exchange(1_000_000, 9_000, 8_000)
    trace.exchange(2_000_000, 9_000, 8_000)
    trace.device.stood = 3_600_000_000
    trace.jump(3_600_000_000, [3_604_000_000, 3_605_000_000])
    trace.exchange(3_606_000_000, 20_000, 15_000)
    trace.exchange(3_608_000_000, 9_000, 8_000)
    return trace


def set_back():
    trace = Trace("the wall clock was set back by a second and then forward by two")
    trace.exchange(0, 9_000, 8_000)
    trace.jump(-1_000_000, [2_000_000, 2_500_000, 4_000_000])
    trace.jump(2_000_000, [5_000_000])
    trace.exchange(6_000_000, 9_000, 8_000)
    return trace


def unnoticed():
    trace = Trace("a jump of 200 ms that nobody noticed contradicts all before it", is_honest=False)
    for number in range(8):
        trace.exchange(number * 120_000, 8_000, 9_000, late=())
    trace.device.stood = 200_000
    trace.exchange(2_000_000, 8_000, 9_000, late=(0, 100_000))
    trace.exchange(2_200_000, 9_000, 8_000)
    return trace


def half_unnoticed():
    trace = Trace("a jump of 30 ms shows when the network is fast again, and half of the evidence is enough")
    trace.is_honest = False
    for number in range(4):
        trace.exchange(number * 120_000, 3_000, 3_000, late=())
    trace.device.stood = 30_000
    for number in range(4, 8):
        trace.exchange(number * 120_000, 60_000, 60_000, late=(0,))
    trace.exchange(1_200_000, 3_000, 3_000)
    return trace


def coarse():
    trace, chance = Trace("a clock that counts steps of 5 ms", Device(ppm=-20, grain=5_000)), random.Random(2)
    for number in range(6):
        there, back = (1_000 + int(6_000 * chance.random()) for _ in range(2))
        trace.exchange(number * 120_000, there, back, late=(0, 50_000))
    return trace


TRACES = [
    one_exchange, fibre, queues, more_than_are_kept, lambda: at_the_limit(300), lambda: at_the_limit(-300), refusals,
    other_timeline, never_back, sleep, set_back, unnoticed, half_unnoticed, coarse,
]  # fmt: skip


def looks():
    """A device's two clocks as they were read, one look after the other."""
    wall = EPOCH_US + 7_000_000_000
    found, before = [], None
    for monotonic, ahead in [
        (1_000_000, 0), (2_000_000, 40), (3_000_000, 250_040), (4_000_000, 0), (5_000_000, 250_051), (6_000_000, 100),
        (1_806_000_000, 340_050), (1_807_000_000, 400_000), (1_808_000_000, 3_600_400_000),
        (1_809_000_000, 3_600_400_000), (3_609_000_000, 3_600_740_001),
    ]:  # fmt: skip
        by = None if before is None else ahead - before[1]
        is_jump = by is not None and abs(by) > 250_000 + math.floor(Fraction(50 * (monotonic - before[0]), 10**6))
        found.append({"monotonicUs": monotonic, "wallUs": wall + monotonic + ahead, "jump": by if is_jump else None})
        before = monotonic, ahead
    return found


def data():
    lines = [json.dumps(step, separators=(",", ":")) for step in looks()]
    text = f'{{"note":{json.dumps(NOTE)},\n"looks":[\n' + ",\n".join(lines) + '],\n"traces":[\n'
    traces = []
    for make in TRACES:
        vector = make().vector()
        steps = ",\n".join(json.dumps(step, separators=(",", ":")) for step in vector["steps"])
        traces.append(f'{{"name":{json.dumps(vector["name"])},"grainUs":{vector["grainUs"]},"steps":[\n{steps}]}}')
    return (text + ",\n".join(traces) + "]}\n").encode()


if __name__ == "__main__":
    (FOLDER / "smallest-clock.json").write_bytes(data())
