"""The pictures of the folder beside a server's files, and what becomes of one that an operator removes."""

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest
from open_window import listings
from operated import ADMIN_TOKEN, CONTENT, ITEMS, SETTINGS, Operated
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
