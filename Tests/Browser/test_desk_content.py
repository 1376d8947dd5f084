"""Versions of the content: what they are, what differs, publishing, rolling back, pausing and withdrawing."""

import hashlib
import time
import zipfile

import pages
import pytest
from desk_pages import CHERRIES, MADE_IN_FILES, NOW, SOURCE, assert_fits
from desk_shelf import DeskShelf, sign_in
from fake_desk import problem, session
from test_storefront import CONTRAST

HOUR = 3_600_000
MASTERS = pages.ROOT / "Tests" / "ShelfEngineTests" / "Pictures" / "Masters"
VERSIONS = "GET /v1/admin/content/versions"
TRY = "POST /v1/admin/content/try"
ROLL_BACK = "POST /v1/admin/content/roll-back"
PUBLISH = "POST /v1/admin/content/versions"
# The files of the version in force.
IN_FORCE = "GET /v1/admin/content/versions/3/files"


def version(number, **other):
    return {"number": number, "digest": "ab" * 32, "author": "anna", "atMs": NOW - 9 * HOUR, "reason": f"reason {number}", "origin": "published",
            "fromMs": NOW - (9 - number) * HOUR, **other}  # fmt: skip


LIST = {
    "versions": [
        version(4, fromMs=NOW + HOUR),
        version(3),
        version(2, origin="rolled_back", rolledBackTo=1),
        version(1, origin="files"),
    ],
    "inForce": 3,
}
OUTCOME = {"version": version(5, fromMs=NOW), "isNew": True, "stores": [{"store": "main", "drawnUntilMs": NOW + 600_000}],
           "warnings": [{"text": "items.csv:3: warning: odd"}]}  # fmt: skip
DIFFERENCE = {"from": 2, "to": 3, "items": [{"id": "rocket", "kind": "changed", "fields": [{"name": "price", "before": "15", "after": "20"}]},
              {"id": "otter", "kind": "added", "fields": []}], "stores": [], "shifts": [{"store": "main", "set": "event", "before": 10_000, "after": 25_000}]}  # fmt: skip
SPACE = {"kinds": [{"kind": "pictures", "files": 330, "bytes": 9_842_176}, {"kind": "packs", "files": 9, "bytes": 1_216_512},
                  {"kind": "versions", "files": 2, "bytes": 184_320}, {"kind": "unused", "files": 0, "bytes": 0}],
        "takenBytes": 11_243_008, "mostBytes": 1_073_741_824, "isNearlyFull": False, "databaseBytes": 27_262_976}  # fmt: skip
TRIAL = {"isPossible": True, "problems": [], "undone": [], "difference": {**DIFFERENCE, "from": 3, "to": 5}, "stores": []}


def look(page):
    """Asks what a publication would do."""
    page.get_by_role("button", name="Show what changes").click()


def publish(page):
    """Looks at what a publication does, and makes it."""
    look(page)
    page.get_by_role("button", name="Publish", exact=True).click()


@pytest.fixture
def content(open_desk, fake):
    def open_room(scopes=("content:read", "content:write"), answers=None, **options):
        desk = fake(
            {
                VERSIONS: LIST,
                IN_FORCE: {"files": []},
                TRY: TRIAL,
                "GET /v1/admin/withdrawals": {"withdrawals": []},
                "GET /v1/admin/pauses": {"pauses": []},
                "GET /v1/admin/files": SPACE,
                **{f"GET /v1/admin/plan/{store}": {"appearances": []} for store in ("main", "bazaar")},
                "GET /desk/session": session(NOW, scopes),
                **(answers or {}),
            }
        )
        page = open_desk(f"{desk.address}/desk#content", **options)
        page.wait_for_selector(".versions tbody tr")
        return page, desk

    return open_room


def test_the_version_in_force_and_the_coming_one_are_marked(content):
    page, _ = content()
    rows = page.locator(".versions tbody tr")
    assert [row.split("\t")[0] for row in rows.all_inner_texts()] == ["4 scheduled", "3 in force", "2", "1"]
    assert "brought back version 1" in rows.nth(2).inner_text()
    assert page.get_by_role("button", name="Roll back").all_inner_texts() == ["Roll back", "Roll back"]


def test_a_token_that_may_only_read_is_offered_nothing_else(content):
    page, _ = content(scopes=["content:read"])
    names = {one.inner_text() for one in page.locator(".room button").all() if one.is_visible()}
    assert names == {"Refresh", "Compare", "Files"}


def test_a_difference_names_items_prices_and_shares(content):
    page, desk = content(answers={"GET /v1/admin/content/difference": DIFFERENCE})
    page.get_by_role("button", name="Compare: version 2").click()
    view = page.get_by_role("region", name="Difference")
    view.wait_for()
    assert desk.requests("GET /v1/admin/content/difference")[0][2] == {"from": "2", "to": "3"}
    text = view.inner_text()
    assert all(
        part in text for part in ["changed: price", "15", "20", "otter", "event in main", "more often", "1%", "2.5%"]
    )
    assert page.evaluate("document.activeElement.textContent") == "From version 2 to version 3"
    assert "every set, and the 20 items that changed rules name or that move most." in text


def test_shares_say_which_of_them_are_of_weights_alone(content):
    drawn = DIFFERENCE["shifts"][0] | {"byWeights": False}
    weighed = {"store": "main", "item": "rocket", "before": 400, "after": 600, "byWeights": True}
    page, desk = content(answers={"GET /v1/admin/content/difference": DIFFERENCE | {"shifts": [drawn, weighed]}})
    page.get_by_role("button", name="Compare: version 2").click()
    view = page.get_by_role("region", name="Difference")
    view.wait_for()
    rows = [row.split("\t") for row in view.locator("table").last.locator("tbody tr").all_inner_texts()]
    assert rows == [["event in main", "more often", "1%", "2.5%"], ["rocket in main", "more often, by weight", "0.04%", "0.06%"]]
    assert "To draw what is marked “by weight” would take too long" in view.inner_text()
    desk.answers["GET /v1/admin/content/difference"] = DIFFERENCE | {"shifts": [drawn]}
    page.get_by_role("button", name="Compare: version 1").click()
    page.wait_for_function("() => !document.querySelector('.difference').textContent.includes('by weight')")


def test_who_has_read_that_a_scheduled_version_took_effect_rolls_back_from_it(content):
    later = [{**version, "fromMs": NOW - 1} if version["number"] == 3 else {**version, "fromMs": NOW - 60_000}
             for version in LIST["versions"]]  # fmt: skip
    page, desk = content(answers={VERSIONS: {**LIST, "versions": later, "inForce": 3}})
    page.get_by_role("button", name="Roll back: version 1").click()
    page.get_by_role("region", name="Difference").wait_for()
    assert desk.requests(TRY)[0][3]["base"] == 3, "version 4 was published before 3 took effect"


def test_files_are_published_with_a_reason(content):
    page, desk = content(answers={PUBLISH: OUTCOME})
    page.get_by_role("button", name="Publish files…").click()
    page.get_by_label("Files to publish").set_input_files(
        [{"name": "content.yaml", "mimeType": "text/yaml", "buffer": "title: Grüße\n".encode()}]
    )
    page.get_by_label("Reason").fill("the summer sale")
    # The version renames the store.
    renamed = session(NOW)
    desk.answers["GET /desk/session"] = renamed | {
        "stores": [store | {"title": "Summer"} for store in renamed["stores"]]
    }
    publish(page)
    page.wait_for_selector(".outcome .panel")
    method, path, _, body, headers = desk.requests(PUBLISH)[0]
    assert body == {
        "files": [{"path": "content.yaml", "text": "title: Grüße\n"}],
        "reason": "the summer sale",
        "base": 0,
    }
    assert headers["X-CSRF-Token"] == "csrf" and headers["Origin"] == desk.address
    assert "Version 5 is published." in page.locator(".outcome").inner_text()
    assert "Summer: the shelf follows from" in page.locator(".outcome").inner_text()
    assert "items.csv:3: warning: odd" in page.locator(".outcome").inner_text()
    page.get_by_role("dialog").wait_for(state="detached")
    page.locator(".outcome").get_by_role("button", name="Close").click()
    assert page.locator(".outcome").inner_text() == ""


THEIRS = {"path": "pictures/SHA256SUMS", "text": f"{'11' * 32}  koi.png\n"}
MINE = f"{'22' * 32}  koi.png\n"


