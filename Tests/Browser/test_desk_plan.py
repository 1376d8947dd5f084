"""The calendar of what a store will show: blocks on a line for each position, by mouse, by keyboard, on every
screen."""

import json
import re
import time
from datetime import datetime

import pages
import pytest
from desk_pages import CHERRIES, MADE_IN_FILES, NOW, SOURCE, assert_fits
from desk_shelf import DeskShelf, sign_in
from fake_desk import problem, session
from waiting import until

MINUTE = 60_000
HOUR = 3_600_000
# 2026-11-22, 12:26:08 UTC; 17:56:08 on the clock of a store in India.
INDIA = {"name": "UTC+05:30", "offsetMs": 19_800_000, "changes": []}
# 13:00 in UTC is 15:00 on the clock, which is then put back to 14:00.
BACK_MS = 1_795_352_400_000
BERLIN = {"name": "Europe/Berlin", "offsetMs": 2 * HOUR, "changes": [{"atMs": BACK_MS, "offsetMs": HOUR}]}


def future(query, _, positions=3, listings=None, **other):
    """Every position shows something else every five minutes; what is ten minutes ahead is decided."""
    start = int(datetime.fromisoformat(query["from"]).timestamp() * 1000)
    until = start + int(query["hours"]) * HOUR
    first = start // (5 * MINUTE) * 5 * MINUTE
    made = [{"position": position, "item": f"item-{at // (5 * MINUTE) % 7}", "name": f"Item {at // (5 * MINUTE) % 7}", "set": "plain",
             "price": 15, "currency": "coins", "startMs": at, "endMs": at + 5 * MINUTE, "decided": at < NOW + 10 * MINUTE}
            for at in range(first, until, 5 * MINUTE) for position in range(1, positions + 1)]  # fmt: skip
    return {"store": "main", "title": "Main", "currency": "coins", "zone": INDIA, "askedAtMs": NOW, "fromMs": start, "untilMs": until,
            "keptFromMs": NOW - 24 * HOUR, "decidedUntilMs": NOW + 10 * MINUTE, "listings": made if listings is None else listings, **other}  # fmt: skip


# Before 2060, when what the desk is told of a zone ends, in seconds.
END_OF_ZONES = 2_840_000_000
ZONES = json.loads((pages.VECTORS / "zones.json").read_text())["zones"]
ASK = "GET /v1/admin/future/main"
PLAN = "/v1/admin/plan/main"
ITEMS = [{"id": id, "name": name, "set": set_, "price": 15, "released": "2020-01-01"} for id, name, set_ in [
    ("rocket", "Rocket", "travel"), ("red-rocket", "Red rocket", "travel"), ("rock", "Rock", "plain"), ("otter", "Otter", "animals")]]  # fmt: skip
# At 18:10 on the store's clock, which is 12:40 in UTC.
ROCKET = {"item": "rocket", "position": 2, "from": "2026-11-22T18:10", "for": "10m"}
OTTER = {"item": "otter", "at": ["18:30"], "days": ["mon", "sun"], "for": "5m", "within": "2m"}
ROCKET_START = 1_795_351_200_000
OUTCOME = {
    "version": {"number": 8},
    "isNew": True,
    "stores": [{"store": "main", "drawnUntilMs": NOW + 11 * MINUTE}],
    "warnings": [],
}


def the_plan(*appearances, **other):
    return {"store": "main", "version": 7, "zone": INDIA, "positions": 3, "shortestMs": 45_000, "longestMs": 5 * MINUTE,
            "appearances": list(appearances), **other}  # fmt: skip


def planned_future(query, body):
    """The rocket for ten minutes at position 2, as two listings in a row, and the otter at position 3, a minute
    after its time."""
    answer = future(query, body)
    spans = [(2, "rocket", "Rocket", 0, ROCKET_START), (2, "rocket", "Rocket", 0, ROCKET_START + 5 * MINUTE),
             (3, "otter", "Otter", 1, ROCKET_START + 21 * MINUTE)]  # fmt: skip
    for position, item, name, appearance, start in spans:
        answer["listings"] = [
            one
            for one in answer["listings"]
            if one["position"] != position or not start - 4 * MINUTE <= one["startMs"] < start + 5 * MINUTE
        ]
        answer["listings"].append({"position": position, "item": item, "name": name, "set": "event", "price": 5, "currency": "coins", "startMs": start,
                                   "endMs": start + 5 * MINUTE, "decided": False, "planned": True, "appearance": appearance})  # fmt: skip
    return answer


def trial(query, body):
    late = body.get("appearance", {}).get("from") == "2026-11-22T18:15"
    problems = [
        {
            "isWarning": True,
            "found": "",
            "expected": "",
            "text": "plan[0].from: found 18:15 at position 2, where plan[1] stands, expected more room",
        }
    ]
    return {"isPossible": True, "problems": problems if late else [], "drawnUntilMs": NOW + 11 * MINUTE}


@pytest.fixture
def plan(open_desk, fake):
    def open_plan(answer=future, path="", answers=None, **options):
        desk = fake({ASK: answer, "GET /v1/admin/future/bazaar": lambda query, body: future(query, body, positions=45),
                     f"GET {PLAN}": the_plan(), "GET /v1/admin/plan/bazaar": the_plan(store="bazaar", positions=45),
                     "GET /v1/admin/content/items": {"items": ITEMS}, f"POST {PLAN}/try": trial, f"POST {PLAN}": OUTCOME, VERSIONS: in_force(7), **(answers or {})})  # fmt: skip
        page = open_desk(f"{desk.address}/desk#plan{path}", **options)
        page.wait_for_selector(".timeline-row, .fault p")
        return page, desk

    return open_plan


def test_the_clock_of_a_time_zone_is_named_and_read_as_the_server_reads_it(plan):
    page, _ = plan(lambda query, body: future(query, body, zone=BERLIN))
    caption = page.locator(".plan-caption").inner_text()
    assert caption.startswith("Sunday, 22 November 2026, in the store’s time (Europe/Berlin, UTC+02:00).")
    assert "The clock is put back from 15:00:00 to 14:00:00 (UTC+01:00)." in caption
    ticks = page.locator(".timeline-tick").all_inner_texts()
    assert ["14:50", "14:55", "14:00", "14:05"] == ticks[ticks.index("14:50") :][:4]


@pytest.mark.parametrize("zone", ZONES, ids=lambda zone: zone["name"])
def test_the_desk_reads_a_clock_as_the_server_does(browser, module_server, zone):
    changes = [{"atMs": at * 1000, "offsetMs": offset * 1000} for at, offset in zone["changes"]]
    answer = {"name": zone["name"], "offsetMs": zone["first"] * 1000, "changes": changes}
    known = {
        what: [[asked * 1000, told * 1000] for asked, told in zone[what] if asked < END_OF_ZONES]
        for what in ("offsets", "locals")
    }
    page = browser.new_page()
    page.goto(module_server + "/")
    wrong = page.evaluate("""async ([zone, { offsets, locals }]) => {
        const { instant, offsetAt } = await import("/desk/frame/zone.js");
        return [
            ...offsets.filter(([ms, offsetMs]) => offsetAt(ms, zone) !== offsetMs),
            ...locals.filter(([localMs, ms]) => instant(localMs, zone) !== ms),
        ];
    }""", [answer, known])  # fmt: skip
    page.close()
    assert not wrong


def test_the_hour_around_now_is_shown_in_the_stores_time(plan):
    page, desk = plan()
    assert [entry[2] for entry in desk.requests(ASK)] == [{"from": "2026-11-22T12:16:00Z", "hours": "1"}]
    assert (
        page.locator(".plan-caption")
        .inner_text()
        .startswith("Sunday, 22 November 2026, in the store’s time (UTC+05:30).")
    )
    assert page.locator(".timeline-row").count() == 3
    assert page.locator(".timeline-tick").first.inner_text() == "17:50"
    assert page.get_by_label("Day").input_value() == "2026-11-22"
    block = page.locator(".timeline-row").nth(1).locator(".timeline-block").nth(2)
    assert block.get_attribute("aria-label") == "Item 5, 15 coins, 17:55:00 to 18:00:00, decided"
    assert page.get_by_role("gridcell", name="can still change").count() > 10


def test_the_now_line_stands_where_now_is(plan):
    page, _ = plan()
    line, row = (
        page.locator(".timeline-now").bounding_box(),
        page.locator(".timeline-row .timeline-track").first.bounding_box(),
    )
    assert (line["x"] + 1 - row["x"]) / row["width"] == pytest.approx((NOW - 1_795_349_760_000) / HOUR, abs=0.01)
    page.get_by_role("button", name="Later ›").click()
    page.locator(".timeline-now").wait_for(state="hidden")


def test_a_planned_listing_is_marked(plan):
    planned = [{"position": 1, "item": "a", "name": "anniversary", "set": "event", "price": 5, "currency": "coins", "startMs": NOW, "endMs": NOW + 9 * MINUTE,
                "decided": True, "planned": True}]  # fmt: skip
    page, _ = plan(lambda query, body: future(query, body, listings=planned))
    page.get_by_role("gridcell", name="Anniversary").click()
    label = page.get_by_role("gridcell", name="Anniversary").get_attribute("aria-label")
    assert label.startswith("Anniversary, 5 coins, ") and label.endswith(", planned, decided"), "a name as the store shows it"
    text = page.get_by_role("region", name="Listing").inner_text()
    assert "Position 1, 17:56:08 to 18:05:08 (9 min), Sunday, 22 November 2026, in the store’s time." in text and "Planned." in text


def test_arrow_keys_go_from_listing_to_listing_and_beyond_what_is_shown(plan):
    page, desk = plan()
    page.locator(".timeline-block[tabindex='0']").focus()
    at = "document.activeElement.ariaLabel.match(/, (\\d+:\\d+):00/)[1] + ' at ' + document.activeElement.closest('.timeline-row').textContent.match(/Position (\\d)/)[1]"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(at) == "17:50 at 1"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(at) == "17:50 at 2"
    page.keyboard.press("End")
    assert page.evaluate(at) == "18:45 at 2"
    assert "18:45:00 to 18:50:00" in page.locator(".listing").inner_text()
    assert page.locator(".timeline-block[tabindex='0']").count() == 1
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.timeline-tick').textContent === '18:50'")
    assert desk.requests(ASK)[-1][2]["from"] == "2026-11-22T13:16:00Z"


def test_zoom_day_and_store_are_in_the_address_and_come_back_with_it(plan):
    page, desk = plan()
    page.get_by_role("button", name="1 day").click()
    page.get_by_label("Day").fill("2026-11-24")
    page.wait_for_function("() => location.hash.includes('2026-11-23T18')")
    assert until(page, lambda: desk.requests(ASK)[-1][2] == {"from": "2026-11-23T18:30:00Z", "hours": "24"})
    page.get_by_label("Store").select_option("bazaar")
    page.wait_for_function("() => location.hash === '#plan/bazaar/2026-11-23T18%3A30%3A00Z/24h'")
    page.reload()
    page.wait_for_selector(".timeline-row")
    assert page.get_by_label("Store").input_value() == "bazaar"
    assert page.get_by_role("button", name="1 day").get_attribute("aria-pressed") == "true"
    assert page.get_by_label("Positions", exact=True).is_hidden(), "rows are items"
    assert page.get_by_role("gridcell", name="Item 0, 45 times, 45 positions, 15 coins, ").count() > 1
    page.get_by_role("button", name="1 hour").click()
    page.wait_for_selector(".timeline-row:nth-child(21)")
    page.get_by_label("Positions", exact=True).select_option("41 to 45")
    page.wait_for_function("() => [...document.querySelectorAll('.timeline-position')].at(-1).innerText.endsWith('45')")


def test_a_day_that_is_typed_counts_once_it_is_whole(plan):
    page, desk = plan()
    day = page.get_by_label("Day")
    day.focus()
    page.keyboard.type("12122026", delay=20)
    assert day.input_value() == "2026-12-12" and len(desk.requests(ASK)) == 1
    page.keyboard.press("Enter")
    assert until(page, lambda: [entry[2]["from"] for entry in desk.requests(ASK)[1:]] == ["2026-12-12T12:16:00Z"])
    page.get_by_label("Store").focus()
    day.focus()
    page.keyboard.type("13122", delay=20)
    page.get_by_label("Store").focus()
    assert day.input_value() == "2026-12-12", "the year 2 is none"
    assert len(desk.requests(ASK)) == 2


