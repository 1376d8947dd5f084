"""What each route refuses, and which refusal wins where a request has two faults, is as refusals.txt has it.

SHELFLIFE_REFUSALS=write writes the table anew, where all of this file runs. Look at each line that differs.
"""

import hashlib
import json
import os
import re
import select
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from api_shelf import ADMIN, PATIENCE, APIShelf
from described import Description
from faulty_requests import HOST, JSON, DeskSessions, Route, address, answered, row
from windows import b64

HERE = Path(__file__).resolve().parent
TABLE = HERE / "refusals.txt"
DOCUMENT = Description(json.loads((HERE.parents[1] / "Sources/ShelfSite/Resources/v1/openapi.json").read_text()))
IS_WRITING = os.environ.get("SHELFLIFE_REFUSALS") == "write"

ROUTES = [name for name, (_, path, _) in DOCUMENT.operations.items() if not path.startswith("/desk")]
# The desk's own routes, and of the admins' one of each kind.
DESK = ["getDesk", "getDeskSession", "signInToDesk", "signOutOfDesk", "getDeskScript", "getDeskFile", "listPlayers",
        "post", "replace", "checkReceipt", "publishContent", "sendMaster"]  # fmt: skip
# The fast lane leaves a request with this field to the router.
ROUTED = {"Keep-Alive": "timeout=5"}
TAKEN_BY_THE_LANE = ["buy", "streamPlayer"]
# What an id in base64url looks like.
THING = "B" * 21 + "A"
WHO = {"nobody", "unknown", "kind", "csrf", "scope"}

# Of each limit some of the routes that it holds for: all with a limit of their own, and of the others one of each kind.
LIMITS = {
    "players": ["getMatch", "listPurchases", "block", "makeMatch", "moveInMatch", "invite", "makeLink",
                "topUpFromApple", "buy"],
    "addresses": ["signIn", "refreshTokens", "lookAtLink", "hearFromApple", "getPlayer", "buy", "streamPlayer",
                  "getPlayerAsAdmin", "post", "publishContent", "getMetrics"],
    "orders": ["buy"],
    "new players": ["signIn"],
    "moves": ["moveInMatch"],
    "makings": ["makeMatch", "makeLink"],
    "invitations": ["invite"],
    "looks": ["getPlayerAsAdmin", "listPlayers", "getFuture", "checkReceipt", "tryContent"],
    "refusals": ["getPlayerAsAdmin", "post", "rollBackContent", "sendMaster"],
    "sign-ins": ["signInToDesk"],
}  # fmt: skip
# Those that are so low that other rows would be beyond them, too.
NARROW = {"players", "addresses", "refusals", "sign-ins"}
# Of each load some of its routes: with each kind of body.
PLACES = {
    "heavy": ["getContentFiles", "compareContent", "tryPlanChange", "tryContent", "changeContentDraft"],
    "publication": ["reloadContent", "rollBackContent", "publishContent", "sendPackBundle"],
}
ROOMS = {"publication": ["rollBackContent", "sendPackBundle"], "job": ["sendMaster"]}
# These hold a place or room for as long as their body is on its way.
HELD = {"heavy": ("POST", "/v1/admin/content/try"), "publication": ("POST", "/v1/admin/content/versions"),
        "job": ("PUT", f"/v1/admin/masters/{'0' * 64}")}  # fmt: skip
# How many of which length fit, one after the other.
ROOM = {"publication": [("heavy", 33_554_432, 2), ("publication", 33_554_432, 1)],
        "job": [("job", 20_000_000, 4), ("job", 3_886_080, 1)]}  # fmt: skip

# Within so many requests each limit is spent.
MOST = 2_000
AT_ONCE = 20
# A limit that was spent may let one in again by the next request. So it is spent again, so many times: looks come again
# every 50 ms, all others every half second at most.
ROUNDS = 3
ROUNDS_OF_LOOKS = 8

