"""Requests of all sizes that nobody needs are refused or ended, soon and without much memory, and others are served."""

import http.client
import threading
import time

import pytest
from asking import Asker, connected, request
from pressed_shop import PressedShop
from prober import Probing

SOON = 30
TAKEN_AT_MOST = 32 << 20
GROWN_AT_MOST = 100
BLOCK = 1 << 14
EACH = 6
TIME = "GET /v1/time HTTP/1.1\r\nHost: shelf\r\n"
SIGN_IN = "POST /v1/players HTTP/1.1\r\nHost: shelf\r\nContent-Type: application/json\r\n"
CHUNKED = SIGN_IN + "Transfer-Encoding: chunked\r\n\r\n"

# What is sent first, and then over and over until the server has had enough.
ENDLESS = {
    "a field": (TIME + "X: ", "a" * BLOCK),
    "a field's name": (TIME, "a" * BLOCK),
    "fields": (TIME, "X: a\r\n" * 3000),
    "a request line": ("GET /", "a" * BLOCK),
    "a method": ("", "G" * BLOCK),
    "empty lines": ("", "\r\n" * 8000),
    "a head behind one that is answered": (TIME + "\r\n" + TIME, "X: a\r\n" * 3000),
    "a head behind one for the router": ("GET /healthz HTTP/1.1\r\nHost: shelf\r\n\r\n" + TIME, "X: a\r\n" * 3000),
    "a body of 100 MB": (SIGN_IN + "Content-Length: 100000000\r\n\r\n", "a" * BLOCK),
    "a body of 100 MB for nobody": (
        "GET /nowhere HTTP/1.1\r\nHost: shelf\r\nContent-Length: 100000000\r\n\r\n",
        "a" * BLOCK,
    ),
    "a body of 100 MB with a question about the time": (TIME + "Content-Length: 100000000\r\n\r\n", "a" * BLOCK),
    "a body in chunks": (CHUNKED, "4000\r\n" + "a" * BLOCK + "\r\n"),
    "a body in tiny chunks": (CHUNKED, "1\r\na\r\n" * 3000),
    "a chunk's extension": (CHUNKED + "1;x=", "a" * BLOCK),
    "trailers": (CHUNKED + "1\r\na\r\n0\r\n", "X: a\r\n" * 3000),
    "a trailer": (CHUNKED + "1\r\na\r\n0\r\nX: ", "a" * BLOCK),
    "bytes that mean nothing": ("\x00\x01", "\xff\x00" * 8000),
}
LONG = 20_000
WHOLE = {
    "a field of 20 kB": TIME + "X: " + "a" * LONG + "\r\n\r\n",
    "20 kB of fields": TIME + "".join(f"X-{number}: {'a' * 90}\r\n" for number in range(LONG // 100)) + "\r\n",
    "a request line of 20 kB": f"GET /{'a' * LONG} HTTP/1.1\r\nHost: shelf\r\n\r\n",
    "a field's name of 20 kB": TIME + "a" * LONG + ": a\r\n\r\n",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    shop = PressedShop(tmp_path_factory.mktemp("huge")).open()
    yield shop
    assert shop.stop()


@pytest.fixture(scope="module")
def poured(shop):
    """Every kind at once, several of each: how much the server took of each and for how long."""
    return Poured(shop)


@pytest.fixture(autouse=True)
def others_are_served(shop):
    yield
    asker = Asker(shop.port)
    assert asker.ask("/v1/time").status == asker.ask("/healthz").status == 200
    asker.close()


class Poured:
    def __init__(self, shop):
        self.taken, self.lasted = {what: [] for what in ENDLESS}, {what: [] for what in ENDLESS}
        threads = [threading.Thread(target=self.pour, args=(what, connected(shop.port, "127.0.0.7")))
                   for what in ENDLESS for _ in range(EACH)]  # fmt: skip
        before, largest = shop.megabytes, 0
        with Probing(shop) as self.seen:
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                largest = max(largest, shop.megabytes)
                time.sleep(0.01)
        self.is_left, self.grown, self.ended = shop.is_left(), largest - before, shop.ended("huge request")

    def pour(self, what, connection):
        """Sends until the server ends the connection; it may have answered before."""
        began, taken = time.monotonic(), 0
        first, again = (words.encode("latin-1") for words in ENDLESS[what])
        connection.settimeout(SOON)
        try:
            connection.sendall(first)
            while taken < TAKEN_AT_MOST:
                connection.sendall(again)
                taken += len(again)
        except ConnectionError:
            pass
        except TimeoutError:
            taken = TAKEN_AT_MOST  # It is neither read nor ended.
        connection.close()
        self.taken[what].append(taken)
        self.lasted[what].append(time.monotonic() - began)


@pytest.mark.parametrize("what", ENDLESS)
def test_what_has_no_end_is_ended(poured, what):
    print(f"\n{what}: {max(poured.taken[what]) // 1000} kB in {max(poured.lasted[what]):.2f} s", end=" ")
    assert len(poured.taken[what]) == EACH and max(poured.taken[what]) < TAKEN_AT_MOST


def test_a_hundred_who_never_end_take_little_memory_and_nobody_notices(poured):
    print(f"\n{poured.grown} MB more at most", end=" ")
    assert poured.grown < GROWN_AT_MOST and poured.is_left
    assert poured.ended > EACH * len(ENDLESS) // 2
    poured.seen.check()


@pytest.mark.parametrize("what", WHOLE)
def test_a_head_of_20_kB_is_refused_or_not_heard_out(shop, what):
    connection = connected(shop.port)
    connection.sendall(WHOLE[what].encode())
    assert status(connection) in (None, 400, 404, 413, 414, 431)


def test_a_hundred_fields_are_read_and_a_thousand_are_refused(shop):
    few, many = ("".join(f"X-{number}: a\r\n" for number in range(count)) for count in [100, 1000])
    assert sent(shop, TIME + few) == 200
    assert sent(shop, TIME + many) in (None, 400, 431)


def sent(shop, head):
    connection = connected(shop.port)
    connection.sendall(head.encode() + b"\r\n")
    return status(connection)


def status(connection):
    """Of the answer; `None` when the connection is ended instead."""
    connection.settimeout(SOON)
    try:
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        return answer.status
    except (ConnectionError, http.client.BadStatusLine):
        return None
    finally:
        connection.close()


def test_a_question_with_a_body_is_answered_and_what_follows_it_too(shop):
    asker = Asker(shop.port)
    asker.connection.sendall(request("/v1/time", body=request("/metrics")) + request("/healthz"))
    first, second = asker.read(), asker.read()
    assert first.status == 200 and b"receivedUs" in first.body
    assert second.status == 200 and second.body == b"ok\n"
    asker.close()


def test_an_order_that_is_too_long_is_told_so(shop):
    asker = Asker(shop.port)
    answer = asker.ask("/v1/players", method="POST", body=b"a" * LONG)
    assert answer.status == 413
    asker.close()
