"""docs/javascript.md names everything that the SDK for browsers makes public, and nothing that isn't there."""

import json
import re

import pages
import pytest

TEXT = (pages.ROOT / "docs" / "javascript.md").read_text()
README = (pages.ROOT / "README.md").read_text()
SOURCES = [file.read_text() for file in (pages.MODULES / "shelflife").rglob("*.js")]
CODES = json.loads((pages.MODULES / "v1" / "openapi.json").read_text())["components"]["schemas"]["ProblemCode"]["enum"]
EXAMPLES = {f"{path} {number}": text for path, page in (("README", README), ("reference", TEXT))
            for number, text in enumerate(re.findall(r"```js\n(.*?)```", page, re.S), 1)}  # fmt: skip

# Every class with one of its objects, whose own members don't show in the class.
OBJECTS = """async (m) => {
    const sdk = { ...(await import("/shelflife.js")), ...(await import("/shelf-levels.js")), ...(await import("/shelf-invitations.js")) };
    const server = new sdk.ShelfServer("https://shop.example");
    const store = server.store("main", { publicKey: "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4" });
    const localClock = { nowUs: () => 0, wallUs: () => 0, granularityUs: () => 1 };
    const objects = { ShelfServer: server, ShelfStore: store, Player: server.player, KeyRing: new sdk.KeyRing(),
        Playback: new sdk.Playback({ shelves: [] }), SyncClock: new sdk.SyncClock(localClock) };
    const given = { AppSecretError: ["wrong"], OptionError: ["address", ""], UnreachableError: ["server", 0, null], ShelfError: ["Error", "code", ""], ProblemError: [{ code: "unavailable" }, 503], WindowError: ["magic"],
        KeyError: ["slot"], Invitations: ["https://shop.example"], PlayerEvents: [server] };
    const members = {};
    for (const [name, exported] of Object.entries(sdk)) {
        if (!/^class /.test(String(exported))) continue;
        const object = objects[name] ?? new exported(...(given[name] ?? ["changed"]));
        members[name] = [...Object.getOwnPropertyNames(exported.prototype), ...Object.keys(object)]
            .filter((member) => !["constructor", "name", "message", "cause", "code"].includes(member));
    }
    return { exports: Object.keys(sdk), members };
}"""


@pytest.fixture(scope="module")
def sdk(modules):
    return modules.run([], OBJECTS)


def section(title):
    """What stands below a heading, down to the next one of its level or a higher one."""
    found = re.search(rf"^(#+) `?{re.escape(title)}`?\n(.*)", TEXT, re.M | re.S)
    assert found, f"there is no heading {title}"
    return re.split(rf"^#{{1,{len(found[1])}}} ", found[2], maxsplit=1, flags=re.M)[0]


def names(text):
    """The names in backticks: of `buy(position)`, `{ before, limit }` and `"live"` each word."""
    return {
        word
        for code in re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.S))
        for word in re.findall(r"\w+", code)
    }


def test_every_export_is_named(sdk):
    assert set(sdk["exports"]) - names(TEXT) == set()


def test_every_public_member_of_an_exported_class_is_named_where_its_class_is(sdk):
    for name, members in sdk["members"].items():
        where = section("Errors") if name.endswith("Error") else section(name)
        assert name in names(TEXT) and set(members) - names(where) == set(), name


def members_of(shape):
    """The members that the sources give a type, written with @property, in one line, as one type and more, or as one of several."""
    for source in SOURCES:
        block = re.search(rf"/\*\*(?:(?!\*/).)*?@typedef {{object}} {shape}\b(.*?)\*/", source, re.S)
        if block:
            return set(re.findall(r"@property {(?:[^{}]|{[^{}]*})*} \[?(\w+)", block[1]))
        line = re.search(rf"@typedef {{{{(.*)}}}} {shape}\b", source)
        if line:
            return set(re.findall(r"(\w+)\??: ", line[1]))
        more = re.search(rf"@typedef {{(\w+) & {{(.*)}}}} {shape}\b", source)
        if more:
            return members_of(more[1]) | set(re.findall(r"(\w+)\??: ", more[2]))
        several = re.search(rf"@typedef {{(\w+(?: \| \w+)+)}} {shape}\b", source)
        if several:
            return set().union(*map(members_of, several[1].split(" | ")))
    raise AssertionError(f"no source has {shape}")


