"""docs/twins.md holds: the Swift client and the SDK for browsers have the modules that it names, and the same
constants."""

import math
import re

import pages
import pytest

SWIFT = pages.ROOT / "Sources"
SDK = pages.MODULES / "shelflife"
PAGE = (pages.ROOT / "docs" / "twins.md").read_text()
NUMBER = r"-?[\d_]+(?:\.\d+)?"
# In microseconds, in parts per billion, or without a unit.
UNITS = {"µs": 1, "ms": 1e3, "s": 1e6, "min": 60e6, "h": 3600e6, "ppb": 1, "ppm": 1e3, "": 1}
SPANS = {"milliseconds": 1e3, "seconds": 1e6, "minutes": 60e6, "hours": 3600e6}
SUFFIXES = {"US": 1, "MS": 1e3, "SECONDS": 1e6, "SILENCE": 1e6, "PPB": 1, "PPM": 1e3}
# What has no twin to be held against: sizes of the language, of the browser, of the page and of formats that vectors hold;
# and what follows from constants that are on the page.
ALONE = {
    "clock/corridor-fit.js": "BILLION",
    "clock/corridor.js": "BILLION GAP_US_AT_MOST",
    "clock/evidence.js": "BILLION BIN_US",
    "clock/jitter.js": "SPREAD_PERCENT",
    "clock/local-clock.js": "TICKS_WATCHED MOST_READINGS COARSEST_US",
    "clock/moved.js": "BILLION",
    "clock/one-way-fit.js": "BILLION",
    "clock/weighted-regression.js": "BILLION PPB_PER_TICK_US",
    "invitations/invitations.js": "KEY_BYTES",
    "invitations/player-stream.js": "STREAM_SILENCE_MS",
    "invitations/window-group.js": "LEADER_SILENCE_MS",
    "levels/inflate.js": "PIECE_BYTES",
    "levels/level-fields.js": "NONE INTEGER TEXT BLOB HEAD_BYTES",
    "levels/level-library.js": "KEY_LENGTH",
    "levels/level-server.js": "PATIENCE_MS SLOWEST_BYTES",
    "levels/level-state.js": "DEVICE_BYTES MOST_PARTIAL",
    "levels/pack-delta.js": "HEAD_BYTES DIGEST_BYTES",
    "levels/pack-document.js": "HEAD_BYTES SIGNATURE_LENGTH",
    "levels/rollout.js": "PARTS",
    "pictures/thumb-hash.js": "LONGEST_SIDE WAVES WAVES_BESIDE_ALPHA COLOUR_WAVES COLOUR_BOOST HALF_STEPS",
    "playback/change-latch.js": "OTHER_TIMELINE_MS",
    "playback/ticker.js": "LONGEST_MS",
    "playback/time-left.js": "HOUR DAY",
    "purchase/player.js": "CREDENTIAL_BYTES UNAUTHORIZED",
    "purchase/purchase.js": "SLOW_MS",
    "purchase/purchase-queue.js": "KEY_BYTES",
    "purchase/receipt.js": "SIGNATURE_LENGTH",
    "purchase/sign-in.js": "RESERVE_SHARE",
    "session/opened-database.js": "OPENING_MS",
    "session/store-session.js": "GONE_ATTEMPTS SHORT_MS",
    "store/shelf-store.js": "OPEN_AHEAD_MS SECOND_MS KEY_LENGTH DOWNLOAD_CHECK_MS",
    "transport/answer-body.js": "FIRST_BYTES",
    "transport/event-reader.js": "TURN_MS PIECE_LENGTH",
    "transport/request-timing.js": "REPORT_TIMEOUT_MS",
    "transport/trade-transport.js": "PROBE_TIMEOUT_MS",
    "transport/transport-errors.js": "NAMED_AT_MOST",
    "transport/transport.js": "WARM_US",
}
# Numbers, names and operators, also in parentheses and in lists; but no calls, texts or objects.
CALCULATED = r"(?:[\w\s.,*/%<\[\]+-]|(?<!\w)\(|\))+"


def rows(heading):
    table = re.search(rf"## {heading}\n[^|]*\n((?:\|.*\n)+)", PAGE)
    return [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table[1].splitlines()[2:]]


def number(text):
    assert re.fullmatch(NUMBER, text), text
    return float(text.replace("_", ""))


def calculated(text, constant):
    """What arithmetic makes of numbers and of other constants."""
    text = re.sub(r"\b[A-Za-z][\w.]*", lambda name: repr(constant(name[0])), text)
    assert re.fullmatch(r"[\d_.\s()*/<+-]+", text), text
    return eval(text)


