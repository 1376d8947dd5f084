"""Reads a file for old clients. Written from docs/legacy.md alone.

The Base64 comes on standard input, and the JSON goes to standard output as one line. With --now it is a list of what is
on the shelf at that moment, by position. Where something is not as the page says, the status is 1.
It needs the default names.
"""

import argparse
import base64
import binascii
import json
import re
import sys
from decimal import Decimal, InvalidOperation

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

BLOCK = 16
AHEAD = 600  # a file tells ten minutes from `issued` on
ALWAYS = {"position": int, "item": str, "name": str, "price": int, "start": int, "end": int}
IF_NAMED = {"chain": str, "slot": int, "revision": int, "withdrawn": bool}
KINDS = {int: "a whole number", str: "a text", bool: "true or false", list: "a list"}
TEXT_IN_JSON = re.compile(r'"(?:[^"\\]|\\.)*"')


class Refused(Exception):
    """Something is not as the page says. The message is a whole sentence."""


def require(holds, sentence):
    if not holds:
        raise Refused(sentence)


def key_of_password(password):
    require(len(password) == 16 and password.isascii(), "The password is not 16 ASCII characters.")
    return password.encode("ascii") + bytes(16)


def key_of_base64url(text):
    sentence = "The key is not 32 bytes in base64url without '='."
    require(re.fullmatch(r"[A-Za-z0-9_-]{43}", text), sentence)
    key = base64.urlsafe_b64decode(text + "=")
    require(base64.urlsafe_b64encode(key).decode() == text + "=", sentence)
    return key


def decoded(digits):
    require(digits, "The input is empty.")
    sentence = "The input is not Base64 with padding and without line breaks."
    try:
        sealed = base64.b64decode(digits, validate=True)
    except binascii.Error:
        raise Refused(sentence) from None
    require(base64.b64encode(sealed) == digits, sentence)
    require(sealed and len(sealed) % BLOCK == 0, f"The input has {len(sealed)} bytes, which is no multiple of 16.")
    return sealed


def decrypted(sealed, key):
    decryptor = Cipher(algorithms.AES(key), modes.CBC(bytes(BLOCK))).decryptor()
    return decryptor.update(sealed) + decryptor.finalize()


def without_padding(padded):
    count = padded[-1]
    right = 1 <= count <= BLOCK and padded.endswith(bytes([count]) * count)
    require(right, "The padding is wrong: the key is another one, or the file was changed.")
    return padded[:-count]


def text_of(plain):
    try:
        return plain.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("The file is not UTF-8: the key is another one, or the file was changed.") from None


def ordered_members(pairs):
    names = [name for name, _ in pairs]
    require(len(set(names)) == len(names), "An object of the JSON has a member twice.")
    require(names == sorted(names), "The members of an object of the JSON are not in alphabetical order.")
    return dict(pairs)


def no_number(constant):
    raise Refused(f"The JSON has {constant}, which is no number of JSON.")


def parsed(text):
    try:
        file = json.loads(text, object_pairs_hook=ordered_members, parse_constant=no_number)
    except (ValueError, RecursionError):
        raise Refused("The file is not JSON: the key is another one, or the file was changed.") from None
    require(not re.search(r"\s", TEXT_IN_JSON.sub("", text)), "The JSON has blanks between its parts.")
    return file


def is_unicode(text):
    return not any("\ud800" <= character <= "\udfff" for character in text)


def check_member(owner, name, kind, where):
    require(name in owner, f"{where} has no {name}.")
    require(type(owner[name]) is kind, f"In {where}, {name} is not {KINDS[kind]}.")
    require(kind is not str or is_unicode(owner[name]), f"In {where}, {name} has half a character.")


def check_listing(listing, issued, where):
    require(type(listing) is dict, f"{where} is not an object.")
    for name, kind in ALWAYS.items():
        check_member(listing, name, kind, where)
    for name, kind in IF_NAMED.items():
        if name in listing:
            check_member(listing, name, kind, where)
    require(listing["position"] >= 0, f"In {where}, position is below 0.")
    require(listing["start"] < listing["end"], f"In {where}, end is not after start.")
    within = listing["end"] > issued and listing["start"] < issued + AHEAD
    require(within, f"{where} is not on the shelf in the ten minutes from issued on.")


def check_pair(before, listing, where):
    ordered = (before["position"], before["start"]) < (listing["position"], listing["start"])
    require(ordered, f"{where} is not in the order of position and start.")
    if before["position"] == listing["position"]:
        require(
            before["end"] == listing["start"], f"{where} does not begin where the one before it at its position ends."
        )
    require(
        before.keys() & IF_NAMED.keys() == listing.keys() & IF_NAMED.keys(),
        f"{where} has other members than the one before it.",
    )


def check(file):
    require(type(file) is dict, "The JSON is not an object.")
    check_member(file, "issued", int, "the file")
    check_member(file, "listings", list, "the file")
    require(file["issued"] % 60 == 0, "In the file, issued is not a full minute.")
    listings = file["listings"]
    for index, listing in enumerate(listings):
        check_listing(listing, file["issued"], f"listing {index}")
    for index in range(1, len(listings)):
        check_pair(listings[index - 1], listings[index], f"listing {index}")


def shelf(file, now):
    return [listing for listing in file["listings"] if listing["start"] <= now < listing["end"]]


def one_line(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def seconds(text):
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return value


def joined(arguments):
    """Writes `--key -abc` as `--key=-abc`, for keys and passwords may begin with a hyphen."""
    rest = iter(arguments)
    for argument in rest:
        value = next(rest, None) if argument in ("--key", "--password", "--now") else None
        yield argument if value is None else f"{argument}={value}"


def options(arguments):
    parser = argparse.ArgumentParser(
        description="Reads a file for old clients from standard input.", allow_abbrev=False
    )
    secret = parser.add_mutually_exclusive_group(required=True)
    secret.add_argument("--password", help="16 ASCII characters")
    secret.add_argument("--key", help="32 bytes in base64url without '='")
    parser.add_argument("--now", type=seconds, help="print only what is on the shelf at this moment, in Unix seconds")
    return parser.parse_args(list(joined(arguments)))


def read(digits, chosen):
    key = key_of_base64url(chosen.key) if chosen.password is None else key_of_password(chosen.password)
    text = text_of(without_padding(decrypted(decoded(digits), key)))
    file = parsed(text)
    check(file)
    return text if chosen.now is None else one_line(shelf(file, chosen.now))


def main():
    chosen = options(sys.argv[1:])
    try:
        line = read(sys.stdin.buffer.read(), chosen)
        sys.stdout.buffer.write(line.encode("utf-8") + b"\n")
    except Refused as refusal:
        sentence = str(refusal)
        print(sentence[0].upper() + sentence[1:], file=sys.stderr)
        return 1
    except UnicodeEncodeError:
        print("A text of the JSON has half a character.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
