"""A day's numbers as pictures, and as the tables beside them."""

import pytest
from desk_pages import assert_fits
from fake_desk import problem
from waiting import until

HOUR = 3_600_000
DAY = 1_795_305_600_000  # 2026-11-22T00:00:00Z
ASK = "GET /v1/admin/numbers"


def sale(hour, sold, currency="coins", **other):
    return {"atMs": DAY + hour * HOUR, "currency": currency, "sold": sold, "revenue": sold * 30, "refunds": 1, "refunded": 30,
            "revocations": 0, **other}  # fmt: skip


def numbers(query, _):
    sales = {
        "total": [sale(9, 40), sale(10, 120), sale(10, 3, "gems")],
        "item": [sale(0, 90, item="rocket"), sale(0, 70, item="<b>otter</b>"), sale(0, 3, "gems", item="crown")],
        "store": [sale(0, 160, store="main"), sale(0, 3, "gems", store="bazaar")],
    }[query["per"]]
    answer = {"fromMs": DAY, "toMs": DAY + 13 * HOUR, "closedUntilMs": DAY + 12 * HOUR, "sales": sales}
    if query["per"] == "total":
        answer["money"] = [
            {"atMs": DAY, "currency": "coins", "counterpart": "grants", "entries": 3, "given": 3000, "taken": 0}
        ]
        answer["players"] = [
            {"atMs": DAY + 9 * HOUR, "new": 12, "active": 30},
            {"atMs": DAY + 10 * HOUR, "new": 5, "active": 41},
        ]
    if query["per"] == "item":
        answer["editions"] = [{"item": "rocket", "copies": 500, "left": 410, "sold": 90}, {"item": "gone", "sold": 4}]
    return answer


@pytest.fixture
def open_numbers(open_desk, fake):
    def open_room(answer=numbers, path="", **options):
        desk = fake({ASK: answer})
        page = open_desk(f"{desk.address}/desk#numbers{path}", **options)
        page.wait_for_selector(".tiles div, .fault p")
        return page, desk

    return open_room


def tiles(page):
    return dict(
        zip(page.locator(".tiles dt").all_inner_texts(), page.locator(".tiles dd").all_inner_texts(), strict=True)
    )


def test_the_days_sums_are_those_of_the_answer(open_numbers):
    page, desk = open_numbers()
    assert tiles(page) == {"Sold": "160", "Revenue": "4,800 coins", "Refunds": "2 (60 coins)", "New players": "17",
                           "Busiest hour": "41 players", "Grants": "3,000 coins"}  # fmt: skip
    span = {"from": "2026-11-22", "to": "2026-11-23", "offset": "0"}
    assert [entry[2] for entry in sorted(desk.requests(ASK), key=lambda entry: entry[2]["per"])] == [
        {**span, "by": "day", "per": "item"}, {**span, "by": "day", "per": "store"}, {**span, "by": "hour", "per": "total"},
    ]  # fmt: skip
    assert "still being counted" in page.locator(".room-body [role=status]").inner_text()


def test_each_picture_has_a_table_with_the_same_numbers(open_numbers):
    page, _ = open_numbers()
    sold = page.get_by_role("figure").filter(has_text="Sold, by hour")
    heights = [float(bar.get_attribute("height")) for bar in sold.locator("rect").all()]
    assert len(heights) == 24 and heights[10] == pytest.approx(3 * heights[9]) and heights[11] == 0
    sold.get_by_text("As a table").click()
    assert sold.get_by_role("row").nth(11).inner_text().split() == ["10:00", "120"]
    ranking = page.get_by_role("figure").filter(has_text="Items that sold most")
    assert ranking.locator(".bars-label").all_text_contents() == ["rocket", "<b>otter</b>"]
    editions = page.get_by_role("figure").filter(has_text="Limited editions")
    assert editions.locator(".bars-value").all_text_contents() == ["410"]
    assert page.get_by_role("img").count() == page.get_by_role("figure").count()


def test_another_currency_shows_its_own_sales(open_numbers):
    page, desk = open_numbers()
    page.get_by_label("Currency").select_option("gems")
    assert tiles(page)["Revenue"] == "90 gems"
    assert len(desk.requests(ASK)) == 3


