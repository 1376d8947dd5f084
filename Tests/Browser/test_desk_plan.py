"""The calendar of what a store will show: blocks on a line for each position, by mouse, by keyboard, on every screen."""

from datetime import datetime

import pytest
from desk_pages import NOW, assert_fits
from fake_desk import problem

MINUTE = 60_000
HOUR = 3_600_000
# 2026-11-22, 12:26:08 UTC; 17:56:08 on the clock of a store in India.
INDIA = 19_800_000


def future(query, _, positions=3, listings=None, **other):
    """Every position shows something else every five minutes; what is ten minutes ahead is decided."""
    start = int(datetime.fromisoformat(query["from"]).timestamp() * 1000)
    until = start + int(query["hours"]) * HOUR
    first = start // (5 * MINUTE) * 5 * MINUTE
    made = [{"position": position, "item": f"item-{at // (5 * MINUTE) % 7}", "name": f"Item {at // (5 * MINUTE) % 7}", "set": "plain",
             "price": 15, "startMs": at, "endMs": at + 5 * MINUTE, "decided": at < NOW + 10 * MINUTE}
            for at in range(first, until, 5 * MINUTE) for position in range(1, positions + 1)]  # fmt: skip
    return {"store": "main", "title": "Main", "currency": "coins", "offsetMs": INDIA, "askedAtMs": NOW, "fromMs": start, "untilMs": until,
            "keptFromMs": NOW - 24 * HOUR, "decidedUntilMs": NOW + 10 * MINUTE, "listings": made if listings is None else listings, **other}  # fmt: skip


ASK = "GET /v1/admin/future/main"


@pytest.fixture
def plan(open_desk, fake):
    def open_plan(answer=future, path="", **options):
        desk = fake({ASK: answer, "GET /v1/admin/future/bazaar": lambda query, body: future(query, body, positions=45)})
        page = open_desk(f"{desk.address}/desk#plan{path}", **options)
        page.wait_for_selector(".timeline-row, .fault p")
        return page, desk

    return open_plan


def test_the_hour_around_now_is_shown_in_the_stores_time(plan):
    page, desk = plan()
    assert [entry[2] for entry in desk.requests(ASK)] == [{"from": "2026-11-22T12:16:00Z", "hours": "1"}]
    assert page.locator(".plan-caption").inner_text().startswith("Sunday, 22 November 2026, in the store’s time (UTC+05:30).")
    assert page.locator(".timeline-row").count() == 3
    assert page.locator(".timeline-tick").first.inner_text() == "17:50"
    assert page.get_by_label("Day").input_value() == "2026-11-22"
    block = page.locator(".timeline-row").nth(1).locator(".timeline-block").nth(2)
    assert block.get_attribute("aria-label") == "Item 5, 15 coins, 17:55:00 to 18:00:00, decided"
    assert page.get_by_role("gridcell", name="can still change").count() > 10


def test_the_now_line_stands_where_now_is(plan):
    page, _ = plan()
    line, row = page.locator(".timeline-now").bounding_box(), page.locator(".timeline-row .timeline-track").first.bounding_box()
    assert (line["x"] + 1 - row["x"]) / row["width"] == pytest.approx((NOW - 1_795_349_760_000) / HOUR, abs=0.01)
    page.get_by_role("button", name="Later ›").click()
    page.locator(".timeline-now").wait_for(state="hidden")


def test_a_planned_listing_is_marked(plan):
    planned = [{"position": 1, "item": "a", "name": "Anniversary", "set": "event", "price": 5, "startMs": NOW, "endMs": NOW + 9 * MINUTE,
                "decided": True, "planned": True}]  # fmt: skip
    page, _ = plan(lambda query, body: future(query, body, listings=planned))
    page.get_by_role("gridcell", name="Anniversary").click()
    assert page.get_by_role("gridcell", name="Anniversary").get_attribute("aria-label").endswith("planned, decided")
    text = page.get_by_role("region", name="Listing").inner_text()
    assert "Position 1, 17:56:08 to 18:05:08 (9 min), Sunday, 22 November 2026." in text and "Planned." in text


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
    assert desk.requests(ASK)[-1][2] == {"from": "2026-11-23T18:30:00Z", "hours": "24"}
    page.get_by_label("Store").select_option("bazaar")
    page.wait_for_function("() => location.hash === '#plan/bazaar/2026-11-23T18%3A30%3A00Z/24h'")
    page.reload()
    page.wait_for_selector(".timeline-row:nth-child(21)")
    assert page.get_by_label("Store").input_value() == "bazaar"
    assert page.get_by_role("button", name="1 day").get_attribute("aria-pressed") == "true"
    page.get_by_label("Positions").select_option("41 to 45")
    assert page.locator(".timeline-position").all_inner_texts()[-1].endswith("45")


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
    page, _ = plan(lambda query, body: problem(400, "bad_request", "This store's future can be asked for up to 2026-12-06T00:00:00Z."))
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


def test_a_listing_is_withdrawn_by_its_position_counted_from_zero(plan):
    page, desk = plan()
    desk.answers["POST /v1/admin/withdrawals"] = {"withdrawal": {}, "replayed": False}
    page.locator(".timeline-row").nth(2).locator(".timeline-block").nth(1).click()
    page.get_by_role("button", name="Withdraw this listing…").click()
    page.get_by_label("Reason").fill("a wrong price")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    page.wait_for_selector("dialog", state="detached")
    assert desk.requests("POST /v1/admin/withdrawals")[0][3] == {
        "store": "main", "position": 2, "startMs": 1_795_350_000_000, "reason": "a wrong price"}  # fmt: skip


def test_a_listing_that_can_still_change_can_not_be_withdrawn(plan):
    page, _ = plan()
    page.locator(".timeline-row").nth(2).locator(".timeline-block").last.click()
    assert "can still change" in page.locator(".listing").inner_text()
    assert page.get_by_role("button", name="Withdraw this listing…").count() == 0


def test_a_name_is_never_read_as_markup(plan):
    name = "<img src=x onerror=alert(1)>"
    listing = {"position": 1, "item": "a", "name": name, "set": name, "price": 5, "startMs": NOW, "endMs": NOW + 9 * MINUTE, "decided": True}
    page, _ = plan(lambda query, body: future(query, body, listings=[listing]))
    page.locator(".timeline-block").click()
    assert name in page.locator(".listing").inner_text()
    assert page.locator("main img").count() == 0


def test_the_calendar_fits_every_screen(plan, artefacts):
    for width, scheme in [(390, "light"), (768, "dark"), (1280, "light"), (1280, "dark")]:
        page, _ = plan(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.locator(".timeline-block").nth(3).click()
        assert_fits(page, width)
        page.screenshot(path=artefacts / f"desk-plan-{width}-{scheme}.png")
