"""Level packs through the caches: a crowd of devices costs the server a request for a document and one for a file."""

import asyncio
import hashlib
import itertools
import json
import time

import pytest
from asking import ask_at, ask_once
from origin import PACK

DEVICES, CONNECTIONS = 1_000, 200
NUMBERS = itertools.count(1)
# How long a document is kept, and what a busy machine may be late.
KEPT, LATE = 60, 5


def document_at(channel):
    return f"/v1/packs/{PACK}/{channel}"


def read(document):
    return json.loads(document[12 : 12 + int.from_bytes(document[8:12])])


def files_of(document):
    """Their paths, the snapshot's first."""
    release = read(document)["release"]
    named = [release["snapshot"], *(delta["file"] for delta in release["deltas"])]
    return [f"/v1/pack-files/{file['sha256']}" for file in named]


@pytest.fixture
def channel(origin):
    """A new channel, which points at a new release."""
    name = f"channel-{next(NUMBERS)}"
    origin.move(name, origin.release(f"Push for {name}"))
    return name


def test_a_thousand_devices_cost_the_server_one_request_for_the_document_and_for_each_file(origin, cache, channel):
    document = origin.get(document_at(channel))
    files = files_of(document)
    assert len(files) == 2
    cache.tap.delay = 0.03
    paths = [document_at(channel), *files]
    answers = asyncio.run(ask_at(cache.port, [(0, path) for path in paths] * DEVICES, CONNECTIONS))
    assert len(answers) == DEVICES * len(paths) and {answer.status for answer in answers} == {200}
    for path in paths:
        assert len(cache.tap.asked(path)) == 1, path
        [body] = {answer.body for answer in answers if answer.path == path}
        assert body == document if path == paths[0] else hashlib.sha256(body).hexdigest() in path
    kept = {answer.path: answer.headers["cache-control"] for answer in answers}
    assert kept == {paths[0]: "public, max-age=60", **dict.fromkeys(files, "public, max-age=31536000, immutable")}


def test_a_part_of_a_file_comes_from_the_cache_which_has_fetched_the_whole_once(origin, cache, channel):
    path = files_of(origin.get(document_at(channel)))[0]
    whole = origin.get(path)
    length = len(whole)
    for range, first, end in [
        ("bytes=1000-1999", 1000, 2000), ("bytes=0-0", 0, 1), ("bytes=3000-", 3_000, length),
        ("bytes=-10", length - 10, length), (f"bytes=5-{length + 9}", 5, length),
    ]:  # fmt: skip
        answer = ask_once(cache.port, path, headers={"Range": range})
        assert (answer.status, answer.body) == (206, whole[first:end]), range
        assert answer.headers["content-range"] == f"bytes {first}-{end - 1}/{length}"
        assert answer.headers["access-control-allow-origin"] == "*"
    assert ask_once(cache.port, path, headers={"Range": f"bytes={length}-"}).status == 416
    tag = ask_once(cache.port, path).headers["etag"]
    for condition, status in [(tag, 206), ('"of another file"', 200)]:
        headers = {"Range": "bytes=0-9", "If-Range": condition}
        assert ask_once(cache.port, path, headers=headers).status == status
    assert ask_once(cache.port, path, headers={"If-None-Match": tag}).status == 304
    [request] = cache.tap.asked(path)
    assert "\nrange:" not in request.head.lower()


def test_neither_a_query_nor_a_token_nor_another_host_makes_another_copy(origin, cache, channel):
    document = document_at(channel)
    paths = [document, *files_of(origin.get(document))]
    since = time.time()
    for path in paths:
        for number in range(10):
            headers = {"Host": f"host-{number}", "Authorization": "Bearer x", "Cookie": "a=b"}
            assert ask_once(cache.port, f"{path}?{number}", headers=headers).status == 200
    requests = [request for request in cache.tap.requests if request.at >= since]
    assert sorted(request.path for request in requests) == sorted(paths)
    for request in requests:
        names = {line.partition(":")[0].lower() for line in request.head.split("\r\n")[1:]}
        assert not names & {"authorization", "cookie"}, request.head


@pytest.mark.parametrize("path", [document_at("none"), "/v1/packs/none/stable", f"/v1/pack-files/{'0' * 64}"])
def test_what_is_not_there_is_not_kept_and_says_so(cache, path):
    since = time.time()
    answers = [ask_once(cache.port, path) for _ in range(5)]
    assert {answer.status for answer in answers} == {404}
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}
    assert len(cache.tap.asked(path, since)) == 5


def test_a_minute_after_a_move_everybody_is_given_the_new_document(origin, caches, channel):
    path = document_at(channel)
    release = origin.release(f"Pushed on for {channel}")
    fetched = {cache.name: ask_once(cache.port, path) for cache in caches.values()}
    origin.move(channel, release)
    moved = time.time()
    new = origin.get(path)
    assert read(new)["sequence"] > read(fetched["nginx"].body)["sequence"]
    waits = set(caches.values())
    while waits:
        assert time.time() - moved < KEPT + LATE, [cache.name for cache in waits]
        waits -= {cache for cache in waits if ask_once(cache.port, path).body == new}
        time.sleep(0.2)
    for cache in caches.values():
        assert len(cache.tap.asked(path)) == 2 and ask_once(cache.port, path).body == new
