"""What a store shows at an instant, to the millisecond."""

import pytest

WINDOW = """
    const chain = { id: "c", idBytes: new Uint8Array(16), epochMs: 1_000_000, slots: 3600, anchor: "", leadMs: 300 };
    const listing = (position, slot, seconds) => ({ id: `c.${slot}.${position}.0`, chain, position, revision: 0, slot, seconds,
        startMs: chain.epochMs + 1000 * slot, endMs: chain.epochMs + 1000 * (slot + seconds), sealed: new Uint8Array() });
    const header = { fromMs: 1_001_000, untilMs: 1_111_000 };
    const windowOf = (shelves, over = {}) => ({ bytes: new Uint8Array(), header: { ...header, ...over }, shelves });
    const shelves = [[listing(0, 1, 50), listing(0, 51, 60)], [listing(1, 1, 70), listing(1, 71, 45)]];
    const playback = new m.Playback(windowOf(shelves));
    const card = { item: "ring" };
"""


@pytest.fixture
def play(modules):
    return lambda body, argument=None: modules.run(
        ["playback"], "(m, argument) => {" + WINDOW + body + "}", argument
    )


@pytest.mark.parametrize(
    "ms, phase",
    [(1_000_999, "empty"), (1_001_000, "arriving"), (1_001_599, "arriving"), (1_001_600, "onSale"), (1_049_999, "onSale"),
     (1_050_000, "leaving"), (1_050_999, "leaving"), (1_051_000, "arriving"), (1_110_999, "leaving"), (1_111_000, "empty")],
)  # fmt: skip
def test_a_position_fades_in_stays_and_fades_out(play, ms, phase):
    assert play("return playback.at(argument, () => card)[0].phase", ms) == phase


def test_a_listing_whose_card_is_not_open_is_sealed_and_still_shows_how_long_it_lasts(play):
    shown = play("return playback.at(1_061_000, (l) => l.slot === 1 ? card : undefined)")
    assert [(p["phase"], p["card"]) for p in shown] == [("sealed", None), ("onSale", {"item": "ring"})]
    assert shown[0]["remainingMs"] == 50_000
    assert shown[0]["progress"] == pytest.approx(10 / 60)


def test_the_next_change_is_the_next_instant_at_which_any_phase_differs(play):
    changes = play("""
        const found = [];
        for (let at = 1_000_000; at < Infinity; at = playback.nextChangeMs(at)) found.push(at);
        return found.slice(1);""")
    assert changes == [1_001_000, 1_001_600, 1_050_000, 1_051_000, 1_051_600, 1_070_000, 1_071_000, 1_071_600, 1_110_000,
                       1_111_000, 1_115_000, 1_116_000]  # fmt: skip


def test_between_two_changes_no_phase_differs(play):
    odd = play("""
        const phases = (ms) => playback.at(ms, () => card).map((p) => p.phase).join();
        const odd = [];
        for (let at = 1_000_000; playback.nextChangeMs(at) < Infinity; at = playback.nextChangeMs(at)) {
            const next = playback.nextChangeMs(at);
            if (phases(at) !== phases(next - 1) || phases(at) === phases(next)) odd.push([at, next]);
        }
        return odd;""")
    assert odd == []


def test_cards_are_upcoming_only_shortly_before_their_start(play):
    slots = play(
        "return [1_050_699, 1_050_700].map((ms) => playback.upcoming(ms, 300).map((l) => `${l.position}.${l.slot}`))"
    )
    assert slots == [["0.1", "1.1"], ["0.1", "0.51", "1.1"]]


def test_until_a_new_window_begins_the_listing_before_goes_on(play):
    items = play("""
        const next = new m.Playback(windowOf([[listing(0, 51, 60)], [listing(1, 71, 45)]]), playback);
        return [1_050_500, 1_051_000].map((ms) => next.listings(ms)[0]?.slot ?? null);""")
    assert items == [1, 51]


SHELVES = """
    const steady = [listing(0, 1, 110)];
    const counts = (playback, times) => times.map((ms) => playback.positionCount(ms));
"""


def test_a_new_position_is_there_from_its_first_listing_on_and_its_start_is_a_change(play):
    found = play(SHELVES + """
        const grows = new m.Playback(windowOf([steady, [listing(1, 31, 80)]]));
        return { counts: counts(grows, [0, 1_030_999, 1_031_000, 9_999_999]), next: grows.nextChangeMs(1_020_000),
            shown: grows.at(1_030_000, () => card).map((p) => p.phase) };""")  # fmt: skip
    assert found == {"counts": [1, 1, 2, 2], "next": 1_031_000, "shown": ["onSale"]}


def test_a_position_that_goes_away_is_there_until_its_last_listing_ends_and_one_before_it_may_be_empty(play):
    found = play(SHELVES + """
        const shrinks = new m.Playback(windowOf([steady, [listing(1, 1, 20)], [listing(2, 1, 40)]]));
        const next = new m.Playback(windowOf([steady], { fromMs: 1_050_000 }), shrinks);
        return { counts: counts(shrinks, [1_020_999, 1_040_999, 1_041_000]), late: counts(next, [1_040_999, 1_041_000, 1_060_000]),
            shown: shrinks.at(1_030_000, () => card).map((p) => p.phase) };""")  # fmt: skip
    assert found == {"counts": [3, 3, 1], "late": [3, 1, 1], "shown": ["onSale", "empty", "onSale"]}
