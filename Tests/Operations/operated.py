"""A server with a small store, what it says, and the commands that an operator runs beside it."""

import hashlib
import json
import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request

from shelf_process import BINARY, free_port
from windows import b64

ADMIN, ADMIN_TOKEN = "anna", "what-anna-knows-and-nobody-else"
READER_TOKEN = "what-ralph-knows"
SECRET = b64(bytes(range(32)))
SETTINGS = f"""
clock: {{uncertainty: 0ms}}
players: {{welcome: {{coins: 100}}}}
admin:
  tokens:
    - {{name: {ADMIN}, sha256: {hashlib.sha256(ADMIN_TOKEN.encode()).hexdigest()}, scopes: [wallets:write, players:read, future:read, numbers:read, content:read, content:write]}}
    - {{name: ralph, sha256: {hashlib.sha256(READER_TOKEN.encode()).hexdigest()}, scopes: [players:read]}}
appSecrets: {{bazaar: {SECRET}}}
"""
CONTENT = """
title: Operated
catalogue: [items.yaml]
stores:
  - {id: main, positions: 4}
  - {id: bazaar, positions: 4, lead: 10m}
"""
# In a shop's settings: what it sells is what its files say.
BY_FILES = "content: {owner: files}\n"
ITEMS = [{"id": f"item-{number}", "name": f"Item {number}", "set": "plain", "released": "2020-01-01", "price": 5}
         for number in range(30)]  # fmt: skip
PATIENCE = 60


class Operated:
    def __init__(self, folder, data=None, settings=SETTINGS, content=CONTENT, **start):
        """- start: what else the process is started with, as `subprocess.Popen` takes it."""
        self.folder, self.data, self.options = folder, data or folder / "data", start
        self.config, self.content = folder / "shelflife.yaml", folder / "content.yaml"
        self.config.write_text(settings)
        self.content.write_text(content)
        (folder / "items.yaml").write_text(json.dumps(ITEMS))
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = None

    def begin(self, *options):
        """Starts it, and doesn't wait."""
        with open(self.folder / "server.log", "ab") as log:
            command = [
                BINARY,
                "serve",
                "--config",
                self.config,
                "--data",
                self.data,
                "--port",
                str(self.port),
                *options,
            ]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, **self.options)
        return self

    def start(self, *options):
        self.begin(*options)
        self.wait_for(self.answers)
        return self

    def answers(self, path="/healthz"):
        """Whether the answer is 200."""
        try:
            return urllib.request.urlopen(self.address + path, timeout=2).status == 200
        except OSError:
            assert self.process.poll() is None, self.log
            return False

    def wait_for(self, holds, seconds=PATIENCE):
        deadline = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < deadline, self.log
            time.sleep(0.02)

    def stop(self, how=signal.SIGTERM):
        """Its exit status."""
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)

    @property
    def log(self):
        return (self.folder / "server.log").read_text()

    def logged(self, words):
        """The lines of the log with these words, without their dates."""
        return [re.sub(r"^\S+ ", "", line) for line in self.log.splitlines() if words in line]

    def run(self, *arguments, **options):
        """Another command of the program's, to its end."""
        return subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=PATIENCE, **options)

    def ask(self, path, token=None, body=None, key="k", method=None):
        """The status, and the answer as JSON."""
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key} if token else {}
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        try:
            with urllib.request.urlopen(
                urllib.request.Request(self.address + path, data, headers, method=method), timeout=PATIENCE
            ) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def sign_in(self, name):
        credential = b64(hashlib.sha256(name.encode()).digest())
        return self.ask("/v1/players", body={"credential": credential})[1]

    def window(self, store="main"):
        """The header of its newest window; none where it has none yet."""
        try:
            with urllib.request.urlopen(f"{self.address}/v1/stores/{store}/window", timeout=PATIENCE) as answer:
                data = answer.read()
        except urllib.error.HTTPError as error:
            assert error.code == 404
            return None
        return json.loads(data[12 : 12 + int.from_bytes(data[8:12])])

    def public_keys(self):
        return {store["id"]: store["publicKey"] for store in self.ask("/v1/stores")[1]}


def mode(path):
    return oct(os.stat(path).st_mode & 0o7777)