def unit(name):
    """What a constant counts in, by the end of its name or the word before `_AT_MOST`; 1 where it is a plain number."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper().removesuffix("_AT_MOST").split("_")
    return SUFFIXES.get(words[-1], 1)


def swift_files(type_name):
    """The files named after a type; or, where there are none, those that declare or extend it."""
    files = list(SWIFT.rglob("*.swift"))
    named = [file for file in files if file.stem == type_name or file.stem.startswith(type_name + "+")]
    declared = rf"^ *(?:\w+ )*(?:struct|class|enum|actor|extension) {type_name.split('+')[0]}\b"
    return named or [file for file in files if re.search(declared, file.read_text(), re.M)]


def swift(path):
    """The numbers of `Type.constant`: one, the two ends of a range, or a list."""
    type_name, name = path.split(".")
    declared = rf"^ *(?:\w+ )*static let {name}(?:: [^=\n]+)? = (.+)$"
    found = {value for file in swift_files(type_name) for value in re.findall(declared, file.read_text(), re.M)}
    assert len(found) == 1, f"{path} is declared {len(found)} times"
    value = found.pop()
    span = re.fullmatch(rf"(?:TimeSpan|Duration)\.(\w+)\(({NUMBER})\)", value)
    if span:
        return [number(span[2]) * SPANS[span[1]]]
    parts = re.split(r"\.\.\.|, ", value.strip("[]"))
    return [calculated(part, lambda other: swift(other)[0]) * unit(name) for part in parts]


def declarations(file):
    """Each constant of a module of the SDK, and what stands behind its equals sign."""
    return re.findall(r"^(?:export )?const ([A-Z][A-Z\d_]*) = ([^;]+);$", (SDK / file).read_text(), re.M)


def javascript(file, name):
    declared = [value for other, value in declarations(file) if other == name]
    assert len(declared) == 1, f"{file} declares {name} {len(declared)} times"

    def constant(other):
        """One of the same module, or one that it imports."""
        imported = re.search(rf"^import {{[^}}]*\b{other}\b[^}}]*}} from \"(.+)\";$", (SDK / file).read_text(), re.M)
        where = (SDK / file).parent.joinpath(imported[1]).resolve().relative_to(SDK) if imported else file
        return javascript(where, other)[0]

    return [calculated(part, constant) * unit(name) for part in re.split(r",\s+", declared[0].strip("[]"))]


def told(text):
    parts = re.split(r", | to ", text)
    return [
        number(found[1]) * UNITS[found[2]] for found in (re.fullmatch(rf"({NUMBER}) ?(\S*)", part) for part in parts)
    ]


def constants():
    for what, one, other, value in rows("Constants"):
        file, *names = re.findall(r"`([^`]+)`", other)
        yield pytest.param(one.strip("`"), file, names, value, id=f"{one.strip('`')}, {what}")


@pytest.mark.parametrize("path, file, names, value", constants())
def test_a_constant_is_the_same_in_swift_and_in_javascript_and_as_the_page_tells(path, file, names, value):
    ours, theirs = swift(path), [part for name in names for part in javascript(file, name)]
    if len(ours) == 2 and len(theirs) == 1:
        # A range from zero, or around it, has one name in JavaScript.
        theirs = [0 if ours[0] == 0 else -theirs[0], theirs[0]]
    assert len(ours) == len(theirs) and all(
        map(math.isclose, ours, theirs)
    ), f"{path} is {ours}, {' '.join(names)} is {theirs}"
    assert len(ours) == len(told(value)) and all(
        map(math.isclose, ours, told(value))
    ), f"{path} is {ours}, and the page tells {value}"


def test_the_modules_that_the_page_names_are_there():
    for ours, _, theirs in rows("Modules"):
        for file in re.findall(r"`([^`]+)`", ours):
            assert (SDK / file).is_file(), file
        for name in re.findall(r"`([^`]+)`", theirs):
            assert swift_files(name) or (SWIFT / name).is_dir(), name


def test_every_module_of_the_sdk_has_its_line():
    """The seal's don't need one each: the vectors hold them, byte for byte."""
    named = {file for ours, _, _ in rows("Modules") for file in re.findall(r"`([^`]+)`", ours)}
    files = {str(file.relative_to(SDK)) for file in SDK.rglob("*.js") if file.parent.name != "seal"}
    assert files <= named


def test_every_number_of_the_sdk_is_on_the_page_or_known_to_stand_alone():
    """Also one that is calculated, and each list of them."""
    told_of = {(file, name) for _, _, other, _ in rows("Constants")
               for file, *names in [re.findall(r"`([^`]+)`", other)] for name in names}  # fmt: skip
    alone = {(file, name) for file, names in ALONE.items() for name in names.split()}
    numbers = {(file, name) for file in (str(path.relative_to(SDK)) for path in SDK.rglob("*.js"))
               if not file.startswith("seal/") for name, value in declarations(file)
               if re.fullmatch(CALCULATED, value) and re.search(r"\d|[*/%<+-]", value)}  # fmt: skip
    assert numbers - alone <= told_of, "docs/twins.md doesn't name them"
    assert alone <= numbers - told_of, "these aren't there any more, or have a twin"
