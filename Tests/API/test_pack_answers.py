"""Level packs: every answer that the description promises, from the bundle to a file's part."""

import hashlib
import json
import random
import struct
import zlib

from api_shelf import ADMIN, AUDITOR
from packs import value

LONG = b'{"reason": "' + b"a" * 70_000 + b'"}'
BYTES = {"Content-Type": "application/octet-stream"}
MAPS = {id: random.Random(id).randbytes(400) for id in (f"level-{number}" for number in range(40))}


def bundle(levels, engine=1):
    """A pack's folder as one file.

    - levels: titles by id, in the order in which they are played.
    """
    lines = [f"  - {{id: {id}, title: {title}, map: {id}.xsb}}" for id, title in levels.items()]
    files = {f"{id}.xsb": MAPS[id] for id in levels}
    files["pack.yaml"] = "\n".join([f"engine: {engine}", "levels:", *lines]).encode()
    inside = b"".join(value(path) + value(files[path]) for path in sorted(files))
    return b"SHELFLF1" + struct.pack(">Q", len(inside)) + zlib.compress(inside)


FIRST = bundle({id: f"Level {id}" for id in list(MAPS)[:36]})
LATER = bundle({id: f"Level {id}{' again' if id == 'level-3' else ''}" for id in list(MAPS)[4:40] + ["level-3"]}, 2)
BROKEN = bundle({"level-0": ""})


def digest(data):
    return hashlib.sha256(data).hexdigest()


def send(ask, data, named=None, **options):
    return ask("sendPackBundle", data, options.pop("token", ADMIN), headers=BYTES, bundle=named or digest(data))


def publish(ask, packs):
    number = ask("listContentVersions", token=ADMIN)[1]["inForce"]
    files = ask("getContentFiles", token=ADMIN, number=number)[1]["files"]
    others = [file for file in files if file["path"] != "packs/SHA256SUMS"]
    lines = "".join(f"{digest(data)}  {pack}\n" for pack, data in packs.items())
    listed = [*others, {"path": "packs/SHA256SUMS", "text": lines}]
    return ask("publishContent", {"files": listed, "reason": "levels", "base": 0, "over": 2**53 - 1}, ADMIN)[0]


def crates(ask):
    return next((one for one in ask("listPacks", token=ADMIN)[1]["packs"] if one["pack"] == "crates"), None)


def document(data):
    return json.loads(data[12 : 12 + int.from_bytes(data[8:12])])


def test_a_pack_is_sent_released_moved_and_fetched(ask):
    names = [digest(FIRST), digest(LATER)]
    assert crates(ask) is None
    assert ask("listMissingBundles", {"bundles": [*names, names[0]]}, ADMIN)[1] == {"missing": names}
    assert publish(ask, {"crates": FIRST}) == "content_refused"
    for data, engine, levels in [(FIRST, 1, 36), (LATER, 2, 37)]:
        for _ in range(2):
            assert send(ask, data) == (200, {"levels": levels, "engine": engine})
    assert ask("listMissingBundles", {"bundles": names}, ADMIN)[1] == {"missing": []}
    assert ask("getPackBundle", token=ADMIN, bundle=names[0]) == (200, FIRST)
    assert publish(ask, {"crates": FIRST}) == publish(ask, {"crates": LATER}) == 200

    assert crates(ask) == {"pack": "crates", "inForce": 2, "newest": 2, "channels": []}
    told = ask("getPack", token=ADMIN, pack="crates")[1]
    assert [(one["release"], one["levels"], one["engine"]) for one in told["releases"]] == [(2, 37, 2), (1, 36, 1)]
    release = ask("getPackRelease", token=ADMIN, pack="crates", release=2)[1]
    assert release["release"] == told["releases"][0] and len(release["levels"]) == 37
    last = {"place": 37, "id": "level-3", "title": "Level level-3 again", "tags": [], "mapBytes": 400}
    assert release["levels"][36] == last
    difference = ask("comparePackReleases", token=ADMIN, query="?from=1&to=2", pack="crates")[1]
    assert difference["engine"] == {"before": 1, "after": 2}
    kinds = [(one["kind"], one["level"]) for one in difference["levels"]]
    assert [one for one in kinds if one[0] == "removed"] == [("removed", f"level-{number}") for number in range(3)]
    assert ("changed", "level-3") in kinds and ("moved", "level-3") in kinds and ("added", "level-39") in kinds

    assert ask("getPackChannel", pack="crates", channel="stable")[0] == "not_found"
    stable = {"channel": "stable", "release": 1, "reason": "the first", "after": 0}
    status, moved = ask("moveChannel", stable, ADMIN, pack="crates")
    assert status == 200 and moved["isNew"] and moved["channel"]["release"] == 1
    seen = {**stable, "after": moved["channel"]["sequence"]}
    assert ask("moveChannel", seen, ADMIN, pack="crates")[1] == {**moved, "isNew": False}
    assert ask("moveChannel", {**stable, "release": 2}, ADMIN, pack="crates")[0] == "content_conflict"
    shared = ask("moveChannel", {**seen, "release": 2, "share": 2500}, ADMIN, pack="crates")[1]["channel"]
    assert (shared["release"], shared["share"], shared["others"]) == (2, 2500, 1)

    status, data = ask("getPackChannel", pack="crates", channel="stable")
    said = document(data)
    assert status == 200 and said["sequence"] == shared["sequence"] and said["rollout"]["share"] == 2500
    held = {"If-None-Match": ask.headers["ETag"]}
    assert ask("getPackChannel", pack="crates", channel="stable", headers=held)[0] == 304
    named = [said["release"]["snapshot"], *(delta["file"] for delta in said["release"]["deltas"])]
    assert len(named) == 3
    for file in named:
        status, whole = ask("getPackFile", file=file["sha256"])
        assert status == 200 and digest(whole) == file["sha256"] and len(whole) == file["bytes"]


