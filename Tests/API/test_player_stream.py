"""Devices whose connections are cut at any moment are told of everything once. On PostgreSQL there are two servers, and
each connection is to one of them.

`SHELFLIFE_CUTS` is how often a connection is cut, `SHELFLIFE_CUTS_SEED` repeats what is drawn.
"""

import asyncio
import json
import os
import random
import shutil
import time
from collections import Counter, defaultdict
from contextlib import suppress

import pytest
from api_shelf import ADMIN, APIShelf
from follower import Body, Device
from meeting import Friend
from windows import b64

CUTS = int(os.environ.get("SHELFLIFE_CUTS", "2000"))
SEED = int(os.environ.get("SHELFLIFE_CUTS_SEED", "1"))
PLAYERS, DEVICES_EACH, SIZE, ACTORS = 24, 2, 4, 6
PATIENCE = 60
# How long nothing more must come when everything has.
QUIET = 1


class World:
    """Players in matches with each other, what they do, and what has happened to each of them."""

    def __init__(self, api, ask, draw):
        self.api, self.random = api, draw
        self.friends = [Friend(ask) for _ in range(PLAYERS)]
        self.numbers = [ask("getPlayer", token=friend.token)[1]["player"] for friend in self.friends]
        self.matches = [self.new_match(first) for first in range(PLAYERS)]
        self.happened = defaultdict(Counter)
        self.balances = dict.fromkeys(range(PLAYERS), 1000)
        self.versions, self.is_open, self.done = Counter(), True, Counter()
        self.blocks = set()

    def new_match(self, first):
        """Its id, and the indexes of its players in the order of their places."""
        members = [(first + step) % PLAYERS for step in range(SIZE)]
        maker = self.friends[members[0]]
        match = maker.make(SIZE)
        secret = maker.link(match)["secret"]
        for member in members[1:]:
            assert self.friends[member].joins(secret)[0] == 200
        return match, members

    async def ask(self, *question):
        return await asyncio.to_thread(self.answer, *question)

    def answer(self, *question):
        answer = self.api.ask(*question)
        return answer.status, json.loads(answer.read())

    async def act(self, actor):
        """Does one thing after the other. The matches of two actors are different ones."""
        theirs = self.matches[actor::ACTORS]
        while self.is_open:
            deed = self.random.choices([self.move, self.grant, self.block], [6, 3, 1])[0]
            await deed(*self.random.choice(theirs))
            await asyncio.sleep(self.random.uniform(0, 0.03))

    async def move(self, match, members):
        version, member = self.versions[match], self.random.choice(members)
        body = {"version": version, "payload": b64(version.to_bytes(4, "big"))}
        path, token = f"/v1/player/matches/{match}/moves", self.friends[member].token
        status, answer = await self.ask("POST", path, body, token)
        if status == 429:
            return
        assert (status, answer["version"]) == (200, version + 1), answer
        self.versions[match] += 1
        self.done["moves"] += 1
        for one in members:
            self.happened[one]["match", match] += 1

    async def grant(self, match, members):
        member, amount = self.random.choice(members), self.random.randint(1, 50)
        body = {"currency": "coins", "amount": amount, "kind": "grant", "reason": "a gift"}
        self.done["grants"] += 1
        path, key = f"/v1/admin/players/{self.numbers[member]}/postings", f"gift {self.done['grants']} of {match}"
        status, answer = await self.ask("POST", path, body, ADMIN, key.replace(" ", "-"))
        assert status == 200, answer
        self.balances[member] += amount

    async def block(self, match, members):
        """Whom the player blocks for the first time is an event in the player's invitations."""
        place = self.random.randrange(1, SIZE)
        token = self.friends[members[0]].token
        status, block = await self.ask("POST", "/v1/player/blocks", {"match": match, "place": place + 1}, token)
        assert status == 200, block
        if block["block"] not in self.blocks:
            self.blocks.add(block["block"])
            self.done["blocks"] += 1
            self.happened[members[0]]["invitations", None] += 1


class Weather:
    """Cuts connections, until it has done so often enough."""

    def __init__(self, draw, cuts, ports):
        self.random, self.left, self.ports = draw, cuts, ports

    async def follow(self, device):
        """Reads a device's stream, over as many connections as it takes."""
        while True:
            device.port = self.random.choice(self.ports)
            if self.left <= 0:
                await device.read()
                continue
            self.left -= 1
            if self.random.random() < 0.5:
                await device.read(cut=self.random.choice([0, 1, self.random.randrange(1500)]), seconds=1)
            else:
                await device.read(seconds=self.random.uniform(0, 0.25))