ABOUT = """\
Which refusal wins. Tests/API/test_refusals.py asks a server for each line; SHELFLIFE_REFUSALS=write has it write this
file anew.

Each line is a route with the faults that a request for it can have, and the answer to each. Of two faults that a
request has at once, the one that stands first is answered. Faults with a comma between them can't be told apart, or
can't both be there: a request has one token at most, one key and one body.

host       the desk is asked by another name
origin     a page of a foreign origin asks, and something may change
nobody     there is no token, or no session of the desk
unknown    nobody has the token, or the session
kind       a player's token where an admin's is wanted, or an admin's for a player's
csrf       the desk's CSRF token is wrong
scope      the admin's token has another scope
no-key     the Idempotency-Key is missing
key        the Idempotency-Key has another form
malformed  no such thing can have the name in the path
absent     nothing has the name in the path
query      the query has a value that can't be
type       the body has another media type
long       the body is a byte longer than the route takes
not-json   the body is no JSON
value      the body has a value that the route can't take

Under limits, and under places and room, one fault more is there: 429 rate_limited, because the limit is spent, or
because as many requests are worked on or on their way as the server lets in. What stands before it wins over it. There
it has some routes of each kind only.
"""


def _hash(token):
    return hashlib.sha256(token.encode()).hexdigest()


# Two admins of whom a row may ask much, so that nothing of it counts against those of the other rows.
LOOKER, HOLDER = "looker", "holder"
SCOPES = {LOOKER: "players:read, receipts:read, future:read, content:read", HOLDER: "content:read, content:write"}


class Gate:
    """A server behind a proxy that gives each request an address of its own."""

    def __init__(self, shelf):
        self.shelf, self.port = shelf, shelf.port
        self.token, match = self.newcomer()
        files = self.ask("GET", "/v1/admin/content/versions/1/files", token=ADMIN)["files"]
        self.ask("PUT", "/v1/admin/content/drafts/draft", {"files": files, "revision": 0}, ADMIN)
        player = self.ask("GET", "/v1/player", token=self.token)["player"]
        self.parts = {
            "store": "main", "player": player, "purchase": "1", "item": "item-1", "match": match,
            "invitation": THING, "link": THING, "block": THING, "number": "1", "name": "draft",
            "pack": "warehouse", "bundle": "0" * 64, "master": "0" * 64, "chain": THING, "slot": "1",
            "position": "0", "revision": "0", "release": "1", "sequence": "1", "channel": "stable", "file": "288.webp",
            "folder": "session", "module": "store-session.js", "icon": "star.svg", "room": "frame",
        }  # fmt: skip
        self.sessions = DeskSessions(shelf)

    def ask(self, method, path, body=None, token=None, key=None):
        answer = self.shelf.ask(method, path, body, token, key, {"X-Forwarded-For": address()})
        assert answer.status == 200, answer.read()
        return json.loads(answer.read())

    def player(self):
        return self.ask("POST", "/v1/players", {"credential": b64(os.urandom(32))})["token"]

    def route(self, name, admin=ADMIN, is_at_desk=False):
        return Route(DOCUMENT, name, self.parts, self.token, admin, self.sessions if is_at_desk else None)

    def newcomer(self):
        """The token of a new player, and a match of theirs."""
        token = self.player()
        return token, self.ask("POST", "/v1/player/matches", {"size": 2}, token, "match")["match"]


def gate(folder, rate):
    shelf = APIShelf(folder, rate)
    file = folder / "shelflife.yaml"
    more = "".join(f"    - {{name: {one}, sha256: {_hash(one)}, scopes: [{SCOPES[one]}]}}\n" for one in SCOPES)
    text = file.read_text().replace("desk: {", more + "desk: {").replace("PerAddress: 1000000", "PerAddress: 1")
    file.write_text(text + "server: {behindProxy: true}\n")
    shelf.start()
    yield Gate(shelf)
    assert shelf.stop(), "The server didn't end by itself when it was asked to."


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    """Lets each address and each player ask as often as they like; an address orders and makes players rarely."""
    yield from gate(tmp_path_factory.mktemp("wide"), rate=1_000_000)


@pytest.fixture(scope="module")
def narrow(tmp_path_factory):
    """Lets each address and each player ask once a second, and each admin's token be refused once a second."""
    yield from gate(tmp_path_factory.mktemp("narrow"), rate=1)


