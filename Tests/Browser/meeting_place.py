"""A server of matches and invitations in memory, as the page of invitations asks it, whose lines can be cut.

It knows the routes and the stream by their description alone, and refuses what a test tells it to.
"""

import base64
import json
import os
import re
import threading
import time
from http.server import ThreadingHTTPServer

import pages
from packs import POLICY

HOUR_MS = 3_600_000
STATUS = {"not_found": 404, "unauthorized": 401, "bad_request": 400, "rate_limited": 429, "unavailable": 503}
# A line is cut after the request was carried out, so that the answer alone is lost.
CUT = "cut"


class Refusal(Exception):
    pass


def now_ms():
    return int(time.time() * 1000)


def new_id():
    return base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")


class Meeting:
    """What the server knows. `troubles` has what becomes of the next requests: a list for each method and path."""

    def __init__(self):
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.players, self.tokens, self.codes = {}, {}, {}
        self.matches, self.invitations, self.links, self.blocks = {}, {}, {}, {}
        self.events, self.keys, self.troubles, self.asked = {}, {}, {}, []
        self.generation, self.streams, self.is_down, self.has_invitations = 0, [], False, True
        # The server's incarnation, and the event of each player before which a stream can't tell what is missing.
        self.run, self.oldest = 1, {}

    def trouble(self, method, path):
        left = self.troubles.get((method, re.sub(r"/[A-Za-z0-9_-]{22}", "/*", path)))
        return left.pop(0) if left else None

    def tell(self, player, name, **data):
        with self.changed:
            log = self.events.setdefault(player, [])
            log.append((len(log) + 1, name, data))
            self.changed.notify_all()

    def cut_streams(self):
        with self.changed:
            self.generation += 1
            self.changed.notify_all()

    def sign_in(self, credential):
        with self.lock:
            player = self.players.setdefault(credential, str(1001 + len(self.players)))
            token = f"token-{player}-{len(self.tokens)}"
            self.tokens[token] = player
            return {"player": player, "token": token, "refreshToken": f"again-{credential}", "expiresIn": 900}

    # Matches

    def seen(self, match, player):
        own = next((n for n, one in match["places"].items() if one == (player, "taken")), None)
        states = [{"place": n, "state": match["places"].get(n, (None, "free"))[1]} for n in range(1, match["size"] + 1)]
        kept = {name: match[name] for name in ("match", "size", "state", "version", "payload", "createdAtMs", "changedAtMs")}
        return {**kept, "places": states, **({"place": own} if own else {})}

    def of(self, match_id, player):
        match = self.matches.get(match_id)
        if not match or all(one[0] != player for one in match["places"].values()):
            raise Refusal("not_found")
        return match

    def change(self, match):
        match["changedAtMs"] = now_ms()
        for player, _ in match["places"].values():
            self.tell(player, "match", match=match["match"])

    def new_match(self, player, size):
        match = {"match": new_id(), "size": size, "state": "open", "version": 0, "payload": "",
                 "createdAtMs": now_ms(), "changedAtMs": now_ms(), "places": {1: (player, "taken")}}  # fmt: skip
        self.matches[match["match"]] = match
        self.change(match)
        return match

    def free(self, match):
        return match["size"] - sum(state == "taken" for _, state in match["places"].values())

    def enter(self, match, player):
        if any(one == (player, "taken") for one in match["places"].values()):
            return match
        if match["state"] != "open":
            raise Refusal("match_closed")
        if self.free(match) == 0:
            raise Refusal("match_full")
        taken = [number for number, (_, state) in match["places"].items() if state == "taken"]
        match["places"][min(set(range(1, match["size"] + 1)) - set(taken))] = (player, "taken")
        self.change(match)
        return match

    # Invitations

    def addressee(self, player, body):
        if "code" in body:
            code = re.sub(r"[\s-]", "", body["code"].upper())
            if len(code) != 17:
                raise Refusal("bad_request")
            return next((one for one, theirs in self.codes.items() if theirs.replace("-", "") == code), None)
        return self.of(body["match"], player)["places"][body["place"]][0]

    def invite(self, player, match_id, body):
        match, to, at = self.of(match_id, player), self.addressee(player, body), now_ms()
        one = {"invitation": new_id(), "match": match["match"], "from": player, "to": to, "state": "sent", "atMs": at, "expiresAtMs": at + HOUR_MS}
        if to and (to, player) in self.blocks.values():
            one["to"] = None
        self.invitations[one["invitation"]] = one
        self.tell(player, "invitations")
        if one["to"]:
            self.tell(one["to"], "invitations")
        return self.sent(one)

    def sent(self, one):
        return {name: one[name] for name in ("invitation", "match", "state", "atMs", "expiresAtMs")}

    def received(self, one):
        match = self.matches[one["match"]]
        state = {"sent": "open", "cancelled": "inviter_gone"}.get(one["state"], one["state"])
        return {**{name: one[name] for name in ("invitation", "atMs", "expiresAtMs")}, "state": state, "size": match["size"], "free": self.free(match)}

    def inbox(self, player):
        newest = list(reversed(self.invitations.values()))
        return {"received": [self.received(one) for one in newest if one["to"] == player],
                "sent": [self.sent(one) for one in newest if one["from"] == player]}  # fmt: skip

    def end(self, one, state):
        one["state"] = state
        for player in filter(None, (one["from"], one["to"])):
            self.tell(player, "invitations")

    def answer(self, player, method, path, body):
        """The answer to a request as this player; refusals are raised."""
        if method == "POST" and path == "friend-code" or player not in self.codes:
            number = "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[byte % 32] for byte in os.urandom(17))
            self.codes[player] = "-".join((number[:4], number[4:8], number[8:12], number[12:16], number[16:]))
        first, *rest = path.split("/")
        return getattr(self, f"answer_{first.replace('-', '_')}")(player, method, rest, body)

    def answer_friend_code(self, player, *_):
        return {"code": self.codes[player]}

    def answer_matches(self, player, method, rest, body):
        if not rest and method == "GET":
            mine = [one for one in reversed(self.matches.values()) if (player, "taken") in one["places"].values()]
            return {"matches": [self.seen(one, player) for one in mine]}
        if not rest:
            return self.seen(self.new_match(player, body["size"]), player)
        match = self.of(rest[0], player)
        if rest[1:] == ["moves"]:
            if body["version"] != match["version"]:
                raise Refusal("match_conflict")
            match.update(version=match["version"] + 1, payload=body["payload"])
            self.change(match)
        elif rest[1:] == ["leave"]:
            own = next((n for n, one in match["places"].items() if one == (player, "taken")), None)
            if own:
                match["places"][own] = (player, "left")
            self.change(match)
        elif rest[1:] == ["invitations"]:
            return self.invite(player, rest[0], body)
        elif rest[1:] == ["links"]:
            link = {"link": new_id(), "secret": new_id(), "expiresAtMs": now_ms() + HOUR_MS}
            self.links[link["secret"]] = {**link, "match": rest[0]}
            return link
        return self.seen(match, player)

    def answer_invitations(self, player, _, rest, __):
        if not rest:
            return self.inbox(player)
        one = self.invitations.get(rest[0])
        if not one or player != one["from" if rest[1] == "cancel" else "to"]:
            raise Refusal("not_found")
        if rest[1] == "accept":
            if one["state"] != "accepted" and one["state"] != "sent":
                raise Refusal("inviter_gone" if one["state"] == "cancelled" else "not_found")
            match = self.enter(self.matches[one["match"]], player)
            self.end(one, "accepted")
            return self.seen(match, player)
        if one["state"] == "sent":
            self.end(one, {"decline": "declined", "cancel": "cancelled"}[rest[1]])
        return {}

    def answer_links(self, player, method, rest, body):
        if method == "DELETE":
            next(link for link in self.links.values() if link["link"] == rest[0])["ended"] = True
            return {}
        if body["secret"] not in self.links:
            raise Refusal("not_found")
        if "ended" in self.links[body["secret"]]:
            raise Refusal("inviter_gone")
        return self.seen(self.enter(self.matches[self.links[body["secret"]]["match"]], player), player)

    def look(self, secret):
        link = self.links.get(secret)
        if not link:
            raise Refusal("not_found")
        match = self.matches[link["match"]]
        state = "inviter_gone" if "ended" in link else "full" if self.free(match) == 0 else "open"
        return {"size": match["size"], "free": self.free(match), "state": state, "expiresAtMs": link["expiresAtMs"]}

    def answer_blocks(self, player, method, rest, body):
        mine = {block: pair for block, pair in self.blocks.items() if pair[0] == player}
        if method == "DELETE":
            self.blocks.pop(rest[0])
        elif method == "POST":
            one = self.invitations.get(body.get("invitation"))
            who = one["from"] if one else self.of(body["match"], player)["places"][body["place"]][0]
            block = new_id()
            self.blocks[block] = (player, who)
            for pending in self.invitations.values():
                if (pending["from"], pending["to"], pending["state"]) == (who, player, "sent"):
                    pending["to"] = None
            return {"block": block, "atMs": now_ms()}
        return {"blocks": [{"block": block, "atMs": now_ms()} for block in mine]} if method == "GET" else {}