def test_plus_and_minus_zoom_around_now(plan):
    page, desk = plan()
    page.locator(".timeline-block[tabindex='0']").focus()
    page.keyboard.press("-")
    page.wait_for_selector(".timeline[data-zoom='3h']")
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.wait_for_selector(".timeline[data-zoom='15m']")
    assert not page.locator(".timeline-now").is_hidden()
    assert {entry[2]["hours"] for entry in desk.requests(ASK)} == {"1", "3"}


def test_what_the_server_refuses_is_told_in_its_words(plan):
    page, _ = plan(
        lambda query, body: problem(
            400, "bad_request", "This store's future can be asked for up to 2026-12-06T00:00:00Z."
        )
    )
    assert "up to 2026-12-06" in page.locator(".fault").inner_text()


def test_an_old_answer_that_comes_late_is_not_shown(plan):
    page, desk = plan()
    slow = {"release": False}

    def hold(route):
        if "T13%3A16" in route.request.url and not slow["release"]:
            slow["route"] = route
        else:
            route.continue_()

    page.route("**/v1/admin/future/**", hold)
    page.get_by_role("button", name="Later ›").click()
    page.get_by_role("button", name="Later ›").click()
    page.wait_for_function("() => document.querySelector('.timeline-tick').textContent === '19:50'")
    shown = page.locator(".timeline-block").count()
    assert shown == 3 * 13
    with page.expect_response("**T13%3A16**"):
        slow["route"].continue_()
    page.wait_for_timeout(300)
    assert page.locator(".timeline-block").count() == shown


def test_the_span_can_be_taken_along(plan):
    page, desk = plan()
    link = page.get_by_role("link", name="as a calendar (iCalendar)")
    assert link.get_attribute("href") == "/v1/admin/future/main?from=2026-11-22T12%3A16%3A00Z&hours=1&format=ics"
    assert link.get_attribute("download") == "main.ics"


def test_a_listing_is_withdrawn_by_its_position_as_the_page_counts_it(plan):
    desks = []

    def with_what_is_withdrawn(query, body):
        answer = future(query, body)
        gone = [sent for desk in desks for _, _, _, sent, *_ in desk.requests("POST /v1/admin/withdrawals")]
        for one in answer["listings"]:
            one["withdrawn"] = any(
                (one["position"], one["startMs"]) == (sent["position"], sent["startMs"]) for sent in gone
            )
        return answer

    page, desk = plan(with_what_is_withdrawn)
    desks.append(desk)
    desk.answers["POST /v1/admin/withdrawals"] = {"withdrawal": {}, "replayed": False}
    page.locator(".timeline-row").nth(2).locator(".timeline-block").nth(2).click()
    page.get_by_role("button", name="Withdraw this listing…").click()
    page.get_by_label("Reason").fill("a wrong price")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    page.wait_for_selector("dialog", state="detached")
    assert desk.requests("POST /v1/admin/withdrawals")[0][3] == {
        "store": "main", "position": 3, "startMs": 1_795_350_300_000, "reason": "a wrong price"}  # fmt: skip
    block = page.locator(".timeline-row").nth(2).locator(".timeline-block.is-withdrawn")
    block.wait_for()
    assert block.get_attribute("aria-label").endswith("withdrawn from sale")
    block.click()
    assert page.get_by_role("button", name="Withdraw this listing…").count() == 0


def test_versions_that_come_and_the_end_of_a_store_are_told(plan):
    coming = [{"version": 8, "fromMs": NOW + MINUTE, "drawsFromMs": NOW + 12 * MINUTE}]
    page, _ = plan(lambda query, body: future(query, body, coming=coming, closesMs=NOW + 30 * MINUTE))
    text = page.locator(".plan-caption").inner_text()
    assert "Version 8 draws from" in text and "The store closes at" in text


def test_a_listing_that_is_over_can_not_be_withdrawn(plan):
    page, _ = plan()
    page.locator(".timeline-row").nth(2).locator(".timeline-block").nth(1).click()
    assert "No sale changes it any more" in page.locator(".listing").inner_text()
    assert page.get_by_role("button", name="Withdraw this listing…").count() == 0


def test_a_listing_that_can_still_change_can_not_be_withdrawn(plan):
    page, _ = plan()
    page.locator(".timeline-row").nth(2).locator(".timeline-block").last.click()
    assert "can still change" in page.locator(".listing").inner_text()
    assert page.get_by_role("button", name="Withdraw this listing…").count() == 0


def test_a_name_is_never_read_as_markup(plan):
    name = "<img src=x onerror=alert(1)>"
    listing = {
        "position": 1,
        "item": "a",
        "name": name,
        "set": name,
        "price": 5,
        "currency": "coins",
        "startMs": NOW,
        "endMs": NOW + 9 * MINUTE,
        "decided": True,
    }
    page, _ = plan(lambda query, body: future(query, body, listings=[listing]))
    page.locator(".timeline-block").click()
    assert name in page.locator(".listing").inner_text()
    assert page.locator("main img").count() == 0


MASTER = "5f" * 32
PICTURE = f"/v1/admin/pictures/{MASTER}/"
WIDTHS = [96, 192, 288, 480]


def with_pictures(query, body):
    """The future, in which all items have the same picture."""
    answer = planned_future(query, body)
    return answer | {"listings": [one | {"master": MASTER} for one in answer["listings"]]}


@pytest.fixture
def pictured(plan):
    def open_pictured(picture=CHERRIES, answers=None, **options):
        pictures = {f"GET {PICTURE}{width}.webp": picture for width in WIDTHS}
        items = {"items": [one | {"master": MASTER} for one in ITEMS]}
        answers = {f"GET {PLAN}": the_plan(ROCKET), "GET /v1/admin/content/items": items, **pictures, **(answers or {})}
        page, desk = plan(with_pictures, answers=answers, **options)
        page.get_by_role("button", name="15 min").click()
        page.wait_for_selector(".timeline[data-zoom='15m']")
        return page, desk

    return open_pictured


def is_drawn(page, place):
    """Waits until a picture is there, or has come to nothing. Returns whether it can be seen, and its size."""
    picture = page.locator(f"{place} .item-picture").first
    picture.wait_for(state="attached")
    page.wait_for_function("(picture) => picture.complete || picture.hidden", arg=picture.element_handle())
    return picture.is_visible(), picture.evaluate("(picture) => [picture.naturalWidth > 0, picture.alt]")


def test_wide_cells_the_details_and_a_chosen_item_show_the_picture(pictured):
    page, desk = pictured()
    assert is_drawn(page, ".timeline") == (True, [True, ""])
    page.get_by_role("gridcell", name="Item 5").first.click()
    assert is_drawn(page, ".listing") == (True, [True, ""])
    page.get_by_role("button", name="Change… Rocket").click()
    assert is_drawn(page, ".chosen") == (True, [True, ""])
    # However many cells have it.
    assert page.locator(".timeline .item-picture").count() > 8
    assert len(desk.requests(f"GET {PICTURE}96.webp")) == 1


def test_a_cell_without_room_asks_for_no_picture(pictured):
    page, _ = pictured()
    for zoom, name in [("12h", "12 hours"), ("24h", "1 day")]:
        page.get_by_role("button", name=name).click()
        page.wait_for_selector(f".timeline[data-zoom='{zoom}']")
        assert page.locator(".timeline-block .item-picture").count() == 0
    page, desk = pictured(viewport={"width": 390, "height": 800})
    page.get_by_role("button", name="1 hour").click()
    page.wait_for_selector(".timeline[data-zoom='1h']")
    desk.asked.clear()
    page.reload()
    page.wait_for_selector(".timeline[data-zoom='1h'] .item-picture", state="attached")
    page.wait_for_timeout(500)
    assert [entry for entry in desk.asked if "/pictures/" in entry[1]] == []


@pytest.fixture(scope="module")
def item_rows(browser, module_server):
    page = browser.new_page()
    page.goto(module_server + "/")
    yield lambda shown: page.evaluate("""async (shown) => {
        const { itemRows, restWords } = await import("/desk/plan/item-rows.js");
        const { rows, rest } = itemRows(shown);
        return { rows, rest, words: restWords(rest) };
    }""", shown)  # fmt: skip
    page.close()


def shown_of(item, position, start, length=5, **other):
    """Something of an item: a listing, if it has a price."""
    return {"item": item, "name": item.title(), "position": position, "startMs": start * MINUTE, "endMs": (start + length) * MINUTE, **other}


def listing_of(item, position, start, **other):
    return shown_of(item, position, start, set="plain", price=15, currency="coins", decided=True, **other)


def test_items_have_rows_what_is_planned_before_what_is_shown_most_often(item_rows):
    listings = [listing_of("often", 1, start) for start in (0, 10, 20)] + [listing_of("seldom", 2, 5), listing_of("also-seldom", 1, 5)]
    planned = [listing_of("planned", 2, 0, planned=True)]
    over = [shown_of("over", None, 30)]
    told = item_rows(listings + over + planned)
    assert [row["item"] for row in told["rows"]] == ["over", "planned", "often", "also-seldom", "seldom"]
    assert told["rest"] == {"items": 0, "planned": 0, "most": 0} and told["words"] == ""


