"""Holds what players were told of matches and invitations against what the database has, which is read here without the
server's help."""

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter, defaultdict

import clusters
from inspection import Inspection, copied

# What the server keeps of a player: 200 events that can be replayed, and the one before.
MOST_KEPT = 201
TABLES = ["game_match", "match_place", "invitation", "match_link", "player_event"]
MOST_MATCHES = 8
PATIENCE = 60
# These ends of an invitation are told to both players.
TOLD_ENDS = {"accepted", "declined", "cancelled"}


def read(shop, folder):
    """The database of a server that was killed, once its last transaction is over."""
    address = shop.database.get("SHELFLIFE_DATABASE")
    if not address:
        return copied(shop.data, folder)
    deadline = time.monotonic() + PATIENCE
    while clusters.has_others(address):
        if time.monotonic() > deadline:
            raise TimeoutError("a transaction of a server that was killed doesn't end")
        time.sleep(0.01)
    folder.mkdir()
    return clusters.read_into_sqlite(address, folder / "shelflife.sqlite", TABLES)


def b64(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


def unb64(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class MeetingAudit(Inspection):
    """What is half done, doubled or lost of matches, places, invitations and events.

    - is_over: whether everything that was asked for has been answered.

    `unheard` is how much there is whose answer never came.
    """

    def __init__(self, path, wishes, is_over=False):
        self.wishes, self.is_over, self.unheard = defaultdict(list), is_over, 0
        for wish in wishes:
            self.wishes[wish.kind].append(wish)
        self.left = {(wish.player.number, wish.match) for wish in self.wishes["leave"]}
        super().__init__(path)

    def check(self):
        self.matches = {b64(row["id"]): row for row in self.rows("SELECT * FROM game_match")}
        self.places, self.events = defaultdict(list), defaultdict(list)
        for row in self.rows("SELECT * FROM match_place"):
            self.places[b64(row["game_match"])].append(row)
        for row in self.rows("SELECT * FROM player_event ORDER BY player, number"):
            self.events[row["player"]].append(row)
        self.invitations = self.rows("SELECT * FROM invitation")
        self.check_places()
        self.check_invitations()
        self.check_numbers()
        self.check_events()
        self.check_keys()
        self.check_told()

    @staticmethod
    def active(places):
        return [row["player"] for row in places if row["left_at_ms"] is None]

    def check_places(self):
        counts = Counter()
        for match, places in self.places.items():
            row, players = self.matches.get(match), self.active(places)
            self.expect(row, f"{match} has places and is no match")
            if row is None:
                continue
            numbers = [place["place"] for place in places]
            self.expect(len(set(numbers)) == len(numbers), f"in {match} a place is taken twice: {numbers}")
            self.expect(set(numbers) <= set(range(1, row["size"] + 1)), f"{match} has {numbers}, of {row['size']}")
            self.expect(len(players) <= row["size"], f"in {match} are {players}, of {row['size']}")
            self.expect(len(set(players)) == len(players), f"in {match} a player has two places: {players}")
            self.expect((row["state"] == "ended") == (not players), f"{match} is {row['state']} with {players}")
            counts.update(players)
        for match in self.matches:
            self.expect(self.places[match], f"{match} has no places")
        for player, count in counts.items():
            self.expect(count <= MOST_MATCHES, f"player {player} is in {count} matches")

    def check_invitations(self):
        """Who has accepted has the place, or has left."""
        for row in self.invitations:
            match, player = b64(row["game_match"]), row["to_player"]
            self.expect(match in self.matches, f"an invitation is into {match}, which is no match")
            if row["state"] != "accepted" or (player, match) in self.left:
                continue
            is_there = player in self.active(self.places[match])
            self.expect(is_there, f"player {player} has accepted, and isn't in {match}")

    def check_numbers(self):
        for player, events in self.events.items():
            numbers = [event["number"] for event in events]
            first = numbers[0]
            is_whole = numbers == list(range(first, first + len(numbers)))
            is_whole = is_whole and (first == 1 or len(numbers) == MOST_KEPT)
            self.expect(is_whole, f"player {player} has the events {numbers}")

    def check_events(self):
        """Each change has its event, and no event is without its change, where all of a player's events are kept."""
        whole = {player for player, events in self.events.items() if events[0]["number"] == 1}
        invited = Counter()
        for row in self.invitations:
            ends = 1 + (row["state"] in TOLD_ENDS)
            invited[row["from_player"]] += ends
            if not row["silent"]:
                invited[row["to_player"]] += ends
        invited = Counter({player: count for player, count in invited.items() if player in whole})
        found = Counter(
            event["player"] for player in whole for event in self.events[player] if event["kind"] == "invitations")
        self.expect(found == +invited, f"of invitations is told {found - invited}, or not {invited - found}")
        told = Counter((event["player"], b64(event["subject"])) for events in self.events.values()
                       for event in events if event["kind"] == "match")  # fmt: skip
        makers = {wish.told["match"]: wish.player.number for wish in self.wishes["make"] if wish.told}
        links = {wish.match for wish in self.wishes["link"]}
        joined = Counter(b64(row["game_match"]) for row in self.invitations if row["state"] == "accepted")
        for match, row in self.matches.items():
            players = self.active(self.places[match])
            maker = makers.get(match)
            # Who came by a link, and has left a place that is taken again, is nowhere any more.
            if maker in players and maker in whole and match not in links:
                left = 1 + joined[match] - len(players)
                wanted = 1 + joined[match] + row["version"] + left
                self.expect(
                    told[maker, match] == wanted, f"{match} has changed {wanted} times; told {told[maker, match]}")
        for _, match in told:
            self.expect(match in self.matches, f"an event is of {match}, which is no match")

    def check_keys(self):
        """However often something is asked for with one key, it is there once."""
        for kind, name, ids in [("make", "match", list(self.matches)),
                                ("invite", "invitation", [b64(row["id"]) for row in self.invitations])]:  # fmt: skip
            named, untold = self.named(kind, name), sum(wish.told is None for wish in self.wishes[kind])
            lost, more = named - set(ids), set(ids) - named
            self.unheard += len(more)
            self.expect(not lost, f"{kind} was told of {lost}, which isn't there")
            self.expect(len(more) <= untold, f"there are {len(more)} {name} more, of {untold} requests")
            self.expect(not (more and self.is_over), f"there is {name} {more}, which nobody was told of")
            told = sum(wish.told is not None for wish in self.wishes[kind])
            self.expect(len(named) == told, f"two requests to {kind} had one id")
        links, wishes = len(self.rows("SELECT * FROM match_link")), self.wishes["link"]
        told = sum(wish.told is not None for wish in wishes)
        self.expect(told <= links <= len(wishes), f"there are {links} links, and {told} of {len(wishes)} were told")
        self.expect(links == told or not self.is_over, f"there are {links} links, and {told} were told")

    def named(self, kind, name):
        return {wish.told[name] for wish in self.wishes[kind] if wish.told}

    def check_told(self):
        """What was told is so."""
        states = {b64(row["id"]): row["state"] for row in self.invitations}
        for kind, state in [("accept", "accepted"), ("decline", "declined"), ("cancel", "cancelled")]:
            for wish in self.wishes[kind]:
                invitation = wish.path.split("/")[-2]
                is_so = wish.told is None or states.get(invitation) == state
                self.expect(is_so, f"{invitation} was told to be {state} and is {states.get(invitation)}")
        for kind in ["accept", "join"]:
            for wish in self.wishes[kind]:
                is_there = wish.player.number in self.active(self.places[wish.match])
                if wish.told and (wish.player.number, wish.match) not in self.left:
                    self.expect(is_there, f"player {wish.player.number} has joined {wish.match} and isn't there")
        for wish in self.wishes["leave"]:
            is_there = wish.player.number in self.active(self.places[wish.match])
            self.expect(not (wish.told and is_there), f"player {wish.player.number} has left {wish.match} and is there")
        for wish in self.wishes["move"]:
            row, version = self.matches.get(wish.match), wish.body["version"] + 1
            if wish.told and row:
                self.expect(row["version"] >= version, f"{wish.match} was told to be at {version}: {row['version']}")
                is_it = row["version"] != version or bytes(row["payload"]) == unb64(wish.body["payload"])
                self.expect(is_it, f"{wish.match} has another payload at {version} than was told")
