"""The way of a level pack: from a designer's folder over two servers on one database to devices, and through
backups."""

import hashlib
import json
import random
import subprocess
import threading
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from operated import ADMIN_TOKEN, PATIENCE
from shelf_process import BINARY, free_port
from test_picture_journey import Designer, asked, backed_up, needs_cluster, opened  # noqa: F401
from test_postgres import address  # noqa: F401
from test_recovery import cluster  # noqa: F401

PACK = "warehouse"
LEVELS = [f"level-{number}" for number in range(400)]
GREAT = 50
DEVICES = 40


def map_of(level, edition):
    """Bytes that hardly any compression makes fewer."""
    return random.Random(f"{level} {edition}").randbytes(1_000)


class LevelDesigner(Designer):
    """Each edition of hers has a level fewer at the beginning, one more in the middle, and another map in one; a great
    one has another map in all."""

    def levels(self, edition):
        order = LEVELS[edition:]
        order[200:200] = [f"more-{number}" for number in range(edition)]
        return {id: map_of(id, edition if id == "level-100" or edition >= GREAT else 0) for id in order}

    def write(self, edition):
        folder = self.folder / "packs" / PACK
        (folder / "maps").mkdir(parents=True, exist_ok=True)
        lines = ["# Edition " + str(edition), "engine: 1", "levels:"]
        for id, map in self.levels(edition).items():
            (folder / "maps" / f"{id}.bin").write_bytes(map)
            lines.append(f"  - {{id: {id}, title: Level {id}, background: brick, map: maps/{id}.bin}}")
        listed = {f"{id}.bin" for id in self.levels(edition)}
        for file in (folder / "maps").iterdir():
            if file.name not in listed:
                file.unlink()
        (folder / "pack.yaml").write_text("\n".join(lines) + "\n")
        return folder

    def release(self, server, edition):
        """Publishes an edition, and returns its release's number."""
        self.write(edition)
        self.publish(server)
        return pack_of(server)["releases"][0]["release"]

    def move(self, server, release, *options, reason="as designed"):
        done = self.tried_move(server, release, *options, "--reason", reason)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def tried_move(self, server, release, *options):
        command = ["pack", "move", PACK, "--release", str(release), *options]
        return server.run(*command, "--to", server.address, env={"SHELFLIFE_ADMIN_TOKEN": ADMIN_TOKEN})


