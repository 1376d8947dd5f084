"""How long players wait while 900 connections ask for a pack's file of 31 MB and read nothing of it.

    python3 Benchmarks/Readers/readers.py --shelflife PROGRAM [--json FILE]

Three rounds: no readers, readers from one address, and readers whom a proxy tells of as 900 networks. A wait counts
from when the question was due, once every 50 ms, so that one long wait isn't one of a few. With SHELFLIFE_ON=postgres
below scripts/with-postgres the shop is in PostgreSQL.
"""

import argparse
import json
import multiprocessing
import os
import resource
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2] / "Tests"
sys.path[:0] = [str(TESTS / name) for name in ["Pressure", "Kill", "Browser"]]

from asking import Asker, connected, request  # noqa: E402

READERS, LEVELS, FILES = 900, 472, 4096
EVERY, AHEAD = 0.05, 1
# A server ends readers who have read nothing for 20 s.
SECONDS = {"one address": 25, "900 networks": 8, "none": 4}
READERS_FROM = "127.0.0.2"
PAGE = os.sysconf("SC_PAGE_SIZE")
MB = 1_000_000


def read_nothing(port, path, is_proxied, pipe):
    """A process with the readers. It ends when it is told to, and tells how the answers began."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    readers = []
    for number in range(READERS):
        fields = f"X-Forwarded-For: 10.0.{number // 250}.{number % 250}\r\n" if is_proxied else ""
        readers.append(connected(port, READERS_FROM))
        readers[-1].sendall(request(path, fields=fields))
    pipe.send(len(readers))
    pipe.recv()
    pipe.send(Counter(first_word(reader) for reader in readers))


def first_word(reader):
    """The status that the answer begins with."""
    reader.settimeout(0.001)
    try:
        return reader.recv(12)[9:].decode() or "ended"
    except OSError as error:
        return "nothing" if isinstance(error, TimeoutError) else "ended"


class Probe(threading.Thread):
    """One who asks for one thing at its times, over a connection of its own or a new one for each question."""

    def __init__(self, port, ask, is_new, began, seconds):
        super().__init__(daemon=True)
        self.port, self.ask, self.is_new, self.kept = port, ask, is_new, None
        self.times = [began + EVERY * count for count in range(int(seconds / EVERY))]
        self.took, self.faults = [], 0

    def run(self):
        for due in self.times:
            time.sleep(max(0, due - time.monotonic()))
            try:
                is_right = self.ask(self.asker()).status == 200
            except OSError:
                is_right, self.kept = False, None
            self.took.append(1000 * (time.monotonic() - due))
            self.faults += not is_right

    def asker(self):
        if self.is_new and self.kept:
            self.kept.close()
        if self.is_new or not self.kept:
            self.kept = Asker(self.port)
        return self.kept


def ask_all(shop, seconds, name, pipe):
    """A process with the probes."""
    from long_shop import Order

    port, bearer = shop.port, f"Authorization: Bearer {shop.token}\r\n"
    kinds = {path: lambda asker, path=path: asker.ask(path) for path in ["/healthz", "/v1/time"]}
    kinds["window"] = lambda asker: asker.ask("/v1/stores/main/window")
    kinds["wallet"] = lambda asker: asker.ask("/v1/player", fields=bearer)
    began, probes = time.monotonic() + 0.2, {}
    for kind, ask in kinds.items():
        for way in ["fresh", "kept"]:
            probes[kind.split("/")[-1], way] = Probe(port, ask, way == "fresh", began, seconds)
    for way in ["fresh", "kept"]:
        orders = Order(shop, f"{name.replace(' ', '-')}-{way}")
        probes["order", way] = Probe(port, orders.ask, way == "fresh", began, seconds)
    for probe in probes.values():
        probe.start()
    for probe in probes.values():
        probe.join()
    pipe.send({key: (probe.took, probe.faults) for key, probe in probes.items()})


class Watch(threading.Thread):
    """The most that the server's memory and the kernel's for TCP come to."""

    def __init__(self, shop):
        super().__init__(daemon=True)
        self.shop, self.is_over = shop, threading.Event()
        self.before, self.tcp, self.resident = tcp("mem"), 0, 0
        self.start()

    def run(self):
        while not self.is_over.wait(0.1):
            self.tcp, self.resident = max(self.tcp, tcp("mem")), max(self.resident, self.shop.megabytes)

    def end(self):
        self.is_over.set()
        self.join()
        return {"tcpPagesBefore": self.before, "tcpPages": self.tcp, "residentMB": self.resident}


def tcp(name):
    """What the kernel tells of its TCP; `mem` is in pages, `orphan` what it still sends for nobody."""
    words = Path("/proc/net/sockstat").read_text().split("TCP:")[1].split()
    return int(words[words.index(name) + 1])


def start(process, *arguments):
    ours, theirs = multiprocessing.Pipe()
    child = multiprocessing.Process(target=process, args=(*arguments, theirs), daemon=True)
    child.start()
    return child, ours


def measure(shop, name, seconds):
    """One round."""
    watch, readers, statuses, found = Watch(shop), None, {}, {}
    probing, heard = start(ask_all, shop, seconds + AHEAD, name)
    time.sleep(AHEAD)
    if name != "none":
        readers, told = start(read_nothing, shop.port, shop.file, name != "one address")
    seen = heard.recv()
    probing.join()
    if readers:
        told.recv()
        found = {"tcpPagesAfter": tcp("mem"), "orphans": tcp("orphan"), "cut": shop.ended("slow reader")}
        told.send(None)
        statuses = dict(told.recv())
        readers.join()
    return {"waits": [waits(*key, *probe) for key, probe in seen.items()], "answers": statuses, **watch.end(), **found}


def waits(kind, way, took, faults):
    return {"kind": kind, "way": way, "count": len(took), "faults": faults, "medianMs": statistics.median(took),
            "p99Ms": sorted(took)[len(took) * 99 // 100], "mostMs": max(took)}  # fmt: skip


def show(name, found):
    print(f"readers: {name}; their answers begin {found['answers'] or '-'}; cut {found.get('cut', '-')}")
    print(f"  {'':<8}{'':<7}{'asked':>6}{'faults':>8}{'median ms':>11}{'99 % ms':>10}{'most ms':>10}")
    for row in found["waits"]:
        print("  {kind:<8}{way:<7}{count:>6}{faults:>8}{medianMs:>11.1f}{p99Ms:>10.1f}{mostMs:>10.1f}".format(**row))
    after = "; {tcpPagesAfter:,} in the end, with {orphans} orphans".format(**found) if "orphans" in found else ""
    print(f"  server {found['residentMB']} MB at most; TCP {found['tcpPagesBefore']:,} pages before, "
          f"{found['tcpPages']:,} at most ({found['tcpPages'] * PAGE / MB:,.0f} MB){after}", flush=True)  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shelflife", required=True, help="the program")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    os.environ["SHELFLIFE"] = options.shelflife
    from long_shop import LongShop

    results = {}
    for proxy, names in [("false", ["none", "one address"]), ("true", ["900 networks"])]:
        with tempfile.TemporaryDirectory() as folder:
            shop = LongShop(Path(folder), levels=LEVELS, proxy=proxy).open()
            try:
                for name in names:
                    results[name] = measure(shop, name, SECONDS[name])
                    show(name, results[name])
            finally:
                with suppress(Exception):
                    shop.stop()
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
