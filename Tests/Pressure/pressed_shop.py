"""The shop of the kill tests with limits of its own, and what can be told of its process from outside."""

import os
import re
import resource
import signal
import time

from asking import Asker
from contents import HEADER, ITEMS, MAIN
from shop import Shop, end_with_parent

GRACE = 60
WIDE = "wide"
SETTINGS = """
server: {{behindProxy: {proxy}}}
players: {{welcome: {{coins: 100000000}}, token: 1d}}
limits: {{address: 1000000, player: 1000000, newPlayersPerAddress: 1000000, ordersPerAddress: 1000000{limits}}}
"""
CONTENT = f"""
title: Pressure
catalogue: [items.csv]
stores:
  - {{id: {MAIN}, positions: 12, lead: 10m, shelfLife: {{from: 45s, to: 4m}}}}
  - {{id: {WIDE}, positions: 40, lead: 10m, cardBytes: 2048, shelfLife: {{from: 1m, to: 4m}}}}
"""
COUNTED = re.compile(r'^shelflife_connections_ended_total\{reason="([a-z ]+)"\} (\d+)$', re.MULTILINE)


def comes_true(holds, within=60):
    deadline = time.monotonic() + within
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


class PressedShop(Shop):
    """`limits` are those of connections; `files` is how many files its process may open until it asks for more,
    `files_at_most` how many it gets when it asks."""

    def __init__(self, folder, files=None, files_at_most=None, proxy="false", **limits):
        super().__init__(folder, 0)
        self.files, self.files_at_most = files, files_at_most
        text = "".join(f", {name}: {value}" for name, value in limits.items())
        (folder / "items.csv").write_text(HEADER + "".join(item.row() for item in ITEMS.values() if not item.edition))
        (folder / "content.yaml").write_text(CONTENT)
        (folder / "shelflife.yaml").write_text(SETTINGS.format(proxy=proxy, limits=text))

    def before_start(self):
        end_with_parent()
        if self.files:
            most = self.files_at_most or resource.getrlimit(resource.RLIMIT_NOFILE)[1]
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, most))

    def open(self):
        self.start()
        self.wait()
        self.operator = Asker(self.port)
        return self

    def stop(self):
        """Whether it ended by itself when it was asked to."""
        self.operator.close()
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(GRACE) == 0
        finally:
            self.kill()

    def metrics(self):
        """Over a connection that stays, so that it can be asked for when there is no room for another."""
        try:
            return self.operator.ask("/metrics").body.decode()
        except ConnectionError:
            self.operator = Asker(self.port)
            return self.operator.ask("/metrics").body.decode()

    def gauge(self, name):
        return int(re.search(rf"^{name} (-?\d+)$", self.metrics(), re.MULTILINE)[1])

    @property
    def told(self):
        """What it has logged so far."""
        return (self.folder / "server.log").read_text()

    @property
    def connections(self):
        """But for the operator's."""
        return self.gauge("shelflife_connections") - 1

    @property
    def refused(self):
        return self.gauge("shelflife_connections_refused_total")

    def ended(self, reason):
        return {name: int(count) for name, count in COUNTED.findall(self.metrics())}[reason]

    def is_left(self, within=60):
        """Whether all connections but the operator's are gone soon."""
        return comes_true(lambda: self.connections == 0, within)

    @property
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    @property
    def megabytes(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) // 1024
