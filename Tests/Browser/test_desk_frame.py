"""The desk's frame: signing in and out, going from room to room, and what a page of another origin gets of it."""

import json
import re
import signal
import subprocess
import threading

import pytest
from desk_pages import NOW, assert_fits
from desk_shelf import DeskShelf, sign_in
from fake_desk import problem, session
from pages import serve
from shelf_process import BINARY
from waiting import until

# Dora looks in one test only: the same look within a minute is one row of the audit log.
TOKENS = {"anna": ["audit:read", "players:read"], "ralph": ["players:read"], "dora": ["audit:read"]}


@pytest.fixture(scope="module")
def shelf_with_desk(tmp_path_factory):
    process = DeskShelf(tmp_path_factory.mktemp("desk"), TOKENS)
    process.start()
    yield process
    process.stop()


def test_an_admin_signs_in_sees_the_log_and_signs_out(open_desk, shelf_with_desk):
    page = open_desk(shelf_with_desk.desk + "/desk")
    page.wait_for_selector("html[data-state=signed-out]")
    assert page.evaluate("document.activeElement.id") == "token"
    sign_in(page, shelf_with_desk.tokens["anna"])
    page.wait_for_selector(".audit tbody tr")
    assert page.get_by_role("link", name="Audit log").get_attribute("aria-current") == "page"
    assert page.title().startswith("Audit log – ") and page.title().endswith(" desk")
    assert page.evaluate("document.activeElement.textContent") == "Audit log"
    assert "Signed in to the desk" in page.locator(".audit tbody tr").first.inner_text()
    assert shelf_with_desk.tokens["anna"] not in page.content() + page.url
    cookie = page.context.cookies()[0]
    assert (cookie["name"], cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (
        "shelflife-desk",
        True,
        "Strict",
        "/",
    )
    page.reload()
    page.wait_for_selector(".audit tbody tr")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_selector("html[data-state=signed-out]")
    assert page.locator(".sign-in-why").inner_text() == "You have signed out."
    assert page.locator(".room").inner_text() == ""
    page.context.add_cookies([cookie])
    page.reload()
    page.wait_for_selector("html[data-state=signed-out]")


def test_a_token_that_is_not_known_is_refused_in_words(open_desk, shelf_with_desk):
    page = open_desk(shelf_with_desk.desk + "/desk")
    sign_in(page, "not-a-token")
    page.wait_for_function("() => document.querySelector('.sign-in-why').textContent.includes(\"isn't known\")")
    assert page.get_by_label("Admin token").input_value() == ""
    assert page.context.cookies() == []


def test_a_token_that_opens_no_room_says_so(open_desk, shelf_with_desk):
    page = open_desk(shelf_with_desk.desk + "/desk")
    sign_in(page, shelf_with_desk.tokens["ralph"])
    page.get_by_role("heading", name="Nothing to show").wait_for()
    assert page.locator(".rooms a").count() == 0


def test_signing_out_in_one_tab_signs_out_the_others(open_desk, shelf_with_desk):
    page = open_desk(shelf_with_desk.desk + "/desk")
    sign_in(page, shelf_with_desk.tokens["anna"])
    page.wait_for_selector(".audit tbody tr")
    other = page.context.new_page()
    other.goto(shelf_with_desk.desk + "/desk")
    other.wait_for_selector(".audit tbody tr")
    page.get_by_role("button", name="Sign out").click()
    other.wait_for_selector("html[data-state=signed-out]")
    assert other.locator(".room").inner_text() == ""


# What a script tries from a page that isn't the desk's: to read with the person's cookie, to write, to embed.
ATTACK = """async (desk) => {
    const told = {};
    const ask = async (name, path, options) => {
        try {
            const answer = await fetch(desk + path, { credentials: "include", ...options });
            told[name] = `${answer.type} ${answer.status} ${await answer.text()}`;
        } catch (error) {
            told[name] = error.name;
        }
    };
    for (const path of ["/desk", "/desk/session", "/v1/admin/audit", "/desk/desk.js"]) {
        await ask(`read ${path}`, path);
        await ask(`read blindly ${path}`, path, { mode: "no-cors" });
    }
    const body = JSON.stringify({ token: "x" });
    await ask("sign out", "/desk/sign-out", { method: "POST" });
    await ask("sign out blindly", "/desk/sign-out", { method: "POST", mode: "no-cors" });
    await ask("write", "/v1/admin/players/1/postings", { method: "POST", body, headers: { "X-CSRF-Token": "x", "Content-Type": "application/json" } });
    const loads = (tag, attribute, path) => new Promise((resolve) => {
        const element = document.createElement(tag);
        element.onload = () => resolve("loaded");
        element.onerror = () => resolve("refused");
        element[attribute] = desk + path;
        document.body.append(element);
    });
    told.script = await loads("script", "src", "/desk/desk.js");
    told.picture = await loads("img", "src", "/desk/frame/icon.svg");
    return told;
}"""


def test_a_script_on_the_storefronts_origin_gets_nothing_of_the_desk(open_desk, shelf_with_desk):
    page = open_desk(shelf_with_desk.desk + "/desk")
    sign_in(page, shelf_with_desk.tokens["dora"])
    page.wait_for_selector(".audit tbody tr")
    before = page.locator(".audit tbody tr").count()
    shop = page.context.new_page()
    shop.goto(shelf_with_desk.address + "/icons/star.svg")
    shop.goto(shelf_with_desk.address + "/")
    # The storefront's own policy lets its scripts ask nobody else. An attacker on this origin may have found a way
    # around.
    blank, address = serve({})
    for attacker in [shop, elsewhere(page, address)]:
        told = attacker.evaluate(ATTACK, shelf_with_desk.desk)
        assert all(value in ("TypeError", "refused", "opaque 0 ") for value in told.values()), told
    blank.shutdown()
    page.get_by_role("button", name="Refresh").click()
    page.wait_for_selector(".message:not(:empty)")
    # Nothing but this page's own looks was let through, and the session has survived every attempt to end it.
    assert page.locator(".audit tbody tr").count() == before + 1
    assert page.locator("html[data-state=signed-in]").count() == 1


def elsewhere(page, address):
    """A page on another port of the same host, with no policy of its own. Its cookies are the desk's."""
    attacker = page.context.new_page()
    attacker.goto(address)
    assert [cookie["name"] for cookie in page.context.cookies(address)] == ["shelflife-desk"]
    return attacker


def test_a_form_on_another_origin_changes_nothing(open_desk, shelf_with_desk):
    page = open_desk(shelf_with_desk.desk + "/desk")
    sign_in(page, shelf_with_desk.tokens["anna"])
    page.wait_for_selector(".audit tbody tr")
    form = f'<!doctype html><form method="post" action="{shelf_with_desk.desk}/desk/sign-out"><button>x</button></form>'
    blank, address = serve({"/form": form.encode()})
    attacker = page.context.new_page()
    attacker.goto(address + "/form")
    attacker.get_by_role("button").click()
    attacker.wait_for_url(shelf_with_desk.desk + "/desk/sign-out")
    assert json.loads(attacker.inner_text("body"))["code"] == "forbidden"
    blank.shutdown()
    page.reload()
    page.wait_for_selector(".audit tbody tr")


def test_no_page_can_show_the_desk_in_a_frame(browser, shelf_with_desk):
    blank, address = serve({"/frame": f'<!doctype html><iframe src="{shelf_with_desk.desk}/desk"></iframe>'.encode()})
    page = browser.new_page()
    refusals = []
    page.on("console", lambda line: refusals.append(line.text))
    page.goto(address + "/frame")
    assert until(page, lambda: any("frame-ancestors 'none'" in text for text in refusals)), refusals
    assert until(page, lambda: page.frames[1].url == "chrome-error://chromewebdata/"), page.frames[1].url
    page.close()
    blank.shutdown()


def test_a_link_from_elsewhere_opens_the_page(open_desk, shelf_with_desk):
    blank, address = serve({"/link": f'<!doctype html><a href="{shelf_with_desk.desk}/desk">the desk</a>'.encode()})
    page = open_desk("about:blank")
    page.goto(address.replace("127.0.0.1", "localhost") + "/link")
    page.get_by_role("link").click()
    page.wait_for_selector("html[data-state=signed-out]")
    blank.shutdown()


def test_the_demos_link_signs_in_once_and_leaves_the_address(open_desk, tmp_path):
    demo = subprocess.Popen(
        [BINARY, "demo", "--port", "0"], stdout=subprocess.PIPE, text=True, env={"TMPDIR": str(tmp_path)}
    )
    try:
        text = "".join(iter(lambda: demo.stdout.readline(), "Ctrl-C stops it.\n"))
        link = re.search(r"http://127\.0\.0\.1:\d+/desk#code=[\w-]{43}", text)[0]
        token = re.search(r"later with the token\s+([\w-]{43})", text)[1]
        page = open_desk(link)
        page.wait_for_selector("html[data-state=signed-in] .room h1")
        code = link.split("=")[1]
        assert code not in page.url
        assert page.evaluate("history.length") <= 2
        page.get_by_role("button", name="Sign out").click()
        page.wait_for_selector("html[data-state=signed-out]")
        page.go_back()
        page.goto("about:blank")
        page.goto(link)
        page.wait_for_function("() => document.querySelector('.sign-in-why').textContent.includes('link')")
        assert code not in page.url
        sign_in(page, token)
        page.wait_for_selector("html[data-state=signed-in] .room h1")
    finally:
        demo.send_signal(signal.SIGTERM)
        demo.wait(30)


# What the real server can't be brought to in a moment is played by another in its place.


def use(number, **other):
    what = other.get("what", "GET /v1/admin/audit")
    return {"use": number, "at": NOW - number * 1000, "by": "anna", "what": what, "route": what, "status": 200, **other}


def test_a_server_that_is_gone_is_told_of_until_it_is_back(open_desk, fake):
    desk = fake({"GET /v1/admin/audit": {"uses": [use(1)]}})
    page = open_desk(desk.address + "/desk#audit")
    page.wait_for_selector(".audit tbody tr")
    page.context.set_offline(True)
    page.get_by_role("button", name="Refresh").click()
    notice = page.get_by_role("alert").filter(has_text="can’t reach its server")
    notice.wait_for()
    assert page.locator(".audit tbody tr").count() == 1
    page.context.set_offline(False)
    notice.wait_for(state="hidden")


def test_a_session_that_ends_takes_what_was_shown_with_it(open_desk, fake):
    answers = {"ended": False}
    log = lambda query, body: (
        problem(401, "unauthorized", "Signed out.") if answers["ended"] else {"uses": [use(1)]}
    )  # noqa: E731
    desk = fake({"GET /v1/admin/audit": log, "POST /desk/sign-in": session(NOW)})
    page = open_desk(desk.address + "/desk#audit")
    page.wait_for_selector(".audit tbody tr")
    answers["ended"] = True
    page.get_by_role("button", name="Refresh").click()
    page.wait_for_selector("html[data-state=signed-out]")
    assert "has ended" in page.locator(".sign-in-why").inner_text()
    assert page.locator(".room").inner_text() == ""
    answers["ended"] = False
    sign_in(page, "token")
    page.wait_for_selector(".audit tbody tr")
    assert page.url.endswith("#audit")


def test_a_screen_that_is_left_alone_goes_blank_by_itself(open_desk, fake):
    desk = fake({"GET /desk/session": session(NOW), "GET /v1/admin/audit": {"uses": [use(1)]}})
    page = open_desk(desk.address + "/desk#audit", has_own_time=True)
    page.wait_for_selector(".audit tbody tr")
    page.clock.fast_forward("29:00")
    assert page.locator(".audit tbody tr").count() == 1
    page.clock.fast_forward("01:01")
    page.wait_for_selector("html[data-state=signed-out]")
    assert page.locator(".room").inner_text() == ""


@pytest.mark.parametrize("scopes, rooms", [
    (["audit:read"], ["Audit log"]), (["future:read", "content:read", "numbers:read"], ["Plan", "Content", "Levels", "Numbers"]), (["players:read"], []),
])  # fmt: skip
def test_the_navigation_shows_the_rooms_that_the_token_opens(open_desk, fake, scopes, rooms):
    nothing = problem(503, "unavailable", "Not now.")
    desk = fake(
        {
            "GET /desk/session": session(NOW, scopes),
            **{
                f"GET /v1/admin/{path}": nothing
                for path in ["future/main", "content/versions", "withdrawals", "numbers"]
            },
        }
    )
    page = open_desk(desk.address + "/desk#audit")
    page.wait_for_selector(".room h1")
    assert page.locator(".rooms a").all_inner_texts() == rooms
    assert [link.inner_text() for link in page.locator(".rooms a[aria-current=page]").all()] == rooms[:1]


def test_an_address_that_names_no_room_is_told_and_so_is_one_that_the_token_does_not_open(open_desk, fake):
    desk = fake({"GET /desk/session": session(NOW, ["audit:read"])})
    page = open_desk(desk.address + "/desk#attic/<b>")
    note = page.locator(".room-note")
    page.get_by_text("The desk has no room “attic”, which the address names. This is Audit log.").wait_for()
    page.evaluate("location.hash = '#numbers'")
    page.get_by_text("Your token doesn’t open the room Numbers. This is Audit log.").wait_for()
    page.evaluate("location.hash = '#audit'")
    page.wait_for_function("() => document.querySelector('.room-note').textContent === ''")
    page.goto(desk.address + "/desk")
    page.wait_for_selector(".room h1")
    assert note.inner_text() == ""


def test_the_log_is_narrowed_to_a_name_and_a_deed(open_desk, fake):
    uses = [
        use(4, by="ben"),
        use(3, by="anna"),
        use(2, by="ben", what="POST /v1/admin/withdrawals", reason="A wrong price"),
    ]
    pages_of_log = {
        None: {"uses": uses, "next": 2},
        "2": {"uses": [use(1, by="ben", what="POST /v1/admin/withdrawals"), use(0, by="anna")]},
    }
    desk = fake({"GET /v1/admin/audit": lambda query, body: pages_of_log[query.get("before")]})
    page = open_desk(desk.address + "/desk#audit")
    rows = page.locator(".audit tbody tr:visible")
    page.wait_for_selector(".audit tbody tr")
    page.get_by_label("Show only").fill("BEN  withdrew")
    page.get_by_text("1 of the 3 uses that are loaded. Show older loads more of them.").wait_for()
    assert rows.count() == 1 and "A wrong price" in rows.first.inner_text()
    page.get_by_role("button", name="Show older").click()
    page.get_by_text("2 of the 5 uses that are loaded.").wait_for()
    assert rows.count() == 2 and rows.nth(1).evaluate("row => row === document.activeElement")
    page.get_by_label("Show only").fill("")
    assert rows.count() == 5


@pytest.mark.parametrize("zone, told", [("UTC", "time zone, UTC."), ("Asia/Kolkata", "(now UTC+05:30).")])
def test_the_log_says_once_whose_time_it_tells(open_desk, fake, zone, told):
    desk = fake({})
    page = open_desk(desk.address + "/desk#audit", timezone_id=zone)
    page.get_by_text("Times are in this browser’s time zone").wait_for()
    assert page.get_by_text("Times are in").inner_text().endswith(told)


def test_older_uses_are_shown_on_demand(open_desk, fake):
    pages_of_log = {None: {"uses": [use(1), use(2, status=403)], "next": 2}, "2": {"uses": [use(3, by="<b>x</b>")]}}
    desk = fake({"GET /v1/admin/audit": lambda query, body: pages_of_log[query.get("before")]})
    page = open_desk(desk.address + "/desk#audit")
    page.locator(".audit tbody tr").nth(1).get_by_text("Refused (403)").wait_for()
    page.get_by_role("button", name="Show older").click()
    page.wait_for_selector(".audit tbody tr:nth-child(3)")
    assert "<b>x</b>" in page.locator(".audit tbody tr").nth(2).inner_text()
    assert page.evaluate("document.activeElement === document.querySelector('.audit tbody tr:nth-child(3)')")
    assert page.get_by_role("button", name="Show older").count() == 0


def test_a_fault_of_a_room_is_told_and_can_be_tried_again(open_desk, fake):
    answers = [problem(503, "unavailable", "Nothing was done; send it again."), {"uses": [use(1)]}]
    desk = fake({"GET /v1/admin/audit": lambda query, body: answers.pop(0)})
    page = open_desk(desk.address + "/desk#audit")
    page.get_by_role("alert").filter(has_text="Nothing was done").wait_for()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector(".audit tbody tr")
    assert page.locator(".fault").inner_text() == ""


REFUSED = problem(503, "unavailable", "Nothing was done; send it again.")


def test_a_fault_is_told_in_its_room_until_it_is_closed_or_the_next_thing_is_done(open_desk, fake):
    answers = {"older": REFUSED}
    log = lambda query, body: answers["older"] if "before" in query else {"uses": [use(1)], "next": 1}  # noqa: E731
    desk = fake({"GET /v1/admin/audit": log, "GET /v1/admin/packs": {"packs": []}})
    page = open_desk(desk.address + "/desk#audit")
    fault = page.locator(".message").get_by_text("Nothing was done")
    older = page.get_by_role("button", name="Show older")
    older.click()
    fault.wait_for()
    page.locator(".message").get_by_role("button", name="Close").click()
    fault.wait_for(state="detached")
    older.click()
    fault.wait_for()
    page.get_by_role("link", name="Levels").click()
    page.get_by_text("There are no packs of levels yet.").wait_for()
    assert fault.count() == 0, "it belongs to the audit log"
    page.get_by_role("link", name="Audit log").click()
    older.click()
    fault.wait_for()
    answers["older"] = {"uses": [use(2)]}
    older.click()
    page.wait_for_selector(".audit tbody tr:nth-child(2)")
    assert fault.count() == 0


def test_a_fault_that_comes_late_is_told_in_no_other_room(open_desk, fake):
    late = threading.Event()
    log = lambda query, body: late.wait(60) and REFUSED if "before" in query else {"uses": [use(1)], "next": 1}  # noqa: E731
    desk = fake({"GET /v1/admin/audit": log, "GET /v1/admin/packs": {"packs": []}})
    page = open_desk(desk.address + "/desk#audit")
    page.get_by_role("button", name="Show older").click()
    page.get_by_role("link", name="Levels").click()
    page.get_by_text("There are no packs of levels yet.").wait_for()
    with page.expect_response("**/audit?before=*"):
        late.set()
    page.wait_for_timeout(300)
    assert page.get_by_text("Nothing was done").count() == 0


def test_what_takes_longer_than_a_second_is_named_and_can_be_stopped(open_desk, fake):
    late = threading.Event()
    desk = fake({"GET /v1/admin/audit": lambda query, body: late.wait(60) and {"uses": [use(1)]}})
    page = open_desk(desk.address + "/desk#audit")
    page.get_by_text("Waiting for the audit log.").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.locator(".fault").get_by_text("You have stopped waiting.").wait_for()
    assert page.locator(".waits").count() == 0 and not page.get_by_text("can’t reach its server").is_visible()
    late.set()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector(".audit tbody tr")
    assert page.locator(".fault").inner_text() == ""


def test_a_server_that_is_too_busy_is_asked_again_and_one_that_is_asked_too_often_is_not(open_desk, fake):
    busy = problem(429, "rate_limited", "A few such requests are worked on; ask again in 2 s.", title="Busy")
    often = problem(429, "rate_limited", "Ask again in 120 s.", title="Too many requests")
    answers = [busy, {"uses": [use(1)]}]
    desk = fake({"GET /v1/admin/audit": lambda query, body: answers.pop(0), "POST /desk/sign-in": often,
                 "POST /desk/sign-out": {}})  # fmt: skip
    page = open_desk(desk.address + "/desk#audit")
    page.wait_for_selector(".audit tbody tr")
    assert len(desk.requests("GET /v1/admin/audit")) == 2
    page.get_by_role("button", name="Sign out").click()
    sign_in(page, "token")
    page.get_by_text("This was asked for too often. Try again in 120 s.").wait_for()
    assert len(desk.requests("POST /desk/sign-in")) == 1


def test_the_keyboard_alone_reaches_everything(open_desk, fake):
    desk = fake({})
    page = open_desk(desk.address + "/desk#audit")
    page.wait_for_selector(".room h1")
    page.evaluate("document.activeElement.blur()")
    names = []
    for _ in range(12):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.textContent.trim()"))
    assert names[0] == "Skip to the content"
    assert {"Audit log", "Sign out", "Refresh"} <= set(names)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "MAIN"


def test_the_frame_fits_every_screen(open_desk, fake, artefacts):
    desk = fake({"GET /v1/admin/audit": {"uses": [use(number, reason="a long reason " * 8) for number in range(9)]}})
    for width, scheme in [(320, "light"), (390, "dark"), (768, "dark"), (1100, "light"), (1600, "light")]:
        page = open_desk(desk.address + "/desk#audit", viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.wait_for_selector(".audit tbody tr")
        assert_fits(page, width)
        link = page.locator(".rooms a[aria-current]").bounding_box()
        assert link["x"] >= 0 and link["x"] + link["width"] <= width
        page.screenshot(path=artefacts / f"desk-{width}-{scheme}.png")
