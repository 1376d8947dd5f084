"""The clock's vectors, to which the Swift clock is held too: the browser's says the same, and what they call proven
is."""

import json
from fractions import Fraction

import pages
import pytest
from exact_corridor import ExactCorridor

TRACES = json.loads((pages.VECTORS / "clock.json").read_text())["traces"]
MEMORY_US = 600_000_000
BOUNDS_AT_MOST = 64
BELIEF = ["outcome", "kept", "proven", "rate", "wander", "state", "readings"]

TAKE = """(m, { granularityUs, readAfterUs, steps }) => {
    const clock = new m.ClockEstimate();
    const take = ({ exchange, timeline = "t", key, jump }) => {
        if (key) return [clock.addReached(...key), key[1]];
        if (jump) return [clock.doubt({ byUs: jump[0], sinceUs: jump[1] }) ?? "doubted", jump[1]];
        const [sentUs, serverReceivedUs, serverSentUs, receivedUs, uncertaintyUs] = exchange;
        const stamps = { sentUs, serverReceivedUs, serverSentUs, receivedUs, uncertaintyUs, granularityUs, timeline };
        return [clock.add(stamps, receivedUs), receivedUs];
    };
    return steps.map((step) => {
        const [outcome, atUs] = take(step);
        const readings = readAfterUs.map((afterUs) => clock.reading(atUs + afterUs));
        const { least, most } = clock.provenUs;
        const { uppers, lowers, wanderPpb } = clock.basis;
        return {
            outcome, kept: [uppers, lowers], proven: [least, most], rate: readings[0].ratePpb, wander: wanderPpb,
            state: readings[0].state, readings: readings.map(({ nowUs, uncertaintyUs }) => [nowUs, uncertaintyUs]),
        };
    });
}"""


class ExactClock:
    """Everything but the estimate and how it is approached, and without thinning: the evidence, and what it proves."""

    def __init__(self, granularity):
        self.granularity = granularity
        self.timeline, self.server_uncertainty = None, 0
        self.uppers, self.lowers, self.corridor = [], [], None
        self.ahead, self.behind = 0, 0
        self.contradicted = None
        self.is_thinned = False

    def take(self, step):
        if "jump" in step:
            self.ahead += max(0, step["jump"][0])
            self.behind += min(0, step["jump"][0])
            return "doubted"
        return self._exchange(step) if "exchange" in step else self._key(*step["key"])

    def _exchange(self, step):
        sent, read, written, received, uncertainty = step["exchange"]
        upper, lower = (sent, read - sent + self.granularity), (received, written - received - self.granularity)
        honest = all(0 <= stamp < 2**53 for stamp in step["exchange"]) and read <= written
        if not honest or not 0 <= received - sent <= 10_000_000 or lower[1] > upper[1]:
            return "refused"
        is_first, timeline = self.corridor is None, step.get("timeline", "t")
        afresh = not is_first and (timeline != self.timeline or self.ahead - self.behind > 0)
        if afresh:
            self.uppers, self.lowers, self.contradicted = [], [], None
        self.timeline, self.server_uncertainty, self.ahead, self.behind = timeline, uncertainty, 0, 0
        self._forget(received - MEMORY_US)
        is_whole = self._prove(self.uppers + [upper], self.lowers + [lower], received)
        if not is_whole:
            self.contradicted = received
            assert self._prove_half(upper, lower, received) or self._prove([upper], [lower], received)
        return "taken" if is_whole and not afresh else "restarted"

    def _key(self, reached, at):
        if self.ahead - self.behind > 0:
            return "refused"
        self._forget(at - MEMORY_US)
        return (
            "taken"
            if self._prove(self.uppers, self.lowers + [(at, reached - at - self.granularity)], at)
            else "restarted"
        )

    def _forget(self, before):
        self.uppers, self.lowers = (
            [bound for bound in bounds if bound[0] >= before] for bounds in (self.uppers, self.lowers)
        )

    def _prove_half(self, upper, lower, at):
        uppers, lowers = self.uppers + [upper], self.lowers + [lower]
        moments = [at for at, _ in uppers + lowers]
        middle = max(moments) - (max(moments) - min(moments)) // 2
        newer = [[bound for bound in bounds if bound[0] >= middle] for bounds in (uppers, lowers)]
        return all(newer) and self._prove(*newer, at)

    def _prove(self, uppers, lowers, at):
        was_strained = self.contradicted is not None and at - self.contradicted <= MEMORY_US
        corridor = ExactCorridor(uppers, lowers, was_strained)
        if corridor.wander is None:
            return False
        self.uppers, self.lowers, self.corridor = uppers, lowers, corridor
        self.is_thinned = max(len(uppers), len(lowers)) > BOUNDS_AT_MOST
        return True

    def proven(self, at):
        """Between which bounds the server is ahead at a moment here, after the newest evidence or before it."""
        exact, age = self.corridor, abs(at - self.corridor.at)
        least, most = exact.rates if at >= exact.at else (-exact.rates[1], -exact.rates[0])
        loose = Fraction(exact.wander * age + 20_000 * max(0, age - MEMORY_US), 10**9)
        return exact.lower(exact.rates[0]) + least * age - loose, exact.upper(exact.rates[1]) + most * age + loose

    def uncertainty(self, now, at):
        (least, most), offset = self.proven(at), now - at
        far = max(most + self.ahead - offset, offset - least - self.behind)
        return far + self.server_uncertainty + self.granularity


def at_of(step):
    return step["exchange"][3] if "exchange" in step else step["key"][1] if "key" in step else step["jump"][1]


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace["name"])
def test_the_browser_s_clock_makes_the_same_of_every_step_to_the_microsecond(modules, trace):
    for index, (found, step) in enumerate(
        zip(modules.run(["clock-estimate"], TAKE, trace), trace["steps"], strict=True)
    ):
        assert found == {name: step[name] for name in BELIEF}, index


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace["name"])
def test_what_the_vectors_call_proven_is_what_exact_fractions_prove_but_for_rounding_outwards(trace):
    clock, thinned = ExactClock(trace["granularityUs"]), False
    for index, step in enumerate(trace["steps"]):
        assert clock.take(step) == step["outcome"], index
        thinned = thinned or clock.is_thinned
        least, most = clock.proven(clock.corridor.at)
        slack = [least - step["proven"][0], step["proven"][1] - most]
        moments = [at_of(step) + after for after in trace["readAfterUs"]]
        # Rates and wanders are rounded outwards by up to 8 ppb, which is 5 µs in ten minutes.
        slack += [said - clock.uncertainty(now, at) for at, (now, said) in zip(moments, step["readings"], strict=True)]
        assert min(slack) >= 0, index
        if not thinned:
            assert max(slack) <= 20 and 0 <= step["wander"] - clock.corridor.wander <= 8, index
            assert step["kept"] == [len(clock.uppers), len(clock.lowers)], index


def test_some_contradictions_leave_half_of_the_evidence_and_some_the_newest_alone():
    steps = [
        step for trace in TRACES for step in trace["steps"] if step["outcome"] == "restarted" and "exchange" in step
    ]
    assert {step["kept"] == [1, 1] for step in steps} == {True, False}