def test_of_a_file_comes_what_is_asked_for(ask):
    moved = {"channel": "ranges", "release": 1, "reason": "x"}
    assert ask("moveChannel", moved, ADMIN, pack="crates")[0] == 200
    file = document(ask("getPackChannel", pack="crates", channel="ranges")[1])["release"]["snapshot"]["sha256"]
    whole = ask("getPackFile", file=file)[1]
    tag = ask.headers["ETag"]
    length = len(whole)
    for range, part, said in [
        ("bytes=0-99", whole[:100], f"bytes 0-99/{length}"),
        ("bytes=100-", whole[100:], f"bytes 100-{length - 1}/{length}"),
        ("bytes=-7", whole[-7:], f"bytes {length - 7}-{length - 1}/{length}"),
        (f"bytes={length - 1}-99999999", whole[-1:], f"bytes {length - 1}-{length - 1}/{length}"),
    ]:
        assert ask("getPackFile", file=file, headers={"Range": range}) == (206, part), range
        assert (ask.headers["Content-Range"], ask.headers["Content-Length"]) == (said, str(len(part)))
        assert ask("getPackFile", file=file, headers={"Range": range, "If-Range": tag}) == (206, part)
        assert ask("getPackFile", file=file, headers={"Range": range, "If-Range": '"another"'}) == (200, whole)
    for range in ["bytes=0-1,4-5", "bytes=9-2", "lines=0-1"]:
        assert ask("getPackFile", file=file, headers={"Range": range}) == (200, whole)
    for range in [f"bytes={length}-", "bytes=-0"]:
        outcome, problem = ask("getPackFile", file=file, headers={"Range": range})
        assert outcome == "bad_request" and f" {length} bytes" in problem["detail"]
    for held in [tag, f'W/{tag}, "another"', "*"]:
        assert ask("getPackFile", file=file, headers={"If-None-Match": held})[0] == 304, held


def test_what_is_secret_or_nowhere_is_absent_in_the_same_words(ask):
    hidden = {"channel": "hidden", "release": 2, "reach": "newWord", "reason": "x"}
    word = ask("moveChannel", hidden, ADMIN, pack="crates")[1]["channel"]["word"]
    data = ask("getPackChannel", pack="crates", channel=word)[1]
    assert document(data)["channel"] == word and len(word) == 32
    nothing = ask("getPackChannel", pack="none", channel="stable")
    assert nothing[0] == "not_found"
    assert ask("getPackChannel", pack="crates", channel="hidden") == nothing
    again = ask("moveChannel", hidden, ADMIN, pack="crates")[1]["channel"]["word"]
    assert again != word and ask("getPackChannel", pack="crates", channel=word) == nothing
    assert ask("getPackChannel", pack="crates", channel=again)[0] == 200
    for file in ["0" * 64, digest(FIRST)]:
        assert ask("getPackFile", file=file)[0] == "not_found"


