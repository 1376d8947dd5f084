"""Requests that take much to read end with their client, or are refused soon; others are answered meanwhile, and little
memory is taken."""

import hashlib
import json
import struct
import threading
import time
import zlib
from contextlib import contextmanager

import pytest
from asking import Asker, connected, request
from contents import HEADER, MAIN
from pressed_shop import PressedShop, comes_true

SCOPES = {"reader": "content:read", "sender": "content:write", "other": "content:read, future:read, numbers:read"}
# What everybody else's questions may take: a busy machine's second, several times over.
SOON = 10
DONE = 60
GROWN_AT_MOST = 300
ROW = ",n,s,2020-01-01,5,,,,\n"
STORES = "title: T\ncatalogue: [items.csv]\nstores:\n"
QUESTIONS = [f"/v1/admin/future/{MAIN}?hours=1", "/v1/admin/content/difference?from=1&to=1", "/v1/admin/numbers"]


class HeavyShop(PressedShop):
    """One that has admins with few scopes each."""

    def __init__(self, folder):
        super().__init__(folder)
        tokens = "".join(
            f"    - {{name: {name}, sha256: {hashlib.sha256(token(name).encode()).hexdigest()}, scopes: [{scopes}]}}\n"
            for name, scopes in SCOPES.items()
        )
        with open(folder / "shelflife.yaml", "a") as settings:
            settings.write("admin:\n  tokens:\n" + tokens)


def token(name):
    return f"what-{name}-knows-and-nobody-else"


def fields(name):
    return f"Authorization: Bearer {token(name)}\r\n"


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    shop = HeavyShop(tmp_path_factory.mktemp("heavy")).open()
    yield shop
    assert shop.stop()


def items(count):
    return HEADER + "".join(f"i{number}{ROW}" for number in range(count))


def weighty(sets, rules, count):
    """A store with many rules over many items."""
    rule = f"{{factor: 2, sets: [{', '.join(f's{number}' for number in range(sets))}]}}"
    content = f"{STORES}  - {{id: main, positions: 4, weights: [{', '.join([rule] * rules)}]}}\n"
    rows = "".join(f"i{number},n,s{number % sets},2020-01-01,5,,,,\n" for number in range(count))
    return {"content.yaml": content, "items.csv": HEADER + rows}


def catalogue(text):
    return {"content.yaml": f"{STORES}  - {{id: main, positions: 4}}\n", "items.csv": text}


def document(text):
    return {"content.yaml": text, "items.csv": HEADER}


TRIED = {
    "a thousand weights of 300 sets over 200,000 items": lambda: weighty(300, 1000, 200_000),
    "a thousand weights over 100,000 items": lambda: weighty(2, 1000, 100_000),
    "a million good rows": lambda: catalogue(items(1_000_000)),
    "fourteen million empty lines": lambda: catalogue(HEADER + "\n" * 14_000_000),
    "28 MB of commas": lambda: catalogue(HEADER + ("a" + "," * 65_000 + "\n") * 430),
    "15 MB of a list": lambda: document("x: [" + "a," * 7_500_000 + "a]\n"),
    "a mapping of a million equal keys": lambda: document("x: {" + "a," * 1_000_000 + "a}\n"),
    "a mapping of many long keys": lambda: document("x: {" + "".join(f"{n:030x}," for n in range(500_000)) + "}\n"),
    "a mapping whose line ends aren't ASCII": lambda: document("".join(f"k{n}:\x85" for n in range(1_000_000))),
    "15 MB of line ends": lambda: document("\n" * 15_000_000),
}
# Within all bounds, and yet long work.
LONG = {
    "as many items as there may be": lambda: catalogue(items(100_000)),
    "as many judgements as there may be": lambda: weighty(2, 190, 100_000),
}


def tried(files):
    return json.dumps({"files": [{"path": path, "text": text} for path, text in files.items()], "base": 0}).encode()


def bundle(files):
    fields = b""
    for path, text in sorted(files.items()):
        for kind, value in [(2, path.encode()), (3, text.encode())]:
            fields += struct.pack(">BQ", kind, len(value)) + value
    return b"SHELFLF1" + struct.pack(">Q", len(fields)) + zlib.compress(fields, 9)


MISSING = "levels:\n" + "- {id: a, title: a, map: b}\n" * 10_000
BUNDLES = {
    "a list of two million": lambda: {"pack.yaml": "levels: [" + "a," * 2_000_000 + "a]\n"},
    "two million equal keys": lambda: {"pack.yaml": "levels: {" + "a," * 2_000_000 + "a}\n"},
    "many missing maps beside long names": lambda: {
        "pack.yaml": MISSING, **{f"{number:05}{'x' * 1700}": "a" for number in range(9990)}
    },
}  # fmt: skip