class Table:
    """The rows by their names. Those that were found are written where they aren't compared."""

    def __init__(self):
        self.rows, self.found = {}, {}
        if TABLE.exists():
            lines = TABLE.read_text().partition("\n##")[2].splitlines()
            self.rows = dict(line.split(": ", 1) for line in lines if ": " in line)

    def compare(self, name, found):
        self.found[name] = found
        kept = self.rows.get(name)
        assert IS_WRITING or found == kept, f"\n{name} answers\n{found}\nand has in the table\n{kept}"

    def write(self):
        sections = {}
        for name, (_, heading) in ROWS.items():
            sections.setdefault(heading, []).append(f"{name}: {self.found[name]}\n")
        TABLE.write_text(ABOUT + "".join(f"\n## {heading}\n\n{''.join(rows)}" for heading, rows in sections.items()))


def _kind(name):
    """Routes of a kind should refuse in one order."""
    _, _, operation = DOCUMENT.operations[name]
    who = next((scheme for rule in operation.get("security", []) for scheme in rule), "anyone")
    body = next(iter(operation.get("requestBody", {}).get("content", {})), "no body")
    return f"{who}, {body}"


def _rows():
    """Each row's heading, and what is asked for it."""
    kinds = list(dict.fromkeys(map(_kind, ROUTES)))
    for name in sorted(ROUTES, key=lambda name: kinds.index(_kind(name))):
        yield name, ((order_of_faults, name), _kind(name))
        if name in TAKEN_BY_THE_LANE:
            yield f"{name} past the lane", ((order_past_the_lane, name), _kind(name))
    for name in DESK:
        yield f"{name} at the desk", ((order_at_the_desk, name), "the desk")
    for limit, names in LIMITS.items():
        for name in names:
            yield f"{name} beyond the limit of {limit}", ((order_of_limit, limit, name), "limits")
    for load, names in PLACES.items():
        for name in names:
            yield f"{name} without a place", ((order_of_place, load, name), "places and room")
    for load, names in ROOMS.items():
        for name in names:
            yield f"{name} without room", ((order_of_room, load, name), "places and room")


def _order(route, port, headers=None, newcomer=None):
    def asked(*faults):
        if newcomer:
            route.player, match = newcomer()
            route.parts = {**route.parts, "match": match}
        return answered(route, port, *faults, headers=headers)

    single = {fault: asked(fault) for fault in route.faults}
    pairs = {pair: asked(*pair) for pair in route.pairs}
    return row(route.faults, single, pairs)


def order_of_faults(gates, name):
    newcomer = gates("wide").newcomer if name in LIMITS["moves"] else None
    return _order(gates("wide").route(name), gates("wide").port, newcomer=newcomer)


def order_past_the_lane(gates, name):
    return _order(gates("wide").route(name), gates("wide").port, ROUTED)


def order_at_the_desk(gates, name):
    route = gates("wide").route(name, is_at_desk=True)
    return _order(route, gates("wide").shelf.desk_port)


def _around(refusal, faults, wins):
    """The row of a refusal that a request's own faults are compared with."""
    before = [fault for fault in faults if not wins(fault)]
    after = [fault for fault in faults if fault not in before]
    return " > ".join(filter(None, [", ".join(before), refusal, ", ".join(after)]))


