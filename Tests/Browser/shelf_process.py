"""The real server as a process of its own, which can be stopped and started again over the same data."""

import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import clusters
import pages

BINARY = str(Path(os.environ.get("SHELFLIFE", pages.ROOT / ".build" / "release" / "shelflife")).resolve())
PATIENCE = 60
GRACE = 30


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class ShelfProcess:
    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.database = clusters.chosen()
        self.log = open(folder / "server.log", "ab")
        self.write_sample()

    def write_sample(self):
        subprocess.run([BINARY, "sample", str(self.folder)], check=True)

    def write_shop(self, settings, content):
        """Another shop in the sample's place, with nothing planned."""
        (self.folder / "shelflife.yaml").write_text(settings)
        (self.folder / "content.yaml").write_text(content)
        (self.folder / "plan.yaml").unlink()

    def start(self):
        command = [BINARY, "serve", "--config", str(self.folder / "shelflife.yaml"), "--data", str(self.folder / "data"),
                   "--host", "127.0.0.1", "--port", str(self.port)]  # fmt: skip
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, env={**os.environ, **self.database})
        deadline = time.monotonic() + PATIENCE
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError("The server didn't start:\n" + (self.folder / "server.log").read_text()[-2000:])
            time.sleep(0.05)

    def ready(self):
        try:
            return urllib.request.urlopen(self.address + "/readyz", timeout=2).status == 200
        except (urllib.error.URLError, OSError):
            return False

    def stop(self):
        """Returns whether the server ended by itself when it was asked to."""
        if self.process is None or self.process.poll() is not None:
            return True
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=GRACE)
            return True
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return False
