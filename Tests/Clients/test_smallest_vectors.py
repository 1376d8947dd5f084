"""The client that knows docs/clients.md alone opens the vectors byte for byte, and refuses what the page refuses."""

import ast
import hashlib
import json
import re
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from smallest_seal import Chain, Refused, b64, open_card, parsed, unb64
from smallest_shelf import Shelf, TapGuard, read_notice
from smallest_window import Listing, read_window
from windows import Window

TESTS = Path(__file__).resolve().parents[1]
PAGE = (TESTS.parent / "docs" / "clients.md").read_text()
NOW_MS = 1_800_000_240_000
CHAINS = ["sealed", "prefetched", "handoverOld", "handoverNew"]
FILES = ["sealed.bin", "prefetched.bin", "handover-before.bin", "handover-after.bin", "begun-anew.bin", "withdrawn.bin",
         "replaced.bin", "resized.bin"]  # fmt: skip


def file(name):
    return (TESTS / "Vectors" / name).read_bytes()


def vector(vectors, name):
    return next(window for window in vectors["windows"] if window["file"] == name)


def shelf(vectors, store="main", *files):
    found = Shelf(store, unb64(vectors["signing"]["publicKey"]), unb64(vectors["appSecret"]))
    for name in files:
        found.take_window(file(name))
    return found


@pytest.mark.parametrize("text", ["AB", "AAB", "AA==", "A", "A+", "A/", "ä", 7, None])
def test_a_text_that_is_not_the_one_form_of_any_bytes_is_refused(text):
    assert unb64(text) is None


@pytest.mark.parametrize("name", CHAINS)
def test_a_chain_is_walked_from_its_top_to_every_key_and_to_its_anchor(vectors, name):
    vector = vectors["chains"][name]
    chain = Chain(vector)
    chain.trust(vector["slots"], unb64(vector["top"]))
    for slot, key in vector["keys"].items():
        assert chain.walked(vector["slots"], unb64(vector["top"]), int(slot)) == unb64(key)
    assert vector["keys"]["0"] == vector["anchor"] and chain.key(0) is None


def named(vector, sealed):
    return Listing("", vector["slot"], vector["position"], vector["revision"], vector["seconds"], 0, sealed)


@pytest.mark.parametrize("index", range(4))
def test_a_card_opens_and_its_text_is_that_of_the_vector(vectors, index):
    vector = vectors["cards"][index]
    chain = vectors["chains"][vector["chain"]]
    key = unb64(chain["keys"][str(vector["slot"])])
    card = open_card(unb64(chain["id"]), named(vector, bytes.fromhex(vector["sealedHex"])), key)
    assert card == vector["card"]


@pytest.mark.parametrize("index", range(4))
def test_a_card_whose_salt_is_not_its_text_s_is_refused(vectors, index):
    vector = vectors["refusedCards"][index]
    chain = vectors["chains"][vector["chain"]]
    key = unb64(chain["keys"][str(vector["slot"])])
    with pytest.raises(Refused, match="card"):
        open_card(unb64(chain["id"]), named(vector, bytes.fromhex(vector["sealedHex"])), key)


@pytest.mark.parametrize("name", FILES)
def test_a_window_has_the_listings_of_the_vector_and_opens_as_many(vectors, name):
    told = vector(vectors, name)
    assert hashlib.sha256(file(name)).hexdigest() == told["sha256"]
    found = shelf(vectors, told["header"]["store"], name)
    assert found.window.header == told["header"] and not found.is_shut
    for listing, wanted in zip(found.window.listings, told["listings"], strict=True):
        assert all(getattr(listing, name) == wanted[name] for name in ("slot", "position", "revision", "seconds"))
        chain = found.chains[listing.chain]
        assert chain.id == unb64(told["header"]["chains"][wanted["chain"]]["id"])
        assert (chain.key(listing.slot) is not None) == wanted["opensWithReleased"]
        top = next(known for known in vectors["chains"].values() if known["id"] == listing.chain)
        key = chain.walked(top["slots"], unb64(top["top"]), listing.slot)
        assert open_card(chain.id, listing, key) == wanted["card"]


def changed(vectors, change, name="sealed.bin"):
    """A window with something changed, signed as the store signs."""
    window = Window.from_vector(name)
    if change is not None:
        change(window)
    return window.signed(unb64(vectors["signing"]["seed"]))


def header(**members):
    return lambda window: window.header.update(members)


