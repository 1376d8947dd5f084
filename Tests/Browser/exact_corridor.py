"""The corridor as docs/time.md defines it, slowly and in exact fractions: what the clocks are held against."""

from fractions import Fraction

WANDERS = [1500, 3000, 6000, 12_000, 20_000]
RATE_AT_MOST = 300_000
LIKELY = 100_000


def bounds(trace):
    """The upper and the lower bounds that exchanges prove, each with the local moment that it is of."""
    uppers = [(e["sentUs"], e["serverReceivedUs"] - e["sentUs"] + e["granularityUs"]) for e in trace]
    lowers = [(e["receivedUs"], e["serverSentUs"] - e["receivedUs"] - e["granularityUs"]) for e in trace]
    return uppers, lowers


class ExactCorridor:
    """All pairs of bounds and every corner of the envelopes, with no rounding anywhere."""

    def __init__(self, uppers, lowers):
        self.uppers, self.lowers = uppers, lowers
        self.at = max(at for at, _ in self.uppers + self.lowers)
        slopes = [(lx - ux, Fraction(lo - up, lx - ux)) for lx, lo in self.lowers for ux, up in self.uppers if lx != ux]
        least = max((slope for age, slope in slopes if age > 0), default=Fraction(-1))
        most = min((slope for age, slope in slopes if age < 0), default=Fraction(1))
        self.wander = next((w for w in WANDERS if self._range(least, most, w)), None)
        self.rates = self.wander and self._range(least, most, self.wander)

    @staticmethod
    def _range(least, most, wander):
        w, limit = Fraction(wander, 10**9), Fraction(RATE_AT_MOST, 10**9)
        rates = max(least - w, -limit), min(most + w, limit)
        return rates if rates[0] <= rates[1] else None

    def upper(self, rate):
        return min(up + (rate + Fraction(self.wander, 10**9)) * (self.at - x) for x, up in self.uppers)

    def lower(self, rate):
        return max(lo + (rate - Fraction(self.wander, 10**9)) * (self.at - x) for x, lo in self.lowers)

    def width(self, rate):
        return self.upper(rate) - self.lower(rate)

    def widest(self):
        """The width is concave in the rate, so its peak among the likely rates is found by thirds."""
        limit = Fraction(LIKELY, 10**9)
        least, most = max(self.rates[0], -limit), min(self.rates[1], limit)
        for _ in range(60):
            third = (most - least) / 3
            left, right = Fraction(round((least + third) * 10**15), 10**15), Fraction(round((most - third) * 10**15), 10**15)
            if self.width(left) < self.width(right):
                least = left
            else:
                most = right
        return self.width((least + most) / 2)
