"""Reads a window file, and checks it in the order of docs/clients.md."""

import itertools
import re
import struct
from dataclasses import dataclass, replace

from smallest_seal import Chain, Refused, is_signed, is_whole, parsed, unb64

MAGIC = b"SHELFLF2"
HEADER_AT = 12
SIGNATURE_BYTES = 64
BYTES_AT_MOST = 4 * 1024 * 1024
FUTURE_MS = 2000
WINDOW_MS = 600_000


@dataclass(frozen=True)
class Listing:
    chain: str
    slot: int
    position: int
    revision: int
    seconds: int
    start_ms: int
    sealed: bytes

    @property
    def end_ms(self):
        return self.start_ms + 1000 * self.seconds

    @property
    def place(self):
        return self.chain, self.slot, self.position

    @property
    def name(self):
        return *self.place, self.revision

    def replaced_by(self, revision, seconds, sealed):
        """With another card; the same where that is older or doesn't fit."""
        if revision <= self.revision or seconds != self.seconds or len(sealed) != len(self.sealed):
            return self
        return replace(self, revision=revision, sealed=sealed)


@dataclass(frozen=True)
class Window:
    header: dict
    listings: tuple

    @property
    def incarnation_ms(self):
        """When its incarnation began; the first has none and is earlier than any other."""
        return self.header.get("incarnationMs") or -1

    def check_time(self, earliest_ms, latest_ms):
        if self.header["issuedAtMs"] > latest_ms + FUTURE_MS or self.header["untilMs"] <= earliest_ms:
            raise Refused("time")


def read_window(data, public_key, store, known=None, time_ms=None, chains=()):
    """A window that has passed all checks.

    - known: the window in use.
    - time_ms: the earliest and the latest that the time can be, or None before the clock has an estimate.
    - chains: the headers of those that are known.
    """
    demand("tooLarge", len(data) <= BYTES_AT_MOST)
    demand("magic", data[:8] == MAGIC)
    length = int.from_bytes(data[8:HEADER_AT], "big")
    records_at = HEADER_AT + length
    demand("headerLength", len(data) >= HEADER_AT and length <= 65_536 and records_at + SIGNATURE_BYTES <= len(data))
    demand("signature", is_signed(public_key, data[:-SIGNATURE_BYTES], data[-SIGNATURE_BYTES:]))
    header = parsed(data[HEADER_AT:records_at])
    demand("header", header is not None and is_header(header))
    record = 48 + header["cardBytes"]
    demand("length", len(data) == records_at + header["count"] * record + SIGNATURE_BYTES)
    demand("store", header["store"] == store)
    window = Window(header, ())
    known_ms = known.incarnation_ms if known else -1
    demand("incarnation", window.incarnation_ms >= known_ms)
    is_same = window.incarnation_ms == known_ms
    demand("sequence", not known or not is_same or header["sequence"] >= known.header["sequence"])
    if time_ms:
        window.check_time(*time_ms)
    named = {chain["id"]: chain for chain in header["chains"]}
    demand("chains", not is_same or all(named.get(chain["id"], chain) == chain for chain in chains))
    return replace(window, listings=read_records(data[records_at:-SIGNATURE_BYTES], header, record))


def demand(code, holds):
    if not holds:
        raise Refused(code)


def is_header(header):
    """Whether every member has its type and is in its range."""
    issued, chains = header.get("issuedAtMs"), header.get("chains")
    if not is_whole(issued, 0, 2**52 - 1) or header.get("fromMs") != issued:
        return False
    texts = isinstance(header.get("store"), str) and re.fullmatch("[0-9a-f]{64}", str(header.get("previous")))
    numbers = (
        is_whole(header.get("sequence"), 0)
        and header["sequence"] * 60_000 == issued
        and is_whole(header.get("untilMs"), issued + WINDOW_MS, 2**52 - 1)
        and is_whole(header.get("positions"), 1, 65_536)
        and is_whole(header.get("columns"), 1, header["positions"])
        and is_whole(header.get("cardBytes"), 2, 65_535)
        and is_whole(header.get("count"), 0)
    )
    begun = header.get("incarnationMs")
    is_begun = begun is None or (is_whole(begun, 0, issued) and begun % 60_000 == 0)
    return bool(texts and numbers and is_begun and are_chains(chains) and is_released(header) and is_withdrawn(header))


