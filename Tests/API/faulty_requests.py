"""Requests for every route that have a fault or two, and are sound apart from that."""

import itertools
import json
import re
import secrets
import select
import socket
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse

from api_shelf import ADMIN, AUDITOR, SUPPORT

HOST = "127.0.0.1"
PATIENCE = 60
# A head is refused within so many seconds.
HEAD_PATIENCE = 0.1
UNKNOWN = "nonsense"
JSON = "application/json"
# In the order in which they stand in a row where the server doesn't say.
FAULTS = [
    "host", "origin", "nobody", "unknown", "kind", "csrf", "scope", "no-key", "key", "malformed", "absent", "query",
    "type", "long", "not-json", "value",
]  # fmt: skip
# A request has one token at most, one key, and one body.
EXCLUSIVE = [{"nobody", "unknown", "kind", "scope"}, {"nobody", "unknown", "csrf"}, {"no-key", "key"},
             {"long", "not-json", "value"}]  # fmt: skip
# How long a body may be, where it is more than that of short JSON.
LONGEST = {
    "topUpFromApple": 65_536, "hearFromApple": 65_536, "tryContent": 33_554_432, "publishContent": 33_554_432,
    "changeContentDraft": 33_554_432, "sendMaster": 20_000_000, "sendPackBundle": 41_943_040,
}  # fmt: skip
SHORT = 16_384
# What the paths' parts are called that name nothing, and those that can't name anything.
ABSENT = {
    "store": "none", "player": "1", "purchase": "1", "item": "none", "match": "A" * 22, "invitation": "A" * 22,
    "link": "A" * 22, "block": "A" * 22, "number": str(2**53), "name": "none", "pack": "none", "bundle": "1" * 64,
    "master": "1" * 64, "chain": "A" * 22, "release": "9", "file": "none.js", "module": "none.js", "icon": "none.svg",
}  # fmt: skip
MALFORMED = {
    "player": "+1", "purchase": "+1", "match": "x", "invitation": "x", "link": "x", "block": "x", "number": "+1",
    "bundle": "x", "master": "x", "slot": "x", "sequence": "x", "release": "x",
}  # fmt: skip
# A picture's name is a path's part of the same kind, and has no form.
MALFORMED_DRAFT = "NO-NAME"
# Where a route makes what its path names, nothing is absent.
MAKING = {"changeContentDraft", "sendMaster", "sendPackBundle"}
# The members by which a body says what the route can't take; `None` leaves one out.
VALUES = {
    "signIn": {"credential": "short"}, "refreshTokens": {"refreshToken": "x"}, "buy": {"price": -1},
    "topUpFromApple": {"signedTransaction": "x"}, "hearFromApple": {"signedPayload": "x"}, "makeMatch": {"size": 99},
    "moveInMatch": {"version": -1}, "invite": {"expiresIn": 1}, "makeLink": {"expiresIn": 1},
    "lookAtLink": {"secret": "x"}, "acceptLink": {"secret": "x"}, "block": {"place": None}, "post": {"amount": 0},
    "endInvitations": {"reason": ""}, "reverse": {"reason": ""}, "checkReceipt": {"bytes": "x"},
    "changePlan": {"reason": ""}, "tryPlanChange": {"appearance": None}, "withdraw": {"reason": ""},
    "pause": {"reason": ""}, "replace": {"reason": ""}, "redraw": {"reason": ""}, "publishContent": {"base": -1},
    "rollBackContent": {"base": -1}, "tryContent": {"base": -1}, "cancelContent": {"reason": "a\0b"},
    "changeContentDraft": {"files": [{"path": "../x", "text": ""}]}, "publishContentDraft": {"base": -1},
    "listMissingPictures": {"masters": ["x"]}, "removePicture": {"reason": ""},
    "listMissingBundles": {"bundles": ["x"]}, "moveChannel": {"share": 0}, "signInToDesk": {"code": "x"},
}  # fmt: skip
# The queries that routes need, and those that they can't take.
QUERIES = {"compareContent": "?from=1&to=1", "comparePackReleases": "?from=1&to=1", "deleteContentDraft": "?revision=9"}
FAULTY_QUERIES = {
    "getNumbers": "?by=week", "getFuture": "?hours=x", "compareContent": "?from=x&to=1",
    "comparePackReleases": "?from=x&to=1", "deleteContentDraft": "?revision=x", "getReadiness": "?for=fun",
}  # fmt: skip


