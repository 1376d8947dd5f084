"""An offer of several listings, of which a player sees one, as arithmetic: position 0 from second 1 to 181."""

import pytest

WINDOW = """
    const chain = { id: "c", idBytes: new Uint8Array(16), epochMs: 1_000_000, slots: 3600, anchor: "", leadMs: 300 };
    const listing = (slot, seconds = 60) => ({ id: `c.${slot}.0.0`, chain, position: 0, revision: 0, slot, seconds,
        startMs: chain.epochMs + 1000 * slot, endMs: chain.epochMs + 1000 * (slot + seconds), sealed: new Uint8Array() });
    const windowOf = (listings, fromMs = 1_001_000) => ({ bytes: new Uint8Array(), header: { fromMs, untilMs: 9_999_000 }, shelves: [listings] });
    const ring = (over = {}) => ({ item: "ring", fromMs: 1_001_000, untilMs: 1_181_000, ...over });
    const all = [listing(1), listing(61), listing(121), listing(181)];
    // Each card is opened anew, so that equal ones aren't the same.
    const cardOf = ({ slot }) => slot < 181 ? ring() : { item: "hat" };
    const playback = new m.Playback(windowOf(all));
    const look = (ms, cards = cardOf, shown = playback) => {
        const { phase, card, startMs, endMs, remainingMs, offer, opened } = shown.at(ms, cards)[0];
        return { phase, item: card?.item, startMs, endMs, remainingMs, offer, opened: opened.map(({ slot }) => slot) };
    };
"""


@pytest.fixture
def play(modules):
    return lambda body: modules.run(["playback", "closed-listings"], "(m) => {" + WINDOW + body + "}")


def test_it_has_one_timer_one_bar_and_no_fade_between_its_listings(play):
    shown = play("return [1_060_999, 1_061_000, 1_120_500, 1_121_000, 1_179_999].map((ms) => look(ms))")
    assert {(one["phase"], one["item"], one["startMs"], one["endMs"], one["offer"]) for one in shown} == {
        ("onSale", "ring", 1_001_000, 1_181_000, "offer.0.1001000")
    }
    assert [one["remainingMs"] for one in shown] == [120_001, 120_000, 60_500, 60_000, 1001]
    assert play("return [1_001_000, 1_180_000, 1_181_000].map((ms) => look(ms).phase)") == ["arriving", "leaving", "arriving"]


def test_nothing_that_is_drawn_changes_until_it_ends_though_a_listing_begins(play):
    found = play("""
        const [changes, drawings] = [[], []];
        for (let at = 1_001_000; at < 1_181_000; at = playback.nextChangeMs(at, cardOf)) changes.push(at);
        for (let at = 1_001_000; at < 1_181_000; at = playback.nextDrawingMs(at, cardOf)) drawings.push(at);
        return { changes, drawings };""")
    assert found["changes"] == [1_001_000, 1_001_600, 1_180_000]
    assert found["drawings"] == [1_001_000, 1_001_600, 1_061_000, 1_121_000, 1_180_000]


def test_a_tap_names_the_listing_that_was_opened_last(play):
    assert play("return [1_010_000, 1_070_000, 1_130_000].map((ms) => look(ms).opened)") == [[1], [1, 61], [1, 61, 121]]


def test_it_stays_for_sale_under_its_last_name_until_the_next_listings_key_comes(play):
    found = play("""
        const early = (l) => l.slot <= 1 ? ring() : undefined;
        look(1_050_000, early);
        return [look(1_062_000, early), look(1_063_000)];""")
    assert [(one["phase"], one["opened"], one["endMs"]) for one in found] == [
        ("onSale", [1], 1_181_000), ("onSale", [1, 61], 1_181_000)]  # fmt: skip


def test_it_is_sealed_where_none_of_it_was_opened_and_over_an_hour_after_what_was(play):
    assert play("return look(1_062_000, () => undefined).phase") == "sealed"
    assert play("""
        const long = { fromMs: 1_001_000, untilMs: 99_000_000 };
        const shown = new m.Playback(windowOf([listing(1), listing(61, 20_000)]));
        const early = (l) => l.slot === 1 ? ring(long) : undefined;
        look(1_050_000, early, shown);
        return [look(1_061_000 + 3_599_999, early, shown).phase, look(1_061_000 + 3_600_000, early, shown).phase];""") == [
            "onSale", "sealed"]  # fmt: skip


