"""`shelflife import`: a catalogue of another game's table, with its pictures, in a shop that loses nothing by it."""

import base64
import json
import re
import shlex
import shutil
import subprocess
from datetime import date, timedelta
from pathlib import Path

import pytest
from test_check import BINARY, HEADER, PATIENCE

MASTERS = Path(__file__).parents[1] / "ShelfEngineTests/Pictures/Masters"
DAY = date.today() + timedelta(days=3)
CONTENT = """# Our shop.
title: Ours
catalogue: [starter.csv]  # what is for sale
stores:
  - {id: main, positions: 2}
"""
PLAN = f"""# What comes when.
main:
  - {{item: lamp, from: {DAY}T18:00, for: 3m}}  # the lamp
  - item: "rug"
    days: [fri]
    at: ["12:00"]
    for: 3m
"""
ROWS = [f"Weapon {number},{number * 10},blade,2020-01-01\n" for number in range(1, 9)]
COLUMNS = "title,cost,type,date\n"


@pytest.fixture
def shop(tmp_path):
    """A shop as `shelflife new` leaves it."""
    folder = tmp_path / "shop"
    (folder / "pictures").mkdir(parents=True)
    shutil.copy(MASTERS / "flat.png", folder / "pictures/lamp.png")
    rows = "".join(f"{item},{item},start,2020-01-01,1,,*\n" for item in ["lamp", "rug", "vase", "bowl"])
    (folder / "starter.csv").write_text(HEADER + rows)
    (folder / "content.yaml").write_bytes(CONTENT.encode())
    (folder / "plan.yaml").write_text(PLAN)
    return folder


@pytest.fixture
def table(tmp_path):
    (tmp_path / "game").mkdir()
    file = tmp_path / "game/Weapons of old.csv"
    file.write_text(COLUMNS + "".join(ROWS))
    return file


def bring(table, shop, *flags):
    done = subprocess.run(
        [BINARY, "import", table, "--into", shop, *flags], capture_output=True, text=True, timeout=PATIENCE
    )
    return done.returncode, done.stdout, done.stderr