def test_what_touches_or_overlaps_is_one_block_of_its_item(item_rows):
    shown = [listing_of("a", 3, 10), listing_of("a", 1, 0, length=20), listing_of("a", 2, 20), listing_of("a", 1, 26), listing_of("b", 2, 25)]
    [a, b] = item_rows(shown)["rows"]
    spans = [(block["startMs"] // MINUTE, block["endMs"] // MINUTE, [one["position"] for one in block["shown"]]) for block in a["blocks"]]
    # The one inside doesn't end the longer one around it.
    assert spans == [(0, 25, [1, 3, 2]), (26, 31, [1])]
    assert len(b["blocks"]) == 1


@pytest.mark.parametrize(("more", "words"), [
    ([("x", 1)], "and 1 more item, shown once"),
    ([("x", 1), ("y", 1)], "and 2 more items, each shown once"),
    ([("x", 1), ("y", 2)], "and 2 more items, each shown once or twice"),
    ([("x", 3), ("y", 1)], "and 2 more items, each shown at most 3 times"),
])  # fmt: skip
def test_items_beyond_the_thirtieth_are_counted(item_rows, more, words):
    times = [(f"item-{number}", 4) for number in range(30)] + more
    shown = [listing_of(item, 1, 10 * start) for item, count in times for start in range(count)]
    told = item_rows(shown)
    assert (len(told["rows"]), told["words"]) == (30, words)


def test_planned_items_without_a_row_are_named(item_rows):
    shown = [listing_of(f"item-{number}", 1, 0, planned=True) for number in range(32)] + [listing_of("drawn", 1, 0)]
    assert item_rows(shown)["words"] == "and 3 more items, 2 of them planned, each shown once"


@pytest.mark.parametrize("status", [404, 410])
def test_a_picture_that_does_not_come_leaves_the_text_as_it_is_without_one(pictured, plan, status):
    page, _ = pictured(picture=problem(status, "not_found", "There is no such picture."))
    assert is_drawn(page, ".timeline")[0] is False
    page.get_by_role("gridcell", name="Item 5").first.click()
    assert is_drawn(page, ".listing")[0] is False
    at = "(selector) => document.querySelector(selector).getBoundingClientRect().x"
    places = [page.evaluate(at, selector) for selector in (".timeline-name", ".listing h2")]
    page, _ = plan()
    page.get_by_role("button", name="15 min").click()
    page.wait_for_selector(".timeline[data-zoom='15m']")
    page.get_by_role("gridcell", name="Item 5").first.click()
    assert places == [page.evaluate(at, selector) for selector in (".timeline-name", ".listing h2")]


def test_without_the_scope_for_content_no_picture_is_asked_for(pictured):
    page, desk = pictured(answers={"GET /desk/session": session(NOW, ["future:read"])})
    page.get_by_role("gridcell", name="Item 5").first.click()
    page.get_by_role("region", name="Listing").get_by_text("Position 1").wait_for()
    page.wait_for_timeout(500)
    assert page.locator(".item-picture").count() == 0
    assert [entry for entry in desk.asked if "/pictures/" in entry[1]] == []


def test_pictures_fit_every_screen(pictured, artefacts):
    for width, scheme in [(390, "dark"), (768, "light"), (1280, "dark")]:
        page, _ = pictured(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.get_by_role("gridcell", name="Item 6").first.click()
        is_drawn(page, ".listing")
        assert_fits(page, width)
        page.screenshot(path=artefacts / f"desk-pictured-{width}-{scheme}.png")


@pytest.fixture
def planned(plan):
    """A store in which two things are planned."""

    def open_planned(answers=None, **options):
        page, desk = plan(
            planned_future, answers={f"GET {PLAN}": the_plan(ROCKET, OTTER), **(answers or {})}, **options
        )
        page.wait_for_selector(".planned-list li")
        return page, desk

    return open_planned


def rocket(page):
    return page.get_by_role("gridcell", name="Rocket").first


def spot(page, position, minutes):
    """The middle of a row, a number of minutes after the beginning of what is shown, which is 17:46 on the store's
    clock."""
    box = page.locator(".timeline-row .timeline-track").nth(position - 1).bounding_box()
    return box["x"] + box["width"] * minutes / 60, box["y"] + box["height"] / 2


def drag(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, end[1], steps=4)
    page.mouse.move(*end, steps=4)


def dialog(page):
    found = page.get_by_role("dialog")
    found.wait_for()
    return found


def sent(desk, name, count=1):
    requests = desk.requests(name)
    assert len(requests) >= count
    return requests[-1][3]


def test_dragging_over_the_time_line_plans_something_new(planned):
    page, desk = planned()
    drag(page, spot(page, 1, 34), spot(page, 1, 44))
    assert page.locator(".timeline-ghost").inner_text() == "18:20:00"
    assert page.locator(".plan-placed").inner_text().startswith("Something new: position 1, 18:20:00 in the store’s time.")
    page.mouse.up()
    asked = dialog(page)
    assert page.locator(".timeline-ghost").count() == 0
    assert asked.get_by_label("From, in the store’s time").input_value() == "2026-11-22T18:20"
    assert (
        asked.get_by_label("For how long").input_value() == "10m"
        and asked.get_by_label("Position").input_value() == "1"
    )
    assert desk.requests(f"POST {PLAN}/try") == []
    asked.get_by_label("Item").fill("rock")
    names = [
        option.evaluate("option => option.firstChild.textContent") for option in asked.locator(".choices li").all()
    ]
    assert names == ["Rock", "Rocket", "Red rocket"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert asked.get_by_label("Item").input_value() == "Rocket"
    asked.get_by_text("No problems.").wait_for()
    asked.get_by_label("Reason").fill("the anniversary")
    asked.get_by_role("button", name="Plan it").click()
    asked.wait_for(state="detached")
    _, _, _, body, headers = desk.requests(f"POST {PLAN}")[0]
    assert body == {"base": 7, "reason": "the anniversary",
                    "appearance": {"item": "rocket", "position": 1, "from": "2026-11-22T18:20", "for": "10m"}}  # fmt: skip
    assert headers["X-CSRF-Token"] == "csrf" and headers["Origin"] == desk.address
    assert page.locator(".plan-outcome").inner_text() == (
        "Version 8 is in force. The shelf follows from 18:07:08 on Sunday, 22 November 2026, in the store’s time.")
    page.wait_for_timeout(100)
    assert len(desk.requests(f"GET {PLAN}")) == 2


def heads(page):
    return page.get_by_role("rowheader").all_inner_texts()


@pytest.fixture
def by_item(planned):
    def open_by_item(zoom="3 hours", **options):
        page, desk = planned(**options)
        page.get_by_role("button", name=zoom).click()
        page.wait_for_selector(".timeline[data-by='item']")
        return page, desk

    return open_by_item


@pytest.mark.parametrize("zoom", ["3 hours", "12 hours", "1 day"])
def test_from_three_hours_on_each_row_is_an_item_and_what_is_planned_comes_first(by_item, zoom):
    page, _ = by_item(zoom)
    assert heads(page)[:2] == ["Rocket", "Otter"] and sorted(heads(page)[2:]) == [f"Item {number}" for number in range(7)]
    assert page.get_by_role("grid", name="Listings by item and time").count() == 1
    labels = [cell.get_attribute("aria-label") for cell in page.get_by_role("gridcell").all()]
    assert labels[0] == "Rocket, 2 times, position 2, 5 coins, 18:10:00 to 18:20:00, planned, can still change"
    assert labels[1] == "Otter, position 3, 5 coins, 18:31:00 to 18:36:00, planned, can still change"
    assert any(re.match(r"Item \d, 3 times, positions 1, 2 and 3, 15 coins, ", label) for label in labels)
    page.get_by_role("button", name="1 hour").click()
    page.wait_for_selector(".timeline[data-by='position']")
    assert [head.text_content() for head in page.get_by_role("rowheader").all()] == ["Position 1", "Position 2", "Position 3"]
    assert page.locator(".plan-rest").inner_text() == ""


def test_a_block_of_several_listings_lists_them_and_each_has_its_acts(by_item):
    page, _ = by_item()
    page.get_by_role("gridcell", name="17:55:00 to 18:00:00, decided").click()
    listed = details(page)
    assert listed.get_by_role("heading").inner_text() == "Item 5, 3 times"
    assert "17:55:00 to 18:00:00 (5 min), Sunday, 22 November 2026, in the store’s time." in listed.inner_text()
    assert listed.get_by_role("button").all_inner_texts() == [f"Position {number}, 17:55:00 to 18:00:00" for number in (1, 2, 3)]
    listed.get_by_role("button", name="Position 2").click()
    assert "Position 2, 17:55:00 to 18:00:00" in listed.inner_text()
    listed.get_by_role("button", name="Withdraw this listing…").click()
    dialog(page).get_by_text("Withdraw Item 5 from position 2").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    listed.get_by_role("button", name="‹ All 3").click()
    assert page.evaluate("document.activeElement.textContent") == "Position 2, 17:55:00 to 18:00:00"


def test_a_listing_of_several_is_chosen_by_keyboard_alone(by_item):
    page, _ = by_item()
    page.get_by_role("gridcell", name="Rocket, 2 times").focus()
    page.keyboard.press("Enter")
    assert page.get_by_role("dialog").count() == 0
    details(page).get_by_role("button", name="Position 2, 18:15:00 to 18:20:00, planned").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "‹ All 2"
    details(page).get_by_role("button", name="Change…").wait_for()


def test_arrows_go_from_item_to_item_and_zooming_keeps_what_is_chosen(by_item):
    page, _ = by_item()
    page.get_by_role("gridcell", name="Rocket, 2 times").focus()
    page.keyboard.press("ArrowDown")
    label = "document.activeElement.ariaLabel"
    assert page.evaluate(label).startswith("Otter, position 3")
    page.keyboard.press("+")
    page.wait_for_selector(".timeline[data-by='position']")
    assert page.evaluate(label).startswith("Otter, 5 coins, 18:31:00") and "Position 3, 18:31:00" in details(page).inner_text()
    page.keyboard.press("-")
    page.wait_for_selector(".timeline[data-by='item']")
    assert page.evaluate(label).startswith("Otter, position 3")


def test_where_rows_are_items_nothing_is_dragged_and_enter_still_opens_what_is_planned(by_item):
    page, _ = by_item()
    otter = page.get_by_role("gridcell", name="Otter")
    box = otter.bounding_box()
    drag(page, (box["x"] + 4, box["y"] + 10), (box["x"] + 90, box["y"] + 60))
    page.mouse.up()
    otter.focus()
    page.keyboard.press("Shift+ArrowUp")
    page.get_by_role("gridcell", name="Rocket, 2 times").focus()
    assert page.locator(".timeline-ghost").count() == 0 and page.locator(".plan-placed").inner_text() == ""
    assert page.get_by_role("dialog").count() == 0
    assert page.get_by_text("To drag something, show an hour or less").is_visible()
    otter.focus()
    page.keyboard.press("Enter")
    assert dialog(page).get_by_label("Item").input_value() == "Otter"


def test_items_without_a_row_are_counted_below_the_time_line_and_rows_fit_every_screen(plan, artefacts):
    def many(query, body):
        """Forty items, some with long names, each the rarer the later it comes."""
        answer = planned_future(query, body)
        for number, one in enumerate(answer["listings"]):
            kind = int((number * 7919 % 1000 / 1000) ** 2 * 40)
            if not one.get("planned"):
                one |= {"item": f"item-{kind}", "name": f"item {kind} with a name that is long", "set": f"set-{kind % 6}", "withdrawn": kind == 3}
        return answer

    for width in (390, 1280):
        for scheme in ("light", "dark"):
            for zoom in ("1h", "3h", "24h"):
                page, _ = plan(many, f"/main/2026-11-22T12:16:00Z/{zoom}", {f"GET {PLAN}": the_plan(ROCKET, OTTER)},
                               viewport={"width": width, "height": 900}, color_scheme=scheme)  # fmt: skip
                page.get_by_role("gridcell", name="Rocket").first.focus()
                page.keyboard.press("ArrowDown")
                assert_fits(page, width)
                if zoom == "24h":
                    assert page.locator(".timeline-row").count() == 30
                    page.get_by_text("and 12 more items, each shown at most").wait_for()
                page.screenshot(path=artefacts / f"desk-by-item-{zoom}-{width}-{scheme}.png", full_page=True)


def test_what_is_planned_is_dragged_elsewhere_and_the_servers_doubts_are_shown_at_once(planned):
    page, desk = planned()
    drag(page, spot(page, 2, 26), spot(page, 2, 31))
    page.mouse.up()
    asked = dialog(page)
    asked.get_by_text("From: found 18:15 at position 2, where Otter stands, expected more room.").wait_for()
    assert sent(desk, f"POST {PLAN}/try") == {
        "base": 7,
        "index": 0,
        "appearance": {**ROCKET, "from": "2026-11-22T18:15"},
    }
    asked.get_by_role("button", name="Change it").click()
    asked.wait_for(state="detached")
    assert sent(desk, f"POST {PLAN}") == {
        "base": 7,
        "index": 0,
        "reason": "move rocket",
        "appearance": {**ROCKET, "from": "2026-11-22T18:15"},
    }


def test_any_part_of_a_row_of_listings_moves_the_whole_and_another_line_is_another_position(planned):
    page, desk = planned()
    drag(page, spot(page, 2, 31), spot(page, 3, 30))
    # Ten minutes of sixty.
    assert page.locator(".timeline-ghost").bounding_box()["width"] * 6 == pytest.approx(
        page.locator(".timeline-track").first.bounding_box()["width"], rel=0.01
    )
    page.mouse.up()
    dialog(page)
    page.wait_for_function("() => document.querySelector('.trial')?.textContent")
    assert sent(desk, f"POST {PLAN}/try")["appearance"] == {**ROCKET, "position": 3, "from": "2026-11-22T18:09"}


def test_what_comes_again_and_again_comes_at_another_time_of_the_day(planned):
    page, desk = planned()
    drag(page, spot(page, 3, 47), spot(page, 3, 40))
    page.mouse.up()
    asked = dialog(page)
    assert asked.get_by_label("Again and again").is_checked()
    page.wait_for_function("() => document.querySelector('.trial')?.textContent")
    # Any position stays any on its own line.
    assert sent(desk, f"POST {PLAN}/try") == {"base": 7, "index": 1, "appearance": {**OTTER, "at": ["18:23"]}}


def test_a_tap_is_no_drag_and_a_drag_is_no_choice(planned):
    page, _ = planned()
    rocket(page).click()
    assert "Rocket" in page.locator(".listing").inner_text() and page.get_by_role("dialog").count() == 0
    page.get_by_role("gridcell", name="Otter").click()
    drag(page, spot(page, 2, 26), spot(page, 2, 31))
    page.mouse.up()
    dialog(page)
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert "Otter" in page.locator(".listing").inner_text()


def test_escape_lets_a_drag_go(planned):
    page, desk = planned()
    drag(page, spot(page, 2, 26), spot(page, 2, 31))
    page.keyboard.press("Escape")
    assert page.locator(".timeline-ghost").count() == 0
    page.mouse.up()
    assert page.get_by_role("dialog").count() == 0
    assert page.locator(".plan-placed").inner_text() == "Nothing was changed."


def test_the_keyboard_moves_what_is_planned_by_steps(planned):
    page, desk = planned()
    rocket(page).focus()
    page.keyboard.press("Shift+ArrowRight")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.locator(".plan-placed").inner_text().startswith("Rocket: position 1, 18:15:00 in the store’s time.")
    page.keyboard.press("Escape")
    assert page.locator(".timeline-ghost").count() == 0
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Rocket")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Enter")
    dialog(page)
    page.wait_for_function("() => document.querySelector('.trial')?.textContent")
    assert sent(desk, f"POST {PLAN}/try")["appearance"] == {**ROCKET, "position": 3}


def test_arrows_alone_still_go_from_listing_to_listing_and_enter_opens_what_is_planned(planned):
    page, _ = planned()
    rocket(page).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Item")
    page.keyboard.press("Enter")
    assert page.get_by_role("dialog").count() == 0
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    asked = dialog(page)
    assert asked.get_by_role("heading").inner_text() == "Change an appearance"
    assert asked.get_by_label("Item").input_value() == "Rocket"
    page.keyboard.press("Escape")
    asked.wait_for(state="detached")


def test_a_new_appearance_is_planned_by_keyboard_alone(planned):
    page, desk = planned()
    page.locator(".timeline-block[tabindex='0']").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Plan something here…").focus()
    page.keyboard.press("Enter")
    asked = dialog(page)
    asked.get_by_label("Item").focus()
    page.keyboard.type("otter")
    page.keyboard.press("Enter")
    asked.get_by_text("No problems.").wait_for()
    asked.get_by_label("Again and again").focus()
    page.keyboard.press("Space")
    asked.get_by_label("Fri").focus()
    page.keyboard.press("Space")
    asked.get_by_label("At, times of the day").fill("18:00, 21:00")
    asked.get_by_label("Later by up to").fill("10m")
    asked.get_by_label("Reason").fill("Fridays")
    page.keyboard.press("Enter")
    asked.wait_for(state="detached")
    assert sent(desk, f"POST {PLAN}")["appearance"] == {
        "item": "otter", "position": 1, "at": ["18:00", "21:00"], "days": ["fri"], "for": "5m", "within": "10m"}  # fmt: skip


def test_a_finger_drags_what_is_planned(planned):
    page, desk = planned(has_touch=True, viewport={"width": 1024, "height": 768})
    (x, y), (to, _) = spot(page, 2, 26), spot(page, 2, 31)
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        touch.send(
            "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + (to - x) * step / 8, "y": y}]}
        )
    page.wait_for_function("() => document.querySelector('.timeline-ghost')?.textContent === '18:15:00'")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert dialog(page).get_by_label("From, in the store’s time").input_value() == "2026-11-22T18:15"


def test_an_item_is_only_taken_from_the_catalogue(planned):
    page, desk = planned()
    page.get_by_role("button", name="Plan an appearance…").click()
    asked = dialog(page)
    asked.get_by_label("Item").fill("no such thing")
    asked.get_by_text("Nothing fits.").wait_for()
    asked.get_by_label("Reason").fill("x")
    asked.get_by_role("button", name="Plan it").click()
    assert page.evaluate("document.activeElement.validationMessage") == "Choose an item from the list."
    asked.get_by_label("Item").fill("travel")
    asked.get_by_role("option", name="Red rocket").click()
    assert asked.get_by_label("Item").input_value() == "Red rocket"
    assert desk.requests(f"POST {PLAN}") == []


def test_what_the_server_refuses_changes_nothing_and_loses_nothing(planned):
    refused = problem(
        422,
        "content_refused",
        "The plan can't be kept like this; problems names each reason.",
        problems=[{"text": "plan[0].item: found <b>x</b>"}],
    )
    page, desk = planned({f"POST {PLAN}": refused})
    page.get_by_role("button", name="Change… Rocket").click()
    asked = dialog(page)
    asked.get_by_role("button", name="Change it").click()
    page.wait_for_selector(".confirmation-fault li")
    assert page.locator(".confirmation-fault li").inner_text() == "Item: found <b>x</b>."
    assert page.locator(".confirmation-fault p").inner_text() == "The plan can't be kept like this:"
    assert asked.get_by_label("Item").input_value() == "Rocket"


def test_the_planned_list_is_by_date_with_names_and_does_not_change_with_the_zoom(plan):
    over = {"item": "rock", "from": "2026-11-20T18:00", "for": "5m"}
    later = {"item": "red-rocket", "from": "2026-12-24T18:00", "for": "5m"}
    page, desk = plan(answers={f"GET {PLAN}": the_plan(later, over, OTTER, {**OTTER, "item": "rocket", "days": ["wed"]})})
    names = page.locator(".planned-list strong")
    page.wait_for_selector(".planned-list li")
    assert names.all_inner_texts() == ["Otter", "Rocket", "Red rocket", "Rock"]
    page.get_by_role("button", name="15 min").click()
    page.wait_for_selector(".timeline[data-zoom='15m']")
    assert names.all_inner_texts() == ["Otter", "Rocket", "Red rocket", "Rock"]
    page.get_by_role("button", name="Change… Red rocket").click()
    assert dialog(page).get_by_label("From, in the store’s time").input_value().startswith("2026-12-24T18:00")


def test_a_coming_listing_shows_another_item(plan):
    told = {"listings": 1, "givenOutUntilMs": NOW + 11 * MINUTE, "replayed": False}
    page, desk = plan(answers={"POST /v1/admin/replacements": told, "POST /v1/admin/redraws": {**told, "listings": 2}})
    page.locator(".timeline-row").nth(1).locator(".timeline-block").nth(3).click()
    page.get_by_role("button", name="Show another item…").click()
    dialog(page).get_by_role("combobox", name="Item").fill("otter")
    page.keyboard.press("Enter")
    dialog(page).get_by_label("Reason").fill("a better one")
    dialog(page).get_by_role("button", name="Show it").click()
    page.get_by_text("Position 2 shows another item then. Players’ devices already hold the former cards").wait_for()
    _, _, _, body, headers = desk.requests("POST /v1/admin/replacements")[0]
    assert body == {"store": "main", "position": 2, "startMs": 1_795_350_600_000, "item": "otter", "reason": "a better one"}
    assert headers["Idempotency-Key"]
    page.locator(".timeline-row").nth(1).locator(".timeline-block").nth(3).click()
    page.get_by_role("button", name="Draw anew from here…").click()
    dialog(page).get_by_label("Reason").fill("other ones")
    dialog(page).get_by_role("button", name="Draw anew", exact=True).click()
    page.get_by_text("2 decided listings are drawn anew.").wait_for()
    assert desk.requests("POST /v1/admin/redraws")[0][3] == {
        "store": "main", "fromMs": 1_795_350_600_000, "reason": "other ones"}  # fmt: skip


def test_where_files_own_the_content_nothing_can_be_planned_and_why_is_said_once(planned):
    page, _ = planned({VERSIONS: in_force(7) | {"owner": "files", "source": SOURCE}})
    assert page.get_by_text(f"Change the files at {SOURCE}.").count() == 1
    assert page.locator(".planned-list li").count() == 2 and page.locator(".planned-list button").count() == 0
    page.get_by_role("gridcell", name="Otter").click()
    assert page.get_by_role("region", name="Listing").get_by_role("button").all_inner_texts() == ["Draw anew from here…"]
    page.get_by_role("gridcell", name="Otter").press("Enter")
    assert page.get_by_role("dialog").count() == 0
    assert not page.get_by_role("button", name="Plan an appearance…").is_visible()
    assert not page.get_by_text("Drag over the time line").is_visible()


def test_that_files_own_the_content_by_now_is_told_and_keeps_what_was_typed(planned):
    page, _ = planned({f"POST {PLAN}": problem(409, "files_own_content", MADE_IN_FILES)})
    page.get_by_role("button", name="Change… Rocket").click()
    asked = dialog(page)
    asked.get_by_label("For how long").fill("7m")
    asked.get_by_label("Reason").fill("a feast")
    asked.get_by_role("button", name="Change it").click()
    fault = asked.locator(".confirmation-fault")
    fault.get_by_text(MADE_IN_FILES).wait_for()
    assert asked.get_by_label("Item").input_value() == "Rocket"
    assert asked.get_by_label("For how long").input_value() == "7m"
    assert asked.get_by_label("Reason").input_value() == "a feast"
    asked.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Remove… Rocket").click()
    asked.get_by_role("button", name="Remove", exact=True).click()
    fault.get_by_text(MADE_IN_FILES).wait_for()


def only_version(number, answer):
    """What the server answers to who knows that version, and refuses to anybody else."""
    refused = problem(
        409,
        "content_conflict",
        "Another content version is in force than base: somebody has published since; read the plan again.",
    )
    return lambda query, body: (
        refused if body["base"] != number else answer(query, body) if callable(answer) else answer
    )


def published_meanwhile(desk, *appearances):
    """Somebody has made version 8."""
    desk.answers[f"GET {PLAN}"] = the_plan(*appearances, version=8)
    desk.answers[f"POST {PLAN}"] = only_version(8, {**OUTCOME, "version": {"number": 9}})
    desk.answers[f"POST {PLAN}/try"] = only_version(8, trial)


def test_after_somebody_elses_change_what_was_typed_is_saved_on_top_of_it(planned):
    page, desk = planned()
    page.get_by_role("button", name="Change… Rocket").click()
    asked = dialog(page)
    asked.get_by_text("No problems.").wait_for()
    # The rocket is the second one by now.
    published_meanwhile(desk, OTTER, ROCKET)
    asked.get_by_label("For how long").fill("7m")
    asked.get_by_label("Reason").fill("shorter")
    asked.get_by_role("button", name="Change it").click()
    asked.get_by_role("alert").filter(has_text="Nothing was saved yet").wait_for()
    assert "version 8 since you opened this" in asked.locator(".plan-notice").inner_text()
    asked.get_by_text("No problems.").wait_for()
    assert (asked.get_by_label("For how long").input_value(), asked.get_by_label("Reason").input_value()) == (
        "7m",
        "shorter",
    )
    asked.get_by_role("button", name="Change it").click()
    asked.wait_for(state="detached")
    assert sent(desk, f"POST {PLAN}") == {
        "base": 8,
        "index": 1,
        "reason": "shorter",
        "appearance": {**ROCKET, "for": "7m"},
    }
    page.get_by_text("Version 9 is in force.").wait_for()


def test_somebody_elses_change_is_noticed_while_something_is_typed(planned):
    page, desk = planned()
    page.get_by_role("button", name="Plan an appearance…").click()
    asked = dialog(page)
    published_meanwhile(desk, ROCKET, {**ROCKET, "position": 1})
    desk.answers["GET /v1/admin/content/items"] = {"items": [*ITEMS, {**ITEMS[0], "id": "balloon", "name": "Balloon"}]}
    asked.get_by_label("Item").fill("rocket")
    page.keyboard.press("Enter")
    asked.get_by_text("version 8 since you opened this").wait_for()
    asked.get_by_text("No problems.").wait_for()
    assert asked.get_by_label("Item").input_value() == "Rocket"
    # Its catalogue is the newest, too.
    asked.get_by_label("Item").fill("balloon")
    page.keyboard.press("Enter")
    asked.get_by_label("Reason").fill("x")
    asked.get_by_role("button", name="Plan it").click()
    asked.wait_for(state="detached")
    assert sent(desk, f"POST {PLAN}")["base"] == 8 and sent(desk, f"POST {PLAN}")["appearance"]["item"] == "balloon"


def undone_by(version, **other):
    """A version that is scheduled undoes every change, unless that is meant, or it gets the same."""
    text = f"found store main: plan: {{item: rocket}}, expected the same in version {version}; that one takes its place at 2026-11-22T13:00:00Z with none"
    refused = problem(409, "content_conflict", "What is scheduled would undo this; nothing was changed. "
                      f"Take the changes over, or send over: {version} to mean it.", problems=[{"text": text}], over=version, **other)  # fmt: skip
    return lambda query, body: OUTCOME if version in (body.get("over"), body.get("alsoIn")) else refused


# In the store's time.
UNDONE = "store main: plan: {item: rocket}, until 18:30:00 on Sunday, 22 November 2026, in the store’s time. Then version 9 has: none."


@pytest.mark.parametrize("open_button, action, expected", [
    ("Change… Rocket", "Change it", {"index": 0, "appearance": ROCKET, "reason": "move rocket"}),
    ("Remove… Rocket", "Remove", {"index": 0, "reason": "remove rocket"}),
])  # fmt: skip
def test_a_change_that_a_scheduled_version_undoes_is_made_all_the_same_when_it_is_meant(
    planned, open_button, action, expected
):
    page, desk = planned({f"POST {PLAN}": undone_by(9)})
    page.get_by_role("button", name=open_button).click()
    asked = dialog(page)
    asked.get_by_role("button", name=action, exact=True).click()
    asked.locator(".confirmation-fault li").wait_for()
    assert asked.locator(".confirmation-fault p").inner_text() == (
        "Nothing was saved, because a version that is scheduled would undo it:"
    )
    assert asked.locator(".confirmation-fault li").inner_text() == UNDONE
    asked.get_by_role("button", name="all the same").click()
    asked.wait_for(state="detached")
    assert [request[3] for request in desk.requests(f"POST {PLAN}")] == [
        {"base": 7, **expected}, {"base": 7, **expected, "over": 9}]  # fmt: skip


@pytest.mark.parametrize("open_button, action, expected", [
    ("Plan an appearance…", "Plan it", {"appearance": {**ROCKET, "item": "rock"}, "reason": "a feast"}),
    ("Change… Rocket", "Change it", {"index": 0, "appearance": ROCKET, "reason": "a feast"}),
    ("Remove… Rocket", "Remove", {"index": 0, "reason": "a feast"}),
])  # fmt: skip
def test_a_scheduled_version_that_would_undo_a_change_is_changed_as_well(planned, open_button, action, expected):
    page, desk = planned({f"POST {PLAN}": undone_by(9, scheduled=9)})
    page.get_by_role("button", name=open_button).click()
    asked = dialog(page)
    if action == "Plan it":
        asked.get_by_label("Item").fill("rock")
        asked.get_by_role("option", name="Rock,").first.click()
        asked.get_by_label("Position").select_option("2")
        asked.get_by_label("From, in the store’s time").fill("2026-11-22T18:10:00")
        asked.get_by_label("For how long").fill("10m")
    asked.get_by_label("Reason").fill("a feast")
    asked.get_by_role("button", name=action, exact=True).click()
    asked.locator(".confirmation-fault li").wait_for()
    assert asked.locator("[type=submit]").all_inner_texts()[0] == "Change version 9 as well"
    assert "a new version takes the place of version 9" in asked.locator("p.confirmation-other").inner_text()
    desk.answers[f"POST {PLAN}"] = {**OUTCOME, "version": {"number": 11}, "next": {"number": 10, "fromMs": NOW + HOUR}}
    asked.get_by_role("button", name="Change version 9 as well").click()
    asked.wait_for(state="detached")
    assert [request[3] for request in desk.requests(f"POST {PLAN}")] == [
        {"base": 7, **expected}, {"base": 7, **expected, "alsoIn": 9}]  # fmt: skip
    outcome = page.locator(".plan-outcome").inner_text()
    assert "Version 11 is in force." in outcome and "Version 10 takes its place at 18:56:08 on Sunday, 22 November 2026, in the store’s time." in outcome
    assert outcome.endswith("A new version with this change has taken the place of version 9.")


def test_what_was_dragged_is_moved_in_the_scheduled_version_as_well(planned):
    page, desk = planned({f"POST {PLAN}": undone_by(9, scheduled=9)})
    drag(page, spot(page, 2, 26), spot(page, 1, 31))
    page.mouse.up()
    asked = dialog(page)
    asked.get_by_role("button", name="Change it", exact=True).click()
    asked.get_by_role("button", name="Change version 9 as well").click()
    asked.wait_for(state="detached")
    first, second = [request[3] for request in desk.requests(f"POST {PLAN}")]
    assert second == {**first, "alsoIn": 9} and first["appearance"]["position"] == 1


@pytest.mark.parametrize("open_button, action", [("Change… Rocket", "Change it"), ("Remove… Rocket", "Remove")])
def test_what_the_scheduled_version_has_changed_too_is_told_and_what_was_typed_stays(planned, open_button, action):
    refused = problem(409, "content_conflict", "This and version 9 have both changed the same lines of plan.yaml, so nothing was changed; export "
                      "version 9, make the change there by hand, and publish it for the same instant.")  # fmt: skip
    answer = undone_by(9, scheduled=9)
    page, desk = planned({f"POST {PLAN}": lambda query, body: refused if "alsoIn" in body else answer(query, body)})
    page.get_by_role("button", name=open_button).click()
    asked = dialog(page)
    asked.get_by_label("Reason").fill("a feast")
    asked.get_by_role("button", name=action, exact=True).click()
    asked.get_by_role("button", name="Change version 9 as well").click()
    asked.get_by_text("this and version 9 have both changed the same lines of plan.yaml").wait_for()
    assert asked.get_by_label("Reason").input_value() == "a feast"
    assert [text for text in asked.locator("[type=submit]").all_inner_texts() if "version" in text] == []
    asked.get_by_role("button", name="all the same").click()
    asked.wait_for(state="detached")
    assert [(request[3].get("over"), request[3].get("alsoIn")) for request in desk.requests(f"POST {PLAN}")] == [
        (None, None), (None, 9), (9, None)]  # fmt: skip


@pytest.mark.parametrize("open_button, action", [("Change… Rocket", "Change it"), ("Remove… Rocket", "Remove")])
def test_after_the_scheduled_version_was_cancelled_the_change_is_made_alone(planned, open_button, action):
    page, desk = planned({f"POST {PLAN}": undone_by(9, scheduled=9)})
    page.get_by_role("button", name=open_button).click()
    asked = dialog(page)
    asked.get_by_role("button", name=action, exact=True).click()
    asked.get_by_role("button", name="Change version 9 as well").wait_for()
    gone = problem(400, "bad_request", "Version 9, which was to get the same changes, won't take effect after this one; none is scheduled.")
    desk.answers[f"POST {PLAN}"] = lambda query, body: gone if "alsoIn" in body else OUTCOME
    asked.get_by_role("button", name="Change version 9 as well").click()
    asked.get_by_text("version 9 isn’t scheduled any more").wait_for()
    asked.get_by_role("button", name=action, exact=True).click()
    asked.wait_for(state="detached")
    assert "alsoIn" not in sent(desk, f"POST {PLAN}") and "over" not in sent(desk, f"POST {PLAN}")


def test_somebody_elses_change_is_seen_before_the_scheduled_version_is_changed_as_well(planned):
    page, desk = planned({f"POST {PLAN}": undone_by(9, scheduled=9)})
    page.get_by_role("button", name="Change… Rocket").click()
    asked = dialog(page)
    asked.get_by_label("For how long").fill("7m")
    asked.get_by_role("button", name="Change it", exact=True).click()
    asked.get_by_role("button", name="Change version 9 as well").wait_for()
    published_meanwhile(desk, OTTER, ROCKET)
    asked.get_by_role("button", name="Change version 9 as well").click()
    asked.get_by_role("alert").filter(has_text="Nothing was saved yet").wait_for()
    assert asked.locator("[type=submit]").all_inner_texts() == ["Change it"]
    assert asked.get_by_label("For how long").input_value() == "7m"


def test_what_is_meant_of_one_change_is_not_meant_of_another(planned):
    page, desk = planned({f"POST {PLAN}": undone_by(9)})
    page.get_by_role("button", name="Change… Rocket").click()
    asked = dialog(page)
    asked.get_by_role("button", name="Change it", exact=True).click()
    asked.get_by_role("button", name="Change it all the same").wait_for()
    asked.get_by_label("For how long").fill("7m")
    asked.get_by_role("button", name="Change it", exact=True).click()
    asked.get_by_role("button", name="Change it all the same").wait_for()
    assert [request[3].get("over") for request in desk.requests(f"POST {PLAN}")] == [None, None]


def test_up_to_when_a_change_was_tried_is_told_in_the_stores_time(planned):
    tried = {"isPossible": True, "problems": [], "drawnUntilMs": NOW + 11 * MINUTE, "triedUntilMs": NOW + 24 * HOUR}
    page, _ = planned({f"POST {PLAN}/try": tried})
    page.get_by_role("button", name="Change… Rocket").click()
    asked = dialog(page)
    asked.get_by_text("No problems.").wait_for()
    assert asked.locator(".trial").inner_text() == (
        "No problems. The shelf follows from 18:07:08 on Sunday, 22 November 2026, in the store’s time. Starts up to "
        "17:56:08 on Monday, 23 November 2026, in the store’s time, were tried by drawing what the store will show. "
        "Whether later ones have room shows only nearer to them."
    )


def test_what_somebody_else_has_removed_is_added_and_the_page_says_so(planned):
    page, desk = planned()
    page.get_by_role("button", name="Change… Rocket").click()
    asked = dialog(page)
    published_meanwhile(desk, OTTER)
    asked.get_by_label("For how long").fill("7m")
    asked.get_by_text("Somebody has changed or removed the appearance").wait_for()
    asked.get_by_role("button", name="Plan it").click()
    asked.wait_for(state="detached")
    assert sent(desk, f"POST {PLAN}") == {"base": 8, "reason": "move rocket", "appearance": {**ROCKET, "for": "7m"}}


def test_after_somebody_elses_change_the_same_appearance_is_removed(planned):
    page, desk = planned()
    page.get_by_role("button", name="Remove… Rocket").click()
    asked = dialog(page)
    published_meanwhile(desk, OTTER, ROCKET)
    assert asked.get_by_label("Reason").input_value() == "remove rocket"
    asked.get_by_role("button", name="Remove", exact=True).click()
    asked.get_by_role("alert").filter(has_text="somebody has published since").wait_for()
    asked.get_by_role("button", name="Remove", exact=True).click()
    asked.wait_for(state="detached")
    assert sent(desk, f"POST {PLAN}") == {"base": 8, "index": 1, "reason": "remove rocket"}


def test_what_somebody_else_has_removed_is_not_removed_again(planned):
    page, desk = planned()
    page.get_by_role("button", name="Remove… Rocket").click()
    asked = dialog(page)
    published_meanwhile(desk, OTTER)
    for _ in range(2):
        asked.get_by_role("button", name="Remove", exact=True).click()
        asked.get_by_role("alert").filter(has_text="has changed or removed it").wait_for()
    assert len(desk.requests(f"POST {PLAN}")) == 1
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelectorAll('.planned-list li').length === 1")


VERSIONS = "GET /v1/admin/content/versions"


def in_force(number):
    return {"versions": [{"number": number + 1, "author": "files", "reason": "", "fromMs": NOW + HOUR}, {"number": number, "author": "ben", "reason": "autumn", "fromMs": NOW}],
            "inForce": number}  # fmt: skip


def test_a_version_that_a_colleague_publishes_is_told_to_who_uses_the_page(planned):
    page, desk = planned({VERSIONS: in_force(8)}, has_own_time=True)
    page.clock.fast_forward("00:31")
    page.wait_for_timeout(200)
    # Nobody was there; the room has asked who owns the content.
    assert len(desk.requests(VERSIONS)) == 1
    page.mouse.move(300, 300)
    page.get_by_text(
        "Version 8 is in force by now, published by ben: “autumn”. What you see is of version 7."
    ).wait_for()
    page.mouse.move(310, 310)
    page.keyboard.press("Tab")
    assert len(desk.requests(VERSIONS)) == 2
    assert page.locator(".planned-list li").count() == 2
    desk.answers[f"GET {PLAN}"] = the_plan(OTTER, version=8)
    page.get_by_role("button", name="Show the newest").click()
    page.wait_for_function("() => document.querySelectorAll('.planned-list li').length === 1")
    assert page.locator(".plan-news").inner_text() == ""
    assert page.evaluate("document.activeElement.role") == "gridcell"


def test_the_stores_are_those_of_the_newest_version(planned):
    page, desk = planned({VERSIONS: in_force(8)}, has_own_time=True)
    page.clock.fast_forward("00:31")
    page.mouse.move(300, 300)
    stores = [{"id": "harbour", "title": "Harbour"}, {"id": "main", "title": "Main, renamed"}]
    desk.answers["GET /desk/session"] = desk.answers["GET /desk/session"] | {"stores": stores}
    page.get_by_role("button", name="Show the newest").click()
    page.wait_for_function(
        "() => document.querySelector('#plan-store').options.length === 2 && document.querySelector('#plan-store').options[0].value === 'harbour'"
    )
    assert page.get_by_label("Store").input_value() == "main"
    assert page.locator("#plan-store option").all_inner_texts() == ["Harbour", "Main, renamed"]


def test_what_came_of_a_change_is_told_until_something_else_is_shown(planned):
    page, _ = planned()
    page.get_by_role("gridcell", name="Otter").click()
    page.get_by_role("button", name="Remove from the plan…").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_text("Version 8 is in force.").wait_for()
    page.get_by_role("button", name="Later ›").click()
    page.wait_for_function("() => document.querySelector('.plan-outcome').textContent === ''")


def test_the_news_of_a_version_leave_an_open_dialog_alone(planned):
    page, desk = planned({VERSIONS: in_force(8)}, has_own_time=True)
    page.get_by_role("button", name="Change… Rocket").click()
    asked = dialog(page)
    asked.get_by_label("Reason").fill("unfinished")
    page.clock.fast_forward("00:31")
    page.keyboard.press("Shift")
    page.get_by_text("Version 8 is in force by now").wait_for()
    assert asked.get_by_label("Reason").input_value() == "unfinished"
    assert len(desk.requests(f"GET {PLAN}")) == 1


def test_the_version_that_is_shown_is_no_news(planned):
    page, desk = planned({VERSIONS: in_force(7)}, has_own_time=True)
    page.clock.fast_forward("00:31")
    with page.expect_response("**/content/versions?*"):
        page.mouse.move(300, 300)
    page.wait_for_timeout(200)
    assert page.locator(".plan-news").inner_text() == ""


def states(page):
    return [line.inner_text() for line in page.locator(".planned-list li").all()]


def test_the_list_says_what_becomes_of_what_is_planned(planned):
    early = {"item": "rock", "from": "2026-11-20T10:00", "for": "10m"}
    ended = {"item": "rock", "at": ["18:00"], "until": "2026-11-21", "for": "10m"}
    missed = {"item": "rock", "position": 1, "from": "2026-11-22T17:47", "for": "5m"}
    crowded = {"item": "otter", "position": 2, "from": "2026-11-22T18:14", "for": "5m", "within": "1m"}
    later = {"item": "rock", "from": "2026-11-23T10:00", "for": "10m"}
    page, _ = planned({f"GET {PLAN}": the_plan(ROCKET, early, ended, missed, crowded, later, OTTER)})
    page.get_by_text("didn’t appear").wait_for()
    lines = states(page)
    ends = ["for 10m", "later won’t appear: something else stands there", "each up to 2m later", "for 10m", "for 10m over",
            "for 10m over", "for 5m didn’t appear: something else stood there"]  # fmt: skip
    assert all(line.split("\n")[0].strip().endswith(end) for line, end in zip(lines, ends, strict=True)), lines


@pytest.mark.parametrize(
    "closes, reason", [(None, "version 8 draws what stands there"), (5, "the store is closed then")]
)
def test_what_another_version_keeps_from_appearing_is_told_with_the_version(plan, closes, reason):
    crowded = {"item": "otter", "position": 2, "from": "2026-11-22T18:14", "for": "5m"}
    coming = [{"version": 8, "fromMs": NOW - MINUTE, "drawsFromMs": NOW + MINUTE}]
    closing = {"closesMs": NOW + closes * MINUTE} if closes else {}
    page, _ = plan(
        lambda query, body: future(query, body, coming=coming, **closing), answers={f"GET {PLAN}": the_plan(crowded)}
    )
    page.wait_for_selector(".planned-list li")
    page.locator(".planned-list li").get_by_text(f"appear: {reason}").wait_for()


@pytest.mark.parametrize("scopes, is_told", [(None, True), (["future:read", "content:read"], False)])
def test_what_has_no_copies_left_is_marked_where_the_token_may_know(planned, scopes, is_told):
    editions = [
        {"item": "otter", "copies": 500, "left": 0, "sold": 500},
        {"item": "rocket", "copies": 5, "left": 1, "sold": 4},
        {"item": "gone", "sold": 3},
    ]
    answers = {"GET /v1/admin/numbers": {"fromMs": NOW, "toMs": NOW, "sales": [], "editions": editions}}
    page, desk = planned(answers | ({"GET /desk/session": session(NOW, scopes)} if scopes else {}))
    if is_told:
        page.locator(".planned-list li").nth(1).get_by_text("no copies left").wait_for()
        assert desk.requests("GET /v1/admin/numbers")[0][2] == {
            "from": "2026-11-22T11:00:00Z",
            "by": "hour",
            "per": "item",
        }
    page.wait_for_timeout(100)
    assert "copies" not in states(page)[0] and ("copies" in states(page)[1]) == is_told
    assert bool(desk.requests("GET /v1/admin/numbers")) == is_told


def test_the_focus_stays_on_what_was_moved_by_keys(planned):
    page, desk = planned()

    def moved(query, body):
        answer = planned_future(query, body)
        for listing in answer["listings"]:
            if listing.get("appearance") == 0:
                listing["startMs"] += 2 * MINUTE
                listing["endMs"] += 2 * MINUTE
        return answer

    rocket(page).focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    asked = dialog(page)
    desk.answers[ASK] = moved
    desk.answers[f"GET {PLAN}"] = the_plan({**ROCKET, "from": "2026-11-22T18:12"}, OTTER, version=8)
    asked.get_by_role("button", name="Change it").focus()
    page.keyboard.press("Enter")
    asked.wait_for(state="detached")
    page.wait_for_function("() => document.activeElement.ariaLabel?.startsWith('Rocket, 5 coins, 18:12:00')")
    assert "18:12:00" in page.locator(".listing").inner_text()


def test_the_focus_stays_in_the_list_when_something_is_changed_or_removed_there(planned):
    page, desk = planned()
    page.get_by_role("button", name="Change… Otter").focus()
    page.keyboard.press("Enter")
    asked = dialog(page)
    desk.answers[f"GET {PLAN}"] = the_plan(ROCKET, {**OTTER, "for": "4m"}, version=8)
    asked.get_by_role("button", name="Change it").click()
    asked.wait_for(state="detached")
    page.wait_for_function("() => document.activeElement.ariaLabel?.endsWith('for 4m, each up to 2m later')")
    page.get_by_role("button", name="Remove… Otter").click()
    asked = dialog(page)
    desk.answers[f"GET {PLAN}"] = the_plan(ROCKET, version=9)
    asked.get_by_role("button", name="Remove", exact=True).click()
    page.wait_for_function("() => document.activeElement.textContent === 'Planned appearances'")


def test_what_was_typed_is_kept_while_the_server_can_not_be_reached(planned):
    page, desk = planned()
    page.get_by_role("button", name="Change… Rocket").click()
    asked = dialog(page)
    asked.get_by_text("No problems.").wait_for()
    page.route("**/v1/admin/**", lambda route: route.abort())
    asked.get_by_label("For how long").fill("7m")
    asked.get_by_role("button", name="Change it").click()
    asked.get_by_role("alert").filter(has_text="The server didn’t answer").wait_for()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.unroute("**/v1/admin/**")
    assert asked.get_by_label("For how long").input_value() == "7m"
    asked.get_by_role("button", name="Change it").click()
    asked.wait_for(state="detached")
    assert sent(desk, f"POST {PLAN}") == {
        "base": 7,
        "index": 0,
        "reason": "move rocket",
        "appearance": {**ROCKET, "for": "7m"},
    }


def restarted(page, desk, admin):
    """The server has started again, which ended the session; somebody signs in."""
    ended = problem(401, "unauthorized", "Signed out.")
    answer, desk.answers[f"POST {PLAN}"] = desk.answers[f"POST {PLAN}"], ended
    page.get_by_role("dialog").get_by_role("button", name="it", exact=False).last.click()
    page.wait_for_selector("html[data-state=signed-out]")
    assert page.get_by_role("dialog").count() == 0 and "anniversary" not in page.content()
    desk.answers[f"POST {PLAN}"] = answer
    desk.answers["POST /desk/sign-in"] = problem(401, "unauthorized", "This token isn't known.")
    sign_in(page, "mistyped")
    page.get_by_text("isn't known").wait_for()
    desk.answers["POST /desk/sign-in"] = {**session(NOW), "admin": admin}
    sign_in(page, "token")
    page.wait_for_selector(".planned-list li")


def typed(page):
    page.get_by_role("button", name="Change… Otter").click()
    asked = dialog(page)
    asked.get_by_label("At, times of the day").fill("18:00, 21:00")
    asked.get_by_label("Reason").fill("the anniversary")


def test_what_was_typed_comes_back_with_the_person_after_the_server_was_restarted(planned):
    page, desk = planned()
    typed(page)
    desk.answers[f"GET {PLAN}"] = the_plan(OTTER, version=8)
    restarted(page, desk, "anna")
    asked = dialog(page)
    assert "Your session had ended." in asked.locator(".plan-notice").inner_text()
    assert asked.get_by_label("Item").input_value() == "Otter" and asked.get_by_label("Again and again").is_checked()
    asked.get_by_role("button", name="Change it").click()
    asked.wait_for(state="detached")
    assert sent(desk, f"POST {PLAN}") == {
        "base": 8,
        "index": 0,
        "reason": "the anniversary",
        "appearance": {**OTTER, "at": ["18:00", "21:00"]},
    }


def test_what_one_person_typed_is_never_shown_to_another(planned):
    page, desk = planned()
    typed(page)
    restarted(page, desk, "ben")
    page.wait_for_timeout(200)
    assert page.get_by_role("dialog").count() == 0 and "anniversary" not in page.content()


def test_who_signs_out_leaves_nothing_typed_behind(planned):
    page, desk = planned({"POST /desk/sign-in": session(NOW), "POST /desk/sign-out": {}})
    typed(page)
    # As by another tab of the same browser.
    desk.answers["GET /desk/session"] = problem(401, "unauthorized", "Signed out.")
    page.evaluate("new BroadcastChannel('shelflife-desk').postMessage('session')")
    page.wait_for_selector("html[data-state=signed-out]")
    desk.answers["GET /desk/session"] = session(NOW)
    sign_in(page, "token")
    page.wait_for_selector(".planned-list li")
    page.wait_for_timeout(200)
    assert page.get_by_role("dialog").count() == 0


def test_a_session_that_has_ended_meanwhile_leads_to_the_sign_in(planned):
    page, desk = planned()
    desk.answers["GET /desk/session"] = problem(401, "unauthorized", "Signed out.")
    page.get_by_role("link", name="Content", exact=True).click()
    page.wait_for_selector("html[data-state=signed-out]")


def test_the_legend_names_the_sets_in_their_colours(planned):
    page, _ = planned()
    legend = page.get_by_role("list", name="Colours of the sets")
    assert legend.get_by_role("listitem").all_inner_texts() == ["Event", "Plain"]
    colour = "one => getComputedStyle(one).backgroundColor"
    decided = page.locator(".timeline-block:not(.is-open)").first
    assert legend.locator(".sample").nth(1).evaluate(colour) == decided.evaluate(colour)
    page.get_by_role("button", name="3 hours").click()
    page.wait_for_selector(".timeline[data-zoom='3h']")
    assert legend.locator(".sample").nth(1).evaluate(colour) == page.locator(
        ".timeline-block:not(.is-open)"
    ).first.evaluate(colour)


def test_what_a_route_says_is_told_in_a_persons_words(plan):
    page, _ = plan(
        lambda query, body: problem(
            400, "bad_request", "hours is 24, but for this store it must be a whole number from 1 to 6."
        )
    )
    assert "at most 6 h can be shown at once" in page.locator(".fault").inner_text()
    page, _ = plan(
        lambda query, body: problem(
            400,
            "bad_request",
            "This store's future can be asked for up to 2026-12-06T09:30:00Z; ask for an earlier from, or fewer hours.",
        )
    )
    assert "can be shown up to 2026-12-06, 09:30 in UTC." in page.locator(".fault").inner_text()


def test_a_store_that_is_not_there_is_told(plan):
    page, _ = plan(path="/attic")
    page.get_by_text("There is no store “attic”. This is Main.").wait_for()


def test_an_appearance_is_removed_by_its_index(planned):
    page, desk = planned()
    page.get_by_role("gridcell", name="Otter").click()
    page.get_by_role("button", name="Remove from the plan…").click()
    assert "every mon, sun at 18:30" in dialog(page).inner_text()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_role("dialog").wait_for(state="detached")
    assert sent(desk, f"POST {PLAN}") == {"base": 7, "index": 1, "reason": "remove otter"}


@pytest.mark.parametrize("scopes", [["future:read"], ["future:read", "content:read"], ["future:read", "content:write"]])
def test_where_the_token_may_not_change_the_plan_nothing_can_be_dragged(planned, plan, scopes):
    page, desk = plan(
        planned_future, answers={f"GET {PLAN}": the_plan(ROCKET, OTTER), "GET /desk/session": session(NOW, scopes)}
    )
    drag(page, spot(page, 2, 26), spot(page, 2, 31))
    assert page.locator(".timeline-ghost").count() == 0
    page.mouse.up()
    rocket(page).focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    assert page.get_by_role("dialog").count() == 0
    names = " ".join(one.inner_text() for one in page.locator(".room button:visible").all())
    assert "Plan" not in names and "Remove" not in names and "Change" not in names
    assert page.locator(".planned-list li").count() == (2 if "content:read" in scopes else 0)
    assert bool(desk.requests(f"GET {PLAN}")) == ("content:read" in scopes)


def test_content_that_is_no_version_is_shown_and_can_not_be_planned(plan):
    page, _ = plan(answers={f"GET {PLAN}": problem(404, "not_found", "The content in force is no content version.")})
    assert page.locator(".timeline-row").count() == 3 and page.locator(".fault p").count() == 0
    page.get_by_role("button", name="Plan an appearance…").click()
    page.get_by_text("Publish it first.").wait_for()


def test_planning_fits_every_screen(planned, artefacts):
    for width, scheme in [(390, "dark"), (768, "light"), (1024, "dark"), (1280, "light")]:
        page, _ = planned(viewport={"width": width, "height": 900}, color_scheme=scheme)
        assert_fits(page, width)
        page.screenshot(path=artefacts / f"desk-planned-{width}-{scheme}.png", full_page=True)
        page.get_by_role("button", name="Change… Rocket").click()
        dialog(page).get_by_label("From, in the store’s time").fill("2026-11-22T18:15:00")
        page.wait_for_selector(".trial-problem")
        assert_fits(page, width)
        page.screenshot(path=artefacts / f"desk-planning-{width}-{scheme}.png")
        page.get_by_role("dialog").get_by_label("Again and again").check()
        page.get_by_role("dialog").get_by_label("Item").fill("ro")
        page.screenshot(path=artefacts / f"desk-choosing-{width}-{scheme}.png")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        if width >= 768:
            drag(page, spot(page, 2, 26), spot(page, 1, 31))
            page.screenshot(path=artefacts / f"desk-dragging-{width}-{scheme}.png")


def test_what_would_be_undone_fits_every_screen(planned, artefacts):
    for width, scheme in [(390, "dark"), (390, "light"), (1280, "dark"), (1280, "light")]:
        page, _ = planned({f"POST {PLAN}": undone_by(9)}, viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.get_by_role("button", name="Change… Rocket").click()
        dialog(page).get_by_label("From, in the store’s time").fill("2026-11-22T18:15:00")
        page.wait_for_selector(".trial-problem")
        dialog(page).get_by_role("button", name="Change it").click()
        buttons = [page.get_by_role("button", name=name).bounding_box() for name in ["Cancel", "Change it all the same"]]
        inside = dialog(page).bounding_box()
        assert all(inside["x"] + 20 <= box["x"] and box["x"] + box["width"] <= inside["x"] + inside["width"] - 20 for box in buttons)
        assert_fits(page, width)
        page.screenshot(path=artefacts / f"desk-planning-undone-{width}-{scheme}.png")


def test_that_a_scheduled_version_can_be_changed_as_well_fits_every_screen(planned, artefacts):
    for width, scheme in [(390, "dark"), (390, "light"), (1280, "dark"), (1280, "light")]:
        answers = {f"POST {PLAN}": undone_by(9, scheduled=9)}
        page, _ = planned(answers, viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.get_by_role("button", name="Change… Rocket").click()
        dialog(page).get_by_role("button", name="Change it").click()
        buttons = [page.get_by_role("button", name=name).bounding_box() for name in ["Cancel", "Change version 9 as well", "Change it all the same"]]
        inside = dialog(page).bounding_box()
        assert all(inside["x"] + 20 <= box["x"] and box["x"] + box["width"] <= inside["x"] + inside["width"] - 20 for box in buttons)
        assert_fits(page, width)
        page.screenshot(path=artefacts / f"desk-planning-also-in-{width}-{scheme}.png")


def test_the_calendar_fits_every_screen(plan, artefacts):
    for width, scheme in [(390, "light"), (768, "dark"), (1280, "light"), (1280, "dark")]:
        page, _ = plan(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.locator(".timeline-block").nth(3).click()
        assert_fits(page, width)
        page.screenshot(path=artefacts / f"desk-plan-{width}-{scheme}.png")


NUMBERS = "GET /v1/admin/numbers"
# At 17:50 on the store's clock, 12:20 in UTC: it has begun.
BEGUN = {"item": "rocket", "position": 2, "from": "2026-11-22T17:50", "for": "10m"}
BEGUN_START = 1_795_350_000_000


def sale(position, sold, revenue, slot=1):
    listing = {"chain": "A" * 22, "slot": slot, "position": position, "revision": 0}
    return {"atMs": BEGUN_START - 20 * MINUTE, "store": "main", "item": "rocket", "listing": listing, "currency": "coins",
            "sold": sold, "revenue": revenue, "refunds": 0, "refunded": 0, "revocations": 0}  # fmt: skip


def sold(*sales):
    return {"fromMs": BEGUN_START - 20 * MINUTE, "toMs": BEGUN_START + 40 * MINUTE, "sales": list(sales)}


def begun_future(query, body):
    """The rocket at position 2 as two listings, the second of which has not begun, and the otter later."""
    answer = future(query, body)
    kept = [one for one in answer["listings"] if one["position"] != 2]
    spans = [("rocket", "Rocket", 0, BEGUN_START), ("rocket", "Rocket", 0, BEGUN_START + 7 * MINUTE), ("otter", "Otter", 1, BEGUN_START + 41 * MINUTE)]
    made = [{"position": 2, "item": item, "name": name, "set": "event", "price": 5, "currency": "coins", "startMs": start, "endMs": start + 7 * MINUTE,
             "decided": True, "planned": True, "appearance": appearance} for item, name, appearance, start in spans]  # fmt: skip
    return {**answer, "listings": [*kept, *made]}


def details(page):
    return page.get_by_role("region", name="Listing")


@pytest.mark.parametrize(
    "sales, told",
    [([sale(1, 3, 15), sale(1, 4, 20, slot=421), sale(0, 9, 45)], "7 sold, for 35 coins"), ([], "0 sold, for 0 coins")],
)
def test_what_a_planned_appearance_has_sold_at_its_position_is_told_once_it_has_begun(plan, sales, told):
    answers = {f"GET {PLAN}": the_plan(BEGUN, OTTER), NUMBERS: lambda query, body: sold(*sales) if query["per"] == "listing" else sold()}
    page, desk = plan(begun_future, answers=answers)
    page.get_by_role("gridcell", name="Otter").click()
    assert "Otter" in details(page).inner_text()
    page.get_by_role("gridcell", name="Rocket").nth(1).click()
    details(page).get_by_text(f"{told} in these hours: 17:30 to 18:30, at position 2.").wait_for()
    asked = [query for _, _, query, *_ in desk.requests(NUMBERS) if query["per"] == "listing"]
    assert asked == [{"from": "2026-11-22T12:00:00Z", "to": "2026-11-22T13:00:00Z", "by": "hour", "per": "listing", "store": "main", "item": "rocket"}]


def test_who_may_not_see_numbers_is_told_nothing_of_sales_and_nothing_is_asked(plan):
    answers = {f"GET {PLAN}": the_plan(BEGUN), NUMBERS: sold(sale(1, 3, 15)), "GET /desk/session": session(NOW, ["future:read", "content:read"])}
    page, desk = plan(begun_future, answers=answers)
    page.get_by_role("gridcell", name="Rocket").first.click()
    page.wait_for_timeout(100)
    text = details(page).inner_text()
    assert "Rocket" in text and "sold" not in text and desk.requests(NUMBERS) == []


def test_that_sales_can_not_be_had_is_told_at_the_appearance(plan):
    answers = {f"GET {PLAN}": the_plan(BEGUN), NUMBERS: problem(400, "bad_request", "There is no such store.")}
    page, _ = plan(begun_future, answers=answers)
    page.get_by_role("gridcell", name="Rocket").first.click()
    details(page).get_by_text("What it sold can’t be had right now.").wait_for()


# Two days ago, at 10:00 on the store's clock.
PAST = 1_795_149_000_000
PAST_ONCE = {"item": "rocket", "position": 2, "from": "2026-11-20T10:00", "for": "10m"}
PAST_OFTEN = {"item": "otter", "at": ["10:30", "10:32"], "for": "5m"}


def past_future(query, body):
    """Two days ago nothing is kept; the otter was planned twice at any position, the second time while the first was
    on."""
    passed = [
        {"appearance": 0, "item": "rocket", "name": "rocket", "position": 2, "startMs": PAST, "endMs": PAST + 10 * MINUTE},
        {"appearance": 1, "item": "otter", "name": "otter", "startMs": PAST + 30 * MINUTE, "endMs": PAST + 35 * MINUTE},
        {"appearance": 1, "item": "otter", "name": "otter", "startMs": PAST + 32 * MINUTE, "endMs": PAST + 37 * MINUTE},
    ]
    return future(query, body, listings=[], passed=passed)


@pytest.fixture
def past(plan):
    def open_past(answer=past_future, zoom="1h", answers=None, **options):
        told = {f"GET {PLAN}": the_plan(PAST_ONCE, PAST_OFTEN), NUMBERS: sold(sale(0, 1, 5), sale(1, 3, 15)), **(answers or {})}
        return plan(answer, f"/main/2026-11-20T04:20:00Z/{zoom}", told, **options)

    return open_past


def test_what_was_planned_stays_in_the_time_line_after_its_listings_are_gone(past):
    page, desk = past()
    rows = page.locator(".timeline-row")
    heads = [head.text_content() for head in rows.locator(".timeline-position").all()]
    assert heads == ["Position 1", "Position 2", "Position 3", "any position", "any position"]
    cells = [row.get_by_role("gridcell").all() for row in rows.all()]
    labels = [[cell.get_attribute("title") for cell in row] for row in cells]
    why = "planned; what was really shown isn’t kept"
    assert labels == [[], [f"Rocket, 10:00:00 to 10:10:00, {why}"], [], [f"Otter, 10:30:00 to 10:35:00, {why}"], [f"Otter, 10:32:00 to 10:37:00, {why}"]]
    assert "Dashed is what the plan has; what was really shown there isn’t kept." in page.locator(".plan-caption").inner_text()
    cells[1][0].click()
    text = details(page).inner_text()
    assert "Rocket\n" in text and "Position 2, 10:00:00 to 10:10:00 (10 min), Friday, 20 November 2026, in the store’s time." in text
    details(page).get_by_text("3 sold, for 15 coins in these hours: 09:30 to 10:30, at position 2.").wait_for()
    page.keyboard.press("ArrowDown")
    details(page).get_by_text("4 sold, for 20 coins in these hours: 10:30 to 11:30, at every position.").wait_for()
    assert desk.requests(NUMBERS)[-1][2]["from"] == "2026-11-20T05:00:00Z"


@pytest.mark.parametrize("zoom", ["3h", "24h"])
def test_what_was_planned_stays_in_its_items_row_after_its_listings_are_gone(past, zoom):
    page, _ = past(zoom=zoom)
    assert heads(page) == ["Otter", "Rocket"]
    why = "planned; what was really shown isn’t kept"
    otter, rocket = page.get_by_role("gridcell").all()
    assert otter.get_attribute("aria-label") == f"Otter, 2 times, any position, 10:30:00 to 10:37:00, {why}"
    assert rocket.get_attribute("aria-label") == f"Rocket, position 2, 10:00:00 to 10:10:00, {why}"
    otter.focus()
    page.keyboard.press("Enter")
    details(page).get_by_role("button", name="Any position, 10:32:00 to 10:37:00, planned").click()
    details(page).get_by_text("4 sold, for 20 coins in these hours: 10:30 to 11:30, at every position.").wait_for()


def test_the_planned_list_has_what_is_over_in_sight_and_nothing_twice(past):
    page, _ = past()
    lines = [line.replace("\n", " ") for line in states(page)]
    whens = ["10:30:00 to 10:35:00 over", "10:32:00 to 10:37:00 over"]
    assert len(lines) == 4 and [line for line in lines if "Rocket" in line] == [lines[1]] and lines[1].startswith("Rocket on position 2, 2026-11-20, 10:00")
    assert lines[2:] == [f"Otter on any position, Friday, 20 November 2026, {when}" for when in whens]
    page.get_by_role("button", name="Later ›").click()
    page.wait_for_function("() => document.querySelectorAll('.planned-list li').length === 2")


def test_a_listing_that_is_kept_stands_in_place_of_what_was_planned(past):
    def kept(query, body):
        answer = past_future(query, body)
        made = [{"position": position, "item": "otter", "name": "otter", "set": "event", "price": 5, "currency": "coins", "startMs": PAST + 30 * MINUTE,
                 "endMs": PAST + 35 * MINUTE, "decided": True, "planned": position == 3, "appearance": 1} for position in (1, 3)]  # fmt: skip
        return {**answer, "listings": made, "passed": answer["passed"][:2]}

    page, _ = past(kept)
    names = [cell.get_attribute("title") for cell in page.get_by_role("gridcell").all()]
    assert [name.split(", ")[0] for name in names] == ["Otter", "Rocket", "Otter"] and [("kept" in name) for name in names] == [False, True, False]
    assert page.locator(".timeline-position", has_text="any").count() == 0


def test_the_time_line_goes_back_30_days(plan):
    page, desk = plan(past_future, "/main/2026-10-01T00:00:00Z/1h")
    earliest = datetime.fromisoformat("2026-10-23T12:26:00Z")
    begins = [datetime.fromisoformat(query["from"]) for _, _, query, *_ in desk.requests(ASK)]
    assert 0 <= (begins[0] - earliest).total_seconds() <= 3600
    assert "The time line goes back 30 days." in page.locator(".plan-caption").inner_text()
    with page.expect_response("**/v1/admin/future/**"):
        page.get_by_role("button", name="‹ Earlier").click()
    with page.expect_response("**/v1/admin/future/**"):
        page.get_by_role("button", name="Later ›").click()
    page.wait_for_function("() => !document.querySelector('.plan-caption').textContent.includes('30 days')")
    begins = [datetime.fromisoformat(query["from"]) for _, _, query, *_ in desk.requests(ASK)]
    assert len(begins) == 3 and begins[1] >= begins[0] and begins[2] > begins[1]


def test_what_is_over_can_not_be_dragged_and_fits_every_screen(past, artefacts):
    for width, scheme in [(390, "dark"), (390, "light"), (1280, "dark"), (1280, "light")]:
        page, _ = past(zoom="3h" if width == 1280 and scheme == "dark" else "1h", viewport={"width": width, "height": 900}, color_scheme=scheme)
        block = page.get_by_role("gridcell", name="Rocket")
        block.focus()
        page.keyboard.press("Enter")
        details(page).get_by_text("3 sold").wait_for()
        assert page.get_by_role("dialog").count() == 0 and details(page).get_by_role("button").count() == 0
        assert_fits(page, width)
        page.screenshot(path=artefacts / f"desk-past-{width}-{scheme}.png", full_page=True)


@pytest.fixture(scope="module")
def shelf_with_desk(tmp_path_factory):
    process = DeskShelf(tmp_path_factory.mktemp("desk"), {"anna": ["future:read", "content:read", "content:write"]})
    process.start()
    yield process
    process.stop()


def files_of(shelf, version):
    return {file["path"]: file["text"] for file in shelf.files("anna", version)}


def test_on_the_real_server_something_is_planned_moved_and_removed_and_the_plan_is_as_it_was(
    open_desk, shelf_with_desk, artefacts
):
    page = open_desk(shelf_with_desk.desk + "/desk#plan")
    sign_in(page, shelf_with_desk.tokens["anna"])
    page.wait_for_selector(".planned-list li")
    assert "on position 5, every day at 00:00, 01:00" in page.locator(".planned-list").inner_text()
    page.get_by_role("button", name="Plan an appearance…").click()
    asked = dialog(page)
    asked.get_by_label("Item").fill("unicorn")
    asked.get_by_role("option", name="unicorn,").first.click()
    asked.get_by_label("Position").select_option("2")
    asked.get_by_label("For how long").fill("2 cats")
    asked.get_by_text("For how long: found \"2 cats\"").wait_for()
    asked.get_by_label("For how long").fill("2m")
    asked.get_by_text("The shelf follows from").wait_for()
    asked.get_by_label("Reason").fill("a feast")
    page.screenshot(path=artefacts / "desk-planning-real.png")
    asked.get_by_role("button", name="Plan it").click()
    page.get_by_text("Version 2 is in force.").wait_for()
    unicorn = page.get_by_role("gridcell", name="unicorn").and_(page.locator(".is-planned"))
    unicorn.wait_for()
    unicorn.scroll_into_view_if_needed()
    box = unicorn.bounding_box()
    line = page.locator(".timeline-row").nth(3).bounding_box()
    with_unicorn = files_of(shelf_with_desk, 2)["plan.yaml"].splitlines()
    [unicorn_line] = [line for line in with_unicorn if "item: unicorn" in line]
    assert "position: 2, from: 20" in unicorn_line
    drag(page, (box["x"] + 4, box["y"] + 10), (box["x"] + 90, line["y"] + 20))
    page.mouse.up()
    asked = dialog(page)
    asked.get_by_text("The shelf follows from").wait_for()
    asked.get_by_role("button", name="Change it").click()
    page.get_by_text("Version 3 is in force.").wait_for()
    page.wait_for_function(
        "() => document.querySelector('.timeline-row:nth-child(5) .is-planned[aria-label^=Unicorn]')"
    )
    page.screenshot(path=artefacts / "desk-planned-real.png", full_page=True)
    page.get_by_role("button", name="Remove… Unicorn").click()
    dialog(page).get_by_role("button", name="Remove", exact=True).click()
    page.get_by_text("Version 4 is in force.").wait_for()
    first, last = files_of(shelf_with_desk, 1), files_of(shelf_with_desk, 4)
    assert last.pop("plan.yaml").splitlines() == [line for line in with_unicorn if line != unicorn_line]
    # Only the plan was written anew.
    assert first.pop("plan.yaml") and last == first
    unicorn.wait_for(state="detached")


def test_on_the_real_server_what_a_scheduled_version_undoes_is_planned_only_when_it_is_meant(open_desk, tmp_path, artefacts):
    shelf = DeskShelf(tmp_path, {"anna": ["future:read", "content:read", "content:write"]})
    shelf.start()
    try:
        soon = int(time.time() * 1000) + HOUR
        files = shelf.files("anna", 1)
        for file in files:
            file["text"] = file["text"].replace("title: Shelflife sample", "title: Another", 1)
        shelf.send("anna", "content/versions", {"files": files, "reason": "later", "base": 1, "fromMs": soon})
        page = open_desk(shelf.desk + "/desk#plan")
        sign_in(page, shelf.tokens["anna"])
        page.wait_for_selector(".planned-list li")
        page.get_by_role("button", name="Plan an appearance…").click()
        asked = dialog(page)
        asked.get_by_label("Item").fill("unicorn")
        asked.get_by_role("option", name="unicorn,").first.click()
        asked.get_by_label("Position").select_option("2")
        asked.get_by_label("For how long").fill("2m")
        asked.get_by_text("The shelf follows from").wait_for()
        asked.get_by_label("Reason").fill("a feast")
        asked.get_by_role("button", name="Plan it", exact=True).click()
        asked.locator(".confirmation-fault li").wait_for()
        told = asked.locator(".confirmation-fault li").inner_text()
        assert "unicorn" in told and "Then version 2 has: none." in told
        page.screenshot(path=artefacts / "desk-planning-undone-real.png")
        asked.get_by_role("button", name="Plan it all the same").click()
        page.get_by_text("Version 3 is in force.").wait_for()
    finally:
        shelf.stop()


def test_on_the_real_server_an_appearance_is_planned_in_a_scheduled_version_as_well(open_desk, tmp_path, artefacts):
    shelf = DeskShelf(tmp_path, {"anna": ["future:read", "content:read", "content:write"]})
    shelf.start()
    try:
        soon = int(time.time() * 1000) + HOUR
        files = shelf.files("anna", 1)
        [items] = [file for file in files if "\nteddy-bear," in file["text"]]
        former = items["text"]
        items["text"] = re.sub(r"(?m)^(teddy-bear,.*,)\d+(?=,|$)", r"\g<1>777", former, count=1)
        assert items["text"] != former
        shelf.send("anna", "content/versions", {"files": files, "reason": "another price", "base": 1, "fromMs": soon})
        page = open_desk(shelf.desk + "/desk#plan")
        sign_in(page, shelf.tokens["anna"])
        page.wait_for_selector(".planned-list li")
        page.get_by_role("button", name="Plan an appearance…").click()
        asked = dialog(page)
        asked.get_by_label("Item").fill("unicorn")
        asked.get_by_role("option", name="unicorn,").first.click()
        asked.get_by_label("Position").select_option("2")
        asked.get_by_label("For how long").fill("2m")
        asked.get_by_text("The shelf follows from").wait_for()
        asked.get_by_label("Reason").fill("a feast")
        asked.get_by_role("button", name="Plan it", exact=True).click()
        asked.get_by_role("button", name="Change version 2 as well").wait_for()
        page.screenshot(path=artefacts / "desk-planning-also-in-real.png")
        asked.get_by_role("button", name="Change version 2 as well").click()
        outcome = page.locator(".plan-outcome")
        outcome.get_by_text("Version 4 is in force.").wait_for()
        assert "A new version with this change has taken the place of version 2." in outcome.inner_text()
        present, coming = files_of(shelf, 4), files_of(shelf, 3)
        assert "item: unicorn, position: 2" in present["plan.yaml"] and "item: unicorn, position: 2" in coming["plan.yaml"]
        assert (present[items["path"]], coming[items["path"]]) == (former, items["text"])
        page.get_by_role("link", name="Content", exact=True).click()
        page.get_by_text("replaced by 3 before it began").wait_for()
        rows = page.locator(".versions tbody tr").all_inner_texts()
        assert [row.split("\t")[0] for row in rows] == ["4 in force", "3 scheduled", "2 replaced by 3 before it began", "1"]
    finally:
        shelf.stop()


def test_on_the_real_server_files_that_own_the_content_are_named_and_nothing_can_be_planned(open_desk, tmp_path):
    shelf = DeskShelf(tmp_path, {"anna": ["future:read", "content:read", "content:write"]})
    shelf.let_files_own_content(SOURCE)
    shelf.start()
    try:
        page = open_desk(shelf.desk + "/desk#plan")
        sign_in(page, shelf.tokens["anna"])
        page.wait_for_selector(".planned-list li")
        assert page.get_by_text(f"Change the files at {SOURCE}.").count() == 1
        assert not page.get_by_role("button", name="Plan an appearance…").is_visible()
        assert page.locator(".planned-list button").count() == 0
    finally:
        shelf.stop()
