"""Level packs in the browser: what is taken of a channel, what is refused, and what is there afterwards."""

import base64
import json
import random
import struct
import threading
import zlib

import packs
import pages
import pytest
from conftest import INSECURE_HOST
from packs import Channel, content, delta_fields, delta_file, level, signed, value, written
from waiting import PATIENCE_MS, until

FIRST = [level("first-push", "First push", "Ana", "easy short", "crate"), level("corner"), level("aisle")]
SECOND = [FIRST[0], level("new", "\ufeffÜber 箱"), level("corner", map=b"\0\xff" * 9), FIRST[2]]
EMPTY = content([]).hex()

# `open` gives a library, `told` what a test compares. `last` has the changes that were heard.
HELPERS = """
globalThis.open = async (options) => {
    globalThis.sdk = await import("/shelf-levels.js");
    const given = { server: location.origin, pack: "warehouse", channel: "stable", engine: 1, ...options };
    globalThis.library = await sdk.LevelLibrary.open(given);
    globalThis.heard = [];
    library.addEventListener("change", ({ detail }) => heard.push(detail));
};
globalThis.told = (update) => {
    const { release: content, count, problem, goodUntilMs } = library.status;
    const levels = Array.from({ length: count }, (_, index) => library.level(index + 1).id);
    return { content, levels, problem: problem?.code ?? null, goodUntilMs, ...(update && { kind: update.kind, bytes: update.bytes }) };
};
globalThis.update = async (nowMs = 1000) => told(await library.update(nowMs));
globalThis.reportAll = (releases) => Promise.all(releases.map((release) => library.report(release)));
// While a file is on its way: what stands in `reported` is reported then.
globalThis.updateWhileReporting = async (reported) => {
    const { fetch } = globalThis;
    globalThis.fetch = async (url, options) => {
        if (url.includes("/v1/pack-files/")) await reportAll(reported);
        return fetch(url, options);
    };
    const { kind, problem } = await library.update(1000);
    globalThis.fetch = fetch;
    if (library.status.problem !== (problem ?? null)) throw new Error(`${kind}, and there is ${library.status.problem}`);
    return kind;
};
0;
"""


# The browser's own limits of time don't follow the page's clock.
TIME_LIMITS_BY_THE_CLOCK = """
AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
};
0;
"""


def b64(data):
    return base64.b64encode(data).decode()


@pytest.fixture
def channel():
    return Channel()


@pytest.fixture
def visit(browser, channel):
    """Opens pages of one browser at a server of the channel's files. `visit.asked` has the paths that were asked for."""
    server, address, asked = packs.serve(channel)
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)

    def open_page(**options):
        page = context.new_page()
        page.goto(address + "/")
        page.evaluate(HELPERS)
        page.evaluate("(options) => open(options)", {"publicKey": packs.public_key(), **options})
        return page

    open_page.asked, open_page.context, open_page.address = asked, context, address
    yield open_page
    context.close()
    server.shutdown()


def ids(levels):
    return [one[0] for one in levels]


def test_a_library_begins_with_no_levels_and_has_the_channels_release_after_an_update(visit, channel):
    release = channel.release(FIRST)
    channel.point_at(release, 1000)
    page = visit()
    assert page.evaluate("told()") == {"content": EMPTY, "levels": [], "problem": None, "goodUntilMs": 0}
    assert page.evaluate("[library.level(1), library.level('corner'), library.place('corner')]") == [None] * 3
    bytes_fetched = release["deltas"][-1]["file"]["bytes"]
    there = {"content": content(FIRST).hex(), "levels": ids(FIRST), "problem": None, "goodUntilMs": 2**50}
    assert page.evaluate("update()") == {**there, "kind": "updated", "bytes": bytes_fetched}
    read = "(which) => { const found = library.level(which); return found && { ...found, map: String.fromCharCode(...found.map) }; }"
    assert page.evaluate(read, 1) == {"id": "first-push", "title": "First push", "author": "Ana", "tags": ["easy", "short"],
                                      "background": "crate", "map": "#@$.# first-push", "release": content(FIRST).hex()}  # fmt: skip
    assert page.evaluate(read, "corner") == {"id": "corner", "title": "Corner", "author": None, "tags": [], "background": None,
                                             "map": "#@$.# corner", "release": content(FIRST).hex()}  # fmt: skip
    assert page.evaluate("[library.level(0), library.level(4), library.level('2'), library.level(1.5)]") == [None] * 4
    assert page.evaluate("[library.place('aisle'), Object.isFrozen(library.level(1)), Object.isFrozen(library.level(1).tags)]") == [3, True, True]
    assert page.evaluate("heard") == [{"release": content(FIRST).hex(), "former": EMPTY}]
    assert page.evaluate("update()") == {**there, "kind": "unchanged", "bytes": None}


