"""When a store asks the server for what, as arithmetic: events in, actions out, no clock and no network."""

import pytest

DRIVER = """
    const random = () => argument?.random ?? 0.5;
    const session = new m.StoreSession(random);
    let localMs = 0;
    const at = (ms) => (localMs = ms);
    const send = (type, more = {}) => session.handle({ type, ...more }, { localMs, serverMs: 1_000_000 + localMs })
        .map(({ do: what, ...rest }) => [what, ...Object.values(rest)].join(" "));
    const taken = (more) => send("windowTaken", { untilMs: 1_600_000 + localMs, sealed: true, ...more });
    const live = () => { const all = [send("started"), taken(), send("streamOpened")]; return all; };
"""


@pytest.fixture
def drive(modules):
    return lambda body, **argument: modules.run(["store-session"], "(m, argument) => {" + DRIVER + body + "}", argument)


def test_it_starts_with_what_is_stored_and_a_fresh_window_and_opens_the_stream_of_a_sealed_store(drive):
    assert drive("return live()") == [["loadStored", "fetchWindow"], ["setTimer window 450000", "openStream"], []]


def test_a_prefetched_store_opens_the_stream_for_notices(drive):
    assert drive("send('started'); return taken({ sealed: false })") == ["setTimer window 450000", "openStream"]


@pytest.mark.parametrize("random, wait", [(0, 360_000), (0.999999, 540_000)])
def test_the_next_window_is_asked_for_after_six_to_nine_minutes(drive, random, wait):
    action = drive("send('started'); return taken({ sealed: false })[0]", random=random)
    assert float(action.split()[-1]) == pytest.approx(wait, abs=1)


def test_a_window_with_little_time_left_is_replaced_before_it_runs_out(drive):
    assert drive("send('started'); return taken({ sealed: false, untilMs: 1_120_000 })")[0] == "setTimer window 90000"


@pytest.mark.parametrize("event", ["windowFailed", "windowRefused"])
@pytest.mark.parametrize("random, wait", [(0, 3750), (0.5, 5000), (1, 6250)])
def test_it_tries_again_every_five_seconds_or_so_until_it_succeeds(drive, event, random, wait):
    tries = drive(
        f"send('started'); return [0, 1, 2].flatMap(() => [...send('{event}'), ...send('timer', {{ name: 'window' }})])",
        random=random,
    )
    outage = [step for step in tries if "outage" in step]
    assert outage == (["setTimer outage 10000"] if event == "windowFailed" else [])
    assert [step for step in tries if step not in outage] == [f"setTimer window {wait}", "fetchWindow"] * 3


def test_a_stored_window_does_not_end_the_fetch_of_a_fresh_one(drive):
    assert drive("send('started'); return [taken({ stored: true }), send('timer', { name: 'window' })]") == [
        ["openStream"],
        [],
    ]


def test_hidden_it_closes_the_stream_and_does_nothing_whatever_happens(drive):
    actions = drive("""
        live();
        return [send("hidden"), send("timer", { name: "window" }), send("streamLost"), send("online"), send("reached"),
            send("keyMissing", { chain: "c", slot: 9 }), send("windowFailed")];""")
    assert actions == [["closeStream", "rest"], [], [], [], [], [], []]


def test_shown_again_it_waits_out_what_is_left_or_asks_at_once(drive):
    back = drive(
        "live(); at(100_000); send('hidden'); at(200_000); const soon = send('shown'); send('hidden'); at(450_000); return [soon, send('shown')]"
    )
    assert back == [["setTimer window 250000", "openStream"], ["fetchWindow", "openStream"]]


def test_stopped_while_visible_is_as_quiet_as_hidden(drive):
    assert drive("live(); return [send('stopped'), send('shown'), send('timer', { name: 'window' })]") == [
        ["closeStream", "rest"],
        [],
        [],
    ]


def test_a_lost_stream_is_opened_again_after_longer_and_longer_waits(drive):
    waits = drive("""
        live();
        const waits = [];
        for (let i = 0; i < 7; i++) { waits.push(send("streamLost")[1]); send("timer", { name: "stream" }); }
        send("streamOpened");
        at(5000);
        return [...waits, send("streamLost")[1]];""")
    assert waits == [f"setTimer stream {ms}" for ms in [500, 1000, 2000, 4000, 5000, 5000, 5000, 500]]


def test_a_stream_that_ends_as_soon_as_it_is_open_is_opened_after_longer_and_longer_waits(drive):
    waits = drive("""
        live();
        const waits = [];
        for (let i = 0; i < 5; i++) {
            waits.push(send("streamLost")[1]);
            send("timer", { name: "stream" });
            send("streamOpened");
        }
        return waits;""")
    assert waits == [f"setTimer stream {ms}" for ms in [500, 1000, 2000, 4000, 5000]]


