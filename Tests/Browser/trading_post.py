"""A small server that speaks the contract of buying, over the vectors' prefetched window, and errs when it is told to.

Its time is the window's. It keeps every request, so that a test can say what a client asked and how often.
"""

import hashlib
import http.server
import json
import re
import struct
import threading
import time
from dataclasses import dataclass, field

import pages
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from windows import b64, unb64

VECTORS = json.loads((pages.VECTORS / "vectors.json").read_text())
WINDOW = (pages.VECTORS / "prefetched.bin").read_bytes()
LISTINGS = next(entry for entry in VECTORS["windows"] if entry["file"] == "prefetched.bin")["listings"]
CHAIN = VECTORS["chains"]["prefetched"]
STORE = "bazaar"
CURRENCY = "coins"
# Star (1) at position 0, One Ring (9000) at 1 and 3, Bee (120) at 2; the first change is 36 s later.
OPENS_MS = 1800000250000
PROBLEM = "application/problem+json"
STATUS = {"unauthorized": 401, "forbidden": 403, "rate_limited": 429, "unavailable": 503, "internal_error": 500,
          "bad_request": 400, "idempotency_key_missing": 400, "not_found": 404}  # fmt: skip


class Refusal(Exception):
    def __init__(self, code, **more):
        self.code, self.more = code, more


@dataclass
class Fault:
    """What happens to the next request whose path ends in `path`: `lose` does the work and closes without an
    answer, `drop` closes at once, `garble` answers what isn't JSON; anything else is a code to refuse with."""

    path: str
    what: str
    retry_after: int | None = None


@dataclass
class Player:
    name: str
    balance: int = 1000
    owned: dict = field(default_factory=dict)
    history: list = field(default_factory=list)


