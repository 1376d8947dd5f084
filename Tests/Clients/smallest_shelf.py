"""What a store shows at an instant, as docs/clients.md says. It is a value: it reads no clock and asks nothing."""

from dataclasses import dataclass

from smallest_seal import Chain, Refused, is_whole, open_card, signed_json, unb64
from smallest_window import Listing, read_window

ARRIVING_MS, LEAVING_MS = 600, 1000
TAP_GUARD_MS = 500
NAMES_AT_MOST = 20_000
CLOSED = ("withdrawn", "soldOut")
REPLACED_BYTES_AT_MOST = 4 * 1024 * 1024


@dataclass(frozen=True)
class Position:
    phase: str
    listing: Listing | None = None
    card: dict | None = None
    is_withdrawn: bool = False


class Shelf:
    def __init__(self, store, public_key, app_secret=None):
        self.store, self.public_key, self.app_secret = store, public_key, app_secret
        self.forget()

    def forget(self):
        """Begins without anything, as for a store that is gone."""
        self.window, self.former, self.is_time_checked = None, (), False
        self.is_shut = False  # whether the app secret is missing or wrong
        self.chains, self.cards = {}, {}
        self.withdrawn, self.replaced = {}, {}

    def take_window(self, data, time_ms=None):
        """Takes a window that passes all checks, and says whether the store has begun anew with it."""
        headers = [chain.header for chain in self.chains.values()]
        window = read_window(data, self.public_key, self.store, self.window, time_ms, headers)
        is_anew = self.window is not None and window.incarnation_ms > self.window.incarnation_ms
        former = () if is_anew or self.window is None else self.window.listings
        if is_anew:
            self.forget()
        self.former = tuple(self._newest(listing) for listing in former)
        self._remember_replaced(self.former)
        self.window, self.is_time_checked = window, time_ms is not None
        for header in window.header["chains"]:
            self.chains.setdefault(header["id"], Chain(header))
        for released in window.header["released"]:
            self._trust(self.chains[released["chain"]], released)
        self._remember_withdrawn()
        self._forget_what_is_over()
        return is_anew

    def check_time(self, earliest_ms, latest_ms):
        """Drops a window that was taken before the time was known, if it isn't of now."""
        if self.window is None or self.is_time_checked:
            return
        try:
            self.window.check_time(earliest_ms, latest_ms)
            self.is_time_checked = True
        except Refused:
            self.forget()
            raise

    def take_key(self, message, latest_ms=None):
        """Takes a key that came by itself, and says whether it is news."""
        chain = self.chains.get(message.get("chain"))
        if chain is None:
            raise Refused("chain")
        chain.refuse_unread(message.get("slot"), latest_ms)
        if message["slot"] <= chain.newest:
            return False
        try:
            key = chain.released(message, self.app_secret)
        except Refused:
            raise Refused("forged" if chain.newest > 0 else "shut") from None
        chain.accept(message["slot"], key)
        return True

    def take_notice(self, message):
        """Takes what the store has signed of one of its listings; everything else is no error."""
        notice = read_notice(message, self.public_key)
        if notice is None or notice["store"] != self.store:
            return
        place = notice["chain"], notice["slot"], notice["position"]
        if notice["kind"] in CLOSED:
            if len(self.withdrawn) < NAMES_AT_MOST:
                self.withdrawn[(*place, notice["revision"])] = True
        else:
            self._replace(place, notice["revision"], notice["seconds"], unb64(notice["sealed"]))

    def positions(self, now_ms):
        """What each position shows."""
        listings = self._listings(now_ms)
        return [self._position(listings.get(number), now_ms) for number in range(max(listings, default=0) + 1)]

    def missing(self, now_ms):
        """The newest listing that has begun and whose key hasn't come, or None."""
        begun = [listing for listing in self._listings(now_ms).values() if self._key(listing) is None]
        return max(begun, key=lambda listing: listing.start_ms, default=None)

    def _trust(self, chain, released):
        """Takes a key of a checked window. If its box doesn't open, the cards stay sealed."""
        try:
            chain.trust(released["slot"], chain.released(released, self.app_secret))
            self.is_shut = False
        except Refused:
            self.is_shut = True

    def _listings(self, now_ms):
        """What is on sale at an instant, by position."""
        if self.window is None:
            return {}
        former = self.former if now_ms < self.window.header["fromMs"] else ()
        all_listings = [*former, *self.window.listings]
        shown = [listing for listing in all_listings if listing.start_ms <= now_ms < listing.end_ms]
        return {listing.position: self._newest(listing) for listing in shown}

    def _position(self, listing, now_ms):
        if listing is None:
            return Position("empty")
        card = self._card(listing)
        is_withdrawn = listing.name in self.withdrawn
        if card is None:
            return Position("sealed", listing, None, is_withdrawn)
        if now_ms >= listing.end_ms - LEAVING_MS:
            return Position("leaving", listing, card, is_withdrawn)
        phase = "arriving" if now_ms < listing.start_ms + ARRIVING_MS else "onSale"
        return Position(phase, listing, card, is_withdrawn)

    def _key(self, listing):
        chain = self.chains.get(listing.chain)
        return chain and chain.key(listing.slot)

    def _card(self, listing):
        """A listing's card, or None while it can't be opened."""
        if listing.name not in self.cards:
            key = self._key(listing)
            if key is None:
                return None
            try:
                self.cards[listing.name] = open_card(unb64(listing.chain), listing, key)
            except Refused:
                self.cards[listing.name] = None
        return self.cards[listing.name]

    def _newest(self, listing):
        return listing.replaced_by(*self.replaced[listing.place]) if listing.place in self.replaced else listing

    def _replace(self, place, revision, seconds, sealed):
        known = self.replaced.get(place)
        size = sum(16 + len(other) for _, _, other in self.replaced.values()) + 16 + len(sealed)
        if (known is None or known[0] < revision) and size <= REPLACED_BYTES_AT_MOST:
            self.replaced[place] = revision, seconds, sealed

    def _remember_replaced(self, listings):
        for listing in listings:
            if listing.revision > 0:
                self._replace(listing.place, listing.revision, listing.seconds, listing.sealed)

    def _remember_withdrawn(self):
        """The header names listings in the revision that the window has."""
        header = self.window.header
        places = header.get("withdrawn") or []
        named = {(header["chains"][index]["id"], slot, position) for index, slot, position in places}
        for listing in self.window.listings:
            if listing.place in named:
                self.withdrawn[listing.name] = True

    def _forget_what_is_over(self):
        """Keeps what is about listings that are in a window, or that may come later."""
        known = {listing.place for listing in (*self.former, *self.window.listings)}

        def is_kept(chain, slot, position):
            found = self.chains.get(chain)
            is_coming = found and found.epoch_ms + 1000 * slot >= self.window.header["fromMs"]
            return is_coming or (chain, slot, position) in known

        self.withdrawn = {name: True for name in self.withdrawn if is_kept(*name[:3])}
        self.replaced = {place: what for place, what in self.replaced.items() if is_kept(*place)}
        self.cards = {name: card for name, card in self.cards.items() if name[:3] in known}


