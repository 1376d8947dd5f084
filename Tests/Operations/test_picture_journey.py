"""The way of a picture: from a designer's folder over two servers on one database to players, and through backups."""

import hashlib
import json
import os
import shutil
import struct
import time
import urllib.error
import urllib.request
import zlib

import pytest
from clusters import CLUSTER
from open_window import listings
from operated import ADMIN_TOKEN, CONTENT, ITEMS, PATIENCE, SETTINGS, Operated
from test_backup import read
from test_recovery import Cluster, cluster  # noqa: F401
from windows import b64, unb64

needs_cluster = pytest.mark.skipif(not CLUSTER, reason="scripts/with-postgres says that PostgreSQL is there")
EMBEDDED = {name: value for name, value in os.environ.items() if name != "SHELFLIFE_DATABASE"}
UNKNOWN = "A" * 22
# The koi comes up where the plan says so, and the heron nowhere.
FISH = [{"id": id, "name": id.title(), "set": "fish", "released": "2020-01-01", "price": 5, "glyph": id[0]}
        for id in ("koi", "heron")]  # fmt: skip
AHEAD, STAYS = 8, 20
GALLERY = """  - id: gallery
    positions: 1
    shelfLife: {from: 2s, to: 60s}
    choose: {sets: [plain]}
"""
PLAN = "gallery: [{{item: koi, position: 1, from: {start}, for: {stays}s}}]\n"
# Room for questions in a loop, and one store, which doesn't show what has pictures later.
ROOMY = "limits: {address: 1000000, player: 1000000}" + SETTINGS.partition("appSecrets:")[0]
MAIN = CONTENT.partition("  - {id: bazaar")[0].replace("4}", "4, choose: {sets: [plain]}}")


def png(seed, width=120, height=80):
    """A master of many colours."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(
        b"\0" + bytes(part % 256 for x in range(width) for part in (2 * x + seed, 3 * y, x * y)) for y in range(height)
    )
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


MASTERS = {"koi": png(1), "heron": png(2)}


def digest_of(item):
    return hashlib.sha256(MASTERS[item]).hexdigest()


def new_server(folder, environment, data=None):
    folder.mkdir(exist_ok=True)
    server = Operated(folder, data=data, settings=ROOMY, content=MAIN, env=environment)
    (folder / "items.yaml").write_text(json.dumps([*ITEMS, *FISH]))
    return server


class Designer:
    """Somebody with a folder of her own, who publishes through one server."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()

    def do(self, server, *command):
        environment = {**EMBEDDED, "SHELFLIFE_ADMIN_TOKEN": ADMIN_TOKEN}
        done = server.run(*command, "--reason", "as designed", "--to", server.address, env=environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def publish(self, server, items=(*ITEMS, *FISH), stores="", plan=""):
        (self.folder / "content.yaml").write_text(MAIN + stores)
        (self.folder / "plan.yaml").unlink(missing_ok=True)
        if plan:
            (self.folder / "plan.yaml").write_text(plan)
        (self.folder / "items.yaml").write_text(json.dumps(items))
        return self.do(server, "publish", str(self.folder / "content.yaml"), "--over", self.newest(server), "--drop-plan")

    def newest(self, server):
        environment = {**EMBEDDED, "SHELFLIFE_ADMIN_TOKEN": ADMIN_TOKEN}
        versions = server.run("versions", "--limit", "1", "--to", server.address, env=environment)
        return versions.stdout.strip("* ").split()[0]

    def publish_pictures_that_no_store_shows(self, server):
        (self.folder / "pictures").mkdir(exist_ok=True)
        for item, master in MASTERS.items():
            (self.folder / "pictures" / f"{item}.png").write_bytes(master)
        assert "sending 2 of 2 pictures" in self.publish(server)

    def open_a_gallery(self, server):
        """A new store begins at once, and its plan lets the koi come in a moment. Returns when, in seconds."""
        at = int(time.time()) + AHEAD
        start = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at))
        self.publish(server, stores=GALLERY, plan=PLAN.format(start=start, stays=STAYS))
        return at

    def take_the_fish_out_of_the_catalogue(self, server):
        shutil.rmtree(self.folder / "pictures")
        self.publish(server, ITEMS)

    def roll_back_to(self, server, number):
        self.do(server, "roll-back", str(number))


def asked(address, token=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=PATIENCE) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def picture(server, name):
    """What anybody gets at its address."""
    return asked(f"{server.address}/v1/pictures/{name}/96.webp")


def seen_by_an_admin(server, item):
    return asked(f"{server.address}/v1/admin/pictures/{digest_of(item)}/96.webp", ADMIN_TOKEN)


def catalogue(server):
    """By item the digest of its master, or none. An admin who asks often has to ask again."""
    answers = []
    server.wait_for(lambda: answers.append(server.ask("/v1/admin/content/items", ADMIN_TOKEN)) or answers[-1][0] != 429)
    return {one["id"]: one.get("master") for one in answers[-1][1]["items"]}


