"""nginx and Varnish as processes of their own, with the files of docs/operations as they are, but for ports and
paths."""

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from shelf_process import free_port
from tap import Tap

OPERATIONS = Path(__file__).resolve().parents[2] / "docs" / "operations"
PATIENCE = 60
PR_SET_PDEATHSIG = 1


def has_ipv6():
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            return False
        return True


HAS_IPV6 = socket.has_ipv6 and has_ipv6()


def end_with_parent():
    """A test that is ended takes its cache with it; SIGTERM, so that the cache in its turn takes its workers."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Cache:
    """What stands in front of a server, with a tap in between."""

    name: str
    program: str
    file: str

    def __init__(self, folder, origin):
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.tap = Tap(origin.port)
        self.log = open(folder / "output.log", "ab")
        self.configuration = self._place(self.file, self.file)
        self.process = None

    def start(self):
        path = os.environ["PATH"] + os.pathsep + "/usr/sbin"
        program = shutil.which(self.program, path=path)
        assert program, f"{self.program} is missing: scripts/install-packages cache installs it."
        self.process = subprocess.Popen(
            [program, *self.arguments()], stdout=self.log, stderr=self.log, preexec_fn=end_with_parent)
        deadline = time.monotonic() + PATIENCE
        while not self._listens():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{self.name} didn't start:\n" + (self.folder / "output.log").read_text()[-2000:])
            time.sleep(0.05)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.tap.stop()

    def arguments(self):
        raise NotImplementedError

    def moves(self):
        """For each file, what is written in it, and what stands there in a test."""
        raise NotImplementedError

    def read(self, file):
        """What one of the files says, with what an operator has changed there."""
        return (OPERATIONS / file).read_text()

    def _place(self, file, name):
        """Writes one of the files into the folder under a name, moved."""
        text = self.read(file)
        for written, moved in self.moves()[file].items():
            assert written in text, f"{file} no longer says {written!r}"
            text = text.replace(written, moved)
        (self.folder / name).write_text(text)
        return self.folder / name

    def _listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            return True
        except OSError:
            return False


class Nginx(Cache):
    name, program, file = "nginx", "nginx", "nginx.conf"
    # What it includes: where Shelflife is.
    servers = "nginx-one.conf"

    def __init__(self, folder, origin):
        super().__init__(folder, origin)
        self._place(self.servers, "shelflife.conf")

    def arguments(self):
        return ["-p", str(self.folder), "-c", str(self.configuration), "-e", str(self.folder / "error.log"),
                "-g", "daemon off;"]  # fmt: skip

    def moves(self):
        kept = " ".join(f"{name}_temp_path {self.folder}/{name};" for name in
                        ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])  # fmt: skip
        # Its workers can't go where only root may.
        user = "user root;" if os.geteuid() == 0 else ""
        return {self.file: {"user www-data;": user, **self.listens(), "/run/nginx.pid": f"{self.folder}/pid",
                            "/var/log/nginx/": f"{self.folder}/", "/var/cache/nginx/": f"{self.folder}/",
                            "http {": f"http {{ {kept}"},
                self.servers: {"127.0.0.1:8080": f"127.0.0.1:{self.tap.port}"}}  # fmt: skip

    def listens(self):
        """Not every machine has IPv6."""
        newer = f"listen [::1]:{self.port};" if HAS_IPV6 else ""
        return {"listen 80;": f"listen 127.0.0.1:{self.port};", "listen [::]:80;": newer}


class Varnish(Cache):
    name, program, file = "varnish", "varnishd", "varnish.vcl"

    def arguments(self):
        return ["-F", "-j", "none", "-T", "none", "-n", str(self.folder / "work"), "-a", f"127.0.0.1:{self.port}",
                "-f", str(self.configuration), "-s", "default,64m"]  # fmt: skip

    def moves(self):
        return {self.file: {'"8080"': f'"{self.tap.port}"'}}