@pytest.mark.parametrize("in_force, chosen, expected", [
    (3, [], [THEIRS]),
    (3, ["SHA256SUMS"], [THEIRS | {"text": MINE}]),
    (None, [], []),
], ids=["of the version in force", "chosen", "no version in force"])  # fmt: skip
def test_published_files_have_the_list_of_pictures(content, in_force, chosen, expected):
    answers = {VERSIONS: LIST | {"inForce": in_force} if in_force else {"versions": LIST["versions"]}}
    page, desk = content(answers={PUBLISH: OUTCOME, IN_FORCE: {"files": [THEIRS]}, **answers})
    page.get_by_role("button", name="Publish files…").click()
    assert "Items keep the pictures that they have" in page.get_by_role("dialog").inner_text()
    page.get_by_label("Files to publish").set_input_files(
        [{"name": name, "mimeType": "text/plain", "buffer": MINE.encode()} for name in ["content.yaml", *chosen]]
    )
    page.get_by_label("Reason").fill("x")
    publish(page)
    page.get_by_text("Version 5 is published.").wait_for()
    assert desk.requests(PUBLISH)[0][3]["files"] == [{"path": "content.yaml", "text": MINE}, *expected]


def test_every_fault_of_refused_files_is_shown_and_nothing_is_lost(content):
    refused = problem(422, "content_refused", "The content has 2 errors; problems names each.",
                      problems=[{"text": "items.csv:9: price: found <i>x</i>"}, {"text": "items.csv:10: id"}])  # fmt: skip
    page, _ = content(answers={PUBLISH: refused})
    page.get_by_role("button", name="Publish files…").click()
    page.get_by_label("Files to publish").set_input_files(
        [{"name": "content.yaml", "mimeType": "text/yaml", "buffer": b"x: 1"}]
    )
    page.get_by_label("Reason").fill("the summer sale")
    publish(page)
    page.wait_for_selector(".confirmation-fault li:nth-child(2)")
    assert page.locator(".confirmation-fault li").first.inner_text() == "items.csv:9: price: found <i>x</i>"
    assert page.get_by_label("Reason").input_value() == "the summer sale"
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")


CONFLICT = ("This would undo what came since its base, and what is scheduled would undo this; nothing was changed. "
            "Take the changes over, or send over: 6 to mean it. Send alsoIn: 6 to make the same changes in that version.")  # fmt: skip


@pytest.mark.parametrize("refused, told", [
    (problem(400, "bad_request", "A version can take effect from now to a year ahead, which ends at 2027-11-25T02:00:00Z; give no time to publish at once."),
     "A version takes effect now or within a year"),
    (problem(409, "content_conflict", CONFLICT, problems=[{"text": "x"}], over=6), "Nothing was changed, because something would be undone:"),
    (problem(422, "content_refused", "The content has 2 errors; problems names each.", problems=[{"text": "x"}]), "The content has 2 errors:"),
    (problem(422, "content_refused", "The content has 2000 errors; problems names some.", problems=[{"text": "x"}]), "The content has 2000 errors. These are some of them:"),
])  # fmt: skip
def test_a_fault_has_no_word_of_the_route(content, refused, told):
    page, _ = content(answers={PUBLISH: refused})
    page.get_by_role("button", name="Publish files…").click()
    page.get_by_label("Files to publish").set_input_files(
        [{"name": "content.yaml", "mimeType": "text/yaml", "buffer": b"x: 1"}]
    )
    page.get_by_label("Reason").fill("x")
    publish(page)
    page.wait_for_selector(".confirmation-fault p")
    text = page.locator(".confirmation-fault p").inner_text()
    assert text.startswith(told) and not any(word in text for word in ["fromMs", "problems names", "over:"])


def test_the_room_says_once_whose_time_it_tells(content):
    page, _ = content(timezone_id="America/New_York")
    assert page.get_by_text("Times are in this browser’s time zone, America/New_York (now UTC−05:00).").count() == 1


def test_a_file_that_is_no_text_is_refused_here(content):
    page, desk = content(answers={PUBLISH: OUTCOME})
    page.get_by_role("button", name="Publish files…").click()
    page.get_by_label("Files to publish").set_input_files(
        [{"name": "items.csv", "mimeType": "text/csv", "buffer": b"\xff\xfe"}]
    )
    page.get_by_label("Reason").fill("x")
    look(page)
    page.wait_for_selector(".confirmation-fault p")
    assert "items.csv can’t be read as text" in page.locator(".confirmation-fault").inner_text()
    assert desk.requests(PUBLISH) == []


def test_a_roll_back_is_confirmed_with_a_reason_once_it_was_shown_what_it_changes(content):
    page, desk = content(answers={ROLL_BACK: OUTCOME})
    page.get_by_role("button", name="Roll back: version 1").click()
    asked = page.get_by_role("dialog")
    difference = asked.get_by_role("region", name="Difference").inner_text()
    assert "From version 3 to version 5" in difference and "changed: price" in difference and "otter" in difference
    assert desk.requests(TRY)[0][3] == {"to": 1, "base": 4}
    asked.get_by_role("button", name="Roll back", exact=True).click()
    assert desk.requests(ROLL_BACK) == []
    asked.get_by_label("Reason").fill("a wrong price")
    asked.get_by_role("button", name="Roll back", exact=True).click()
    page.wait_for_selector(".outcome .panel")
    assert desk.requests(ROLL_BACK)[0][3] == {"to": 1, "reason": "a wrong price", "base": 4}


UNDONE = [
    {"text": "found item rocket: price: 15, expected 20; version 5 has that"},
    {"text": "found store main: positions: 5, expected 4 until 2026-11-22T13:00:00Z; version 6 brings it then"},
    {"text": "found no item otter, expected the same in version 6; that one takes its place at 2026-11-22T13:00:00Z with item otter"},
]  # fmt: skip
TOLD = [
    "item rocket: price: 15. In version 5: 20.",
    "store main: positions: 5. Version 6 brings it at 22 Nov 2026, 13:00:00 UTC.",
    "no item otter, until 22 Nov 2026, 13:00:00 UTC. Then version 6 has: item otter.",
]


def test_what_a_roll_back_undoes_is_listed_and_meant_by_the_button(content):
    warned = [{"isWarning": True, "text": "items.csv:3: warning: odd"}]
    trial = {**TRIAL, "isPossible": False, "problems": warned, "undone": UNDONE, "over": 6}
    page, desk = content(answers={TRY: trial, ROLL_BACK: OUTCOME})
    page.get_by_role("button", name="Roll back: version 1").click()
    asked = page.get_by_role("dialog")
    asked.get_by_label("Reason").fill("a wrong price")
    asked.get_by_role("button", name="Roll back, and undo that").wait_for()
    assert asked.locator(".undone").all_inner_texts() == [
        f"{title}\n\n{told}"
        for title, told in zip(["This undoes what has been published since:", "This brings at once what is scheduled for later:", "A version that is scheduled will undo this:"], TOLD, strict=True)
    ]  # fmt: skip
    assert asked.locator(".trial-problem").all_inner_texts() == ["warning items.csv:3: warning: odd"]
    asked.get_by_role("button", name="Roll back, and undo that").click()
    page.wait_for_selector(".outcome .panel")
    assert desk.requests(ROLL_BACK)[0][3] == {"to": 1, "reason": "a wrong price", "base": 4, "over": 6}


def test_what_only_a_scheduled_version_undoes_is_done_all_the_same(content):
    trial = {**TRIAL, "isPossible": False, "undone": UNDONE[2:], "over": 6}
    page, desk = content(answers={TRY: trial, ROLL_BACK: OUTCOME})
    page.get_by_role("button", name="Roll back: version 1").click()
    page.get_by_label("Reason").fill("a wrong price")
    page.get_by_role("button", name="Roll back all the same").click()
    page.wait_for_selector(".outcome .panel")
    assert desk.requests(ROLL_BACK)[0][3]["over"] == 6


# Of two versions one can have the other's changes.
LATER = {**TRIAL, "isPossible": False, "undone": UNDONE[2:], "over": 6, "scheduled": 6}
BOTH = {**OUTCOME, "version": version(8, fromMs=NOW), "next": version(7, fromMs=NOW + HOUR)}
REPLACED = {"versions": [version(8, fromMs=NOW), version(7, fromMs=NOW + HOUR), version(6, fromMs=NOW + HOUR, replacedBy=7)], "inForce": 8}


