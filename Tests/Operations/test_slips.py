"""What keeps a slip of the hand from hurting a shop."""

import os
import pty
import subprocess

import pytest
from operated import ADMIN_TOKEN

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
