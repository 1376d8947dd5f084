"""Who asks for long answers and reads them slowly, or not at all, holds nobody up, and has a number of them at once."""

import json
import time
from contextlib import ExitStack, closing

import pytest
from asking import Asker, connected, request
from long_readers import RECEIVES, LongReader, Paced
from long_shop import DOCUMENT, LongShop, Order
from pressed_shop import WIDE, comes_true
from shop import ADMIN_TOKEN

EACH, ALL, STILL, CROWD = 16, 64, 4, 4
ADDRESSES = [f"127.0.0.{number}" for number in range(2, 8)]
# The longest part that doesn't count as long, whatever a kB is, and the shortest that does.
SHORT, LONG = 256_000, (256 << 10) + 1
SPAN, LATE = 20, 30
SLOW, STEADY = 8_000, 32_000
SEGMENT = 536


@pytest.fixture(scope="module", autouse=True)
def paced(tmp_path_factory):
    """Begins what takes longest before everything else, at a server of its own: readers at four paces."""
    shop = LongShop(tmp_path_factory.mktemp("paced"), levels=96).open()
    with ExitStack() as stack:
        slow, steady, halting, still = (Room(shop, stack, source) for source in ADDRESSES[:4])
        # Of short packets the server's kernel keeps few, so that it has room again and again.
        slow.fill(EACH // 2, SEGMENT).fill()
        steady.fill(2, SEGMENT).fill(4)
        halting.fill(2, SEGMENT).fill(4)
        still.fill(STILL)
        crowd = [stack.enter_context(closing(connected(shop.port, ADDRESSES[4], RECEIVES))) for _ in range(CROWD)]
        for connection in crowd:
            connection.sendall(request(f"/v1/stores/{WIDE}/window") * 40)
        began = time.monotonic()
        paces = [Paced(slow.inside, SLOW), Paced(steady.inside, STEADY), Paced(halting.inside, STEADY, SPAN / 4)]
        yield shop, slow, still, crowd, paces, began
        for pace in paces:
            pace.stop()
    assert shop.stop()


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    shop = LongShop(tmp_path_factory.mktemp("long")).open()
    yield shop
    assert shop.stop()


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    shop = LongShop(tmp_path_factory.mktemp("proxied"), proxy="true").open()
    yield shop
    assert shop.stop()


@pytest.fixture
def stack(shop, proxied):
    with ExitStack() as stack:
        yield stack
    assert shop.is_left() and proxied.is_left()


class Room:
    """Readers of the long file from one address, or from one that a proxy tells of. None reads what it is sent."""

    def __init__(self, shop, stack, source="127.0.0.1", behind=None):
        self.shop, self.stack, self.source, self.inside = shop, stack, source, []
        self.fields = f"X-Forwarded-For: {behind}\r\n" if behind else ""

    def ask(self, fields="", method="GET", segment=None):
        reader = LongReader(self.shop.port, self.shop.file, self.source, self.fields + fields, method, segment)
        return self.stack.enter_context(closing(reader))

    def lets_in(self, segment=None):
        """Whether one more gets its answer."""
        reader = self.ask(segment=segment)
        self.inside += [reader] if reader.status == 200 else []
        return reader.status == 200

    def fill(self, count=EACH, segment=None):
        """What readers of an earlier test have left may be noticed only in a moment."""
        assert comes_true(lambda: self.lets_in(segment) and len(self.inside) == count)
        return self

    def is_full(self):
        reader = self.ask()
        return reader.status == 503 and is_told_to_come_again(reader)


def is_told_to_come_again(reader):
    return (int(reader.field("Retry-After")) > 0 and reader.field("Content-Type") == "application/problem+json"
            and reader.problem()["code"] == "unavailable")  # fmt: skip


def part(length):
    return f"Range: bytes=0-{length - 1}\r\n"


def test_one_address_has_sixteen_long_answers_at_once_and_the_next_is_told_to_come_again(shop, stack):
    room = Room(shop, stack, ADDRESSES[0]).fill()
    refused = room.ask()
    assert refused.status == 503 and is_told_to_come_again(refused)
    assert Room(shop, stack, ADDRESSES[1]).lets_in(), "another address has its own"


@pytest.mark.parametrize("end", [LongReader.read_body, LongReader.close])
def test_as_soon_as_one_has_been_read_whole_or_its_reader_has_gone_the_next_passes(shop, stack, end):
    room = Room(shop, stack, ADDRESSES[0]).fill()
    assert room.is_full()
    end(room.inside[0])
    assert comes_true(room.lets_in)
    assert room.is_full(), "one place was free and no more"


def test_all_addresses_together_have_sixty_four(shop, stack):
    rooms = [Room(shop, stack, source).fill() for source in ADDRESSES[: ALL // EACH]]
    late = Room(shop, stack, ADDRESSES[-1])
    assert late.is_full()
    rooms[0].inside[0].close()
    assert comes_true(late.lets_in) and late.is_full()


def test_behind_a_proxy_the_address_counts_that_the_proxy_has_added_last(proxied, stack):
    Room(proxied, stack, behind="198.51.100.1").fill()
    assert Room(proxied, stack, behind="203.0.113.7, 198.51.100.1").is_full()
    assert Room(proxied, stack, ADDRESSES[0], behind="198.51.100.1:4711").is_full()
    assert Room(proxied, stack, behind="198.51.100.1, 203.0.113.7").lets_in()


def test_behind_a_proxy_a_network_of_version_6_counts_as_one(proxied, stack):
    Room(proxied, stack, behind="2001:db8:0:1::1").fill()
    assert Room(proxied, stack, behind="2001:db8:0:1:ffff::2").is_full()
    assert Room(proxied, stack, behind="2001:db8:0:2::1").lets_in()


def test_behind_a_proxy_all_together_have_sixty_four(proxied, stack):
    rooms = [Room(proxied, stack, behind=f"198.51.100.{number}").fill(1) for number in range(ALL)]
    late = Room(proxied, stack, behind="203.0.113.7")
    assert late.is_full()
    rooms[0].inside[0].close()
    assert comes_true(late.lets_in)


def test_without_a_proxy_nobody_takes_another_name(shop, stack):
    Room(shop, stack, ADDRESSES[0], behind="198.51.100.1").fill()
    assert Room(shop, stack, ADDRESSES[0], behind="203.0.113.7").is_full()


def test_short_answers_come_meanwhile_on_new_connections_and_on_those_whose_long_answer_was_refused(shop, stack):
    rooms = [Room(shop, stack, source).fill() for source in ADDRESSES[: ALL // EACH]]
    order = Order(shop, "meanwhile")
    refused = rooms[0].ask()
    assert refused.status == 503
    refused.read_body()
    for number in range(3):
        new = stack.enter_context(closing(Asker(shop.port, rooms[0].source)))
        for path in ["/v1/stores/main/window", "/v1/time", "/healthz", DOCUMENT]:
            assert new.ask(path).status == refused.ask(path).status == 200
            refused.read_body()
        assert order.ask(new).status == 200


@pytest.mark.parametrize("fields", ["", "TE: trailers\r\n", 'If-None-Match: W/"old"\r\n'])
def test_long_windows_come_meanwhile_however_they_are_asked_for(shop, stack, fields):
    for source in ADDRESSES[: ALL // EACH]:
        Room(shop, stack, source).fill()
    new = stack.enter_context(closing(Asker(shop.port)))
    for query in ["", "?from=game"]:
        answer = new.ask(f"/v1/stores/{WIDE}/window{query}", fields=fields)
        assert answer.status == 200 and len(answer.body) > LONG


def test_admins_get_long_answers_meanwhile(shop, stack):
    admin = f"Authorization: Bearer {ADMIN_TOKEN}\r\n"
    files = {path: (shop.folder / path).read_text() for path in ["content.yaml", "items.csv"]}
    files["items.csv"] += "".join(f"more-{number},{'N' * 60},s,2020-01-01,5,,,,\n" for number in range(4000))
    draft = {"files": [{"path": path, "text": text} for path, text in files.items()], "base": 1, "revision": 0}
    new, path = stack.enter_context(closing(Asker(shop.port))), "/v1/admin/content/drafts/long"
    assert new.ask(path, method="PUT", fields=admin, body=json.dumps(draft).encode()).status == 200
    for source in ADDRESSES[: ALL // EACH]:
        Room(shop, stack, source).fill()
    answer = new.ask(path, fields=admin)
    assert answer.status == 200 and len(answer.body) > LONG


def test_who_has_read_a_long_answer_gets_short_ones_and_the_next_long_one_over_the_same_connection(shop, stack):
    reader = Room(shop, stack, ADDRESSES[0]).ask()
    for _ in range(EACH + 1):
        assert reader.status == 200 and len(reader.read_body()) == shop.length
        assert json.loads(reader.ask("/v1/time").read_body())["sentUs"] > 0
        reader.ask(shop.file)


def test_what_is_asked_behind_a_long_answer_is_answered_behind_it(shop, stack):
    connection = stack.enter_context(closing(connected(shop.port, ADDRESSES[0])))
    connection.sendall(request(shop.file) + request("/v1/time") + request(DOCUMENT, fields="Connection: close\r\n"))
    heard = b""
    while some := connection.recv(1 << 20):
        heard += some
    assert heard.count(b"HTTP/1.1 200 OK\r\n") == 3 and heard.index(b'"sentUs":') > shop.length


def test_parts_that_are_short_and_answers_without_a_body_do_not_count(shop, stack):
    room = Room(shop, stack, ADDRESSES[0])
    parts = [room.ask(fields=part(SHORT)) for _ in range(ALL)]
    assert {reader.status for reader in parts} == {206}
    room.fill()
    assert room.is_full()
    tag = room.inside[0].field("ETag")
    for fields, method, status in [
        (part(SHORT), "GET", 206), (f"If-None-Match: {tag}\r\n", "GET", 304), ("", "HEAD", 200),
        (f"Range: bytes={shop.length}-\r\n", "GET", 416),
    ]:  # fmt: skip
        assert room.ask(fields=fields, method=method).status == status, fields


def test_a_part_that_is_long_counts(shop, stack):
    room = Room(shop, stack, ADDRESSES[0])
    assert {room.ask(fields=part(LONG)).status for _ in range(EACH)} == {206}
    assert room.is_full()
    refused = room.ask(fields=part(LONG))
    assert refused.status == 503 and is_told_to_come_again(refused)


def test_when_one_who_reads_nothing_is_ended_the_kernel_keeps_nothing_for_him_either(paced):
    shop, _, still, crowd, _, began = paced
    readers = [reader.connection for reader in still.inside]
    assert comes_true(lambda: not any(map(shop.has, readers)), began + 2 * SPAN + LATE - time.monotonic())
    assert shop.ended("slow reader") >= STILL and not any(map(shop.ends, readers))
    assert comes_true(lambda: not any(map(shop.ends, crowd))), "one who asks for many windows at once is ended, too"


def test_who_reads_slower_than_16_kb_a_second_is_ended_as_a_slow_reader_and_leaves_room(paced):
    shop, room, _, _, (slow, *_), began = paced
    comes_true(lambda: not left(shop, slow), began + 2 * SPAN + LATE - time.monotonic())
    print(f"\n{len(left(shop, slow))} are left after {time.monotonic() - began:.1f} s", end=" ")
    assert not left(shop, slow) and shop.ended("slow reader") >= EACH
    assert all(taken < shop.length / 2 for taken in slow.taken.values())
    assert comes_true(room.lets_in)
    room.inside[-1].close()


def test_who_reads_twice_as_fast_steadily_or_with_rests_is_not_ended(paced):
    """A fixed wait, because nothing is to happen: until all have had two more spans than it takes to be ended."""
    shop, _, _, _, (_, *others), began = paced
    expected = [list(pace.taken) for pace in others]
    comes_true(lambda: [left(shop, pace) for pace in others] != expected, max(0, began + 3 * SPAN - time.monotonic()))
    print(f"\n{[len(left(shop, pace)) for pace in others]} are left", end=" ")
    assert [left(shop, pace) for pace in others] == expected and shop.ended("slow reader") == EACH + STILL + CROWD
    for pace in others:
        pace.stop()
    for pace in others:
        for reader in pace.taken:
            assert pace.taken[reader] > STEADY * SPAN
            assert pace.taken[reader] + len(rest(reader, pace.taken[reader])) == shop.length


def left(shop, pace):
    """The readers whom the server hasn't ended."""
    return [reader for reader in pace.taken if shop.has(reader.connection)]


def rest(reader, taken):
    """What is left of the body when so much has been read."""
    reader.head = b"Content-Length: %d\r\n\r\n" % (int(reader.field("Content-Length")) - taken)
    return reader.read_body()
