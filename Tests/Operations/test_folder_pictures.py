"""The pictures of the folder beside a server's files, and what becomes of one that an operator removes."""

import hashlib
import json
import os
import shutil
import sqlite3
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from open_window import listings
from operated import ADMIN_TOKEN, CONTENT, ITEMS, PATIENCE, SETTINGS, Operated
from windows import b64, unb64

LYNX = Path(__file__).parents[1] / "ShelfEngineTests/Pictures/Masters/lynx.png"
DIGEST = hashlib.sha256(LYNX.read_bytes()).hexdigest()
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "SHELFLIFE_DATABASE"}


@pytest.fixture
def server(tmp_path):
    """Its items have one picture together."""
    settings, content = SETTINGS.partition("appSecrets:")[0], CONTENT.partition("  - {id: bazaar")[0]
    server = Operated(tmp_path, settings=settings, content=content, env=ENVIRONMENT)
    (tmp_path / "items.yaml").write_text(json.dumps([{**item, "picture": "lynx.png"} for item in ITEMS]))
    (tmp_path / "pictures").mkdir()
    shutil.copy(LYNX, tmp_path / "pictures")
    yield server.start()
    server.end()


def shown_now(server):
    """The cards of the newest window that can be opened."""
    server.wait_for(lambda: server.window("main"))
    found = listings(server.address, "main")
    first = {}
    for listing in sorted(found, key=lambda listing: listing.start_ms):
        first.setdefault(listing.position, listing)
    return [listing.card(server.address) for listing in first.values()]


def ask_as_admin(server, *command):
    done = server.run(*command, "--to", server.address, env={**ENVIRONMENT, "SHELFLIFE_ADMIN_TOKEN": ADMIN_TOKEN})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_first_shelf_of_all_has_the_pictures_of_the_folder(server):
    cards = shown_now(server)
    assert cards and all("picture" in card for card in cards)


def test_an_export_without_a_removed_picture_is_published_again(server, tmp_path):
    assert "removed at" in ask_as_admin(server, "remove-picture", str(LYNX), "--reason", "not ours")
    listed = ask_as_admin(server, "removed-pictures")
    assert "not ours" in listed and DIGEST[:12] in listed and "item-0 item-1 " in listed
    out = tmp_path / "out"
    assert "lynx.png isn't written" in ask_as_admin(server, "export", "1", str(out))
    assert (out / "pictures/REMOVED").read_text() == f"{DIGEST}  lynx.png\n"
    text = (out / "items.yaml").read_text()
    (out / "items.yaml").write_text(text.replace("Item 0", "Item nought"))
    told = ask_as_admin(server, "publish", str(out / "content.yaml"), "--reason", "a name")
    assert "the item item-0 and 29 more whose picture an operator has removed" in told
    assert "Version 2 is in force" in told
    name = b64(unb64(shown_now(server)[0]["picture"])[:16])
    first, second = ask_as_admin(server, "remove-picture", name, "--reason", "again").splitlines()
    assert first.endswith("because: not ours") and "item-0, item-1, " in second


def pictures(server, change=None):
    """The pictures' names in the database of a server that is stopped or runs, the earliest pipeline's first."""
    with closing(sqlite3.connect(server.data / "secrets" / "shelflife.sqlite")) as database, database:
        if change:
            database.execute(change)
        return [b64(name) for (name,) in database.execute("SELECT name FROM picture ORDER BY pipeline")]


def status(server, name):
    try:
        return urllib.request.urlopen(f"{server.address}/v1/pictures/{name}/96.webp", timeout=PATIENCE).status
    except urllib.error.HTTPError as error:
        return error.code


def test_a_picture_of_an_earlier_pipeline_is_made_anew_when_it_is_published_and_its_name_stays(server):
    shown = {b64(unb64(card["picture"])[:16]) for card in shown_now(server)}
    assert shown == set(pictures(server)) and server.stop() == 0
    for table in ("picture_variant", "picture"):
        pictures(server, f"UPDATE {table} SET pipeline = 1")
    server.start()
    server.wait_for(lambda: server.window("main"))
    (server.folder / "items.yaml").write_text((server.folder / "items.yaml").read_text().replace("Item 0", "Item nought"))
    assert "in force" in ask_as_admin(server, "publish", str(server.content), "--reason", "colours")
    former, new = pictures(server)
    assert {former} == shown and status(server, former) == 200
    assert "removed at" in ask_as_admin(server, "remove-picture", str(LYNX), "--reason", "not ours")
    # Nobody has seen the new one, so it is still like any that doesn't exist.
    assert (status(server, former), status(server, new)) == (410, 404)
    assert ask_as_admin(server, "removed-pictures").count("not ours") == 2
