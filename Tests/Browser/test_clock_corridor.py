"""The corridor, held against a slow reference in exact fractions: on random traces both prove the same."""

import random
import pytest
from exact_corridor import ExactCorridor, bounds

TAKE = """(m, trace) => {
    const clock = new m.ClockEstimate();
    return trace.map((exchange) => {
        const outcome = clock.add(exchange, exchange.receivedUs);
        const at = Math.max(exchange.receivedUs, exchange.sentUs);
        return { outcome, at, ...clock.basis, later: [0, 1e6, 64e6].map((more) => [at + more, clock.reading(at + more)]) };
    });
}"""

FIT = """(m, traces) => traces.map((trace) => {
    const evidence = new m.Evidence();
    for (const exchange of trace) evidence.add(exchange, 0);
    const corridor = m.Corridor.of(evidence);
    if (!corridor) return null;
    const { atUs, rates, ratePpb, wanderPpb } = corridor;
    return { atUs, rates, ratePpb, wanderPpb, bounds: corridor.boundsUs(atUs), offsetUs: corridor.offsetUs(atUs) };
})"""


class Link:
    """A path and two clocks. The server's offset drifts and wanders; delays differ by direction and spike."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.drift = self.random.uniform(-100, 100) * 1000
        self.up, self.down = self.random.uniform(200, 60_000), self.random.uniform(200, 60_000)
        self.jitter = self.random.choice([0, 300, 5000, 80_000])
        self.granularity = self.random.choice([0, 1, 5, 100, 1000])
        self.base = self.random.randrange(0, 2**50)

    def offset(self, local_us):
        """θ in µs: a rate, and a slow triangular wander within 1.2 ppm."""
        phase = local_us % 900_000_000
        wander = min(phase, 900_000_000 - phase) * 1200 // 10**9
        return self.base + int(local_us * self.drift) // 10**9 + wander

    def delay(self, least):
        spike = self.random.expovariate(1 / 40_000) if self.random.random() < 0.05 else 0
        return int(least + self.random.expovariate(1) * self.jitter + spike)

    def stamp(self, us):
        return us - us % max(1, self.granularity)

    def exchange(self, sent):
        there = sent + self.delay(self.up)
        served = there + self.random.randrange(0, 300)
        back = served + self.delay(self.down)
        return {
            "sentUs": self.stamp(sent), "receivedUs": self.stamp(back), "serverReceivedUs": there + self.offset(there),
            "serverSentUs": served + self.offset(served), "uncertaintyUs": 0, "granularityUs": self.granularity, "timeline": "a",
        }  # fmt: skip

    def trace(self, count, every=10_000_000):
        at, trace = self.random.randrange(1_000_000, 10**9), []
        for _ in range(count):
            trace.append(self.exchange(at))
            at = trace[-1]["receivedUs"] + self.random.randrange(80_000, every)
        return trace


@pytest.fixture
def corridors(modules):
    return lambda traces: modules.run(["clock-estimate", "corridor", "evidence"], FIT, traces)


def test_on_random_traces_it_proves_what_the_reference_proves_to_the_microsecond(corridors):
    traces = [Link(seed).trace(count=2 + seed % 45) for seed in range(120)]
    for seed, (trace, found) in enumerate(zip(traces, corridors(traces))):
        exact = ExactCorridor(*bounds(trace))
        assert found["atUs"] == exact.at and 0 <= found["wanderPpb"] - exact.wander <= 8, seed
        for rate, name in zip(exact.rates, ["least", "most"]):
            assert abs(found["rates"][name] - rate * 10**9) <= 10, seed
        # Rates and wanders are rounded outwards by up to 8 ppb, which is 5 µs in ten minutes.
        assert 0 <= exact.lower(exact.rates[0]) - found["bounds"]["least"] <= 12, seed
        assert 0 <= found["bounds"]["most"] - exact.upper(exact.rates[1]) <= 12, seed


def test_the_estimate_is_between_what_is_proven_at_a_rate_that_is_possible(corridors):
    traces = [Link(seed).trace(count=3 + seed % 30) for seed in range(60)]
    for seed, (trace, found) in enumerate(zip(traces, corridors(traces))):
        exact = ExactCorridor(*bounds(trace))
        assert exact.rates[0] * 10**9 - 10 <= found["ratePpb"] <= exact.rates[1] * 10**9 + 10, seed
        assert found["bounds"]["least"] <= found["offsetUs"] <= found["bounds"]["most"], seed


def test_bounds_that_no_rate_makes_true_are_found_out(corridors):
    traces = []
    for seed in range(20):
        link = Link(seed)
        trace = link.trace(count=10)
        link.base += 5_000_000
        traces.append(trace + [link.exchange(trace[-1]["receivedUs"] + 1_000_000)])
    assert [ExactCorridor(*bounds(trace)).wander for trace in traces] == [None] * 20
    assert corridors(traces) == [None] * 20


def test_through_thinning_and_forgetting_the_truth_stays_inside_the_interval(modules):
    for seed in range(6):
        link = Link(seed)
        trace = link.trace(count=400, every=8_000_000)
        for index, step in enumerate(modules.run(["clock-estimate"], TAKE, trace)):
            assert step["outcome"] == "taken", (seed, index)
            assert step["uppers"] <= 64 and step["lowers"] <= 64
            for at, reading in step["later"]:
                assert abs(reading["nowUs"] - at - link.offset(at)) <= reading["uncertaintyUs"], (seed, index)


def test_after_a_jump_of_the_clock_here_the_truth_is_inside_again_with_the_next_exchange(modules):
    for seed in range(12):
        link = Link(seed)
        before = link.trace(count=30)
        link.base += 2_000_000_000 * (1 if seed % 2 else -1)
        at = before[-1]["receivedUs"] + 500_000
        after = [link.exchange(at + 5_000_000 * i) for i in range(10)]
        steps = modules.run(["clock-estimate"], TAKE, before + after)[30:]
        assert [step["outcome"] for step in steps] == ["restarted"] + ["taken"] * 9, seed
        for step in steps:
            for at, reading in step["later"]:
                assert abs(reading["nowUs"] - at - link.offset(at)) <= reading["uncertaintyUs"], seed
