"""The SDK's requests for matches and invitations, and the player's stream, against a server whose lines can be cut."""

import meeting_place
import pytest
from meeting_place import CUT, Meeting
from waiting import PATIENCE_MS, until

OPEN = """() => import("/shelf-invitations.js").then((sdk) => {
    window.sdk = sdk;
    window.invitations = new sdk.Invitations(location.origin);
    window.events = new sdk.PlayerEvents(invitations);
    window.told = [];
    for (const type of ["invitations", "match", "wallet", "anew"]) {
        events.addEventListener(type, ({ detail }) => told.push(detail ? [type, detail] : [type]));
    }
})"""


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
def context(browser, address):
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def window(context, address):
    """Opens a window of the one player that this browser has."""

    def open_window(starts=False, has_clock=False):
        page = context.new_page()
        if has_clock:
            page.clock.install()
        page.goto(address + "/")
        page.evaluate(OPEN)
        if starts:
            page.evaluate("() => events.start()")
            page.wait_for_function("() => events.status.connection === 'live' && told.length > 0")
        return page

    return open_window


def rejection(page, act):
    return page.evaluate(f"() => ({act}).then(() => null, ({{ name, code }}) => [name, code])")


def keys(meeting, method, path):
    return [key for how, where, key in meeting.asked if how == method and where.endswith(path)]


@pytest.mark.parametrize("troubles", [[CUT, CUT], ["unavailable", CUT], ["rate_limited"]])
def test_a_match_is_made_once_however_often_its_answer_is_lost(meeting, window, troubles):
    page = window()
    meeting.troubles["POST", "player/matches"] = list(troubles)
    delayed = "new Promise((resolve) => { const failed = []; invitations.newMatch(2, { delayed: ({ code }) => failed.push(code) }).then(() => resolve(failed)); })"
    failed = page.evaluate(f"() => {delayed}")
    assert failed == ["request" if trouble == CUT else trouble for trouble in troubles]
    sent = keys(meeting, "POST", "player/matches")
    assert len(sent) == len(troubles) + 1 and len(set(sent)) == 1 and len(meeting.matches) == 1
    page.evaluate("() => invitations.newMatch(2)")
    assert keys(meeting, "POST", "player/matches")[-1] != sent[0] and len(meeting.matches) == 2


def test_a_refusal_is_told_once_and_not_sent_again(meeting, window):
    page = window()
    meeting.troubles["POST", "player/links"] = ["match_full"]
    assert rejection(page, "invitations.join('AAAAAAAAAAAAAAAAAAAAAA')") == ["ProblemError", "match_full"]
    assert len(keys(meeting, "POST", "player/links")) == 1


def test_what_is_waiting_to_be_sent_ends_with_its_signal(meeting, window):
    page = window()
    meeting.troubles["POST", "player/matches"] = [CUT] * 9
    act = "const ending = new AbortController(); return invitations.newMatch(2, { signal: ending.signal, delayed: () => ending.abort() })"
    assert page.evaluate(f"() => (() => {{ {act} }})().then(() => null, ({{ name }}) => name)") == "AbortError"


def test_a_refused_token_is_replaced_by_another_one(meeting, window):
    page = window()
    page.evaluate("() => invitations.matches()")
    meeting.tokens.clear()
    assert page.evaluate("() => invitations.matches()") == []


MOVE = "async ({ id, version }, text) => (await invitations.move(id, { version, payload: new TextEncoder().encode(text) })).version"


def test_of_two_moves_at_once_one_is_told_of_the_other_and_a_lost_answer_isnt_a_conflict(meeting, window):
    page = window()
    page.evaluate("async () => { window.match = await invitations.newMatch(2); }")
    meeting.troubles["POST", "player/matches/*/moves"] = [CUT]
    assert page.evaluate(f"() => ({MOVE})(match, 'first')") == 1
    assert rejection(page, f"({MOVE})(match, 'second')") == ["ProblemError", "match_conflict"]
    now = page.evaluate("async () => { const { version, payload } = await invitations.match(match.id); return [version, new TextDecoder().decode(payload)]; }")
    assert now == [1, "first"]
    # Whose answer was lost, and who was too late as well.
    meeting.troubles["POST", "player/matches/*/moves"] = ["unavailable"]
    assert rejection(page, f"({MOVE})(match, 'second')") == ["ProblemError", "match_conflict"]


