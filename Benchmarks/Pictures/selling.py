"""What purchases wait for while masters are sent: the 99th percentile with and without, at half of the highest rate.

    python3 Benchmarks/Pictures/selling.py --shelflife PROGRAM [--masters FOLDER] [--json FILE]

Spans without and with masters take turns; medians count, of the ratio that of the rounds. Masters are sent as `publish`
does it, sixteen at a time, each of them new. The server, its database on the disk, libvips and wrk share this machine's
processors.
"""

import argparse
import base64
import hashlib
import http.client
import json
import os
import shutil
import statistics
import struct
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import masters
import shop
from load import REPORT, wrk
from processes import children

PLAYERS, SENT_AT_ONCE = 200, 16
CONNECTIONS, FASTEST_CONNECTIONS = 256, 64
PRICE = 5
# Enough for three spans at six a second, with those that are on their way at their ends.
MASTERS = 192
GOAL = 1.1

# The server remembers keys, so those of an earlier span aren't used again. Customers don't all come at one moment.
PURCHASES = """
local tokens, bodies = {{ {tokens} }}, {{ {bodies} }}
local threads = 0
function setup(thread)
    thread:set("number", threads)
    threads = threads + 1
end
function init() math.randomseed({span} * 16 + number) asked = 0 end
function delay() return math.random(0, {delay_ms} * 2) end
function request()
    asked = asked + 1
    return wrk.format("POST", nil, {{
        ["Content-Type"] = "application/json",
        ["Authorization"] = "Bearer " .. tokens[math.random(#tokens)],
        ["Idempotency-Key"] = "{span}-" .. number .. "-" .. asked,
    }}, bodies[math.random(#bodies)])
end
"""


class Customers:
    def __init__(self, server):
        self.server, self.spans = server, 0
        self.tokens = [self.sign_in(number) for number in range(PLAYERS)]

    def sign_in(self, number):
        credential = base64.urlsafe_b64encode(hashlib.sha256(b"%d" % number).digest()).decode().rstrip("=")
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        fields = {"Content-Type": "application/json"}
        connection.request("POST", "/v1/players", json.dumps({"credential": credential}), fields)
        return json.loads(connection.getresponse().read())["token"]

    def bodies(self, seconds):
        """What stands on the shelf for the next seconds, as purchases."""
        while True:
            now = 1000 * time.time()
            found = [one for one in listings(self.server.get("/v1/stores/plain/window"))
                     if one["startMs"] <= now and one["endMs"] > now + 1000 * (seconds + 2)]  # fmt: skip
            if found:
                return [json.dumps(one["order"]) for one in found]
            time.sleep(0.5)

    def buy(self, seconds, connections, delay_ms=0):
        """One span: purchases a second, and what the 99th percentile waits, in ms."""
        self.spans += 1
        quoted = {"tokens": self.tokens, "bodies": self.bodies(seconds)}
        lists = {name: ", ".join(f"[[{text}]]" for text in texts) for name, texts in quoted.items()}
        script = PURCHASES.format(span=self.spans, delay_ms=delay_ms, **lists)
        if not delay_ms:
            script = script.replace("function delay()", "local function no_delay()")
        found = wrk(self.server, "/v1/stores/plain/purchases", script + REPORT, seconds, connections)
        if found["errors"]:
            raise SystemExit(f"{found['errors']} purchases were refused or not answered")
        return {"perSecond": found["requests"] / (found["durationUs"] / 1e6), "p50Ms": found["p50Us"] / 1000,
                "p99Ms": found["p99Us"] / 1000}  # fmt: skip


def listings(window):
    length = struct.unpack(">I", window[8:12])[0]
    header = json.loads(window[12 : 12 + length])
    records = window[12 + length : -64]
    for index in range(0, len(records), 48 + header["cardBytes"]):
        chain, position, revision, _, slot, seconds = struct.unpack_from(">HHHHII", records, index)
        chain = header["chains"][chain]
        start = chain["epochMs"] + 1000 * slot
        yield {"startMs": start, "endMs": start + 1000 * seconds, "order": {
            "chain": chain["id"], "slot": slot, "position": position, "revision": revision, "price": PRICE}}  # fmt: skip


