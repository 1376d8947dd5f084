"""Two servers on one PostgreSQL behind nginx, with the files of docs/operations as they are, but for ports and
paths."""

import http.client
import json
import os
import signal
import threading
import time
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from asking import ask_once
from caches import Nginx
from clusters import CLUSTER, new_database
from open_window import on_sale
from operated import ADMIN_TOKEN, CONTENT, PATIENCE, SETTINGS, Operated
from shelf_process import free_port
from tap import Tap
from windows import b64

pytestmark = pytest.mark.skipif(not CLUSTER, reason="scripts/with-postgres starts the cluster that this needs")

BUYERS, ORDERS = 8, 60
DESK = "desk.example.com"
ABOUT_ALL = """
server: {behindProxy: true}
limits: {address: 1000000, player: 1000000, newPlayersPerAddress: 1000000, ordersPerAddress: 1000000}
"""
RICH = SETTINGS.replace("coins: 100", "coins: 1000000")
# What stands in `main` stands there for longer than a test takes; the keys of `quick` come every second or two.
STORES = CONTENT.replace("{id: main, positions: 4}", "{id: main, positions: 4, shelfLife: {from: 20m, to: 40m}}")
STORES += "  - {id: quick, positions: 2, shelfLife: {from: 1s, to: 2s}}\n"


class Served(Operated):
    def __init__(self, folder, database):
        folder.mkdir()
        self.desk_port = free_port()
        desk = f"desk: {{port: {self.desk_port}, origin: 'https://{DESK}'}}\n"
        environment = {**os.environ, "SHELFLIFE_DATABASE": database}
        super().__init__(folder, settings=RICH + ABOUT_ALL + desk, content=STORES, env=environment)

    def orders(self):
        """How many orders it has answered since its start."""
        lines = ask_once(self.port, "/metrics").body.decode().splitlines()
        return sum(float(line.split()[-1]) for line in lines if "/purchases" in line)


class TwoBehind(Nginx):
    servers = "nginx-two.conf"

    def __init__(self, folder, ports, desk_ports, change=lambda text: text):
        """- ports: of the two servers.
        - change: what somebody has changed in the main file."""
        self.ports, self.desk_ports, self.change = ports, desk_ports, change
        super().__init__(folder, SimpleNamespace(port=ports[0]))

    def read(self, file):
        text = super().read(file)
        return self.change(text) if file == self.file else text

    def moves(self):
        places = {f"10.0.0.{number}:8080": f"127.0.0.1:{port}" for number, port in enumerate(self.ports, 1)}
        desks = {f"10.0.0.{number}:8081": f"127.0.0.1:{port}" for number, port in enumerate(self.desk_ports, 1)}
        return super().moves() | {self.servers: {**self.listens(), **places, **desks}}

    @property
    def complaints(self):
        """What it says of its servers in its log."""
        return [line for line in (self.folder / "error.log").read_text().splitlines() if "upstream" in line]


@pytest.fixture
def two(tmp_path):
    database, servers = new_database(), []
    for name in ["one", "two"]:
        servers.append(Served(tmp_path / name, database))
        servers[-1].start()
        servers[-1].wait_for(servers[-1].window)
    yield servers
    for server in servers:
        server.end()


@pytest.fixture
def behind(two, tmp_path):
    """Starts nginx in front of both."""
    started = []

    def start(ports=None, **how):
        folder = tmp_path / "nginx"
        folder.mkdir()
        started.append(TwoBehind(folder, ports or [one.port for one in two], [one.desk_port for one in two], **how))
        started[-1].start()
        return started[-1]

    yield start
    for nginx in started:
        nginx.stop()


@dataclass
class Orders:
    """Orders that players send one after the other, all at once, until they are told to stop."""

    nginx: Nginx
    statuses: list = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self):
        self.listing = on_sale(self.nginx.address, "main", for_seconds=300)
        self.price = self.listing.price(self.nginx.address)
        self.players = [sign_in(self.nginx) for _ in range(BUYERS)]
        self.threads = [threading.Thread(target=self._buy, args=[player]) for player in self.players]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        for thread in self.threads:
            thread.join(PATIENCE)

    def go_on(self):
        """Until as many more are answered."""
        enough, deadline = len(self.statuses) + ORDERS, time.monotonic() + PATIENCE
        while len(self.statuses) < enough:
            assert time.monotonic() < deadline, self.statuses[-10:]
            time.sleep(0.02)

    def _buy(self, player):
        number = 0
        while not self.over.is_set():
            self.statuses.append(order(self.nginx, player, f"order-{number}", self.listing, self.price).status)
            number += 1


def order(nginx, player, key, listing, price):
    head = {"Authorization": f"Bearer {player['token']}", "Idempotency-Key": key}
    body = json.dumps(listing.order(price)).encode()
    return ask_once(nginx.port, "/v1/stores/main/purchases", "POST", head, body)


def sign_in(nginx):
    answer = ask_once(nginx.port, "/v1/players", "POST", {}, json.dumps({"credential": b64(os.urandom(32))}).encode())
    assert answer.status == 200, answer.body
    return json.loads(answer.body)


