"""The page on which two people play noughts and crosses: invitations, links, cut networks, and what comes at once."""

import meeting_place
import pages
import pytest
from meeting_place import CUT, Meeting
from waiting import PATIENCE_MS, until

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@pytest.fixture
def meeting():
    return Meeting()


@pytest.fixture
def address(meeting):
    server, address = meeting_place.serve(meeting)
    yield address
    meeting.cut_streams()
    server.shutdown()


@pytest.fixture
def visit(browser, address):
    """Opens the page in a browser of its own, and fails the test on any error that it logs but those of the network."""
    contexts, errors = [], []

    def open_page(path="/invitations.html", beside=None, waits=True, **options):
        context = beside.context if beside else browser.new_context(**{"viewport": {"width": 1280, "height": 860}, **options})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: line.type == "error" and "Failed to load resource" not in line.text and "net::" not in line.text and errors.append(line.text))
        page.goto(path if path.startswith("http") else address + path)
        if waits:
            page.wait_for_selector("main:not([hidden])")
            page.wait_for_function("() => document.querySelector('.code').textContent !== ''")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors


def says(page, selector, words):
    page.wait_for_function("([selector, words]) => document.querySelector(selector).textContent.includes(words)", arg=[selector, words])


def marks(page):
    return page.evaluate("[...document.querySelectorAll('.square')].map(({ dataset }) => dataset.sign || '-').join('')")


def shows(page, board):
    page.wait_for_function("(board) => [...document.querySelectorAll('.square')].map(({ dataset }) => dataset.sign || '-').join('') === board", arg=board)


def play(page, square):
    page.locator(".square").nth(square).click()


def new_match(page):
    page.click(".new-match")
    page.wait_for_selector(".new-match:not([aria-disabled])")


def made_link(page):
    new_match(page)
    page.click(".make-link")
    page.wait_for_selector(".link:not([hidden])")
    return page.input_value(".link-address")


def joined(visit):
    """Two people with a match, of whom the first has the crosses."""
    one = visit()
    other = visit(made_link(one))
    other.click(".dialog-yes")
    says(one, ".turn", "Your turn")
    says(other, ".turn", "Your friend’s turn")
    return one, other


def invited(one, other):
    new_match(one)
    one.fill(".code-input", other.inner_text(".code"))
    one.click(".by-code button")
    says(one, ".news", "The invitation is sent.")


def test_a_link_is_looked_at_and_joins_only_on_a_button(visit, meeting):
    one = visit()
    link = made_link(one)
    assert "#join=" in link and not any(link["secret"] in path for link in meeting.links.values() for _, path, _ in meeting.asked)
    other = visit(link)
    says(other, ".dialog-text", "A match for 2; 1 place is free.")
    assert not any(path == "player/links" for _, path, _ in meeting.asked)
    other.click(".dialog-later")
    other.wait_for_selector("dialog:not([open])", state="attached")
    assert other.locator(".received .entry").all_text_contents() == ["A link that you have opened.Look at it"]
    other.locator(".received button").click()
    other.wait_for_selector("dialog[open] .dialog-yes:not([hidden])")
    other.click(".dialog-yes")
    says(one, ".turn", "Your turn, you have the crosses.")
    says(other, ".turn", "Your friend’s turn, you have the noughts.")
    assert "join=" not in other.url and other.locator(".received .entry").count() == 0


@pytest.mark.parametrize("state, words", [
    ("full", "All places of the match are taken."), ("expired", "good for a time only"), ("inviter_gone", "has ended it, or has left the match"), ("closed", "is closed"),
])  # fmt: skip
def test_a_link_that_joins_nothing_says_why(visit, meeting, state, words):
    link = made_link(visit())
    look = meeting.look
    meeting.look = lambda secret: {**look(secret), "state": state}
    other = visit(link)
    says(other, ".dialog-text", words)
    assert other.locator(".dialog-yes").is_hidden()
    other.click(".dialog-no")
    other.wait_for_selector("dialog:not([open])", state="attached")
    assert "join=" not in other.url


def test_a_link_that_was_ended_or_mistyped_says_so(visit):
    one = visit()
    link = made_link(one)
    one.click(".end-link")
    one.click(".end-link")
    says(one, ".news", "The link has ended.")
    says(visit(link), ".dialog-text", "Who made this link has ended it")
    says(visit(link[:-22] + "A" * 22), ".dialog-text", "This link leads nowhere")


