"""What schemathesis can't send, because no library would: raw bytes in headers, paths and bodies."""

import http.client
import io
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