@dataclass
class Request:
    """- length: how long the body is, where only that matters of it."""

    method: str
    pattern: str
    parts: dict
    query: str = ""
    headers: dict = field(default_factory=dict)
    body: bytes | None = None
    length: int | None = None

    @property
    def bytes(self):
        return self._head + self._content

    @property
    def _head(self):
        length = self.length if self.length is not None else len(self.body) if self.body is not None else None
        fields = self.headers | ({} if length is None else {"Content-Length": length})
        lines = [f"{self.method} {self.pattern.format(**self.parts)}{self.query} HTTP/1.1"]
        return "\r\n".join([*lines, *(f"{name}: {value}" for name, value in fields.items()), "", ""]).encode()

    @property
    def _content(self):
        return b" " * self.length if self.length is not None else self.body or b""

    def sent_to(self, port):
        """The answer's status, and the problem that it is; `None` where it is none."""
        with socket.create_connection((HOST, port), timeout=PATIENCE) as connection:
            connection.sendall(self._head)
            # Of a body that takes long to send, nothing is sent if the head is refused.
            is_long = (self.length or 0) > 1_000_000
            if not is_long or not select.select([connection], [], [], HEAD_PATIENCE)[0]:
                _send(self._content, connection)
            answer = HTTPResponse(connection, method=self.method)
            answer.begin()
            return answer.status, json.loads(answer.read()) if answer.status >= 400 else None


def _send(data, connection):
    """The server may answer before it has read all; then it doesn't want the rest."""
    connection.setblocking(False)
    rest = memoryview(data)
    while rest:
        readable, writable, _ = select.select([connection], [connection], [], PATIENCE)
        assert readable or writable, "The server neither reads nor answers."
        if readable:
            break
        rest = rest[connection.send(rest) :]
    connection.settimeout(PATIENCE)


class Route:
    """A route of the description.

    - parts: what the paths' parts are called that name something.
    - player: the token of a player.
    - admin: a token that has the route's scope.
    - desk: the desk's sessions, where the route is asked there.
    """

    def __init__(self, description, name, parts, player, admin=ADMIN, desk=None):
        self.name, self.player, self.admin, self.desk = name, player, admin, desk
        self.method, self.pattern, self.operation = description.operations[name]
        self.parts = parts
        parameters = [description.resolve(one) for one in self.operation.get("parameters", [])]
        self.has_key = any(one["name"] == "Idempotency-Key" for one in parameters)
        self.has_pages = any(one["name"] == "before" for one in parameters)
        self.schemes = {scheme for rule in self.operation.get("security", []) for scheme in rule}
        self.is_open = {} in self.operation.get("security", [{}])
        self.body = self._example(description)

    @property
    def takes(self):
        """The media type of the body; `None` where there is none."""
        content = self.operation.get("requestBody", {}).get("content")
        return next(iter(content)) if content else None

    def _example(self, description):
        if self.takes is None:
            return None
        if self.takes != JSON:
            return b"x"
        media = self.operation["requestBody"]["content"][JSON]
        return next(iter(description.examples(media)))

    @property
    def faults(self):
        """The faults that a request for the route may have."""
        has = {
            "host": self.desk is not None, "origin": self.method != "GET", "nobody": not self.is_open,
            "unknown": bool(self.schemes), "kind": bool(self.schemes) and self.desk is None,
            "csrf": self.desk is not None and bool(self.schemes) and self.method != "GET",
            "scope": "admin" in self.schemes, "no-key": self.has_key, "key": self.has_key,
            "malformed": self._malformed() is not None, "absent": self._absent() is not None,
            "query": self.has_pages or self.name in FAULTY_QUERIES, "type": self.takes is not None,
            "long": self.takes is not None, "not-json": self.takes == JSON,
            "value": self.takes is not None,
        }  # fmt: skip
        return [fault for fault in FAULTS if has[fault]]

    @property
    def pairs(self):
        """The faults that a request may have at once."""
        exclusive = list(EXCLUSIVE)
        if self._absent() == self._malformed():
            exclusive.append({"absent", "malformed"})
        return [pair for pair in itertools.combinations(self.faults, 2) if not any({*pair} <= one for one in exclusive)]

    def _names(self):
        return re.findall(r"{(\w+)}", self.pattern)

    def _absent(self):
        """The part of the path that may name nothing."""
        return next((part for part in self._names() if part in ABSENT), None) if self.name not in MAKING else None

    def _malformed(self):
        if "/drafts/{name}" in self.pattern:
            return "name"
        return next((part for part in reversed(self._names()) if part in MALFORMED), None)

    def request(self, *faults):
        headers = {"Host": HOST, "X-Forwarded-For": address()}
        if self.method != "GET" and (self.desk or "origin" in faults):
            headers["Origin"] = "https://evil.example" if "origin" in faults else self.desk.address
        if self.desk:
            headers["Host"] = self.desk.address.removeprefix("http://")
        if "host" in faults:
            headers["Host"] = "evil.example"
        headers |= self._identity(faults)
        if self.has_key and "no-key" not in faults:
            headers["Idempotency-Key"] = "no spaces" if "key" in faults else secrets.token_hex(8)
        if self.takes:
            headers["Content-Type"] = "text/plain" if "type" in faults else self.takes
        query = QUERIES.get(self.name, "")
        if "query" in faults:
            query = FAULTY_QUERIES.get(self.name, "?before=x")
        length = LONGEST.get(self.name, SHORT) + 1 if "long" in faults else None
        return Request(self.method, self.pattern, self._path(faults), query, headers, self._content(faults), length)

    def _identity(self, faults):
        if self.desk:
            return self.desk.fields(faults) if self.schemes else {}
        if not self.schemes or "nobody" in faults:
            return {}
        own, other = (self.admin, self.player) if "admin" in self.schemes else (self.player, self.admin)
        narrow = SUPPORT if self.name == "getAuditLog" else AUDITOR
        if self.is_open and not {"unknown", "kind", "scope"} & {*faults}:
            return {}
        tokens = {"unknown": UNKNOWN, "kind": other, "scope": narrow}
        token = next((tokens[fault] for fault in faults if fault in tokens), own)
        return {"Authorization": f"Bearer {token}"}

    def _path(self, faults):
        parts = {name: self.parts[name] for name in self._names()}
        if "absent" in faults:
            parts[self._absent()] = ABSENT[self._absent()]
        if "malformed" in faults:
            part = self._malformed()
            parts[part] = MALFORMED_DRAFT if part == "name" else MALFORMED[part]
        return parts

    def _content(self, faults):
        if self.takes is None or "long" in faults:
            return None
        if "not-json" in faults:
            return b"{"
        if self.takes != JSON:
            return self.body
        body = {**self.body, **(VALUES[self.name] if "value" in faults else {})}
        return json.dumps({name: value for name, value in body.items() if value is not None}).encode()


