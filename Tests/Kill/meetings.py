"""Players who make matches, invite each other, join, move and leave, whatever becomes of the server: each thing is
asked for until it is answered, now and then once more, and what was told is kept."""

import asyncio
import itertools
import json
from base64 import urlsafe_b64encode
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

from shop import Shop

RETRY = 0.02
AGAIN = 0.15
# What a request may be refused with. A player who is late, or does what another one has just done, is told so.
REFUSALS = {
    "make": {"too_many"},
    "invite": {"not_found", "match_full", "match_closed", "too_many"},
    "link": {"not_found", "match_closed", "too_many"},
    "join": {"match_full", "match_closed", "inviter_gone", "too_many"},
    "accept": {"not_found", "match_full", "match_closed", "inviter_gone", "invitation_superseded", "too_many"},
    "decline": {"not_found"},
    "cancel": {"not_found"},
    "move": {"not_found", "match_conflict", "match_closed", "rate_limited"},
    "leave": {"not_found"},
}
# What stays the same of an answer, where not all of it does.
LASTING = {"make": ["match"], "invite": ["invitation", "match"]}


class MeetingShop(Shop):
    """A shop whose players may invite each other, and where each of them has an address."""

    def __init__(self, folder, welcome):
        super().__init__(folder, welcome)
        with open(folder / "shelflife.yaml", "a") as file:
            file.write("invitations: true\nserver: {behindProxy: true}\n")

    def friend_code(self, player):
        return json.loads(self.get("/v1/player/friend-code", player.token))["code"]

    def matches(self, player):
        return {one["match"] for one in json.loads(self.get("/v1/player/matches", player.token))["matches"]}


@dataclass
class Player:
    number: int
    token: str
    code: str = ""

    @property
    def address(self):
        return f"10.0.{self.number // 256 % 256}.{self.number % 256}"


@dataclass
class Wish:
    """One thing that a player wants, however often it is asked for. `refusal` is the code that it was refused with."""

    kind: str
    player: Player
    path: str
    body: dict | None = None
    key: str | None = None
    match: str | None = None
    to: Player | None = None
    told: dict | None = None
    refusal: str | None = None

    @property
    def bytes(self):
        data = b"" if self.body is None else json.dumps(self.body).encode()
        head = (
            f"POST {self.path} HTTP/1.1\r\nHost: shelf\r\nAuthorization: Bearer {self.player.token}\r\n"
            f"X-Forwarded-For: {self.player.address}\r\nContent-Length: {len(data)}\r\n"
        )
        head += f"Idempotency-Key: {self.key}\r\n" if self.key else ""
        head += "Content-Type: application/json\r\n" if self.body is not None else ""
        return head.encode() + b"\r\n" + data