def without(name):
    return lambda window: window.header.pop(name)


def record(index, at, data):
    def change(window):
        window.records[index][at : at + len(data)] = data

    return change


def swap(window):
    window.records[:2] = window.records[1::-1]


def lasts(position, number, seconds):
    """Lets one of a position's listings last so long."""
    return lambda window: window.set_seconds(window.positions(position)[number], seconds)


def chain(**members):
    return lambda window: window.header["chains"][0].update(members)


def released(**members):
    return lambda window: window.header["released"][0].update(members)


REFUSED = [
    ("length", header(count=19)),
    ("store", header(store="other")),
    ("header", header(sequence=30_000_005)),
    ("header", header(issuedAtMs=NOW_MS + 1)),
    ("header", header(fromMs=NOW_MS - 60_000)),
    ("header", header(untilMs=NOW_MS + 599_999)),
    ("header", header(positions=0)),
    ("header", header(columns=5)),
    ("header", header(cardBytes=1)),
    ("header", header(count=True)),
    ("header", header(previous="A" * 64)),
    ("header", header(incarnationMs=NOW_MS - 1)),
    ("header", header(incarnationMs=NOW_MS + 60_000)),
    ("header", without("store")),
    ("header", header(chains=[])),
    ("header", chain(slots=86_401)),
    ("header", chain(epochMs=1_800_000_000_001)),
    ("header", chain(id="AA")),
    ("header", header(released=[])),
    ("header", released(slot=239)),
    ("header", released(key="AA")),
    ("header", header(withdrawn=[[0, 241, 0]])),
    ("header", header(withdrawn=[[1, 128, 0]])),
    ("header", header(withdrawn=[[0, 128, 4]])),
    ("records", record(0, 0, b"\0\1")),
    ("records", record(0, 2, b"\0\4")),
    ("records", record(0, 6, b"\0\1")),
    ("records", record(0, 8, b"\0\0\0\0")),
    ("records", record(0, 12, b"\0\0\0\0")),
    ("records", record(0, 12, b"\0\0\0\x93")),
    ("records", record(0, 12, b"\0\0\0\x91")),
    ("records", lasts(0, -1, 10)),
    ("records", lasts(1, 0, 207)),
    ("records", lasts(1, 1, 0)),
    ("records", swap),
]


@pytest.mark.parametrize(("code", "change"), REFUSED)
def test_a_window_that_the_page_refuses_is_refused_with_its_code(vectors, code, change):
    with pytest.raises(Refused, match=f"^{code}$"):
        read_window(changed(vectors, change), unb64(vectors["signing"]["publicKey"]), "main")


def test_a_window_that_is_put_together_without_a_change_is_taken(vectors):
    assert read_window(changed(vectors, None), unb64(vectors["signing"]["publicKey"]), "main").listings


@pytest.mark.parametrize(
    ("code", "data"),
    [
        ("tooLarge", lambda data: data + bytes(4 * 1024 * 1024)),
        ("magic", lambda data: b"SHELFLF1" + data[8:]),
        ("magic", lambda data: data[:7]),
        ("headerLength", lambda data: data[:11]),
        ("headerLength", lambda data: data[:8] + (65_537).to_bytes(4, "big") + data[12:]),
        ("headerLength", lambda data: data[:575]),
        ("signature", lambda data: data[:-1]),
        ("signature", lambda data: data[:600] + bytes([data[600] ^ 1]) + data[601:]),
    ],
)
def test_a_file_that_is_broken_is_refused_before_its_header_is_read(vectors, code, data):
    with pytest.raises(Refused, match=f"^{code}$"):
        read_window(data(file("sealed.bin")), unb64(vectors["signing"]["publicKey"]), "main")


@pytest.mark.parametrize(
    ("earliest", "latest", "is_taken"),
    [
        (NOW_MS - 2000, NOW_MS - 2000, True),
        (NOW_MS - 2001, NOW_MS - 2001, False),
        (NOW_MS + 599_999, NOW_MS + 700_000, True),
        (NOW_MS + 600_000, NOW_MS + 700_000, False),
    ],
)
def test_a_window_of_another_time_is_dropped_also_if_the_time_is_known_later_only(vectors, earliest, latest, is_taken):
    for take in [
        lambda found: found.take_window(file("sealed.bin"), (earliest, latest)),
        lambda found: (found.take_window(file("sealed.bin")), found.check_time(earliest, latest)),
    ]:
        found = shelf(vectors)
        try:
            take(found)
        except Refused as refused:
            assert refused.code == "time"
        assert (found.window is not None) == is_taken