def test_players_meet_by_code_by_link_and_again_and_block_each_other(browser, window, address):
    page = window()
    other = browser.new_context().new_page()
    other.goto(address + "/")
    other.evaluate(OPEN)
    code = other.evaluate("() => invitations.friendCode()")
    match = page.evaluate("async () => (window.match = (await invitations.newMatch(2)).id)")
    page.evaluate("async (code) => { window.sent = await invitations.invite(match, { code }, { expiresIn: 60 }); }", code)
    [received] = other.evaluate("async () => (await invitations.inbox()).received")
    assert received["state"] == "open" and (received["size"], received["free"]) == (2, 1)
    joined = other.evaluate("({ id }) => invitations.accept(id)", received)
    assert (joined["id"], joined["place"]) == (match, 2)
    assert page.evaluate("async () => (await invitations.inbox()).sent[0].state") == "accepted"
    link = page.evaluate("async () => invitations.newLink((await invitations.newMatch(2)).id)")
    assert other.evaluate("({ secret }) => invitations.look(secret)", link)["free"] == 1
    assert other.evaluate("async ({ secret }) => (await invitations.join(secret)).place", link) == 2
    page.evaluate("({ id }) => invitations.endLink(id)", link)
    assert other.evaluate("({ secret }) => invitations.look(secret)", link)["state"] == "inviter_gone"
    assert rejection(other, "invitations.look('AAAAAAAAAAAAAAAAAAAAAA')") == ["ProblemError", "not_found"]
    again = page.evaluate("async () => invitations.invite((await invitations.newMatch(2)).id, { match, place: 2 })")
    other.evaluate("({ id }) => invitations.decline(id)", again)
    blocked = other.evaluate("(match) => invitations.block({ match, place: 1 })", match)
    assert other.evaluate("() => invitations.blocks()")[0]["id"] == blocked["id"]
    silent = page.evaluate("async () => (window.silent = await invitations.invite((await invitations.newMatch(2)).id, { match, place: 2 }))")
    assert silent["state"] == "sent" and silent.keys() == again.keys()
    assert all(one["id"] != silent["id"] for one in other.evaluate("async () => (await invitations.inbox()).received"))
    page.evaluate("() => invitations.cancel(silent.id)")
    other.evaluate("({ id }) => invitations.unblock(id)", blocked)
    assert other.evaluate("async (match) => (await invitations.leave(match)).place", match) is None
    assert other.evaluate("() => invitations.renewFriendCode()") != code
    other.context.close()


@pytest.mark.parametrize("given", ["ftp://shop.example", "https://name:word@shop.example", "nothing", "https://shop.example/#x"])
def test_what_is_no_address_is_told_at_once(window, given):
    assert window().evaluate("(given) => { try { new sdk.Invitations(given); } catch ({ code }) { return code; } }", given) == "address"


# The stream


def news(page):
    return page.evaluate("() => told.splice(0)")


def test_a_stream_begins_anew_and_then_tells_each_event_once(meeting, window):
    page = window(starts=True)
    assert news(page) == [["anew"]]
    meeting.tell("1001", "invitations")
    meeting.tell("1001", "match", match="AAAAAAAAAAAAAAAAAAAAAA")
    meeting.tell("1001", "wallet", currency="coins", balance=70)
    page.wait_for_function("() => told.length === 3")
    assert news(page) == [["invitations"], ["match", {"match": "AAAAAAAAAAAAAAAAAAAAAA"}], ["wallet", {"currency": "coins", "balance": 70}]]


def test_after_a_cut_the_next_stream_goes_on_where_the_last_one_ended(meeting, window):
    page = window(starts=True)
    news(page)
    for round in range(3):
        meeting.tell("1001", "match", match=f"before-{round}")
        page.wait_for_function("() => told.length === 1")
        meeting.cut_streams()
        meeting.tell("1001", "match", match=f"after-{round}")
        page.wait_for_function("() => told.length === 2")
        assert [detail["match"] for _, detail in news(page)] == [f"before-{round}", f"after-{round}"]
    assert [last for _, last in meeting.streams] == [None, "1-1", "1-3", "1-5"]


def test_after_more_than_the_stream_can_tell_it_is_told_anew(meeting, window):
    page = window(starts=True)
    news(page)
    meeting.oldest["1001"] = 100
    meeting.cut_streams()
    page.wait_for_function("() => told.length === 1")
    assert news(page) == [["anew"]]


def test_after_a_restored_backup_the_numbers_begin_again_and_nothing_is_taken_for_old(meeting, window):
    page = window(starts=True)
    for _ in range(5):
        meeting.tell("1001", "invitations")
    page.wait_for_function("() => told.length === 6")
    news(page)
    meeting.run, meeting.events["1001"][:] = 2, []
    meeting.cut_streams()
    page.wait_for_function("() => told.length === 1")
    meeting.tell("1001", "match", match="after")
    page.wait_for_function("() => told.length === 2")
    assert news(page) == [["anew"], ["match", {"match": "after"}]]


def test_a_stream_that_is_refused_with_its_token_gets_another_one(meeting, window):
    page = window(starts=True)
    meeting.tokens.clear()
    meeting.cut_streams()
    meeting.tell("1001", "invitations")
    page.wait_for_function("() => told.length === 2")
    assert news(page) == [["anew"], ["invitations"]]


