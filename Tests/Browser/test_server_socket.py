"""What no well-meant client sends, over a real socket: each gets an error or a closed door, and the server goes on."""

import socket
import urllib.request

import pytest

HOSTILE = {
    "no request at all": b"",
    "noise": bytes(range(256)) * 64,
    "a request line without end": b"GET /" + b"a" * 200_000,
    "a header without end": b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 200_000,
    "thousands of headers": b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-A: b\r\n" * 5_000 + b"\r\n",
    "another protocol": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "two lengths": b"GET /v1/time HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "a length that is no number": b"GET /v1/time HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    "a body that never comes": b"POST /v1/time HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\nabc",
    "a path of dots": b"GET /../../../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "a path with a zero": b"GET /icons/%00star.svg HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "a path that is no UTF-8": b"GET /v1/stores/\xff\xfe/window HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "a broken percent escape": b"GET /v1/stores/%zz%f/window HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
}


def send(address, words, patience=1):
    """What comes back, at most 64 kB, until the server closes or says nothing for this number of seconds."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=patience) as connection:
        answer = b""
        try:
            connection.sendall(words)
            while len(answer) < 65_536 and (piece := connection.recv(65_536)):
                answer += piece
        except OSError:
            pass
        return answer


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_words_get_an_error_and_the_server_goes_on(shelf, name):
    answer = send(shelf.address, HOSTILE[name])
    assert b"root:" not in answer
    if answer:
        assert int(answer.split(b" ", 2)[1]) in range(400, 500)
    assert urllib.request.urlopen(f"{shelf.address}/healthz", timeout=30).status == 200


def test_a_body_where_none_belongs_changes_nothing(shelf):
    words = b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhelloGET /healthz HTTP/1.1\r\nHost: x\r\n"
    answer = send(shelf.address, words + b"Connection: close\r\n\r\n", patience=30)
    assert answer.count(b"HTTP/1.1 200") == 2 and answer.count(b"ok\n") == 2


def test_what_follows_a_body_that_cannot_be_read_is_not_taken_for_a_request(shelf):
    body = b"GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
    answer = send(shelf.address, body + b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    assert answer.count(b"HTTP/1.1 200") <= 1