def test_an_older_window_is_refused_and_the_one_at_hand_stays(vectors):
    found = shelf(vectors, "main", "replaced.bin")
    with pytest.raises(Refused, match="sequence"):
        found.take_window(file("sealed.bin"))
    assert found.window.header["sequence"] == 30_000_005


def test_a_chain_that_is_known_with_other_values_refuses_the_window(vectors):
    found = shelf(vectors, "main", "sealed.bin")
    with pytest.raises(Refused, match="chains"):
        found.take_window(changed(vectors, chain(slots=3601), "replaced.bin"))


def test_a_later_incarnation_replaces_everything_and_the_earlier_is_refused_from_then_on(vectors):
    found = shelf(vectors, "main", "replaced.bin")
    for notice in vectors["notices"]:
        found.take_notice(notice)
    assert found.take_window(file("begun-anew.bin")) is True
    assert found.former == () and not found.withdrawn and not found.replaced
    with pytest.raises(Refused, match="incarnation"):
        found.take_window(file("replaced.bin"))


def test_over_the_hand_over_the_shelf_goes_on_with_both_chains(vectors):
    found = shelf(vectors, "main", "handover-before.bin", "handover-after.bin")
    assert len(found.chains) == 2
    assert [position.phase for position in found.positions(NOW_MS + 420_000)] == ["onSale"] * 4


def know_all_keys(vectors, found):
    vector = vectors["chains"]["sealed"]
    found.chains[vector["id"]].trust(vector["slots"], unb64(vector["top"]))


def shown(vectors, found, slot, position):
    """What a listing of the sealed chain shows a second after its start, once all keys are known."""
    know_all_keys(vectors, found)
    return found.positions(vectors["chains"]["sealed"]["epochMs"] + 1000 * slot + 1000)[position]


@pytest.mark.parametrize("name", ["withdrawn.bin", "sealed.bin"])
def test_a_withdrawn_listing_is_shown_and_not_for_sale_whoever_has_told(vectors, name):
    found = shelf(vectors, "main", name)
    if name == "sealed.bin":
        found.take_notice(vectors["notices"][0])
    listing = next(listing for listing in found.window.listings if listing.slot == 128 and listing.position == 0)
    position = found.positions(NOW_MS)[0]
    assert position.listing == listing and position.card["item"] == "star" and position.is_withdrawn
    guard = TapGuard()
    guard.note(found.positions(NOW_MS), 0)
    assert not guard.takes(0, position, 10_000)
    other = found.positions(NOW_MS)[2]
    assert not other.is_withdrawn and guard.takes(2, other, 10_000)


def test_a_later_window_that_names_no_withdrawal_takes_none_back(vectors):
    found = shelf(vectors, "main", "withdrawn.bin", "replaced.bin")
    assert found.positions(NOW_MS + 30_000)[0].is_withdrawn


def test_a_replaced_listing_shows_its_highest_revision_whatever_comes_first(vectors):
    notice = next(notice for notice in vectors["notices"] if notice["note"] == "replaced, as replaced.bin has it")
    place = notice["notice"]["slot"], notice["notice"]["position"]
    wanted = shown(vectors, shelf(vectors, "main", "sealed.bin", "replaced.bin"), *place)
    assert wanted.listing.revision == notice["notice"]["revision"]
    before, after = shelf(vectors), shelf(vectors, "main", "sealed.bin")
    first = shown(vectors, shelf(vectors, "main", "sealed.bin"), *place)
    before.take_notice(notice)
    before.take_window(file("sealed.bin"))
    after.take_notice(notice)
    assert shown(vectors, before, *place) == wanted == shown(vectors, after, *place) != first


def test_a_later_window_with_a_lower_revision_takes_no_card_back(vectors):
    found = shelf(vectors, "main", "sealed.bin", "replaced.bin")
    before = {listing.place: listing.revision for listing in found.former}
    listings = found.window.listings
    revised = next(listing for listing in listings if listing.revision > before.get(listing.place, listing.revision))
    later = Window.from_vector("sealed.bin").move(2)
    later.drop_ended()
    later.set_seconds(later.positions(0)[-1], 200)
    later.release(vectors["chains"]["sealed"])
    found.take_window(later.signed(unb64(vectors["signing"]["seed"])))
    assert found.positions(revised.start_ms)[revised.position].listing == revised


