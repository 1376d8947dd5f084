"""The client in C#, which knows docs/clients.md alone and has its own AES-GCM, HKDF and Ed25519, opens the vectors byte
for byte, and refuses what the page refuses."""

import hashlib
import json
import random
import struct

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from csharp_driver import FOLDER, CSharp, CSharpRefused
from smallest_seal import Chain, b64, unb64
from test_smallest_vectors import CHAINS, FILES, NOW_MS, REFUSED, TESTS, changed, file, vector
from windows import Window

ORDER = 2**252 + 27742317777372353535851937790883648493
PAGE_CLOCK = json.loads((TESTS / "Vectors" / "smallest-clock.json").read_text())
LISTING = ("slot", "position", "revision", "seconds")


@pytest.fixture(scope="module")
def told(driver):
    program = CSharp(driver)
    yield program.tell
    program.close()


def hexed(text):
    return b64(bytes.fromhex(text))


def chain_key(vectors, card):
    chain = vectors["chains"][card["chain"]]
    return chain["id"], chain["keys"][str(card["slot"])]


def listing(card):
    return {**{name: card[name] for name in LISTING}, "sealed": hexed(card["sealedHex"])}


@pytest.mark.parametrize("text", ["AB", "AAB", "AA==", "A", "A+", "A/", "ä", "AA A", "AAAA\n", 7, None])
def test_a_text_that_is_not_the_one_form_of_any_bytes_is_refused(told, text):
    assert told("base64", text) is None


def test_base64url_keeps_bytes_of_every_length(told):
    for length in range(34):
        text = b64(random.Random(length).randbytes(length))
        assert told("base64", text) == text


@pytest.mark.parametrize(
    "text",
    ['{"a":[1,-2,0,9007199254740991,true,false,null],"b":{}}', " [ ] ", '"💍\\u00e4\\ud83d\\udc8d\\n\\/"', "[1.5,2e3]"],
)  # fmt: skip
def test_json_is_read_as_it_is_written(told, text):
    assert told("json", b64(text.encode())) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[1,]", b'{"a":1,}', b"{,}", b"[1] 2", b"01", b"+1", b"1.", b"nul", b'"\n"', b'"\\x"', b'"\\u12g4"',
     b'"', b"{1:2}", b"'a'", b'"\xff"', b"1e999", b"[" * 40 + b"]" * 40, b"[1]\0"],
)  # fmt: skip
def test_what_is_no_json_is_refused(told, text):
    with pytest.raises(CSharpRefused, match="format"):
        told("json", b64(text))


@pytest.mark.parametrize("index", range(4))
def test_hkdf_derives_the_keys_of_the_vectors(vectors, told, index):
    card = vectors["cards"][index]
    chain, key = chain_key(vectors, card)
    tail = struct.pack(">QHH", card["slot"], card["position"], card["revision"])
    label = b"shelflife/v2/card" + tail + bytes.fromhex(card["saltHex"])
    assert told("hkdf", key, chain, b64(b"shelflife/v2/salt" + tail)) == hexed(card["saltKeyHex"])
    assert told("hkdf", key, chain, b64(label)) == hexed(card["keyHex"])


@pytest.mark.parametrize("index", range(4))
def test_aes_gcm_opens_the_vectors_and_nothing_that_was_changed(vectors, told, index):
    card = vectors["cards"][index]
    sealed = bytes.fromhex(card["sealedHex"])[16:]
    parts = [bytes.fromhex(card[name]) for name in ("keyHex", "nonceHex", "aadHex")] + [sealed]
    assert told("aes", *map(b64, parts)) == hexed(card["plaintextHex"])
    for number in range(4):
        for at in (0, -1):
            wrong = [bytearray(part) for part in parts]
            wrong[number][at] ^= 128
            assert told("aes", *map(b64, wrong)) is None