def test_what_no_pack_and_no_move_can_be_is_refused(ask):
    assert send(ask, FIRST, named=digest(LATER))[0] == "bad_request"
    assert send(ask, FIRST, named="x")[0] == "bad_request"
    assert send(ask, b"\0" * (40 * 2**20 + 1))[0] == "too_large"
    for data in [b"", b"no bundle", FIRST[:-30], BROKEN]:
        assert send(ask, data)[0] == "content_refused"
    [problem] = send(ask, BROKEN)[1]["problems"]
    assert problem["line"] == 3
    for bundles in [["x"], ["0" * 64] * 201]:
        assert ask("listMissingBundles", {"bundles": bundles}, ADMIN)[0] == "bad_request"
    assert ask("getPackBundle", token=ADMIN, bundle="0" * 64)[0] == "not_found"
    order = {"channel": "stable", "release": 1, "reason": "x"}
    for change, outcome in [
        ({"reason": ""}, "bad_request"), ({"share": 0}, "bad_request"), ({"share": 10_000}, "bad_request"),
        ({"channel": "a" * 32}, "bad_request"), ({"channel": "No"}, "bad_request"), ({"reach": "x"}, "bad_request"),
        ({"percent": 5}, "bad_request"), ({"release": 9}, "not_found"), ({"release": 0}, "not_found"),
        ({"channel": "new", "share": 5}, "content_refused"), ({"after": 1}, "content_conflict"),
    ]:  # fmt: skip
        assert ask("moveChannel", {**order, **change}, ADMIN, pack="crates")[0] == outcome, change
    assert ask("moveChannel", order, ADMIN, pack="none")[0] == "not_found"
    assert ask("getPack", token=ADMIN, pack="none")[0] == "not_found"
    for release in [9, "x"]:
        assert ask("getPackRelease", token=ADMIN, pack="crates", release=release)[0] == "not_found"
    for query, outcome in [("", "bad_request"), ("?from=1&to=x", "bad_request"), ("?from=1&to=9", "not_found")]:
        assert ask("comparePackReleases", token=ADMIN, query=query, pack="crates")[0] == outcome


def test_only_who_may_sends_reads_and_moves(ask, api):
    player, order = api.new_player()["token"], {"channel": "stable", "release": 1, "reason": "x"}
    for name, body, parts in [
        ("listMissingBundles", {"bundles": []}, {}), ("sendPackBundle", FIRST, {"bundle": digest(FIRST)}),
        ("getPackBundle", None, {"bundle": digest(FIRST)}), ("listPacks", None, {}),
        ("getPack", None, {"pack": "crates"}), ("getPackRelease", None, {"pack": "crates", "release": 1}),
        ("comparePackReleases", None, {"pack": "crates", "query": "?from=1&to=2"}),
        ("moveChannel", order, {"pack": "crates"}),
    ]:  # fmt: skip
        headers = BYTES if name == "sendPackBundle" else None
        assert ask(name, body, AUDITOR, headers=headers, **parts)[0] == "forbidden"
        assert ask(name, body, player, headers=headers, **parts)[0] == "unauthorized"
    for name, parts in [("listMissingBundles", {}), ("moveChannel", {"pack": "crates"})]:
        assert ask(name, LONG, ADMIN, **parts)[0] == "too_large"


def test_a_page_of_another_origin_may_ask_for_a_part_and_see_which_it_got(ask, api):
    file = document(ask("getPackChannel", pack="crates", channel="stable")[1])["release"]["snapshot"]["sha256"]
    origin = {"Origin": "https://a.example"}
    wants = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "if-range,range"}
    allowed = api.ask("OPTIONS", f"/v1/pack-files/{file}", headers={**origin, **wants}).headers
    assert allowed["Access-Control-Allow-Origin"] == "*"
    assert {"Range", "If-Range"} <= set(allowed["Access-Control-Allow-Headers"].split(", "))
    assert ask("getPackFile", file=file, headers={**origin, "Range": "bytes=0-9"})[0] == 206
    assert {"ETag", "Content-Range"} <= set(ask.headers["Access-Control-Expose-Headers"].split(", "))