class TradingPost:
    def __init__(self, seed=None):
        self.signer = Ed25519PrivateKey.from_private_bytes(seed or unb64(VECTORS["signing"]["seed"]))
        self.catalogue = {
            (l["slot"], l["position"]): {**l["card"], "end": CHAIN["epochMs"] + 1000 * (l["slot"] + l["seconds"])}
            for l in LISTINGS
        }
        self.players, self.tokens, self.refreshes, self.revoked = {}, {}, {}, set()
        self.settled, self.sold = {}, {}
        self.editions, self.stock = {}, {}
        self.limits = {}
        self.withdrawn = set()
        self.requests, self.faults = [], []
        self.life = 900
        self.held = None
        self.tamper = lambda receipt: receipt
        # What the answer to a purchase says of what is left, and that about the wallet of each currency.
        self.left = lambda balance: {"balance": balance}
        self.wallet = lambda balance: {CURRENCY: balance}
        # A queue of signed notices for the key stream; without one the post has no stream.
        self.notices = None
        self.window = WINDOW
        self.opened, self.timeline = time.monotonic(), 0
        self.lock = threading.Lock()

    def now_ms(self):
        return OPENS_MS + int(1000 * (time.monotonic() - self.opened))

    def skip_to(self, seconds):
        ahead = seconds - (time.monotonic() - self.opened)
        assert ahead > 0, "this machine was too slow: what the test waits for is over"
        with self.lock:
            self.opened -= ahead
            self.timeline += 1

    def clock(self):
        """The time in microseconds, and the name of the timeline that it is of."""
        with self.lock:
            return 1000 * OPENS_MS + int(1e6 * (time.monotonic() - self.opened)), f"post {self.timeline}"

    def sent(self):
        """What was asked besides the key streams, which bring the notices too."""
        return [request for request in self.requests if not request["path"].endswith("/keys")]

    def asked(self, path, method=None):
        return [
            request
            for request in self.requests
            if request["path"].endswith(path) and method in (None, request["method"])
        ]

    def keys(self):
        return [request["key"] for request in self.asked("/purchases", "POST")]

    def fail(self, path, what, retry_after=None, times=1):
        self.faults.extend(Fault(path, what, retry_after) for _ in range(times))

    def answer(self, method, path, headers, body):
        """Returns a status, headers and a JSON value; or None, where the connection ends without a word."""
        plain, _, query = path.partition("?")
        with self.lock:
            self.requests.append({"method": method, "path": plain, "query": query, "key": headers.get("Idempotency-Key"),
                                  "token": headers.get("Authorization"), "body": body})  # fmt: skip
            fault = next((fault for fault in self.faults if plain.endswith(fault.path)), None)
            if fault:
                self.faults.remove(fault)
                if fault.what == "drop":
                    return None
                if fault.what not in ("lose", "garble"):
                    return self.problem(Refusal(fault.what), fault.retry_after)
            try:
                found = 200, {}, self.route(method, plain, query, headers, body)
            except Refusal as refusal:
                found = self.problem(refusal)
            if fault:
                return None if fault.what == "lose" else (200, {}, "<html>")
            return found

    @staticmethod
    def problem(refusal, retry_after=None):
        status = STATUS.get(refusal.code, 409)
        body = {"type": f"/problems/{refusal.code}", "title": refusal.code, "status": status, "code": refusal.code,
                "detail": f"The post says {refusal.code}.", **refusal.more}  # fmt: skip
        return status, {} if retry_after is None else {"Retry-After": str(retry_after)}, body

    def route(self, method, path, query, headers, body):
        if path == "/v1/players":
            return self.sign_in(body["credential"])
        if path == "/v1/players/refresh":
            return self.refresh(body["refreshToken"])
        player = self.player(headers)
        if path == "/v1/player":
            return {"player": player.name, "balances": self.wallet(player.balance)}
        if path == "/v1/player/inventory":
            return {"items": list(player.owned.values())}
        if path == "/v1/player/purchases":
            return self.page(player.history, dict(pair.split("=") for pair in query.split("&") if pair))
        if re.fullmatch(r"/v1/stores/[a-z0-9-]+/purchases", path):
            return self.buy(player, path.split("/")[3], headers.get("Idempotency-Key"), body)
        raise Refusal("not_found")

    def sign_in(self, credential):
        if not 16 <= len(unb64(credential)) <= 64:
            raise Refusal("bad_request")
        digest = hashlib.sha256(unb64(credential)).hexdigest()
        player = self.players.setdefault(digest, Player(str(17 + len(self.players))))
        return self.issue(player, family=len(self.refreshes))

    def refresh(self, token):
        player, family, used = self.refreshes.get(token, (None, None, True))
        if used:
            self.revoked.add(family)
        if used or family in self.revoked:
            raise Refusal("unauthorized")
        self.refreshes[token] = (player, family, True)
        return self.issue(player, family)

    def issue(self, player, family):
        token, refresh = f"token-{len(self.tokens)}", f"refresh-{len(self.refreshes)}"
        self.tokens[token] = (player, time.monotonic() + self.life)
        self.refreshes[refresh] = (player, family, False)
        return {"player": player.name, "token": token, "expiresIn": self.life, "refreshToken": refresh}

    def player(self, headers):
        player, until = self.tokens.get((headers.get("Authorization") or "").removeprefix("Bearer "), (None, 0))
        if time.monotonic() >= until:
            raise Refusal("unauthorized")
        return player

    def forget_tokens(self):
        self.tokens.clear()

    @staticmethod
    def page(history, query):
        limit = int(query.get("limit", 50))
        older = [entry for entry in reversed(history) if entry["purchase"] < int(query.get("before", 2**53))]
        more = {"next": older[limit - 1]["purchase"]} if len(older) > limit else {}
        return {"purchases": older[:limit], **more}

    def buy(self, player, store, key, order):
        if not re.fullmatch(r"[A-Za-z0-9\-_.:]{1,64}", key or ""):
            raise Refusal("idempotency_key_missing")
        earlier = self.settled.get((player.name, key))
        if earlier and earlier["order"] != order:
            raise Refusal("idempotency_key_reused")
        settled = earlier or self.judge(player, store, key, order)
        if settled["refusal"]:
            raise Refusal(settled["refusal"], **({"replayed": True} if earlier else {}))
        return {"receipt": settled["receipt"], "replayed": bool(earlier), **self.left(player.balance)}

    def judge(self, player, store, key, order):
        card = self.catalogue.get((order["slot"], order["position"]))
        if not card:
            raise Refusal("not_on_sale")
        refusal = self.refusal(player, card, order)
        number = self.sell(player, card) if refusal is None else None
        entry = {"purchase": 1 + len(self.settled), "store": store, "item": card["item"], "name": card["name"], "set": card["set"],
                 "glyph": card["glyph"], "price": card["price"], "currency": CURRENCY, "at": self.now_ms(), "outcome": refusal or "sold"}  # fmt: skip
        if number is not None:
            entry["number"] = number
        player.history.append(entry)
        facts = {name: entry[name] for name in entry if name not in ("name", "set", "glyph", "outcome")}
        receipt = {**facts, "player": player.name, "key": key, **order}
        self.settled[player.name, key] = {
            "order": order,
            "refusal": refusal,
            "facts": receipt,
            "receipt": self.signed(receipt),
        }
        return self.settled[player.name, key]

    def refusal(self, player, card, order):
        owned = player.owned.get(card["item"], {"count": 0})["count"]
        sold = self.sold.get(card["item"], 0)
        if self.now_ms() >= card["end"] + 500:
            return "sale_over"
        if card["item"] in self.withdrawn:
            return "withdrawn"
        if order["price"] != card["price"]:
            return "price_changed"
        if owned >= self.limits.get(card["item"], 2**53):
            return "owned_already" if self.limits[card["item"]] == 1 else "limit_reached"
        if sold >= self.editions.get(card["item"], self.stock.get(card["item"], 2**53)):
            return "sold_out"
        return "insufficient_funds" if player.balance < card["price"] else None

    def sell(self, player, card):
        player.balance -= card["price"]
        number = self.sold[card["item"]] = self.sold.get(card["item"], 0) + 1
        known = {name: card[name] for name in ("item", "name", "set", "glyph") if name in card}
        item = player.owned.setdefault(card["item"], {**known, "count": 0, "numbers": []})
        item["count"] += 1
        if card["item"] not in self.editions:
            return None
        item["edition"] = self.editions[card["item"]]
        item["numbers"].append(number)
        return number

    def signed(self, receipt):
        data = b"SHELFRC1" + json.dumps(self.tamper(receipt), sort_keys=True, separators=(",", ":")).encode()
        return {"bytes": b64(data), "signature": b64(self.signer.sign(data))}


