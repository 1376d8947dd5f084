"""A window that isn't right is refused by name, whatever is wrong with it, and so are forged keys."""

import struct

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from windows import Window, b64, unb64

NAMES = ["base64url", "key-chain", "window-file", "key-ring", "crypto", "errors"]

READ = """async (m, { bytes, publicKey, expected }) => {
    const trusted = await m.importPublicKey(m.fromBase64url(publicKey));
    try {
        await m.readWindow(m.fromBase64url(bytes), { publicKey: trusted, store: "main", ...expected });
        return "taken";
    } catch (error) {
        return error instanceof m.WindowError && error.message.length > 20 ? error.code : String(error);
    }
}"""


@pytest.fixture
def read(modules, vectors):
    def verdict(data, **expected):
        arguments = {"bytes": b64(data), "publicKey": vectors["signing"]["publicKey"], "expected": expected}
        return modules.run(NAMES, READ, arguments)

    return verdict


@pytest.fixture
def seed(vectors):
    return unb64(vectors["signing"]["seed"])


@pytest.fixture
def window():
    return Window.from_vector("sealed.bin")


def test_the_window_as_it_is_is_taken(read, window, seed):
    assert read(window.signed(seed)) == "taken"


def test_a_window_cut_short_anywhere_is_refused(read, window, seed):
    data = window.signed(seed)
    found = {length: read(data[:length]) for length in [0, 7, 8, 11, 12, 100, len(data) - 64, len(data) - 1]}
    assert found[0] == found[7] == "magic"
    assert found[8] == found[11] == found[12] == found[100] == "headerLength"
    assert found[len(data) - 64] == found[len(data) - 1] == "signature"


def test_one_flipped_bit_anywhere_is_noticed(read, window, seed):
    data = window.signed(seed)
    places = {
        0: "magic",
        8: "headerLength",
        11: "signature",
        12: "signature",
        600: "signature",
        5000: "signature",
        len(data) - 1: "signature",
    }
    for place, code in places.items():
        flipped = bytearray(data)
        flipped[place] ^= 1
        assert read(bytes(flipped)) == code, place


def test_a_window_signed_by_another_key_is_refused(read, window):
    assert read(window.signed(bytes(32))) == "signature"


def test_a_window_of_version_1_is_refused_as_no_window(read, window, seed):
    window.magic = b"SHELFLF1"
    assert read(window.signed(seed)) == "magic"


def test_a_window_over_four_mebibytes_is_refused_before_anything_is_read(read):
    assert read(b"x" * (4 * 1024 * 1024 + 1)) == "tooLarge"


@pytest.mark.parametrize(
    "change",
    [
        {"store": "Main shop"}, {"sequence": -1}, {"sequence": 30000005}, {"previous": "no"}, {"issuedAtMs": 1800000240001},
        {"fromMs": 1800000300000}, {"untilMs": 1800000839999}, {"positions": 0}, {"positions": "4"}, {"columns": 1.5},
        {"cardBytes": 1}, {"chains": []}, {"chains": [{}]}, {"released": [{"chain": "x", "slot": 1, "key": "y"}]},
        {"released": None}, {"count": -1},
    ],
    ids=str,
)  # fmt: skip
def test_a_header_with_a_value_out_of_its_range_is_refused(read, window, seed, change):
    window.header.update(change)
    assert read(window.signed(seed)) == "header"


@pytest.mark.parametrize("text", [b"", b"null", b"{", b"\xff\xfe", b"[" * 20000], ids=repr)
def test_a_header_that_is_not_a_json_object_is_refused(read, window, seed, text):
    assert read(window.signed(seed, header=text)) == "header"


def test_a_count_that_differs_from_the_records_is_refused(read, window, seed):
    window.header["count"] += 1
    assert read(window.signed(seed)) == "length"


def test_another_store_s_window_is_refused(read, window, seed):
    window.header["store"] = "bazaar"
    assert read(window.signed(seed)) == "store"


def test_an_older_window_than_the_one_in_use_is_refused_and_the_same_one_is_not(read, window, seed):
    data = window.signed(seed)
    assert read(data, sequence=window.header["sequence"] + 1) == "sequence"
    assert read(data, sequence=window.header["sequence"]) == "taken"


def test_a_window_of_an_earlier_incarnation_is_refused_whatever_its_number(read, window, seed):
    begun, minute, sequence = window.header["issuedAtMs"] - 120_000, 60_000, window.header["sequence"]
    first = window.signed(seed)
    assert read(first, incarnationMs=begun) == "incarnation"
    assert read(first, incarnationMs=None) == "taken"
    window.header["incarnationMs"] = begun
    second = window.signed(seed)
    assert read(second, incarnationMs=begun + minute) == "incarnation"
    assert read(second, incarnationMs=begun, sequence=sequence) == "taken"
    assert read(second, incarnationMs=begun, sequence=sequence + 1) == "sequence"
    for known in [None, begun - minute]:
        assert read(second, incarnationMs=known, sequence=sequence + 1) == "taken", "its numbers begin anew"