def test_aes_gcm_opens_texts_of_every_length(told):
    chance = random.Random(57)
    for length in [*range(35), 1000]:
        key, nonce, text, aad = map(chance.randbytes, (32, 12, length, length // 2))
        assert told("aes", *map(b64, (key, nonce, aad, AESGCM(key).encrypt(nonce, text, aad)))) == b64(text)


@pytest.mark.parametrize("name", FILES)
def test_ed25519_takes_the_signature_of_a_window_and_no_other(vectors, told, name):
    key, data = vectors["signing"]["publicKey"], file(name)
    body, signature = data[:-64], data[-64:]
    assert told("verify", key, b64(body), b64(signature)) is True
    assert told("verify", key, b64(body[:-1]), b64(signature)) is False
    assert told("verify", b64(bytes(32)), b64(body), b64(signature)) is False
    for at in (0, 31, 32, 62):
        wrong = bytearray(signature)
        wrong[at] ^= 1
        assert told("verify", key, b64(body), b64(wrong)) is False


def test_ed25519_takes_what_others_sign_and_each_signature_in_one_form(told):
    chance = random.Random(57)
    for length in range(12):
        signer, message = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32)), chance.randbytes(length)
        key, signature = signer.public_key().public_bytes_raw(), signer.sign(message)
        assert told("verify", b64(key), b64(message), b64(signature)) is True
        greater = (int.from_bytes(signature[32:], "little") + ORDER).to_bytes(32, "little")
        assert told("verify", b64(key), b64(message), b64(signature[:32] + greater)) is False


@pytest.mark.parametrize("name", CHAINS)
def test_a_chain_is_walked_from_its_top_to_every_key(vectors, told, name):
    chain = vectors["chains"][name]
    slots = sorted((int(slot) for slot in chain["keys"] if slot != "0"), key=lambda slot: slot % 7)
    wanted = [chain["keys"][str(slot)] for slot in slots]
    assert told("walk", chain, chain["slots"], chain["top"], slots) == wanted


def test_a_chain_is_walked_once_for_all_keys_of_a_window(vectors, told):
    """Walking it again for each key would take 200 million hashes, and minutes."""
    chain = {**vectors["chains"]["sealed"], "slots": 20_000}
    keys = told("walk", chain, 20_000, chain["top"], list(range(1, 20_001)))
    assert len(set(keys)) == 20_000 and keys[-1] == chain["top"]


@pytest.mark.parametrize("index", range(4))
def test_a_card_opens_and_one_whose_salt_is_not_its_text_s_is_refused(vectors, told, index):
    card, refused = vectors["cards"][index], vectors["refusedCards"][index]
    assert told("open", *chain_key(vectors, card), listing(card)) == card["card"]
    with pytest.raises(CSharpRefused, match="^card$"):
        told("open", *chain_key(vectors, refused), listing(refused))


@pytest.fixture
def take(vectors, told, tmp_path):
    """Takes windows, by the names of their files or as bytes."""
    told("shelf", vectors["appSecret"])

    def taken(data, store="main", earliest_ms=None, latest_ms=None):
        data = data if isinstance(data, bytes) else file(data)
        (tmp_path / "window").write_bytes(data)
        key = vectors["signing"]["publicKey"]
        return told("take", key, store, str(tmp_path / "window"), earliest_ms, latest_ms)

    return taken


def cards(told, listing):
    """What its position shows as it begins."""
    return told("positions", listing["startMs"])[listing["position"]]


@pytest.mark.parametrize("name", FILES)
def test_a_window_has_the_listings_of_the_vector_and_opens_as_many(vectors, told, take, name):
    wanted = vector(vectors, name)
    assert hashlib.sha256(file(name)).hexdigest() == wanted["sha256"]
    take(name, wanted["header"]["store"])
    for found, known in zip(told("listings"), wanted["listings"], strict=True):
        assert all(found[member] == known[member] for member in LISTING)
        chain = wanted["header"]["chains"][known["chain"]]
        assert found["chain"] == chain["id"]
        assert cards(told, found)["card"] == (known["card"] if known["opensWithReleased"] else None)
        top = next(top for top in vectors["chains"].values() if top["id"] == chain["id"])
        key = Chain(top).walked(top["slots"], unb64(top["top"]), found["slot"])
        assert told("open", chain["id"], b64(key), found) == known["card"]


@pytest.mark.parametrize(("code", "change"), REFUSED)
def test_a_window_that_the_page_refuses_is_refused_with_its_code(vectors, take, code, change):
    with pytest.raises(CSharpRefused, match=f"^{code}$"):
        take(changed(vectors, change))


