"""Who steals a data folder and its backups, but neither the vault nor its passphrase, learns no secret from them."""

import base64
import hashlib
import hmac
import json
import re
import shutil
import signal
import sqlite3
import struct
import time
from base64 import b64decode
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from open_window import listings
from operated import ADMIN_TOKEN, ITEMS, Operated
from test_picture_journey import png
from vaulted import OPEN, Vaulted
from windows import b64, unb64

GALA = "moonlight gala"
REASON, CHOSEN = f"item-7 is for the {GALA}", "item-7"
IDS = re.compile(rf"(?<![\w-])(?:{'|'.join(item['id'] for item in ITEMS)})(?![\w-])")


def hkdf(material, salt, info):
    return hmac.digest(hmac.digest(salt, material, "sha256"), info + b"\1", "sha256")


def below(key, chain, slot, to):
    """The key of an earlier slot."""
    label = b"shelflife/v1/chain" + chain
    for number in range(slot, to, -1):
        key = hashlib.sha256(label + number.to_bytes(8, "big") + key).digest()
    return key


def at_every_offset(data):
    return {data[start : start + 32] for start in range(len(data) - 31)}


def may_be_random(piece):
    """Of a billion random keys none has so few different bytes, or nothing but ASCII."""
    return len(set(piece)) >= 20 and not piece.isascii()