def test_a_version_that_would_undo_a_roll_back_is_changed_as_well(content):
    page, desk = content(answers={TRY: LATER, ROLL_BACK: BOTH})
    page.get_by_role("button", name="Roll back: version 1").click()
    asked = page.get_by_role("dialog")
    asked.get_by_label("Reason").fill("a wrong price")
    asked.get_by_role("button", name="Change version 6 as well").wait_for()
    assert asked.locator("[type=submit]").all_inner_texts() == ["Change version 6 as well", "Roll back all the same"]
    assert asked.locator("p.confirmation-other").inner_text() == (
        "“Change version 6 as well” makes the same changes in what is scheduled, too: a new version takes the place of "
        "version 6, at the same time. “Roll back all the same” leaves version 6 as it is."
    )
    desk.answers[VERSIONS] = REPLACED
    asked.get_by_role("button", name="Change version 6 as well").click()
    outcome = page.locator(".outcome")
    outcome.get_by_text("Version 8 is published. A new version with these changes has taken the place of version 6.").wait_for()
    assert desk.requests(ROLL_BACK)[0][3] == {"to": 1, "reason": "a wrong price", "base": 4, "alsoIn": 6}
    page.get_by_text("replaced by 7 before it began").wait_for()
    rows = page.locator(".versions tbody tr")
    assert [row.split("\t")[0] for row in rows.all_inner_texts()] == ["8 in force", "7 scheduled", "6 replaced by 7 before it began"]


def test_files_are_published_and_a_scheduled_version_changed_as_well(content):
    page, desk = content(answers={TRY: LATER, PUBLISH: BOTH})
    page.get_by_role("button", name="Publish files…").click()
    choose(page, "content.yaml")
    page.get_by_label("Reason").fill("the summer sale")
    look(page)
    page.get_by_role("button", name="Change version 6 as well").click()
    page.get_by_text("has taken the place of version 6.").wait_for()
    body = desk.requests(PUBLISH)[0][3]
    assert (body["alsoIn"], "over" in body) == (6, False)


def test_another_choice_is_looked_at_before_a_scheduled_version_is_changed_with_it(content):
    page, _ = content(answers={TRY: LATER})
    page.get_by_role("button", name="Publish files…").click()
    choose(page, "content.yaml")
    look(page)
    page.get_by_role("button", name="Change version 6 as well").wait_for()
    choose(page, "content.yaml", text="x: 2\n")
    assert page.get_by_role("dialog").locator("[type=submit]").all_inner_texts() == ["Show what changes"]
    assert page.locator("p.confirmation-other").count() == 0


SAME_LINES = ("This and version 6 have both changed the same lines of items.csv, so nothing was changed; export version 6, make the change "
              "there by hand, and publish it for the same instant.")  # fmt: skip
APART = ("The changes of this and of version 6 can't be put together, so nothing was changed; export version 6, make the change "
         "there by hand, and publish it for the same instant.")  # fmt: skip


@pytest.mark.parametrize("detail, told", [
    (SAME_LINES, "this and version 6 have both changed the same lines of items.csv"),
    (APART, "the changes of this and of version 6 can’t be put together"),
])  # fmt: skip
def test_what_both_have_changed_is_told_and_can_still_be_published_without(content, detail, told):
    refused = problem(409, "content_conflict", detail)
    page, desk = content(answers={TRY: LATER, ROLL_BACK: lambda query, body: refused if "alsoIn" in body else OUTCOME})
    page.get_by_role("button", name="Roll back: version 1").click()
    asked = page.get_by_role("dialog")
    asked.get_by_label("Reason").fill("a wrong price")
    asked.get_by_role("button", name="Change version 6 as well").click()
    fault = asked.locator(".confirmation-fault")
    fault.get_by_text(told).wait_for()
    assert "export version 6, make the change there by hand" in fault.inner_text()
    assert asked.get_by_role("region", name="Difference").count() == 1
    assert asked.get_by_label("Reason").input_value() == "a wrong price"
    assert asked.locator("[type=submit]").all_inner_texts() == ["Roll back all the same"]
    asked.get_by_role("button", name="Roll back all the same").click()
    page.wait_for_selector(".outcome .panel")
    assert desk.requests(ROLL_BACK)[1][3] == {"to": 1, "reason": "a wrong price", "base": 4, "over": 6}


def test_a_version_that_is_not_scheduled_any_more_is_not_changed_as_well(content):
    detail = "Version 6, which was to get the same changes, won't take effect after this one; none is scheduled."
    page, desk = content(answers={TRY: LATER, ROLL_BACK: problem(400, "bad_request", detail)})
    page.get_by_role("button", name="Roll back: version 1").click()
    asked = page.get_by_role("dialog")
    asked.get_by_label("Reason").fill("a wrong price")
    asked.get_by_role("button", name="Change version 6 as well").click()
    asked.get_by_text("Nothing was changed, because version 6 isn’t scheduled any more.").wait_for()
    desk.answers |= {TRY: TRIAL, ROLL_BACK: OUTCOME}
    asked.get_by_role("button", name="Look again").click()
    asked.get_by_role("button", name="Roll back", exact=True).click()
    page.wait_for_selector(".outcome .panel")
    assert desk.requests(ROLL_BACK)[1][3] == {"to": 1, "reason": "a wrong price", "base": 4}


def test_what_somebody_publishes_after_the_look_is_listed_and_looked_at_again(content):
    refused = problem(409, "content_conflict", CONFLICT, problems=UNDONE, over=6)
    page, desk = content(answers={ROLL_BACK: lambda query, body: OUTCOME if body.get("over") == 6 else refused})
    page.get_by_role("button", name="Roll back: version 1").click()
    asked = page.get_by_role("dialog")
    asked.get_by_label("Reason").fill("a wrong price")
    asked.get_by_role("button", name="Roll back", exact=True).click()
    asked.locator(".confirmation-fault li").first.wait_for()
    assert asked.locator(".confirmation-fault li").all_inner_texts() == TOLD
    assert asked.get_by_role("region", name="Difference").count() == 0
    desk.answers[TRY] = {**TRIAL, "isPossible": False, "undone": UNDONE, "over": 6}
    asked.get_by_role("button", name="Look again").click()
    asked.get_by_role("button", name="Roll back, and undo that").click()
    page.wait_for_selector(".outcome .panel")
    assert [body.get("over") for _, _, _, body, _ in desk.requests(ROLL_BACK)] == [None, 6]
    assert [body for _, _, _, body, _ in desk.requests(TRY)] == [{"to": 1, "base": 4}] * 2


def test_a_look_without_an_answer_is_told_and_tried_again(content):
    answers = [problem(503, "unavailable", "Not now."), TRIAL]
    page, desk = content(answers={TRY: lambda query, body: answers.pop(0)})
    page.get_by_role("button", name="Roll back: version 1").click()
    asked = page.get_by_role("dialog")
    asked.locator(".confirmation-fault").get_by_text("Not now.").wait_for()
    look(page)
    asked.get_by_role("button", name="Roll back", exact=True).wait_for()
    assert asked.locator(".confirmation-fault").inner_text() == ""


def choose(page, *names, text="x: 1\n"):
    page.get_by_label("Files to publish").set_input_files(
        [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name in names]
    )


def test_files_with_an_error_are_shown_it_and_other_files_are_looked_at_anew(content):
    wrong = {"isPossible": False, "problems": [{"isWarning": False, "text": "items.csv:9: price"}], "undone": [], "stores": []}  # fmt: skip
    page, desk = content(answers={TRY: wrong, PUBLISH: OUTCOME})
    page.get_by_role("button", name="Publish files…").click()
    asked = page.get_by_role("dialog")
    choose(page, "content.yaml")
    look(page)
    asked.get_by_text("error items.csv:9: price").wait_for()
    asked.get_by_label("Reason").fill("the summer sale")
    asked.get_by_role("button", name="Look again").wait_for()
    desk.answers[TRY] = TRIAL
    asked.get_by_role("button", name="Look again").click()
    asked.get_by_role("button", name="Publish", exact=True).wait_for()
    choose(page, "content.yaml", text="x: 2\n")
    assert asked.get_by_role("region", name="Difference").count() == 0
    publish(page)
    page.get_by_text("Version 5 is published.").wait_for()
    assert [request[3]["files"][0]["text"] for request in desk.requests(PUBLISH)] == ["x: 2\n"]
    assert desk.requests(PUBLISH)[0][3] == {**desk.requests(TRY)[-1][3], "reason": "the summer sale"}


