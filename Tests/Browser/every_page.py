"""Each page that people use, with most of what it has on the screen, for tests of how all of them look."""

import json
import urllib.request

import meeting_place
import packs
import pages
import pytest
import test_desk_content
import test_desk_levels
import test_desk_numbers
import test_desk_plan
import test_levels_page
from desk_pages import NOW
from fake_desk import FakePacks
from meeting_place import Meeting
from test_desk_frame import use
from waiting import PATIENCE_MS

SHOP = ["storefront", "in-step", "purse", "history", "element", "levels", "invitations", "match"]
DESK = ["desk-sign-in", "desk-audit", "desk-plan", "desk-appearance", "desk-content", "desk-numbers", "desk-levels"]
NAMES = [*SHOP, *DESK]


@pytest.fixture
def open_any(browser, shelf, fake):
    """Opens a page by its name. With `text` the browser's letters are so many times as large; with `shop` it is
    another server's."""
    contexts, servers = [], []

    def new_page(options):
        options = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce", "locale": "en-GB",
                   "timezone_id": "UTC", **options}  # fmt: skip
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        return context.new_page()

    def open_page(name, text=1, shop=shelf, **options):
        page = new_page(options)
        if text != 1:
            page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text}})
        if name.startswith("desk-"):
            page.goto(fake(ANSWERS[name]).address + PATHS[name])
        elif name == "element":
            server, address = pages.serve({"/game": element(shop)})
            servers.append(server)
            page.goto(address + "/game")
        elif name == "levels":
            server, address = warehouse()
            servers.append(server)
            page.goto(address + test_levels_page.ADDRESS)
        elif name in ("invitations", "match"):
            server, address = meeting_place.serve(Meeting())
            servers.append(server)
            page.goto(address + "/invitations.html")
        else:
            page.goto(shop.address + "/#main")
        page.wait_for_selector(READY[name])
        if name in DEEDS:
            DEEDS[name](page, lambda: new_page(options))
        return page

    yield open_page
    for context in contexts:
        context.close()
    for server in servers:
        server.shutdown()


READY = {
    "storefront": "#panel-main .buy[data-buy=ready]",
    "in-step": "#panel-main .buy[data-buy=ready]",
    "purse": "#panel-main .buy[data-buy=ready]",
    "history": "#panel-main .buy[data-buy=ready]",
    "element": "shelf-store [part~=onSale]",
    "levels": ".entry",
    "invitations": "main:not([hidden])",
    "match": "main:not([hidden])",
    "desk-sign-in": ".sign-in:not([hidden])",
    "desk-audit": ".audit tbody tr",
    "desk-plan": ".timeline-row",
    "desk-appearance": ".planned-list li",
    "desk-content": ".versions tbody tr",
    "desk-numbers": ".tiles div",
    "desk-levels": ".levels-body > *",
}
PATHS = {
    "desk-sign-in": "/desk",
    "desk-audit": "/desk#audit",
    "desk-plan": "/desk#plan",
    "desk-appearance": "/desk#plan",
    "desk-content": "/desk#content",
    "desk-numbers": "/desk#numbers",
    "desk-levels": "/desk#levels",
}


def element(shelf):
    store = next(one for one in json.load(urllib.request.urlopen(shelf.address + "/v1/stores")) if one["id"] == "main")
    return (
        '<!doctype html><meta charset=utf-8><meta name=viewport content="width=device-width"><title>game</title>'
        "<style>:root { color-scheme: light dark }</style>"
        f'<script type=module src="{shelf.address}/shelf-store.js"></script>'
        f'<shelf-store server="{shelf.address}" store=main key="{store["publicKey"]}"></shelf-store>'
    ).encode()


def warehouse():
    channel = packs.Channel()
    channel.point_at(channel.release(test_levels_page.LEVELS), 1000)
    channel.files[f"/v1/pictures/{test_levels_page.NAME}/720.webp"] = test_levels_page.WEBP
    html = {"/levels.html": (pages.MODULES / "levels.html").read_bytes(), "/": test_levels_page.STOREFRONT}
    server, address, _ = packs.serve(channel, html)
    return server, address


def plan_answers():
    plan = test_desk_plan
    return {plan.ASK: plan.planned_future, f"GET {plan.PLAN}": plan.the_plan(plan.ROCKET, plan.OTTER),
            "GET /v1/admin/content/items": {"items": plan.ITEMS}, f"POST {plan.PLAN}/try": plan.trial,
            plan.VERSIONS: plan.in_force(7)}  # fmt: skip


def content_answers():
    content = test_desk_content
    return {content.VERSIONS: content.LIST, content.IN_FORCE: {"files": []}, content.TRY: content.TRIAL,
            "GET /v1/admin/withdrawals": {"withdrawals": []}, "GET /v1/admin/pauses": {"pauses": []},
            "GET /v1/admin/files": content.SPACE,
            **{f"GET /v1/admin/plan/{store}": {"appearances": []} for store in ("main", "bazaar")}}  # fmt: skip


ANSWERS = {
    "desk-sign-in": {"GET /desk/session": (401, {"code": "unauthorized"})},
    "desk-audit": {"GET /v1/admin/audit": {"uses": [use(number, reason="a long reason " * 8) for number in range(9)]}},
    "desk-plan": plan_answers(),
    "desk-appearance": plan_answers(),
    "desk-content": content_answers(),
    "desk-numbers": {test_desk_numbers.ASK: test_desk_numbers.numbers},
    "desk-levels": FakePacks(NOW, {"warehouse": test_desk_levels.warehouse()}, test_desk_levels.DIFFERENCE).answers,
}


def open_purse(page, _):
    page.locator("#panel-main .buy[data-buy=ready]").first.evaluate("(button) => button.click()")
    page.locator("#panel-main .buy[data-buy=bought]").first.wait_for()
    page.locator(".wallet").click()
    page.locator(".owned-tile").first.wait_for()


def open_history(page, new_page):
    open_purse(page, new_page)
    page.get_by_role("button", name="History").click()
    page.locator(".bought-row").first.wait_for()


def open_clock(page, _):
    page.locator(".badge").click()
    page.locator("dialog[open] dd").first.wait_for()


def play_a_level(page, _):
    page.locator(".board").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".entry-solved")


def make_a_link(page, _):
    page.click(".new-match")
    page.click(".make-link")
    page.wait_for_selector(".link:not([hidden])")


def win_a_match(page, new_page):
    make_a_link(page, new_page)
    other = new_page()
    other.goto(page.input_value(".link-address"))
    other.click(".dialog-yes")
    for number, square in enumerate([4, 0, 2, 8, 6]):
        mover = (page, other)[number % 2]
        mover.wait_for_function("() => document.querySelector('.turn').textContent.startsWith('Your turn')")
        mover.locator(".square").nth(square).click()
    page.wait_for_selector(".square.is-won")
    other.close()


def choose_a_listing(page, _):
    page.locator(".timeline-block").nth(1).click()
    page.locator(".listing h2").wait_for()


def change_an_appearance(page, _):
    page.locator(".planned-list li").nth(1).get_by_role("button", name="Change").click()
    page.locator("dialog .chip").first.wait_for()


DEEDS = {
    "in-step": open_clock,
    "purse": open_purse,
    "history": open_history,
    "levels": play_a_level,
    "invitations": make_a_link,
    "match": win_a_match,
    "desk-plan": choose_a_listing,
    "desk-appearance": change_an_appearance,
}
