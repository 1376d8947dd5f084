"""Buys as docs/clients.md says: each order once, however often its connection breaks."""

import json
import uuid

from smallest_seal import Refused, signed_json
from smallest_waits import Waits

RESERVE_SECONDS = 30
AGAIN = (401, 408, 425, 429)
ASKED = ("chain", "slot", "position", "revision", "price")


class Buyer:
    """A player of one device.

    - ask: sends `(method, path, headers, body)` and returns status, headers and body; raises `OSError` where no answer
      came.
    - credential: what the device keeps, in base64url.
    - notes: the file in which orders are written down before they leave.
    - sleep: waits so many seconds.
    - seconds: the device's monotonic clock.
    """

    def __init__(self, ask, credential, notes, sleep, seconds, waits=None):
        self.ask, self.credential, self.notes, self.sleep, self.seconds = ask, credential, notes, sleep, seconds
        self.waits = waits or Waits()
        self.player, self.token, self.token_ends = None, None, None

    def order(self, store, position):
        """The order for what a position shows, with a key of its own, written down; or the one that is under way."""
        listing = position.listing
        body = {"chain": listing.chain, "slot": listing.slot, "position": listing.position,
                "revision": listing.revision, "price": position.card["price"]}  # fmt: skip
        for key, (other, known) in self.pending().items():
            if (other, known) == (store, body):
                return key
        key = str(uuid.uuid4())
        self._write({**self.pending(), key: (store, body)})
        return key

    def pending(self):
        """The orders that aren't judged yet, by key, each with its store."""
        if not self.notes.exists():
            return {}
        return {key: (store, body) for key, (store, body) in json.loads(self.notes.read_text()).items()}

    def buy(self, key, public_key):
        """Sends an order until the server has judged it. Returns the receipt, or raises `Refused`."""
        store, body = self.pending()[key]
        self.waits.worked("order")
        while True:
            found = self._sent(f"/v1/stores/{store}/purchases", key, body)
            if found is None:
                continue
            status, answer = found
            if status != 200:
                self._forget(key)
                raise Refused(answer.get("code", str(status)))
            receipt = self._checked(answer, public_key, {**body, "key": key, "store": store})
            self._forget(key)
            return receipt

    def _sent(self, path, key, body):
        """The server's judgement; None where there is none, after a wait."""
        try:
            self._sign_in()
            status, headers, answer = self._asked("POST", path, body, {"Idempotency-Key": key})
            if status == 401:
                self.token = None
                self._sign_in()
                status, headers, answer = self._asked("POST", path, body, {"Idempotency-Key": key})
        except OSError:
            self.sleep(self.waits.before_order())
            return None
        except Busy as busy:
            self.sleep(self.waits.before_order(busy.retry_after))
            return None
        if is_passing(status) or answer.get("code") == "not_on_sale":
            self.sleep(self.waits.before_order(retry_after(headers, answer)))
            return None
        return status, answer

    def _checked(self, answer, public_key, asked):
        receipt = signed_json(answer.get("receipt") or {}, public_key, b"SHELFRC1")
        if receipt is None or receipt.get("player") != self.player:
            raise Refused("receipt")
        if any(receipt.get(name) != asked[name] for name in ("key", "store", *ASKED)):
            raise Refused("receipt")
        return receipt

    def _sign_in(self):
        if self.token is not None and self.seconds() < self.token_ends:
            return
        asked = self.seconds()
        status, headers, answer = self._asked("POST", "/v1/players", {"credential": self.credential})
        if is_passing(status):
            raise Busy(retry_after(headers, answer))
        if status != 200:
            raise Refused(answer.get("code", str(status)))
        self.player, self.token = answer["player"], answer["token"]
        self.token_ends = asked + answer["expiresIn"] - RESERVE_SECONDS

    def _asked(self, method, path, body, more=None):
        headers = {"Content-Type": "application/json", **(more or {})}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        status, headers, data = self.ask(method, path, headers, json.dumps(body).encode())
        try:
            answer = json.loads(data)
        except ValueError:
            raise ConnectionError("the answer can't be read") from None
        return status, headers, answer

    def _forget(self, key):
        self._write({other: order for other, order in self.pending().items() if other != key})

    def _write(self, orders):
        """In one step, so that a crash leaves either what was there or what is there now."""
        new = self.notes.with_suffix(".new")
        new.write_text(json.dumps(orders))
        new.replace(self.notes)


class Busy(Exception):
    def __init__(self, retry_after):
        super().__init__("the server lets nobody sign in now")
        self.retry_after = retry_after


def is_passing(status):
    """Whether the same request may succeed later."""
    return status in AGAIN or status >= 500


def retry_after(headers, answer):
    """For how many seconds the server asks to be left alone, or None."""
    asked = headers.get("Retry-After") or answer.get("retryAfter")
    return float(asked) if asked else None
