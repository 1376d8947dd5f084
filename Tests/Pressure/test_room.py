"""There is room for a number of connections, and for a smaller number from one address; a client that finds none is
let go at once."""

from contextlib import ExitStack, closing

import pytest
from asking import connected, is_ended, request
from pressed_shop import comes_true

ADDRESSES = [f"127.0.0.{number}" for number in range(2, 6)]
EACH, ALL = 200, 600
# Of 400 files, what the database and the like leave for connections.
ROOM = 144
SOON = 60


class Visitors:
    """Connections that are kept; `come` returns how many were let in, which is those that are answered."""

    def __init__(self, port, stack):
        self.port, self.stack, self.inside = port, stack, []

    def come(self, count, source):
        came = [self.stack.enter_context(closing(connected(self.port, source))) for _ in range(count)]
        let_in = [connection for connection in came if is_answered(connection)]
        self.inside += let_in
        assert all(is_ended(connection, SOON) for connection in came if connection not in let_in)
        return len(let_in)

    def go(self, count):
        leaving, self.inside = self.inside[:count], self.inside[count:]
        for connection in leaving:
            connection.close()


def is_answered(connection):
    connection.settimeout(SOON)
    try:
        connection.sendall(request("/v1/time"))
        return connection.recv(1 << 16).startswith(b"HTTP/1.1 200")
    except ConnectionError:
        return False


@pytest.fixture
def stack():
    with ExitStack() as stack:
        yield stack


def test_one_address_takes_no_more_than_its_share(small_shop, stack):
    visitors = Visitors(small_shop.port, stack)
    assert visitors.come(EACH + 50, ADDRESSES[0]) == EACH
    assert small_shop.refused == 50 and small_shop.connections == EACH
    assert visitors.come(20, ADDRESSES[1]) == 20
    visitors.go(30)
    assert comes_true(lambda: small_shop.connections == EACH - 30 + 20)
    assert visitors.come(40, ADDRESSES[0]) == 30
    assert small_shop.refused == 60


def test_all_together_take_no_more_than_there_is_though_the_process_began_with_fewer_files(small_shop, stack):
    visitors = Visitors(small_shop.port, stack)
    small_shop.metrics()
    assert [visitors.come(EACH, source) for source in ADDRESSES] == [EACH, EACH, ALL - 1 - 2 * EACH, 0]
    assert small_shop.refused == 1 + EACH
    visitors.go(10)
    assert comes_true(lambda: small_shop.connections == ALL - 1 - 10)
    assert visitors.come(20, ADDRESSES[3]) == 10
    assert small_shop.ended("idle") == small_shop.ended("slow request") == 0


def test_behind_a_proxy_one_address_may_take_all_the_room(proxied_shop, stack):
    visitors = Visitors(proxied_shop.port, stack)
    assert visitors.come(ALL + 20, ADDRESSES[0]) == ALL - 1
    assert proxied_shop.refused == 21


def test_a_server_whose_process_may_not_open_enough_files_says_so_and_lets_fewer_in(tight_shop, stack):
    assert "may not open as many files" in tight_shop.told
    visitors = Visitors(tight_shop.port, stack)
    assert [visitors.come(100, source) for source in ADDRESSES] == [100, ROOM - 1 - 100, 0, 0]
    assert tight_shop.refused == 400 - ROOM + 1
    visitors.go(20)
    assert comes_true(lambda: tight_shop.connections == ROOM - 1 - 20)
    assert visitors.come(30, ADDRESSES[3]) == 20
