"""A player who asks for the window and for the time all the while, in a process of its own, over connections both old and new.

As a program it asks until its standard input ends, and then tells what it saw.
"""

import json
import math
import os
import subprocess
import sys
import threading
import time

from asking import Asker
from contents import MAIN
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from published import unb64

PAUSE = 0.002
FAULTS = 5
OFF_US = 2_000_000


class Prober:
    def __init__(self, port):
        self.port, self.took, self.faults, self.windows = port, [], [], set()
        self.kept = Asker(port)
        store = json.loads(self.kept.ask("/v1/stores").body)[0]
        self.key = Ed25519PublicKey.from_public_bytes(unb64(store["publicKey"]))

    def probe(self, path, is_right, is_new):
        began = time.monotonic()
        try:
            asker = Asker(self.port) if is_new else self.kept
            answer = asker.ask(path)
            self.took.append(1000 * (time.monotonic() - began))
            if answer.status != 200 or not is_right(answer.body):
                raise ValueError(f"answered {answer.status}: {answer.body[:80]!r}")
            if is_new:
                asker.close()
        except (OSError, ValueError, InvalidSignature) as error:
            self.faults.append(f"{path} after {1000 * (time.monotonic() - began):.0f} ms: {error!r}")

    def is_time(self, body):
        answer = json.loads(body)
        return answer["receivedUs"] <= answer["sentUs"] and abs(answer["sentUs"] - time.time_ns() // 1000) < OFF_US

    def is_window(self, body):
        if body not in self.windows:
            self.key.verify(body[-64:], body[:-64])
            self.windows.add(body)
        return body.startswith(b"SHELFLF2")

    def go_round(self):
        for is_new in [False, True]:
            self.probe("/v1/time", self.is_time, is_new)
            self.probe(f"/v1/stores/{MAIN}/window", self.is_window, is_new)
            time.sleep(PAUSE)


class Probing:
    """What a prober sees during a block."""

    def __init__(self, shop):
        self.port = shop.port

    def __enter__(self):
        self.process = subprocess.Popen(
            [sys.executable, __file__, str(self.port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})  # fmt: skip
        self.process.stdout.readline()
        return self

    def __exit__(self, *_):
        output, _ = self.process.communicate(timeout=120)
        seen = json.loads(output)
        self.faults, self.took = seen["faults"], sorted(seen["took"]) or [math.inf]
        print(f"\n{self.text}", end=" ")

    def percentile(self, of_hundred):
        return self.took[len(self.took) * of_hundred // 100]

    @property
    def text(self):
        return (f"{len(self.took)} answers, {len(self.faults)} faults, {self.percentile(50):.1f} ms in the median, "
                f"{self.percentile(99):.1f} at the 99th percentile, {self.took[-1]:.1f} at most")  # fmt: skip

    def check(self, at_least=20, median_ms=250):
        """Every answer was right, and most came soon: bounds that a busy machine keeps, and a server that is held up
        doesn't."""
        assert not self.faults, (self.text, self.faults[:FAULTS])
        assert len(self.took) >= at_least and self.percentile(50) < median_ms, self.text


def main():
    prober = Prober(int(sys.argv[1]))
    over = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), over.set()), daemon=True).start()
    print("begun", flush=True)
    while not over.is_set():
        prober.go_round()
    print(json.dumps({"faults": prober.faults[:1000], "took": prober.took}), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
