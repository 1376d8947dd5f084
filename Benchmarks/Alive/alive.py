"""What it costs to change a shop while it runs: a new version of much content, the plan of a day, and a withdrawal that a
thousand open streams hear.

    python3 Benchmarks/Alive/alive.py --shelflife .build/release/shelflife [--json FILE]

What takes a time is judged by the median of the rounds, what is promised for each answer or stream by the worst of them.
"""

import argparse
import contextlib
import hashlib
import http.client
import json
import os
import pathlib
import selectors
import signal
import socket
import statistics
import subprocess
import tempfile
import threading
import time

TOKEN = "designer"
STORES, POSITIONS, ITEMS, STREAMS = 100, 12, 10_000, 1000
PATIENCE = 120
MEDIAN, WORST = statistics.median, max
GOALS = {
    "a version takes effect after, s": (MEDIAN, 1),
    "processor time that it takes, s": (MEDIAN, 1),
    "the slowest answer meanwhile, ms": (WORST, 20),
    "the plan of 24 h of 80 positions, s": (MEDIAN, 1),
    "a withdrawal is heard by the last of 1,000 streams after, s": (WORST, 2),
}


class Server:
    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process = None

    def write(self, price):
        rows = "".join(f"item-{n},Item {n},set-{n % 100},2020-01-01,{price + n},,\n" for n in range(ITEMS))
        (self.folder / "items.csv").write_text("id,name,set,released,price,edition,glyph\n" + rows)
        scopes = ["content:write", "content:read", "future:read"]
        stores = [{"id": f"store-{n}", "positions": POSITIONS} for n in range(STORES)] + [
            {"id": "grand", "positions": 80}
        ]
        content = {"catalogue": ["items.csv"], "stores": stores}
        settings = {
            "clock": {"uncertainty": "0ms"}, "limits": {"connections": 5000, "connectionsPerAddress": 5000},
            "admin": {"tokens": [{"name": "anna", "sha256": hashlib.sha256(TOKEN.encode()).hexdigest(), "scopes": scopes}]},
        }  # fmt: skip
        (self.folder / "shelflife.yaml").write_text(json.dumps(settings))
        (self.folder / "content.yaml").write_text(json.dumps(content))

    def start(self):
        log = open(self.folder / "server.log", "ab")
        self.process = subprocess.Popen(
            [self.program, "serve", "--config", self.folder / "shelflife.yaml", "--data", self.folder / "data",
             "--host", "127.0.0.1", "--port", str(self.port)], stdout=log, stderr=log)  # fmt: skip
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError):
                if self.get("/readyz")[0] == 200 and len(json.loads(self.get("/v1/stores")[1])) == STORES + 1:
                    return
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit("The server didn't start:\n" + (self.folder / "server.log").read_text()[-2000:])
            time.sleep(0.2)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=20)

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", path, headers={"Authorization": f"Bearer {TOKEN}"})
        answer = connection.getresponse()
        return answer.status, answer.read()

    def post(self, path, body, key="bench"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {TOKEN}", "Idempotency-Key": key, "Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status == 200, text[:500]
        return json.loads(text)

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Asker(threading.Thread):
    """Asks for the time again and again, and notes how long each answer takes."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port, self.waits, self.over = port, [], threading.Event()

    def run(self):
        with socket.create_connection(("127.0.0.1", self.port)) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while not self.over.is_set():
                begun = time.perf_counter()
                line.sendall(b"GET /v1/time HTTP/1.1\r\nHost: shelf\r\n\r\n")
                assert line.recv(4096).startswith(b"HTTP/1.1 200")
                self.waits.append(1000 * (time.perf_counter() - begun))
                time.sleep(0.001)

    def finish(self):
        self.over.set()
        self.join()
        return self.waits


def publish(server, rounds):
    """The first rounds' seconds, processor seconds, slowest answer, and slowest answer in a quiet span of the same
    length."""
    found = []
    for number in range(rounds):
        server.write(price=100 * (number + 2))
        files = [{"path": path, "text": (server.folder / path).read_text()} for path in ["items.csv", "content.yaml"]]
        body = {"files": files, "reason": "dearer", "base": 0, "over": 2**53 - 1}
        quiet = Asker(server.port)
        quiet.start()
        time.sleep(1)
        calm = max(quiet.finish())
        asker = Asker(server.port)
        asker.start()
        time.sleep(0.2)
        begun, before = time.perf_counter(), server.processor_seconds()
        server.post("/v1/admin/content/versions", body)
        seconds, processor = time.perf_counter() - begun, server.processor_seconds() - before
        found.append((seconds, processor, max(asker.finish()), calm))
    return found


def plan(server, rounds):
    seconds = []
    for _ in range(rounds):
        begun = time.perf_counter()
        status, body = server.get("/v1/admin/future/grand?hours=24")
        seconds.append(time.perf_counter() - begun)
        assert status == 200 and len(json.loads(body)["listings"]) > 10_000
    return seconds


def withdraw(server, rounds):
    """How long after the request was sent the last of the streams has its notice."""
    found, over = [], set()
    for number in range(rounds):
        selector, lines = selectors.DefaultSelector(), []
        for _ in range(STREAMS):
            line = socket.create_connection(("127.0.0.1", server.port))
            line.sendall(b"GET /v1/stores/store-1/keys HTTP/1.1\r\nHost: shelf\r\n\r\n")
            line.setblocking(False)
            selector.register(line, selectors.EVENT_READ, bytearray())
            lines.append(line)
        time.sleep(1)
        drain(selector)
        listings = json.loads(server.get("/v1/admin/future/store-1?hours=1")[1])["listings"]
        now = time.time() * 1000
        begun = [entry for entry in listings if entry["startMs"] < now - 1000 and entry["position"] not in over]
        shown = max(begun, key=lambda entry: entry["endMs"])
        over.add(shown["position"])
        begun = time.perf_counter()
        goods = {"store": "store-1", "position": shown["position"], "startMs": shown["startMs"], "reason": "wrong"}
        server.post("/v1/admin/withdrawals", goods, key=f"w{number}")
        missing = set(range(STREAMS))
        while missing and time.perf_counter() < begun + PATIENCE:
            for event, _ in selector.select(timeout=1):
                event.data.extend(event.fileobj.recv(65536))
                if b"event: notice" in event.data:
                    missing.discard(lines.index(event.fileobj))
                    selector.unregister(event.fileobj)
        assert not missing, f"{len(missing)} streams didn't hear of it"
        found.append(time.perf_counter() - begun)
        for line in lines:
            line.close()
    return found


def drain(selector):
    while ready := selector.select(timeout=0.3):
        for event, _ in ready:
            event.fileobj.recv(65536)


def line(name, values):
    figures = f"{name:62} median {MEDIAN(values):8.3f}   worst {WORST(values):8.3f}"
    if name not in GOALS:
        return figures
    judged_by, goal = GOALS[name]
    return f"{figures}   {'met' if judged_by(values) < goal else 'missed'}, goal {goal}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shelflife", default=".build/release/shelflife")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=pathlib.Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(os.path.abspath(asked.shelflife), folder)
        server.write(price=10)
        server.start()
        try:
            published = publish(server, asked.rounds)
            figures = {
                "a version takes effect after, s": [row[0] for row in published],
                "processor time that it takes, s": [row[1] for row in published],
                "the slowest answer meanwhile, ms": [row[2] for row in published],
                "the slowest answer in a quiet second, ms": [row[3] for row in published],
                "the plan of 24 h of 80 positions, s": plan(server, asked.rounds),
                "a withdrawal is heard by the last of 1,000 streams after, s": withdraw(server, asked.rounds),
            }
        finally:
            server.stop()
    print(f"{ITEMS} items, {STORES} stores of {POSITIONS} positions, {asked.rounds} rounds")
    for name, values in figures.items():
        print(line(name, values))
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