class DeskSessions:
    """Sessions of two admins, of whom the second has one scope only."""

    def __init__(self, api):
        desk = api.desk()
        self.address = desk.address
        desk.sign_in(ADMIN)
        self._own = desk.session
        desk.session = {}
        desk.sign_in(AUDITOR)
        self._narrow = desk.session

    def fields(self, faults):
        if "nobody" in faults:
            return {}
        session = dict(self._narrow if "scope" in faults else self._own)
        if "unknown" in faults:
            session["Cookie"] = session["Cookie"].split("=")[0] + "=" + "A" * 43
        if "csrf" in faults:
            session["X-CSRF-Token"] = "x"
        return session


_numbers = itertools.count(1)


def address():
    """An address that nobody has asked from."""
    number = next(_numbers)
    return f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"


def told(answer):
    """What can be told of an answer by a person: its status and code; and all of it that doesn't depend on the time."""
    status, problem = answer
    if problem is None:
        return str(status), str(status)
    return f"{status} {problem['code']}", f"{status} {problem['title']} {problem['detail']}"


def row(faults, single, pairs):
    """What is refused first, and how.

    - single: what is answered to each fault, as ``told`` has it.
    - pairs: what is answered to two.
    """
    beats = {fault: set() for fault in faults}
    odd = []
    for (one, other), answer in pairs.items():
        first, second = single[one][1], single[other][1]
        if answer[1] not in (first, second):
            odd.append(f"{one} + {other}: {answer[0]}")
        elif first != second:
            winner, loser = (one, other) if answer[1] == first else (other, one)
            beats[winner].add(loser)
    order, rest = [], list(faults)
    while rest:
        fault = next((one for one in rest if not any(one in beats[other] for other in rest)), rest[0])
        odd += [f"{other} before {fault}" for other in rest if fault in beats[other]]
        order.append(fault)
        rest.remove(fault)
    groups = []
    for fault in order:
        if groups and groups[-1][0] == single[fault][0] and not any(fault in beats[one] for one in groups[-1][1]):
            groups[-1][1].append(fault)
        else:
            groups.append((single[fault][0], [fault]))
    text = " > ".join(f"{answer}: {', '.join(names)}" for answer, names in groups) or "none"
    return text + "".join(f"; but {one}" for one in odd)


def answered(route, port, *faults, headers=None):
    """What is told of the answer to a request with these faults."""
    request = route.request(*faults)
    request.headers |= headers or {}
    try:
        return told(request.sent_to(port))
    except (OSError, HTTPException):
        # The server had answered before all was sent, and closed the connection before the answer was read.
        return told(request.sent_to(port))