SHAPES = ["Card", "ClockDetails", "ClockReading", "EventsStatus", "InvitationParts", "Match", "OwnedItem", "PastPurchase", "PurchaseIntent", "PurchaseState", "Receipt", "ReceivedInvitation", "SentInvitation", "ServerParts", "ShelfPosition",
          "StoreDescription", "StoreOptions", "StoreStatus"]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_has_the_members_that_the_page_gives_it(shape):
    members = members_of(shape)
    assert members and members - names(section(shape)) == set()


def test_every_event_is_named():
    fired = {name for source in SOURCES for name in re.findall(r'dispatchEvent\(new (?:Custom)?Event\("(\w+)"', source)}
    assert fired == {"change", "tick", "status", "purchase", "begunanew", "wallet", "invitations", "match", "anew"}
    assert fired - names(section("Events")) - names(section("Player")) - names(section("PlayerEvents")) == set()


def codes_of(kind):
    """The codes of a union of literals and of types that end in `Code`."""
    found = set(re.findall(r'"(\w+)"', kind))
    for name in re.findall(r"\w+Code\b", kind):
        union = re.search(rf"@typedef {{([^}}]*)}} {name}\b", "".join(SOURCES))
        found |= codes_of(union[1])
    return found


def test_every_code_of_an_exported_error_has_its_row_and_every_row_a_code_that_is_thrown(sdk):
    rows = re.findall(r"^\| `(\w+Error)` \| (.+?) \|", section("Errors"), re.M)
    told = {(error, code) for error, codes in rows for code in re.findall(r"`(\w+)`", codes)}
    declared = r"@extends {ShelfError<([^>]+)>}\n? \*/\s*export class (\w+Error)"
    thrown = {(name, code) for source in SOURCES for kind, name in re.findall(declared, source)
              if name in sdk["exports"] and name != "ProblemError" for code in codes_of(kind)}  # fmt: skip
    of_server = {code for error, code in told if error == "ProblemError"}
    assert of_server and of_server <= set(CODES)
    assert {pair for pair in told if pair[0] != "ProblemError"} == thrown


def test_the_union_of_the_servers_codes_is_closed_and_is_that_of_the_servers_description(modules):
    known, later, today = modules.run(["transport-errors"], """(m) => {
        const codeOf = (code) => new m.ProblemError({ code }, 409).code;
        return [m.PROBLEM_CODES, codeOf("of_tomorrow"), codeOf("locked")];
    }""")  # fmt: skip
    assert known == CODES and (later, today) == ("unknown_refusal", "locked")


def test_the_codes_of_refusals_are_the_servers_own():
    refusals = set(re.search(r"LocalCode(.*?)RefusalCode", "".join(SOURCES), re.S)[1].split('"')[1::2])
    assert len(refusals) == 10 and refusals <= set(CODES)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_compiles_and_uses_only_what_there_is(modules, sdk, example):
    text = EXAMPLES[example]
    imported = {name.strip() for found in re.findall(r"^import {(.+)} from", text, re.M) for name in found.split(",")}
    assert imported <= set(sdk["exports"])
    for variable, name in (("server", "ShelfServer"), ("store", "ShelfStore"), ("server.player", "Player")):
        used = set(re.findall(rf"(?<![\w./-]){re.escape(variable)}\.(\w+)", text)) - {"addEventListener"}
        assert used <= set(sdk["members"][name]), name
    body = re.sub(r"^import ({.+}) from (.+);$", r"const \1 = await import(\2);", text, flags=re.M)
    modules.run([], "(m, body) => void new (async () => {}).constructor(body)", body)


def test_every_link_within_the_page_leads_somewhere():
    titles = {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in re.findall(r"^#+ (.+)$", TEXT, re.M)}
    assert set(re.findall(r"\]\(#([\w-]+)\)", TEXT)) <= titles
