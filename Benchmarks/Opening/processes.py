"""The two servers that are compared, as processes that end with their `with`, and what they have cost so far."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")

NGINX = """
worker_processes 2;
pid nginx.pid;
error_log error.log;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    tcp_nodelay on;
    keepalive_requests 1000000000;
    open_file_cache max=2000;
    default_type application/octet-stream;
    root {root};
    server {{ listen 127.0.0.1:{sendfile} reuseport; sendfile on; }}
    server {{ listen 127.0.0.1:{copying} reuseport; sendfile off; output_buffers 2 256k; }}
}}
"""


class Process:
    """A server and what the operating system has counted of it, its workers included."""

    def __init__(self, process, port):
        self.process = process
        self.port = port

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def get(self, path):
        with urllib.request.urlopen(self.url(path), timeout=10) as answer:
            return answer.read()

    def cpu(self):
        """Seconds of processor time, of user and system together."""
        return sum(ticks(pid) for pid in [self.process.pid, *children(self.process.pid)]) / TICKS


def children(pid):
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in text.split()]


def ticks(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def shelflife(binary, folder, *arguments):
    """The program, as `arguments` tell it to serve."""
    log = folder / "shelflife.log"
    with log.open("w") as output:
        process = subprocess.Popen([binary, *arguments], stdout=output, stderr=output)
    try:
        port = wait_for(lambda: match(r"http://127\.0\.0\.1:(\d+)", log.read_text()), process)
        server = Process(process, int(port))
        wait_for(lambda: answers(server, "/readyz"), process)
        yield server
    finally:
        end(process)


@contextlib.contextmanager
def nginx(folder, root):
    """Debian's nginx with the files below `root`, set up for speed in the two ways that there are: which of them is the
    faster depends on the size."""
    ports = {"sendfile": free_port(), "copying": free_port()}
    (folder / "nginx.conf").write_text(NGINX.format(root=root, **ports))
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    process = subprocess.Popen(
        [program, "-p", str(folder), "-c", "nginx.conf", "-e", "stderr", "-g", "daemon off;"])
    try:
        ways = {f"nginx {way}": Process(process, port) for way, port in ports.items()}
        for server in ways.values():
            wait_for(lambda server=server: answers(server, "/100-bytes"), process)
        yield ways
    finally:
        end(process)


def match(pattern, text):
    found = re.search(pattern, text)
    return found and found.group(1)


def answers(server, path):
    try:
        server.get(path)
        return True
    except (urllib.error.URLError, OSError):
        return False


def wait_for(condition, process, seconds=20):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found := condition():
            return found
        if process.poll() is not None:
            raise SystemExit(f"{process.args[0]} ended with status {process.returncode}")
        time.sleep(0.005)
    raise SystemExit(f"{process.args[0]} was not ready within {seconds} s")


def end(process):
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