async def story(world, weather, devices):
    """Until every device has everything, or should have had it long ago."""
    following = [asyncio.create_task(weather.follow(device)) for device in devices]
    await until(lambda: all(device.began is not None and device.balances for device in devices))
    acting = [asyncio.create_task(world.act(actor)) for actor in range(ACTORS)]
    await until(lambda: weather.left <= 0, PATIENCE + CUTS / 20, [*following, *acting])
    world.is_open = False
    await asyncio.gather(*acting)
    with suppress(TimeoutError):
        await until(lambda: all(one.has_all(world.happened[one.player], world.balances[one.player]) for one in devices))
    await asyncio.sleep(QUIET)
    for task in following:
        assert not task.done(), task.exception()
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)


async def until(holds, seconds=PATIENCE, tasks=()):
    deadline = time.monotonic() + seconds
    while not holds():
        for task in tasks:
            if task.done():
                task.result()
        if time.monotonic() > deadline:
            raise TimeoutError
        await asyncio.sleep(0.02)


@pytest.fixture
def ports(api, tmp_path):
    """Those of the servers that share the database."""
    if not api.database:
        yield [api.port]
        return
    other = APIShelf(tmp_path)
    other.database = api.database
    text = (api.folder / "shelflife.yaml").read_text()
    text = text.replace(f"desk: {{port: {api.desk_port}}}", f"desk: {{port: {other.desk_port}}}")
    (tmp_path / "shelflife.yaml").write_text(text)
    for name in ["content.yaml", "root.cer"]:
        shutil.copy(api.folder / name, tmp_path)
    other.start()
    yield [api.port, other.port]
    assert other.stop(), "The server didn't end by itself when it was asked to."


def test_devices_whose_connections_are_cut_over_and_over_are_told_of_everything_once_and_in_order(api, ask, ports):
    draw = random.Random(SEED)
    world, weather = World(api, ask, draw), Weather(draw, CUTS, ports)
    devices = [Device(api.port, friend.token, index) for index, friend in enumerate(world.friends)
               for _ in range(DEVICES_EACH)]  # fmt: skip
    asyncio.run(story(world, weather, devices))
    print(f"\nseed {SEED}: {CUTS} cuts, {dict(world.done)}, {sum(len(device.told) for device in devices)} events told")
    faults = [f"player {device.player}: {fault}" for device in devices
              for fault in device.compare(world.happened[device.player], world.balances[device.player])]  # fmt: skip
    assert not faults, "\n".join(fault[:500] for fault in faults[:10])
    for member, friend in enumerate(world.friends):
        assert ask("getPlayer", token=friend.token)[1]["balances"]["coins"] == world.balances[member]
    assert min(world.done[deed] for deed in ["moves", "grants", "blocks"]) > 0
    assert sum(len(device.told) for device in devices) > CUTS / 2


@pytest.fixture
def device():
    """One that was told of three events and two balances."""
    device = Device(0, "", 0)
    for text in ["event: anew\nid: 1-7\ndata: {}", 'event: wallet\ndata: {"currency": "coins", "balance": 10}',
                 'event: match\nid: 1-8\ndata: {"match": "a"}', "event: invitations\nid: 1-9\ndata: {}",
                 'event: wallet\ndata: {"currency": "coins", "balance": 12}',
                 'event: match\nid: 1-10\ndata: {"match": "a"}',
                 "retry: 1000", ":"]:  # fmt: skip
        device.take(text)
    return device


HAPPENED = Counter({("match", "a"): 2, ("invitations", None): 1})


def test_a_device_that_was_told_everything_has_no_fault_and_goes_on_after_the_last_event(device):
    assert device.compare(HAPPENED, 12) == [] and device.last_id == "1-10"


@pytest.mark.parametrize("change, words", [
    (lambda device: device.told.pop(), "too little: Counter({('match', 'a'): 1})"),
    (lambda device: device.told.pop(1), "told [8, 10] and not [8, 9, 10]"),
    (lambda device: device.told.append(device.told[-1]), "told [8, 9, 10, 10] and not"),
    (lambda device: device.told.reverse(), "told [10, 9, 8] and not"),
    (lambda device: device.take('event: match\nid: 1-11\ndata: {"match": "b"}'),
     "too much: Counter({('match', 'b'): 1})"),
    (lambda device: device.take('event: wallet\ndata: {"currency": "coins", "balance": 10}'), "not of 12 coins"),
    (lambda device: device.take("event: anew\nid: 1-10\ndata: {}"), "told to read anew"),
])  # fmt: skip
def test_a_device_that_was_told_too_much_too_little_or_in_another_order_is_found_out(device, change, words):
    change(device)
    assert any(words in fault for fault in device.compare(HAPPENED, 12))


@pytest.mark.parametrize("step", [1, 2, 3, 7, 100])
def test_a_body_is_put_together_wherever_it_is_cut(step):
    text = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab\r\nc\r\nb\r\n0123456789\n\r\n0\r\n\r\n"
    body = Body()
    found = b"".join(body.feed(text[start : start + step]) for start in range(0, len(text), step))
    assert found == b"ab\r\nc0123456789\n" and body.is_over and body.status == 200