class Stream:
    """A key stream, read in the background until it ends."""

    def __init__(self, nginx):
        self.connection = http.client.HTTPConnection("127.0.0.1", nginx.port, timeout=PATIENCE)
        self.connection.request("GET", "/v1/stores/quick/keys")
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200
        self.keys, self.has_ended = 0, False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            while line := self.answer.readline():
                self.keys += line.startswith(b"event: key")
        except (OSError, http.client.HTTPException):
            pass
        self.has_ended = True

    def has_another_key(self):
        before, deadline = self.keys, time.monotonic() + PATIENCE
        while self.keys == before and not self.has_ended and time.monotonic() < deadline:
            time.sleep(0.05)
        return self.keys > before


class AtTheDesk:
    def __init__(self, nginx):
        self.nginx, self.head = nginx, {"Host": DESK, "Origin": f"https://{DESK}"}

    def ask(self, path, body=None):
        method = "GET" if body is None else "POST"
        return ask_once(self.nginx.port, path, method, self.head, json.dumps(body).encode() if body else b"")

    def sign_in(self):
        answer = self.ask("/desk/sign-in", {"token": ADMIN_TOKEN})
        assert answer.status == 200, answer.body
        cookie, token = answer.headers["set-cookie"].split(";")[0], json.loads(answer.body)["csrfToken"]
        self.head |= {"Cookie": cookie, "X-CSRF-Token": token}

    def is_signed_in(self):
        status = self.ask("/desk/session").status
        assert status in (200, 401)
        return status == 200

    def works(self):
        """Whether the session reads and writes."""
        said = {"store": "bazaar", "paused": False, "reason": "a look"}
        return [self.ask("/v1/admin/content/versions").status, self.ask("/v1/admin/pauses", said).status] == [200, 200]


def test_no_order_fails_while_one_and_then_the_other_is_killed_and_started_again(two, behind):
    nginx = behind()
    with Orders(nginx) as orders:
        orders.go_on()
        for server in two:
            # Orders that it has taken lie there unanswered when it is killed.
            server.process.send_signal(signal.SIGSTOP)
            time.sleep(0.3)
            server.end()
            orders.go_on()
            server.start()
            server.wait_for(lambda server=server: server.orders() > 5)
            orders.go_on()
    assert set(orders.statuses) == {200}, orders.statuses
    owned = [json.loads(ask_once(nginx.port, "/v1/player/inventory",
                                 headers={"Authorization": f"Bearer {player['token']}"}).body)["items"]
             for player in orders.players]  # fmt: skip
    assert sum(item["count"] for items in owned for item in items) == len(orders.statuses), "none lost, none twice"


def test_streams_and_the_desk_go_on_at_the_other_server_while_one_is_killed(two, behind):
    nginx = behind()
    desk, streams = AtTheDesk(nginx), [Stream(nginx) for _ in range(4)]
    desk.sign_in()
    assert desk.works() and desk.works()
    assert all(stream.has_another_key() for stream in streams)
    two[0].end()
    kept = [stream for stream in streams if stream.has_another_key()]
    assert 0 < len(kept) < len(streams), "each server had some"
    assert Stream(nginx).has_another_key()
    assert not desk.is_signed_in(), "the session ended with its server"
    desk.sign_in()
    assert desk.works() and desk.works()
    two[0].start()
    two[0].wait_for(lambda: not desk.is_signed_in())
    desk.sign_in()
    assert desk.works() and desk.works(), "all are at the first again"
    assert all(stream.has_another_key() for stream in kept)


def test_a_connection_that_breaks_while_one_server_is_away_does_not_leave_both_out(two, behind):
    tap = Tap(two[1].port)
    nginx = behind(ports=[two[0].port, tap.port])
    try:
        two[0].end()
        for _ in range(4):
            assert ask_once(nginx.port, "/v1/stores").status == 200
        tap.cuts = True
        assert ask_once(nginx.port, "/v1/stores").status == 502
        tap.cuts = False
        assert ask_once(nginx.port, "/v1/stores").status == 200
    finally:
        tap.stop()


def test_a_server_learns_the_address_of_the_client_and_not_what_it_says(two, behind):
    nginx = behind()
    for _ in two:
        connection = http.client.HTTPConnection("127.0.0.1", nginx.port, PATIENCE, source_address=("127.0.0.2", 0))
        head = {"Authorization": "Bearer nobody's", "X-Forwarded-For": "203.0.113.7"}
        connection.request("GET", "/v1/admin/content/versions", headers=head)
        assert connection.getresponse().status == 401
    for server in two:
        server.wait_for(lambda server=server: server.logged("nobody is known who has this admin token"))
        [said] = server.logged("nobody is known who has this admin token")
        assert "127.0.0.2" in said and "203.0.113.7" not in said


@pytest.mark.parametrize("path", ["/v1/stores", "/v1/time", "/v1/player"])
def test_a_connection_that_a_server_closes_after_its_answer_is_not_used_again(two, behind, path):
    """A header of one's own takes away those that nginx.conf sets for all, so nginx asks for `Connection: close`."""
    taps = [Tap(server.port) for server in two]
    for tap in taps:
        tap.lingers = 0.5
    added = "proxy_set_header X-Of-Mine 1; proxy_pass "
    nginx = behind([tap.port for tap in taps], change=lambda text: text.replace("proxy_pass ", added))
    try:
        statuses = {ask_once(nginx.port, path).status for _ in range(10)}
        assert all("Connection: close" in request.head for tap in taps for request in tap.asked(path))
        assert statuses <= {200, 401} and not nginx.complaints, nginx.complaints
    finally:
        for tap in taps:
            tap.stop()
