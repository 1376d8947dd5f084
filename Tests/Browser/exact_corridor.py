"""The corridor as docs/time.md defines it, slowly and in exact fractions: what the clocks are held against."""

from fractions import Fraction

WANDER, WANDER_FACTOR, NEEDED_AT_MOST = 8000, 2, 20_000
RATE_AT_MOST, STRAINED_RATE_AT_MOST = 300_000, 1_000_000
LIKELY = 100_000


def bounds(trace):
    """The upper and the lower bounds that exchanges prove, each with the local moment that it is of."""
    uppers = [(e["sentUs"], e["serverReceivedUs"] - e["sentUs"] + e["granularityUs"]) for e in trace]
    lowers = [(e["receivedUs"], e["serverSentUs"] - e["receivedUs"] - e["granularityUs"]) for e in trace]
    return uppers, lowers


class ExactCorridor:
    """All pairs of bounds and every corner of the envelopes, with no rounding anywhere."""

    def __init__(self, uppers, lowers, was_strained=False):
        self.uppers, self.lowers = uppers, lowers
        self.at = max(at for at, _ in self.uppers + self.lowers)
        slopes = [(lx - ux, Fraction(lo - up, lx - ux)) for lx, lo in self.lowers for ux, up in self.uppers if lx != ux]
        far = Fraction(STRAINED_RATE_AT_MOST, 10**9)
        least = max([-far] + [slope for age, slope in slopes if age > 0])
        most = min([far] + [slope for age, slope in slopes if age < 0])
        self.wander, self.rates, self.is_strained = None, None, False
        needed = max(Fraction(0), (least - most) / 2) * 10**9
        if needed <= NEEDED_AT_MOST and not self._contradict_at_once():
            self._allow(least, most, needed, was_strained)

    def _contradict_at_once(self):
        return any(lx == ux and lo > up for lx, lo in self.lowers for ux, up in self.uppers)

    def _allow(self, least, most, needed, was_strained):
        likely = least * 10**9 <= LIKELY and most * 10**9 >= -LIKELY
        self.is_strained = was_strained or not likely or needed * WANDER_FACTOR > WANDER
        self.wander = max(NEEDED_AT_MOST if was_strained else WANDER, needed * WANDER_FACTOR)
        limit = Fraction(RATE_AT_MOST if likely and not was_strained else STRAINED_RATE_AT_MOST, 10**9)
        w = Fraction(self.wander) / 10**9
        self.rates = max(least - w, -limit), min(most + w, limit)

    def upper(self, rate):
        return min(up + (rate + Fraction(self.wander) / 10**9) * (self.at - x) for x, up in self.uppers)

    def lower(self, rate):
        return max(lo + (rate - Fraction(self.wander) / 10**9) * (self.at - x) for x, lo in self.lowers)