def test_the_next_release_comes_by_the_delta_from_the_one_that_is_there(visit, channel):
    channel.point_at(channel.release(FIRST), 1000)
    page = visit()
    page.evaluate("update()")
    release = channel.release(SECOND, earlier=[FIRST])
    channel.point_at(release, 2000)
    page.evaluate("globalThis.held = library.level('corner')")
    visit.asked.clear()
    told = page.evaluate("update()")
    assert (told["levels"], told["content"], told["kind"]) == (ids(SECOND), content(SECOND).hex(), "updated")
    assert visit.asked == ["/v1/packs/warehouse/stable", f"/v1/pack-files/{release['deltas'][0]['file']['sha256']}"]
    assert page.evaluate("[held.map.length, library.level('corner').map.length]") == [12, 18]
    page.evaluate("library.level('corner').map.fill(7)")
    assert page.evaluate("library.level('corner').map[1]") == 255


def test_a_delta_that_is_damaged_or_from_another_release_is_no_harm_while_the_one_from_the_empty_pack_is_there(visit, channel):
    channel.point_at(channel.release(SECOND), 1000)
    page = visit()
    page.evaluate("update()")
    other = delta_file(delta_fields(SECOND[2:], SECOND[1:]))
    for sequence, levels, file in ((2000, FIRST, b"damaged"), (3000, SECOND[1:], other), (4000, SECOND[:1], None)):
        release = channel.release(levels)
        step = channel.file(file or b"missing")
        channel.files[f"/v1/pack-files/{step['sha256']}"] = file
        from_there = {"from": page.evaluate("library.status.release"), "file": step}
        channel.point_at({**release, "deltas": [from_there, *release["deltas"]]}, sequence)
        visit.asked.clear()
        assert page.evaluate("update()")["levels"] == ids(levels)
        assert visit.asked[1] == f"/v1/pack-files/{step['sha256']}" and len(visit.asked) == 3


def with_another_head(file):
    """The same delta in a file of the same length: zlib's second byte tells how it was made, which no reader needs."""
    assert file[16:18] == b"\x78\xda" and zlib.decompress(b"\x78\x9c" + file[18:]) == zlib.decompress(file[16:])
    return file[:16] + b"\x78\x9c" + file[18:]


def test_a_file_with_other_bytes_than_its_name_says_is_refused_though_they_make_the_same_levels(visit, channel):
    page = visit()
    for sequence, levels, earlier in ((1000, FIRST, ()), (2000, SECOND, (FIRST,))):
        release = channel.release(levels, earlier=earlier)
        paths = [f"/v1/pack-files/{delta['file']['sha256']}" for delta in release["deltas"]]
        right = {path: channel.files[path] for path in paths}
        channel.files.update({path: with_another_head(file) for path, file in right.items()})
        channel.point_at(release, sequence)
        told = page.evaluate("update()")
        before = ids(earlier[0]) if earlier else []
        assert (told["kind"], told["problem"], told["levels"]) == ("failed", "refused", before)
        assert "other bytes than the document says" in page.evaluate("library.status.problem.message")
        channel.files.update(right)
        assert page.evaluate("update()")["levels"] == ids(levels)


def test_a_document_with_any_byte_changed_or_without_its_last_one_is_refused(visit, channel):
    document = channel.document(channel.release(FIRST))
    changed = [document[:at] + bytes([document[at] ^ 1 << at % 8]) + document[at + 1 :] for at in range(len(document))]
    page = visit()
    refused = page.evaluate(
        """async ({ all, publicKey }) => {
            const bytes = all.map((text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
            let at = 0;
            await open({ publicKey, store: sdk.memoryLevelStore(), source: async () => bytes[at] });
            const codes = [];
            for (; at < bytes.length; at++) codes.push((await library.update(1000)).problem?.code);
            return { codes, told: told() };
        }""",
        {"publicKey": packs.public_key(), "all": [b64(one) for one in (*changed, document[:-1], document + b"\0", b"")]},
    )
    assert refused["codes"] == ["refused"] * (len(document) + 3)
    assert refused["told"]["content"] == EMPTY and refused["told"]["goodUntilMs"] == 0


def test_a_delta_with_any_byte_changed_is_refused_also_when_it_is_compressed_afterwards(modules):
    fields = delta_fields(FIRST, SECOND)
    whole = delta_file(fields)
    changed = [whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :] for at in range(len(whole))]
    # A few bits are nothing to any reader, such as those that fill up the last byte before the checksum.
    inert = {at for at in range(16, len(whole)) if zlib_inflates(changed[at][16:], fields)}
    assert len(inert) <= 1
    others = [fields[:at] + bytes([fields[at] ^ 1 << at % 8]) + fields[at + 1 :] for at in range(len(fields))]
    # A pack has 32 MiB of maps at most, and 2 KiB around each of 10,000 levels.
    too_large = delta_file(fields, 54_034_433)
    given = [whole, *changed, *(delta_file(one) for one in others), delta_file(fields, 54_034_432), too_large]
    read = modules.run(
        ["pack-delta", "pack-content", "level-problem"],
        """async (m, { all, levels }) => {
            const before = { id: "warehouse", engine: 1, levels: levels.map(([id, title, author, tags, background, map]) =>
                ({ id, title, author, tags: tags.split(" ").filter(Boolean), background, map: new TextEncoder().encode(map) })) };
            return Promise.all(all.map(async (text) => {
                try {
                    const delta = await m.readDelta(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
                    return m.packContent(await m.appliedDelta(delta, before));
                } catch (fault) {
                    if (!(fault instanceof m.PackFault)) throw fault;
                    return fault.code;
                }
            }));
        }""",
        {"all": [b64(one) for one in given], "levels": [[*one[:5], one[5].decode()] for one in FIRST]},
    )
    assert read[0] == content(SECOND).hex()
    taken = {index - 1 for index, one in enumerate(read) if index and one not in CODES}
    assert taken <= inert, taken
    assert read[-2:] == ["unreadable", "tooLarge"]
    assert set(read[1:]) - {content(SECOND).hex()} <= CODES