class Line(pages.Files):
    """One request. The meeting and the pages are in its class."""

    meeting: Meeting

    def do_GET(self):
        path = self.path.split("?")[0]
        if path in ("/invitations.html",):
            return self.send(200, "text/html; charset=utf-8", (pages.MODULES / path[1:]).read_bytes(), {"Content-Security-Policy": POLICY})
        return super().do_GET() if not path.startswith("/v1/") else self.judge("GET")

    def do_POST(self):
        self.judge("POST")

    def do_DELETE(self):
        self.judge("DELETE")

    def judge(self, method):
        meeting, path = self.meeting, self.path.removeprefix("/v1/")
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length) or "null")
        if meeting.is_down:
            return self.connection.close()
        key = self.headers.get("Idempotency-Key")
        meeting.asked.append((method, path, key))
        if path == "player/events":
            return self.stream()
        trouble = meeting.trouble(method, path)
        try:
            if trouble and trouble != CUT:
                raise Refusal(trouble)
            with meeting.lock:
                if key is None or key not in meeting.keys:
                    answer = self.answer(method, path, body)
                    meeting.keys[key] = answer
                else:
                    answer = meeting.keys[key]
        except Refusal as refusal:
            return self.refuse(str(refusal))
        if trouble == CUT:
            return self.connection.close()
        self.send(200, "application/json", json.dumps(answer).encode(), {"Cache-Control": "no-store"})

    def answer(self, method, path, body):
        meeting = self.meeting
        if path == "players":
            return meeting.sign_in(body["credential"])
        if path == "players/refresh":
            return meeting.sign_in(body["refreshToken"].removeprefix("again-"))
        if path == "links":
            return meeting.look(body["secret"])
        return meeting.answer(self.player(), method, path.removeprefix("player/"), body)

    def player(self):
        if not self.meeting.has_invitations:
            raise Refusal("not_found")
        player = self.meeting.tokens.get((self.headers.get("Authorization") or "").removeprefix("Bearer "))
        if not player:
            raise Refusal("unauthorized")
        return player

    def refuse(self, code):
        problem = {"type": f"/problems/{code}", "title": code, "status": STATUS.get(code, 409), "code": code, "detail": f"The server says {code}."}
        self.send(STATUS.get(code, 409), "application/problem+json", json.dumps(problem).encode(), {})

    def stream(self):
        meeting = self.meeting
        try:
            player = self.player()
        except Refusal as refusal:
            return self.refuse(str(refusal))
        last = self.headers.get("Last-Event-ID")
        run, number = (int(part) for part in last.split("-")) if last else (0, 0)
        with meeting.lock:
            generation, log = meeting.generation, meeting.events.setdefault(player, [])
            meeting.streams.append((player, last))
            is_anew = run != meeting.run or number < meeting.oldest.get(player, 0)
            place = len(log) if is_anew else number
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(b"retry: 200\n\n")
        if is_anew:
            self.wfile.write(f"event: anew\nid: {meeting.run}-{place}\ndata: {{}}\n\n".encode())
        self.wfile.flush()
        while True:
            with meeting.changed:
                meeting.changed.wait_for(lambda: len(log) > place or meeting.generation != generation, timeout=1)
                if meeting.generation != generation:
                    return
                news, place = log[place:], len(log)
            told = "".join(f"event: {name}\nid: {meeting.run}-{number}\ndata: {json.dumps(data)}\n\n" for number, name, data in news)
            try:
                self.wfile.write((told or ":\n\n").encode())
                self.wfile.flush()
            except OSError:
                return


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """A window that was closed takes no more answers."""


def serve(meeting):
    """Serves the modules, the page and the meeting. Returns the server and its address."""
    server = Server(("127.0.0.1", 0), type("MeetingLine", (Line,), {"meeting": meeting}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}"
