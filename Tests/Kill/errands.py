"""What support does by hand while the players buy: grants, refunds and revocations, asked for until they are
answered."""

import json
from dataclasses import dataclass

from published import unb64
from shop import ADMIN_TOKEN

GRANT_MOST = 50
REASON = "an errand"
DONE, TOO_LATE = "done", "reversed_already"


@dataclass
class Errand:
    """`kind` is `grant`, `refund` or `revocation`; `target` a player or a purchase."""

    number: int
    kind: str
    target: str
    amount: int = 0
    verdict: str | None = None
    told: dict | None = None
    new_answers: int = 0

    @classmethod
    def draw(cls, number, random, players, judged):
        """A reversal is of something that was sold, perhaps to be reversed by another at the same time."""
        wish = random.choice(judged) if judged else None
        if wish is None or wish.verdict != "sold" or random.random() < 0.5:
            return cls(number, "grant", random.choice(players)[0], random.randint(1, GRANT_MOST))
        purchase = json.loads(unb64(wish.told["bytes"]).removeprefix(b"SHELFRC1"))["purchase"]
        return cls(number, random.choice(["refund", "revocation"]), str(purchase))

    @property
    def key(self):
        return f"wish-{self.number:08}"

    @property
    def path(self):
        return (
            f"/v1/admin/players/{self.target}/postings"
            if self.kind == "grant"
            else f"/v1/admin/purchases/{self.target}/reversal"
        )

    @property
    def bytes(self):
        grant = {"currency": "coins", "amount": self.amount} if self.kind == "grant" else {}
        body = json.dumps({"kind": self.kind, "reason": REASON} | grant).encode()
        return (
            f"POST {self.path} HTTP/1.1\r\nHost: shelf\r\nContent-Type: application/json\r\nAuthorization: Bearer {ADMIN_TOKEN}\r\n"
            f"Idempotency-Key: {self.key}\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode() + body

    def hear(self, status, answer):
        """The verdict, what belongs to it, and whether that was given before, if it says; `None` for what may not be
        answered."""
        if status == 200:
            return DONE, {name: answer[name] for name in ["entry", "purchase"] if name in answer}, answer["replayed"]
        if answer["code"] == TOO_LATE and self.kind != "grant":
            return TOO_LATE, None, None
        return None
