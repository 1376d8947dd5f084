"""What schemathesis can't send, because no library would: raw bytes in headers, paths and bodies."""

import http.client
import io
import json
import socket

import pytest
from api_shelf import ADMIN

POST = "/v1/admin/players/1/postings"
BODY = b'{"currency":"coins","amount":1,"kind":"grant","reason":"x"}'
TOKEN = f"Authorization: Bearer {ADMIN}\r\n".encode()
KEY = b"Idempotency-Key: malformed\r\n"
HEADERS = {
    "a token that is no text": b"Authorization: Bearer \xff\xfe\r\n" + KEY,
    "a scheme without a token": b"Authorization: Bearer\r\n" + KEY,
    "an empty token": b"Authorization:\r\n" + KEY,
    "two tokens": TOKEN + TOKEN + KEY,
    "a long token": b"Authorization: Bearer " + b"a" * 7000 + b"\r\n" + KEY,
    "a key that is no text": TOKEN + b"Idempotency-Key: \xff\r\n",
    "an empty key": TOKEN + b"Idempotency-Key:\r\n",
    "two keys": TOKEN + KEY + KEY,
}
BODIES = {
    "nothing": b"",
    "UTF-16": BODY.decode().encode("utf-16"),
    "no UTF-8": BODY.replace(b'"x"', b'"\xff"'),
    "half a character": BODY.replace(b'"x"', b'"\\ud800"'),
    "a deep list": b"[" * 8000,
    "a deep object": b'{"a":' * 3000,
    "more than JSON": BODY + b"x",
    "a number beyond all": BODY.replace(b":1,", b":1e400,"),
    "a fraction": BODY.replace(b":1,", b":1.5,"),
    "no number": BODY.replace(b":1,", b":NaN,"),
    "minus zero": BODY.replace(b":1,", b":-0,"),
}
# What stands in a member that no order has, so that nobody reads it.
UNREAD = {
    "a comma before an array's end": b"[1,]",
    "a comma before an object's end": b'{"a":1,}',
    "two commas": b"[1,,2]",
    "a comma before all": b"[,1]",
    "no comma": b"[1 2]",
    "no colon": b'{"a" 1}',
    "a name without quotes": b"{a:1}",
    "a name that is a number": b"{1:1}",
    "only a minus": b"[-]",
    "a plus": b"+1",
    "a zero in front": b"01",
    "a point at the end": b"[1.]",
    "a point in front": b".5",
    "half an exponent": b"1e+",
    "a hexadecimal number": b"0x1",
    "no number": b"NaN",
    "half a word": b"tru",
    "a word in capitals": b"True",
    "a raw tab": b'"\t"',
    "a raw line's end": b'"\n"',
    "an unknown escape": b'"\\x"',
    "a short escape": b'"\\u12"',
    "half a surrogate pair": b'"\\ud800"',
    "a surrogate in UTF-8": b'"\xed\xa0\x80"',
    "a character that is too long": b'"\xc0\xaf"',
    "other quotes": b"'a'",
    "a comment": b"/**/1",
    "a blank that is none": b"\x0b1",
    "another bracket": b"[1}",
    "a bracket too many": b"[1]]",
    "an object in an object, 65 deep": b'{"a":' * 64 + b"1" + b"}" * 64,
}
READABLE = {
    "nothing": b"{}",
    "names that stand twice": b'{"a":1,"a":2}',
    "every number": b"[0,-0,1.5,-0.5e+3,1E-400,1e400]",
    "every escape": b'"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\ud83d\\ude00"',
    "every length of character": "\u007fé箱💎".encode().join([b'"', b'"']),
    "blanks": b" [\t1\r\n, 2 ] ",
    "an array in an object, 64 deep": b"[" * 63 + b"]" * 63,
}
# The fast lane leaves a type that is written in another way to the router.
ROUTED = {"Content-Type": "application/json; charset=utf-8"}


@pytest.fixture(scope="module")
def order(ask):
    """One that was bought under the key `unread`, up to where another member can stand; and its player's token."""
    token, offer = ask.player(), ask.offer("main")
    assert ask.buy("main", offer, token, "unread")[0] == 200
    return json.dumps(offer).encode()[:-1], token


def asked_twice(ask, order, value):
    """What the lane answers to the order with a value in an unread member, and what the router does."""
    start, token = order
    body = start + b',"x":' + value + b"}"
    return [ask("buy", body, token, "unread", headers=headers, store="main") for headers in (None, ROUTED)]


def sent(api, headers, body):
    host, port = api.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        head = f"POST {POST} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        connection.sendall(head.encode() + headers + b"\r\n" + body)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        answer.read = io.BytesIO(answer.read()).read
        return answer


@pytest.mark.parametrize("name", HEADERS)
def test_malformed_headers_are_refused_as_described(api, description, name):
    assert description.check("post", sent(api, HEADERS[name], BODY))[0] in (400, 401)


@pytest.mark.parametrize("name", BODIES)
def test_malformed_bodies_are_refused_as_described(api, description, name):
    assert description.check("post", sent(api, TOKEN + KEY, BODIES[name]))[1] == "bad_request"


@pytest.mark.parametrize("name", UNREAD)
def test_what_nobody_reads_of_an_order_is_json_all_the_same(ask, order, name):
    lane, router = asked_twice(ask, order, UNREAD[name])
    assert lane == router
    assert lane[0] == "bad_request"
    assert "JSON in UTF-8 at byte" in lane[1]["detail"]


@pytest.mark.parametrize("name", READABLE)
def test_what_nobody_reads_of_an_order_is_any_json(ask, order, name):
    lane, router = asked_twice(ask, order, READABLE[name])
    assert lane == router
    assert lane[0] == 200 and lane[1]["replayed"]