def test_items_have_their_names_and_their_ids_as_titles(open_desk, fake):
    items = [{"id": "rocket", "name": "Red Rocket", "set": "travel", "price": 15, "released": "2020-01-01"}]
    desk = fake({ASK: numbers, "GET /v1/admin/content/items": {"items": items}})
    page = open_desk(f"{desk.address}/desk#numbers")
    ranking = page.get_by_role("figure").filter(has_text="Items that sold most")
    label = ranking.locator(".bars-label").first
    assert label.evaluate("label => [label.firstChild.data, label.querySelector('title').textContent]") == [
        "Red Rocket",
        "rocket",
    ]
    ranking.get_by_text("As a table").click()
    assert ranking.get_by_role("rowheader", name="Red Rocket").get_attribute("title") == "rocket"
    # What the catalogue has no more keeps its id.
    assert ranking.locator(".bars-label").nth(1).text_content() == "<b>otter</b>"
    editions = page.get_by_role("figure").filter(has_text="Limited editions")
    assert editions.locator(".bars-label").first.evaluate("label => label.firstChild.data") == "Red Rocket"
    page.get_by_role("button", name="Day before").click()
    page.wait_for_function("() => location.hash === '#numbers/2026-11-21'")
    assert len(desk.requests("GET /v1/admin/content/items")) == 1


def test_what_is_still_counted_is_told_in_the_days_own_time(open_numbers):
    page, _ = open_numbers(timezone_id="America/Los_Angeles")
    assert "Times are in UTC−08:00" in page.locator(".room-body [role=status]").inner_text()
    assert (
        "nothing before 04:00:00 on Sunday, 22 November 2026 changes"
        in page.locator(".room-body [role=status]").inner_text()
    )


def test_days_are_turned_but_not_into_the_future(open_numbers):
    page, desk = open_numbers()
    assert page.get_by_role("button", name="Next day").is_disabled()
    page.get_by_role("button", name="Day before").click()
    page.wait_for_function("() => location.hash === '#numbers/2026-11-21'")
    assert until(page, lambda: desk.requests(ASK)[-1][2]["from"] == "2026-11-21")
    assert not page.get_by_role("button", name="Next day").is_disabled()
    page.get_by_role("button", name="Today").click()
    page.wait_for_function("() => location.hash === '#numbers/2026-11-22'")


def test_a_day_that_is_typed_counts_once_it_is_whole(open_numbers):
    page, desk = open_numbers()
    page.get_by_label("Day").focus()
    page.keyboard.type("11112026", delay=20)
    assert len(desk.requests(ASK)) == 3
    page.get_by_role("button", name="Day before").focus()
    page.wait_for_function("() => location.hash === '#numbers/2026-11-11'")
    assert until(page, lambda: len(desk.requests(ASK)) == 6)
    assert {entry[2]["from"] for entry in desk.requests(ASK)[3:]} == {"2026-11-11"}


def test_a_day_begins_at_this_browsers_midnight(open_numbers):
    page, desk = open_numbers(timezone_id="America/Los_Angeles")
    assert desk.requests(ASK)[-1][2]["offset"] == "-8"
    assert "UTC−08:00" in page.locator(".room-body [role=status]").inner_text()


def test_a_day_without_sales_says_so(open_numbers):
    page, _ = open_numbers(lambda query, body: {"fromMs": DAY, "toMs": DAY + HOUR, "sales": []})
    assert page.locator(".room-body [role=status]").inner_text().startswith("Nothing was sold on this day.")
    assert tiles(page)["Refunds"] == "0 (0)"
    assert page.get_by_role("figure").count() == 0


def test_what_is_not_counted_yet_is_told(open_numbers):
    page, _ = open_numbers(lambda query, body: problem(503, "unavailable", "Older hours are still being counted."))
    assert "still being counted" in page.locator(".fault").inner_text()


def test_the_pictures_fit_every_screen(open_numbers, artefacts):
    for width, scheme in [(390, "dark"), (768, "light"), (1280, "light")]:
        page, _ = open_numbers(viewport={"width": width, "height": 900}, color_scheme=scheme)
        assert_fits(page, width)
        page.screenshot(path=artefacts / f"desk-numbers-{width}-{scheme}.png", full_page=True)