def test_what_another_program_made_of_the_same_description_is_read_as_it_says(modules):
    vectors = json.loads((pages.VECTORS / "packs.json").read_text())
    assert all(len(vectors[name]) > 1 for name in ("packs", "deltas", "documents", "rollout"))
    read = modules.run(
        ["pack-content", "pack-delta", "pack-document", "rollout", "base64url", "crypto"],
        """async (m, { signing, packs, deltas, documents, rollout }) => {
            const bytes = m.fromBase64url, told = m.toBase64url;
            const levelOf = (level) => ({ author: null, background: null, ...level, map: bytes(level.map) });
            const packOf = ({ pack, engine, levels }) => ({ id: pack, engine, levels: levels.map(levelOf) });
            const named = new Map(packs.map((pack) => [pack.name, packOf(pack)]));
            const publicKey = await m.importPublicKey(bytes(signing.publicKey));
            const made = deltas.map(async (delta) => {
                const read = await m.readDelta(bytes(delta.bytes));
                const { id, engine, levels } = await m.appliedDelta(read, named.get(delta.from));
                return { id, engine, levels: levels.map((level) => ({ ...level, map: told(level.map) })) };
            });
            const opened = documents.map(({ bytes: text, document: { pack, channel } }) =>
                m.readDocument(bytes(text), { pack, channel, publicKey }));
            const isIn = ({ deviceHex, content, share }) => {
                const device = Uint8Array.from(deviceHex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
                const release = { content };
                return m.releaseFor({ release, rollout: { share, others: {} } }, device) === release;
            };
            return {
                contents: await Promise.all([...named.values()].map(m.packContent)),
                made: await Promise.all(made), opened: await Promise.all(opened), decided: rollout.map(isIn),
            };
        }""",
        vectors,
    )
    assert read["contents"] == [pack["contentHex"] for pack in vectors["packs"]]
    named = {pack["name"]: pack for pack in vectors["packs"]}
    nothing = {"author": None, "background": None}
    for delta, made in zip(vectors["deltas"], read["made"], strict=True):
        after = named[delta["to"]]
        levels = [{**nothing, **level} for level in after["levels"]]
        assert made == {"id": after["pack"], "engine": after["engine"], "levels": levels}, delta["note"]
    assert read["opened"] == [{"rollout": None, **vector["document"]} for vector in vectors["documents"]]
    assert read["decided"] == [vector["isIn"] for vector in vectors["rollout"]]


CODES = {"unreadable", "otherRelease", "otherContent", "tooLarge"}


def zlib_inflates(data, expected):
    try:
        return zlib.decompress(data) == expected
    except zlib.error:
        return False


HEAD = value(content([])) + value(content(FIRST)) + value(1)
PUT = value("level")


def put(levels):
    """A delta that puts these levels into the empty pack, with the digest that they have."""
    return delta_file(value(content([])) + value(content(levels)) + value(1) + b"".join(PUT + written([one]) for one in levels))


def with_broken_title():
    """A delta whose digest is that of what a lenient reader makes of the bytes."""
    read = level("first", title="a\ufffdb")
    broken = written([read]).replace(value("a\ufffdb"), value(b"a\xffb").replace(b"\3", b"\2", 1))
    return delta_file(value(content([])) + value(content([read])) + value(1) + PUT + broken)


