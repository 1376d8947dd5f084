"""Keys through the caches: nobody is told of a released one that it isn't there, and no event waits."""

import asyncio
import http.client
import statistics
import threading
import time

import pytest
from asking import Connection, ask_at_once, ask_once
from origin import QUICK, SEALED, Key
from straddle import Straddle

LISTENED = 6
PATIENCE = 60
# An event that waits in a cache for the next comes a second late.
LATE = 0.5


@pytest.fixture(scope="module", params=[0, 0.05], ids=["at once", "after 50 ms"])
def release(request, origin, caches):
    """A key asked for everywhere from two seconds before its release until two after.

    An answer that takes its time says "not there" of a key that has been released meanwhile.
    """
    for cache in caches.values():
        cache.tap.delay = request.param
    key = Key.due_at(origin, time.time() + 2.5)
    time.sleep(max(0, key.release - 2 - time.time()))
    told = asyncio.run(Straddle([*caches.values(), origin], key.path).ask())
    for cache in caches.values():
        cache.tap.delay = 0
    return key, told


def test_a_key_asked_for_early_is_never_said_not_to_be_there_after_its_release(release, cache):
    key, straddled = release
    told = straddled.told(cache.name)
    assert key.release <= straddled.there_since < key.release + PATIENCE
    assert told["before", False] > 30 and told["after", True] > 30, told
    assert told["after", False] == 0, told
    assert straddled.bodies(cache.name) == straddled.bodies("origin")


def test_a_released_key_is_fetched_once(release, cache):
    key, straddled = release
    since = straddled.there_since + 1
    assert not cache.tap.asked(key.path, since)
    answer = ask_once(cache.port, key.path)
    assert answer.status == 200 and answer.headers["cache-control"] == "public, max-age=3600, immutable"
    assert not cache.tap.asked(key.path, since)


def test_a_crowd_that_asks_for_one_released_key_costs_one_request(origin, cache):
    path = Key.due_at(origin, time.time() - 30).path
    cache.tap.delay = 0.03
    answers = asyncio.run(ask_at_once(cache.port, [path] * 100))
    assert {answer.status for answer in answers} == {200}
    assert len(cache.tap.asked(path)) == 1


def test_who_asks_early_stands_in_no_queue(origin, cache):
    path = Key.due_at(origin, time.time() + 60).path
    cache.tap.delay = 0.25
    answers = asyncio.run(ask_at_once(cache.port, [path] * 40))
    assert {answer.status for answer in answers} == {404}
    slowest = max(answer.answered - answer.asked for answer in answers)
    assert slowest < 5, f"one after the other they would take 10 s; it took {slowest:.2f}"


def test_the_key_stream_comes_event_by_event_and_as_soon_as_from_the_server(origin, cache):
    heard = [Listener(shelf.port) for shelf in (origin, cache)]
    direct, cached = [listener.events() for listener in heard]
    late = {name: cached[name] - at for name, at in direct.items() if name in cached}
    print(f"{cache.name}: {len(late)} events, the latest {1000 * max(late.values()):.1f} ms after the server's own")
    assert len(late) >= LISTENED // 3 and len(direct) - len(late) <= 2
    assert statistics.median(late.values()) < LATE, late
    assert max(cached.values()) - min(cached.values()) > LISTENED / 2, "they came all at once"
    head = heard[1].headers
    assert head["Content-Type"] == "text/event-stream" and head["Cache-Control"] == "no-store"


def test_a_key_stream_costs_a_connection_for_as_long_as_it_is_listened_to(origin, cache):
    _wait_for_streams(origin, 0)
    listener = Listener(cache.port, seconds=1)
    _wait_for_streams(origin, 1)
    listener.events()
    _wait_for_streams(origin, 0)


def _wait_for_streams(origin, count):
    """The server sees that nobody listens any more when it sends the next event."""
    deadline = time.monotonic() + PATIENCE
    while f"\nshelflife_key_streams {count}\n" not in origin.get("/metrics").decode():
        assert time.monotonic() < deadline, f"it never came to {count} streams"
        time.sleep(0.05)


class Listener:
    """Notes when each event of the store came."""

    def __init__(self, port, seconds=LISTENED):
        self.port, self.seconds, self.came, self.headers = port, seconds, {}, None
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def events(self):
        self.thread.join(self.seconds + PATIENCE)
        return self.came

    def _listen(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", f"/v1/stores/{QUICK}/keys")
        answer = connection.getresponse()
        self.headers = answer.headers
        end = time.monotonic() + self.seconds
        while time.monotonic() < end and (line := answer.readline()):
            if line.startswith(b"id: "):
                self.came[line] = time.monotonic()
        connection.close()


@pytest.mark.parametrize(
    "fields", [{f"X-{number}": 7000 * "a" for number in range(3)}, {"Host": 'a"b'}], ids=["huge", "odd host"]
)
def test_a_request_that_the_server_refuses_is_nobody_elses(origin, cache, fields):
    path = Key.due_at(origin, time.time() - 20).path
    answers, others = asyncio.run(_ask_among(cache.port, path, fields))
    assert {answer.status for answer in answers} == {200}
    assert len(others) == 4


async def _ask_among(port, path, fields):
    """Many ask in a second, the first of them behind those who send what no server takes."""

    async def ask(headers, delay):
        await asyncio.sleep(delay)
        connection = Connection(port)
        try:
            return await connection.ask(path, headers=headers)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return None
        finally:
            connection.close()

    refused = [ask(fields, 0) for _ in range(4)]
    honest = [ask({}, delay / 1000) for delay in (1, 2, 5, 10, 50, 100, 300, 600, 900)]
    asked = await asyncio.gather(*refused, *honest)
    return asked[len(refused):], asked[:len(refused)]
