"""One purchase from the tap to the verdict, as arithmetic: events in, actions out, no clock and no network."""

import pytest
from virtual_time import in_virtual_time

DRIVER = """
    const purchase = new m.Purchase(() => argument?.random ?? 0.5);
    const send = (type, more = {}) => purchase.handle({ type, ...more }).map(({ do: what, ...rest }) => [what, ...Object.values(rest)].join(" "));
"""


@pytest.fixture
def drive(modules):
    return lambda body, **argument: modules.run(["purchase"], "(m, argument) => {" + DRIVER + body + "}", argument)


def test_it_keeps_the_intent_before_it_sends_and_forgets_it_after_the_verdict(drive):
    assert drive("return [send('begun'), send('kept'), send('sold')]") == [["keep"], ["send"], ["forget", "end"]]


def test_an_intent_that_can_not_be_kept_is_not_sent(drive):
    assert drive("return [send('begun'), send('notKept'), send('timer')]") == [["keep"], ["end"], []]


def test_a_resumed_intent_is_kept_already_and_sent_at_once(drive):
    assert drive("return [send('resumed'), send('refused')]") == [["send"], ["forget", "end"]]


@pytest.mark.parametrize("event", ["lost", "busy"])
def test_without_a_verdict_it_tries_again_after_longer_and_longer_waits_and_keeps_its_intent(drive, event):
    actions = drive(
        f"""
        send("begun"); send("kept");
        return Array.from({{ length: 9 }}, () => [...send("{event}", {{ afterMs: null }}), ...send("timer")]).flat();"""
    )
    waits = [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]
    assert actions == [step for ms in waits for step in (f"setTimer {ms}", "clearTimer", "send")]


@pytest.mark.parametrize("random, wait", [(0, 375), (1, 625)])
def test_waits_are_spread_by_a_quarter(drive, random, wait):
    assert drive("send('begun'); send('kept'); return send('lost')", random=random) == [f"setTimer {wait}"]


@pytest.mark.parametrize("random, wait", [(0, 7375), (1, 7625)])
def test_a_server_that_names_a_time_is_left_alone_for_it_and_a_little_more(drive, random, wait):
    assert drive("send('begun'); send('kept'); return send('busy', { afterMs: 7000 })", random=random) == [
        f"setTimer {wait}"
    ]


def test_a_server_that_asks_for_an_hour_is_asked_again_after_five_minutes(drive):
    assert drive("send('begun'); send('kept'); return send('busy', { afterMs: 3_600_000 })") == ["setTimer 300500"]


def test_a_network_that_is_back_ends_the_wait_and_one_request_is_enough(drive):
    actions = drive("send('begun'); send('kept'); send('lost'); return [send('hurry'), send('hurry'), send('timer')]")
    assert actions == [["clearTimer", "send"], [], []]


def test_a_receipt_that_proves_nothing_ends_it_and_leaves_the_intent(drive):
    assert drive("send('begun'); send('kept'); return send('unproven')") == ["end"]


def test_after_its_end_nothing_happens_any_more(drive):
    assert drive("""
        send("begun"); send("kept"); send("sold");
        return ["begun", "kept", "lost", "busy", "sold", "timer", "hurry"].flatMap((type) => send(type));""") == []


def test_it_is_delayed_from_the_first_lost_answer_to_the_verdict(drive):
    assert drive("""
        const seen = [];
        for (const type of ["begun", "kept", "lost", "timer", "sold"]) { send(type); seen.push(purchase.delayed); }
        return seen;""") == [False, False, True, True, False]


def test_a_request_that_hangs_is_told_as_delayed_and_goes_on(drive):
    assert drive("""
        send("begun"); send("kept");
        return [send("slow"), purchase.delayed, send("sold"), purchase.delayed];""") == [["tell"], True, ["forget", "end"], False]


def test_a_hanging_request_is_told_after_five_seconds_and_its_answer_counts_still(modules):
    found = modules.run(["purchase-performer"], "async (m) => {" + in_virtual_time("""
        let answer, sent = 0;
        const told = [];
        const performer = new m.PurchasePerformer({}, {
            keep: async () => {}, forget: async () => {}, wallMs: () => nowMs,
            send: () => (sent++, new Promise((resolve) => (answer = resolve))), open: async () => ({ item: "star" }),
            changed: () => told.push([performer.delayed, performer.error?.message ?? null, performer.ended]),
        });
        performer.handle({ type: "begun" });
        await pass(4900);
        const before = told.at(-1);
        await pass(200);
        const during = told.at(-1);
        answer();
        await pass(20_000);
        return { before, during, after: told.at(-1), sent, item: (await performer.outcome).item };""") + "}")  # fmt: skip
    assert found["before"] == [False, None, False]
    assert found["during"] == [True, "The server hasn't answered for 5 seconds.", False]
    assert found["after"] == [False, None, True] and found["sent"] == 1 and found["item"] == "star"
