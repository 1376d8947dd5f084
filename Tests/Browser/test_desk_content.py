"""Versions of the content: what they are, what differs, publishing, rolling back and withdrawing."""

import pytest
from desk_pages import NOW, assert_fits
from fake_desk import problem, session

HOUR = 3_600_000
VERSIONS = "GET /v1/admin/content/versions"
PUBLISH = "POST /v1/admin/content/versions"


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


@pytest.fixture
def content(open_desk, fake):
    def open_room(scopes=("content:read", "content:write"), answers=None, **options):
        desk = fake(
            {
                VERSIONS: LIST,
                "GET /v1/admin/withdrawals": {"withdrawals": []},
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
    assert "every set, and the 20 items that move most. Moves below 0.01% are left out." in text


def test_files_are_published_with_a_reason_and_after_what_was_seen(content):
    page, desk = content(answers={PUBLISH: OUTCOME})
    page.get_by_role("button", name="Publish files…").click()
    page.get_by_label("Files to publish").set_input_files(
        [{"name": "shelflife.yaml", "mimeType": "text/yaml", "buffer": "title: Grüße\n".encode()}]
    )
    page.get_by_label("Reason").fill("the summer sale")
    # The version renames the store.
    renamed = session(NOW)
    desk.answers["GET /desk/session"] = renamed | {
        "stores": [store | {"title": "Summer"} for store in renamed["stores"]]
    }
    page.get_by_role("button", name="Publish", exact=True).click()
    page.wait_for_selector(".outcome .panel")
    method, path, _, body, headers = desk.requests(PUBLISH)[0]
    assert body == {
        "files": [{"path": "shelflife.yaml", "text": "title: Grüße\n"}],
        "reason": "the summer sale",
        "after": 4,
    }
    assert headers["X-CSRF-Token"] == "csrf" and headers["Origin"] == desk.address
    assert "Version 5 is published." in page.locator(".outcome").inner_text()
    assert "Summer: the first listing that can differ starts on" in page.locator(".outcome").inner_text()
    assert "items.csv:3: warning: odd" in page.locator(".outcome").inner_text()
    page.get_by_role("dialog").wait_for(state="detached")
    page.locator(".outcome").get_by_role("button", name="Close").click()
    assert page.locator(".outcome").inner_text() == ""


def test_every_fault_of_refused_files_is_shown_and_nothing_is_lost(content):
    refused = problem(422, "content_refused", "The content has 2 errors; problems names each.",
                      problems=[{"text": "items.csv:9: price: found <i>x</i>"}, {"text": "items.csv:10: id"}])  # fmt: skip
    page, _ = content(answers={PUBLISH: refused})
    page.get_by_role("button", name="Publish files…").click()
    page.get_by_label("Files to publish").set_input_files(
        [{"name": "shelflife.yaml", "mimeType": "text/yaml", "buffer": b"x: 1"}]
    )
    page.get_by_label("Reason").fill("the summer sale")
    page.get_by_role("button", name="Publish", exact=True).click()
    page.wait_for_selector(".confirmation-fault li:nth-child(2)")
    assert page.locator(".confirmation-fault li").first.inner_text() == "items.csv:9: price: found <i>x</i>"
    assert page.get_by_label("Reason").input_value() == "the summer sale"
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")


@pytest.mark.parametrize("refused, told", [
    (problem(400, "bad_request", "A version can take effect from now to a year ahead, which ends at 2027-11-25T02:00:00Z; give no time to publish at once."),
     "A version takes effect now or within a year"),
    (problem(409, "content_conflict", "Somebody has published since; compare your content with the newest version, and publish after that."),
     "Somebody has published since you read the versions"),
    (problem(422, "content_refused", "The content has 2 errors; problems names each.", problems=[{"text": "x"}]), "The content has 2 errors:"),
    (problem(422, "content_refused", "The content has 2000 errors; problems names some.", problems=[{"text": "x"}]), "The content has 2000 errors. These are some of them:"),
])  # fmt: skip
def test_a_fault_has_no_word_of_the_route(content, refused, told):
    page, _ = content(answers={PUBLISH: refused})
    page.get_by_role("button", name="Publish files…").click()
    page.get_by_label("Files to publish").set_input_files(
        [{"name": "shelflife.yaml", "mimeType": "text/yaml", "buffer": b"x: 1"}]
    )
    page.get_by_label("Reason").fill("x")
    page.get_by_role("button", name="Publish", exact=True).click()
    page.wait_for_selector(".confirmation-fault p")
    text = page.locator(".confirmation-fault p").inner_text()
    assert text.startswith(told) and "fromMs" not in text and "problems names" not in text


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
    page.get_by_role("button", name="Publish", exact=True).click()
    page.wait_for_selector(".confirmation-fault p")
    assert "items.csv can’t be read as text" in page.locator(".confirmation-fault").inner_text()
    assert desk.requests(PUBLISH) == []


def test_a_roll_back_is_confirmed_with_a_reason(content):
    page, desk = content(answers={"POST /v1/admin/content/roll-back": OUTCOME})
    page.get_by_role("button", name="Roll back: version 1").click()
    page.get_by_role("button", name="Roll back", exact=True).click()
    assert desk.requests("POST /v1/admin/content/roll-back") == []
    page.get_by_label("Reason").fill("a wrong price")
    page.get_by_role("button", name="Roll back", exact=True).click()
    page.wait_for_selector(".outcome .panel")
    assert desk.requests("POST /v1/admin/content/roll-back")[0][3] == {"to": 1, "reason": "a wrong price", "after": 4}


def test_a_withdrawal_that_is_tried_again_counts_once(content):
    answers = [problem(503, "unavailable", "Nothing was done."), {"withdrawal": {}, "replayed": False}]
    page, desk = content(answers={"POST /v1/admin/withdrawals": lambda query, body: answers.pop(0)})
    page.get_by_role("button", name="Withdraw an item…").click()
    page.get_by_label("Item, by its id").fill("rocket")
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


def test_an_open_question_goes_away_with_the_session(content):
    ended = problem(401, "unauthorized", "Signed out.")
    page, _ = content(answers={"POST /v1/admin/content/roll-back": ended})
    page.get_by_role("button", name="Roll back: version 1").click()
    page.get_by_label("Reason").fill("x")
    page.get_by_role("button", name="Roll back", exact=True).click()
    page.wait_for_selector("html[data-state=signed-out]")
    page.get_by_role("dialog").wait_for(state="detached")


def test_the_versions_fit_every_screen(content, artefacts):
    for width, scheme in [(390, "dark"), (768, "light"), (1280, "light")]:
        answers = {"GET /v1/admin/content/difference": DIFFERENCE, "GET /v1/admin/withdrawals": {"withdrawals": GONE}}
        page, _ = content(answers=answers, viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.get_by_role("button", name="Compare: version 2").click()
        page.get_by_role("region", name="Difference").wait_for()
        assert_fits(page, width)
        page.screenshot(path=artefacts / f"desk-content-{width}-{scheme}.png", full_page=True)