def files(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_the_first_import_takes_the_place_of_the_starter_also_in_the_plan(shop, table):
    before = files(shop)
    status, out, err = bring(table, shop)
    assert (status, err) == (0, ""), out
    after = files(shop)
    assert after.pop("weapons-of-old.csv").decode().splitlines()[:2] == [
        "id,name,set,released,price", "weapon-1,Weapon 1,blade,2020-01-01,10",
    ]  # fmt: skip
    assert after.pop("content.yaml").decode() == CONTENT.replace("starter.csv", "weapons-of-old.csv")
    assert after.pop("plan.yaml").decode() == PLAN.replace("item: lamp", "item: weapon-1").replace("rug", "weapon-2")
    assert after == {path: data for path, data in before.items() if path in ["starter.csv", "pictures/lamp.png"]}
    for said in ["name = title, set = type", "8 items in 1 set", "weapon-1 instead of lamp", "lamp.png", "demo"]:
        assert said in out
    assert "content.yaml can be served" in out and "a picture of no item" in out


def test_a_dry_run_says_it_all_and_writes_nothing(shop, table):
    before = files(shop)
    status, out, err = bring(table, shop, "--dry-run")
    assert (status, err, "weapon-8" in out) == (0, "", True)
    assert files(shop) == before


def test_what_is_there_is_replaced_only_where_an_earlier_import_wrote_it_and_is_told_to(shop, table):
    assert bring(table, shop)[0] == 0
    first = files(shop)
    assert bring(table, shop)[0] == 0 and files(shop) == first
    table.write_text(COLUMNS + "".join(ROWS[:-1]).replace(",20,", ",25,") + "Net,9,tool,2020-01-01\n")
    status, out, err = bring(table, shop)
    assert (status, files(shop)) == (1, first)
    assert "weapons-of-old.csv" in err and "--over" in err
    status, out, err = bring(table, shop, "--over")
    assert (status, "1 new, 1 changed, 1 gone" in out) == (0, True), err
    assert b"net,Net,tool,2020-01-01,9\n" in files(shop)["weapons-of-old.csv"]
    other = table.with_name("other.csv")
    other.write_text(COLUMNS + ROWS[3] + "Cup,1,tool,2020-01-01\n")
    status, out, err = bring(other, shop)
    assert status == 0 and "weapon-4 in weapons-of-old.csv" in out, out + err
    assert b"catalogue: [weapons-of-old.csv, other.csv]  # what" in files(shop)["content.yaml"]
    (shop / "third.csv").write_text("mine\n")
    third = table.with_name("third.csv")
    third.write_text(COLUMNS + "Third,1,tool,2020-01-01\n")
    status, out, err = bring(third, shop, "--over")
    assert (status, "third.csv" in err, (shop / "third.csv").read_text()) == (1, True, "mine\n")


def test_pictures_come_from_the_table_and_the_folders_beside_it_and_from_nowhere_else(shop, table):
    game = table.parent
    for folder in ["art", "images", "icons"]:
        (game / folder).mkdir()
    shutil.copy(MASTERS / "flat.png", game / "art")
    shutil.copy(MASTERS / "photo.webp", game / "images")
    shutil.copy(MASTERS / "drawing.png", game / "images")
    shutil.copy(MASTERS / "lynx.png", game / "icons/The Fourth.PNG")
    shutil.copy(MASTERS / "lynx.png", game.parent / "secret.png")
    (game / "link.png").symlink_to(game.parent / "secret.png")
    data = base64.b64encode((MASTERS / "flat.png").read_bytes()).decode()
    icons = {
        "a": "art/flat.png", "b": "photo.webp", "c": f"data:image/png;base64,{data}", "d": "",
        "e": "https://example.org/e.png", "f": "../secret.png", "g": "link.png", "h": "drawing.png",
        "i": str(game.parent / "secret.png"), "j": "gone.png",
    }  # fmt: skip
    items = {id: {"name": "The Fourth" if id == "d" else id, "price": 1, "icon": icon} for id, icon in icons.items()}
    table = game / "items.json"
    table.write_text(json.dumps({"items": items}))
    status, out, err = bring(table, shop)
    assert (status, err) == (0, ""), out
    pictures = {path: data for path, data in files(shop / "pictures").items() if path != "lamp.png"}
    assert pictures == {
        "a.png": (MASTERS / "flat.png").read_bytes(), "b.webp": (MASTERS / "photo.webp").read_bytes(),
        "c.png": (MASTERS / "flat.png").read_bytes(), "d.png": (MASTERS / "lynx.png").read_bytes(),
    }  # fmt: skip
    assert "10 items in 1 set, 4 with a picture" in out
    assert "5 × pictures that can't be taken" in out and "an address, which isn't asked" in out
    assert "1 × pictures that aren't there" in out


def test_a_picture_of_another_item_by_that_name_is_kept_and_nothing_is_written(shop, table):
    table.write_text(COLUMNS + "Lamp,1,tool,2020-01-01\n")
    shutil.copy(MASTERS / "lynx.png", table.parent / "lamp.png")
    before = files(shop)
    status, out, err = bring(table, shop)
    assert (status, "pictures/lamp.png" in err, files(shop) == before) == (1, True, True)


def test_a_table_that_lies_in_the_shop_stays_there_and_its_pictures_too(shop, table):
    own = shop / "weapons.csv"
    own.write_text(COLUMNS + "".join(ROWS))
    shutil.copy(MASTERS / "lynx.png", shop / "pictures/Weapon 1.png")
    before = files(shop)
    status, out, err = bring(own, shop)
    assert (status, err) == (0, ""), out
    after = files(shop)
    assert after["weapons.csv"] == before["weapons.csv"]
    assert b"weapon-1,Weapon 1,blade,2020-01-01,10,Weapon 1.png\n" in after["weapons-items.csv"]
    assert sorted(path for path in after if path.startswith("pictures/")) == [
        "pictures/Weapon 1.png", "pictures/lamp.png",
    ]  # fmt: skip


def test_content_in_another_form_is_left_alone_and_the_line_is_said(shop, table):
    text = CONTENT.replace("starter.csv", '"starter\\u002ecsv"')
    (shop / "content.yaml").write_text(text)
    status, out, err = bring(table, shop)
    assert (status, (shop / "content.yaml").read_text()) == (1, text)
    assert "catalogue: [weapons-of-old.csv]" in out
    assert (shop / "weapons-of-old.csv").exists()


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--map", "name=titel"], "did you mean title?"),
        (["--map", "cost=price"], "there is no field"),
        (["--map", "price="], "--free PRICE"),
        (["--scale", "0"], "--scale is 0"),
    ],
)
def test_what_can_not_be_done_is_said_with_what_can(shop, table, flags, said):
    before = files(shop)
    status, out, err = bring(table, shop, *flags)
    assert status != 0 and said in err and files(shop) == before


def test_a_folder_without_a_shop_is_sent_to_new(table, tmp_path):
    status, out, err = bring(table, tmp_path / "none")
    assert (status, out) == (1, "") and "shelflife new" in err


def test_the_first_import_removes_what_new_has_written_and_nobody_has_changed(tmp_path):
    shop, game = tmp_path / "shop", tmp_path / "game"
    subprocess.run([BINARY, "new", shop], check=True, capture_output=True, stdin=subprocess.DEVNULL)
    (shop / "pictures" / "otter.webp").write_bytes((MASTERS / "photo.webp").read_bytes())
    game.mkdir()
    (game / "items.csv").write_text("name,price\n" + "".join(f"Blade {number},{number}\n" for number in range(20)) + "Crown,9\n")
    shutil.copy(MASTERS / "flat.png", game / "crown.png")
    status, out, err = bring(game / "items.csv", shop)
    assert status == 0 and "removed what `shelflife new` had written and nobody has changed: 25 files" in out, out + err
    assert sorted(path.name for path in (shop / "pictures").iterdir()) == ["crown.png", "otter.webp"]
    assert not (shop / "starter.csv").exists()
    assert "  - item: blade-0\n" in (shop / "plan.yaml").read_text()