PAGE = (pages.MODULES / "storefront.mustache").read_text()


def page():
    config = json.dumps({"stores": [{"id": STORE, "appSecret": VECTORS["appSecret"]}], "descriptions": []})
    values = {
        "{config}": config,
        "title": "Trading post",
        "version": "test",
        "script": "/storefront.js",
        "style": "/storefront.css",
    }
    page = re.sub(r"{{#windows}}.*?{{/windows}}", "", PAGE, flags=re.DOTALL)
    for name, value in values.items():
        page = page.replace("{{" + name + "}}", value)
    return page.encode()


class _Handler(pages.Files):
    post: TradingPost

    def do_GET(self):
        path = self.path.split("?")[0]
        if path == "/v1/time":
            received, timeline = self.post.clock()
            return self.send_json(
                {"receivedUs": received, "sentUs": received, "uncertaintyUs": 0, "timeline": timeline}
            )
        if path == "/v1/stores":
            store = {"id": STORE, "title": "Bazaar", "positions": 4, "columns": 2, "leadMs": 600_000, "currency": CURRENCY,
                     "publicKey": VECTORS["signing"]["publicKey"]}  # fmt: skip
            return self.send_json([store])
        if path == f"/v1/stores/{STORE}/window":
            return self.send(200, "application/octet-stream", self.post.window, {"ETag": '"1"'})
        if path == f"/v1/stores/{STORE}/keys" and self.post.notices:
            return self.stream(self.post.notices)
        if path.startswith("/v1/"):
            return self.trade(None)
        return super().do_GET()

    def stream(self, notices):
        """Sends notices, and other events as pairs of a name and its data, as they come, until there is a None."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b": open\n\n")
        while notice := notices.get(timeout=60):
            name, data = notice if isinstance(notice, tuple) else ("notice", notice)
            self.wfile.write(f"event: {name}\ndata: {json.dumps(data)}\n\n".encode())

    def do_POST(self):
        self.trade(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def trade(self, body):
        if self.post.held and self.command == "POST" and self.path.endswith("/purchases"):
            self.post.held.wait(60)
        answer = self.post.answer(self.command, self.path, self.headers, body)
        if answer is None:
            # A reset rather than an end: browsers send again by themselves on an idle connection that ended.
            self.connection.setsockopt(*_LINGER)
            self.close_connection = True
            return None
        status, headers, value = answer
        return self.send_json(value, status, headers)

    def send_json(self, value, status=200, headers=None):
        kind = "application/json" if status == 200 else PROBLEM
        self.send(status, kind, json.dumps(value).encode() if value != "<html>" else b"<html>", headers or {})


_LINGER = (
    http.server.socketserver.socket.SOL_SOCKET,
    http.server.socketserver.socket.SO_LINGER,
    struct.pack("ii", 1, 0),
)


class Stall:
    """Serves a post on one port, and can be closed and opened again as a server that is started anew."""

    def __init__(self, post):
        self.post = post
        self.port = 0
        self.open()

    def open(self):
        handler = type("Handler", (_Handler,), {"post": self.post, "extra": {"/": page(), "/blank": pages.BLANK}})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self.server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
