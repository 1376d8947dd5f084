"""A real server is killed over and over while players make matches, invite each other, join, move and leave. Nothing is
half done, doubled or lost, and devices are told of each event once.

`KILLS` is how often, `SEED` repeats a run.
"""

import asyncio
import os
import random
import secrets
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field

import pytest
from follower import Device
from meeting_audit import MeetingAudit, b64, read
from meetings import Meetings, MeetingShop, Player

KILLS = int(os.environ.get("KILLS", 25))
PLAYERS, AT_ONCE, DEVICES = 40, 8, 8
WELCOME = 100
PATIENCE = 60
# Answers without a kill, so that there is some of everything.
ENOUGH = 800


@dataclass
class Story:
    """`seed` repeats what is drawn, the moments of the kills among it, though not what the machine does."""

    folder: object
    seed: int
    kills: int
    faults: list = field(default_factory=list)
    unheard: int = 0

    def __post_init__(self):
        self.random = random.Random(self.seed)
        self.shop = MeetingShop(self.folder, WELCOME)

    def tell(self):
        try:
            self.open()
            asyncio.run(self.live())
            self.shop.kill()
            self.path = read(self.shop, self.folder / "last")
        finally:
            self.shop.kill()
        self.faults += self.meetings.faults + self.audit(self.path).faults + self.compare_devices(self.path)
        print("\n" + self.text)
        return self

    def open(self):
        self.shop.start()
        self.shop.wait()
        signed_in = [self.shop.sign_in(f"player {number}") for number in range(PLAYERS)]
        players = [Player(int(number), token) for number, token in signed_in]
        for player in players:
            player.code = self.shop.friend_code(player)
        self.meetings = Meetings(self.shop, players, self.random)
        self.devices = [Device(self.shop.port, player.token, player.number) for player in players[:DEVICES]]

    async def live(self):
        following = [asyncio.create_task(follow(device)) for device in self.devices]
        await until(lambda: all(device.balances for device in self.devices))
        await self.meetings.stay(*self.meetings.players[:2])
        meeting = asyncio.gather(*(self.meetings.meet() for _ in range(AT_ONCE)))
        try:
            for number in range(self.kills):
                await self.one_life(number)
            await self.meetings.get_answers(ENOUGH)
            self.meetings.is_open = False
            await asyncio.wait_for(meeting, PATIENCE)
            await asyncio.to_thread(self.compare_lists)
            await self.hear_everything()
        finally:
            meeting.cancel()
            for task in following:
                task.cancel()
            await asyncio.gather(*following, return_exceptions=True)

    async def one_life(self, number):
        """Some are killed while they start, most while players meet. Nobody is answered before it was looked at what is
        there."""
        if self.random.random() < 0.9:
            await self.meetings.get_answers(20)
            await asyncio.sleep(self.random.uniform(0, 0.4))
        else:
            await asyncio.sleep(self.random.uniform(0, 0.3))
        self.shop.kill()
        folder = self.folder / f"copy-{number}"
        audit = self.audit(read(self.shop, folder), is_over=False)
        self.unheard += audit.unheard
        self.faults += [f"after kill {number + 1}: {fault}" for fault in audit.faults]
        if not audit.faults:
            shutil.rmtree(folder)
        self.shop.start()

    def audit(self, path, is_over=True):
        return MeetingAudit(path, self.meetings.wishes, is_over)

    def compare_lists(self):
        """What the routes show of the last places is remembered, to be held against the database."""
        self.shown = {player.number: self.shop.matches(player) for player in self.meetings.players}

    async def hear_everything(self):
        """Waits until every device has all that its player has. A new device is told up to where it needn't read."""
        for device in self.devices:
            new = Device(self.shop.port, device.token, device.player)
            reading = asyncio.create_task(new.read())
            await until(lambda new=new: new.began is not None)
            reading.cancel()
            await until(lambda device=device, new=new: device.newest >= new.began)

    def compare_devices(self, path):
        """Devices against the events of which the newest are kept, and lists against the places."""
        faults = []
        with closing(sqlite3.connect(path)) as database:
            for device in self.devices:
                query = "SELECT number, kind, subject FROM player_event WHERE player = ? AND number > ?"
                rows = database.execute(f"{query} ORDER BY number", [device.player, device.began])
                wanted = [(number, kind, subject and b64(subject)) for number, kind, subject in rows]
                numbers, first = [number for number, _, _ in device.told], wanted[0][0] if wanted else 0
                is_whole = numbers == [*range(device.began + 1, device.began + 1 + len(numbers))]
                kept = [event for event in device.told if event[0] >= first]
                if device.faults or not is_whole or kept != wanted:
                    faults.append(f"player {device.player} was told {device.told} and not {wanted}; {device.faults}")
            for player, shown in self.shown.items():
                query = "SELECT game_match FROM match_place WHERE player = ? AND left_at_ms IS NULL"
                kept = {b64(match) for (match,) in database.execute(query, [player])}
                if shown != kept:
                    faults.append(f"player {player} is shown the matches {shown} and has {kept}")
        return faults

    @property
    def text(self):
        told = ", ".join(f"{count} × {name}" for name, count in sorted(self.meetings.told.items()))
        lines = [f"seed {self.seed}: {self.shop.kills} kills, {self.meetings.broken_off} requests broken off; "
                 f"{self.unheard} matches and invitations were there whose answer never came",
                 f"{told}; {sum(len(device.told) for device in self.devices)} events at {DEVICES} devices"]  # fmt: skip
        return "\n".join(lines + [fault[:500] for fault in self.faults[:10]])


