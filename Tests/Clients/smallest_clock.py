"""The smallest honest clock of docs/clients.md. It is a value: it reads no clock of the device. All is microseconds."""

BOUNDS_AT_MOST = 64
WIDENED_PPM = 300
LONGEST_US = 10_000_000
STANDING_US = 10_000_000
JUMP_US, DRIFT_PPM = 250_000, 50
INTERRUPTED_US = 50_000


class SmallestClock:
    def __init__(self, grain_us=1):
        self.grain_us = grain_us
        self.timeline, self.server_uncertainty_us = None, 0
        # Each bound is the device's time that it is of, and the offset.
        self.uppers, self.lowers = [], []
        self.ahead_us = self.behind_us = 0
        self.last_us = None

    @property
    def is_set(self):
        return bool(self.uppers)

    def take(self, exchange, timeline):
        """Takes `[a, b, c, d, uncertaintyUs]`, and returns `taken`, `restarted` or `refused`."""
        if not self._is_possible(exchange):
            return "refused"
        a, b, c, d, self.server_uncertainty_us = exchange
        is_afresh = self.is_set and (timeline != self.timeline or self.ahead_us > 0 or self.behind_us > 0)
        if is_afresh:
            self.uppers, self.lowers = [], []
        self.timeline, self.ahead_us, self.behind_us = timeline, 0, 0
        self.uppers.append((a, b - a + self.grain_us))
        self.lowers.append((d, c - d - self.grain_us))
        self._keep(BOUNDS_AT_MOST)
        has_forgotten = is_afresh
        for kept in (len(self.uppers) // 2, 1):
            low, high = self._interval(d)
            if low > high:
                self._keep(kept)
                has_forgotten = True
        if self.last_us is not None and self.last_us - self._estimate_us(d) > STANDING_US:
            self.last_us = None
        return "restarted" if has_forgotten else "taken"

    def jump(self, by_us):
        """The device's clocks have moved apart, and nobody knows which of them has jumped."""
        if self.is_set:
            self.ahead_us += max(0, by_us)
            self.behind_us += max(0, -by_us)

    def read(self, at_us):
        """The server's time and how far it can be off, or None twice while there is no estimate."""
        if not self.is_set:
            return None, None
        low, high = self._interval(at_us)
        now = self._estimate_us(at_us)
        if self.last_us is not None:
            now = max(now, self.last_us)
        self.last_us = now
        farthest = max(at_us + high + self.ahead_us - now, now - at_us - low + self.behind_us)
        return now, farthest + self.server_uncertainty_us + self.grain_us

    def _is_possible(self, exchange):
        a, b, c, d, _ = exchange
        if not all(type(stamp) is int and stamp >= 0 for stamp in exchange) or d < a or c < b:
            return False
        return c - b <= d - a + 2 * self.grain_us and d - a <= LONGEST_US

    def _keep(self, count):
        self.uppers, self.lowers = self.uppers[-count:], self.lowers[-count:]

    def _interval(self, at_us):
        low = max(offset - widened(at_us - of) for of, offset in self.lowers)
        high = min(offset + widened(at_us - of) for of, offset in self.uppers)
        return low, high

    def _estimate_us(self, at_us):
        low, high = self._interval(at_us)
        return at_us + (low + high) // 2 - self.behind_us


def widened(age_us):
    return -(-age_us * WIDENED_PPM // 1_000_000)


class Jumps:
    """Compares the device's monotonic clock with its wall clock, one look after the other."""

    def __init__(self):
        self.before = None

    def look(self, monotonic_us, wall_us, apart_us=0):
        """By how much the wall clock has moved ahead, if that is a jump; else None.

        - apart_us: how much time lay between the two readings.
        """
        if apart_us > INTERRUPTED_US:
            return None
        before, self.before = self.before, (monotonic_us, wall_us - monotonic_us)
        if before is None:
            return None
        by = self.before[1] - before[1]
        return by if abs(by) > JUMP_US + DRIFT_PPM * (monotonic_us - before[0]) // 1_000_000 else None