def nobody_can_tell_it_from_a_name_that_there_never_was(servers, name):
    return all(picture(server, name) == picture(server, UNKNOWN) and picture(server, name)[0] == 404
               for server in servers)  # fmt: skip


def can_be_opened(server, listing):
    return asked(f"{server.address}/v1/stores/gallery/keys/{listing.chain}/{listing.slot}")[0] == 200


def listing_of_the_koi(server, at):
    """What the gallery's newest window has from then on, as every player gets it."""
    server.wait_for(lambda: server.window("gallery"))
    [listing] = [listing for listing in listings(server.address, "gallery") if listing.start_ms == 1000 * at]
    return listing


def comes_with_its_card_and_no_sooner(servers, listing, name):
    """Asks each server for the picture between two questions for the card's key, until it has both."""
    earlier, later = set(), set()
    deadline = time.monotonic() + PATIENCE
    while later != set(servers):
        assert time.monotonic() < deadline
        for server in servers:
            before = can_be_opened(server, listing)
            status, _ = picture(server, name)
            assert status in ({200} if before else {404, 200} if can_be_opened(server, listing) else {404})
            (later if status == 200 else earlier).add(server)
    assert earlier == set(servers), "the card could be opened before anybody had asked for its picture"


def picture_named_on(card):
    return b64(unb64(card["picture"])[:16])


def buy(server, player, listing):
    body = listing.order(listing.price(server.address))
    return server.ask("/v1/stores/gallery/purchases", player["token"], body, "koi")


def copies(server):
    """The digests of the files that the server has on its disk beside the database."""
    return {file.name for file in (server.data / "cache").iterdir()}


def are_for_the_server_alone(folder):
    modes = {file.stat().st_mode & 0o777 for file in folder.iterdir()}
    return (folder.stat().st_mode & 0o777, modes) == (0o700, {0o600})


def remove(server, name):
    removal = {"name": name, "reason": "the illustrator has not agreed"}
    return server.ask("/v1/admin/pictures/removals", ADMIN_TOKEN, removal)[0]


def owned_and_bought(server, player):
    """Her things and her purchases, each as item and picture."""
    [owned] = server.ask("/v1/player/inventory", player["token"])[1]["items"]
    [bought] = server.ask("/v1/player/purchases", player["token"])[1]["purchases"]
    return [(one["item"], one.get("picture")) for one in (owned, bought)]


class BaseBackup(Cluster):
    """A cluster's base backup, which starts in another place."""

    def __init__(self, original, folder):
        self.folder, self.data = folder, folder / "data"
        folder.mkdir(mode=0o755)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        original.back_up()
        shutil.move(original.folder / "base", self.data)
        self.address = f"postgresql://postgres@/shop?host={folder}"

    def start(self):
        self.set(f"""
            unix_socket_directories = '{self.folder}'
            archive_mode = off
        """)
        super().start()
        return self


@pytest.fixture
def designer(tmp_path):
    return Designer(tmp_path / "designer")


@pytest.fixture
def opened(tmp_path):
    """Opens servers, and ends them."""
    servers = []

    def open(name, database=None, data=None):
        environment = {**EMBEDDED, "SHELFLIFE_DATABASE": database} if database else EMBEDDED
        servers.append(new_server(tmp_path / name, environment, data))
        return servers[-1].start()

    yield open
    for server in servers:
        server.end()


@pytest.fixture
def backed_up(cluster):  # noqa: F811
    """Makes base backups of the cluster, and stops those that were started."""
    made = []

    def back_up(name):
        made.append(BaseBackup(cluster, cluster.folder.parent / name))
        return made[-1]

    yield back_up
    for backup in made:
        backup.stop()


def name_in(shop, item):
    """The name of its picture in PostgreSQL. No route tells it before the card."""
    hex = shop.query(f"SELECT encode(name, 'hex') FROM picture WHERE encode(master, 'hex') = '{digest_of(item)}'")
    return b64(bytes.fromhex(hex))


def name_in_folder(folder, item):
    """The same in SQLite."""
    [(name,)] = read(folder / "secrets", f"SELECT name FROM picture WHERE master = x'{digest_of(item)}'")
    return b64(name)


def is_kept_as_shown(folder, item):
    """Whether the database knows, too, that everybody may see it: that is written half a second after the moment."""
    query = f"SELECT shown_from_ms FROM picture WHERE master = x'{digest_of(item)}'"
    return read(folder / "secrets", query) != [(None,)]