async def follow(device):
    """Opens streams as long as the server lives or comes back."""
    while True:
        try:
            await device.read()
        except OSError:
            pass
        await asyncio.sleep(0.02)


async def until(holds):
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.02)


@pytest.fixture
def seed():
    return int(os.environ.get("SEED", 0)) or secrets.randbelow(1 << 31)


def test_when_the_server_is_killed_no_invitation_place_move_or_event_is_half_done_doubled_or_lost(tmp_path, seed):
    story = Story(tmp_path, seed, KILLS).tell()
    assert not story.faults, story.text
    assert story.meetings.broken_off > KILLS and story.unheard > 0, story.text
    assert min(story.meetings.told[kind] for kind in ["make", "invite", "accept", "join", "move", "leave"]) > KILLS
    assert all(device.told for device in story.devices), story.text


CHANGES = {
    "two places": "INSERT INTO match_place SELECT game_match, place + 1, player, NULL FROM match_place AS one"
    " WHERE left_at_ms IS NULL AND NOT EXISTS (SELECT 1 FROM match_place AS other"
    " WHERE other.game_match = one.game_match AND other.place = one.place + 1) LIMIT 1",
    "of 2": "UPDATE match_place SET place = 3 WHERE place = 2 AND game_match IN"
    " (SELECT id FROM game_match WHERE size = 2)",
    "has accepted, and isn't in": "UPDATE match_place SET left_at_ms = 1 WHERE {stays}",
    "has joined": "DELETE FROM match_place WHERE {stays}",
    "has left": "UPDATE match_place SET left_at_ms = NULL WHERE (game_match, place) ="
    " (SELECT game_match, place FROM match_place WHERE left_at_ms IS NOT NULL LIMIT 1)",
    "is open with []": "UPDATE game_match SET state = 'open'",
    "has the events": "DELETE FROM player_event WHERE number = 3",
    "of invitations is told": "UPDATE invitation SET state = 'pending', settled_at_ms = NULL WHERE state = 'accepted'",
    "was told to be accepted and is": "UPDATE invitation SET state = 'superseded' WHERE state = 'accepted'",
    "which nobody was told of": "INSERT INTO game_match SELECT randomblob(16), size, state, version, payload,"
    " created_at_ms, changed_at_ms FROM game_match LIMIT 1",
    "make was told of": "DELETE FROM game_match WHERE id = (SELECT id FROM game_match LIMIT 1)",
    "was told to be at": "UPDATE game_match SET version = version - 1 WHERE version > 0",
    "has another payload": "UPDATE game_match SET payload = randomblob(6)",
    "times; told": "UPDATE player_event SET kind = 'invitations' WHERE kind = 'match'",
    "links, and": "DELETE FROM match_link",
}  # fmt: skip


@pytest.fixture(scope="module")
def quiet_story(tmp_path_factory):
    if os.environ.get("SHELFLIFE_ON") == "postgres":
        pytest.skip("once is enough, and a copy is of SQLite in any case")
    story = Story(tmp_path_factory.mktemp("meetings"), 1, 0).tell()
    assert not story.faults, story.text
    return story


@pytest.mark.parametrize("words", CHANGES)
def test_matches_and_invitations_that_were_tampered_with_are_found_out(quiet_story, tmp_path, words):
    path = tmp_path / "shelflife.sqlite"
    with closing(sqlite3.connect(quiet_story.path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(quiet_story.path, path)
    left = {(wish.player.number, wish.match) for wish in quiet_story.meetings.wishes if wish.kind == "leave"}
    with closing(sqlite3.connect(path)) as database:
        stays = [f"(player = {player} AND hex(game_match) = '{match.hex()}' COLLATE NOCASE)"
                 for match, player in database.execute(
                     "SELECT game_match, to_player FROM invitation WHERE state = 'accepted'")
                 if (player, b64(match)) not in left]  # fmt: skip
        database.execute(CHANGES[words].format(stays=stays[0]))
        database.commit()
    assert any(words in fault for fault in quiet_story.audit(path).faults)
