"""Keys, cards and what else a store signs, as docs/clients.md has them."""

import base64
import binascii
import hashlib
import hmac
import json
import re

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

EARLY_MS = 2000
SAFE = 2**53 - 1


class Refused(Exception):
    """What came isn't taken. `code` says why."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


def unb64(text):
    """The bytes of a text in base64url, or None where it isn't the one text of any bytes."""
    if not isinstance(text, str) or not re.fullmatch("[A-Za-z0-9_-]*", text):
        return None
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        return None
    return data if b64(data) == text else None


def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def be(value, size):
    return value.to_bytes(size, "big")


def hkdf(material, salt, info):
    return HKDF(SHA256(), 32, salt, info).derive(material)


def is_whole(value, least, most=SAFE):
    return type(value) is int and least <= value <= most


def parsed(data):
    """A JSON object in UTF-8, or None."""
    try:
        value = json.loads(data.decode())
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def is_signed(public_key, data, signature):
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, data)
    except InvalidSignature:
        return False
    return True


def signed_json(message, public_key, beginning):
    """The JSON of a notice or a receipt, or None where the store hasn't signed one."""
    data, signature = unb64(message.get("bytes")), unb64(message.get("signature"))
    if data is None or signature is None or not data.startswith(beginning):
        return None
    return parsed(data[len(beginning) :]) if is_signed(public_key, data, signature) else None


class Chain:
    """A key chain as a header names it, with its newest known key."""

    def __init__(self, header):
        self.header = header
        self.id, self.slots = unb64(header["id"]), header["slots"]
        self.epoch_ms, self.lead_ms = header["epochMs"], header["leadMs"]
        self.newest, self.newest_key = 0, unb64(header["anchor"])

    def newest_public(self, at_ms):
        """The newest slot whose key is public at an instant; less than 1 if there is none."""
        return min(self.slots, (at_ms + self.lead_ms - self.epoch_ms) // 1000)

    def trust(self, slot, key):
        if slot > self.newest:
            self.newest, self.newest_key = slot, key

    def refuse_unread(self, slot, latest_ms):
        if not is_whole(slot, 0, self.slots):
            raise Refused("slot")
        if latest_ms is not None and self.epoch_ms + 1000 * slot - self.lead_ms > latest_ms + EARLY_MS:
            raise Refused("early")
        if slot - self.newest > 1200 + self.lead_ms / 1000:
            raise Refused("walk")

    def accept(self, slot, key):
        """Takes a newer key that came by itself."""
        if self.walked(slot, key, self.newest) != self.newest_key:
            raise Refused("forged")
        self.trust(slot, key)

    def key(self, slot):
        return self.walked(self.newest, self.newest_key, slot) if 1 <= slot <= self.newest else None

    def walked(self, slot, key, down_to):
        for number in range(slot, down_to, -1):
            key = hashlib.sha256(b"shelflife/v1/chain" + self.id + be(number, 8) + key).digest()
        return key

    def unboxed(self, slot, box, app_secret):
        try:
            return AESGCM(hkdf(app_secret, self.id, b"shelflife/v1/box")).decrypt(
                box[:12], box[12:], self.id + be(slot, 8)
            )
        except InvalidTag:
            raise Refused("shut") from None

    def released(self, message, app_secret):
        """The key of a message that has `key` or `box`."""
        if "box" not in message:
            return unb64(message["key"])
        if app_secret is None:
            raise Refused("shut")
        return self.unboxed(message["slot"], unb64(message["box"]), app_secret)


def open_card(chain_id, listing, key):
    """What is on a listing's card. Raises `Refused` if it isn't a card of this key and this listing."""
    tail = be(listing.slot, 8) + be(listing.position, 2) + be(listing.revision, 2)
    salt, sealed = listing.sealed[:16], listing.sealed[16:]
    card_key = hkdf(key, chain_id, b"shelflife/v2/card" + tail + salt)
    nonce = be(listing.position, 2) + be(listing.revision, 2) + be(listing.slot, 8)
    aad = b"shelflife/v2/card" + chain_id + tail + be(listing.seconds, 4)
    try:
        text = AESGCM(card_key).decrypt(nonce, sealed, aad)
    except InvalidTag:
        raise Refused("card") from None
    salt_key = hkdf(key, chain_id, b"shelflife/v2/salt" + tail)
    if hmac.digest(salt_key, be(listing.seconds, 4) + text, "sha256")[:16] != salt:
        raise Refused("card")
    return read_card(text)


def read_card(text):
    length = 2 + int.from_bytes(text[:2], "big")
    card = parsed(text[2:length]) if length <= len(text) and not any(text[length:]) else None
    texts = card and all(isinstance(card.get(name), str) for name in ("item", "name", "set", "currency"))
    if not texts or not is_whole(card.get("price"), 0):
        raise Refused("card")
    return card