@pytest.mark.parametrize(
    ("code", "data"),
    [
        ("tooLarge", lambda data: data + bytes(4 * 1024 * 1024)),
        ("magic", lambda data: b"SHELFLF1" + data[8:]),
        ("headerLength", lambda data: data[:11]),
        ("headerLength", lambda data: data[:575]),
        ("signature", lambda data: data[:600] + bytes([data[600] ^ 1]) + data[601:]),
    ],
)
def test_a_file_that_is_broken_is_refused_before_its_header_is_read(take, code, data):
    with pytest.raises(CSharpRefused, match=f"^{code}$"):
        take(data(file("sealed.bin")))


def test_a_window_of_another_time_or_sequence_or_of_an_earlier_incarnation_is_refused(take):
    for earliest, latest in [(NOW_MS - 2001, NOW_MS - 2001), (NOW_MS + 600_000, NOW_MS + 700_000)]:
        with pytest.raises(CSharpRefused, match="^time$"):
            take("sealed.bin", "main", earliest, latest)
    assert take("replaced.bin", "main", NOW_MS + 58_000, NOW_MS + 58_000) is False
    with pytest.raises(CSharpRefused, match="^sequence$"):
        take("sealed.bin")
    assert take("begun-anew.bin") is True
    with pytest.raises(CSharpRefused, match="^incarnation$"):
        take("replaced.bin")


def test_a_later_incarnation_knows_nothing_of_the_notices_of_the_earlier(told, take):
    take("withdrawn.bin")
    assert told("positions", NOW_MS)[0]["withdrawn"]
    assert take("begun-anew.bin") is True
    assert not told("positions", NOW_MS)[0]["withdrawn"]


def test_keys_that_come_by_themselves_are_refused_before_they_are_hashed(vectors, told, take):
    take("sealed.bin")
    chain = vectors["chains"]["sealed"]
    key = {"chain": chain["id"], "slot": 331, "key": chain["keys"]["331"]}
    due_ms = chain["epochMs"] + 331_000 - chain["leadMs"]
    for code, message, latest_ms in [
        ("chain", {**key, "chain": vectors["chains"]["prefetched"]["id"]}, due_ms),
        ("slot", {**key, "slot": 3601}, None),
        ("slot", {**key, "slot": "331"}, due_ms),
        ("early", key, due_ms - 2001),
        ("walk", {**key, "slot": 240 + 1201}, None),
        ("forged", {**key, "key": chain["keys"]["1000"]}, due_ms),
    ]:
        with pytest.raises(CSharpRefused, match=f"^{code}$"):
            told("key", message, latest_ms)
    assert told("key", key, due_ms - 2000) is True and told("key", key, due_ms) is False


def test_a_boxed_key_that_does_not_open_is_forged(vectors, told, take):
    take("prefetched.bin", "bazaar")
    boxed = vector(vectors, "prefetched.bin")["header"]["released"][0]
    with pytest.raises(CSharpRefused, match="^forged$"):
        told("key", {**boxed, "slot": boxed["slot"] + 1, "box": b64(bytes(60))}, None)


@pytest.mark.parametrize("index", range(23))
def test_a_notice_is_taken_or_dropped_as_the_vector_says(vectors, told, take, index):
    wanted = vectors["notices"][index]["notice"]
    found = told("notice", vectors["notices"][index], vectors["signing"]["publicKey"])
    assert (found is None) == (wanted is None)
    assert wanted is None or all(found[name] == wanted[name] for name in wanted if name != "sealed")
    assert wanted is None or found["sealed"] == wanted.get("sealed")


@pytest.mark.parametrize("name", ["withdrawn.bin", "sealed.bin"])
def test_a_withdrawn_listing_is_shown_and_not_for_sale_whoever_has_told(vectors, told, take, name):
    take(name)
    if name == "sealed.bin":
        assert not told("positions", NOW_MS)[0]["withdrawn"]
        told("notice", vectors["notices"][0], vectors["signing"]["publicKey"])
    first, _, other, *_ = told("positions", NOW_MS)
    assert first["card"]["item"] == "star" and first["withdrawn"] and not other["withdrawn"]
    take("replaced.bin")
    assert told("positions", NOW_MS + 30_000)[0]["withdrawn"], "a later window takes none back"


