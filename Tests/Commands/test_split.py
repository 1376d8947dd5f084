"""`shelflife split` makes settings, content and a plan of the one file that held them all, and other commands take the new
files."""

import subprocess
from datetime import date, timedelta

import pytest
from test_check import BINARY, HEADER, ITEMS, PATIENCE

SECRET = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
PASSWORD = "sixteen letters!"
DAY = date.today() + timedelta(days=3)
OLD = f"""# The shop at the corner.
title: Corner

# How it is reached.
server:
  port: 8081  # behind the proxy
players: {{welcome: {{coins: 100}}}}

# What there is.
catalogue:
  - items.csv  # by the sheet's export

stores:
  - id: main
    positions: 4
    shelfLife: {{from: 2m, to: 4m}}
    plan:
      - {{item: item-1, position: 2, from: {DAY}T18:00, for: 3m}}
      - {{item: item-2, position: 1, days: [fri, sat], at: ["18:00"], from: {DAY}, for: 2m}}
  - id: bazaar
    positions: 4
    lead: 10m
    appSecret: {SECRET}
    legacy: {{password: "{PASSWORD}", names: {{item: id}}}}
"""
# Nothing of its stores goes into another file.
PLAIN = """players: {welcome: {coins: 100}}
catalogue: [items.csv]
stores:
  # The large one, in the hall.
  - id: main
    positions: 4  # as wide as a phone
"""


def run(*arguments, **options):
    done = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE, **options)
    return done.returncode, done.stdout + done.stderr


def files(folder):
    return {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}


@pytest.fixture
def old(tmp_path):
    """The file of a shop from before there were three."""
    (tmp_path / "items.csv").write_text(HEADER + ITEMS)
    file = tmp_path / "shelflife.yaml"
    file.write_text(OLD)
    return file


@pytest.fixture
def split(old):
    """A folder whose file was split."""
    status, told = run("split", old)
    assert status == 0, told
    return old.parent


def test_three_files_come_of_one_which_is_kept(split):
    there = files(split)
    assert set(there) == {"shelflife.yaml", "content.yaml", "plan.yaml", "items.csv", "shelflife.yaml.before-split"}
    assert there["shelflife.yaml.before-split"] == OLD
    assert not [key for key in ("title", "catalogue", "stores") if f"\n{key}:" in "\n" + there["shelflife.yaml"]]
    assert not [key for key in ("server", "players", "appSecrets", "legacy") if f"\n{key}:" in "\n" + there["content.yaml"]]


@pytest.mark.parametrize("name", ["shelflife.yaml", "content.yaml"])
def test_check_finds_them_right(split, name):
    status, told = run("check", split / name)
    assert status == 0 and " is right: " in told, told


def test_secrets_are_in_the_settings_alone(split):
    there = files(split)
    for secret in [SECRET, PASSWORD]:
        assert [name for name in ("shelflife.yaml", "content.yaml", "plan.yaml") if secret in there[name]] == ["shelflife.yaml"]
    assert "appSecrets:" in there["shelflife.yaml"] and "legacy:" in there["shelflife.yaml"]


def test_planned_appearances_are_in_the_plan_alone(split):
    there = files(split)
    for planned in ["item-1", "item-2", str(DAY)]:
        assert [name for name in ("shelflife.yaml", "content.yaml", "plan.yaml") if planned in there[name]] == ["plan.yaml"]
    assert "\nmain:" in "\n" + there["plan.yaml"] and "bazaar" not in there["plan.yaml"]


def test_whole_sections_keep_their_comments(split):
    there = files(split)
    assert "port: 8081  # behind the proxy" in there["shelflife.yaml"] and "# How it is reached." in there["shelflife.yaml"]
    assert "- items.csv  # by the sheet's export" in there["content.yaml"] and "# What there is." in there["content.yaml"]


def test_stores_of_which_nothing_is_taken_stay_as_they_are_written_and_no_plan_is_made_of_none(old):
    old.write_text(PLAIN)
    assert run("split", old)[0] == 0
    there = files(old.parent)
    assert PLAIN.partition("stores:")[2].strip() in there["content.yaml"]
    assert "plan.yaml" not in there and " is right: " in run("check", old)[1]


@pytest.mark.parametrize("taken", ["content.yaml", "plan.yaml", "shelflife.yaml.before-split"])
def test_nothing_that_is_there_is_overwritten(old, taken):
    (old.parent / taken).write_text("mine")
    before = files(old.parent)
    status, told = run("split", old)
    assert status != 0 and taken in told
    assert files(old.parent) == before


def test_another_folder_gets_the_new_files_and_the_old_one_stays(old, tmp_path):
    before = files(tmp_path)
    into = tmp_path / "new"
    into.mkdir()
    status, told = run("split", old, "--into", into)
    assert status == 0, told
    assert set(files(into)) == {"shelflife.yaml", "content.yaml", "plan.yaml"} and files(tmp_path) == before
    made = files(into)
    assert run("split", old, "--into", into)[0] != 0 and files(into) == made


def test_what_is_split_already_is_left_alone(split):
    before = files(split)
    assert run("split", split / "shelflife.yaml")[0] != 0
    assert files(split) == before


def test_an_old_file_is_refused_with_the_command_that_splits_it(old, tmp_path):
    serve = ["serve", "--config", old, "--data", tmp_path / "data", "--port", "0"]
    for command, ending in [(["check", old], 1), (serve, 78)]:
        status, told = run(*command)
        assert status == ending and "shelflife split" in told and str(old) in told, told
    assert not (tmp_path / "data" / "secrets").exists()


def test_check_follows_the_settings_to_a_content_file_elsewhere(split, tmp_path):
    elsewhere = tmp_path / "sold"
    elsewhere.mkdir()
    for name in ["content.yaml", "plan.yaml", "items.csv"]:
        (split / name).rename(elsewhere / name)
    (split / "shelflife.yaml").write_text("content: {file: sold/content.yaml}\n")
    status, told = run("check", split / "shelflife.yaml")
    assert status == 0 and " is right: " in told, told
    plan = elsewhere / "plan.yaml"
    plan.write_text(plan.read_text().replace("item-1", "none"))
    status, told = run("check", split / "shelflife.yaml")
    assert status == 1 and "plan.yaml" in told and "main[0].item" in told, told


def test_check_of_the_content_alone_looks_at_no_settings(split):
    (split / "shelflife.yaml").write_text("limits: {player: many}\n")
    assert run("check", split / "content.yaml")[0] == 0
    status, told = run("check", split / "shelflife.yaml")
    assert status == 1 and "limits.player" in told


def test_where_no_file_is_named_it_is_the_settings_and_without_them_the_content(split):
    (split / "shelflife.yaml").write_text("limits: {player: many}\n")
    assert run("check", cwd=split)[0] == 1
    (split / "shelflife.yaml").unlink()
    assert run("check", cwd=split)[0] == 0
    assert run("preview", "--store", "main", cwd=split)[0] == 0


def test_preview_takes_either_file(split):
    at = ["--store", "main", "--from", DAY, "--hours", "24", "--seed", "7"]
    shown = [run("preview", "--config", split / name, *at) for name in ("shelflife.yaml", "content.yaml")]
    assert shown[0] == shown[1] and shown[0][0] == 0 and f"{DAY} 18:00:00" in shown[0][1], shown


def test_a_server_needs_its_settings(split, tmp_path):
    status, told = run("serve", "--config", split / "content.yaml", "--data", tmp_path / "data", "--port", "0")
    assert status == 78 and "settings" in told, told
