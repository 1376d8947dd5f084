"""Level packs as docs/levels.md describes them, written from that page alone: documents, deltas, and a server for them."""

import base64
import hashlib
import json
import struct
import threading
import zlib
from http.server import ThreadingHTTPServer

import pages
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

# As the server sends it with its pages: a page may run, load and request only what its server has.
POLICY = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))


def public_key(key=KEY):
    raw = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def value(given):
    if given is None:
        kind, data = 0, b""
    elif isinstance(given, int):
        kind, data = 1, struct.pack(">Q", given)
    elif isinstance(given, str):
        kind, data = 2, given.encode()
    else:
        kind, data = 3, given
    return bytes([kind]) + struct.pack(">Q", len(data)) + data


def level(id, title=None, author=None, tags="", background=None, map=None):
    """A level's six values in their order, the tags joined by spaces."""
    return (id, title or id.capitalize(), author, tags, background, f"#@$.# {id}".encode() if map is None else map)


def written(levels):
    return b"".join(value(part) for one in levels for part in one)


def content(levels, engine=1, pack="warehouse"):
    return hashlib.sha256(b"shelflife/v1/pack" + value(pack) + value(engine) + written(levels)).digest()


def delta_fields(before, after, engine=1, engine_before=1, pack="warehouse"):
    """The delta's values: each level that is in both stays by itself, which is a run of one place."""
    fields = value(content(before, engine_before, pack)) + value(content(after, engine, pack)) + value(engine)
    for one in after:
        if one in before:
            fields += value(before.index(one)) + value(1)
        else:
            fields += value("level") + written([one])
    return fields


def delta_file(fields, length=None):
    return b"SHELFLD1" + struct.pack(">Q", len(fields) if length is None else length) + zlib.compress(fields, 9)


def file_of(data):
    return {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}


def signed(document, key=KEY, mark=b"SHELFLP1"):
    text = document if isinstance(document, bytes) else json.dumps(document, sort_keys=True).encode()
    head = mark + struct.pack(">I", len(text)) + text
    return head + key.sign(head)


class Channel:
    """Releases of a pack and the channel's document, as files by their paths."""

    def __init__(self, pack="warehouse", channel="stable"):
        self.pack, self.channel, self.files = pack, channel, {}

    def file(self, data):
        """Puts a file where its name says. Returns what a document says of it."""
        told = file_of(data)
        self.files[f"/v1/pack-files/{told['sha256']}"] = data
        return told

    def release(self, levels, engine=1, earlier=()):
        """What a document says of a release: deltas from earlier ones, and from the empty pack."""
        deltas = [
            {"from": content(before, pack=self.pack).hex(), "file": self.file(delta_file(delta_fields(before, levels, engine, pack=self.pack)))}
            for before in (*earlier, [])
        ]  # fmt: skip
        snapshot = {"sha256": "ab" * 32, "bytes": 1_000_000}
        return {"content": content(levels, engine, self.pack).hex(), "engine": engine, "snapshot": snapshot, "deltas": deltas}

    def document(self, release, sequence=1000, good_until_ms=2**50, key=KEY, **more):
        members = {"pack": self.pack, "channel": self.channel, "sequence": sequence, "goodUntilMs": good_until_ms, "release": release}
        return signed({**members, **more}, key)

    def point_at(self, release, sequence, **more):
        self.files[f"/v1/packs/{self.pack}/{self.channel}"] = self.document(release, sequence, **more)


def serve(channel, html=None):
    """Serves the modules, pages and a channel's files, as these are at each request. Returns the server, its address, and
    the paths that were asked for."""
    asked = []

    class Handler(pages.Files):
        extra = {"/": pages.BLANK}

        def do_GET(self):
            path = self.path.split("?")[0]
            if html and path in html:
                return self.send(200, "text/html", html[path], {"Content-Security-Policy": POLICY})
            if not path.startswith("/v1/"):
                return super().do_GET()
            asked.append(path)
            answer = channel.files.get(path)
            if answer is None:
                return self.send_error(404)
            if callable(answer):
                return answer(self)
            self.send(200, "application/octet-stream", answer, {"Cache-Control": "public, max-age=60"})

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}", asked