def read_notice(message, public_key):
    """The notice in a message, or None where there is none that a client takes."""
    notice = signed_json(message, public_key, b"SHELFNT1")
    if notice is None or not isinstance(notice.get("store"), str) or len(unb64(notice.get("chain")) or b"") != 16:
        return None
    placed = is_whole(notice.get("slot"), 1, 86_400) and is_whole(notice.get("position"), 0, 65_535)
    if not placed or not is_whole(notice.get("revision"), 0, 65_535):
        return None
    seconds, sealed = notice.get("seconds"), notice.get("sealed")
    if notice.get("kind") in CLOSED:
        return notice if seconds is None and sealed is None else None
    fits = is_whole(seconds, 1, 2**32 - 1) and 34 <= len(unb64(sealed) or b"") <= 65_567
    return notice if notice.get("kind") == "replaced" and notice["revision"] >= 1 and fits else None


class TapGuard:
    """Since when each position has drawn its card, by the device's clock."""

    def __init__(self):
        self.drawn = {}

    def note(self, positions, device_ms):
        for number, position in enumerate(positions):
            name = position.listing.name if position.card else None
            if self.drawn.get(number, (None, 0))[0] != name:
                self.drawn[number] = name, device_ms
        for number in range(len(positions), len(self.drawn)):
            self.drawn[number] = None, device_ms

    def takes(self, number, seen, device_ms):
        """Whether a tap on what was seen when it began counts."""
        name, since_ms = self.drawn.get(number, (None, 0))
        if seen.card is None or seen.is_withdrawn or name != seen.listing.name:
            return False
        return device_ms - since_ms >= TAP_GUARD_MS