def test_an_incarnation_begins_with_a_whole_minute_and_not_after_the_window(read, window, seed):
    issued = window.header["issuedAtMs"]
    for begun, verdict in [
        (issued, "taken"),
        (issued + 60_000, "header"),
        (issued - 1, "header"),
        (-60_000, "header"),
        ("0", "header"),
    ]:
        window.header["incarnationMs"] = begun
        assert read(window.signed(seed)) == verdict, begun


def test_a_window_from_the_future_and_one_that_ran_out_are_refused(read, window, seed):
    data = window.signed(seed)
    issued, until = window.header["issuedAtMs"], window.header["untilMs"]
    assert read(data, time={"earliestMs": issued - 2100, "latestMs": issued - 2001}) == "time"
    assert read(data, time={"earliestMs": issued - 2100, "latestMs": issued - 2000}) == "taken"
    assert read(data, time={"earliestMs": until, "latestMs": until + 50}) == "time"
    assert read(data, time={"earliestMs": until - 1, "latestMs": until + 50}) == "taken"


@pytest.mark.parametrize(
    "name, value", [("epochMs", 1800000001000), ("slots", 3601), ("leadMs", 301), ("anchor", b64(bytes(32)))]
)
def test_a_known_chain_with_another_value_is_refused(read, window, seed, name, value):
    known = {**window.header["chains"][0], name: value}
    assert read(window.signed(seed), chains=[known]) == "chains"
    assert read(window.signed(seed), chains=window.header["chains"]) == "taken"


def test_overlapping_listings_and_gaps_are_refused(read, window, seed):
    first = window.positions(0)[0]
    seconds = window.seconds(first)
    for wrong in [seconds - 1, seconds + 1]:
        window.set_seconds(first, wrong)
        assert read(window.signed(seed)) == "records", wrong


def test_a_first_position_that_is_not_covered_from_the_start_to_the_end_is_refused(read, window, seed):
    last = window.positions(0)[-1]
    window.set_seconds(last, 1)
    assert read(window.signed(seed)) == "records"
    late = Window.from_vector("sealed.bin")
    del late.records[late.positions(0)[0]]
    late.header["count"] -= 1
    assert read(late.signed(seed)) == "records"


def test_the_other_positions_may_come_pause_and_go_and_the_last_has_a_listing(read, window, seed):
    window.set_seconds(window.positions(1)[-1], 1)
    assert read(window.signed(seed)) == "taken"
    bare = Window.from_vector("sealed.bin")
    bare.header["positions"] = 5
    assert read(bare.signed(seed)) == "records"
    for gone in (0, 1):
        some = Window.from_vector("sealed.bin")
        del some.records[some.positions(1)[gone]]
        some.header["count"] -= 1
        assert read(some.signed(seed)) == "taken", gone
    without = Window.from_vector("sealed.bin")
    without.records = [record for record in without.records if record[3] != 2]
    without.header["count"] = len(without.records)
    assert read(without.signed(seed)) == "taken"
    twice = Window.from_vector("sealed.bin")
    first = twice.positions(1)[0]
    twice.set_seconds(first, twice.seconds(first) + 1)
    assert read(twice.signed(seed)) == "records"


def test_of_two_things_that_are_wrong_the_first_in_the_order_of_the_checks_is_named(read, window, seed):
    window.set_seconds(0, 1)
    assert read(window.signed(seed)) == "records"
    known = [{**window.header["chains"][0], "leadMs": 1}]
    assert read(window.signed(seed), chains=known) == "chains"
    time = {"earliestMs": 0, "latestMs": 0}
    assert read(window.signed(seed), chains=known, time=time) == "time"
    later = window.header["sequence"] + 1
    assert read(window.signed(seed), chains=known, time=time, sequence=later) == "sequence"
    assert read(window.signed(seed), chains=known, time=time, sequence=later, store="other") == "store"
    assert read(window.signed(seed) + b"x", store="other") == "signature"


def test_records_out_of_order_or_out_of_range_are_refused(read, seed):
    swapped = Window.from_vector("sealed.bin")
    swapped.records[0], swapped.records[1] = swapped.records[1], swapped.records[0]
    assert read(swapped.signed(seed)) == "records"
    for offset, form, value in [(0, ">H", 1), (2, ">H", 4), (6, ">H", 1), (8, ">I", 0), (8, ">I", 3601), (12, ">I", 0)]:
        window = Window.from_vector("sealed.bin")
        record = window.records[-1]
        record[offset : offset + struct.calcsize(form)] = struct.pack(form, value)
        assert read(window.signed(seed)) == "records", (offset, value)