def test_it_goes_on_over_a_windows_edge_and_ends_with_its_window(play):
    found = play("""
        const early = (l) => l.slot <= 1 ? ring() : undefined;
        look(1_050_000, early);
        const next = new m.Playback(windowOf([listing(121), listing(181)], 1_121_000), playback);
        return [look(1_122_000, early, next), look(1_242_000, early, next).phase];""")
    assert found[0]["phase"] == "onSale" and found[0]["opened"] == [1] and found[1] == "empty"


@pytest.mark.parametrize("over", ["{ fromMs: 1_061_001 }", "{ untilMs: 1_120_999 }", "{ fromMs: '1' }", "{ untilMs: undefined }"])
def test_a_listing_isnt_joined_that_its_cards_times_dont_hold(play, over):
    found = play(f"return look(1_070_000, (l) => l.slot === 61 ? ring({over}) : cardOf(l))")
    assert (found["startMs"], found["endMs"], found["offer"]) == (1_061_000, 1_121_000, "c.61.0.0")


def test_another_card_ends_it_without_a_fade_of_its_own(play):
    found = play("""
        const hat = { item: "hat", fromMs: 1_061_000, untilMs: 1_181_000 };
        const cards = (l) => l.slot >= 61 ? hat : ring();
        return [look(1_060_999, cards), look(1_061_000, cards)];""")
    assert [(one["phase"], one["item"], one["startMs"]) for one in found] == [
        ("onSale", "ring", 1_001_000), ("arriving", "hat", 1_061_000)]  # fmt: skip


def test_it_is_sold_out_whichever_of_its_listings_is_named_and_withdrawn_while_the_last_is(play):
    assert play("""
        const shown = [1_010_000, 1_070_000].map((ms) => playback.at(ms, cardOf)[0]).slice(1);
        return [1, 61].map((slot) => {
            const closed = new m.ClosedListings();
            closed.take({ chain: "c", slot, position: 0, revision: 0 }, "soldOut");
            const [{ soldOut }] = closed.marked(shown);
            closed.take({ chain: "c", slot, position: 0, revision: 0 }, "withdrawn");
            return [soldOut, closed.marked(shown)[0].withdrawn, closed.marked(shown)[0].soldOut];
        });""") == [[True, False, False], [True, True, False]]  # fmt: skip


def test_it_keeps_its_first_listing_for_as_long_as_it_lasts_and_those_of_the_last_hour_for_taps(play):
    found = play("""
        const day = { fromMs: 1_001_000, untilMs: 87_401_000 };
        const hours = Array.from({ length: 24 }, (_, hour) => listing(1 + 3600 * hour, 3600));
        const shown = new m.Playback(windowOf(hours));
        const looks = hours.map(({ startMs }) => shown.at(startMs + 5000, () => ring(day))[0]);
        return [looks.map(({ listing }) => listing.slot), looks.at(-1).opened.map(({ slot, sealed }) => [slot, sealed.length])];""")
    assert set(found[0]) == {1}
    assert found[1] == [[75601, 0], [79201, 0], [82801, 0]]


@pytest.mark.parametrize(
    "ms, text",
    [(0, "0:00"), (1, "0:01"), (65_000, "1:05"), (3_599_000, "59:59"), (3_599_001, "1 h 0 min"), (3_660_000, "1 h 1 min"),
     (86_400_000, "24 h 0 min"), (86_400_001, "Nov 28, 2026, 6:00 AM")],
)  # fmt: skip
def test_the_time_left_is_a_timer_below_an_hour_hours_below_a_day_and_then_the_end_itself(modules, ms, text):
    end = 1_795_845_600_000
    shown = modules.run(["time-left"], "(m, [endMs, remainingMs]) => m.timeLeftText({ endMs, remainingMs })", [end, ms])
    assert shown.replace(chr(0x202F), " ") == text
