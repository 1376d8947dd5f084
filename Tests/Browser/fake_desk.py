"""A small server in place of the desk's: it serves the page's own files, and answers what a test has written down."""

import http.server
import json
import threading
from urllib.parse import parse_qs, urlsplit

import pages

ALL_SCOPES = ["audit:read", "content:read", "content:write", "future:read", "numbers:read", "players:read"]


def session(now_ms, scopes=ALL_SCOPES, **other):
    return {"admin": "anna", "scopes": sorted(scopes), "csrfToken": "csrf", "title": "Emoji Live", "nowMs": now_ms,
            "idleMs": 30 * 60_000, "endsMs": now_ms + 12 * 3_600_000,
            "stores": [{"id": "main", "title": "Main"}, {"id": "bazaar", "title": "Bazaar"}], **other}  # fmt: skip


class FakeDesk:
    """`answers` maps "GET /v1/admin/audit" to a value, or to a function of the query and the body that returns one, or
    a pair of status and value. Bytes are a picture. `asked` has every request: method, path, query, body, headers."""

    def __init__(self, answers):
        self.answers = dict(answers)
        self.asked = []
        desk = self

        class Handler(pages.Files):
            def do_GET(self):
                self.answer(None)

            def do_POST(self):
                self.answer(self.rfile.read(int(self.headers.get("Content-Length", 0))))

            do_PUT = do_DELETE = do_POST

            def answer(self, body):
                url = urlsplit(self.path)
                name = f"{self.command} {url.path}"
                if url.path == "/desk":
                    return self.send(200, "text/html", (pages.MODULES / "desk.html").read_bytes(), {})
                if name not in desk.answers:
                    return super().do_GET() if self.command == "GET" else self.send_error(404)
                query = {key: values[0] for key, values in parse_qs(url.query).items()}
                is_bytes = self.headers.get("Content-Type") == "application/octet-stream"
                body = body if is_bytes else json.loads(body) if body else None
                desk.asked.append((self.command, url.path, query, body, dict(self.headers)))
                found = desk.answers[name]
                value = found(query, body) if callable(found) else found
                status, value = value if isinstance(value, tuple) else (200, value)
                if isinstance(value, bytes):
                    return self.send(status, "image/webp", value, {"Cache-Control": "no-store"})
                kind = "application/json" if status < 400 else "application/problem+json"
                return self.send(status, kind, json.dumps(value).encode(), {"Cache-Control": "no-store"})

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    def requests(self, name):
        return [entry for entry in self.asked if f"{entry[0]} {entry[1]}" == name]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class FakePacks:
    """Level packs in place of the server's, as their routes answer: channels move, and know when somebody else was
    faster. `difference` is what every two releases differ in."""

    def __init__(self, now_ms, packs, difference):
        self.now_ms = now_ms
        self.packs = packs
        self.difference = difference

    @property
    def answers(self):
        """For `FakeDesk`."""
        return {"GET /v1/admin/packs": lambda query, body: self._list(), **self._of_all()}

    def _of_all(self):
        answers = {}
        for name in self.packs:
            path = f"/v1/admin/packs/{name}"
            answers[f"GET {path}"] = lambda query, body, name=name: {"pack": name, **self.packs[name]}
            answers[f"POST {path}/moves"] = lambda query, body, name=name: self.move(name, "anna", **body)
            answers[f"GET {path}/difference"] = lambda query, body, name=name: {
                "pack": name,
                "from": int(query["from"]),
                "to": int(query["to"]),
                **self.difference,
            }
        return answers

    def _list(self):
        packs = [
            {"pack": name, "newest": pack["releases"][0]["release"], "channels": pack["channels"]}
            | ({"inForce": pack["inForce"]} if "inForce" in pack else {})
            for name, pack in self.packs.items()
        ]
        return {"packs": packs} | ({"publicKey": "q83vEjRWeJ0"} if packs else {})

    def move(self, pack, by, channel, release, reason, share=None, reach=None, after=None):
        found = self.packs[pack]
        last = next((one for one in found["channels"] if one["channel"] == channel), None)
        if after is not None and after != (last["sequence"] if last else 0):
            return problem(409, "content_conflict", "The channel has another sequence than after.")
        word = {None: (last or {}).get("word"), "public": None, "newWord": "ab" * 16}[reach]
        moved = {"channel": channel, "sequence": self.now_ms, "release": release, "reason": reason, "by": by,
                 "atMs": self.now_ms}  # fmt: skip
        if share is not None:
            moved |= {"share": share, "others": last.get("others", last["release"])}
        others = [one for one in found["channels"] if one["channel"] != channel]
        now = moved | ({"word": word} if word else {})
        found["channels"] = sorted([*others, now], key=lambda one: one["channel"])
        found["moves"].insert(0, moved | {"isPublic": word is None})
        return {"channel": now, "isNew": True}


def problem(status, code, detail, **other):
    return status, {
        "type": f"/problems/{code}",
        "title": "Refused",
        "status": status,
        "code": code,
        "detail": detail,
        **other,
    }