@needs_cluster
def test_a_picture_comes_with_its_card_on_both_servers_and_stays_until_it_is_removed(
    cluster, backed_up, opened, designer  # noqa: F811
):
    one, two = opened("one", cluster.address), opened("two", cluster.address)
    both = [one, two]
    without = backed_up("without")

    designer.publish_pictures_that_no_store_shows(one)
    koi, heron = name_in(cluster, "koi"), name_in(cluster, "heron")
    two.wait_for(lambda: catalogue(two)["koi"] == digest_of("koi"))
    assert nobody_can_tell_it_from_a_name_that_there_never_was(both, koi)

    at = designer.open_a_gallery(one)
    listing = listing_of_the_koi(two, at)
    comes_with_its_card_and_no_sooner(both, listing, koi)
    shown = picture(one, koi)[1]
    assert shown[:4] == b"RIFF" and shown[8:12] == b"WEBP" and shown == picture(two, koi)[1]
    assert [seen_by_an_admin(server, "koi") for server in both] == [(200, shown)] * 2

    late = two.sign_in("somebody who comes late")
    card = listing_of_the_koi(two, at).card(two.address)
    assert (card["item"], picture_named_on(card)) == ("koi", koi)
    two.wait_for(lambda: time.time() >= at)
    status, receipt = buy(two, late, listing)
    assert status == 200, receipt

    designer.roll_back_to(one, 1)
    two.wait_for(lambda: set(two.public_keys()) == {"main"})
    assert [catalogue(server)["koi"] for server in both] == [None, None]
    assert [picture(server, koi) for server in both] == [(200, shown)] * 2
    assert two.stop() == 0
    two.start()
    assert picture(two, koi) == (200, shown)
    assert nobody_can_tell_it_from_a_name_that_there_never_was(both, heron)

    designer.take_the_fish_out_of_the_catalogue(two)
    one.wait_for(lambda: "koi" not in catalogue(one))
    assert all(owned_and_bought(server, late) == [("koi", card["picture"])] * 2 for server in both)
    assert [picture(server, koi) for server in both] == [(200, shown)] * 2

    shown_by_then, copy = backed_up("shown by then"), hashlib.sha256(shown).hexdigest()
    assert all(copy in copies(server) and are_for_the_server_alone(server.data / "cache") for server in both)
    assert remove(one, koi) == 200 and picture(one, koi)[0] == 410
    two.wait_for(lambda: picture(two, koi)[0] == 410)
    for server in both:
        server.wait_for(lambda server=server: copy not in copies(server))

    elsewhere = opened("elsewhere", shown_by_then.start().address)
    assert picture(elsewhere, koi) == (200, shown)
    assert nobody_can_tell_it_from_a_name_that_there_never_was([elsewhere], heron)
    assert owned_and_bought(elsewhere, elsewhere.sign_in("somebody who comes late")) == [("koi", card["picture"])] * 2

    assert [server.stop() for server in both] == [0, 0]
    again = opened("again", without.start().address, data=one.data)
    assert nobody_can_tell_it_from_a_name_that_there_never_was([again], koi)
    designer.publish_pictures_that_no_store_shows(again)
    assert name_in(without, "koi") != koi
    assert nobody_can_tell_it_from_a_name_that_there_never_was([again], koi)


def test_a_backup_has_the_pictures_of_its_moment(opened, designer, tmp_path):
    server = opened("original")

    def back_up(name):
        made = server.run("backup", str(tmp_path / name), "--data", str(server.data))
        assert made.returncode == 0, made.stderr

    def restored(name):
        data = tmp_path / f"{name} again"
        put_back = server.run("restore", str(tmp_path / name), "--data", str(data))
        assert put_back.returncode == 0, put_back.stderr
        return opened(f"{name}, a server", data=data)

    back_up("without")
    designer.publish_pictures_that_no_store_shows(server)
    koi, heron = name_in_folder(server.data, "koi"), name_in_folder(server.data, "heron")
    at = designer.open_a_gallery(server)
    comes_with_its_card_and_no_sooner([server], listing_of_the_koi(server, at), koi)
    shown = picture(server, koi)[1]
    server.wait_for(lambda: is_kept_as_shown(server.data, "koi"))
    back_up("with")
    assert remove(server, koi) == 200 and picture(server, koi)[0] == 410

    with_it = restored("with")
    assert picture(with_it, koi) == (200, shown)
    assert nobody_can_tell_it_from_a_name_that_there_never_was([with_it], heron)
    assert seen_by_an_admin(with_it, "heron")[0] == 200

    without_it = restored("without")
    assert nobody_can_tell_it_from_a_name_that_there_never_was([without_it], koi)
    assert seen_by_an_admin(without_it, "koi")[0] == 404
    designer.publish_pictures_that_no_store_shows(without_it)
    assert name_in_folder(without_it.data, "koi") != koi
    assert nobody_can_tell_it_from_a_name_that_there_never_was([without_it], koi)

    assert server.stop() == 0
    in_its_place = server.run("restore", str(tmp_path / "with"), "--data", str(server.data), "--replace")
    assert in_its_place.returncode == 0, in_its_place.stderr
    server.start()
    assert picture(server, koi)[0] == 410, "a removal outlives a restore in its place"