def test_a_key_that_never_came_is_asked_for_with_longer_and_longer_waits_while_the_stream_is_up(drive):
    actions = drive("""
        live();
        const key = { chain: "c", slot: 9 };
        const all = [send("keyMissing", key), send("keyMissing", key)];
        for (let i = 0; i < 3; i++) all.push(send("timer", { name: "key" }), send("keyFailed"));
        return all;""")
    assert actions == [["setTimer key 1000"], [], ["askKey c 9"], ["setTimer key 2000"], ["askKey c 9"], ["setTimer key 4000"],
                       ["askKey c 9"], ["setTimer key 8000"]]  # fmt: skip


def test_a_key_that_the_server_must_have_and_has_not_is_asked_for_seldom(drive):
    assert drive("""
        live();
        send("keyMissing", { chain: "c", slot: 9 });
        const first = send("timer", { name: "key" });
        return [first, send("keyFailed", { isGone: true }), send("keyMissing", { chain: "c", slot: 12 })];""") == [
        ["askKey c 9"], ["setTimer key 30000"], []]  # fmt: skip


def test_a_key_that_comes_by_itself_is_not_asked_for(drive):
    assert drive("""
        live();
        send("keyMissing", { chain: "c", slot: 9 });
        send("keyTaken", { chain: "c", slot: 12, asked: false });
        return send("timer", { name: "key" });""") == []


def test_a_stream_that_did_not_bring_a_key_is_opened_anew(drive):
    assert drive("""
        live();
        send("keyMissing", { chain: "c", slot: 9 });
        return send("keyTaken", { chain: "c", slot: 9, asked: true });""") == ["closeStream", "openStream"]


def test_while_the_stream_is_down_no_single_key_is_asked_for(drive):
    assert drive("live(); send('streamLost'); return send('keyMissing', { chain: 'c', slot: 9 })") == []


@pytest.mark.parametrize(
    "code, action", [("chain", ["fetchWindow"]), ("walk", ["fetchWindow"]), ("forged", []), ("early", []), ("slot", [])]
)
def test_only_an_unknown_chain_or_a_long_walk_asks_for_a_window(drive, code, action):
    assert drive(f"live(); at(60_000); return send('keyRefused', {{ code: '{code}' }})") == action


def test_a_flood_of_strange_keys_does_not_become_a_flood_of_requests(drive):
    asked = drive("""
        live(); at(60_000);
        let asked = 0;
        for (let i = 0; i < 1000; i++) {
            at(60_000 + i);
            asked += send("keyRefused", { code: "chain" }).length;
            send("windowUnchanged");
        }
        return asked;""")
    assert asked <= 1


def test_a_forged_key_ends_the_stream_and_each_one_in_a_row_makes_the_next_wait_longer_though_it_opens(drive):
    assert drive("""
        live();
        const waits = [];
        for (let i = 0; i < 5; i++) {
            waits.push(send("streamForged"), send("timer", { name: "stream" }), send("streamOpened"));
            // One that was known already proves nothing.
            send("keyTaken", { chain: "c", slot: 9, asked: false, isNews: false });
        }
        send("keyTaken", { chain: "c", slot: 10, asked: false, isNews: true });
        return [...waits, send("streamForged")];""") == [
        step for wait in (500, 1000, 2000, 4000, 5000) for step in (["closeStream", f"setTimer stream {wait}"], ["openStream"], [])
    ] + [["closeStream", "setTimer stream 500"]]  # fmt: skip


def test_nothing_but_its_timer_opens_a_stream_again_that_was_forged(drive):
    actions = drive(
        """
        live(); send("streamForged");
        return [...taken(), ...send("reached"), ...send("online"), ...send("windowUnchanged"), ...send("keyMissing", { chain: "c", slot: 9 })];"""
    )
    assert not any("stream" in action.lower() for action in actions)
    assert "openStream" in drive("live(); send('streamForged'); send('hidden'); return send('shown');")


def test_it_tells_connecting_live_and_offline_apart(drive):
    assert drive("""
        const seen = [session.connection];
        for (const step of [() => live(), () => send("streamLost"), () => send("streamLost"), () => send("streamOpened")]) {
            step();
            seen.push(session.connection);
        }
        return seen;""") == ["connecting", "live", "connecting", "offline", "live"]


def test_a_prefetched_store_learns_from_the_clock_s_exchanges_that_the_server_is_gone_and_back(drive):
    assert drive("""
        send("started"); taken({ sealed: false });
        const seen = [];
        for (const type of ["unreached", "unreached", "reached"]) { send(type); seen.push(session.connection); }
        return seen;""") == ["connecting", "offline", "live"]


def test_a_server_that_is_back_is_asked_for_a_window_soon_when_the_one_in_use_is_short(drive):
    assert drive("""
        send("started"); taken({ sealed: false });
        at(100_000); send("unreached"); const long = send("reached");
        at(400_000); send("unreached"); const short = send("reached");
        return [long, short];""") == [[], ["setTimer window 1000"]]


def test_a_window_dropped_as_not_of_this_time_is_fetched_anew(drive):
    assert drive("live(); return send('windowDropped')") == ["closeStream", "fetchWindow"]


