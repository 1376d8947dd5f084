"""The wire's vectors, made by an independent implementation, open in the browser byte for byte."""

import base64
import hashlib
import sys

import pages
import pytest

sys.path.insert(0, str(pages.VECTORS))

import make_vectors  # noqa: E402

NAMES = ["base64url", "key-chain", "card", "key-box", "window-file", "key-ring", "crypto", "card-cache", "sha256"]


def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_the_vectors_are_those_that_their_program_makes():
    for name, data in make_vectors.files().items():
        assert (pages.VECTORS / name).read_bytes() == data, f"{name} is another; `make vectors` writes it"


def test_sha256_agrees_with_an_independent_one_at_every_length_around_its_blocks(modules):
    lengths = [0, 1, 55, 56, 63, 64, 65, 74, 119, 120, 128, 1000]
    messages = [bytes((7 * i + n) % 256 for i in range(n)) for n in lengths]
    hashed = modules.run(
        NAMES,
        "(m, all) => all.map((text) => m.toBase64url(m.sha256(m.fromBase64url(text))))",
        [b64(message) for message in messages],
    )
    assert hashed == [b64(hashlib.sha256(message).digest()) for message in messages]


def test_bytes_have_one_text_form_only(modules):
    texts = ["AA", "AB", "AAA", "AAB", "AAAA", "AA==", "A", "A+", "_-A", 7]
    read = modules.run(NAMES, "(m, texts) => texts.map((text) => m.fromBase64url(text)?.length ?? null)", texts)
    assert read == [1, None, 2, None, 3, None, None, None, 2, None]


@pytest.mark.parametrize("name", ["sealed", "prefetched", "handoverOld", "handoverNew"])
def test_a_chain_is_walked_from_its_top_to_every_key_and_to_its_anchor(modules, vectors, name):
    chain = vectors["chains"][name]
    walked = modules.run(
        NAMES,
        """(m, chain) => {
            const bytes = m.fromBase64url;
            const header = { ...chain, idBytes: bytes(chain.id), anchorBytes: bytes(chain.anchor) };
            const keys = new m.KeyChain(header);
            keys.trust(chain.slots, bytes(chain.top));
            const found = Object.keys(chain.keys).filter((slot) => slot !== "0");
            const first = m.chainStep(header.idBytes)(1, keys.key(1));
            return { ...Object.fromEntries(found.map((slot) => [slot, m.toBase64url(keys.key(+slot))])), 0: m.toBase64url(first) };
        }""",
        chain,
    )
    assert walked == chain["keys"]
    assert walked["0"] == chain["anchor"]


CARD = """async (m, { card, chain }) => {
    const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
    const id = m.fromBase64url(chain.id);
    const slotKey = m.fromBase64url(chain.keys[card.slot]);
"""


@pytest.mark.parametrize("index", range(4))
def test_a_card_has_the_salt_key_nonce_and_aad_of_the_vector_and_seals_to_the_same_bytes(modules, vectors, index):
    card = vectors["cards"][index]
    made = modules.run(
        NAMES,
        CARD + """
            const text = unhex(card.plaintextHex);
            const salt = await m.cardSalt(id, card, slotKey, text);
            const source = await crypto.subtle.importKey("raw", slotKey, "HKDF", false, ["deriveBits"]);
            const recipe = { name: "HKDF", hash: "SHA-256", salt: id, info: m.cardInfo(card, salt) };
            const key = await crypto.subtle.deriveBits(recipe, source, 256);
            const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
            const [nonce, aad] = [m.cardNonce(card), m.cardAad(id, card)];
            const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce, additionalData: aad }, aes, text);
            const opened = await m.openCard(id, { ...card, sealed: unhex(card.sealedHex) }, slotKey);
            return { saltHex: hex(salt), keyHex: hex(key), nonceHex: hex(nonce), aadHex: hex(aad), sealedHex: hex(salt) + hex(sealed), opened };
        }""",
        {"card": card, "chain": vectors["chains"][card["chain"]]},
    )  # fmt: skip
    for name in ["saltHex", "keyHex", "nonceHex", "aadHex", "sealedHex"]:
        assert made[name] == card[name], name
    assert made["opened"] == card["card"]


