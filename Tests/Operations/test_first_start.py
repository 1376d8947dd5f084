"""The first start of a shop with many pictures: what its shelves show first has its picture, and the rest follows."""

import json
import re
import struct
import zlib

import pytest
from operated import ADMIN_TOKEN, ITEMS, SETTINGS, Operated
from test_picture_journey import png

MANY = 160
CONTENT = """
catalogue: [items.yaml]
stores:
  - {id: main, positions: 2, shelfLife: {from: 4m, to: 6m}}
"""


@pytest.fixture
def shop(tmp_path):
    """A folder with many items, each with a picture of its own that takes a while."""
    operated = Operated(tmp_path, settings=SETTINGS.partition("appSecrets:")[0], content=CONTENT)
    items = [{**ITEMS[0], "id": f"item-{number}", "name": f"Item {number}"} for number in range(MANY)]
    (tmp_path / "items.yaml").write_text(json.dumps(items))
    (tmp_path / "pictures").mkdir()
    for number in range(MANY):
        (tmp_path / "pictures" / f"item-{number}.png").write_bytes(png(number, 480, 320))
    yield operated
    operated.end()


def missing(server):
    """How many pictures aren't made."""
    return server.ask("/v1/admin/files", ADMIN_TOKEN)[1]["picturesMissing"]


def test_the_shelves_have_their_pictures_from_the_first_card_on_and_the_others_follow(shop):
    shop.start()
    decided = [one for one in shop.ask("/v1/admin/future/main?hours=1", ADMIN_TOKEN)[1]["listings"] if one["decided"]]
    assert decided and all(one.get("master") for one in decided)
    first, rest = (int(count) for count in re.findall(r"pictures=(\d+) \S+ making pictures", shop.log)[:2])
    assert first < 20 and first + rest == MANY, shop.log
    assert 0 < missing(shop) <= rest
    shop.wait_for(lambda: len(shop.logged("pictures are made")) == 2)
    assert missing(shop) == 0 and shop.logged("made=64 pictures=")


def broken(master):
    """A picture that says its size and is whole, and that nobody can decode."""
    at = master.index(b"IDAT") + 4
    pixels = bytes(byte ^ 0x5A for byte in master[at : master.index(b"IEND") - 8])
    return master[:at] + pixels + struct.pack(">I", zlib.crc32(b"IDAT" + pixels)) + master[at + len(pixels) + 4 :]


def test_a_release_waits_for_its_backgrounds_and_tells_which_of_them_nobody_can_make(shop):
    pack = shop.folder / "packs" / "warehouse"
    pack.mkdir(parents=True)
    names = {"first": png(1, 480, 320), "second": broken(png(2, 480, 320))}
    levels = [f"  - {{id: {name}, title: {name}, background: {name}.png, map: {name}.xsb}}" for name in names]
    (pack / "pack.yaml").write_text("\n".join(["engine: 1", "levels:", *levels]) + "\n")
    for name, picture in names.items():
        (pack / f"{name}.png").write_bytes(picture)
        (pack / f"{name}.xsb").write_text("#####\n#@$.#\n#####\n")
    shop.start()
    shop.wait_for(lambda: shop.ask("/v1/admin/packs/warehouse", ADMIN_TOKEN)[0] == 200, seconds=120)
    [release] = shop.ask("/v1/admin/packs/warehouse", ADMIN_TOKEN)[1]["releases"]
    assert (release["levels"], release["bareLevels"]) == (2, 1), shop.log
    assert shop.logged("a picture can't be made")
    moved = shop.run("pack", "move", "warehouse", "--reason", "first", "--to", shop.address,
                     env={"SHELFLIFE_ADMIN_TOKEN": ADMIN_TOKEN})  # fmt: skip
    assert moved.returncode == 0, moved.stderr
    assert moved.stdout.startswith("warning: 1 of the 2 levels of release 1 have no background")
