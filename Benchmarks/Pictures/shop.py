"""A shop whose items have pictures: its files, its server, and the commands that talk to it."""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Opening"))
from processes import shelflife

TOKEN = "designer"
NO_LIMIT = 1_000_000
HEADER = "id,name,set,released,price,edition,glyph\n"
STORE = {"id": "plain", "positions": 12, "lead": "10m", "shelfLife": {"from": "4m", "to": "5m"}}


def write(folder, masters=(), plain=200):
    """The content of a shop with this many plain items, and one for each master.

    - Returns: its content.yaml.
    """
    folder.mkdir(parents=True, exist_ok=True)
    ids = [f"plain-{number}" for number in range(plain)] + [master.stem for master in masters]
    rows = "".join(f"{item},{item},set,2020-01-01,5,,*\n" for item in ids)
    (folder / "items.csv").write_text(HEADER + rows)
    if masters:
        (folder / "pictures").mkdir()
        for master in masters:
            shutil.copy(master, folder / "pictures")
    file = folder / "content.yaml"
    file.write_text(json.dumps({"catalogue": ["items.csv"], "stores": [STORE]}))
    return file


def settings():
    token = {"name": "anna", "sha256": hashlib.sha256(TOKEN.encode()).hexdigest(), "scopes": ["content:read", "content:write"]}
    limits = ["address", "player", "newPlayersPerAddress", "ordersPerAddress"]
    return {
        "server": {"port": 0}, "clock": {"uncertainty": "0ms"}, "limits": dict.fromkeys(limits, NO_LIMIT),
        "players": {"welcome": {"coins": 1 << 50}}, "admin": {"tokens": [token]},
    }  # fmt: skip


@contextlib.contextmanager
def served(program, folder):
    """The server of a shop without pictures, with its data in a folder that may be there already."""
    configuration = write(folder / "served").with_name("shelflife.yaml")
    configuration.write_text(json.dumps(settings()))
    with shelflife(program, folder, "serve", "--config", str(configuration), "--data", str(folder / "data")) as server:
        yield server


def command(program, *words):
    """Runs a command.

    - Returns: how many seconds it took, and what it said.
    """
    begun = time.perf_counter()
    done = subprocess.run(
        [program, *map(str, words)], capture_output=True, text=True, timeout=600,
        env={**os.environ, "SHELFLIFE_ADMIN_TOKEN": TOKEN})  # fmt: skip
    seconds = time.perf_counter() - begun
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return seconds, done.stdout