@pytest.mark.parametrize("index", range(4))
def test_a_card_whose_salt_is_not_its_text_s_is_refused_though_its_seal_is_right(modules, vectors, index):
    card = vectors["refusedCards"][index]
    item, refusal = modules.run(
        NAMES,
        CARD + """
            const sealed = unhex(card.sealedHex);
            const key = await m.derivedKey(slotKey, id, m.cardInfo(card, sealed.subarray(0, 16)));
            const text = await m.unsealed(key, m.cardNonce(card), m.cardAad(id, card), sealed.subarray(16));
            const refusal = await m.openCard(id, { ...card, sealed }, slotKey).then(String, (error) => error.message);
            return [m.readCard(text).item, refusal];
        }""",
        {"card": card, "chain": vectors["chains"][card["chain"]]},
    )  # fmt: skip
    assert item == "ring"
    assert "its salt is another text's" in refusal


def test_the_vectors_hold_two_texts_under_one_name_with_two_salts_and_two_keys(vectors):
    one, other = vectors["cards"][:2]
    assert all(one[name] == other[name] for name in ["chain", "slot", "position", "revision", "seconds", "nonceHex"])
    assert all(one[name] != other[name] for name in ["plaintextHex", "saltHex", "keyHex"])


OPEN_WINDOW = """async (m, { file, signing, appSecret, store }) => {
    const bytes = new Uint8Array(await (await fetch("/vectors/" + file)).arrayBuffer());
    const publicKey = await m.importPublicKey(m.fromBase64url(signing.publicKey));
    const window = await m.readWindow(bytes, { publicKey, store });
    const keys = new m.KeyRing(appSecret && m.fromBase64url(appSecret));
    await keys.takeWindow(window);
    const listings = [];
    for (const listing of window.shelves.flat()) {
        const { slot, position, revision, seconds } = listing;
        const key = keys.key(listing);
        const card = key ? await m.openCard(listing.chain.idBytes, listing, key) : null;
        const chain = window.header.chains.indexOf(listing.chain);
        listings.push({ chain, slot, position, revision, seconds, card, opensWithReleased: keys.has(listing) });
    }
    listings.sort((a, b) => a.chain - b.chain || a.slot - b.slot || a.position - b.position);
    const plain = { ...window.header };
    plain.chains = plain.chains.map(({ id, epochMs, slots, anchor, leadMs }) => ({ id, epochMs, slots, anchor, leadMs }));
    plain.released = plain.released.map(({ chain, slot, key, box }) => ({
        chain, slot, ...(key ? { key: m.toBase64url(key) } : { box: m.toBase64url(box) }),
    }));
    const released = window.header.released.map(({ chain, slot }) => {
        const header = window.header.chains.find(({ id }) => id === chain);
        return { chain, slot, key: m.toBase64url(keys.key({ chain: header, slot })) };
    });
    return { header: plain, listings, released };
}"""


WINDOWS = [window.vector() for window in make_vectors.WINDOWS]


@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: window["file"])
def test_a_window_opens_to_its_header_its_listings_and_no_more_cards_than_are_released(modules, vectors, window):
    data = (pages.VECTORS / window["file"]).read_bytes()
    assert hashlib.sha256(data).hexdigest() == window["sha256"]
    secret = vectors["appSecret"] if "box" in str(window["header"]["released"]) else None
    opened = modules.run(
        NAMES,
        OPEN_WINDOW,
        {
            "file": window["file"],
            "signing": vectors["signing"],
            "appSecret": secret,
            "store": window["header"]["store"],
        },
    )
    assert opened["header"] == {"incarnationMs": None, "withdrawn": [], **window["header"]}
    assert opened["released"] == window["releasedKeys"]
    assert len(opened["listings"]) == len(window["listings"])
    for found, expected in zip(opened["listings"], window["listings"]):
        wanted = {**expected, "card": expected["card"] if expected["opensWithReleased"] else None}
        assert found == wanted
    assert any(listing["opensWithReleased"] for listing in opened["listings"])