def files_in(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def admin(server, path):
    status, answer = server.ask(path, ADMIN_TOKEN)
    assert status == 200, answer
    return answer


def pack_of(server):
    return admin(server, f"/v1/admin/packs/{PACK}")


def channel_of(server, name="stable"):
    return next(one for one in pack_of(server)["channels"] if one["channel"] == name)


def public_key(server):
    return admin(server, "/v1/admin/packs")["publicKey"]


def at_channel(server, channel="stable", pack=PACK):
    return asked(f"{server.address}/v1/packs/{pack}/{channel}")


def document(server, channel="stable"):
    """What stands in it. When it ends is another day at midnight."""
    status, data = at_channel(server, channel)
    assert status == 200 and data.startswith(b"SHELFLP1")
    said = json.loads(data[12 : 12 + int.from_bytes(data[8:12])])
    assert said.pop("goodUntilMs") > 0
    return said


def content_of(server, release):
    return next(one["content"] for one in pack_of(server)["releases"] if one["release"] == release)


def points_at(server, release, channel="stable"):
    return document(server, channel)["release"]["content"] == content_of(server, release)


def files_of(server):
    """All that a document names, by digest."""
    said = document(server)["release"]
    named = [said["snapshot"], *(one["file"] for one in said["deltas"])]
    files = {one["sha256"]: asked(f"{server.address}/v1/pack-files/{one['sha256']}") for one in named}
    for digest, (status, data) in files.items():
        assert status == 200 and hashlib.sha256(data).hexdigest() == digest
    return files


class Device:
    """A game on somebody's phone, which was shipped with a snapshot."""

    def __init__(self, folder, shipped, key, channel="stable"):
        self.folder, self.shipped, self.key, self.channel = folder, shipped, key, channel

    def begin(self, origin):
        command = [BINARY, "pack", "update", str(self.shipped), "--from", origin, f"--public-key={self.key}",
                   "--folder", str(self.folder), "--channel", self.channel]  # fmt: skip
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def update(self, origin):
        """What it says."""
        process = self.begin(origin)
        said, _ = process.communicate(timeout=PATIENCE)
        self.content = said.split("content ")[1].split()[0].rstrip(",")
        return said

    def fetched(self, origin):
        """How many bytes it took."""
        said = self.update(origin)
        assert said.startswith("updated by "), said
        return int(said.split()[2])

    def follows(self, server, release):
        self.update(server.address)
        return self.content == content_of(server, release)

    def snapshots(self):
        return sorted(self.folder.glob("*.sqlite"))


class Breaking:
    """Between a device and a server: nothing more comes in the middle of the second part of a file."""

    def __init__(self, origin, breaks=True):
        self.origin, self.breaks, self.ranges = origin, breaks, []
        self.stuck, self.ends = threading.Event(), threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                outer.answer(self)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, request):
        asked_for = {"Range": request.headers["Range"]} if request.headers["Range"] else {}
        if request.path.startswith("/v1/pack-files/"):
            self.ranges.append(request.headers["Range"])
        with urllib.request.urlopen(
            urllib.request.Request(self.origin + request.path, headers=asked_for), timeout=PATIENCE
        ) as answer:
            data = answer.read()
            request.send_response(answer.status)
            for name, value in answer.headers.items():
                if name.lower() not in {"connection", "transfer-encoding", "date", "server"}:
                    request.send_header(name, value)
            request.end_headers()
        breaks = self.breaks and len(self.ranges) == 2 and request.path.startswith("/v1/pack-files/")
        request.wfile.write(data[: len(data) // 2] if breaks else data)
        if breaks:
            request.wfile.flush()
            self.stuck.set()
            self.ends.wait(PATIENCE)

    def end(self):
        self.ends.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def designer(tmp_path):
    return LevelDesigner(tmp_path / "designer")


@pytest.fixture
def device(tmp_path):
    """Makes devices that were shipped with an edition."""
    editions, other = {}, LevelDesigner(tmp_path / "shipping")

    def make(name, key, edition=0, channel="stable"):
        if edition not in editions:
            editions[edition] = tmp_path / f"shipped-{edition}.sqlite"
            command = [BINARY, "pack", "build", str(other.write(edition)), "--to", str(editions[edition])]
            subprocess.run(command, check=True, timeout=PATIENCE, capture_output=True)
        return Device(tmp_path / "devices" / name, editions[edition], key, channel)

    return make


def is_whole(snapshot):
    verified = subprocess.run([BINARY, "pack", "verify", str(snapshot)], timeout=PATIENCE, capture_output=True)
    return verified.returncode == 0


@needs_cluster
def test_devices_follow_what_is_published_at_one_server_and_moved_at_the_other(
    cluster, opened, designer, device  # noqa: F811
):
    one, two = opened("one", cluster.address), opened("two", cluster.address)
    assert designer.release(one, 0) == 1
    assert at_channel(one)[0] == 404 and at_channel(one) == at_channel(one, pack="unknown")
    assert "stable points at release 1" in designer.move(two, 1, reason="the first levels")
    one.wait_for(lambda: at_channel(one)[0] == 200)
    assert at_channel(one) == at_channel(two) and files_of(one) == files_of(two)

    key = public_key(two)
    present, offline = device("present", key), device("offline", key)
    for each in (present, offline):
        assert each.update(one.address).startswith("unchanged") and each.follows(two, 1)
    for edition in (1, 2):
        assert designer.release(one, edition) == edition + 1
        assert "unchanged" in present.update(two.address)
        designer.move(two, edition + 1)
        one.wait_for(lambda: points_at(one, edition + 1))
        assert 0 < present.fetched(one.address) < 10_000 and present.follows(two, edition + 1)
    snapshot = document(two)["release"]["snapshot"]["bytes"]
    assert 0 < offline.fetched(two.address) < snapshot / 20 and offline.follows(one, 3)

    designer.move(one, 1, reason="the corner can't be solved")
    two.wait_for(lambda: points_at(two, 1))
    assert all(each.follows(two, 1) for each in (present, offline))
    assert [(move["release"], move["reason"], move["by"]) for move in pack_of(two)["moves"]] == [
        (1, "the corner can't be solved", "anna"), (3, "as designed", "anna"), (2, "as designed", "anna"),
        (1, "the first levels", "anna"),
    ]  # fmt: skip


def test_a_device_that_is_killed_in_the_middle_of_an_update_is_whole_and_goes_on_where_it_was(opened, designer, device):
    server = opened("one")
    designer.release(server, 0)
    designer.move(server, 1)
    killed = device("killed", public_key(server), edition=9)
    assert killed.follows(server, 1)
    designer.release(server, GREAT)
    designer.move(server, 2)
    breaking = Breaking(server.address)
    try:
        process = killed.begin(breaking.address)
        assert breaking.stuck.wait(PATIENCE)
        process.kill()
        process.wait(PATIENCE)
    finally:
        breaking.end()
    [partial] = killed.folder.glob("*.partial")
    left = partial.stat().st_size
    assert left > 0 and killed.snapshots() and all(is_whole(snapshot) for snapshot in killed.snapshots())
    killed.update(f"http://127.0.0.1:{free_port()}")
    assert killed.content == content_of(server, 1), "without a network it plays what it had"

    healed = Breaking(server.address, breaks=False)
    try:
        assert killed.fetched(healed.address) > left
    finally:
        healed.end()
    [range] = healed.ranges
    assert range.startswith(f"bytes={left}-") and not partial.exists()
    assert killed.content == content_of(server, 2) and all(is_whole(snapshot) for snapshot in killed.snapshots())


def test_who_takes_a_release_for_a_share_of_the_devices_keeps_it_while_the_share_grows(opened, designer, device):
    server = opened("one")
    for edition in (0, 1):
        designer.release(server, edition)
    designer.move(server, 1)
    devices = [device(f"device-{number}", public_key(server)) for number in range(DEVICES)]

    def updated():
        """Who has the second release then."""
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda each: each.update(server.address), devices))
        assert {each.content for each in devices} <= {content_of(server, 1), content_of(server, 2)}
        newest = content_of(server, 2)
        return {number for number, each in enumerate(devices) if each.content == newest}

    assert updated() == set()
    designer.move(server, 2, "--percent", "50")
    assert (channel_of(server)["share"], channel_of(server)["others"]) == (5000, 1)
    half = updated()
    assert DEVICES / 5 < len(half) < DEVICES * 4 / 5 and updated() == half
    designer.move(server, 2, "--percent", "80")
    more = updated()
    assert half < more < set(range(DEVICES))
    designer.move(server, 2)
    assert len(updated()) == DEVICES
    designer.move(server, 1)
    assert updated() == set()