def test_a_server_that_is_gone_is_told_and_found_again(meeting, window):
    page = window(starts=True)
    news(page)
    meeting.is_down = True
    meeting.cut_streams()
    page.wait_for_function("() => events.status.connection === 'offline' && events.status.error !== null")
    meeting.tell("1001", "invitations")
    meeting.is_down = False
    page.wait_for_function("() => events.status.connection === 'live' && told.length === 1")
    assert page.evaluate("() => events.status.error") is None and news(page) == [["invitations"]]


def test_all_windows_of_a_player_share_one_stream_and_another_takes_it_over(meeting, window):
    windows = [window(starts=True) for _ in range(3)]
    assert [news(page) for page in windows] == [[["anew"]]] * 3
    meeting.tell("1001", "match", match="shared")
    for page in windows:
        page.wait_for_function("() => told.length === 1")
        assert news(page) == [["match", {"match": "shared"}]]
    assert len(meeting.streams) == 1
    windows[0].close()
    meeting.tell("1001", "match", match="between")
    for page in windows[1:]:
        page.wait_for_function("() => told.length === 1")
        assert news(page) == [["match", {"match": "between"}]]
    assert meeting.streams[1:] == [("1001", "1-1")]
    windows[1].evaluate("() => events.stop()")
    meeting.tell("1001", "match", match="last")
    windows[2].wait_for_function("() => told.length === 1")
    assert windows[1].evaluate("() => [events.status.connection, told.length]") == ["stopped", 0]
    assert len(meeting.streams) == 3


def test_a_silent_leader_loses_the_stream_to_a_window_that_is_seen(meeting, window):
    first = window(starts=True)
    second = window(starts=True, has_clock=True)
    # The leading window is as if frozen: nothing of it is heard any more.
    first.evaluate("() => (BroadcastChannel.prototype.postMessage = () => {})")
    news(second)
    second.clock.run_for(46_000)
    assert until(second, lambda: len(meeting.streams) == 2), "nobody has taken over"
    assert meeting.streams[1] == ("1001", "1-0")
    meeting.tell("1001", "invitations")
    second.wait_for_function("() => told.length === 1")


def test_the_players_of_one_browser_that_are_kept_apart_have_streams_of_their_own(meeting, context, address):
    pages = []
    for query in ("", "?as=2"):
        page = context.new_page()
        page.goto(f"{address}/invitations.html{query}")
        page.wait_for_selector("main:not([hidden])")
        pages.append(page)
    assert until(pages[1], lambda: {player for player, _ in meeting.streams} == {"1001", "1002"})


def test_a_line_that_never_ends_ends_the_stream(meeting, window):
    page = window(starts=True)
    assert page.evaluate("""async () => {
        const { followPlayerStream } = await import("/shelflife/invitations/player-stream.js");
        const real = window.fetch;
        window.fetch = async () => new Response(new ReadableStream({ pull: (into) => into.enqueue(new Uint8Array(1000).fill(97)) }), { headers: { "Content-Type": "text/event-stream" } });
        const ended = followPlayerStream("/", { token: "", lastId: null, signal: new AbortController().signal }, { opened() {}, heard() {}, event() {}, retry() {} });
        window.fetch = real;
        return ended.then(() => "ended", ({ code }) => code);
    }""") == "request"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("cut", [1, 2, 3, 7, 1000])
def test_events_are_the_same_wherever_their_text_is_cut_and_however_its_lines_end(window, cut, end):
    page = window()
    text = "retry: 1500\r\n\r\n:\n\nevent: match\nid: 1-7\ndata: {}\n\nevent: wallet\ndata: {}\n\nid: 1-9\nevent: anew\ndata: {}\n\nid:1-11\nretry:soon\ndata\n\nid: 1 12\nevent: match\ndata: {}\n\nevent: match\nid: 1-10\ndata: {"
    assert page.evaluate("""async ([text, cut]) => {
        const { followPlayerStream } = await import("/shelflife/invitations/player-stream.js");
        const parts = text.match(new RegExp(`[^]{1,${cut}}`, "g"));
        window.fetch = async () => new Response(new ReadableStream({ pull: (into) => (parts.length ? into.enqueue(new TextEncoder().encode(parts.shift())) : into.close()) }), { headers: { "Content-Type": "text/event-stream" } });
        const found = [];
        const listener = { opened() {}, heard() {}, event: ({ name, id }) => found.push([name, id]), retry: (ms) => found.push(ms) };
        await followPlayerStream("/", { token: "", lastId: null, signal: new AbortController().signal }, listener);
        return found;
    }""", [text.replace("\r\n", "\n").replace("\n", end), cut]) == [1500, ["match", "1-7"], ["wallet", None], ["anew", "1-9"], ["", "1-11"], ["match", None]]


def test_a_payload_of_another_type_is_refused_and_nothing_is_moved(window, meeting):
    page = window()
    for payload in ['"text"', "{}", "new ArrayBuffer(2)", "null", "undefined"]:
        assert rejection(page, f"invitations.move('m', {{ version: 0, payload: {payload} }})") == ["OptionError", "options"]