@dataclass
class Meetings:
    """`wishes` has everything that was asked for, in the order in which it was asked for first."""

    shop: object
    players: list
    random: object
    wishes: list = field(default_factory=list)
    faults: list = field(default_factory=list)
    numbers: itertools.count = field(default_factory=lambda: itertools.count(1))
    answers: int = 0
    broken_off: int = 0
    told: Counter = field(default_factory=Counter)
    is_open: bool = True

    def fault(self, text):
        if len(self.faults) < 20:
            self.faults.append(text)

    def key(self):
        return f"wish-{next(self.numbers):08}"

    async def ask(self, kind, player, path, body=None, **more):
        """What was told, or none where it was refused."""
        wish = Wish(kind, player, f"/v1/player/{path}", body, **more)
        self.wishes.append(wish)
        status, answer = await self.answered(wish)
        self.note(wish, status, answer)
        if wish.key and self.random.random() < AGAIN:
            self.compare(wish, *await self.answered(wish))
        return wish.told

    def note(self, wish, status, answer):
        if status == 200:
            wish.told = answer
            self.told[wish.kind] += 1
        else:
            wish.refusal = answer.get("code")
            self.told[wish.refusal] += 1
            if wish.refusal not in REFUSALS[wish.kind]:
                self.fault(f"{wish} was answered {status}")

    def compare(self, wish, status, answer):
        """A repeated request has made nothing new. A match or an invitation may have changed meanwhile, since a later
        invitation takes its place, and what was refused may be had now."""
        if wish.told is None:
            if status == 200:
                wish.told, wish.refusal = answer, None
            return
        names = LASTING.get(wish.kind, wish.told)
        if status != 200 or any(answer.get(name) != wish.told[name] for name in names):
            self.fault(f"{wish} was answered {status} {answer} when it was asked for again")

    async def answered(self, wish):
        """Asks over new connections, until there is an answer."""
        while True:
            try:
                status, answer = await asyncio.wait_for(self.exchange(wish.bytes), 30)
            except (OSError, EOFError, asyncio.TimeoutError):
                self.broken_off += 1
                await asyncio.sleep(RETRY)
                continue
            self.answers += 1
            if status != 503:
                return status, answer
            await asyncio.sleep(RETRY)

    async def exchange(self, request):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.shop.port)
        try:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(int(line.split(b":")[1]) for line in head.lower().splitlines() if b"content-length" in line)
            return int(head.split()[1]), json.loads(await reader.readexactly(length))
        finally:
            writer.transport.abort()

    async def meet(self):
        """One match after the other, until the shop closes."""
        while self.is_open:
            with suppress(Late):
                await self.play(*self.random.sample(self.players, 3))

    async def play(self, anna, ben, cara):
        """A match of two or three, for which Anna invites Ben by a code, and Cara by a link or as well."""
        match = needed(await self.ask("make", anna, "matches", {"size": self.random.choice([2, 2, 3])}, key=self.key()))
        match = match["match"]
        try:
            by_link = self.random.random() < 0.5
            await asyncio.gather(self.bring(anna, ben, match), self.bring(anna, cara, match, by_link))
            await asyncio.gather(*(self.move(player, match) for player in [anna, ben, cara]))
        finally:
            leaving = [player for player in [anna, ben, cara] if self.random.random() < 0.9]
            await asyncio.gather(*(self.leave(player, match) for player in leaving))

    async def stay(self, anna, ben):
        """Anna invites Ben into a match, and neither leaves it. So every story has one, whatever is drawn."""
        made = needed(await self.ask("make", anna, "matches", {"size": 3}, key=self.key()))
        path, body = f"matches/{made['match']}/invitations", {"code": ben.code}
        sent = needed(await self.ask("invite", anna, path, body, key=self.key(), match=made["match"], to=ben))
        path = f"invitations/{sent['invitation']}/accept"
        needed(await self.ask("accept", ben, path, match=made["match"]))
        await self.move(ben, made["match"])

    async def bring(self, anna, guest, match, by_link=False):
        if by_link:
            link = await self.ask("link", anna, f"matches/{match}/links", {}, key=self.key(), match=match)
            if link:
                await self.ask("join", guest, "links", {"secret": link["secret"]}, match=match)
            return
        path, body = f"matches/{match}/invitations", {"code": guest.code}
        sent = await self.ask("invite", anna, path, body, key=self.key(), match=match, to=guest)
        if not sent:
            return
        path = f"invitations/{sent['invitation']}"
        draw = self.random.random()
        if draw < 0.03:
            await self.ask("decline", guest, f"{path}/decline", match=match)
        elif draw < 0.1:
            await asyncio.gather(
                self.ask("cancel", anna, f"{path}/cancel", match=match),
                self.ask("accept", guest, f"{path}/accept", match=match))  # fmt: skip
        else:
            accepting = [self.ask("accept", guest, f"{path}/accept", match=match) for _ in range(1 + (draw > 0.8))]
            leaving = [self.leave(anna, match)] if 0.7 < draw < 0.75 else []
            await asyncio.gather(*accepting, *leaving)

    async def move(self, player, match):
        """Two moves, of which the second may have been overtaken."""
        for version in range(2):
            payload = urlsafe_b64encode(next(self.numbers).to_bytes(6, "big")).decode()
            body = {"version": version, "payload": payload}
            await self.ask("move", player, f"matches/{match}/moves", body, match=match)

    async def leave(self, player, match):
        await self.ask("leave", player, f"matches/{match}/leave", match=match)

    async def get_answers(self, count=1, patience=120):
        """Waits for so many further answers."""
        wanted = self.answers + count
        async with asyncio.timeout(patience):
            while self.answers < wanted:
                await asyncio.sleep(0.005)


class Late(Exception):
    """What the rest depends on was refused."""


def needed(told):
    if told is None:
        raise Late
    return told