def are_chains(chains):
    if not isinstance(chains, list) or not 1 <= len(chains) <= 2 or not all(is_chain(chain) for chain in chains):
        return False
    first, last = chains[0], chains[-1]
    follows = first["epochMs"] + 1000 * first["slots"] == last["epochMs"] and first["id"] != last["id"]
    return len(chains) == 1 or follows


def is_chain(chain):
    return (
        isinstance(chain, dict)
        and is_whole(chain.get("epochMs"), 0, 2**52 - 1)
        and chain["epochMs"] % 1000 == 0
        and is_whole(chain.get("slots"), 1, 86_400)
        and is_whole(chain.get("leadMs"), 0, 86_400_000)
        and len(unb64(chain.get("id")) or b"") == 16
        and len(unb64(chain.get("anchor")) or b"") == 32
    )


def newest_public(header):
    """By each chain's id, the newest slot that is public when the window is issued, of those that have one."""
    found = {chain["id"]: Chain(chain).newest_public(header["issuedAtMs"]) for chain in header["chains"]}
    return {chain: slot for chain, slot in found.items() if slot >= 1}


def is_released(header):
    released = header.get("released")
    if not isinstance(released, list) or not all(isinstance(key, dict) for key in released):
        return False
    if not all(is_whole(key.get("slot"), 1) for key in released):
        return False
    lengths = [(len(unb64(key.get("key")) or b""), len(unb64(key.get("box")) or b"")) for key in released]
    named = sorted((str(key.get("chain")), key.get("slot")) for key in released)
    return named == sorted(newest_public(header).items()) and all(found in ((32, 0), (0, 60)) for found in lengths)


def is_withdrawn(header):
    newest = newest_public(header)

    def names_a_record(place):
        if not isinstance(place, list) or len(place) != 3 or not is_whole(place[0], 0, len(header["chains"]) - 1):
            return False
        most = newest.get(header["chains"][place[0]]["id"], 0)
        return is_whole(place[1], 1, most) and is_whole(place[2], 0, header["positions"] - 1)

    places = header.get("withdrawn") or []
    return isinstance(places, list) and all(names_a_record(place) for place in places)


def read_records(data, header, size):
    found, before = [], (-1, -1, -1)
    for at in range(0, len(data), size):
        index, position, revision, zero, slot, seconds = struct.unpack(">HHHHII", data[at : at + 16])
        demand("records", index < len(header["chains"]) and position < header["positions"] and zero == 0)
        chain = header["chains"][index]
        demand("records", 1 <= slot <= chain["slots"] and seconds >= 1 and before < (index, slot, position))
        before = index, slot, position
        start = chain["epochMs"] + 1000 * slot
        found.append(Listing(chain["id"], slot, position, revision, seconds, start, data[at + 16 : at + size]))
    demand("records", are_covered(found, header))
    return tuple(found)


def are_covered(listings, header):
    until, begin = header["untilMs"], header["fromMs"]
    shelves = [[] for _ in range(header["positions"])]
    for listing in sorted(listings, key=lambda listing: listing.start_ms):
        shelves[listing.position].append(listing)
    pairs = [pair for shelf in shelves for pair in itertools.pairwise(shelf)]
    first = shelves[0]
    return (
        all(listing.start_ms < until and listing.end_ms > begin for listing in listings)
        and all(before.end_ms <= after.start_ms for before, after in pairs)
        and bool(first and shelves[-1])
        and first[0].start_ms <= begin
        and first[-1].end_ms >= until
        and all(before.end_ms == after.start_ms for before, after in itertools.pairwise(first))
    )