def test_a_folder_that_was_exported_says_which_version_its_files_were_made_from(content):
    page, desk = content(answers={PUBLISH: OUTCOME})
    page.get_by_role("button", name="Publish files…").click()
    page.get_by_label("Files to publish").set_input_files(
        [{"name": "content.yaml", "mimeType": "text/yaml", "buffer": b"x: 1\n"},
         {"name": ".shelflife-base", "mimeType": "text/plain", "buffer": b"two\n"}]  # fmt: skip
    )
    page.get_by_label("Reason").fill("x")
    look(page)
    page.get_by_text(".shelflife-base must have the number of a version").wait_for()
    page.get_by_label("Files to publish").set_input_files(
        [{"name": "content.yaml", "mimeType": "text/yaml", "buffer": b"x: 1\n"},
         {"name": ".shelflife-base", "mimeType": "text/plain", "buffer": b"2\n"}]  # fmt: skip
    )
    publish(page)
    page.get_by_text("Version 5 is published.").wait_for()
    body = desk.requests(PUBLISH)[0][3]
    assert body["base"] == 2 and [file["path"] for file in body["files"]] == ["content.yaml"]


def test_of_files_that_nothing_says_the_base_of_everything_that_differs_is_listed_unless_a_version_is_chosen(content):
    unknown = {**TRIAL, "isPossible": False, "undone": UNDONE[:1], "over": 6}
    page, desk = content(answers={TRY: lambda query, body: unknown if body["base"] == 0 else TRIAL, PUBLISH: OUTCOME})
    page.get_by_role("button", name="Publish files…").click()
    asked = page.get_by_role("dialog")
    choose(page, "content.yaml")
    look(page)
    asked.get_by_role("button", name="Publish, and undo that").wait_for()
    assert "Nothing says which version these files were made from" in asked.locator(".undone").inner_text()
    assert TOLD[0] in asked.locator(".undone").inner_text()
    asked.get_by_label("Made from").select_option("version 3, by anna: reason 3")
    asked.get_by_label("Reason").fill("x")
    publish(page)
    page.get_by_text("Version 5 is published.").wait_for()
    assert [request[3]["base"] for request in desk.requests(TRY)] == [0, 3]
    assert desk.requests(PUBLISH)[0][3]["base"] == 3


@pytest.mark.parametrize("lines, base", [
    (f"2 {'ab' * 32}\n", 2),
    (f"7 {'cd' * 32}\n2 {'ab' * 32}\n", 2),
    (f"2 {'cd' * 32}\n", None),
    (f"9 {'ab' * 32}\n", None),
], ids=["this server's", "another server's and this one's", "another's of this number", "a version that isn't there"])  # fmt: skip
def test_the_version_that_files_were_made_from_is_one_of_this_server(content, lines, base):
    missing = problem(404, "not_found", "There is no such version.")
    page, desk = content(answers={PUBLISH: OUTCOME, "GET /v1/admin/content/versions/2": version(2),
                                  "GET /v1/admin/content/versions/7": version(7), "GET /v1/admin/content/versions/9": missing})  # fmt: skip
    page.get_by_role("button", name="Publish files…").click()
    page.get_by_label("Files to publish").set_input_files(
        [{"name": "content.yaml", "mimeType": "text/yaml", "buffer": b"x: 1\n"},
         {"name": ".shelflife-base", "mimeType": "text/plain", "buffer": lines.encode()}]  # fmt: skip
    )
    page.get_by_label("Reason").fill("x")
    if base is None:
        look(page)
        page.get_by_text(".shelflife-base names no version of this server").wait_for()
        assert desk.requests(PUBLISH) == []
    else:
        publish(page)
        page.get_by_text("Version 5 is published.").wait_for()
        assert desk.requests(PUBLISH)[0][3]["base"] == base


@pytest.mark.parametrize("names", [
    ["shelflife.yaml", "items.csv"],
    ["shelflife.yaml", "content.yaml", "items.csv"],
    ["shelflife.yaml.before-split", "content.yaml", "items.csv"],
], ids=["in place of content.yaml", "beside it", "from before the split"])  # fmt: skip
def test_settings_that_are_chosen_are_not_sent_and_the_dialog_says_why(content, names):
    page, desk = content(answers={PUBLISH: OUTCOME})
    page.get_by_role("button", name="Publish files…").click()
    asked = page.get_by_role("dialog")
    assert "Choose content.yaml, every catalogue file that it names, and plan.yaml if there is one" in asked.inner_text()
    asked.get_by_label("Reason").fill("the summer sale")
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    choose(page, *names, text="appSecrets: {bazaar: hush}\n")
    look(page)
    fault = asked.locator(".confirmation-fault")
    fault.get_by_text(f"{names[0]} has the server’s settings. They stay on the server, so nothing was sent.").wait_for()
    assert "choose content.yaml" in fault.inner_text() and sent == []
    choose(page, "content.yaml", "items.csv", "plan.yaml")
    assert fault.inner_text() == "" and asked.get_by_label("Reason").input_value() == "the summer sale"
    publish(page)
    page.get_by_text("Version 5 is published.").wait_for()
    files = desk.requests(PUBLISH)[0][3]["files"]
    assert [file["path"] for file in files] == ["content.yaml", "items.csv", "plan.yaml"]


def test_when_a_version_takes_effect_and_when_shelves_follow_is_said_before_it_is_published(content):
    stores = [{"store": "main", "drawnUntilMs": NOW + 11 * 60_000}, {"store": "bazaar", "drawnUntilMs": NOW + 11 * 60_000}]
    page, _ = content(answers={TRY: {**TRIAL, "stores": stores}}, timezone_id="Asia/Kolkata")
    page.get_by_role("button", name="Roll back: version 1").click()
    page.get_by_text(
        "It takes effect at once, and shelves follow: Main, Bazaar from 22 Nov 2026, 18:07:08 GMT+5:30."
    ).wait_for()
    times = page.locator(".versions time").all_inner_texts()
    assert len(times) == 4 and all(time.endswith(" GMT+5:30") for time in times), "each says whose it is"


def test_what_shelves_shall_show_from_an_instant_takes_effect_as_much_earlier_as_they_need(content):
    follow = lambda query, body: {**TRIAL, "stores": [{"store": "main", "drawnUntilMs": body["fromMs"] + 11 * 60_000}]}  # noqa: E731
    page, desk = content(answers={TRY: follow, PUBLISH: OUTCOME})
    page.get_by_role("button", name="Publish files…").click()
    asked = page.get_by_role("dialog")
    choose(page, "content.yaml")
    asked.get_by_label("What happens then").select_option("shelves show it")
    asked.get_by_label("From, in this browser’s time zone, UTC").fill("2026-11-22T12:30")
    look(page)
    asked.get_by_text("Shelves need 11 min to follow, so they can’t show it by then.").wait_for()
    asked.get_by_label("From, in this browser’s time zone, UTC").fill("2026-12-24T18:00")
    asked.get_by_label("Reason").fill("Christmas Eve")
    look(page)
    asked.get_by_text(
        "It takes effect at 24 Dec 2026, 17:49:00 UTC, and shelves follow: Main from 24 Dec 2026, 18:00:00 UTC."
    ).wait_for()
    asked.get_by_role("button", name="Publish", exact=True).click()
    page.get_by_text("Version 5 is published.").wait_for()
    assert desk.requests(PUBLISH)[0][3]["fromMs"] == 1_798_134_540_000


def test_the_question_before_a_publication_fits_a_phone(content):
    page, _ = content(viewport={"width": 390, "height": 900})
    page.get_by_role("button", name="Publish files…").click()
    assert_fits(page, 390)
    assert page.get_by_role("dialog").evaluate("({scrollWidth, clientWidth}) => scrollWidth - clientWidth") == 0


def test_files_without_a_plan_drop_it_only_once_that_is_ticked(content):
    def trial(query, body):
        has_plan = any(file["path"] == "plan.yaml" for file in body["files"])
        return TRIAL if has_plan or body.get("dropPlan") else {**TRIAL, "isPossible": False, "droppedAppearances": 3}

    page, desk = content(answers={PUBLISH: OUTCOME, TRY: trial})
    page.get_by_role("button", name="Publish files…").click()
    asked = page.get_by_role("dialog")
    choose(page, "content.yaml")
    asked.get_by_label("Reason").fill("the summer sale")
    publish(page)
    tick = asked.get_by_label("These files have no plan.yaml, so 3 planned appearances go.")
    assert tick.evaluate("tick => tick.matches(':invalid')") and desk.requests(PUBLISH) == []
    choose(page, "content.yaml", "plan.yaml")
    look(page)
    asked.get_by_role("region", name="Difference").wait_for()
    assert tick.count() == 0 and "dropPlan" not in desk.requests(TRY)[-1][3]
    choose(page, "content.yaml")
    look(page)
    tick.check()
    asked.get_by_role("button", name="Publish", exact=True).click()
    page.get_by_text("Version 5 is published.").wait_for()
    assert desk.requests(PUBLISH)[0][3]["dropPlan"] is True