@needs_cluster
def test_a_channel_that_is_not_public_is_reached_by_its_newest_word_only(
    address, opened, designer, device  # noqa: F811
):
    one, two = opened("one", address), opened("two", address)
    designer.release(one, 0)
    nothing = at_channel(one, "unknown")
    assert nothing[0] == 404

    def new_word(server, release):
        return designer.move(server, release, "--channel", "beta", "--new-word").split("name: ")[1].strip()

    def nobody_can_tell(channel):
        return all(at_channel(server, channel) == nothing for server in (one, two))

    first = new_word(one, 1)
    two.wait_for(lambda: at_channel(two, first)[0] == 200)
    assert len(first) == 32 and document(two, first)["channel"] == first and nobody_can_tell("beta")
    mistyped = designer.tried_move(one, 1, "--channel", "betta", "--reason", "mistyped")
    assert mistyped.returncode == 1 and "has no channel betta; did you mean beta?" in mistyped.stderr
    assert at_channel(one, "betta") == nothing
    tester = device("tester", public_key(two), channel=first, edition=1)
    assert tester.follows(two, 1)
    assert all("word" not in move and not move["isPublic"] for move in pack_of(two)["moves"])

    designer.release(two, 1)
    second = new_word(two, 2)
    one.wait_for(lambda: at_channel(one, second)[0] == 200)
    assert second != first and nobody_can_tell(first) and nobody_can_tell("beta")
    assert tester.follows(one, 1), "who has the old word keeps what there is"
    assert device("later", public_key(one), channel=second).follows(one, 2)

    designer.move(one, 2, "--channel", "beta", "--make-public")
    two.wait_for(lambda: at_channel(two, "beta")[0] == 200)
    assert nobody_can_tell(second)
    assert len(document(two, "beta")["release"]["deltas"]) == 1, "what it was before stays unknown"


