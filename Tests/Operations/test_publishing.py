"""`shelflife publish` beside a running server: what it asks before the plan goes, when shelves follow, and what it says."""

import json
import os
import time
from datetime import UTC, datetime, timedelta

import pytest
from operated import ADMIN_TOKEN, CONTENT, ITEMS

MINUTE = 60_000
PLAN = """
main:
  - {item: item-1, from: 2050-01-01T18:00, for: 3m}
  - {item: item-2, from: 2050-01-02T18:00, for: 3m}
"""


@pytest.fixture
def folder(tmp_path):
    """A designer's folder with the content that the server has."""
    folder = tmp_path / "designer"
    folder.mkdir()
    (folder / "content.yaml").write_text(CONTENT)
    (folder / "items.yaml").write_text(json.dumps(ITEMS))
    return folder


def publish(server, folder, *options):
    done = server.run("publish", folder / "content.yaml", "--to", server.address, *options,
                      env={**os.environ, "SHELFLIFE_ADMIN_TOKEN": ADMIN_TOKEN})  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def versions(server):
    return server.ask("/v1/admin/content/versions", ADMIN_TOKEN)[1]["versions"]


def planned(server):
    return [one["item"] for one in server.ask("/v1/admin/plan/main", ADMIN_TOKEN)[1]["appearances"]]


def test_a_plan_that_was_made_goes_with_files_that_lack_it_only_where_that_is_meant(server, folder):
    (folder / "plan.yaml").write_text(PLAN)
    assert publish(server, folder, "--base", "1")[0] == 0
    (folder / "plan.yaml").unlink()
    (folder / "content.yaml").write_text(CONTENT.replace("Operated", "Ours"))
    status, told = publish(server, folder, "--dry-run")
    assert status != 0 and "It would be refused: 2 planned appearances would go" in told and "--drop-plan" in told
    status, told = publish(server, folder)
    assert status != 0 and "nothing was changed. 2 planned appearances would go" in told, told
    assert planned(server) == ["item-1", "item-2"]
    assert publish(server, folder, "--drop-plan", "--dry-run")[0] == 0
    assert publish(server, folder, "--drop-plan")[0] == 0
    assert planned(server) == [] and versions(server)[0]["number"] == 3


def test_content_that_is_to_be_shown_from_an_instant_on_takes_effect_as_much_earlier_as_shelves_need(server, folder):
    evening = datetime.now(UTC).replace(second=0, microsecond=0) + timedelta(hours=2)
    (folder / "content.yaml").write_text(CONTENT.replace("Operated", "Evening"))
    status, told = publish(server, folder, "--base", "1", "--shown-from", evening.isoformat().replace("+00:00", "Z"))
    assert status == 0, told
    assert versions(server)[0]["fromMs"] == evening.timestamp() * 1000 - 11 * MINUTE
    assert f"main: shows it from about {evening.isoformat()[:19]}" in told, told


def test_an_instant_by_which_no_shelf_can_follow_is_refused(server, folder):
    (folder / "content.yaml").write_text(CONTENT.replace("Operated", "Soon"))
    soon = datetime.fromtimestamp(int(time.time()) + 300, UTC).isoformat().replace("+00:00", "Z")
    status, told = publish(server, folder, "--base", "1", "--shown-from", soon)
    assert status != 0 and "--shown-from is too early: shelves need 1" in told, told
    status, told = publish(server, folder, "--shown-from", soon, "--at", soon)
    assert status != 0 and "not both" in told and len(versions(server)) == 1


def test_many_changes_begin_with_how_many_there_are_of_each_kind(server, folder):
    items = [{**item, "price": 7} for item in ITEMS] + [{**ITEMS[0], "id": "item-new"}]
    (folder / "items.yaml").write_text(json.dumps(items))
    (folder / "plan.yaml").write_text(PLAN)
    status, told = publish(server, folder, "--base", "1")
    assert status == 0 and told.startswith("2 planned appearances, 30 prices, 1 new item:\n"), told