class Sending:
    """Sends masters that the server lacks until the `with` ends, and then waits until libvips has ended."""

    def __init__(self, server, files):
        self.server, self.files, self.sent, self.over = server, files, 0, threading.Event()

    def __enter__(self):
        self.begun = time.monotonic()
        self.pool = ThreadPoolExecutor(SENT_AT_ONCE)
        self.sendings = [self.pool.submit(self.send) for _ in range(SENT_AT_ONCE)]
        return self

    def __exit__(self, *_):
        self.over.set()
        for sending in self.sendings:
            sending.result()
        self.pool.shutdown()
        self.lasted = time.monotonic() - self.begun
        while children(self.server.process.pid):
            time.sleep(0.1)

    def send(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120)
        fields = {"Content-Type": "application/octet-stream", "Authorization": f"Bearer {shop.TOKEN}"}
        while not self.over.is_set():
            if not self.files:
                raise SystemExit("there are too few masters for so long a span")
            data = self.files.pop().read_bytes()
            connection.request("PUT", f"/v1/admin/masters/{hashlib.sha256(data).hexdigest()}", data, fields)
            answer = connection.getresponse()
            said = answer.read()
            if answer.status != 200:
                raise SystemExit(f"a master was answered with {answer.status}: {said.decode()}")
            self.sent += 1


def measure(server, files, options):
    customers = Customers(server)
    customers.buy(1, FASTEST_CONNECTIONS)
    most = customers.buy(options.seconds, FASTEST_CONNECTIONS)["perSecond"]
    rate = most / 2
    delay_ms = round(1000 * CONNECTIONS / rate)
    for _ in range(4):
        reached = customers.buy(2, CONNECTIONS, delay_ms)["perSecond"]
        if abs(reached / rate - 1) < 0.05:
            break
        # What an answer takes comes on top of the delay.
        delay_ms = max(1, round(delay_ms + 1000 * CONNECTIONS * (1 / rate - 1 / reached)))
    spans = {"without": [], "with": []}
    for _ in range(options.rounds):
        spans["without"].append(customers.buy(options.seconds, CONNECTIONS, delay_ms))
        with Sending(server, files) as sending:
            # Until libvips works, masters are read and sent.
            time.sleep(1)
            spans["with"].append(customers.buy(options.seconds, CONNECTIONS, delay_ms))
        spans["with"][-1]["mastersPerSecond"] = sending.sent / sending.lasted
    return {"mostPerSecond": most, "spans": spans}


def report(results):
    print(f"purchases: {results['mostPerSecond']:,.0f} a second at most, over {FASTEST_CONNECTIONS} connections")
    medians = {side: {key: statistics.median(row[key] for row in rows) for key in rows[0]}
               for side, rows in results["spans"].items()}  # fmt: skip
    for side, row in medians.items():
        print(f"{side + ' masters sent:':<20}{row['perSecond']:>7,.0f} a second, "
              f"median {row['p50Ms']:6.1f} ms, 99 % {row['p99Ms']:6.1f} ms")  # fmt: skip
    # Of neighbouring spans, since what else the machine does changes from round to round.
    pairs = zip(results["spans"]["without"], results["spans"]["with"])
    ratio = statistics.median(after["p99Ms"] / before["p99Ms"] for before, after in pairs)
    verdict = "met" if ratio <= GOAL else f"missed, goal {GOAL}"
    print(f"{medians['with']['mastersPerSecond']:.1f} masters became pictures a second")
    print(f"99 % with beside without, median of the rounds: {ratio:.2f} ({verdict})")
    return {"medians": medians, "ratio": ratio}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shelflife", required=True, help="the program")
    parser.add_argument("--masters", help="a folder that keeps the masters for other measurements")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=6, help="how long a span is")
    parser.add_argument("--json", help="also write the figures to this file")
    options = parser.parse_args()
    home = options.masters or tempfile.mkdtemp()
    try:
        files = masters.draw("drawn", home, MASTERS)
        with tempfile.TemporaryDirectory() as folder:
            with shop.served(os.path.abspath(options.shelflife), Path(folder)) as server:
                results = measure(server, files, options)
    finally:
        if not options.masters:
            shutil.rmtree(home)
    results |= report(results)
    if options.json:
        Path(options.json).write_text(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