HOSTILE = {
    "bytes follow its last value": delta_file(delta_fields([], FIRST) + b"\0"),
    "its last value is cut": delta_file(delta_fields([], FIRST)[:-1]),
    "bytes follow what is compressed": delta_file(delta_fields([], FIRST)) + b"\0",
    "what is compressed is cut": delta_file(delta_fields([], FIRST))[:-1],
    "it inflates to more than it says": delta_file(delta_fields([], FIRST), len(delta_fields([], FIRST)) - 1),
    "it inflates to less than it says": delta_file(delta_fields([], FIRST), len(delta_fields([], FIRST)) + 1),
    "it says that it is larger than a pack": delta_file(delta_fields([], FIRST), 1 << 40),
    "it inflates to a thousand times as much": b"SHELFLD1" + struct.pack(">Q", 64) + zlib.compress(bytes(200 << 20), 9),
    "it has another mark": b"SHELFLD2" + delta_file(delta_fields([], FIRST))[8:],
    "a length goes past the end": delta_file(HEAD + PUT + b"\2" + struct.pack(">Q", 2**63)),
    "an id is bytes": put([(b"first", "First", None, "", None, b"")]),
    "a type is unknown": delta_file(HEAD + PUT + b"\4" + value("first")[1:] + written([FIRST[0]])[len(value("first-push")) :]),
    "a step is unknown": delta_file(HEAD + value("levels") + written([FIRST[0]])),
    "a title is nothing": put([("first", None, None, "", None, b"")]),
    "a level stays that isn't there": delta_file(HEAD + value(0) + value(1)),
    "two levels have one id": put([FIRST[0], FIRST[1], FIRST[0]]),
    "an id has another form": put([level("First")]),
    "a tag has another form": put([level("first", tags="Easy")]),
    "there are spaces around the tags": put([level("first", tags=" easy")]),
    "there are too many levels": put([level(f"level-{number}", map=b"") for number in range(10_001)]),
    "a map is too large": put([level("first", map=bytes(65_537))]),
    "its maps are too large": put([level(f"level-{number}", map=bytes(65_536)) for number in range(513)]),
    "it leads to another release": delta_file(delta_fields([], SECOND)),
    "it is for another engine than its digest": delta_file(delta_fields([], FIRST).replace(value(1), value(2), 1)),
    "its digest is another one": delta_file(HEAD + PUT + written([SECOND[1]])),
    "a title isn't UTF-8": with_broken_title(),
}  # fmt: skip