KEYS = """async (m, { chain, tries, latestMs }) => {
    const bytes = m.fromBase64url;
    const header = { ...chain, idBytes: bytes(chain.id), anchorBytes: bytes(chain.anchor) };
    const step = m.chainStep(header.idBytes);
    let steps = 0;
    const keys = new m.KeyChain(header, (slot, key) => (steps++, step(slot, key)));
    return tries.map(([slot, key]) => {
        steps = 0;
        try {
            return [keys.accept(slot, bytes(key), latestMs) ? "news" : "known", steps];
        } catch (error) {
            return [error.code, steps];
        }
    });
}"""


@pytest.fixture
def offer(modules, vectors):
    chain = vectors["chains"]["sealed"]

    def verdicts(*tries, latest_ms=None):
        latest = chain["epochMs"] + 10**9 if latest_ms is None else latest_ms
        return modules.run(NAMES, KEYS, {"chain": chain, "tries": tries, "latestMs": latest})

    return verdicts


def test_a_true_key_is_taken_once_after_as_many_steps_as_slots(offer, vectors):
    keys = vectors["chains"]["sealed"]["keys"]
    assert offer([240, keys["240"]], [240, keys["240"]], [1, keys["1"]]) == [["news", 240], ["known", 0], ["known", 0]]


def test_a_forged_key_is_refused_and_the_next_true_one_is_taken(offer, vectors):
    keys = vectors["chains"]["sealed"]["keys"]
    assert offer([2, b64(bytes(32))], [1000, b64(bytes(32))], [2, keys["2"]]) == [
        ["forged", 2],
        ["forged", 1000],
        ["news", 2],
    ]


def test_a_slot_that_the_chain_does_not_have_costs_no_step(offer):
    assert offer([3601, b64(bytes(32))], [-1, b64(bytes(32))], [1.5, b64(bytes(32))]) == [["slot", 0]] * 3


def test_a_key_for_a_moment_that_has_not_come_costs_no_step(offer, vectors):
    chain = vectors["chains"]["sealed"]
    release = chain["epochMs"] + 240_000 - chain["leadMs"]
    key = [240, chain["keys"]["240"]]
    assert offer(key, latest_ms=release - 2001) == [["early", 0]]
    assert offer(key, latest_ms=release - 2000) == [["news", 240]]


def test_a_key_too_far_from_the_newest_costs_no_step(offer, vectors):
    assert offer([1201, b64(bytes(32))]) == [["walk", 0]]
    assert offer([1000, vectors["chains"]["sealed"]["keys"]["1000"]]) == [["news", 1000]]


def boxed(chain, slot, key, secret):
    nonce = bytes(4) + struct.pack(">Q", slot)
    derived = HKDF(SHA256(), 32, chain, b"shelflife/v1/box").derive(secret)
    return b64(nonce + AESGCM(derived).encrypt(nonce, key, chain + struct.pack(">Q", slot)))


BOXES = """async (m, { bytes, publicKey, secret, released }) => {
    const trusted = await m.importPublicKey(m.fromBase64url(publicKey));
    const keys = new m.KeyRing(secret && m.fromBase64url(secret));
    await keys.takeWindow(await m.readWindow(m.fromBase64url(bytes), { publicKey: trusted, store: "bazaar" })).catch(({ code }) => code);
    const taken = (box) => keys.takeKey({ ...released, key: null, box: m.fromBase64url(box) }, Infinity);
    return Promise.all(released.boxes.map((box) => taken(box).catch(({ code }) => code)));
}"""


def test_a_box_that_does_not_open_is_forged_only_where_the_chains_secret_is_known(modules, vectors):
    chain, window = vectors["chains"]["prefetched"], Window.from_vector("prefetched.bin")
    slot = window.header["released"][0]["slot"] + 1
    right, other = unb64(vectors["appSecret"]), bytes(32)
    boxes = [boxed(unb64(chain["id"]), slot, bytes(32), secret) for secret in (other, right)]
    released = {"chain": chain["id"], "slot": slot, "boxes": boxes}
    given = {
        "bytes": b64(window.signed(unb64(vectors["signing"]["seed"]))),
        "publicKey": vectors["signing"]["publicKey"],
        "released": released,
    }
    assert modules.run(NAMES, BOXES, {**given, "secret": None}) == ["shut", "shut"]
    assert modules.run(NAMES, BOXES, {**given, "secret": b64(other)}) == ["forged", "shut"]
    assert modules.run(NAMES, BOXES, {**given, "secret": b64(right)}) == ["forged", "forged"]