def test_a_replaced_listing_shows_its_highest_revision_whatever_comes_first(vectors, told, take):
    message = next(found for found in vectors["notices"] if found["note"] == "replaced, as replaced.bin has it")
    notice, key = message["notice"], vectors["signing"]["publicKey"]
    start_ms = vectors["chains"]["sealed"]["epochMs"] + 1000 * notice["slot"]

    def revision(*acts):
        told("shelf", None)
        for act in acts:
            act()
        return int(told("positions", start_ms)[notice["position"]]["name"].rpartition(".")[2])

    def news():
        told("notice", message, key)

    before, after = (lambda: take("sealed.bin")), (lambda: take("replaced.bin"))
    later = Window.from_vector("sealed.bin").move(2)
    later.drop_ended()
    later.set_seconds(later.positions(0)[-1], 200)
    later.release(vectors["chains"]["sealed"])
    stale = later.signed(unb64(vectors["signing"]["seed"]))
    place = next(i for i in range(len(later.records)) if (later.slot(i), later.records[i][3]) ==
                 (notice["slot"], notice["position"]))  # fmt: skip
    later.records[place][4:6] = (notice["revision"] + 1).to_bytes(2, "big")
    newer = later.signed(unb64(vectors["signing"]["seed"]))
    assert revision(before) < notice["revision"] < revision(news, lambda: take(newer))
    for acts in [(before, news), (news, before), (before, after), (before, after, lambda: take(stale)),
                 (news, before, lambda: take(stale))]:  # fmt: skip
        assert revision(*acts) == notice["revision"]


@pytest.mark.parametrize(
    ("after_ms", "phase"),
    [(-1, "leaving"), (0, "arriving"), (599, "arriving"), (600, "onSale"), (55_999, "onSale"), (56_000, "leaving"),
     (56_999, "leaving"), (57_000, "arriving")],
)  # fmt: skip
def test_phases_change_to_the_millisecond(vectors, told, take, after_ms, phase):
    take("sealed.bin")
    chain = vectors["chains"]["sealed"]
    told("key", {"chain": chain["id"], "slot": 1000, "key": chain["keys"]["1000"]}, None)
    assert told("positions", 1_800_000_274_000 + after_ms)[0]["phase"] == phase


def test_positions_begin_pause_and_go_away(told, take):
    take("resized.bin")
    listings = told("listings")
    for instant_ms in range(NOW_MS, NOW_MS + 600_000, 7000):
        on_sale = {each["position"] for each in listings
                   if each["startMs"] <= instant_ms < each["startMs"] + 1000 * each["seconds"]}  # fmt: skip
        positions = told("positions", instant_ms)
        assert len(positions) == max(on_sale) + 1
        assert {number for number, found in enumerate(positions) if found["phase"] != "empty"} == on_sale


def test_before_a_window_begins_the_listings_of_the_one_before_are_shown(told, take):
    take("sealed.bin")
    before_ms = NOW_MS + 34_000 - 1
    shown = [position["name"] for position in told("positions", before_ms)]
    take("replaced.bin")
    assert [position["name"] for position in told("positions", before_ms)] == shown


@pytest.mark.parametrize("trace", PAGE_CLOCK["traces"], ids=lambda trace: trace["name"])
def test_a_clock_reads_every_trace_to_the_microsecond(told, trace):
    told("clock", trace["grainUs"])
    for step in trace["steps"]:
        if "jump" in step:
            told("jump", step["jump"])
        else:
            found = told("exchange", step["exchange"], step["timeline"])
            assert found == [step["outcome"], *step["kept"]]
        assert [told("read", at) for at, _, _ in step["readings"]] == step["readings"]


def test_jumps_are_those_of_the_vectors(told):
    looks = PAGE_CLOCK["looks"]
    found = told("looks", [[look["monotonicUs"], look["wallUs"]] for look in looks])
    assert found == [look["jump"] or 0 for look in looks]


def test_the_client_has_one_main_type_a_file_and_fits_a_screen_s_width():
    for source in [FOLDER / "Driver.cs", *(FOLDER / "Shelflife").glob("*.cs")]:
        text = source.read_text()
        assert max(map(len, text.splitlines())) <= 120
        assert f"class {source.stem} " in text
