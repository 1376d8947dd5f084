"""`shelflife pack`: level packs as files, without a server. `KILLS` is how often a device is killed, `SEED` repeats when."""

import functools
import http.server
import os
import random
import subprocess
import threading
import time
from pathlib import Path

import pytest
from test_check import BINARY, PATIENCE

KILLS = int(os.environ.get("KILLS", 30))
SEED = int(os.environ.get("SEED", 34))
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
        lines = ["engine: 2", "levels:"]
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


# As levels of the last forty years are found: ends of lines of three systems, none at all, marks, tabs, other alphabets.
FOUND = [
    b"####\n#@.#\n####\n", b"####\r\n#@.#\r\n####\r\n", b"####\r#@.#\r####\r", b"####\n#@.#\n####", b"\n\n####\n\n\n",
    b"\xef\xbb\xbf####\n", b"\t####\t \n", b"; Title: caf\xe9\n####\n", "; Автор: Ана\n####\n".encode(), "####\n".encode("utf-16"),
    b"4#|#@.#|4#", b"----#####----------\n", b"\0", b"\x1a", b" ", bytes(range(256)), bytes(65_536), b"\xff" * 65_536,
    "e\u0301 ####\n".encode(), b"####\n" * 10_000,
]  # fmt: skip


def test_maps_of_any_bytes_arrive_as_they_are(tmp_path):
    folder = Folder(tmp_path / "found", [f"level-{number}" for number in range(len(FOUND))])
    for id, map in zip(folder.maps, FOUND):
        (folder.path / f"{id}.xsb").write_bytes(map)
    build(folder, tmp_path / "pack.sqlite")
    subprocess.run(["cc", "-o", tmp_path / "game", GAME, "-lsqlite3"], check=True, timeout=PATIENCE)
    read = subprocess.run(
        [tmp_path / "game", tmp_path / "pack.sqlite"], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert read.stdout.splitlines() == [f"{place}|brick|{map.hex()}" for place, map in enumerate(FOUND, 1)]


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
    assert status == 1 and "pack.yaml:3: levels[0].title: found nothing" in err
    assert not (tmp_path / "pack.sqlite").exists()
    status, _, err = pack("build", tmp_path / "none", "--to", tmp_path / "pack.sqlite")
    assert status == 1 and "there is no" in err


def test_a_file_that_is_no_pack_is_refused(tmp_path):
    (tmp_path / "text").write_text("no pack")
    for arguments in [("inspect", tmp_path / "text"), ("verify", tmp_path / "text")]:
        status, out, err = pack(*arguments)
        assert (status, out) == (1, "") and "it is no file of a pack" in err


class WebServer:
    """Any web server, on the folder that `pack release` writes."""

    def __init__(self, root):
        handler = functools.partial(QuietHandler, directory=root)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Studio:
    """Somebody who releases packs, and the devices that follow."""

    def __init__(self, root):
        self.root, self.site = root, root / "site"
        self.site.mkdir(parents=True)
        self.web = WebServer(self.site)
        self.public_key = None

    def release(self, folder, *options):
        status, out, err = pack("release", folder.path, "--to", self.site, "--key", self.root / "key", *options)
        assert status == 0, err
        self.public_key = out.split("public key: ")[1].strip()
        return out

    def update(self, shipped, device="device"):
        return [
            BINARY, "pack", "update", shipped, "--from", self.web.address, f"--public-key={self.public_key}",
            "--folder", self.root / device, "--engine", "2",
        ]  # fmt: skip

    def updated(self, shipped, device="device"):
        done = subprocess.run(self.update(shipped, device), capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture
def studio(tmp_path):
    studio = Studio(tmp_path / "studio")
    yield studio
    studio.web.server.shutdown()


def test_a_device_follows_a_channel_behind_any_web_server(many, studio, tmp_path):
    build(many, tmp_path / "shipped")
    ids = list(many.maps)
    studio.release(many)
    assert "500 levels" in studio.updated(tmp_path / "shipped")
    later = Folder(tmp_path / "later", [*ids[5:], *(f"more-{n}" for n in range(10))], changed=ids[7:10])
    studio.release(later)
    told = studio.updated(tmp_path / "shipped")
    assert "505 levels" in told and int(told.split("updated by ")[1].split()[0]) <= 2_500
    assert "unchanged; 505 levels" in studio.updated(tmp_path / "shipped")
    assert "505 levels" in studio.updated(tmp_path / "shipped", device="late")
    studio.release(many)
    assert "500 levels" in studio.updated(tmp_path / "shipped")
    (studio.site / "v1/packs/warehouse/stable").write_bytes(b"SHELFLP1 of somebody else")
    refused = subprocess.run(studio.update(tmp_path / "shipped"), capture_output=True, text=True, timeout=PATIENCE)
    assert refused.returncode == 1 and "not what the app's key has signed; 500 levels" in refused.stdout


def test_a_folder_with_releases_gets_no_key_of_another_name(many, studio):
    studio.release(many)
    mistyped = studio.root / "kye"
    status, _, err = pack("release", many.path, "--to", studio.site, "--key", mistyped, "--channel", "beta")
    assert status != 0 and f"there is no key in {mistyped}" in err
    assert not mistyped.exists() and not (studio.site / "v1/packs/warehouse/beta").exists()


def test_a_device_that_is_killed_at_moments_drawn_at_random_has_one_whole_release(many, studio, tmp_path):
    build(many, tmp_path / "shipped")
    ids = list(many.maps)
    releases = [Folder(tmp_path / f"release-{n}", ids[n:], changed=ids[n + 1 : n + 40]) for n in range(1, 3)]
    studio.release(releases[0])
    studio.updated(tmp_path / "shipped")
    begun = time.monotonic()
    studio.updated(tmp_path / "shipped")
    whole = time.monotonic() - begun
    counts = {n: f"{500 - n} levels" for n in (1, 2)}
    ended = killed = 0
    draw = random.Random(SEED)
    while killed < KILLS or not ended:
        # A busy machine takes longer than it took before, so the draw widens until an update has come to its end.
        most = 2 * whole * (1 if ended else 1 + killed)
        target = (ended + killed) % 2
        studio.release(releases[target])
        process = subprocess.Popen(studio.update(tmp_path / "shipped"), stdout=subprocess.DEVNULL)
        try:
            process.wait(draw.uniform(0, most))
            ended += 1
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            killed += 1
        snapshots = list((studio.root / "device").glob("*.sqlite"))
        for snapshot in snapshots:
            assert pack("verify", snapshot)[0] == 0, snapshot
        assert counts[target + 1] in studio.updated(tmp_path / "shipped")


def test_a_target_that_is_no_plain_file_is_kept(many, tmp_path):
    (tmp_path / "elsewhere").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    status, _, err = pack("build", many.path, "--to", tmp_path / "link")
    assert status == 1 and "is no plain file" in err and (tmp_path / "elsewhere").read_text() == "mine"
    status, _, err = pack("build", many.path, "--to", tmp_path / "none/pack.sqlite")
    assert status == 1 and "there is no folder" in err


def test_a_map_that_is_a_link_out_of_the_folder_is_refused(many, tmp_path):
    (tmp_path / "secret").write_text("secret")
    first = many.path / "level-0.xsb"
    first.unlink()
    first.symlink_to(tmp_path / "secret")
    status, _, err = pack("build", many.path, "--to", tmp_path / "pack.sqlite")
    assert status == 1 and "a link that leads out of the folder" in err
