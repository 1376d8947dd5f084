"""What must not be kept, and what must not be seen: it goes to the server each time, or not at all."""

import asyncio
import json
import os
import socket
import time
from contextlib import suppress
from types import SimpleNamespace

import pytest
from asking import Connection, ask_once
from caches import Nginx, Varnish
from open_window import on_sale
from origin import SEALED
from shelf_process import free_port
from windows import b64

EXCHANGES, EXCHANGING = 1000, 20


def test_a_thousand_time_exchanges_are_a_thousand_requests(cache):
    since = time.time()
    answers = asyncio.run(_exchange(cache.port))
    assert {answer.status for answer in answers} == {200}
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}
    # Two event loops of the server may stamp in the same microsecond.
    assert len({answer.body for answer in answers}) > 0.99 * EXCHANGES
    assert len(cache.tap.asked("/v1/time", since)) == EXCHANGES
    for answer in answers:
        stamps = json.loads(answer.body)
        assert answer.asked - 0.01 < stamps["receivedUs"] / 1e6 <= stamps["sentUs"] / 1e6 < answer.answered + 0.01


def test_the_time_in_seconds_is_asked_for_each_time(cache):
    since = time.time()
    answers = [ask_once(cache.port, "/v1/time/seconds") for _ in range(3)]
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}
    assert all(int(answer.asked - 0.01) <= int(answer.body) <= answer.answered for answer in answers)
    assert len(cache.tap.asked("/v1/time/seconds", since)) == 3


async def _exchange(port):
    answers = []

    async def work():
        connection = Connection(port)
        for _ in range(EXCHANGES // EXCHANGING):
            answers.append(await connection.ask("/v1/time"))
        connection.close()

    await asyncio.gather(*(work() for _ in range(EXCHANGING)))
    return answers


def test_what_is_a_players_is_for_that_player_only(cache):
    since = time.time()
    tokens = [_sign_in(cache) for _ in range(2)]
    for path in ["/v1/player", "/v1/player/inventory", "/v1/player/purchases", "/v1/player/friend-code",
                 "/v1/player/matches", "/v1/player/invitations"]:  # fmt: skip
        for _ in range(2):
            answers = [
                ask_once(cache.port, path, headers={"Authorization": f"Bearer {one['token']}"}) for one in tokens
            ]
            assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}
            if path == "/v1/player":
                assert [json.loads(answer.body)["player"] for answer in answers] == [one["player"] for one in tokens]
        assert ask_once(cache.port, path).status == 401
        assert len(cache.tap.asked(path, since)) == 5


def test_every_purchase_reaches_the_server_and_so_does_its_repetition(cache):
    token = _sign_in(cache)["token"]
    listing = on_sale(cache.address, SEALED, for_seconds=5)
    order = json.dumps(listing.order(listing.price(cache.address))).encode()
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "k", "Content-Type": "application/json"}
    path, since = f"/v1/stores/{SEALED}/purchases", time.time()
    answers = [ask_once(cache.port, path, "POST", headers, order) for _ in range(3)]
    assert [(answer.status, json.loads(answer.body)["replayed"]) for answer in answers] == [
        (200, False),
        (200, True),
        (200, True),
    ]
    assert len(cache.tap.asked(path, since)) == 3


def test_the_server_learns_the_address_of_the_client_and_not_what_it_says(cache):
    since = time.time()
    _sign_in(cache, {"X-Forwarded-For": "203.0.113.7"})
    [request] = cache.tap.asked("/v1/players", since)
    said = [
        line.partition(": ")[2] for line in request.head.split("\r\n") if line.lower().startswith("x-forwarded-for:")
    ]
    assert said == ["127.0.0.1"]