def test_a_game_is_played_to_its_end_and_again(visit):
    one, other = joined(visit)
    for number, square in enumerate((4, 0, 2, 1, 6)):
        mover, watcher = (one, other) if number % 2 == 0 else (other, one)
        play(mover, square)
        watcher.wait_for_function("(square) => document.querySelectorAll('.square')[square].dataset.sign !== ''", arg=square)
    says(one, ".turn", "You have won!")
    says(other, ".turn", "Your friend has won.")
    assert marks(other) == "OOX-X-X--" and one.locator(".is-won").count() == 3
    other.click(".again")
    says(other, ".turn", "Your turn, you have the crosses.")
    shows(one, "---------")
    # It isn't their turn, though they press.
    one.locator(".square").nth(3).dispatch_event("click")
    play(other, 8)
    shows(one, "--------X")


def test_a_square_is_reached_and_played_by_keys(visit):
    one, other = joined(visit)
    one.locator(".square").first.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowDown", "Enter"):
        one.keyboard.press(key)
    shows(other, "---X-----")
    assert one.evaluate("document.activeElement.getAttribute('aria-label')") == "row 2, column 1, cross"


def test_of_two_moves_at_once_the_second_is_told_and_shown_the_first(visit, meeting):
    one, _ = joined(visit)
    beside = visit(one.url, beside=one)
    # The first window doesn't hear of the move in the second.
    one.route("**/v1/player/matches/*", lambda route: route.abort() if route.request.method == "GET" else route.continue_())
    play(beside, 0)
    shows(beside, "X--------")
    assert marks(one) == "---------"
    play(one, 8)
    says(one, ".news", "Another move came first.")
    one.unroute("**/v1/player/matches/*")
    one.evaluate("dispatchEvent(new Event('online'))")
    shows(one, "X--------")
    assert len(meeting.matches) == 1


def test_a_move_in_a_cut_network_is_shown_as_under_way_and_made_once(visit, meeting):
    one, other = joined(visit)
    one.context.set_offline(True)
    play(one, 4)
    says(one, ".connection", "Not done yet: The server can't be reached. It is tried again by itself.")
    says(one, ".turn", "Your move is on its way.")
    assert one.locator(".is-pending").count() == 1 and marks(other) == "---------"
    one.context.set_offline(False)
    says(one, ".turn", "Your friend’s turn")
    shows(other, "----X----")
    assert one.inner_text(".connection") == "" and [match["version"] for match in meeting.matches.values()] == [1]


def test_a_lost_answer_makes_no_second_match_and_no_second_invitation(visit, meeting):
    one, other = visit(), visit()
    meeting.troubles["POST", "player/matches"] = [CUT]
    meeting.troubles["POST", "player/matches/*/invitations"] = [CUT, "unavailable"]
    invited(one, other)
    assert len(meeting.matches) == 1 and len(meeting.invitations) == 1


def test_a_reload_brings_everything_back_from_the_server(visit, meeting):
    one, other = joined(visit)
    play(one, 4)
    shows(other, "----X----")
    invited(one, other)
    other.wait_for_selector("dialog[open]")
    other.click(".dialog-later")
    one.reload()
    one.wait_for_selector("main:not([hidden])")
    assert one.locator(".matches button").count() == 2
    one.locator(".matches button").last.click()
    shows(one, "----X----")
    says(one, ".sent", "Sent at")
    other.reload()
    shows(other, "----X----")
    says(other, ".received", "A match for 2; 1 place is free.")
    # It was put off, so it isn't brought to the screen again.
    assert other.locator("dialog").evaluate("({ open }) => open") is False


def test_an_invitation_comes_to_the_screen_and_is_accepted(visit):
    one, other = visit(), visit()
    invited(one, other)
    other.wait_for_selector("dialog[open]")
    assert other.inner_text("#dialog-title") == "You are invited"
    other.click(".dialog-yes")
    says(one, ".turn", "Your turn")
    says(one, ".sent", "Accepted.")
    says(other, ".received", "Accepted.")
    assert other.evaluate("document.activeElement.id") == "match-title"


def test_an_invitation_that_comes_while_another_is_on_screen_takes_its_place_and_none_is_lost(visit):
    one, two, other = visit(), visit(), visit()
    invited(one, other)
    other.wait_for_selector("dialog[open]")
    first = other.inner_text(".dialog-text")
    invited(two, other)
    says(other, ".news", "A newer invitation has come. The one before waits in your inbox.")
    other.wait_for_selector("dialog[open]")
    assert first and other.locator(".received .entry").count() == 2
    other.click(".dialog-yes")
    says(two, ".turn", "Your turn")
    says(other, ".received", "Accepted.")
    other.locator(".received button", has_text="Accept").click()
    says(one, ".turn", "Your turn")
    assert other.locator(".matches button").count() == 2


