"""`shelflife numbers` asks a server for what sold, with an admin token that is never an argument."""

import os
import subprocess

from api_shelf import ADMIN, AUDITOR
from asker import receipt
from shelf_process import BINARY

PATIENCE = 60


def numbers(api, *arguments, token=ADMIN):
    environment = {**os.environ, "SHELFLIFE_ADMIN_TOKEN": token}
    return subprocess.run(
        [BINARY, "numbers", "--to", api.address, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def test_a_table_has_what_sold(ask, api):
    player = api.new_player()
    item = receipt(ask.buy("main", ask.offer("main"), player["token"], "k")[1])["item"]
    done = numbers(api, "--per", "item", "--store", "main")
    assert done.returncode == 0 and done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].endswith(", of which the end may still change")
    assert lines[2].split()[:3] == ["from", "item", "currency"]
    assert any(line.split()[1:3] == [item, "coins"] for line in lines[3:] if line.startswith("2"))
    assert any(line.startswith("edition ") for line in lines)


def test_csv_and_json_are_as_the_server_wrote_them(ask, api):
    csv = numbers(api, "--format", "csv", "--by", "hour", "--offset=-8").stdout
    assert csv.startswith("from,to,currency,sold,revenue,") and csv.endswith("\n")
    told = ask("getNumbers", token=ADMIN, query="?per=set")[1]
    assert f'"fromMs":{told["fromMs"]}' in numbers(api, "--format", "json", "--per", "set").stdout


def test_the_token_may_be_in_a_file(api, tmp_path):
    (tmp_path / "token").write_text(ADMIN + "\n")
    assert numbers(api, "--token-file", str(tmp_path / "token"), token="").returncode == 0
    missing = numbers(api, "--token-file", str(tmp_path / "none"), token="")
    assert missing.returncode != 0 and "can't be read" in missing.stderr


def test_what_is_wrong_is_told(api):
    for arguments, token, words in [
        ([], "", "SHELFLIFE_ADMIN_TOKEN holds no admin token, which is one word of plain characters"),
        ([], AUDITOR, "This token lacks the scope numbers:read;"),
        (["--per", "player"], ADMIN, "per must be one of total, store, item, set, listing."),
        (["--from", "x&by=hour"], ADMIN, "from must be a date such as 2026-11-21"),
        (["--offset", "5.5"], ADMIN, "--offset"),
        (["--store", "nope"], ADMIN, "No store has this id, and none with it has ever sold anything; there are main, "),
    ]:
        done = numbers(api, *arguments, token=token)
        assert done.returncode != 0 and done.stdout == "" and words in done.stderr
