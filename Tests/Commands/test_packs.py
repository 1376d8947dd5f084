"""`shelflife pack`: level packs as files, without a server."""

import random
import subprocess
from pathlib import Path

import pytest
from test_check import BINARY, PATIENCE

GAME = Path(__file__).parent / "levels_of_before.c"


def pack(*arguments):
    done = subprocess.run(
        [BINARY, "pack", *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE
    )
    return done.returncode, done.stdout, done.stderr


class Folder:
    """A pack's folder with levels whose maps are drawn by a seed."""

    def __init__(self, parent, ids, changed=()):
        self.path = parent / "warehouse"
        self.path.mkdir(parents=True)
        self.maps = {id: self.map(f"{id} again" if id in changed else id) for id in ids}
        lines = ["title: Warehouse", "engine: 2", "levels:"]
        for id, map in self.maps.items():
            (self.path / f"{id}.xsb").write_bytes(map)
            lines.append(f"  - {{id: {id}, title: Level {id}, author: Ana, background: brick, map: {id}.xsb}}")
        (self.path / "pack.yaml").write_text("\n".join(lines) + "\n")

    @staticmethod
    def map(seed):
        draw = random.Random(seed)
        return bytes(draw.choice(b"#####   ..$") for _ in range(400))


@pytest.fixture
def many(tmp_path):
    return Folder(tmp_path / "before", [f"level-{number}" for number in range(500)])


def build(folder, to):
    status, out, err = pack("build", folder.path, "--to", to)
    assert (status, err) == (0, ""), err
    return out


def test_a_game_of_before_reads_a_snapshot(many, tmp_path):
    build(many, tmp_path / "pack.sqlite")
    subprocess.run(["cc", "-o", tmp_path / "game", GAME, "-lsqlite3"], check=True, timeout=PATIENCE)
    read = subprocess.run(
        [tmp_path / "game", tmp_path / "pack.sqlite"], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    expected = [f"{place}|brick|{map.hex()}" for place, map in enumerate(many.maps.values(), 1)]
    assert read.stdout.splitlines() == expected


def test_a_delta_of_a_few_levels_is_small_and_makes_the_new_release(many, tmp_path):
    ids = list(many.maps)
    new = Folder(tmp_path / "after", [*ids[:100], *ids[105:], *(f"more-{n}" for n in range(10))], changed=ids[7:10])
    build(many, tmp_path / "before.sqlite")
    content = build(new, tmp_path / "after.sqlite").split()[-1]
    status, out, _ = pack("diff", tmp_path / "before.sqlite", new.path, "--to", tmp_path / "delta")
    assert status == 0
    lines = out.splitlines()
    assert [sum(line.startswith(mark) for line in lines) for mark in "-~+>"] == [5, 3, 10, 0]
    assert (tmp_path / "delta").stat().st_size <= 2_500
    verified = pack("verify", tmp_path / "delta", "--from", tmp_path / "before.sqlite", "--content", content)
    assert verified[0] == 0 and content in verified[1]
    status, _, err = pack("verify", tmp_path / "delta", "--from", tmp_path / "after.sqlite")
    assert status == 1 and "made from another release" in err


def test_ten_levels_in_the_middle_shift_the_others_for_few_bytes(many, tmp_path):
    ids = list(many.maps)
    new = Folder(tmp_path / "after", [*ids[:9], *(f"more-{n}" for n in range(10)), *ids[9:]])
    status, out, _ = pack("diff", many.path, new.path, "--to", tmp_path / "delta")
    assert status == 0 and "more-0 at 10" in out and ">" not in out
    assert (tmp_path / "delta").stat().st_size <= 3_000


def test_what_is_wrong_with_a_folder_is_told_with_its_line_and_nothing_is_written(tmp_path):
    folder = Folder(tmp_path / "wrong", ["a"])
    text = (folder.path / "pack.yaml").read_text()
    (folder.path / "pack.yaml").write_text(text.replace("title: Level a, ", ""))
    status, _, err = pack("build", folder.path, "--to", tmp_path / "pack.sqlite")
    assert status == 1 and "pack.yaml:4: levels[0].title: found nothing" in err
    assert not (tmp_path / "pack.sqlite").exists()
    status, _, err = pack("build", tmp_path / "none", "--to", tmp_path / "pack.sqlite")
    assert status == 1 and "there is no" in err


def test_a_file_that_is_no_pack_is_refused(tmp_path):
    (tmp_path / "text").write_text("no pack")
    for arguments in [("inspect", tmp_path / "text"), ("verify", tmp_path / "text")]:
        status, out, err = pack(*arguments)
        assert (status, out) == (1, "") and "it is no file of a pack" in err
