"""The course of one purchase, as arithmetic: events in, actions out, no clock and no network."""

import pytest

DRIVER = """
    const course = new m.PurchaseCourse(() => argument?.random ?? 1);
    const send = (type, more = {}) => course.handle({ type, ...more }).map(({ do: what, ...rest }) => [what, ...Object.values(rest)].join(" "));
"""


@pytest.fixture
def drive(modules):
    return lambda body, **argument: modules.run(["purchase-course"], "(m, argument) => {" + DRIVER + body + "}", argument)


def test_it_writes_the_note_before_it_sends_and_throws_it_away_after_the_verdict(drive):
    assert drive("return [send('tapped'), send('kept'), send('sold')]") == [["keep"], ["send"], ["forget", "end"]]


def test_what_could_not_be_noted_is_not_sent(drive):
    assert drive("return [send('tapped'), send('notKept'), send('timer')]") == [["keep"], ["end"], []]


def test_what_was_under_way_is_noted_already_and_sent_at_once(drive):
    assert drive("return [send('resumed'), send('refused')]") == [["send"], ["forget", "end"]]


@pytest.mark.parametrize("event", ["lost", "busy"])
def test_without_a_verdict_it_tries_again_after_longer_and_longer_waits_and_keeps_its_note(drive, event):
    actions = drive(f"""
        send("tapped"); send("kept");
        return Array.from({{ length: 9 }}, () => [...send("{event}", {{ afterMs: null }}), ...send("timer")]).flat();""")
    waits = [400, 800, 1600, 3200, 6400, 12800, 25600, 30000, 30000]
    assert actions == [step for ms in waits for step in (f"setTimer {ms}", "clearTimer", "send")]


def test_waits_are_spread_over_half_their_length(drive):
    assert drive("send('tapped'); send('kept'); return send('lost')", random=0) == ["setTimer 200"]


@pytest.mark.parametrize("random, wait", [(0, 7000), (1, 8750)])
def test_a_server_that_names_a_time_is_left_alone_for_it_and_a_little_more(drive, random, wait):
    assert drive("send('tapped'); send('kept'); return send('busy', { afterMs: 7000 })", random=random) == [f"setTimer {wait}"]


def test_a_network_that_is_back_ends_the_wait_and_one_request_is_enough(drive):
    actions = drive("send('tapped'); send('kept'); send('lost'); return [send('hurry'), send('hurry'), send('timer')]")
    assert actions == [["clearTimer", "send"], [], []]


def test_a_receipt_that_proves_nothing_ends_it_and_leaves_the_note(drive):
    assert drive("send('tapped'); send('kept'); return send('unproven')") == ["end"]


def test_after_its_end_nothing_happens_any_more(drive):
    assert drive("""
        send("tapped"); send("kept"); send("sold");
        return ["tapped", "kept", "lost", "busy", "sold", "timer", "hurry"].flatMap((type) => send(type));""") == []


def test_it_is_delayed_from_the_first_lost_answer_to_the_verdict(drive):
    assert drive("""
        const seen = [];
        for (const type of ["tapped", "kept", "lost", "timer", "sold"]) { send(type); seen.push(course.delayed); }
        return seen;""") == [False, False, True, True, False]