def test_a_store_that_is_gone_keeps_its_stream_and_is_asked_for_ever_less_often(drive):
    waits = drive("""
        live();
        const waits = [];
        for (let i = 0; i < 5; i++) { waits.push(...send("storeGone")); send("timer", { name: "window" }); }
        return [...waits, session.connection, ...send("keyRefused", { code: "chain" }), ...send("reached")];""")
    assert waits == [f"setTimer window {ms}" for ms in [90_000, 180_000, 360_000, 600_000, 600_000]] + ["live"]


def test_a_gone_store_whose_stream_is_lost_opens_no_other_until_it_has_a_window(drive):
    actions = drive(
        """
        live();
        send("storeGone");
        send("streamLost");
        return [send("timer", { name: "stream" }), send("timer", { name: "window" }), taken(), send("storeGone").length];"""
    )
    assert actions == [[], ["fetchWindow"], ["setTimer window 450000", "openStream"], 1]


def test_a_gone_store_shows_nothing_that_was_stored_when_the_page_is_shown_again(drive):
    assert "loadStored" not in drive("live(); send('storeGone'); send('hidden'); return send('shown')")


@pytest.mark.parametrize("random, wait", [(0, 0), (0.5, 5000), (1, 10_000)])
def test_a_window_that_is_announced_is_asked_for_within_ten_seconds(drive, random, wait):
    assert drive("live(); return send('windowAnnounced')", random=random) == [f"setTimer window {wait}"]


def test_a_window_that_is_due_sooner_is_not_put_off_by_an_announcement(drive):
    assert drive("live(); at(446_000); return send('windowAnnounced')") == []


# `told` is the outage that the player is told of, and since when, by this device's clock.
OUTAGE = """
    let serverMs = 0;
    const told = (ms) => {
        at(ms);
        const outage = session.outage({ localMs, serverMs });
        return outage && [outage.of, outage.sinceMs];
    };
    send("started"); taken(); send("streamOpened");
"""


def test_a_server_that_hangs_is_away_though_it_told_the_time_after_the_stream_s_last_byte(drive):
    assert drive(OUTAGE + """
        at(20_000); send("reached");
        at(41_000); send("unreached", { sinceMs: 36_000 });
        at(45_000); send("streamLost", { sinceMs: 0 });
        return [told(49_900), told(50_100), told(80_000)];""") == [None, ["server", 20_000], ["server", 20_000]]


def test_a_server_that_tells_the_time_while_a_stream_is_silent_does_not_serve_the_store(drive):
    assert drive(OUTAGE + """
        at(20_000); send("reached");
        at(45_000); send("streamLost", { sinceMs: 0 });
        at(46_000); send("reached");
        return [told(50_900), told(51_100)];""") == [None, ["store", 0]]


def test_a_server_that_told_the_time_once_more_and_then_no_more_is_away(drive):
    assert drive(OUTAGE + """
        send("streamLost"); send("reached");
        at(2000); send("unreached");
        return told(10_100);""") == ["server", 0]


def test_a_server_that_hangs_after_it_served_the_store_no_more_is_away_since_it_last_told_the_time(drive):
    assert drive(OUTAGE + """
        send("streamLost");
        at(1000); send("reached");
        at(20_000); send("reached");
        const before = told(20_000);
        at(41_000); send("unreached", { sinceMs: 36_000 });
        return [before, told(45_900), told(46_100)];""") == [["store", 0], ["store", 0], ["server", 20_000]]


def test_a_server_that_is_back_is_not_told_as_one_that_does_not_serve_the_store_before_ten_seconds(drive):
    assert drive(OUTAGE + """
        send("streamLost"); send("unreached");
        const before = told(20_000);
        send("reached");
        const first = [told(20_100), told(29_900)];
        send("streamOpened");
        const open = told(30_100);
        at(40_000); send("streamLost"); send("unreached"); told(60_000); send("reached");
        return [before, first, open, told(69_900), told(70_100)];""") == [
        ["server", 0], [["server", 0], ["server", 0]], None, ["server", 40_000], ["store", 40_000]]  # fmt: skip


def test_a_timer_rings_when_an_outage_is_told_as_another_one(drive):
    assert drive(OUTAGE + """
        const lost = send("streamLost").at(-1);
        send("unreached");
        at(10_000); const due = send("timer", { name: "outage" });
        at(20_000); const back = send("reached").at(-1);
        at(25_000); const half = send("timer", { name: "outage" });
        at(30_000); const other = send("timer", { name: "outage" });
        return [lost, due, back, half, other];""") == [
        "setTimer outage 10000", [], "setTimer outage 5000", ["setTimer outage 5000"], []]  # fmt: skip


def test_after_a_server_is_back_its_time_has_ten_seconds_to_come_before_it_is_missed(drive):
    assert drive(OUTAGE.replace("serverMs = 0", "serverMs = null") + """
        send("streamLost"); send("unreached");
        const before = told(20_000);
        send("streamOpened");
        return [before, told(29_900), told(30_100)];""") == [["server", 0], None, ["time", 0]]


def test_while_keys_come_the_store_is_live_though_the_time_is_not_told_any_more(drive):
    assert drive("""
        live();
        for (const ms of [1000, 20_000, 40_000]) { at(ms); send("unreached"); }
        return session.connection;""") == "live"
