"""The storefront of a server with invitations hears of grants by the player's stream, and asks for nothing meanwhile."""

import hashlib
import json
import urllib.request

import pytest
from shelf_process import ShelfProcess
from waiting import PATIENCE_MS, until

TOKEN = "a token of the game's server"
ADMINS = f"""
admin:
  tokens:
    - {{name: game, sha256: {hashlib.sha256(TOKEN.encode()).hexdigest()}, scopes: [wallets:write]}}
"""


@pytest.fixture(params=[True, False], ids=["with invitations", "without"])
def place(request, tmp_path):
    process = ShelfProcess(tmp_path)
    file = tmp_path / "shelflife.yaml"
    text = file.read_text()
    assert "\ninvitations: true\n" in text
    file.write_text(text.replace("\ninvitations: true\n", f"\ninvitations: {str(request.param).lower()}\n") + ADMINS)
    process.start()
    yield process, request.param
    process.stop()


@pytest.fixture
def page(browser, place):
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.clock.install()
    yield page
    context.close()


def test_a_grant_shows_at_once_and_nobody_asks_for_the_wallet_meanwhile(place, page):
    (process, has_invitations), asked, streams = place, [], []
    page.on("request", lambda request: request.url.endswith("/v1/player") and asked.append(request.url))
    page.on("response", lambda response: response.url.endswith("/v1/player/events") and streams.append(response))
    page.goto(f"{process.address}/#main")
    assert page.locator("a", has_text="Invite a friend").count() == has_invitations
    page.wait_for_function("() => document.querySelector('.wallet-amount').textContent !== '–'")
    if not has_invitations:
        assert page.evaluate("() => performance.getEntriesByType('resource').every(({ name }) => !name.includes('invitations'))")
        before = len(asked)
        page.clock.run_for(31_000)
        assert until(page, lambda: len(asked) >= before + 2), "without the stream the page asks again and again"
        return
    page.clock.run_for(16_000)
    assert until(page, lambda: streams), "at the second look the page listens"
    player, balance = number(page), amount(page)
    page.clock.run_for(1000)
    page.wait_for_timeout(1000)
    before = len(asked)
    # Without the stream it would be asked twice. A stream that is silent for 45 seconds is cut.
    page.clock.run_for(26_000)
    assert len(asked) == before
    grant(process, player, 1234)
    assert until(page, lambda: page.clock.run_for(500) or amount(page) == balance + 1234)
    assert len(asked) == before + 1


def test_the_pages_link_to_each_other_where_there_is_another(place, page):
    process, has_invitations = place
    page.goto(process.address)
    links, current = page.locator(".places a"), page.locator(".places [aria-current=page]")
    titles = links.all_text_contents()
    assert titles == (["Stores", "Invite a friend"] if has_invitations else [])
    if not has_invitations:
        return
    assert current.all_text_contents() == ["Stores"]
    links.last.click()
    page.wait_for_function("() => document.querySelector('.places [aria-current]')?.textContent === 'Invite a friend'")
    assert (links.all_text_contents(), current.count()) == (titles, 1)
    assert page.locator(".wordmark span").text_content() == "Shelflife sample"
    links.first.click()
    page.wait_for_selector("[data-item]")


def amount(page):
    return int(page.locator(".wallet-amount").text_content().replace(",", ""))


def number(page):
    return page.evaluate("""() => import("/shelf-invitations.js").then(async ({ Invitations }) => {
        const { player } = new Invitations(location.origin);
        await player.wallet();
        return player.id;
    })""")


def grant(process, player, amount):
    body = {"currency": "coins", "amount": amount, "kind": "grant", "reason": "a level"}
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", "Idempotency-Key": "level-1"}
    request = urllib.request.Request(
        f"{process.address}/v1/admin/players/{player}/postings", json.dumps(body).encode(), headers
    )
    assert urllib.request.urlopen(request).status == 200