def test_an_invitation_takes_the_place_of_a_link_on_screen_which_waits_in_the_inbox(visit):
    one, two = visit(), visit()
    other = visit(made_link(one))
    other.wait_for_selector("dialog[open]")
    invited(two, other)
    says(other, "#dialog-title", "You are invited")
    other.click(".dialog-no")
    says(two, ".sent", "Declined.")
    other.locator(".received button", has_text="Look at it").click()
    other.wait_for_selector("dialog[open] .dialog-yes:not([hidden])")
    other.click(".dialog-yes")
    says(one, ".turn", "Your turn")


def test_what_is_taken_back_leaves_the_screen_and_the_inbox_says_why(visit):
    one, other = visit(), visit()
    invited(one, other)
    other.wait_for_selector("dialog[open]")
    one.locator(".sent button").click()
    other.wait_for_selector("dialog:not([open])", state="attached")
    says(other, ".received", "Taken back.")
    says(other, ".news", "An invitation is no longer open.")


def test_an_invitation_that_comes_while_the_page_is_hidden_waits_for_it(visit):
    one, other = visit(), visit()
    other.evaluate("""() => {
        window.state = "hidden";
        Object.defineProperty(document, "visibilityState", { get: () => window.state });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    invited(one, other)
    other.wait_for_selector(".received .entry")
    assert other.locator("dialog").evaluate("({ open }) => open") is False
    other.evaluate("() => { window.state = 'visible'; document.dispatchEvent(new Event('visibilitychange')); }")
    other.wait_for_selector("dialog[open]")


REFUSALS = {
    "match_full": "All places of this match are taken.", "match_closed": "This match is closed.", "inviter_gone": "Who invited you has left the match",
    "invitation_superseded": "A newer invitation has taken the place", "invitation_expired": "good for a time only",
    "not_found": "This is no longer there.", "too_many": "The server says too_many.",
}  # fmt: skip


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_is_told_in_words_in_the_dialog_and_beside_the_inbox(visit, meeting, code):
    one, other = visit(), visit()
    invited(one, other)
    other.wait_for_selector("dialog[open]")
    meeting.troubles["POST", "player/invitations/*/accept"] = [code, code]
    other.click(".dialog-yes")
    says(other, ".dialog-said", REFUSALS[code])
    other.keyboard.press("Escape")
    other.locator(".received button", has_text="Accept").click()
    says(other, ".news", REFUSALS[code])


def test_a_mistyped_code_and_the_own_one_are_told(visit):
    one = visit()
    new_match(one)
    one.fill(".code-input", one.inner_text(".code").lower().replace("-", " "))
    one.click(".by-code button")
    says(one, ".news", "This is your own code.")
    one.fill(".code-input", "7ZK4")
    one.click(".by-code button")
    says(one, ".news", "This code is mistyped.")


def test_who_is_blocked_invites_in_vain_and_can_be_unblocked(visit, meeting):
    one, other = visit(), visit()
    invited(one, other)
    other.wait_for_selector("dialog[open]")
    other.click(".dialog-block")
    says(other, ".blocks", "Somebody, blocked at")
    says(other, ".news", "Who sent this can’t invite you any more.")
    invited(one, other)
    # Both look as if they were still to be answered.
    one.wait_for_function("() => document.querySelectorAll('.sent .entry').length === 2 && document.querySelectorAll('.sent button').length === 2")
    assert other.locator(".received .entry").count() == 0 and not other.locator("dialog").evaluate("({ open }) => open")
    other.locator(".blocks button").click()
    assert until(other, lambda: meeting.blocks == {})
    other.wait_for_selector(".blocks-card", state="hidden")


def test_a_friend_code_is_copied_and_renewed_after_a_question(visit, meeting):
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    code = page.inner_text(".code")
    page.click(".copy-code")
    says(page, ".news", "The code is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == code
    page.click(".renew-code")
    assert page.inner_text(".renew-code") == "End the old code?" and page.inner_text(".code") == code
    page.click(".renew-code")
    page.wait_for_function("(code) => document.querySelector('.code').textContent !== code", arg=code)


def test_who_leaves_makes_room_and_the_same_friend_is_invited_again(visit):
    one, other = joined(visit)
    other.click(".leave")
    other.click(".leave")
    says(other, ".news", "You have left the match.")
    says(one, ".turn", "Your friend has left the match.")
    assert one.locator(".invite").is_visible()
    one.click(".with-same")
    says(one, ".news", "Your friend is invited to the new match.")
    other.wait_for_selector("dialog[open]")
    other.click(".dialog-yes")
    says(one, ".turn", "Your turn")


def test_a_second_player_of_the_browser_is_kept_apart(visit, meeting):
    one = visit()
    made_link(one)
    second = visit(one.get_attribute(".as-second", "href"), beside=one)
    assert second.inner_text(".who") == "Player 1002, number 2 in this browser"
    second.click(".dialog-yes")
    says(one, ".turn", "Your turn")
    second.reload()
    second.wait_for_selector("main:not([hidden])")
    assert len(meeting.players) == 2


def test_without_invitations_on_the_server_the_page_says_so(visit, meeting):
    meeting.has_invitations = False
    page = visit(waits=False)
    says(page, ".notice[role=alert]", "This server has no invitations.")
    assert page.locator("main").is_hidden()


def test_a_stream_that_is_gone_is_told_and_found_again(visit, meeting):
    one, other = joined(visit)
    meeting.is_down = True
    meeting.cut_streams()
    says(other, ".connection", "News don’t come at the moment")
    meeting.is_down = False
    play(one, 4)
    shows(other, "----X----")
    assert until(other, lambda: other.inner_text(".connection") == "")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_a_narrow_telephone_in_both_schemes(visit, artefacts, scheme):
    one, other = visit(color_scheme=scheme, **PHONE), visit()
    link = made_link(one)
    narrow = visit(link, color_scheme=scheme, **PHONE)
    narrow.wait_for_selector("dialog[open]")
    says(narrow, ".dialog-text", "A match for 2")
    narrow.screenshot(path=artefacts / f"invitations-dialog-{scheme}.png")
    for page in (one, narrow):
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        small = "[...document.querySelectorAll('button, input')].filter((one) => one.offsetParent && one.offsetHeight < 44).map(({ className }) => className)"
        assert page.evaluate(small) == []
    narrow.click(".dialog-yes")
    invited(other, one)
    one.wait_for_selector("dialog[open]")
    one.click(".dialog-later")
    play(one, 4)
    shows(narrow, "----X----")
    play(narrow, 0)
    shows(one, "O---X----")
    one.screenshot(path=artefacts / f"invitations-phone-{scheme}.png", full_page=True)
    assert one.evaluate("document.documentElement.scrollWidth") == 360
    backgrounds = one.evaluate("getComputedStyle(document.body).backgroundColor")
    assert backgrounds == {"light": "rgb(246, 244, 241)", "dark": "rgb(20, 19, 26)"}[scheme]


RULES = """async (cases) => {
    const m = await import("/invitations-page/noughts.js");
    const game = (moves) => moves.reduce((so, move) => so && m.played(so, move), { round: 1, moves: [] });
    return cases.map((moves) => { const so = game(moves); return so && [m.squares(so).map((sign) => sign ?? "-").join(""), m.turn(so), m.outcome(so)?.winner]; });
}"""


def test_the_rules(visit):
    page = visit()
    assert page.evaluate(RULES, [[], [4, 0], [4, 4], [9], [0, 3, 1, 4, 2], [0, 3, 1, 4, 2, 5], [0, 1, 2, 4, 3, 5, 7, 6, 8]]) == [
        ["---------", "X", None], ["O---X----", "X", None], None, None, ["XXXOO----", "O", "X"], None, ["XOXXOOOXX", "O", None],
    ]  # fmt: skip
    read = """async (texts) => { const m = await import("/invitations-page/noughts.js");
        return texts.map((text) => m.readGame(new TextEncoder().encode(text)) !== null); }"""
    good = '{"game":"noughts","version":1,"round":2,"moves":[4,0]}'
    bad = ["null", "{", good.replace("noughts", "chess"), good.replace('version":1', 'version":2'), good.replace("4,0", "4,4"), good.replace("[4,0]", "9"), good.replace("2,", '"2",')]
    assert page.evaluate(read, ["", good, *bad]) == [True, True, *[False] * len(bad)]


def test_nothing_of_the_page_is_inline():
    text = (pages.MODULES / "invitations.html").read_text()
    assert "style=" not in text and "onclick" not in text and text.count("<script") == 1
