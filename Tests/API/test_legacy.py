"""The file for old clients: OpenSSL reads it and writes it, and so do the client of docs/legacy.md and a program that was
written from that page alone."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

from nodes import NODE
from open_window import listings

HERE = Path(__file__).resolve()
PAGE = HERE.parents[2] / "docs" / "legacy.md"
READER = HERE.with_name("legacy_reader.py")
PASSWORD = "sixteen letters!"
KEY = PASSWORD.encode().hex() + "00" * 16


def openssl(given, *more):
    command = ["openssl", "enc", "-aes-256-cbc", "-K", KEY, "-iv", "00" * 16, "-base64", "-A", *more]
    return subprocess.run(command, input=given, capture_output=True, check=True).stdout


def test_openssl_reads_it_and_writes_the_very_same_bytes(api):
    sealed = api.ask("GET", "/v1/stores/bazaar/legacy").read()
    text = openssl(sealed, "-d")
    file = json.loads(text)
    assert text == json.dumps(file, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()
    assert set(file) == {"issued", "listings"}
    assert {name for listing in file["listings"] for name in listing} == {
        "position",
        "item",
        "name",
        "price",
        "start",
        "end",
    }
    assert openssl(text) == sealed


def test_it_has_what_the_window_has(api):
    file = _of_one_minute(api, lambda: json.loads(openssl(api.ask("GET", "/v1/stores/bazaar/legacy").read(), "-d")))
    shown = {(one.position, one.start_ms // 1000, one.end_ms // 1000) for one in listings(api.address, "bazaar")}
    assert {(one["position"], one["start"], one["end"]) for one in file["listings"]} == shown
    assert file["issued"] % 60 == 0 and 0 <= time.time() - file["issued"] < 62


def test_the_client_of_the_page_shows_the_shelf(api, tmp_path):
    (client,) = re.findall(r"```js\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(client.splitlines()) <= 45
    (tmp_path / "client.mjs").write_text(client)
    (tmp_path / "main.mjs").write_text(
        f"""import {{ OldClient }} from "./client.mjs";
        const client = new OldClient("{api.address}", "bazaar", "{PASSWORD}");
        await client.setClock();
        await client.read();
        console.log(JSON.stringify(client.shelf()));"""
    )
    run = subprocess.run([NODE, tmp_path / "main.mjs"], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    shelf, now = json.loads(run.stdout), time.time()
    assert sorted(one["position"] for one in shelf) == [0, 1, 2, 3]
    assert all(one["start"] <= now and now - 10 < one["end"] for one in shelf)


def test_a_program_written_from_the_page_alone_reads_it(api):
    sealed = api.ask("GET", "/v1/stores/bazaar/legacy").read()
    run = subprocess.run(
        [sys.executable, READER, "--password", PASSWORD], input=sealed, capture_output=True, timeout=60
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == json.loads(openssl(sealed, "-d"))
    changed = sealed[:-8] + (b"AAAA" if sealed[-8:-4] != b"AAAA" else b"BBBB") + sealed[-4:]
    wrong = subprocess.run(
        [sys.executable, READER, "--password", PASSWORD], input=changed, capture_output=True, timeout=60
    )
    assert wrong.returncode != 0 and b"Traceback" not in wrong.stderr


def _of_one_minute(api, read):
    """Reads it when no other is due soon, so that the window is of the same minute."""
    left = 60 - time.time() % 60
    if left < 5:
        time.sleep(left + 1)
    return read()