@pytest.mark.parametrize("delta", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_delta_that_the_key_has_signed_is_refused_and_nothing_changes_when(visit, channel, delta):
    channel.point_at(channel.release([FIRST[1]]), 1000)
    page = visit()
    before = page.evaluate("update()")
    # The digest is the one that the delta names, so that only the delta's own faults count.
    named = zlib.decompressobj().decompress(delta[16:], 82)[50:] if delta[:8] == b"SHELFLD1" else content(FIRST)
    release = {**channel.release(FIRST), "content": (named if len(named) == 32 else content(FIRST)).hex()}
    if delta == HOSTILE["it leads to another release"]:
        release["content"] = content(FIRST).hex()
    release["deltas"] = [{"from": EMPTY, "file": channel.file(delta)}]
    channel.point_at(release, 2000)
    after = page.evaluate("update()")
    assert (after["kind"], after["problem"]) == ("failed", "refused")
    assert (after["content"], after["levels"]) == (before["content"], ["corner"])
    assert page.evaluate("heard.length") == 1
    channel.point_at(channel.release(FIRST), 3000)
    assert page.evaluate("update()")["levels"] == ids(FIRST)


def test_an_older_document_is_refused_also_after_a_restart_and_one_of_the_same_moment_is_taken(visit, channel):
    first, second = channel.release(FIRST), channel.release(SECOND)
    channel.point_at(second, 2000)
    visit().evaluate("update()")
    channel.point_at(first, 1999)
    page = visit()
    told = page.evaluate("update()")
    assert (told["kind"], told["problem"], told["levels"]) == ("failed", "refused", ids(SECOND))
    channel.point_at(first, 2000)
    assert page.evaluate("update()")["levels"] == ids(FIRST)


def test_a_document_of_another_pack_channel_or_key_is_refused(visit, channel):
    page = visit()
    path = "/v1/packs/warehouse/stable"
    members = {"pack": "warehouse", "channel": "stable", "sequence": 1, "goodUntilMs": 2**50, "release": channel.release(FIRST)}
    text = json.dumps(members).encode()
    longer = b"SHELFLP1" + struct.pack(">I", len(text) + 1) + text
    wrong = [longer + packs.KEY.sign(longer), signed({**members, "pack": "other"}), signed({**members, "channel": "beta"}), signed(members, packs.OTHER_KEY),
             signed(members, mark=b"SHELFLP2"), signed({**members, "sequence": "1"}), signed({**members, "sequence": 1.5}),
             signed({name: given for name, given in members.items() if name != "release"}), signed(b"\xef\xbb\xbf" + text),
             signed(text.replace(b"warehouse", b"ware\xffouse")), signed(text + b"}"), signed(b"[]"), signed(b"null"),
             signed(text[:-1] + b', "note": "a\xffb"}')]  # fmt: skip
    for document in wrong:
        channel.files[path] = document
        told = page.evaluate("update()")
        assert (told["problem"], told["goodUntilMs"], told["levels"]) == ("refused", 0, []), document
    channel.files[path] = signed(text[:-1] + b', "note": "a b"} ')
    assert page.evaluate("update()")["kind"] == "updated"


def test_nothing_is_taken_by_a_document_that_is_no_longer_good_and_the_levels_are_played_on(visit, channel):
    channel.point_at(channel.release(FIRST), 1000, good_until_ms=5000)
    page = visit()
    page.evaluate("update(5000)")
    channel.point_at(channel.release(SECOND), 2000, good_until_ms=6000)
    told = page.evaluate("update(6001)")
    assert (told["kind"], told["problem"], told["levels"], told["goodUntilMs"]) == ("failed", "stale", ids(FIRST), 6000)
    assert page.evaluate("library.status.problem.untilMs") == 6000
    assert page.evaluate("library.status.problem.why").startswith("the newest document is no longer good, so it isn't known")
    assert page.evaluate("update(6000)")["levels"] == ids(SECOND)
    assert page.evaluate("library.status.problem") is None


def test_a_release_for_a_later_engine_waits_for_the_app_that_has_it(visit, channel):
    channel.point_at(channel.release(FIRST, engine=3), 1000)
    page = visit(engine=2)
    told = page.evaluate("update()")
    assert (told["problem"], told["levels"]) == ("needsEngine", [])
    assert page.evaluate("library.status.problem.message") == "The new levels need version 3 of the game's engine."
    assert page.evaluate("library.status.problem.why") == "the new levels need version 3 of the game's engine"
    assert visit.asked == ["/v1/packs/warehouse/stable"]
    assert visit(engine=3).evaluate("update()")["levels"] == ids(FIRST)
    earlier = visit(engine=2)
    assert earlier.evaluate("[library.count, library.status.problem.code]") == [0, "needsEngine"]
    assert earlier.evaluate("update()")["problem"] == "needsEngine"
    assert visit(engine=3).evaluate("library.count") == len(FIRST), "the later version goes on with it"


# The device's bytes, the release's content, and what SHA-256 draws of both, in ten-thousandths.
DRAWN = [
    ("00" * 16, "00" * 32, 4732),
    ("000102030405060708090a0b0c0d0e0f", "ab" * 32, 7409),
    ("ff" * 16, "00" * 32, 2494),
    ("a0b1c2d3e4f5061728394a5b6c7d8e9f", "0123456789abcdef" * 4, 3106),
]


def test_a_device_is_in_a_share_from_what_is_drawn_on(modules):
    decided = modules.run(
        ["rollout"],
        """(m, all) => all.map(([device, content, drawn]) => {
            const bytes = Uint8Array.from(device.match(/../g), (pair) => parseInt(pair, 16));
            const release = { content }, others = { content: "others" };
            const shares = [-1, 0, drawn, drawn + 1, 9999];
            return shares.map((share) => m.releaseFor({ release, rollout: { share, others } }, bytes) === release);
        })""",
        DRAWN,
    )
    assert decided == [[False, False, False, True, True]] * len(DRAWN)


def test_a_device_outside_a_rollout_has_the_release_for_the_others_until_the_share_reaches_it(visit, channel):
    others, newest = channel.release(FIRST), channel.release(SECOND)
    channel.point_at(newest, 1000, rollout={"share": 0, "others": others})
    page = visit()
    assert page.evaluate("update()")["levels"] == ids(FIRST)
    channel.point_at(newest, 2000, rollout={"share": 10_000, "others": others})
    assert page.evaluate("update()")["levels"] == ids(SECOND)
    # It decides by bytes that it keeps: a half is the same half after a restart.
    channel.point_at(newest, 3000, rollout={"share": 5000, "others": others})
    assert len({tuple(visit().evaluate("update()")["levels"]) for _ in range(4)}) == 1


def endless(handler):
    handler.send_response(200)
    handler.end_headers()
    try:
        while True:
            handler.wfile.write(bytes(65_536))
    except OSError:
        ENDED.set()


def cut(handler):
    handler.send_response(200)
    handler.send_header("Content-Length", "40")
    handler.end_headers()
    handler.wfile.write(bytes(39))


ENDED = threading.Event()
BAD_ANSWERS = {
    "endless": (endless, "longer than"), "cut": (cut, "broken off"), "missing": (None, "answered 404"),
    "a failure": (lambda handler: handler.send_error(500), "answered 500"),
}  # fmt: skip


@pytest.mark.parametrize("answer, why", BAD_ANSWERS.values(), ids=BAD_ANSWERS.keys())
def test_an_answer_that_is_cut_or_has_no_end_leaves_the_release_that_is_there(visit, channel, answer, why):
    channel.point_at(channel.release(FIRST), 1000)
    page = visit()
    page.evaluate("update()")
    release = channel.release(SECOND)
    for path in (f"/v1/pack-files/{release['deltas'][0]['file']['sha256']}", "/v1/packs/warehouse/stable"):
        channel.point_at(release, 2000)
        channel.files[path] = answer
        ENDED.clear()
        told = page.evaluate("update()")
        assert (told["kind"], told["problem"], told["levels"]) == ("failed", "unreachable", ids(FIRST)), path
        assert why in page.evaluate("library.status.problem.message")
        assert answer is not endless or ENDED.wait(30)


def test_a_server_that_has_no_room_is_asked_again_when_it_says_or_up_to_twice_as_late(visit, channel):
    release = channel.release(FIRST)
    channel.point_at(release, 1000)
    path = f"/v1/pack-files/{release['deltas'][-1]['file']['sha256']}"
    file = channel.files[path]

    def refuse(handler):
        channel.files[path] = file
        handler.send_response(503)
        handler.send_header("Retry-After", "5")
        handler.end_headers()

    channel.files[path] = refuse
    page = visit()
    page.clock.install()
    page.evaluate("() => { globalThis.updating = update() }")
    assert until(page, lambda: visit.asked.count(path) == 1)
    page.wait_for_timeout(500)
    page.clock.run_for(4900)
    page.wait_for_timeout(500)
    assert visit.asked.count(path) == 1
    page.clock.run_for(5200)
    assert page.evaluate("updating")["levels"] == ids(FIRST) and visit.asked.count(path) == 2


def test_the_time_until_a_server_has_room_is_not_the_time_that_its_answer_may_take(visit, channel):
    release = channel.release(FIRST)
    channel.point_at(release, 1000)
    path = f"/v1/pack-files/{release['deltas'][-1]['file']['sha256']}"
    file = channel.files[path]

    def refuse(handler):
        channel.files[path] = file
        handler.send(503, "text/plain", b"no room", {"Retry-After": "60"})

    channel.files[path] = refuse
    page = visit()
    page.clock.install()
    page.evaluate(TIME_LIMITS_BY_THE_CLOCK)
    page.evaluate("() => { globalThis.updating = update() }")
    assert until(page, lambda: visit.asked.count(path) == 1)
    page.wait_for_timeout(500)
    page.clock.run_for(121_000)
    assert page.evaluate("updating")["levels"] == ids(FIRST) and visit.asked.count(path) == 2


def test_a_server_that_has_no_room_and_says_no_time_or_a_late_one_is_not_asked_again(visit, channel):
    release = channel.release(FIRST)
    channel.point_at(release, 1000)
    path = f"/v1/pack-files/{release['deltas'][-1]['file']['sha256']}"
    page = visit()
    for fields in ({}, {"Retry-After": "61"}):
        channel.files[path] = lambda handler, fields=fields: handler.send(503, "text/plain", b"no room", fields)
        visit.asked.clear()
        assert page.evaluate("update()")["problem"] == "unreachable"
        assert visit.asked.count(path) == 1 and "answered 503" in page.evaluate("library.status.problem.message")


LONG = [level(f"level-{number}", map=random.Random(number).randbytes(60_000)) for number in range(20)]


class InParts:
    """A file that is given in parts. `asked` has the first byte of each part, and `without` is where it breaks off."""

    def __init__(self, channel, levels):
        release = channel.release(levels)
        channel.point_at(release, 1000)
        path = f"/v1/pack-files/{release['deltas'][-1]['file']['sha256']}"
        self.bytes, self.asked, self.without, self.spoilt = channel.files[path], [], None, False
        channel.files[path] = self.answer

    def answer(self, handler):
        first, last = (int(number) for number in handler.headers["Range"].removeprefix("bytes=").split("-"))
        self.asked.append(first >> 18)
        if self.asked[-1] == self.without:
            return handler.send_error(500)
        part = self.bytes[first : last + 1]
        spoilt = part[:-1] + bytes([part[-1] ^ 1]) if self.spoilt else part
        handler.send(206, "application/octet-stream", spoilt, {"Content-Range": f"bytes {first}-{last}/{len(self.bytes)}"})


def test_a_long_file_that_was_broken_off_is_gone_on_with_also_in_the_next_page(visit, channel):
    file = InParts(channel, LONG)
    assert len(file.bytes) >> 18 == 4
    page = visit()
    for without in (2, 3):
        file.asked.clear()
        file.without = without
        assert page.evaluate("update()")["problem"] == "unreachable"
        assert file.asked == {2: [0, 1, 2], 3: [2, 3]}[without]
    file.asked.clear()
    file.without = None
    told = visit().evaluate("update()")
    assert (told["levels"], told["bytes"], file.asked) == (ids(LONG), len(file.bytes), [3, 4])
    kept = page.evaluate(
        """() => new Promise((resolve) => {
            indexedDB.open("shelflife-levels").onsuccess = ({ target: { result } }) => {
                result.transaction("releases").objectStore("releases").getAllKeys().onsuccess = ({ target }) =>
                    (result.close(), resolve(target.result.map(([, ...rest]) => rest)));
            };
        })"""
    )
    assert kept == [[content(LONG).hex()]]


def test_a_long_file_whose_beginning_is_damaged_is_refused_and_then_fetched_anew(visit, channel):
    file = InParts(channel, LONG)
    file.spoilt = True
    page = visit()
    assert page.evaluate("update()")["problem"] == "refused"
    file.spoilt = False
    file.asked.clear()
    assert page.evaluate("update()")["levels"] == ids(LONG)
    assert file.asked == [0, 1, 2, 3, 4]


def test_a_long_file_comes_whole_where_the_server_or_the_source_knows_no_parts_and_in_any_store(visit, channel):
    release = channel.release(LONG)
    channel.point_at(release, 1000)
    page = visit()
    assert page.evaluate("update()")["levels"] == ids(LONG)
    assert len(visit.asked) == 2
    file = InParts(channel, LONG)
    file.without = 1
    page.evaluate("(options) => open({ ...options, store: sdk.memoryLevelStore() })", {"publicKey": packs.public_key()})
    assert page.evaluate("update()")["problem"] == "unreachable"
    file.without = None
    file.asked.clear()
    assert page.evaluate("update()")["levels"] == ids(LONG)
    assert file.asked == [1, 2, 3, 4]
    own = """async (options) => {
        const { change, release } = sdk.memoryLevelStore();
        await open({ ...options, store: { change, release } });
    }"""
    page.evaluate(own, {"publicKey": packs.public_key()})
    assert page.evaluate("update()")["levels"] == ids(LONG)


def test_what_the_app_has_reported_goes_back_says_why_and_is_not_taken_again(visit, channel):
    channel.point_at(channel.release(FIRST), 1000)
    page = visit()
    page.evaluate("update()")
    channel.point_at(channel.release(SECOND), 2000)
    page.evaluate("update()")
    page.evaluate("library.report(library.level('corner').release, 'the corner has no player')")
    assert page.evaluate("told()") == {"content": content(FIRST).hex(), "levels": ids(FIRST), "problem": "failed", "goodUntilMs": 2**50}
    assert page.evaluate("library.status.problem.why") == "the corner has no player"
    page = visit()
    visit.asked.clear()
    told = page.evaluate("update()")
    assert (told["kind"], told["problem"], told["levels"]) == ("failed", "failed", ids(FIRST))
    assert page.evaluate("library.status.problem.why") == "the corner has no player"
    assert visit.asked == ["/v1/packs/warehouse/stable"]
    channel.point_at(channel.release(SECOND[1:]), 3000)
    assert page.evaluate("update()")["levels"] == ids(SECOND[1:])
    # An app with another engine may play it.
    channel.point_at(channel.release(SECOND), 4000)
    assert visit(engine=2).evaluate("update()")["levels"] == ids(SECOND)


REPORTS = json.loads((pages.VECTORS / "level-reports.json").read_text())["cases"]


@pytest.mark.parametrize("case", REPORTS, ids=lambda case: case["name"])
def test_reports_of_releases_that_the_app_cannot_play_leave_what_the_vectors_say(visit, channel, case):
    packs_of = {"own": [], **{name: [level(name.lower())] for name in "ABC"}}
    page = visit()
    for number, step in enumerate(case["steps"]):
        match step:
            case {"do": "point", "release": name, **more}:
                others = {"rollout": {"share": more["share"], "others": channel.release(packs_of[more["others"]])}} if "share" in more else {}
                channel.point_at(channel.release(packs_of[name]), number + 1, **others)
            case {"do": "update", "tells": kind, **more}:
                reported = [content(packs_of[name]).hex() for name in more.get("reported", [])]
                assert page.evaluate("(reported) => updateWhileReporting(reported)", reported) == kind, step
            case {"do": "report", "releases": names}:
                page.evaluate("(releases) => reportAll(releases)", [content(packs_of[name]).hex() for name in names])
            case {"do": "open", "engine": engine}:
                page = visit(engine=engine)
        assert page.evaluate("library.status.release") == content(packs_of[step["there"]]).hex(), (number + 1, step)


def test_a_report_from_within_a_change_stays_the_problem_and_is_not_taken_again(visit, channel):
    channel.point_at(channel.release(FIRST), 1000)
    page = visit()
    page.evaluate("library.addEventListener('change', () => { globalThis.reporting ??= library.report(library.status.release, 'at once') })")
    page.evaluate("update()")
    page.evaluate("reporting")
    assert page.evaluate("[told().content, library.status.problem.why]") == [EMPTY, "at once"]
    assert page.evaluate("update()")["problem"] == "failed"


def test_a_report_without_a_reason_has_one_in_words(visit, channel):
    channel.point_at(channel.release(FIRST), 1000)
    page = visit()
    page.evaluate("update()")
    page.evaluate("library.report(library.status.release)")
    assert page.evaluate("library.status.problem.why") == "the app can't play them"
    page.evaluate("update()")
    message = "These levels failed, so earlier ones are there: the app can't play them."
    assert page.evaluate("library.status.problem.message") == message


def test_a_start_without_the_server_has_the_kept_levels_and_damaged_ones_are_fetched_again(visit, channel):
    for sequence, levels in ((1000, FIRST), (2000, SECOND)):
        channel.point_at(channel.release(levels), sequence)
        page = visit()
        page.evaluate("update()")
    document = channel.files.pop("/v1/packs/warehouse/stable")
    page = visit()
    assert page.evaluate("told()")["levels"] == ids(SECOND)
    assert page.evaluate("update()")["problem"] == "unreachable"
    damaged = page.evaluate(
        """([content]) => new Promise((resolve) => {
            indexedDB.open("shelflife-levels").onsuccess = ({ target: { result } }) => {
                const releases = result.transaction("releases", "readwrite").objectStore("releases");
                const key = [`${location.origin} warehouse stable`, content];
                releases.get(key).onsuccess = ({ target: { result: pack } }) => {
                    pack.levels[2].map[0] ^= 1;
                    releases.put(pack, key);
                    releases.getAllKeys().onsuccess = ({ target }) => (result.close(), resolve(target.result.length));
                };
            };
        })""",
        [content(SECOND).hex()],
    )
    assert damaged == 2
    page = visit()
    told = page.evaluate("told()")
    assert (told["levels"], told["problem"]) == (ids(FIRST), "failed")
    # Going back is kept, so the next start knows of no damage.
    page = visit()
    told = page.evaluate("told()")
    assert (told["levels"], told["problem"]) == (ids(FIRST), None)
    channel.files["/v1/packs/warehouse/stable"] = document
    told = page.evaluate("update()")
    assert (told["levels"], told["kind"], told["problem"]) == (ids(SECOND), "updated", None)


@pytest.mark.parametrize("step", [1, 2])
def test_a_change_that_is_ended_at_any_step_leaves_the_whole_release_before(visit, channel, step):
    channel.point_at(channel.release(FIRST), 1000)
    page = visit()
    page.evaluate("update()")
    channel.point_at(channel.release(SECOND), 2000)
    # The first change keeps what was seen, with one write. The second one takes the release, with two.
    page.evaluate(
        """(step) => {
            const { put } = IDBObjectStore.prototype;
            let writes = 0;
            IDBObjectStore.prototype.put = function (...given) {
                const asked = put.apply(this, given);
                if (++writes === 1 + step) this.transaction.abort();
                return asked;
            };
        }""",
        step,
    )
    told = page.evaluate("update()")
    assert (told["kind"], told["problem"], told["levels"]) == ("failed", "storage", ids(FIRST))
    page = visit()
    assert page.evaluate("[told().levels, told().problem]") == [ids(FIRST), None]
    assert page.evaluate("update()")["levels"] == ids(SECOND)


def test_two_tabs_share_what_one_has_fetched_and_neither_loses_what_the_other_reports(visit, channel):
    channel.point_at(channel.release(FIRST), 1000)
    one, other = visit(), visit()
    assert one.evaluate("update()")["kind"] == "updated"
    visit.asked.clear()
    assert other.evaluate("update()") == {**one.evaluate("told()"), "kind": "updated", "bytes": 0}
    assert visit.asked == ["/v1/packs/warehouse/stable"]
    channel.point_at(channel.release(SECOND), 2000)
    assert one.evaluate("update()")["levels"] == ids(SECOND)
    other.evaluate("library.report(library.status.release, 'broken')")
    assert visit().evaluate("told()")["levels"] == ids(SECOND)
    channel.point_at(channel.release(SECOND), 3000, rollout={"share": 0, "others": channel.release(FIRST)})
    assert one.evaluate("update()")["problem"] == "failed"


def test_an_address_without_cryptography_and_wrong_options_are_clear_errors(visit, channel):
    page = visit.context.new_page()
    page.goto(visit.address.replace("127.0.0.1", INSECURE_HOST) + "/")
    page.evaluate(HELPERS)
    failure = "(options) => open(options).then(() => null, ({ code, message }) => `${code}: ${message}`)"
    good = {"publicKey": packs.public_key()}
    assert page.evaluate(failure, good).startswith("insecureOrigin: This address isn't secure")
    page = visit()
    wrong = [({"publicKey": "abc"}, "publicKey: The public key isn't 32 bytes"), ({"pack": "Ware"}, "options: “Ware” is no pack"),
             ({"channel": "a/b"}, "options: “a/b” is no channel"), ({"engine": 0}, "options: 0 is no version"),
             ({"server": "ftp://x"}, "address: The server's address")]  # fmt: skip
    for given, expected in wrong:
        assert page.evaluate(failure, {**good, **given}).startswith(expected)


def test_where_the_browser_does_not_open_its_storage_a_library_opens_all_the_same_and_says_so(visit, channel):
    channel.point_at(channel.release(FIRST), 1000)
    visit.context.add_init_script("IDBFactory.prototype.open = () => new EventTarget();")
    page = visit.context.new_page()
    page.goto(visit.address + "/")
    page.evaluate(HELPERS)
    opening = "(options) => Promise.race([open(options).then(() => 'opened'), new Promise((ring) => setTimeout(() => ring('still opening'), 60_000))])"
    assert page.evaluate(opening, {"publicKey": packs.public_key()}) == "opened"
    assert page.evaluate("library.status.problem.message") == "The levels can't be stored: the browser doesn't open its storage."
    assert page.evaluate("update()")["problem"] == "storage"