def test_the_files_of_a_version_are_downloaded_as_a_zip_that_says_what_it_is(content, tmp_path):
    page, _ = content(answers={IN_FORCE: {"files": [*FILES, {"path": "ü.csv", "text": "id\nkoi – red\n"}]}})
    page.get_by_role("button", name="Files: version 3").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download them all (ZIP)").click()
    assert download.value.suggested_filename == "version-3.zip"
    download.value.save_as(tmp_path / "version-3.zip")
    with zipfile.ZipFile(tmp_path / "version-3.zip") as archive:
        assert archive.testzip() is None
        found = {name: archive.read(name).decode() for name in archive.namelist()}
    assert found == {**{file["path"]: file["text"] for file in FILES}, "ü.csv": "id\nkoi – red\n", ".shelflife-base": f"3 {'ab' * 32}\n"}


BY_FILES = {**LIST, "owner": "files", "source": SOURCE}
WHY_FIXED = f"The content of this server is made in files, so nothing is published, rolled back or planned here. Change the files at {SOURCE}."


def offered(page):
    """What can be done in the room's head and with versions."""
    return {one.inner_text() for one in page.locator(".toolbar button, .versions button").all() if one.is_visible()}


def test_where_files_own_the_content_what_is_refused_is_not_offered_and_why_is_said_once(content):
    page, _ = content(answers={VERSIONS: BY_FILES})
    assert page.get_by_text(WHY_FIXED).count() == 1
    assert offered(page) == {"Read the server’s files again…", "Refresh", "Compare", "Files", "Cancel", "Withdraw an item…", "Withdraw a store…"}  # fmt: skip
    page, _ = content(scopes=["content:read"], answers={VERSIONS: BY_FILES})
    assert page.get_by_text("made in files").count() == 0, "who may only read expects no button"


def test_where_the_server_owns_the_content_its_files_are_not_read_again(content):
    page, _ = content(answers={VERSIONS: {**LIST, "owner": "server"}})
    assert "Publish files…" in offered(page) and "Roll back" in offered(page)
    assert page.get_by_role("button", name="Read the server’s files again…").count() == 0


def test_that_files_own_the_content_by_now_is_told_and_what_was_typed_stays(content):
    page, _ = content(answers={PUBLISH: problem(409, "files_own_content", MADE_IN_FILES)})
    page.get_by_role("button", name="Publish files…").click()
    asked = page.get_by_role("dialog")
    choose(page, "content.yaml")
    asked.get_by_label("Reason").fill("the summer sale")
    publish(page)
    asked.locator(".confirmation-fault p").get_by_text(MADE_IN_FILES).wait_for()
    assert asked.get_by_label("Files to publish").evaluate("({ files }) => files[0].name") == "content.yaml"
    assert asked.get_by_label("Reason").input_value() == "the summer sale"


