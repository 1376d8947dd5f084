"""What isn't there yet, asked for from before it is there until after."""

import asyncio
import time

from asking import Connection

ASKERS = 6
PAUSE = 0.002
AFTER = 2
PATIENCE = 60


class Straddle:
    """All targets, the server itself among them, are asked until some seconds after the server has it."""

    def __init__(self, targets, path):
        self.targets, self.path = targets, path
        self.answers = {target.name: [] for target in targets}
        self.there_since = float("inf")
        self.end = time.time() + PATIENCE

    async def ask(self):
        await asyncio.gather(*(self._ask(target) for target in self.targets for _ in range(ASKERS)))
        return self

    def told(self, name):
        """How often a target said, before it was there and after, that it isn't and that it is."""
        counts = {(when, is_there): 0 for when in ["before", "after"] for is_there in [False, True]}
        for answer in self.answers[name]:
            counts["after" if answer.asked >= self.there_since else "before", answer.status == 200] += 1
        return counts

    def bodies(self, name):
        return {answer.body for answer in self.answers[name] if answer.status == 200}

    async def _ask(self, target):
        connection = Connection(target.port)
        while time.time() < min(self.end, self.there_since + AFTER):
            answer = await connection.ask(self.path)
            self.answers[target.name].append(answer)
            if target.name == "origin" and answer.status == 200:
                self.there_since = min(self.there_since, answer.answered)
            await asyncio.sleep(PAUSE)
        connection.close()