@pytest.mark.parametrize("path", ["/metrics", "/readyz", "/healthz"])
@pytest.mark.parametrize("spelling", ["{0}", "{0}/", "{0}?x", "{0}/?x", "/{0}", "//{0}//", "/.{0}", "/x/..{0}", "/..{0}", "/%2e{0}",
                                      "{0}%2f", "{0}%20", "{0}%3fx", "{0}%00", "{0}%0a", "{0};a=b", "{0}#x", "/x#/..{0}", "/x%2f..{0}",
                                      "{0}\\", "\\{0}", "http://shelf{0}", "https://shelf{0}", "HTTP://shelf{0}", "hTTpS://shelf/{0}",
                                      "https://{0}", "https://user@shelf:443{0}", "https://shelf/#{0}", "https://shelf/#/..{0}",
                                      "ftp://shelf{0}", "a+b.c-d://shelf{0}"])  # fmt: skip
def test_what_is_the_operators_is_not_for_everyone_however_it_is_spelled(cache, path, spelling):
    since = time.time()
    assert ask_once(cache.port, spelling.format(path)).status in (400, 404)
    assert not [request for request in cache.tap.requests if request.at >= since]


@pytest.mark.parametrize("path", ["/%6detrics", "/metric%73", "/%72eadyz"])
def test_nor_with_letters_written_as_numbers(cache, path):
    since = time.time()
    assert ask_once(cache.port, path).status in (400, 404)
    assert not [request for request in cache.tap.requests if request.at >= since]


@pytest.mark.parametrize("first", ["/v1/stores/none/keys", "/v1/stores/main/window", "/v1/time"])
def test_nor_behind_another_request_on_the_same_connection(cache, first):
    since = time.time()
    answer = _send(cache, f"GET {first} HTTP/1.1\r\nHost: shelf\r\n\r\nGET /metrics HTTP/1.1\r\nHost: shelf\r\n\r\n")
    assert b"shelflife_ready" not in answer
    assert {request.path for request in cache.tap.requests if request.at >= since} <= {first}


def _send(cache, words):
    """What comes back until the other side closes or says nothing for a while."""
    with socket.create_connection(("127.0.0.1", cache.port), timeout=1) as connection:
        connection.sendall(words.encode())
        answer = b""
        with suppress(TimeoutError):
            while piece := connection.recv(65_536):
                answer += piece
        return answer


@pytest.mark.parametrize("path", ["/metrics", "//v1/time", "/v1/stores/", "/%6detrics"])
def test_what_a_cache_refuses_itself_is_kept_by_nobody(cache, path):
    assert ask_once(cache.port, path).headers["cache-control"] == "no-store"


@pytest.mark.parametrize("kind", [Nginx, Varnish])
def test_nor_is_what_it_says_while_the_server_is_away(tmp_path, kind):
    cache = kind(tmp_path, SimpleNamespace(port=free_port()))
    cache.start()
    try:
        for path in [
            f"/v1/stores/{SEALED}/window",
            f"/v1/stores/{SEALED}/windows/1",
            f"/v1/stores/{SEALED}/keys",
            "/v1/time",
            "/",
        ]:
            answer = ask_once(cache.port, path)
            assert answer.status in (502, 503) and answer.headers["cache-control"] == "no-store", answer
    finally:
        cache.stop()


def test_other_methods_and_the_page_are_the_servers_to_answer(cache):
    assert ask_once(cache.port, f"/v1/stores/{SEALED}/window", "POST").headers["allow"] == "GET, HEAD, OPTIONS"
    preflight = ask_once(cache.port, f"/v1/stores/{SEALED}/window", "OPTIONS", {"Origin": "https://a.example"})
    assert preflight.status == 204 and preflight.headers["access-control-allow-origin"] == "*"
    for path in ["/", "/v1/stores", "/shelflife.js"]:
        first = ask_once(cache.port, path)
        assert first.status == 200 and first.headers["cache-control"] == "no-cache"
        assert ask_once(cache.port, path, headers={"If-None-Match": first.headers["etag"]}).status == 304


def _sign_in(cache, headers=None):
    body = json.dumps({"credential": b64(os.urandom(32))}).encode()
    answer = ask_once(cache.port, "/v1/players", "POST", {"Content-Type": "application/json", **(headers or {})}, body)
    assert answer.status == 200 and answer.headers["cache-control"] == "no-store"
    return json.loads(answer.body)
