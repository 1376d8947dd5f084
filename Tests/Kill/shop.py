"""A server that sells, as a process that can be killed, and what it says.

With `SHELFLIFE_SEALED` its database is sealed by a vault.
"""

import ctypes
import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import clusters
from contents import FILES, MAIN, STORES
from opening import open_columns
from published import Keys, b64, is_open, news, opened, read_header, records, unb64

ROOT = Path(__file__).resolve().parents[2]
BINARY = str(Path(os.environ.get("SHELFLIFE", ROOT / ".build" / "release" / "shelflife")).resolve())
PATIENCE = 60
ADMIN, ADMIN_TOKEN = "anna", "what-anna-knows-and-nobody-else"
PR_SET_PDEATHSIG = 1
IS_SEALED = bool(os.environ.get("SHELFLIFE_SEALED"))
WORDS = "zoom falcon abacus abdomen zone arousal"
SETTINGS = f"""players: {{welcome: {{coins: %d}}, token: 1d}}
limits: {{address: 1000000, player: 1000000, newPlayersPerAddress: 1000000, ordersPerAddress: 1000000}}
admin:
  tokens:
    - name: {ADMIN}
      sha256: {hashlib.sha256(ADMIN_TOKEN.encode()).hexdigest()}
      scopes: [wallets:write, purchases:write, content:read, content:write]
"""


def end_with_parent():
    """A test that is ended takes its server with it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Shop:
    before_start = staticmethod(end_with_parent)

    def __init__(self, folder, welcome, disk=None):
        self.folder, self.disk = folder, disk
        self.data = folder / "data"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process, self.kills = None, 0
        self.database = clusters.chosen()
        self.log = open(folder / "server.log", "ab")
        for name, text in FILES.files.items():
            (folder / name).write_text(text)
        (folder / "shelflife.yaml").write_text(SETTINGS % welcome)
        if IS_SEALED:
            self.seal()

    def seal(self):
        """Makes a vault, and an empty database that is sealed by it."""
        (self.folder / "passphrase").write_text(WORDS)
        vault, config = self.folder / "vault.age", self.folder / "shelflife.yaml"
        with open(config, "a") as file:
            file.write("vault: vault.age\n")
        for words in [["init", "--work-factor", "10", "--vault", vault],
                      ["adopt", "--config", config, "--data", self.data]]:  # fmt: skip
            with open(self.folder / "passphrase") as given:
                subprocess.run(
                    [BINARY, "vault", *words, "--passphrase-fd", "0"], stdin=given, stdout=self.log, stderr=self.log,
                    env={**os.environ, **self.database}, check=True)  # fmt: skip

    def open_columns(self, path):
        """Writes what is sealed in a copy of the database in the open."""
        if IS_SEALED:
            with open(self.folder / "passphrase") as given:
                key = subprocess.run(
                    [BINARY, "vault", "get", "wrapping-key-1", "--vault", self.folder / "vault.age", "--passphrase-fd",
                     "0"], stdin=given, capture_output=True, check=True).stdout  # fmt: skip
            open_columns(path, {1: unb64(key.decode())})

    def start(self, skips=None):
        command = [
            BINARY,
            "serve",
            "--config",
            self.folder / "shelflife.yaml",
            "--data",
            self.data,
            "--port",
            str(self.port),
        ]
        environment = self.disk.environment(skips) if self.disk else {}
        with open(self.folder / "passphrase" if IS_SEALED else os.devnull) as given:
            self.process = subprocess.Popen(
                command + (["--passphrase-fd", "0"] if IS_SEALED else []), stdin=given, stdout=self.log,
                stderr=self.log, env={**os.environ, **self.database, **environment},
                preexec_fn=self.before_start)  # fmt: skip

    def kill(self):
        if self.process and self.process.poll() is None:
            self.kills += 1
            self.process.kill()
            self.process.wait(PATIENCE)

    def wait(self):
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.get("/healthz")
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError("The server didn't start:\n" + (self.folder / "server.log").read_text()[-2000:])
                time.sleep(0.02)

    def get(self, path, token=None, body=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.address + path, data=body, headers=headers)
        return urllib.request.urlopen(request, timeout=PATIENCE).read()

    def sign_in(self, name):
        credential = b64(hashlib.sha256(name.encode()).digest())
        answer = json.loads(self.get("/v1/players", body=json.dumps({"credential": credential}).encode()))
        return answer["player"], answer["token"]

    def public_keys(self):
        return {store["id"]: unb64(store["publicKey"]) for store in json.loads(self.get("/v1/stores"))}

    def window(self, store=MAIN):
        return self.get(f"/v1/stores/{store}/window")

    def hear(self, store):
        """What a key stream says at its beginning, up to the version of the stores."""
        heard = []
        with urllib.request.urlopen(f"{self.address}/v1/stores/{store}/keys", timeout=PATIENCE) as stream:
            for event, data in events(stream):
                heard.append((event, data))
                if event == "stores":
                    return heard
        raise OSError("the key stream ended before it had begun")

    def shelf(self, store):
        """All that anybody can know of a store: its window's records and its notices', and of these what is open."""
        header, found = records(self.window(store))
        heard = self.hear(store)
        keys = Keys(header)
        for event, data in heard:
            if event == "key":
                keys.take(data)
        replaced = [news(data, header) for event, data in heard if event == "notice"]
        found += [record for record in replaced if record]
        newest = {record.place: record for record in sorted(found, key=lambda record: record.revision)}
        return found, [opened(record, keys) for record in newest.values() if is_open(record, keys)]

    def issued_ms(self):
        """When the newest window was issued."""
        return read_header(self.window())[0]["issuedAtMs"]

    def published(self):
        """The paths of the windows that lie there to be served, whether the server lives or not."""
        return [path for store in STORES for path in (self.data / "published/v1/stores" / store / "windows").glob("*")]


def events(stream):
    """Server-sent events with their data."""
    event = None
    for line in stream:
        word, _, rest = line.decode().strip().partition(": ")
        if word == "event":
            event = rest
        elif word == "data":
            yield event, json.loads(rest)
