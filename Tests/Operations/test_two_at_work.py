"""Two designers who publish from folders of their own, and undo nothing of each other without a word."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from operated import ADMIN_TOKEN, PATIENCE


@pytest.fixture
def run(server, tmp_path):
    """Runs a command as an admin of the server."""
    token = tmp_path / "token"
    token.write_text(ADMIN_TOKEN)

    def run(*arguments, fails=False):
        done = server.run(*map(str, arguments), "--to", server.address, "--token-file", str(token))
        assert (done.returncode != 0) == fails, done
        return done.stderr if fails else done.stdout

    server.wait_for(lambda: server.logged("started"), PATIENCE)
    return run


def price(folder, item, price):
    file = folder / "items.yaml"
    items = json.loads(file.read_text())
    items[item]["price"] = price
    file.write_text(json.dumps(items))


def test_the_first_change_of_files_that_a_shop_was_started_with_undoes_nothing(server, run):
    base = server.folder / ".shelflife-base"
    server.wait_for(base.exists, PATIENCE)
    assert base.read_text().startswith("1 ")
    items = server.folder / "items.yaml"
    before = items.read_text()
    price(server.folder, 0, 50)
    assert "Version 2 is in force" in run("publish", server.folder / "content.yaml")
    assert base.read_text().startswith("2 ")
    items.write_text(before)
    server.stop()
    base.unlink()
    server.start()
    server.wait_for(lambda: server.logged("started"), PATIENCE)
    assert "--over 2" in run("publish", server.folder / "content.yaml", fails=True)
    assert not base.exists(), "these files aren't the version in force"


def test_what_somebody_else_has_changed_is_not_undone_until_that_is_meant(run, tmp_path):
    anna, ralph = tmp_path / "anna", tmp_path / "ralph"
    for folder in [anna, ralph]:
        run("export", 1, folder)
        assert (folder / ".shelflife-base").read_text().startswith("1 ")
    price(anna, 0, 50)
    assert "Version 2 is in force" in run("publish", anna / "content.yaml")
    assert (anna / ".shelflife-base").read_text().startswith("2 ")
    price(ralph, 1, 60)
    run("publish", ralph / "content.yaml", "--dry-run", fails=True)
    refused = run("publish", ralph / "content.yaml", fails=True)
    undone = "found item item-0: price: 5, expected 50; version 2 has that"
    assert undone in refused and "--over 2" in refused, refused
    assert "item-1" not in refused, "that is his own change"
    assert len(run("versions").splitlines()) == 2, "nothing was changed"
    price(ralph, 0, 50)
    assert "Version 3 is in force" in run("publish", ralph / "content.yaml"), "he has taken her change over"
    price(anna, 0, 70)
    assert "Version 4 is in force" in run("publish", anna / "content.yaml", "--over", 3)


def test_a_publication_says_what_changes_and_what_was_scheduled_does_not_come_early(run, tmp_path):
    feast = tmp_path / "feast"
    run("export", 1, feast)
    price(feast, 0, 50)
    later = (datetime.now(UTC) + timedelta(days=30)).strftime("%Y-%m-%dT00:00:00Z")
    told = run("publish", feast / "content.yaml", "--at", later)
    assert "~ item item-0: price: 5 → 50" in told and "Version 2 is scheduled" in told
    refused = run("publish", feast / "content.yaml", fails=True)
    assert f"price: 50, expected 5 until {later}" in refused and "come early" in refused, refused
    early = run("roll-back", 2, fails=True)
    assert f"price: 50, expected 5 until {later}" in early, early
    postponed = run("publish", feast / "content.yaml", "--at", later.replace("T00", "T12"))
    assert f"version 2 has the same, and takes effect at {later}" in postponed, postponed
    assert "~ item item-0: price: 5 → 50" in run("roll-back", 2, "--over", 3)


def test_what_becomes_of_the_version_that_gets_the_same_changes_is_told_though_another_comes_first(run, tmp_path):
    anna, feast = tmp_path / "anna", tmp_path / "feast"
    run("export", 1, anna)
    run("export", 1, feast)
    days = [(datetime.now(UTC) + timedelta(days=days)).strftime("%Y-%m-%dT00:00:00Z") for days in (20, 30)]
    for day, cost in zip(days, (50, 60), strict=True):
        price(feast, 1, cost)
        run("publish", feast / "content.yaml", "--at", day)
    content = anna / "content.yaml"
    content.write_text(content.read_text().replace("title: Operated", "title: Changed"))
    told = run("publish", content, "--over", 2, "--also-in", 3)
    assert "In version 4, which takes the place of version 3:\n  title: Operated → Changed" in told, told


def test_a_folder_that_knows_no_base_is_told_how_to_name_one(run, server):
    base = server.folder / ".shelflife-base"
    server.wait_for(base.exists, PATIENCE)
    base.unlink()
    price(server.folder, 0, 50)
    refused = run("publish", server.config, fails=True)
    assert "expected 5; version 1 has that" in refused and "add --base" in refused, refused
    assert "~ item item-0: price: 5 → 50" in run("publish", server.config, "--base", 1, "--dry-run")
    assert "Version 2 is in force" in run("publish", server.config, "--base", 1)
    assert "~ item item-0: price: 50 → 5" in run("roll-back", 1, "--dry-run")
    assert "Version 3 is in force" in run("roll-back", 1)