def test_of_two_notices_of_one_listing_the_higher_revision_counts_though_it_comes_first(vectors):
    found = shelf(vectors, "main", "sealed.bin")
    told = next(notice for notice in vectors["notices"] if notice["note"] == "replaced, as replaced.bin has it")
    place = tuple(told["notice"][name] for name in ("chain", "slot", "position"))
    higher = json.dumps({**told["notice"], "revision": told["notice"]["revision"] + 1}).encode()
    signer = Ed25519PrivateKey.from_private_bytes(unb64(vectors["signing"]["seed"]))
    data = b"SHELFNT1" + higher
    found.take_notice({"bytes": b64(data), "signature": b64(signer.sign(data))})
    found.take_notice(told)
    assert found.replaced[place][0] == told["notice"]["revision"] + 1


def test_a_replacement_of_other_seconds_or_another_length_changes_nothing(vectors):
    listing = Listing("", 1, 0, 0, 5, 0, bytes(300))
    assert listing.replaced_by(1, 5, bytes(300)).revision == 1
    assert listing.replaced_by(2, 5, bytes(300)).replaced_by(1, 5, bytes(300)).revision == 2
    assert listing.replaced_by(1, 6, bytes(300)) == listing == listing.replaced_by(1, 5, bytes(301))


@pytest.mark.parametrize("index", range(25))
def test_a_notice_is_taken_or_dropped_as_the_vector_says(vectors, index):
    vector = vectors["notices"][index]
    found = read_notice(vector, unb64(vectors["signing"]["publicKey"]))
    assert (found is None) == (vector["notice"] is None)
    assert found is None or vector["notice"].items() <= found.items()
    assert len(vectors["notices"]) == 25


def test_keys_that_come_by_themselves_are_refused_before_they_are_hashed(vectors):
    found = shelf(vectors, "main", "sealed.bin")
    vector = vectors["chains"]["sealed"]
    key = {"chain": vector["id"], "slot": 331, "key": vector["keys"]["331"]}
    due_ms = vector["epochMs"] + 331_000 - vector["leadMs"]
    for code, message, latest_ms in [
        ("chain", {**key, "chain": vectors["chains"]["prefetched"]["id"]}, due_ms),
        ("slot", {**key, "slot": 3601}, None),
        ("slot", {**key, "slot": "331"}, due_ms),
        ("early", key, due_ms - 2001),
        ("walk", {**key, "slot": 240 + 1201}, None),
        ("forged", {**key, "key": vector["keys"]["1000"]}, due_ms),
    ]:
        with pytest.raises(Refused, match=f"^{code}$"):
            found.take_key(message, latest_ms)
    assert found.take_key(key, due_ms - 2000) is True and found.take_key(key, due_ms) is False
    found.take_window(file("replaced.bin"))
    assert found.chains[vector["id"]].newest == 331, "the window's key is older"
    assert found.chains[vector["id"]].key(331) == unb64(vector["keys"]["331"])


def test_a_boxed_key_that_comes_by_itself_opens_with_the_app_secret_and_is_forged_where_it_does_not(vectors):
    found = shelf(vectors, "bazaar", "prefetched.bin")
    header = found.window.header
    boxed = header["released"][0]
    chain = found.chains[boxed["chain"]]
    opened, chain.newest, chain.newest_key = chain.newest_key, 0, unb64(header["chains"][0]["anchor"])
    with pytest.raises(Refused, match="^shut$"):
        found.take_key({**boxed, "box": b64(bytes(60))}, NOW_MS)
    assert found.take_key(boxed, NOW_MS) is True and chain.newest_key == opened
    with pytest.raises(Refused, match="^forged$"):
        found.take_key({**boxed, "slot": boxed["slot"] + 1, "box": b64(bytes(60))}, NOW_MS + 1000)