def test_what_a_publication_changes_fits_every_screen(content, artefacts):
    trial = {**TRIAL, "undone": UNDONE, "over": 6, "problems": [{"isWarning": True, "text": "items.csv:3: warning: odd"}]}
    for width, scheme in [(390, "dark"), (390, "light"), (1280, "dark"), (1280, "light")]:
        page, _ = content(answers={TRY: trial}, viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.get_by_role("button", name="Roll back: version 1").click()
        page.get_by_role("button", name="Roll back, and undo that").wait_for()
        assert_fits(page, width)
        assert page.get_by_role("dialog").evaluate("({scrollWidth, clientWidth}) => scrollWidth - clientWidth") == 0
        page.screenshot(path=artefacts / f"desk-roll-back-{width}-{scheme}.png")


def test_that_a_scheduled_version_can_be_changed_as_well_fits_every_screen(content, artefacts):
    for width, scheme in [(390, "dark"), (390, "light"), (1280, "dark"), (1280, "light")]:
        page, _ = content(answers={TRY: LATER}, viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.get_by_role("button", name="Roll back: version 1").click()
        page.get_by_role("button", name="Change version 6 as well").wait_for()
        assert_fits(page, width)
        assert page.get_by_role("dialog").evaluate("({scrollWidth, clientWidth}) => scrollWidth - clientWidth") == 0
        page.screenshot(path=artefacts / f"desk-also-in-{width}-{scheme}.png")


@pytest.mark.parametrize("others, told", [
    ([], "Version 4 is cancelled. No other version is scheduled."),
    ([3], "Version 4 is cancelled. With it, version 3 is cancelled, whose place it had taken. No other version is scheduled."),
])  # fmt: skip
def test_a_scheduled_version_is_cancelled_with_a_reason(content, others, told):
    answer = {"version": version(4, cancelled={"by": "anna", "atMs": NOW, "reason": "too early"}), "replayed": False, "with": others}
    page, desk = content(answers={"POST /v1/admin/content/cancel": answer})
    page.get_by_role("button", name="Cancel: version 4").click()
    page.get_by_label("Reason").fill("too early")
    page.get_by_role("button", name="Cancel the version", exact=True).click()
    page.get_by_text(told).wait_for()
    assert desk.requests("POST /v1/admin/content/cancel")[0][3] == {"version": 4, "reason": "too early"}


def test_what_became_of_scheduled_versions_is_told(content):
    cancelled = {"by": "ben", "atMs": NOW - HOUR, "reason": "too early"}
    listed = [version(6, fromMs=NOW + HOUR, cancelled=cancelled), version(5, fromMs=NOW + HOUR),
              version(4, fromMs=NOW + HOUR, replacedBy=5), version(3), version(2, replacedBy=3)]  # fmt: skip
    page, _ = content(answers={VERSIONS: {"versions": listed, "inForce": 3}})
    rows = page.locator(".versions tbody tr")
    assert [row.split("\t")[0] for row in rows.all_inner_texts()] == [
        "6 cancelled", "5 scheduled", "4 replaced by 5 before it began", "3 in force", "2 replaced by 3 before it began"
    ]  # fmt: skip
    assert "cancelled by ben on" in rows.nth(0).inner_text() and "too early" in rows.nth(0).inner_text()
    assert page.get_by_role("button", name="Cancel:").count() == 2


def test_a_withdrawal_that_is_tried_again_counts_once(content):
    answers = [problem(503, "unavailable", "Nothing was done."), {"withdrawal": {}, "replayed": False}]
    rocket = {"id": "rocket", "name": "red rocket", "set": "travel", "price": 15, "released": "2020-01-01"}
    page, desk = content(answers={"GET /v1/admin/content/items": {"items": [rocket]}, "POST /v1/admin/withdrawals": lambda query, body: answers.pop(0)})
    page.get_by_role("button", name="Withdraw an item…").click()
    page.get_by_role("combobox", name="Item").fill("red")
    page.get_by_role("option", name="Red rocket").click()
    page.get_by_label("Reason").fill("a wrong picture")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    page.wait_for_selector(".confirmation-fault p")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    page.wait_for_selector("dialog", state="detached")
    first, second = desk.requests("POST /v1/admin/withdrawals")
    assert first[3] == second[3] == {"item": "rocket", "reason": "a wrong picture"}
    assert first[4]["Idempotency-Key"] == second[4]["Idempotency-Key"] != ""


GONE = [
    {"withdrawal": 9, "atMs": NOW - HOUR, "by": "anna", "reason": "a wrong price", "store": "main", "position": 3, "startMs": NOW},
    {"withdrawal": 8, "atMs": NOW - HOUR, "by": "anna", "reason": "a wrong picture", "item": "rocket"},
    {"withdrawal": 7, "atMs": NOW - HOUR, "by": "anna", "reason": "stocktaking", "store": "bazaar"},
    {"withdrawal": 6, "atMs": NOW - HOUR, "by": "anna", "reason": "a doubt", "item": "otter", "store": "main", "untilMs": NOW},
]  # fmt: skip


def test_older_withdrawals_are_a_button_away(content):
    def page_of(query, body):
        older = {**GONE[0], "withdrawal": 2, "reason": "long ago"}
        return (
            {"withdrawals": [older]}
            if query.get("before") == "3"
            else {"withdrawals": [{**GONE[0], "withdrawal": 3}], "next": 3}
        )

    page, desk = content(answers={"GET /v1/admin/withdrawals": page_of})
    more = page.get_by_role("button", name="Show older withdrawals")
    more.click()
    page.get_by_text("“long ago”").wait_for()
    assert page.locator(".withdrawals li").count() == 2
    assert not more.is_visible()


def test_withdrawals_have_their_numbers_and_only_an_items_or_a_stores_can_be_lifted(content):
    page, desk = content(
        answers={
            "GET /v1/admin/withdrawals": {"withdrawals": GONE},
            "POST /v1/admin/withdrawals": {"withdrawal": {}, "replayed": False},
        }
    )
    lines = page.locator(".withdrawals li").all_inner_texts()
    starts = [
        "No. 9 The listing on position 3 in Main",
        "No. 8 The item rocket in every store",
        "No. 7 The store Bazaar",
        "No. 6 The item otter in Main",
    ]
    assert all(line.startswith(start) for line, start in zip(lines, starts, strict=True))
    assert "Lifted: what starts from" in lines[3]
    assert [button.get_attribute("aria-label") for button in page.locator(".withdrawals button").all()] == [
        "Lift withdrawal 8",
        "Lift withdrawal 7",
    ]
    page.get_by_role("button", name="Lift withdrawal 8").click()
    assert (
        "The item rocket in every store: what starts in 11 minutes or later is sold again."
        in page.get_by_role("dialog").inner_text()
    )
    page.get_by_label("Reason").fill("the picture is right")
    page.get_by_role("button", name="Lift", exact=True).click()
    page.get_by_text("The withdrawal is lifted.").wait_for()
    _, _, _, body, headers = desk.requests("POST /v1/admin/withdrawals")[0]
    assert body == {"lift": 8, "reason": "the picture is right"} and headers["Idempotency-Key"]


def test_a_store_is_withdrawn_and_nothing_says_that_it_is_for_good(content):
    page, desk = content(answers={"POST /v1/admin/withdrawals": {"withdrawal": {}, "replayed": False}})
    page.get_by_role("button", name="Withdraw a store…").click()
    text = page.get_by_role("dialog").inner_text()
    assert "You can lift the withdrawal later" in text and "undone" not in text
    page.get_by_label("Reason").fill("stocktaking")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    page.get_by_text("It is withdrawn.").wait_for()
    assert desk.requests("POST /v1/admin/withdrawals")[0][3] == {"store": "main", "reason": "stocktaking"}


PAUSED = {"store": "main", "paused": True, "atMs": NOW - HOUR, "by": "ben", "reason": "wrong prices"}


def test_which_stores_are_paused_since_when_and_why_is_told_beside_each(content):
    resumed = {**PAUSED, "store": "bazaar", "paused": False, "reason": "the prices are right"}
    page, _ = content(answers={"GET /v1/admin/pauses": {"pauses": [resumed, PAUSED]}})
    page.locator(".pauses li").nth(1).wait_for()
    main, bazaar = page.locator(".pauses li").all()
    assert main.locator("p").inner_text().startswith("Main paused “wrong prices”, paused by ben on ")
    assert bazaar.locator("p").inner_text().startswith("Bazaar “the prices are right”, resumed by ben on ")
    assert [one.get_by_role("button").get_attribute("aria-label") for one in (main, bazaar)] == [
        "Resume Main",
        "Pause Bazaar",
    ]


def test_who_may_only_read_sees_what_is_paused_and_can_pause_nothing(content):
    page, _ = content(scopes=["content:read"], answers={"GET /v1/admin/pauses": {"pauses": [PAUSED]}})
    assert page.locator(".pauses .state").all_inner_texts() == ["paused"]
    assert page.locator(".pauses button").count() == 0


def test_a_store_is_paused_and_resumed_with_a_confirmation_and_a_reason(content):
    pauses = []

    def changed(query, body):
        pauses[:] = [{**body, "atMs": NOW, "by": "anna"}]
        return {"pause": pauses[0], "replayed": False}

    answers = {"GET /v1/admin/pauses": lambda query, body: {"pauses": pauses}, "POST /v1/admin/pauses": changed}
    page, desk = content(answers=answers)
    for act, reason, told in [
        ("Pause", "wrong prices", "Main is paused."), ("Resume", "they are right", "Main is resumed, and sells again.")
    ]:  # fmt: skip
        page.get_by_role("button", name=f"{act} Main").click()
        page.get_by_role("button", name=act, exact=True).click()
        assert page.get_by_role("dialog").is_visible(), "it needs a reason"
        page.get_by_label("Reason, for the log").fill(reason)
        page.get_by_role("button", name=act, exact=True).click()
        page.get_by_text(told).wait_for()
    page.get_by_role("button", name="Pause Main").wait_for()
    assert [body for _, _, _, body, _ in desk.requests("POST /v1/admin/pauses")] == [
        {"store": "main", "paused": True, "reason": "wrong prices"},
        {"store": "main", "paused": False, "reason": "they are right"},
    ]


def test_a_store_that_somebody_else_has_paused_meanwhile_is_told_as_that(content):
    page, desk = content(answers={"POST /v1/admin/pauses": {"pause": PAUSED, "replayed": True}})
    page.get_by_role("button", name="Pause Main").click()
    desk.answers["GET /v1/admin/pauses"] = {"pauses": [PAUSED]}
    page.get_by_label("Reason, for the log").fill("wrong prices")
    page.get_by_role("button", name="Pause", exact=True).click()
    page.get_by_text("Main was paused already.").wait_for()
    page.get_by_role("button", name="Resume Main").wait_for()


def test_what_takes_the_space_for_files_is_told(content):
    page, _ = content()
    space = page.get_by_role("region", name="Space for files")
    space.locator("tbody tr").nth(3).wait_for()
    assert [row.split("\t") for row in space.locator("tbody tr").all_inner_texts()] == [
        ["pictures", "330", "9.8 MB"], ["releases of packs, with their deltas", "9", "1.2 MB"],
        ["packs’ bundles, of versions and drafts", "2", "184.3 kB"], ["nothing, or nothing yet", "0", "0 bytes"],
    ]  # fmt: skip
    text = space.inner_text()
    assert "11.2 MB of 1,073.7 MB are taken, 1%." in text and "The whole database takes 27.3 MB." in text
    assert "nearly full" not in text


@pytest.mark.parametrize(
    "named, missing, told",
    [
        (563, 12, "12 of the 563 pictures that the content names aren’t made."),
        (1, 1, "1 of the 1 picture that the content names isn’t made."),
        (563, 0, None),
        (None, None, None),
    ],
)
def test_how_many_pictures_are_missing_is_told_where_there_are_any(content, named, missing, told):
    known = {} if named is None else {"picturesNamed": named, "picturesMissing": missing}
    page, _ = content(answers={"GET /v1/admin/files": {**SPACE, **known}})
    space = page.get_by_role("region", name="Space for files")
    space.locator("tbody tr").nth(3).wait_for()
    text = space.inner_text()
    assert told in text if told else "made" not in text


def test_a_space_for_files_that_is_nearly_full_says_so(content):
    full = {**SPACE, "takenBytes": 902_000_000, "isNearlyFull": True}
    page, _ = content(scopes=["content:read"], answers={"GET /v1/admin/files": full})
    space = page.get_by_role("region", name="Space for files")
    space.locator(".fault").wait_for()
    assert space.locator(".fault").inner_text() == "The space is nearly full. Once it is, pictures and packs are refused."
    assert "902 MB of 1,073.7 MB are taken, 84%." in space.inner_text()


KOI, CARP, OWL = "11" * 32, "22" * 32, "33" * 32
# SHA-256 of CHERRIES, as `sha256sum` has it.
CHERRIES_SHA256 = "b4deff3f66811d27cec0c8103441ebcf62d224b30ae592ca9539cc92a115d813"
ITEMS = [{"id": id, "name": name, "set": "animals", "price": 15, "released": "2020-01-01", **({"master": master} if master else {})}
         for id, name, master in [("koi", "Koi", KOI), ("carp", "Carp", CARP), ("red-carp", "Red carp", CARP), ("owl", "Owl", OWL), ("yak", "Yak", None)]]  # fmt: skip
SUMS = f"{CARP}  carp.png\n{KOI}  koi.png\n{OWL}  night.png\n"
FILES = [{"path": "items.csv", "text": "id\n"}, {"path": "pictures/SHA256SUMS", "text": SUMS}, {"path": "content.yaml", "text": "x: 1\n"}]  # fmt: skip
PUT = f"PUT /v1/admin/masters/{CHERRIES_SHA256}"
FILE = {"name": "new.webp", "mimeType": "image/webp", "buffer": CHERRIES}


@pytest.fixture
def giving(content):
    """The dialog that gives an item a picture, with the item and the file chosen."""

    def open_dialog(item, answers=None, file=FILE, **options):
        pictures = {f"GET /v1/admin/pictures/{one}/{width}.webp": CHERRIES for one in (KOI, CARP, OWL) for width in (96, 192, 288, 480)}  # fmt: skip
        page, desk = content(
            answers={
                "GET /v1/admin/content/items": {"items": ITEMS},
                IN_FORCE: {"files": FILES},
                PUT: {"widths": [96]},
                PUBLISH: OUTCOME,
                **pictures,
                **(answers or {}),
            },
            **options,
        )
        page.get_by_role("button", name="Give an item a picture…").click()
        page.get_by_role("combobox", name="Item").fill(item)
        page.keyboard.press("Enter")
        page.get_by_label("Picture (PNG").set_input_files([file])
        page.get_by_label("Reason").fill("a better drawing")
        return page, desk

    return open_dialog


def published_list(desk):
    """The list of pictures that was published; everything else is as it was."""
    body = desk.requests(PUBLISH)[0][3]
    files = {file["path"]: file["text"] for file in body["files"]}
    assert (body["reason"], body["base"]) == ("a better drawing", 3)
    assert (files["items.csv"], files["content.yaml"], len(files)) == ("id\n", "x: 1\n", 3)
    return files["pictures/SHA256SUMS"]


@pytest.mark.parametrize("item, expected", [
    ("koi", f"{CARP}  carp.png\n{CHERRIES_SHA256}  koi.webp\n{OWL}  night.png\n"),
    ("owl", f"{CARP}  carp.png\n{KOI}  koi.png\n{CHERRIES_SHA256}  night.png\n"),
    ("carp", f"{CHERRIES_SHA256}  carp.png\n{KOI}  koi.png\n{OWL}  night.png\n"),
    ("yak", f"{CARP}  carp.png\n{KOI}  koi.png\n{OWL}  night.png\n{CHERRIES_SHA256}  yak.webp\n"),
], ids=["its own", "of another name", "shared", "none"])  # fmt: skip
def test_an_items_picture_is_sent_and_then_published_in_the_list(giving, item, expected):
    page, desk = giving(item)
    publish(page)
    page.get_by_text("Version 5 is published.").wait_for()
    _, _, _, body, headers = desk.requests(PUT)[0]
    assert body == CHERRIES and headers["Content-Type"] == "application/octet-stream"
    assert headers["X-CSRF-Token"] == "csrf"
    assert published_list(desk) == expected
    assert "items.csv:3: warning: odd" in page.locator(".outcome").inner_text()


def test_what_another_item_changes_is_looked_at_anew(giving):
    page, desk = giving("koi")
    look(page)
    page.get_by_role("button", name="Publish", exact=True).wait_for()
    page.get_by_role("combobox", name="Item").fill("owl")
    page.keyboard.press("Enter")
    assert page.get_by_role("region", name="Difference").count() == 0
    publish(page)
    page.get_by_text("Version 5 is published.").wait_for()
    assert published_list(desk) == f"{CARP}  carp.png\n{KOI}  koi.png\n{CHERRIES_SHA256}  night.png\n"


def twins(*names):
    """Answers in which the pictures have these names and the same bytes, and every item but the yak has one."""
    items = [item | {"master": CARP} if item["id"] != "yak" else item for item in ITEMS]
    sums = {"path": "pictures/SHA256SUMS", "text": "".join(f"{CARP}  {name}\n" for name in names)}
    files = [sums if file["path"] == sums["path"] else file for file in FILES]
    return {"GET /v1/admin/content/items": {"items": items}, IN_FORCE: {"files": files}}


@pytest.mark.parametrize("item, before, changed, after, told", [
    ("koi", ["carp.png", "koi.png", "owl.png", "red-carp.png"], "koi.webp", ["carp.png", "koi.webp", "owl.png", "red-carp.png"], ""),
    ("owl", ["carp.png", "koi.png", "night.png"], "night.png", ["carp.png", "koi.png", "night.png"],
     "1 other item with the same picture will change, too: Red carp."),
    ("owl", ["carp.png", "koi.png", "red-carp.png"], "owl.webp", ["carp.png", "koi.png", "owl.webp", "red-carp.png"],
     "The catalogue names carp.png, another item’s picture, for it. It shows the new one once the column picture no longer names that file."),
], ids=["its own", "shared", "only others' own"])  # fmt: skip
def test_files_with_the_same_bytes_stay_those_of_their_items(giving, item, before, changed, after, told):
    page, desk = giving(item, twins(*before))
    assert page.locator(".picture-note").inner_text() == told
    publish(page)
    page.get_by_text("Version 5 is published.").wait_for()
    lines = [f"{CHERRIES_SHA256 if name == changed else CARP}  {name}\n" for name in after]
    assert published_list(desk) == "".join(lines)


def test_the_first_picture_of_a_version_begins_its_list(giving):
    none = {"files": [file for file in FILES if file["path"] != "pictures/SHA256SUMS"]}
    page, desk = giving("yak", {IN_FORCE: none})
    publish(page)
    page.get_by_text("Version 5 is published.").wait_for()
    assert published_list(desk) == f"{CHERRIES_SHA256}  yak.webp\n"


def test_both_pictures_are_seen_before_and_who_else_gets_the_new_one_and_what_does_not_have_it(giving):
    page, _ = giving("carp")
    asked = page.get_by_role("dialog")
    asked.locator(".picture-box canvas").wait_for()
    page.wait_for_function("() => document.querySelector('.picture-box img').naturalWidth > 0")
    pixel = "() => [...document.querySelector('canvas').getContext('2d').getImageData(50, 100, 1, 1).data]"
    assert page.evaluate(pixel)[3] == 255
    assert "1 other item with the same picture will change, too: Red carp." in asked.inner_text()
    assert "Version 4, which is scheduled, has it only if you change that as well." in asked.inner_text()


def test_a_picture_that_the_server_refuses_is_told_in_its_words_and_nothing_is_published(giving):
    detail = "The master can't be taken: it is a PNG whose end is missing; copy or export it again."
    page, desk = giving("koi", {PUT: problem(422, "picture_refused", detail)})
    look(page)
    page.locator(".confirmation-fault").get_by_text(detail).wait_for()
    assert desk.requests(PUBLISH) == []
    assert page.get_by_label("Reason").input_value() == "a better drawing"
    page.get_by_label("Picture (PNG").set_input_files([FILE | {"name": "another.webp"}])
    assert page.locator(".confirmation-fault").inner_text() == ""


@pytest.mark.parametrize("file, told", [
    ({"name": "new.svg", "mimeType": "image/svg+xml", "buffer": b"<svg/>"}, "Choose a PNG, JPEG, WebP or GIF."),
    ({"name": "new.png", "mimeType": "image/png", "buffer": bytes(20_000_001)}, "It has 20,000,001 bytes, and may have 20,000,000."),
])  # fmt: skip
def test_a_file_that_can_be_no_picture_is_refused_before_it_is_sent(giving, file, told):
    page, _ = giving("koi", file=file)
    sent = []
    page.on("request", lambda request: sent.append(request.method))
    look(page)
    assert told in page.get_by_role("dialog").inner_text()
    page.wait_for_timeout(500)
    assert "PUT" not in sent


def test_a_picture_that_somebody_else_has_changed_meanwhile_is_not_undone(giving):
    page, desk = giving("koi")
    theirs = [file | {"text": file["text"].replace(KOI, "44" * 32)} for file in FILES]
    desk.answers[IN_FORCE] = {"files": theirs}
    look(page)
    page.locator(".confirmation-fault").get_by_text("Somebody has changed this picture").wait_for()
    assert desk.requests(PUBLISH) == []


def test_giving_a_picture_fits_every_screen(giving, artefacts):
    for width, scheme in [(390, "dark"), (768, "light"), (1280, "dark")]:
        page, _ = giving("carp", viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.locator(".picture-box canvas").wait_for()
        page.wait_for_function("() => document.querySelector('.picture-box img').naturalWidth > 0")
        assert_fits(page, width)
        page.screenshot(path=artefacts / f"desk-picture-{width}-{scheme}.png")


def test_the_pictures_stand_beside_each_other_and_the_button_is_in_sight(giving):
    for width, height in [(600, 800), (1300, 760)]:
        page, _ = giving("owl", twins("night.png"), viewport={"width": width, "height": height})
        page.locator(".picture-box canvas").wait_for()
        now, new = [box.bounding_box() for box in page.locator(".picture-box").all()]
        assert now["y"] == new["y"] and now["x"] + now["width"] < new["x"]
        dialog = page.get_by_role("dialog").bounding_box()
        for seen in [page.get_by_text("3 other items"), page.get_by_label("Reason"), page.get_by_text("Show what changes", exact=True)]:  # fmt: skip
            box = seen.bounding_box()
            assert dialog["y"] <= box["y"] and box["y"] + box["height"] <= dialog["y"] + dialog["height"]
        assert page.evaluate("(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)(document.querySelector('dialog'))") == 0  # fmt: skip


def test_an_open_question_goes_away_with_the_session(content):
    ended = problem(401, "unauthorized", "Signed out.")
    page, _ = content(answers={ROLL_BACK: ended})
    page.get_by_role("button", name="Roll back: version 1").click()
    page.get_by_label("Reason").fill("x")
    page.get_by_role("button", name="Roll back", exact=True).click()
    page.wait_for_selector("html[data-state=signed-out]")
    page.get_by_role("dialog").wait_for(state="detached")


def test_a_difference_begins_with_how_many_changes_of_each_kind_there_are(content):
    price = {"name": "price", "before": "15", "after": "20"}
    items = [{"id": f"item-{n}", "kind": "changed", "fields": [price]} for n in range(175)] + [
        {"id": "otter", "kind": "added", "fields": []},
        {"id": "koi", "kind": "changed", "fields": [{"name": "name", "before": "koi", "after": "carp"}]},
    ]
    plan = [{"name": "plan", "after": "rocket"}] * 5 + [{"name": "plan", "before": "otter"}]
    difference = {**DIFFERENCE, "items": items, "stores": [{"id": "main", "kind": "changed", "fields": plan}]}
    page, _ = content(answers={TRY: {**TRIAL, "difference": difference}})
    page.get_by_role("button", name="Roll back: version 1").click()
    view = page.get_by_role("dialog").get_by_role("region", name="Difference")
    summed = "5 planned appearances, 1 dropped appearance, 175 prices, 1 new item, 1 other change."
    view.get_by_text(summed).wait_for()
    assert view.inner_text().index(summed) < view.inner_text().index("item-0")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_becomes_of_a_version_has_enough_contrast(content, scheme):
    page, _ = content(color_scheme=scheme)
    contrast = page.evaluate(CONTRAST[: CONTRAST.index("    const style =")] + """
        const surface = getComputedStyle(document.querySelector(".panel:has(.versions)")).backgroundColor;
        return [...document.querySelectorAll(".versions .state")].map((state) => {
            const { backgroundColor, color } = getComputedStyle(state);
            const behind = [surface, backgroundColor];
            const [one, two] = [light([...behind, color]), light(behind)].sort((a, b) => b - a);
            return [state.textContent, (one + 0.05) / (two + 0.05)];
        });
    }""")
    assert [name for name, _ in contrast] == ["scheduled", "in force"]
    assert min(ratio for _, ratio in contrast) >= 4.5, contrast


def test_the_versions_fit_every_screen(content, artefacts):
    for width, scheme in [(390, "dark"), (768, "light"), (1280, "light")]:
        answers = {"GET /v1/admin/content/difference": DIFFERENCE, "GET /v1/admin/withdrawals": {"withdrawals": GONE},
                   "GET /v1/admin/pauses": {"pauses": [PAUSED]}}  # fmt: skip
        page, _ = content(answers=answers, viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.get_by_role("button", name="Compare: version 2").click()
        page.get_by_role("region", name="Difference").wait_for()
        assert_fits(page, width)
        panel = page.locator(".panel:has(.versions)").bounding_box()
        time_box = page.locator(".versions time").first.bounding_box()
        assert time_box["x"] + time_box["width"] <= panel["x"] + panel["width"], width
        page.screenshot(path=artefacts / f"desk-content-{width}-{scheme}.png", full_page=True)


def test_on_the_real_server_an_item_gets_a_picture_and_one_that_is_cut_is_refused(open_desk, tmp_path, artefacts):
    shelf = DeskShelf(tmp_path, {"anna": ["content:read", "content:write"]})
    shelf.start()
    try:
        page = open_desk(shelf.desk + "/desk#content")
        sign_in(page, shelf.tokens["anna"])
        for name in ("cut.png", "lynx.png"):
            page.get_by_role("button", name="Give an item a picture…").click()
            page.get_by_role("combobox", name="Item").fill("teddy-bear")
            page.keyboard.press("Enter")
            page.get_by_label("Picture (PNG").set_input_files(MASTERS / name)
            page.get_by_label("Reason").fill("a better drawing")
            look(page)
            if name == "cut.png":
                page.get_by_text("it is a PNG whose end is missing").wait_for()
                page.get_by_role("button", name="Cancel").click()
        assert "teddy-bear" in page.get_by_role("region", name="Difference").inner_text()
        page.get_by_role("button", name="Publish", exact=True).click()
        page.get_by_text("Version 2 is published.").wait_for()
        page.get_by_role("button", name="Give an item a picture…").click()
        page.get_by_role("combobox", name="Item").fill("teddy-bear")
        page.keyboard.press("Enter")
        master = hashlib.sha256((MASTERS / "lynx.png").read_bytes()).hexdigest()
        page.wait_for_function(
            "(master) => { const picture = document.querySelector('.picture-box img');"
            " return picture.naturalWidth > 0 && picture.currentSrc.includes(master); }",
            arg=master,
        )
        page.screenshot(path=artefacts / "desk-picture-real.png")
    finally:
        shelf.stop()


def test_on_the_real_server_files_that_own_the_content_change_it_and_the_desk_does_not(open_desk, tmp_path, artefacts):
    shelf = DeskShelf(tmp_path, {"anna": ["content:read", "content:write"]})
    shelf.let_files_own_content(SOURCE)
    shelf.start()
    try:
        page = open_desk(shelf.desk + "/desk#content")
        sign_in(page, shelf.tokens["anna"])
        page.get_by_text(WHY_FIXED).wait_for()
        assert page.get_by_role("button", name="Publish files…").count() == 0
        page.screenshot(path=artefacts / "desk-files-own-content-real.png")
        content = (tmp_path / "content.yaml").read_text().replace("title: Shelflife sample", "title: Another", 1)
        (tmp_path / "content.yaml").write_text(content)
        page.get_by_role("button", name="Read the server’s files again…").click()
        page.get_by_role("button", name="Read them").click()
        page.get_by_text("The files’ content is in force.").wait_for()
        page.get_by_role("button", name="Files: version 1").wait_for()
        assert page.get_by_role("button", name="Roll back: version 1").count() == 0
    finally:
        shelf.stop()


def test_on_the_real_server_nothing_is_rolled_back_without_a_word_on_what_is_undone(open_desk, tmp_path, artefacts):
    shelf = DeskShelf(tmp_path, dict.fromkeys(["anna", "ben"], ["content:read", "content:write"]))
    shelf.start()

    def publish_title(title, base, **other):
        files = shelf.files("ben", 1)
        for file in files:
            file["text"] = file["text"].replace("title: Shelflife sample", f"title: {title}", 1)
        shelf.send("ben", "content/versions", {"files": files, "reason": "another title", "base": base, **other})

    try:
        page = open_desk(shelf.desk + "/desk#content")
        sign_in(page, shelf.tokens["anna"])
        publish_title("New", 1)
        page.get_by_role("button", name="Refresh").click()
        page.get_by_role("button", name="Roll back: version 1").click()
        asked = page.get_by_role("dialog")
        asked.get_by_text("The title changes from “New” to “Shelflife sample”.").wait_for()
        # Somebody publishes while the question is open.
        publish_title("Newer", 2)
        asked.get_by_label("Reason").fill("the old title")
        asked.get_by_role("button", name="Roll back", exact=True).click()
        undone = "the title: Shelflife sample. In version 3: Newer."
        asked.locator(".confirmation-fault").get_by_text(undone).wait_for()
        asked.get_by_role("button", name="Look again").click()
        asked.locator(".undone").get_by_text(undone).wait_for()
        page.screenshot(path=artefacts / "desk-roll-back-real.png")
        asked.get_by_role("button", name="Roll back, and undo that").click()
        page.get_by_text("Version 4 is published.").wait_for()
        publish_title("Newest", 4, fromMs=int(time.time() * 1000) + HOUR)
        page.get_by_role("button", name="Refresh").click()
        page.get_by_role("button", name="Roll back: version 2").click()
        asked.get_by_text("A version that is scheduled will undo this:").wait_for()
        text = asked.locator(".undone li").inner_text()
        assert text.startswith("the title: New, until ") and text.endswith("Then version 5 has: Newest.")
        asked.get_by_label("Reason").fill("the new title, for an hour")
        asked.get_by_role("button", name="Roll back all the same").click()
        page.get_by_text("Version 6 is published.").wait_for()
    finally:
        shelf.stop()
