"""One thing that the designer does: asked for with the same key until it is answered."""

import json
from dataclasses import dataclass

from contents import CONTENTS
from shop import ADMIN_TOKEN

DONE, REFUSED = "done", "change_refused"
PUBLISH, ROLL_BACK = "publish", "roll back"
LISTING, ITEM, STORE, LIFT = "withdraw a listing", "withdraw an item", "withdraw a store", "lift"
REPLACE, REDRAW = "replace", "redraw"
VERSIONS, WITHDRAWALS, CHANGES = [PUBLISH, ROLL_BACK], [LISTING, ITEM, STORE, LIFT], [REPLACE, REDRAW]
KINDS = VERSIONS + WITHDRAWALS + CHANGES
PATHS = {
    PUBLISH: "content/versions", ROLL_BACK: "content/roll-back", REPLACE: "replacements", REDRAW: "redraws",
    **dict.fromkeys(WITHDRAWALS, "withdrawals"),
}  # fmt: skip


@dataclass
class Change:
    """`goods` is what the request's body says besides the reason; `listing` what it is about, where it is one.

    `wanted` is the digest of the content that a version shall have. `told_at` and `told_ms` say when the answer came, by
    the clock that orders are made by and by the wall's, and `life` how many servers had been killed before the one that
    gave it.
    """

    number: int
    kind: str
    goods: dict
    listing: object = None
    verdict: str | None = None
    told: dict | None = None
    told_at: float = 0
    told_ms: int = 0
    life: int = 0
    new_answers: int = 0
    wanted: str = ""

    @property
    def key(self):
        return f"wish-{self.number:08}"

    @property
    def path(self):
        return f"/v1/admin/{PATHS[self.kind]}"

    @property
    def bytes(self):
        # The key is the reason too: a version has no key of its own, and is recognized by that.
        basis = {"base": 0, "over": 2**53 - 1} if self.kind in (PUBLISH, ROLL_BACK) else {}
        body = json.dumps(self.goods | self.files | basis | {"reason": self.key}).encode()
        return (
            f"POST {self.path} HTTP/1.1\r\nHost: shelf\r\nContent-Type: application/json\r\nAuthorization: Bearer {ADMIN_TOKEN}\r\n"
            f"Idempotency-Key: {self.key}\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode() + body

    @property
    def files(self):
        if self.kind != PUBLISH:
            return {}
        content = next(content for content in CONTENTS if content.digest == self.wanted)
        return {"files": [{"path": path, "text": text} for path, text in content.files.items()]}

    def hear(self, status, answer):
        """The verdict, what belongs to it, and whether that was there before; `None` for what may not be answered."""
        if status == 409 and self.kind in CHANGES and answer["code"] == REFUSED:
            return REFUSED, None, None
        if status != 200:
            return None
        if self.kind in VERSIONS:
            return DONE, answer["version"], not answer["isNew"]
        if self.kind in WITHDRAWALS:
            return DONE, answer["withdrawal"], answer["replayed"]
        return DONE, {name: answer[name] for name in ["store", "change", "atMs", "listings"]}, answer["replayed"]