def order_of_limit(gates, limit, name):
    gate = gates("narrow" if limit in NARROW else "wide")
    player, match = gate.newcomer()
    admin = LOOKER if limit == "looks" else ADMIN
    sender = {"X-Forwarded-For": address()}

    def asked(name):
        parts = {**gate.parts, "match": match}
        return Route(DOCUMENT, name, parts, player, admin, gate.sessions if limit == "sign-ins" else None)

    def counted():
        """A request that is counted."""
        request = {
            "players": lambda: asked("getPlayer").request(), "addresses": lambda: asked("lookAtLink").request(),
            "orders": lambda: asked("buy").request("absent"), "new players": lambda: asked("signIn").request(),
            "moves": lambda: asked("moveInMatch").request(), "makings": lambda: asked("makeMatch").request(),
            "invitations": lambda: asked("invite").request(), "looks": lambda: asked("getPlayerAsAdmin").request(),
            "refusals": lambda: asked("getPlan").request("absent"), "sign-ins": lambda: asked("signInToDesk").request(),
        }[limit]()  # fmt: skip
        if limit == "new players":
            request.body = json.dumps({"credential": b64(os.urandom(32))}).encode()
        if limit in {"makings", "invitations"}:
            # It counts as a new one, and is made once.
            request.headers["Idempotency-Key"] = "match"
        request.headers |= sender
        return request.bytes

    route = asked(name)
    port = gate.shelf.desk_port if route.desk else gate.port

    def wins(fault):
        for _ in range(ROUNDS_OF_LOOKS if limit == "looks" else ROUNDS):
            _spend(port, counted)
            if answered(route, port, fault, headers=sender)[0] == "429 rate_limited":
                return True
        return False

    return _around("429 rate_limited", [fault for fault in route.faults if _counts(limit, route, fault)], wins)


def _counts(limit, route, fault):
    """Whether a request with this fault counts as one of those that a limit was spent by."""
    if limit == "addresses":
        return fault in ({"origin", "nobody", "unknown", "kind"} if route.schemes else set(route.faults))
    return fault not in WHO or limit in {"orders", "invitations"}


def _spend(port, counted):
    """Asks until an answer is that it was too often."""
    for _ in range(0, MOST, AT_ONCE):
        with socket.create_connection((HOST, port), timeout=PATIENCE) as connection:
            last = counted().replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
            connection.sendall(b"".join(counted() for _ in range(AT_ONCE - 1)) + last)
            answers = b""
            while part := connection.recv(65_536):
                answers += part
        if re.findall(rb"HTTP/1.1 (\d+)", answers)[-1] == b"429":
            return
    raise AssertionError("The limit can't be spent.")


def order_of_place(gates, load, name):
    return _order_beside(gates("wide"), name, load, [(load, 100, 2)])


def order_of_room(gates, load, name):
    return _order_beside(gates("wide"), name, load, ROOM[load])


def _order_beside(gate, name, load, held):
    """The order of a route's faults and a refusal, while other requests are on their way."""
    route = gate.route(name, HOLDER)

    def is_busy(route, fault):
        return answered(route, gate.port, fault)[0] == "429 rate_limited"

    with ExitStack() as stack:
        for one, length, fitting in held:
            _let_in([_under_way(stack, gate.port, *HELD[one], length) for _ in range(fitting + 1)])
        faults = [fault for fault in route.faults if fault not in WHO]
        found = _around("429 rate_limited", faults, lambda fault: is_busy(route, fault))
    probe = gate.route({"heavy": "tryPlanChange", "publication": "rollBackContent", "job": "sendMaster"}[load], HOLDER)
    deadline = time.monotonic() + PATIENCE
    while is_busy(probe, "value"):
        assert time.monotonic() < deadline, "The requests have gone, and their places haven't become free."
    return found


def _let_in(connections):
    """Waits until one of the requests is refused. Then all others are let in, since one more was sent than fit."""
    refused = select.select(connections, [], [], PATIENCE)[0]
    assert len(refused) == 1 and b" 429 " in refused[0].recv(100)


def _under_way(stack, port, method, path, length):
    """A request whose body hasn't come."""
    connection = stack.enter_context(socket.create_connection((HOST, port), timeout=PATIENCE))
    kind = "application/octet-stream" if method == "PUT" else JSON
    fields = {"Host": HOST, "Authorization": f"Bearer {HOLDER}", "Content-Type": kind, "Content-Length": length}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
    connection.sendall("\r\n".join(lines).encode())
    return connection


ROWS = dict(_rows())


@pytest.fixture(scope="module")
def table():
    table = Table()
    yield table
    if IS_WRITING:
        table.write()


@pytest.mark.parametrize("name", ROWS)
def test_of_two_faults_the_one_is_told_that_the_table_has_first(table, name, request):
    order, *what = ROWS[name][0]
    table.compare(name, order(request.getfixturevalue, *what))


def test_the_table_has_no_other_rows(table):
    assert IS_WRITING or list(table.rows) == list(ROWS)