def test_a_version_gives_its_packs_back_byte_for_byte_and_rolling_it_back_moves_no_channel(
    opened, designer, tmp_path
):
    server = opened("one")
    designed = []
    for edition in (0, 1):
        designer.release(server, edition)
        designed.append(files_in(designer.folder / "packs"))
    versions = [one["version"] for one in reversed(pack_of(server)["releases"])]
    designer.move(server, 2)
    for version, files in zip(versions, designed):
        folder = tmp_path / f"version-{version}"
        command = ["export", str(version), str(folder), "--to", server.address]
        done = server.run(*command, env={"SHELFLIFE_ADMIN_TOKEN": ADMIN_TOKEN})
        assert done.returncode == 0, done.stderr
        assert files_in(folder / "packs") == files
    before = document(server)
    designer.roll_back_to(server, versions[0])
    pack = pack_of(server)
    assert pack["inForce"] == 1 and len(pack["releases"]) == 2 and document(server) == before
    [again] = [one for one in admin(server, "/v1/admin/packs")["packs"] if one["pack"] == PACK]
    assert (again["inForce"], again["newest"]) == (1, 2)


@needs_cluster
def test_devices_follow_the_pointer_of_a_database_that_was_brought_back(
    cluster, backed_up, opened, designer, device  # noqa: F811
):
    one = opened("one", cluster.address)
    designer.release(one, 0)
    designer.move(one, 1)
    word = designer.move(one, 1, "--channel", "beta", "--new-word").split("name: ")[1].strip()
    key = public_key(one)
    earlier = backed_up("earlier")
    designer.release(one, 1)
    designer.move(one, 2)
    ahead, last = device("ahead", key), document(one)["sequence"]
    assert ahead.follows(one, 2)
    # A window that the database will know nothing of. By it the server sees what has happened.
    window = one.window()["sequence"]
    one.wait_for(lambda: one.window()["sequence"] > window, 60 + PATIENCE)
    assert one.stop() == 0

    again = opened("again", earlier.start().address, data=one.data)
    again.wait_for(lambda: document(again)["sequence"] > last)
    assert public_key(again) == key and points_at(again, 1)
    assert document(again, word)["channel"] == word and at_channel(again, "beta")[0] == 404
    assert ahead.update(again.address).startswith("updated") and ahead.content == content_of(again, 1)

    assert designer.release(again, 2) == 2
    designer.move(again, 2)
    assert ahead.follows(again, 2)


def test_a_backup_has_the_packs_of_its_moment_and_devices_follow_it(opened, designer, device, tmp_path):
    server = opened("original")
    designer.release(server, 0)
    designer.move(server, 1)
    made = server.run("backup", str(tmp_path / "backup"), "--data", str(server.data))
    assert made.returncode == 0, made.stderr
    files, key = files_of(server), public_key(server)
    designer.release(server, 1)
    designer.move(server, 2)
    ahead, last = device("ahead", key), document(server)["sequence"]
    assert ahead.follows(server, 2)

    put_back = server.run("restore", str(tmp_path / "backup"), "--data", str(tmp_path / "again"))
    assert put_back.returncode == 0, put_back.stderr
    restored = opened("restored", data=tmp_path / "again")
    restored.wait_for(lambda: document(restored)["sequence"] > last)
    assert public_key(restored) == key and points_at(restored, 1) and files_of(restored) == files
    assert ahead.follows(restored, 1)


@needs_cluster
def test_a_shop_that_moves_to_another_database_keeps_documents_key_and_files(
    opened, designer, device, address, tmp_path  # noqa: F811
):
    embedded = opened("embedded")
    for edition in (0, 1):
        designer.release(embedded, edition)
        designer.move(embedded, edition + 1)
    word = designer.move(embedded, 1, "--channel", "beta", "--new-word").split("name: ")[1].strip()
    known = document(embedded), document(embedded, word), files_of(embedded), pack_of(embedded)
    key, player = public_key(embedded), device("player", public_key(embedded))
    assert player.follows(embedded, 2)
    assert embedded.stop() == 0
    moved = embedded.run("copy", "--from", str(embedded.data), "--to", address)
    assert moved.returncode == 0, moved.stderr

    server = opened("moved", address)
    assert (document(server), document(server, word), files_of(server), pack_of(server)) == known
    assert public_key(server) == key and player.update(server.address).startswith("unchanged")
    designer.release(server, 2)
    designer.move(server, 3)
    assert player.fetched(server.address) < 10_000 and player.follows(server, 3)
