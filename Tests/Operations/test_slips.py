"""What keeps a slip of the hand from hurting a shop."""

import hashlib
import os
import pty
import subprocess

import pytest
from operated import ADMIN_TOKEN, SETTINGS, Operated

COST = "players wait that long"


@pytest.fixture
def run(server, tmp_path):
    """Runs a command as an admin of the server."""
    token = tmp_path / "token"
    token.write_text(ADMIN_TOKEN)

    def run(*arguments, **options):
        at = ["--to", server.address, "--token-file", str(token)]
        return server.run(*arguments, *at, **options)

    return run


def typing(text):
    """A terminal on which somebody has typed this."""
    ours, theirs = pty.openpty()
    os.write(ours, f"{text}\n".encode())
    return theirs


def test_withdrawing_a_whole_store_says_what_it_costs_and_wants_a_yes(run, server):
    asked = run("withdraw", "--store", "main", "--reason", "a slip", stdin=subprocess.DEVNULL)
    assert asked.returncode != 0 and COST in asked.stderr and "--yes" in asked.stderr, asked
    refused = run("withdraw", "--store", "main", "--reason", "a slip", stdin=typing("yes"))
    assert refused.returncode != 0 and COST in refused.stdout and "nothing was withdrawn" in refused.stderr, refused
    assert run("withdrawals").stdout == "Nothing was ever withdrawn.\n"
    meant = run("withdraw", "--store", "main", "--reason", "a wrong price", stdin=typing("main"))
    assert meant.returncode == 0 and "all of main" in meant.stdout, meant
    at_once = run("withdraw", "--store", "bazaar", "--reason", "a wrong price", "--yes", stdin=subprocess.DEVNULL)
    assert at_once.returncode == 0, at_once


@pytest.mark.parametrize(
    "command",
    [
        ["pause", "--store", "mian", "--reason", "x"],
        ["withdraw", "--store", "mian", "--reason", "x", "--yes"],
        ["plan", "--store", "mian"],
        ["redraw", "--store", "mian", "--reason", "x"],
    ],
)
def test_the_id_of_a_store_that_is_misspelt_is_guessed(run, command):
    done = run(*command)
    assert done.returncode != 0
    assert "did you mean main?" in done.stderr, done.stderr


def test_a_store_that_is_paused_and_resumed_sells_as_before(run, server):
    done = run("pause", "--store", "bazaar", "--reason", "a wrong price")
    assert done.returncode == 0 and done.stdout.startswith("bazaar is paused"), done
    paused = {store["id"]: store.get("paused", False) for store in server.ask("/v1/stores")[1]}
    assert paused == {"main": False, "bazaar": True}
    assert "was paused already" in run("pause", "--store", "bazaar", "--reason", "again").stdout
    assert run("resume", "--store", "bazaar", "--reason", "mended").stdout.startswith("bazaar is resumed")
    assert not any(store.get("paused") for store in server.ask("/v1/stores")[1])


def test_a_mistyped_item_is_guessed_and_a_reason_that_says_nothing_is_refused(run):
    mistyped = run("withdraw", "--item", "itm-7", "--reason", "a wrong price")
    assert mistyped.returncode != 0 and "did you mean item-7?" in mistyped.stderr, mistyped
    for words in (["cancel", "3"], ["roll-back", "1"], ["publish", "content.yaml"]):
        empty = run(*words, "--reason", " ")
        assert empty.returncode == 64 and "--reason" in empty.stderr, empty


def test_who_may_only_write_is_told_neither_items_nor_packs(tmp_path):
    digest = hashlib.sha256(b"what-walt-knows-and-nobody-else").hexdigest()
    token = f"    - {{name: walt, sha256: {digest}, scopes: [content:write]}}\n"
    server = Operated(tmp_path, settings=SETTINGS.replace("  tokens:\n", f"  tokens:\n{token}")).start()
    (tmp_path / "token").write_text("what-walt-knows-and-nobody-else")
    try:
        at = ["--to", server.address, "--token-file", str(tmp_path / "token")]
        mistyped = server.run("withdraw", "--item", "itm-7", "--reason", "a wrong price", *at)
        assert mistyped.returncode != 0 and "item-7" not in mistyped.stderr.replace("itm-7", ""), mistyped
        move = {"channel": "stable", "release": 99, "reason": "a try"}
        status, problem = server.ask("/v1/admin/packs/arctic/moves", "what-walt-knows-and-nobody-else", move)
        assert (status, problem["title"]) == (404, "No such release"), problem
    finally:
        server.end()