def as_written(data):
    """What stands in the data as text: in base64, in base64url and in hexadecimal digits."""
    for form, decode, group in [
        (rb"[A-Za-z0-9+/]{43,}", lambda run: b64decode(run + b"=" * (-len(run) % 4)), 4),
        (rb"[\w-]{43,}", lambda run: base64.urlsafe_b64decode(run + b"=" * (-len(run) % 4)), 4),
        (rb"[0-9a-fA-F]{64,}", lambda run: bytes.fromhex(run[: len(run) // 2 * 2].decode()), 2),
    ]:
        for run in re.findall(form, data):
            for start in range(group):
                part = run[start:]
                yield decode(part if group == 2 or len(part) % 4 != 1 else part[:-1])


@dataclass
class Shop:
    """What everybody may know of a shop, and one of its players.

    - public_keys: of each store, and of `levels`.
    """

    public_keys: dict
    player: dict
    at_ms: float = 0


@dataclass
class Thief:
    """Has all bytes of a folder."""

    loot: object
    shop: Shop
    rows: list = field(default_factory=list)
    found: set = field(default_factory=set)

    def __post_init__(self):
        self.files = {path: path.read_bytes() for path in self.loot.rglob("*") if path.is_file()}
        for number, path in enumerate(self.loot.rglob("shelflife.sqlite")):
            self.read(shutil.copytree(path.parent, self.loot.with_name(f"{self.loot.name}-opened-{number}")))

    def read(self, folder):
        with closing(sqlite3.connect(folder / "shelflife.sqlite")) as database:
            database.row_factory = sqlite3.Row
            for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                self.rows += [(table, dict(row)) for row in database.execute(f'SELECT * FROM "{table}"')]

    def of(self, table):
        return [row for name, row in self.rows if name == table]

    @cached_property
    def windows(self):
        """The headers of windows, which everybody has."""
        return [json.loads(row["bytes"][12 : 12 + int.from_bytes(row["bytes"][8:12])]) for row in self.of("window")]

    @cached_property
    def chains(self):
        """By their ids what windows say of them, and the store."""
        return {unb64(chain["id"]): (header["store"], chain) for header in self.windows for chain in header["chains"]}

    @cached_property
    def unreleased(self):
        """The listings whose keys nobody had when the shop was robbed."""
        known = {row["id"]: row for row in self.of("chain")}
        at = [(row, known[row["chain"]]) for row in self.of("listing")]
        return [row for row, chain in at
                if chain["epoch_ms"] + 1000 * row["slot"] - chain["lead_ms"] > self.shop.at_ms]  # fmt: skip

    @cached_property
    def bytes(self):
        """All files and all blobs, and whatever stands in them as text."""
        cells = {bytes(value) for _, row in self.rows for value in row.values() if isinstance(value, bytes)}
        raw = [*self.files.values(), *cells]
        return raw + [decoded for data in raw for decoded in as_written(data)]

    @cached_property
    def pieces(self):
        """All that may be a random secret of 32 bytes: not what every window shows."""
        shown = [data for path, data in self.files.items() if "published" in path.parts]
        shown += [row["sealed"] for row in self.of("listing")] + [row["bytes"] for row in self.of("window")]
        pieces = set().union(*map(at_every_offset, self.bytes)).difference(*map(at_every_offset, shown))
        return {piece for piece in pieces if may_be_random(piece)}

    def finds(self):
        """Short sentences about what can be learned."""
        self.try_keys()
        self.try_chains()
        self.read_rows()
        if any(GALA.encode() in data for data in self.bytes):
            self.found.add("why a listing was changed")
        return self.found

    def try_keys(self):
        """Tries each piece as every key that the shop has besides those of chains."""
        signers = {unb64(key): name for name, key in self.shop.public_keys.items()}
        signed, _, signature = self.shop.player["token"].rpartition(".")
        mark = unb64(self.shop.player["refreshToken"])
        boxes = [(header["store"], unb64(one["chain"]), one["slot"], unb64(one["box"]))
                 for header in self.windows for one in header["released"] if "box" in one]  # fmt: skip
        for piece in self.pieces:
            public = Ed25519PrivateKey.from_private_bytes(piece).public_key()
            if (name := signers.get(public.public_bytes_raw())) is not None:
                self.found.add(f"the signing seed of {name}")
            if self.opens(lambda: public.verify(unb64(signature), signed.encode())):
                self.found.add("the key of tokens")
            if hmac.digest(piece, mark[:-32], "sha256") == mark[-32:]:
                self.found.add("the key of refresh tokens")
            for store, chain, slot, box in boxes[-1:]:
                key = AESGCM(hkdf(piece, chain, b"shelflife/v1/box"))
                if self.opens(lambda: key.decrypt(box[:12], box[12:], chain + slot.to_bytes(8, "big"))):
                    self.found.add(f"the app secret of {store}")
        for row in self.of("store"):
            if len(row["schedule_seed"]) == 32:
                self.found.add(f"the schedule seed of {row['id']}")

    def try_chains(self):
        """Keys are stored one after the other for every so many slots, the chain's anchor first."""
        for row in {row["checkpoints"]: row for row in self.of("chain")}.values():
            store, chain = self.chains.get(row["id"], (row["store"], None))
            anchor = chain and unb64(chain["anchor"])
            blob, places = row["checkpoints"], {}
            for start in range(len(blob) - 31):
                slot = min(start // 32 * row["spacing"], row["slots"])
                places[blob[start : start + 32]] = slot
            kept = set(places) | {anchor}
            for piece, slot in places.items():
                if slot and below(piece, row["id"], slot, (slot - 1) // row["spacing"] * row["spacing"]) in kept:
                    self.found.add(f"keys of a chain of {store}")
                    self.open_cards(row["id"], piece, slot)
            # Elsewhere, such as in free pages, they stand behind the anchor.
            for data in self.bytes if anchor else []:
                for place in re.finditer(re.escape(anchor), data):
                    piece, slot = data[place.end() : place.end() + 32], min(row["spacing"], row["slots"])
                    if below(piece, row["id"], slot, 0) == anchor:
                        self.found.add(f"keys of a chain of {store}")
        # The key of what comes next, of each store, may lie anywhere.
        coming = sorted(self.unreleased, key=lambda row: row["start_ms"])
        for row in [next((row for row in coming if row["store"] == store), None) for store in self.shop.public_keys]:
            if row and any(self.card(row, piece) for piece in self.pieces):
                self.found.add(f"the next key of {row['store']}")

    def open_cards(self, chain, key, slot):
        for row in self.unreleased:
            if row["chain"] == chain and slot - 300 < row["slot"] <= slot:
                text = self.card(row, below(key, chain, slot, row["slot"]))
                if text and IDS.search(text):
                    self.found.add(f"by its key what comes in {row['store']}")

    def card(self, row, key):
        """The text of a listing's card, if this is its key."""
        tail = struct.pack(">QHH", row["slot"], row["position"], row["revision"])
        nonce = struct.pack(">HHQ", row["position"], row["revision"], row["slot"])
        cipher = AESGCM(hkdf(key, row["chain"], b"shelflife/v2/card" + tail + row["sealed"][:16]))
        try:
            about = b"shelflife/v2/card" + row["chain"] + tail + struct.pack(">I", row["seconds"])
            return cipher.decrypt(nonce, row["sealed"][16:], about).decode(errors="replace")
        except InvalidTag:
            return None

    @cached_property
    def pictures(self):
        """Names and masters of pictures, in every form, as text: each tells which item it is of."""
        names = {row[column] for row in self.of("picture") for column in ["name", "master"]}
        return {form.decode("latin-1") for name in names for form in written(name)}

    def read_rows(self):
        """Looks for items and their pictures in every row that says, in whatever way, which listing it is about."""
        places = {(row["store"], row["start_ms"], row["chain"], row["slot"]) for row in self.unreleased}
        for table, row in self.rows:
            texts = {column: value.decode("latin-1") if isinstance(value, bytes) else str(value)
                     for column, value in row.items() if value is not None}  # fmt: skip
            telling = [column for column, text in texts.items()
                       if IDS.search(text) or any(picture in text for picture in self.pictures)]  # fmt: skip
            if not telling:
                continue
            whole = " ".join(texts.values())
            for store, start, chain, slot in places:
                named = str(start) in whole or (row.get("chain"), row.get("slot")) == (chain, slot)
                if named and re.search(rf"\b{store}\b", whole):
                    self.found.update(f"by {table}.{column} what comes in {store}" for column in telling)
        if any((row["shown_from_ms"] or 0) > self.shop.at_ms for row in self.of("picture")):
            self.found.add("when pictures will be shown")

    @cached_property
    def told_by_length(self):
        """The columns of listings that are to come whose length differs from one to the other, as those of items do."""
        columns = {column for row in self.unreleased for column, value in row.items() if isinstance(value, str | bytes)}
        shelves = {row["store"] for row in self.unreleased}
        return {column for column in columns - {"store"} for store in shelves
                if len({len(row[column]) for row in self.unreleased if row["store"] == store}) > 1}  # fmt: skip

    @staticmethod
    def opens(attempt):
        try:
            attempt()
        except (InvalidSignature, InvalidTag):
            return False
        return True


def change_a_listing(server):
    """An admin puts an item into a listing that starts in minutes, and says why."""
    latest = max(listings(server.address, "main"), key=lambda listing: listing.start_ms)
    assert latest.start_ms > time.time() * 1000 + 120_000
    body = {"store": "main", "position": latest.position + 1, "startMs": latest.start_ms, "item": CHOSEN,
            "reason": REASON}  # fmt: skip
    status, answer = server.ask("/v1/admin/replacements", ADMIN_TOKEN, body)
    assert status == 200, answer


def give_pictures(server):
    """Each item has one of its own, but for every fourth, which has none. What cards say of them is of several lengths."""
    (server.folder / "pictures").mkdir()
    items = []
    for number, item in enumerate(ITEMS):
        name = f"picture-{number}.png"
        (server.folder / "pictures" / name).write_bytes(png(number, 12, 6 + number % 3 * 6))
        items.append(item if number % 4 == 0 else {**item, "picture": name})
    (server.folder / "items.yaml").write_text(json.dumps(items))


def trade(server):
    """A shop that somebody has signed in to, whose windows are out, in which a listing was changed, with pictures and
    levels."""
    give_pictures(server)
    pack = server.folder / "packs" / "warehouse"
    pack.mkdir(parents=True)
    (pack / "pack.yaml").write_text("engine: 1\nlevels: [{id: a, title: First, background: brick, map: a.map}]\n")
    (pack / "a.map").write_text("#@$.#")
    server.start()
    server.wait_for(lambda: server.window("main") and server.window("bazaar"))
    change_a_listing(server)
    server.wait_for(lambda: server.ask("/v1/admin/packs", ADMIN_TOKEN)[1].get("publicKey"))
    keys = {**server.public_keys(), "levels": server.ask("/v1/admin/packs", ADMIN_TOKEN)[1]["publicKey"]}
    return Shop(keys, server.sign_in("paula"))


def rob(server, shop):
    """A thief who comes in the middle of the day: all of the data folder, a backup and the log."""
    made = server.run("backup", str(server.folder / "backup"), "--data", str(server.data))
    assert made.returncode == 0, made.stderr
    server.stop(signal.SIGKILL)
    shop.at_ms = time.time() * 1000
    loot = server.folder / "loot"

    def not_files(folder, names):
        return [name for name in names if not ((path := server.folder / folder / name).is_file() or path.is_dir())]

    for folder in [server.data, server.folder / "backup"]:
        shutil.copytree(folder, loot / folder.name, ignore=not_files)
    shutil.copy(server.folder / "server.log", loot)
    return Thief(loot, shop)


@pytest.fixture(scope="module")
def of_open_shop(tmp_path_factory):
    server = Operated(tmp_path_factory.mktemp("open"))
    server.config.write_text(OPEN)
    try:
        yield rob(server, trade(server))
    finally:
        server.end()


@pytest.fixture(scope="module")
def of_sealed_shop(tmp_path_factory):
    server = Vaulted(tmp_path_factory.mktemp("sealed"))
    try:
        server.adopt()
        yield rob(server, trade(server))
    finally:
        server.end()


def test_without_a_vault_a_thief_learns_everything(of_open_shop):
    """So the thief of the next tests knows how to search."""
    both = ["main", "bazaar"]
    assert of_open_shop.finds() == {
        *(f"the signing seed of {name}" for name in [*both, "levels"]),
        *(f"the schedule seed of {store}" for store in both),
        *(f"keys of a chain of {store}" for store in both),
        *(f"by its key what comes in {store}" for store in both),
        *(f"by listing.{column} what comes in {store}" for store in both for column in ["item", "card"]),
        *(f"by {place} what comes in main" for place in
          ["listing_change.item", "listing_change.reason", "audit.what", "audit.reason"]),
        "the app secret of bazaar", "the key of tokens", "the key of refresh tokens", "why a listing was changed",
    }  # fmt: skip
    assert "item" in of_open_shop.told_by_length


def test_a_thief_tries_every_piece_as_the_next_key(of_open_shop, tmp_path):
    """One that is put into a file of its own is found there."""
    row = min((row for row in of_open_shop.unreleased if row["store"] == "main"), key=lambda row: row["start_ms"])
    [chain] = {chain["id"]: chain for chain in of_open_shop.of("chain") if chain["id"] == row["chain"]}.values()
    index = -(-row["slot"] // chain["spacing"])
    stored, slot = chain["checkpoints"][32 * index :][:32], min(index * chain["spacing"], chain["slots"])
    loot = shutil.copytree(of_open_shop.loot, tmp_path / "loot")
    (loot / "cache").write_text(f"key: {b64(below(stored, row['chain'], slot, row['slot']))}")
    thief = Thief(loot, of_open_shop.shop)
    thief.try_chains()
    assert "the next key of main" in thief.found


def test_a_thief_sees_which_pictures_come_where_it_is_told(of_open_shop, tmp_path):
    """Neither shop tells it, so a row is changed and one is added."""
    row = next(row for row in of_open_shop.unreleased if row["store"] == "main")
    for form in [bytes, b64, bytes.hex]:
        loot = shutil.copytree(of_open_shop.loot, tmp_path / form.__name__)
        name = of_open_shop.of("picture")[0]["name"]
        with closing(sqlite3.connect(loot / "data" / "secrets" / "shelflife.sqlite")) as database, database:
            database.execute("UPDATE picture SET shown_from_ms = ? WHERE name = ?", (row["start_ms"], name))
            database.execute("CREATE TABLE hint (store, start_ms, face)")
            database.execute("INSERT INTO hint VALUES ('main', ?, ?)", (row["start_ms"], form(name)))
        thief = Thief(loot, of_open_shop.shop)
        thief.read_rows()
        assert {"when pictures will be shown", "by hint.face what comes in main"} <= thief.found


def test_with_a_vault_a_thief_learns_nothing(of_sealed_shop):
    assert of_sealed_shop.unreleased and of_sealed_shop.pieces, "there is something to search, and in something"
    assert of_sealed_shop.of("picture") and of_sealed_shop.of("picture_variant")
    assert of_sealed_shop.finds() == set()


def test_with_a_vault_no_length_tells_one_item_from_another(of_sealed_shop):
    assert of_sealed_shop.told_by_length == set()


def written(secret):
    """A secret in every form in which it might stand somewhere."""
    standard = base64.b64encode(secret)
    return [secret, standard.rstrip(b"="), base64.urlsafe_b64encode(secret).rstrip(b"="), secret.hex().encode(),
            secret.hex().upper().encode()]  # fmt: skip


def test_no_secret_of_before_stays_in_a_folder_that_is_adopted(tmp_path):
    """Neither in free pages nor in the log of writes that SQLite keeps."""
    server = Operated(tmp_path)
    server.config.write_text(OPEN)
    try:
        trade(server)
        assert server.stop() == 0
        with closing(sqlite3.connect(server.data / "secrets" / "shelflife.sqlite")) as database:
            seeds = database.execute("SELECT signing_seed, schedule_seed FROM store").fetchall()
            secrets = [seed for row in seeds for seed in row]
            secrets += [secret for (secret,) in database.execute("SELECT bytes FROM secret")]
            secrets += [seed for (seed,) in database.execute("SELECT seed FROM content_key")]
            secrets += [secret for (secret,) in database.execute("SELECT DISTINCT app_secret FROM chain") if secret]
            for epoch, spacing, kept in database.execute("SELECT epoch_ms, spacing, checkpoints FROM chain"):
                keys = [kept[start : start + 32] for start in range(0, len(kept), 32)]
                secrets += [key for number, key in enumerate(keys)
                            if epoch + 1000 * spacing * number > 1000 * time.time() + 3_600_000]  # fmt: skip
        assert len(secrets) > 100
        server = Vaulted(tmp_path)
        server.adopt()
        adopted = {path: path.read_bytes() for path in server.data.rglob("*") if path.is_file()}
        server.start()
        server.stop(signal.SIGKILL)
        run = {path: path.read_bytes() for path in server.data.rglob("*") if path.is_file()}
        for path, data in [*adopted.items(), *run.items()]:
            assert not [form for secret in secrets for form in written(secret) if form in data], path
            assert GALA.encode() not in data, path
    finally:
        server.end()