@contextmanager
def growing(shop):
    """Sees how much memory is taken meanwhile."""
    before, sizes, over = shop.megabytes, [0], threading.Event()

    def look():
        while not over.wait(0.02):
            sizes.append(shop.megabytes - before)

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield sizes
    finally:
        over.set()
        thread.join()


def answered(shop):
    """How long others wait for the slowest of their questions."""
    slowest = 0
    for path in QUESTIONS:
        began, asker = time.monotonic(), Asker(shop.port)
        assert asker.ask(path, fields=fields("other")).status == 200, path
        asker.close()
        slowest = max(slowest, time.monotonic() - began)
    return slowest


def sent(shop, name, path, body, method="POST"):
    connection = connected(shop.port)
    connection.sendall(request(path, method, fields(name), body))
    return connection


def seconds(shop):
    """Of processor time, so far."""
    with open(f"/proc/{shop.process.pid}/stat") as status:
        user, system = status.read().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / 100


def rests(shop):
    """Whether nothing is worked on for a second."""
    before = seconds(shop)
    time.sleep(1)
    return seconds(shop) - before < 0.3


@pytest.mark.parametrize("what", [*TRIED, *LONG])
def test_others_are_answered_while_somebody_tries(shop, what):
    body = tried((TRIED | LONG)[what]())
    with growing(shop) as sizes:
        connection = sent(shop, "reader", "/v1/admin/content/try", body)
        waited = answered(shop)
        connection.close()
        assert comes_true(lambda: rests(shop), DONE)
    print(f"\n{what}: others waited {waited:.2f} s, {max(sizes)} MB more", end=" ")
    assert waited < SOON and max(sizes) < GROWN_AT_MOST


@pytest.mark.parametrize("what", TRIED)
def test_what_is_beyond_the_bounds_is_told_so_soon(shop, what):
    asker, began = Asker(shop.port), time.monotonic()
    answer = asker.ask("/v1/admin/content/try", method="POST", fields=fields("reader"), body=tried(TRIED[what]()))
    asker.close()
    problems = json.loads(answer.body)["problems"]
    print(f"\n{what}: {time.monotonic() - began:.2f} s", end=" ")
    assert answer.status == 200 and any("at most" in problem["expected"] for problem in problems), problems[:3]
    assert time.monotonic() - began < SOON


def spent(shop, body):
    """How many seconds of a processor a try takes."""
    began, asker = seconds(shop), Asker(shop.port)
    assert asker.ask("/v1/admin/content/try", method="POST", fields=fields("reader"), body=body).status == 200
    asker.close()
    return seconds(shop) - began


@pytest.mark.parametrize("what", LONG)
def test_a_try_ends_with_its_client(shop, what):
    """The next one waits for it, because it comes with the same token."""
    body = tried(LONG[what]())
    whole = spent(shop, body)
    connection = sent(shop, "reader", "/v1/admin/content/try", body)
    time.sleep(1)
    connection.close()
    left = spent(shop, tried(catalogue(items(1))))
    print(f"\n{what}: {left:.1f} of {whole:.1f} s of a processor after its client had gone", end=" ")
    assert left < whole / 4


def refused(shop, files):
    """Sends a bundle that is refused, and tells how many seconds that takes."""
    body = bundle(files)
    head = (
        f"PUT /v1/admin/pack-bundles/{hashlib.sha256(body).hexdigest()} HTTP/1.1\r\nHost: shelf\r\n{fields('sender')}"
        f"Content-Type: application/octet-stream\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    asker, began = Asker(shop.port), time.monotonic()
    asker.connection.sendall(head.encode() + body)
    assert asker.read().status == 422
    lasted = time.monotonic() - began
    asker.close()
    return lasted


@pytest.mark.parametrize("what", BUNDLES)
def test_a_small_bundle_holds_up_no_publication(shop, what):
    """One whose missing maps stand beside short names is the measure. Comparing long names took thirty times as long."""
    usual = refused(shop, {"pack.yaml": MISSING, **{f"{number:05}": "a" for number in range(9990)}})
    with growing(shop) as sizes:
        lasted = refused(shop, BUNDLES[what]())
    print(f"\n{what}: {lasted:.2f} s beside {usual:.2f}, {max(sizes)} MB more", end=" ")
    assert lasted < 15 * usual and max(sizes) < GROWN_AT_MOST