def test_a_newer_export_is_no_second_catalogue_and_takes_the_place_of_the_one_before(shop, table):
    assert bring(table, shop)[0] == 0
    before = files(shop)
    newer = table.with_name("Weapons v2.csv")
    newer.write_text(COLUMNS + "".join(ROWS).replace(",20,", ",25,") + "Net,9,tool,2020-01-01\n")
    status, out, err = bring(newer, shop)
    assert (status, files(shop)) == (1, before)
    assert "replace it: --as weapons-of-old.csv --over" in err
    status, out, err = bring(newer, shop, "--as", "weapons-of-old.csv", "--over")
    assert (status, "1 new, 1 changed, 0 gone" in out) == (0, True), out + err
    assert not (shop / "weapons-v2.csv").exists()


def test_what_is_planned_does_not_go_with_a_newer_export(shop, table):
    assert bring(table, shop)[0] == 0
    planned = re.search(r"item: (weapon-\d)", (shop / "plan.yaml").read_text())[1]
    before = files(shop)
    table.write_text(COLUMNS + "".join(row for row in ROWS if row.split(",")[0].lower().replace(" ", "-") != planned))
    status, out, err = bring(table, shop, "--over")
    assert (status, files(shop)) == (1, before)
    assert f"plan.yaml plans what the table doesn't have: {planned}" in err


@pytest.mark.parametrize(
    ("other", "options", "released"),
    [
        ("12/24/2025", [], "2025-03-04"), ("24/12/2025", [], "2025-04-03"),
        ("05/06/2025", ["--dates", "day-first"], "2025-04-03"), ("05/06/2025", ["--dates", "month-first"], "2025-03-04"),
    ],
)  # fmt: skip
def test_dates_are_read_in_the_order_that_the_table_shows_or_a_person_says(shop, table, other, options, released):
    table.write_text("title,cost,date\nAxe,1,03/04/2025\n" + "".join(f"Cap {n},1,{other}\n" for n in range(5)))
    status, out, err = bring(table, shop, *options)
    assert status == 0 and "dates that aren't understood" not in out, out + err
    assert f"axe,Axe,items,{released},1\n" in (shop / "weapons-of-old.csv").read_text()


def test_pictures_lie_in_folders_below_the_one_that_is_named(shop, table, tmp_path):
    deep = tmp_path / "art" / "icons" / "64"
    deep.mkdir(parents=True)
    shutil.copy(MASTERS / "flat.png", deep / "weapon-1.png")
    status, out, err = bring(table, shop, "--pictures", tmp_path / "art")
    assert status == 0 and (shop / "pictures" / "weapon-1.png").exists(), out + err


@pytest.mark.parametrize(
    "text",
    [
        "name,price" + "".join(f",c{n}" for n in range(200_000)) + "\n" + "x,1\n" * 20_000,
        "name,price," + ",".join(f"c{n}" for n in range(900)) + "\n" + "x,1\n" * 90_000,
        "name,price,text\nx,1," + "word " * 400_000 + "\n" + "y,1,\n" * 9,
        "name,price\n" + "Sword,1\n" * 60_000,
    ],
    ids=["columns", "cells", "a text", "one name"],
)
def test_a_table_that_is_a_bomb_costs_seconds_and_little_memory(shop, table, text):
    table.write_text(text)
    limited = f"ulimit -v 4000000 -t 20; exec {BINARY} import {shlex.quote(str(table))} --into {shop} --dry-run"
    done = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode in (0, 1), done
    assert "Nothing is written" in done.stdout or "Error: " in done.stderr, done


def test_items_that_share_a_picture_name_one_file(shop, table):
    table.write_text("title,cost,icon\n" + "".join(f"Cap {n},1,cap.png\n" for n in range(9)))
    shutil.copy(MASTERS / "flat.png", table.with_name("cap.png"))
    assert bring(table, shop)[0] == 0
    assert [path.name for path in (shop / "pictures").iterdir() if path.name.startswith("cap")] == ["cap-0.png"]
    assert "cap-8,Cap 8,items" in (shop / "weapons-of-old.csv").read_text()


def test_a_comma_with_a_mark_over_it_is_a_comma(shop, table):
    table.write_text('title,cost,type\n"Foo,\u0301",1,"a ""\u0301b"\n' + "".join(f"Cap {n},1,x\n" for n in range(9)))
    status, out, err = bring(table, shop)
    assert status == 0, out + err


def test_pictures_behind_a_link_are_not_the_shops_to_remove(tmp_path, table):
    other, shop = tmp_path / "other", tmp_path / "new"
    for folder in [other, shop]:
        subprocess.run([BINARY, "new", folder], check=True, capture_output=True, stdin=subprocess.DEVNULL)
    shutil.rmtree(shop / "pictures")
    (shop / "pictures").symlink_to(other / "pictures")
    table.write_text("title,cost\n" + "".join(f"Cap {n},1\n" for n in range(20)))
    before = files(other)
    bring(table, shop)
    assert files(other) == before
