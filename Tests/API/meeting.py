"""Players who invite each other; friend codes are made here without the server."""

import json
import re
import secrets
import time

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Friend:
    """A player, who asks with a new key whenever one is needed."""

    def __init__(self, ask):
        self.ask = ask
        self.token = ask.player()

    def __call__(self, name, /, body=None, key=None, **parts):
        return self.ask(name, body, self.token, key or secrets.token_hex(8), **parts)

    @property
    def code(self):
        return self("getFriendCode")[1]["code"]

    def make(self, size=2):
        return self("makeMatch", {"size": size})[1]["match"]

    def invite(self, friend, match, **more):
        """The invitation's id."""
        status, sent = self("invite", {"code": friend.code, **more}, match=match)
        assert status == 200, sent
        return sent["invitation"]

    def link(self, match):
        status, link = self("makeLink", {}, match=match)
        assert status == 200, link
        return link

    def joins(self, secret):
        return self("acceptLink", {"secret": secret})

    def received(self):
        """By id: the state of every invitation that the player is shown."""
        return {one["invitation"]: one["state"] for one in self("listInvitations")[1]["received"]}

    def sent(self):
        return {one["invitation"]: one["state"] for one in self("listInvitations")[1]["sent"]}


class ShortLived:
    def __init__(self, ask):
        inviter, self.friend = Friend(ask), Friend(ask)
        match = inviter.make()
        self.invitation = inviter.invite(self.friend, match, expiresIn=60)
        link = inviter("makeLink", {"expiresIn": 60}, match=match)[1]
        self.secret, self.until_ms = link["secret"], link["expiresAtMs"]

    def wait(self):
        while time.time() * 1000 < self.until_ms + 100:
            time.sleep(0.1)


def code_of_nobody():
    """A friend code of random digits, with the right check digit."""
    values = [secrets.randbelow(32) for _ in range(16)]
    check = 0
    for value in values:
        check = times_x(check ^ value)
    text = "".join(DIGITS[value] for value in [*values, check])
    return "-".join(text[i : i + 4] for i in range(0, 17, 4))


def times_x(value):
    """In the field with 32 elements, modulo x^5 + x^2 + 1."""
    return value << 1 if value < 16 else (value << 1 ^ 0b100101) & 31


def bytes_of(answer):
    """Everything of an answer but its ids and its instants."""
    headers = sorted((name, value) for name, value in answer.headers.items() if name != "Date")
    body = answer.read()
    times = json.loads(body)
    life = times["expiresAtMs"] - times["atMs"] if "expiresAtMs" in times else None
    body = re.sub(rb'"(invitation|match)":"[A-Za-z0-9_-]{22}"', rb'"\1":"id"', body)
    return answer.status, headers, re.sub(rb'"(atMs|expiresAtMs)":[0-9]{13}\b', rb'"\1":0', body), life