def test_a_key_from_after_the_hand_over_opens_what_the_window_before_could_not(modules, vectors):
    before = next(w for w in vectors["windows"] if w["file"] == "handover-before.bin")
    new = vectors["chains"]["handoverNew"]
    slot = 60
    opened = modules.run(
        NAMES,
        """async (m, { store, publicKey, chain, slot, key }) => {
            const bytes = new Uint8Array(await (await fetch("/vectors/handover-before.bin")).arrayBuffer());
            const trusted = await m.importPublicKey(m.fromBase64url(publicKey));
            const window = await m.readWindow(bytes, { publicKey: trusted, store });
            const keys = new m.KeyRing();
            await keys.takeWindow(window);
            const early = window.shelves.flat().filter((l) => l.chain.id === chain && keys.has(l)).length;
            await keys.takeKey({ chain, slot, key: m.fromBase64url(key), box: null }, Infinity);
            const opened = window.shelves.flat().filter((l) => l.chain.id === chain && keys.has(l));
            const names = [];
            for (const l of opened) names.push((await m.openCard(l.chain.idBytes, l, keys.key(l))).item);
            return { early, names };
        }""",
        {"store": before["header"]["store"], "publicKey": vectors["signing"]["publicKey"], "chain": new["id"],
         "slot": slot, "key": new["keys"][str(slot)]},
    )
    expected = [w["card"]["item"] for w in before["listings"] if w["chain"] == 1 and w["slot"] <= slot]
    assert opened["early"] == 0
    assert sorted(opened["names"]) == sorted(expected) and expected


def test_a_notice_is_read_as_the_vector_says(modules, vectors):
    read = modules.run(
        ["base64url", "crypto", "notice"],
        """async (m, { publicKey, notices }) => {
            const key = await m.importPublicKey(m.fromBase64url(publicKey));
            const read = await Promise.all(notices.map((signed) => m.openNotice(signed, key)));
            return read.map((notice) => notice && { ...notice, sealed: notice.sealed && m.toBase64url(notice.sealed) });
        }""",
        {"publicKey": vectors["signing"]["publicKey"], "notices": vectors["notices"]},
    )
    for vector, notice in zip(vectors["notices"], read, strict=True):
        named = notice and {name: notice[name] for name in vector["notice"] or notice}
        assert named == vector["notice"], vector["note"]


def test_a_listing_of_sealed_bin_that_is_replaced_by_the_notice_is_the_listing_of_replaced_bin(modules, vectors):
    told = next(vector for vector in vectors["notices"] if (vector["notice"] or {}).get("revision") == 1)
    found = modules.run(
        ["base64url", "card", "crypto", "notice", "window-file", "window-records"],
        """async (m, { publicKey, signed, key }) => {
            const trusted = await m.importPublicKey(m.fromBase64url(publicKey));
            const notice = await m.openNotice(signed, trusted);
            const find = async (file) => {
                const bytes = new Uint8Array(await (await fetch(`/vectors/${file}`)).arrayBuffer());
                const window = await m.readWindow(bytes, { publicKey: trusted, store: "main" });
                return window.shelves[notice.position].find(({ slot }) => slot === notice.slot);
            };
            const [before, after] = [await find("sealed.bin"), await find("replaced.bin")];
            const replaced = m.replacedBy(before, notice);
            const plain = ({ chain, sealed, ...listing }) => ({ ...listing, sealed: m.toBase64url(sealed) });
            const others = [{ ...notice, seconds: notice.seconds + 1 }, { ...notice, sealed: notice.sealed.subarray(1) }, { revision: 1 }];
            const card = await m.openCard(before.chain.idBytes, replaced, m.fromBase64url(key));
            return { before: before.revision, replaced: plain(replaced), after: plain(after), text: card.text,
                others: others.map((other) => m.replacedBy(before, other)) };
        }""",
        {
            "publicKey": vectors["signing"]["publicKey"],
            "signed": told,
            "key": vectors["chains"]["sealed"]["keys"]["331"],
        },
    )
    assert found["replaced"] == found["after"] and found["before"] == 0
    assert found["text"] == "replaced" and found["others"] == [None] * 3


@pytest.mark.parametrize(
    "place", [[0, 0, 0], [0, 301, 0], [1, 240, 0], [0, 240, 4], [0, 240], [0, 1.5, 0], "x", [-1, 240, 0]]
)
def test_a_header_that_names_something_sealed_as_withdrawn_is_refused(modules, vectors, place):
    header = {
        **next(entry for entry in vectors["windows"] if entry["file"] == "withdrawn.bin")["header"],
        "withdrawn": [place],
    }
    read = """(m, header) => { try { return m.readHeader(new TextEncoder().encode(JSON.stringify(header))).withdrawn } catch (error) { return error.code } }"""
    assert modules.run(["window-header"], read, header) == "header"
