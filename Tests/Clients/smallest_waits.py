"""When to ask, and when to ask again: the table of docs/clients.md. All is seconds, and every wait is random."""

import random

BURST, EARLY = 8, 15
STEADY, RESERVE, SOONEST, GONE, GONE_MOST = 16, 30, 5, 90, 600
SERVER_MOST = 300


class Waits:
    """The waits of one store.

    - chance: gives a number from 0 to 1.
    """

    def __init__(self, chance=random.random):
        self.chance = chance
        self.exchanges = 0
        self.failures = dict.fromkeys(("time", "stream", "key", "gone", "order"), 0)

    def around(self, seconds):
        return seconds * (0.75 + 0.5 * self.chance())

    def again(self, what, first, most):
        """After one more failure: twice as long each time."""
        self.failures[what] += 1
        return self.around(min(most, first * 2 ** (self.failures[what] - 1)))

    def worked(self, what):
        self.failures[what] = 0

    def after_exchange(self, worked):
        if not worked:
            return self.again("time", 1, 4)
        self.worked("time")
        self.exchanges += 1
        if self.exchanges < BURST:
            return 0.08 + 0.08 * self.chance()
        return self.around(4 if self.exchanges < BURST + EARLY else STEADY)

    def restart_exchanges(self):
        self.exchanges = 0

    def after_window(self, worked, left=None):
        """- left: for how many seconds the window in use is good, where that is known."""
        if not worked:
            return self.around(SOONEST)
        wait = 360 + 180 * self.chance()
        return max(SOONEST, wait if left is None else min(wait, left - RESERVE))

    def before_stream(self):
        return self.again("stream", 0.5, 5)

    def before_key(self):
        """The first time a second after its listing has begun."""
        return self.again("key", 1, 30)

    def while_gone(self):
        return self.again("gone", GONE, GONE_MOST)

    def before_order(self, asked=None):
        """- asked: what `Retry-After` says, where it does."""
        wait = self.again("order", 0.5, 30)
        if not asked:
            return wait
        asked = min(asked, SERVER_MOST)
        return asked + min(wait, asked)