def test_the_client_is_made_of_nothing_but_python_and_its_cryptography():
    parts = sorted(Path(__file__).parent.glob("smallest_*.py"))
    names = {part.stem for part in parts}
    imported = set()
    for part in parts:
        for node in ast.walk(ast.parse(part.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module.partition(".")[0])
    assert len(parts) == 7 and imported - names - sys.stdlib_module_names == {"cryptography"}


@pytest.mark.parametrize(
    ("after_ms", "phase"),
    [(-1, "leaving"), (0, "arriving"), (599, "arriving"), (600, "onSale"), (55_999, "onSale"), (56_000, "leaving"),
     (56_999, "leaving"), (57_000, "arriving")],
)  # fmt: skip
def test_phases_change_to_the_millisecond(vectors, after_ms, phase):
    found = shelf(vectors, "main", "sealed.bin")
    know_all_keys(vectors, found)
    starts = 1_800_000_274_000
    assert found.positions(starts + after_ms)[0].phase == phase


def test_a_store_has_as_many_positions_as_up_to_the_last_that_shows_a_listing(vectors):
    found = shelf(vectors, "main", "resized.bin")
    listings = found.window.listings
    for instant_ms in range(NOW_MS, NOW_MS + 600_000, 1000):
        on_sale = {l.position for l in listings if l.start_ms <= instant_ms < l.end_ms}
        positions = found.positions(instant_ms)
        assert len(positions) == max(on_sale) + 1
        assert {number for number, position in enumerate(positions) if position.phase != "empty"} == on_sale
    counts = {len(found.positions(NOW_MS + 1000 * second)) for second in range(600)}
    phases = {found.positions(NOW_MS + 1000 * second)[1].phase for second in range(600)}
    assert len(counts) > 1 and "empty" in phases


def test_before_a_window_begins_the_listings_of_the_one_before_are_shown(vectors):
    found = shelf(vectors, "main", "sealed.bin", "replaced.bin")
    before_ms = NOW_MS + 34_000 - 1
    ended = [listing for listing in found.former if listing.start_ms <= before_ms < listing.end_ms]
    assert {position.listing.name for position in found.positions(before_ms)} == {listing.name for listing in ended}
    assert found.positions(before_ms)[0].listing.slot == 128


def test_no_tap_is_taken_for_half_a_second_after_a_card_was_drawn(vectors):
    found, guard = shelf(vectors, "main", "sealed.bin"), TapGuard()
    first = found.positions(NOW_MS)
    guard.note(first, 1000)
    assert not guard.takes(0, first[0], 1499) and guard.takes(0, first[0], 1500)
    sealed = found.positions(NOW_MS + 34_000)
    guard.note(sealed, 2000)
    assert sealed[0].phase == "sealed" and not guard.takes(0, sealed[0], 9000) and not guard.takes(0, first[0], 9000)
    know_all_keys(vectors, found)
    late = found.positions(NOW_MS + 34_000)
    guard.note(late, 10_000)
    guard.note(late, 10_400)
    assert not guard.takes(0, late[0], 10_499) and guard.takes(0, late[0], 10_500)


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_s_examples_are_those_of_the_vectors(vectors):
    header, card, notice, receipt = (parsed(text.encode()) for text in blocks("json"))
    assert header == vector(vectors, "sealed.bin")["header"]
    assert card == vector(vectors, "sealed.bin")["listings"][0]["card"]
    assert notice == vectors["notices"][0]["notice"]
    assert receipt["price"] == card["price"] and receipt["slot"] == 128
    key = json.loads(re.search(r"^    data: (\{.*\})$", PAGE, re.MULTILINE)[1])
    assert key["key"] == vectors["chains"]["sealed"]["keys"][str(key["slot"])]


def test_the_page_s_bytes_are_those_of_the_file():
    data = file("sealed.bin")
    dump = re.findall(r"^    (\d+) +((?:[0-9a-f]{2} )+)", PAGE.partition("Its header:")[0], re.MULTILINE)
    assert [int(at) for at, _ in dump] == [0, 8, 12, 512, 6592]
    for at, text in dump:
        shown = bytes.fromhex(text)
        assert data[int(at) :].startswith(shown)
    told = PAGE.partition("The first one here:")[2]
    fields = re.findall(r"^    ((?:[0-9a-f]{2} )+).*(?:BE|sealed card)", told, re.MULTILINE)
    assert data[512:].startswith(b"".join(bytes.fromhex(text) for text in fields)) and len(fields) == 7


def test_the_page_names_every_member_and_every_file_of_the_vectors(vectors):
    told = PAGE[PAGE.index("### `vectors.json`") :]
    names = {*vectors, *FILES, *vectors["cards"][0], *vectors["windows"][0], *vectors["windows"][0]["listings"][0]}
    names |= {*vectors["chains"]["sealed"], *vectors["signing"], *vectors["notices"][0]}
    assert {name for name in names if f"`{name}`" not in told} == set()
