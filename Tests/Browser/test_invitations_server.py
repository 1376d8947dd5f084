"""Two people meet on the page of invitations, on a real server."""

import pytest
from test_invitations_page import invited, joined, made_link, marks, new_match, play, says, shows, visit  # noqa: F401


@pytest.fixture
def address(shelf):
    return shelf.address


def test_two_people_meet_by_a_link_play_reload_and_part(visit):  # noqa: F811
    one, other = joined(visit)
    play(one, 4)
    shows(other, "----X----")
    other.context.set_offline(True)
    play(other, 0)
    says(other, ".turn", "Your move is on its way.")
    other.context.set_offline(False)
    shows(one, "O---X----")
    for page in (one, other):
        page.reload()
        shows(page, "O---X----")
    for number, square in enumerate((2, 1, 6)):
        mover, watcher = (one, other) if number % 2 == 0 else (other, one)
        says(mover, ".turn", "Your turn")
        play(mover, square)
        watcher.wait_for_function("(square) => document.querySelectorAll('.square')[square].dataset.sign !== ''", arg=square)
    says(one, ".turn", "You have won!")
    says(other, ".turn", "Your friend has won.")
    other.click(".again")
    shows(one, "---------")
    other.click(".leave")
    other.click(".leave")
    says(one, ".turn", "Your friend has left the match.")


def test_invitations_come_while_others_are_on_screen_and_are_answered(visit):  # noqa: F811
    one, two, other = visit(), visit(), visit()
    invited(one, other)
    other.wait_for_selector("dialog[open]")
    invited(two, other)
    says(other, ".news", "A newer invitation has come.")
    other.wait_for_selector("dialog[open]")
    other.click(".dialog-yes")
    says(two, ".turn", "Your turn")
    says(other, ".received", "Accepted.")
    other.locator(".received button", has_text="Accept").click()
    says(one, ".turn", "Your turn")
    says(one, ".sent", "Accepted.")
    invited(one, other)
    says(other, "#dialog-title", "You are invited")
    other.wait_for_selector("dialog[open]")
    one.locator(".sent button").click()
    says(other, ".received", "Taken back.")
    other.wait_for_selector("dialog:not([open])", state="attached")
    invited(two, other)
    other.wait_for_selector("dialog[open]")
    other.click(".dialog-block")
    says(other, ".blocks", "Somebody, blocked at")
    came = other.locator(".received .entry").count()
    invited(two, other)
    says(two, ".sent", "Sent at")
    other.reload()
    other.wait_for_selector(".received .entry")
    assert other.locator(".received .entry").count() == came
    other.locator(".blocks button").click()
    other.wait_for_selector(".blocks-card", state="hidden")


def test_a_second_player_of_the_browser_joins_the_first_and_codes_are_checked(visit):  # noqa: F811
    one = visit()
    made_link(one)
    second = visit(one.get_attribute(".as-second", "href"), beside=one)
    second.click(".dialog-yes")
    says(one, ".turn", "Your turn")
    play(one, 8)
    shows(second, "--------X")
    assert marks(one) == "--------X" and one.inner_text(".who") != second.inner_text(".who")
    new_match(one)
    code = second.inner_text(".code")
    one.fill(".code-input", code[:-1] + ("0" if code[-1] != "0" else "2"))
    one.click(".by-code button")
    says(one, ".news", "This code is mistyped.")
    one.fill(".code-input", code.lower().replace("-", ""))
    one.click(".by-code button")
    says(one, ".news", "The invitation is sent.")
    second.wait_for_selector("dialog[open]")


def test_a_link_that_was_ended_or_used_up_says_so(visit):  # noqa: F811
    one = visit()
    link = made_link(one)
    visit(link).click(".dialog-yes")
    says(one, ".turn", "Your turn")
    says(visit(link), ".dialog-text", "All places of the match are taken.")
    link = made_link(one)
    one.click(".end-link")
    one.click(".end-link")
    says(one, ".news", "The link has ended.")
    says(visit(link), ".dialog-text", "Who made this link has ended it")
    says(visit(link[:-22] + "A" * 22), ".dialog-text", "This link leads nowhere")
