"""The clock's promises, as arithmetic: its uncertainty always holds, it never runs backwards, it asks when it
should."""

import pytest
from virtual_time import in_virtual_time

NAMES = ["clock-estimate", "sync-clock", "exchange-schedule", "jump-detector", "time-keeper", "change-latch"]

EXCHANGE = """const exchange = (sentUs, thereUs, backUs, more = {}) => ({
    sentUs, receivedUs: sentUs + thereUs + backUs, serverReceivedUs: sentUs + 5_000_000 + thereUs,
    serverSentUs: sentUs + 5_000_000 + thereUs, uncertaintyUs: 0, granularityUs: 0, timeline: "a", ...more,
});
const served = (us) => ({ serverReceivedUs: us, serverSentUs: us });
const clock = new m.ClockEstimate();
const take = (taken) => clock.add(taken, taken.receivedUs);
let seed = 7;
const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;"""


def run(modules, body, argument=None):
    return modules.run(NAMES, "async (m, argument) => {" + EXCHANGE + body + "}", argument)


def test_it_knows_nothing_before_the_first_exchange(modules):
    reading = run(modules, "const r = clock.reading(1000); return [r.state, r.uncertaintyUs === Infinity];")
    assert reading == ["unsynced", True]


def test_one_exchange_gives_the_middle_and_half_the_round_trip(modules):
    reading = run(modules, "take(exchange(1_000_000, 4000, 8000)); return clock.reading(1_012_000);")
    assert reading["nowUs"] == pytest.approx(6_012_000 - 2000, abs=4)
    assert 6000 <= reading["uncertaintyUs"] <= 6012
    assert reading["state"] == "synced" and reading["roundTripFloorUs"] == 12_000 and reading["ageUs"] == 0


def test_the_server_s_own_uncertainty_and_coarse_stamps_are_added(modules):
    uncertainty = run(modules, """
        take(exchange(0, 4000, 8000, { uncertaintyUs: 50_000, granularityUs: 1000 }));
        return clock.reading(12_000).uncertaintyUs;""")
    assert 58_000 <= uncertainty <= 58_012


def test_each_direction_s_best_counts_whichever_exchange_brought_it(modules):
    alone, both = run(modules, """
        take(exchange(0, 1000, 6000));
        const alone = clock.reading(7000);
        take(exchange(10_000, 6000, 1000));
        return [alone, clock.reading(1_500_000)];""")
    assert alone["uncertaintyUs"] >= 3500
    assert both["uncertaintyUs"] < 1600 and clock_is_right(both, 6_500_000)


def clock_is_right(reading, true_us):
    return abs(reading["nowUs"] - true_us) <= reading["uncertaintyUs"]


def test_over_a_tenth_of_a_second_of_uncertainty_is_coarse(modules):
    states = run(modules, """
        take(exchange(0, 0, 202_000));
        const wide = clock.reading(202_000).state;
        take(exchange(300_000, 0, 198_000));
        return [wide, clock.reading(1_500_000).state];""")
    assert states == ["coarse", "synced"]


@pytest.mark.parametrize("drift", [-290e-6, -20e-6, 0, 290e-6])
def test_the_uncertainty_holds_over_a_day_of_drifting_clocks_and_lopsided_links(modules, drift):
    ratio, backwards, rate = run(modules, """
        const server = (local) => Math.round(9_000_000_000 + local * (1 + argument));
        let local = 0, last = 0, ratio = 0, backwards = 0;
        for (let i = 0; i < 5000; i++) {
            const there = 1000 + random() ** 4 * 400_000, back = 1000 + random() ** 4 * 400_000;
            const stamp = (us) => Math.floor(us / 100) * 100;
            const receivedUs = stamp(local + there + back);
            clock.add({ sentUs: stamp(local), receivedUs, ...served(server(local + there)),
                uncertaintyUs: 0, granularityUs: 100, timeline: "a" }, receivedUs);
            for (const later of [there + back, 4e6, 16e6]) {
                const { nowUs, uncertaintyUs } = clock.reading(Math.round(local + later));
                ratio = Math.max(ratio, Math.abs(nowUs - server(local + later)) / uncertaintyUs);
                if (nowUs < last) backwards++;
                last = nowUs;
            }
            local += 16e6 + there + back;
        }
        return [ratio, backwards, clock.reading(local).ratePpb];""", drift)
    assert 0.05 < ratio <= 1 and backwards == 0
    assert abs(rate - drift * 1e9) < 5000, "in parts per billion"


def test_what_was_learnt_about_the_rate_carries_it_through_a_minute_without_network(modules):
    early, late = run(
        modules,
        """
        const server = (local) => 5_000_000 + local + Math.round(local * 60e-6);
        const widths = [];
        for (let i = 0; i < 30; i++) {
            const at = i * 16_000_000;
            take({ ...exchange(at, 0, 0), receivedUs: at + 10_000, ...served(server(at + 5000)) });
            const minuteLater = clock.reading(at + 60_010_000);
            if (Math.abs(minuteLater.nowUs - server(at + 60_010_000)) > minuteLater.uncertaintyUs) throw new Error(`wrong after ${i}`);
            widths.push(minuteLater.uncertaintyUs);
        }
        return [widths[0], widths.at(-1)];""",
    )
    assert early > 20_000, "the first exchange leaves open whatever two quartzes may do"
    assert late < 7500, "5 ms are the path, and the rest 8 ppm of wander and what the rate can be off"


def test_a_small_correction_is_slewed_and_a_large_one_ahead_is_a_step(modules):
    small, large = run(modules, """
        const corrected = (byUs) => {
            const clock = new m.ClockEstimate();
            clock.add(exchange(0, 300_000, 300_000), 600_000);
            const before = clock.reading(600_000).nowUs;
            clock.add(exchange(600_000, 0, 0, served(5_600_000 + byUs)), 600_000);
            return [0, 1_000_000, 100_000_000].map((later) => clock.reading(600_000 + later).nowUs - before - later);
        };
        return [corrected(40_000), corrected(60_000)];""")
    assert small[0] == 0 and small[1] == 2000 and small[2] == pytest.approx(40_000, abs=20)
    assert large[0] == large[1] == pytest.approx(60_000, abs=20)


def test_a_correction_back_is_slewed_or_stands_and_never_runs_backwards(modules):
    small, large = run(
        modules,
        """
        const corrected = (byUs) => {
            const clock = new m.ClockEstimate();
            clock.add(exchange(0, 300_000, 300_000), 600_000);
            const before = clock.reading(600_000).nowUs;
            clock.add(exchange(600_000, 0, 0, served(5_600_000 - byUs)), 600_000);
            const readings = Array.from({ length: 600 }, (_, i) => clock.reading(600_000 + i * 1000));
            const steps = readings.slice(1).map((reading, i) => reading.nowUs - readings[i].nowUs);
            const honest = readings.every(({ nowUs, uncertaintyUs }, i) => Math.abs(nowUs - (5_600_000 - byUs + i * 1000)) <= uncertaintyUs);
            return { least: Math.min(...steps), left: readings.at(-1).nowUs - (5_600_000 - byUs + 599_000), honest };
        };
        return [corrected(40_000), corrected(200_000)];""",
    )
    assert small["least"] == 998 and small["left"] == pytest.approx(40_000 - 2 * 599, abs=20) and small["honest"]
    assert large["least"] == 0 and large["left"] == pytest.approx(0, abs=20) and large["honest"]


def test_a_new_timeline_starts_afresh(modules):
    outcome, reading = run(modules, """
        take(exchange(0, 10, 10, served(3_600_000_000)));
        return [take(exchange(1000, 9000, 9000, { timeline: "b", ...served(70_000) })), clock.reading(19_000)];""")
    assert outcome == "restarted"
    assert reading["nowUs"] == pytest.approx(70_000 - 10_000 + 19_000, abs=20)
    assert reading["uncertaintyUs"] >= 9000


@pytest.mark.parametrize("by_us", [3_600_000_000, -3_600_000_000])
def test_after_a_jump_it_goes_by_the_earlier_of_what_is_possible_until_the_next_exchange(modules, by_us):
    before, doubted, outcome, after = run(modules, """
        take(exchange(0, 500, 500));
        const before = clock.reading(2000);
        clock.doubt({ byUs: argument, sinceUs: 2000 });
        const doubted = clock.reading(3000);
        const outcome = take(exchange(4000, 20_000, 20_000, served(8_600_000_000)));
        return [before, doubted, outcome, clock.reading(44_000)];""", by_us)
    assert before["nowUs"] <= doubted["nowUs"] <= before["nowUs"] + 1000
    assert doubted["state"] == "coarse" and doubted["uncertaintyUs"] >= 3_600_000_000 - 1000
    assert (doubted["nowUs"] == before["nowUs"]) == (by_us < 0), "it stands when the time here may have run ahead"
    assert outcome == "restarted"
    assert after["state"] == "synced" and after["nowUs"] == pytest.approx(8_600_020_000, abs=20)


def test_after_a_jump_that_cannot_be_told_from_a_wall_clock_set_it_still_starts_afresh(modules):
    outcomes, bounds = run(modules, """
        const outcomes = [take(exchange(0, 500, 500)), take(exchange(1_000_000, 500, 500))];
        clock.doubt({ byUs: 300_000, sinceUs: 1_500_000 });
        outcomes.push(take(exchange(2_000_000, 500, 500)), take(exchange(3_000_000, 500, 500)));
        return [outcomes, clock.basis.uppers];""")
    assert outcomes == ["taken", "taken", "restarted", "taken"] and bounds == 2


def test_of_too_many_bounds_the_best_are_kept(modules):
    bounds, narrow = run(modules, """
        for (let i = 0; i < 200; i++) take(exchange(i * 2_000_000, i === 190 ? 500 : 20_000, i === 190 ? 500 : 20_000));
        return [clock.basis, clock.reading(400_000_000)];""")
    assert bounds["uppers"] <= 64 and bounds["lowers"] <= 64
    assert narrow["uncertaintyUs"] < 3000 and clock_is_right(narrow, 405_000_000)


def test_an_exchange_whose_bounds_rule_out_the_old_ones_is_believed_however_wide_it_is(modules):
    outcomes, reading = run(modules, """
        const outcomes = [take(exchange(0, 500, 500)), take(exchange(1_000_000, 500, 500)),
            take(exchange(2_000_000, 40_000, 40_000, served(12_000_000)))];
        return [outcomes, clock.reading(2_080_000)];""")
    assert outcomes == ["taken", "taken", "restarted"]
    assert reading["nowUs"] == pytest.approx(12_040_000, abs=50) and 40_000 <= reading["uncertaintyUs"] <= 40_100


def test_a_route_that_changed_costs_no_more_than_it_must(modules):
    outcome, reading = run(modules, """
        for (let i = 0; i < 20; i++) take(exchange(i * 10_000_000, 5000, 5000));
        const outcome = take(exchange(200_000_000, 45_000, 5000));
        return [outcome, clock.reading(200_050_000)];""")
    assert outcome == "taken" and reading["uncertaintyUs"] < 6000


def test_an_exchange_that_no_honest_clocks_can_have_made_is_not_used(modules):
    used = run(
        modules,
        """
        const bad = [{ receivedUs: -1 }, { serverSentUs: 1 }, { uncertaintyUs: -1 }, { sentUs: 0.5 }, { serverReceivedUs: NaN },
            { serverReceivedUs: 5_000_000, serverSentUs: 6_000_000 }, { receivedUs: 10_000_001 }, { sentUs: 2 ** 53 }, { granularityUs: Infinity }];
        return bad.map((more) => [new m.ClockEstimate()].map((fresh) => fresh.add(exchange(0, 100, 100, more), 200))[0]);""",
    )
    assert used == ["refused"] * 9


def test_a_pushed_key_proves_that_the_time_was_at_least_its_release(modules):
    alone, with_key, outcome = run(modules, """
        take(exchange(0, 100, 5000));
        const alone = clock.reading(100_000).uncertaintyUs;
        const outcome = clock.addReached(5_099_000, 100_000);
        return [alone, clock.reading(1_500_000), outcome];""")
    assert outcome == "taken" and alone > 2500
    assert with_key["uncertaintyUs"] < 1100 and clock_is_right(with_key, 6_500_000)


def test_a_key_that_contradicts_what_is_known_changes_nothing_but_asks_for_more(modules):
    before, after, outcome = run(modules, """
        take(exchange(0, 500, 500));
        const before = clock.reading(100_000);
        const outcome = clock.addReached(9_000_000, 100_000);
        return [before, clock.reading(100_000), outcome];""")
    assert outcome == "restarted" and before == after


def test_a_key_before_the_first_exchange_says_nothing(modules):
    assert run(modules, "return [clock.addReached(5_000_000, 10), clock.reading(10).state]") == ["refused", "unsynced"]


def test_exchanges_come_in_a_burst_then_fifteen_soon_and_then_every_sixteen_seconds(modules):
    least, most = run(
        modules,
        """
        const delays = (random) => { const s = new m.ExchangeSchedule(() => random); return Array.from({ length: 28 }, (_, i) => s.delayAfter(true, 90_000 - 2000 * i)); };
        return [delays(0), delays(1)];""",
    )
    assert least[:7] == [80] * 7 and most[:7] == [160] * 7
    assert least[7:22] == [3000] * 15 and most[7:22] == [5000] * 15
    assert least[22:] == [12_000] * 6 and most[22:] == [20_000] * 6


def test_when_sixteen_exchanges_taught_nothing_it_asks_every_minute_until_the_bounds_change(modules):
    delays = run(
        modules,
        """
        const schedule = new m.ExchangeSchedule(() => 0.5);
        const after = (times, widthUs) => Array.from({ length: times }, () => schedule.delayAfter(true, widthUs));
        return [after(22, 9000), after(18, 9000), after(2, 8000), after(1, 7900), after(16, 7000), after(1, 9000)].map((all) => all.slice(-2));""",
    )
    assert delays[0] == [4000, 4000] and delays[1] == delays[2] == [64_000, 64_000], "a millisecond is no news"
    assert delays[3] == [16_000] and delays[4] == [16_000, 64_000] and delays[5] == [16_000], "more is"


def test_a_server_that_does_not_answer_is_asked_less_and_less(modules):
    delays = run(
        modules,
        "const s = new m.ExchangeSchedule(() => 0.5); return Array.from({ length: 6 }, () => s.delayAfter(false, Infinity))",
    )
    assert delays == [1000, 2000, 4000, 4000, 4000, 4000]


def test_a_jump_is_what_two_quartzes_cannot_do(modules):
    jumps = run(
        modules,
        """
        const detector = new m.JumpDetector();
        const looks = [[0, 1e15], [1e6, 1e15 + 1e6], [2e6, 1e15 + 2_249_000], [3e6, 1e15 + 3_600_000], [3_603e6, 1e15 + 3_604.02e6], [3_604e6, 1e15 + 3_604e6]];
        return looks.map(([nowUs, wallUs]) => detector.look(nowUs, wallUs));""",
    )
    assert jumps == [
        None,
        None,
        None,
        {"byUs": 351_000, "sinceUs": 2_000_000},
        None,
        {"byUs": -1_020_000, "sinceUs": 3_603_000_000},
    ]


KEEPER = """
let wallAheadMs = 0, busyMs = () => 0, fails = false;
const local = { nowUs: () => Math.round(nowMs * 1000), wallUs: () => Math.round((nowMs + wallAheadMs) * 1000), granularityUs: () => 0 };
const asked = [];
const keeper = new m.TimeKeeper(local, async () => {
    asked.push(nowMs);
    if (fails) throw new Error("no network");
    return exchange(local.nowUs() - 20, 10, 10);
}, { reached: () => {}, unreached: () => {}, unsettled: () => {}, busyMs: (steady) => busyMs(steady) });
const count = async (ms) => { const before = asked.length; await pass(ms); return asked.length - before; };
try { keeper.wake(); await settle(); BODY } finally { keeper.rest(); }
"""


@pytest.fixture
def keep(modules):
    return lambda body: run(modules, in_virtual_time(KEEPER.replace("BODY", body)))


def test_awake_it_asks_in_a_burst_and_then_seldom_and_at_rest_not_at_all(keep):
    burst, settling, steady, resting = keep("""
        const found = [await count(1200), await count(70_000), await count(160_000)];
        keeper.rest();
        return [...found, await count(600_000)];""")
    assert burst == 8 and 14 <= settling <= 18 and 6 <= steady <= 14 and resting == 0


@pytest.mark.parametrize("by_ms", [300, -300, 86_400_000])
def test_a_jump_of_one_of_the_device_s_clocks_is_noticed_within_a_second_and_brings_a_burst(keep, by_ms):
    found = keep(
        """
        await pass(100_000);
        const before = keeper.clock.reading().uncertaintyUs;
        wallAheadMs += %d;
        const reading = keeper.clock.reading();
        const burst = await count(2000);
        return { before, doubted: reading.uncertaintyUs, burst, after: keeper.clock.reading().uncertaintyUs, jumps: keeper.clock.jumps };"""
        % by_ms
    )
    assert found["before"] < 1000 and found["after"] < 1000
    assert found["doubted"] >= abs(by_ms) * 1000
    assert found["burst"] >= 7 and found["jumps"] == 1


def test_a_jump_is_noticed_even_when_nobody_reads_the_clock(keep):
    burst = keep("await pass(100_000); wallAheadMs += 400; return await count(2100);")
    assert burst >= 8


def test_no_exchange_runs_while_it_would_be_delayed(keep):
    during, after = keep("""
        await pass(2000);
        const until = nowMs + 30_000;
        busyMs = () => (nowMs < until ? 50 : 0);
        const during = await count(29_000);
        return [during, await count(1100)];""")
    assert during == 0 and after >= 1


def test_even_the_first_one_of_a_burst_waits_for_a_download(keep):
    during, after = keep("""
        await pass(10_000);
        const until = nowMs + 1000;
        busyMs = () => (nowMs < until ? 50 : 0);
        keeper.wake();
        return [await count(900), await count(1500)];""")
    assert during == 0 and after >= 8


def test_only_the_steady_ones_wait_for_a_better_moment(keep):
    steadies = keep("""
        const steadies = [];
        busyMs = (steady) => (steadies.push(steady), 0);
        await pass(10_000);
        return steadies;""")
    assert steadies[:7] == [False] * 7 and all(steadies[8:])


def test_without_network_it_goes_on_and_is_in_step_again_with_the_first_answer(keep):
    wide, narrow = keep("""
        await pass(2000);
        fails = true;
        await pass(30_000);
        const wide = keeper.clock.reading().uncertaintyUs;
        fails = false;
        keeper.wake();
        await pass(10);
        return [wide, keeper.clock.reading().uncertaintyUs];""")
    assert wide > 500 > 100 > narrow


LATCH = """
const latch = new m.ChangeLatch();
const changes = [10_000, 10_600, 20_000];
const next = (after) => changes.find((change) => change > after) ?? Infinity;
const draw = (nowMs, localMs) => latch.instantMs(nowMs, localMs, next);
"""


def latched(modules, body):
    return run(modules, LATCH + body)


def test_a_change_is_drawn_when_the_clock_says_so(modules):
    drawn = latched(
        modules, "return [9000, 9799, 9801, 9999, 10_000, 10_001, 10_500].map((ms) => draw(ms, ms) >= 10_000)"
    )
    assert drawn == [False, False, False, False, True, True, True]


def test_within_its_last_fifth_of_a_second_a_change_no_longer_moves(modules):
    ahead, behind = latched(
        modules,
        """
        const ahead = [draw(9850, 9850), draw(10_040, 9860), draw(10_170, 9990), draw(10_180, 10_000)];
        const other = new m.ChangeLatch();
        const behind = [[9850, 9850], [9850, 9900], [9850, 9999], [9850, 10_000]].map(([now, at]) => other.instantMs(now, at, next));
        return [ahead.map((ms) => ms >= 10_000), behind.map((ms) => ms >= 10_000)];""",
    )
    assert ahead == behind == [False, False, False, True]


def test_what_was_drawn_is_not_drawn_back_when_the_clock_stands(modules):
    drawn = latched(modules, "return [draw(9850, 9850), draw(9860, 10_010), draw(9870, 10_020), draw(9990, 10_140)]")
    assert [ms >= 10_000 for ms in drawn] == [False, True, True, True]
    assert drawn == sorted(drawn)


def test_a_change_further_off_follows_every_correction(modules):
    drawn = latched(modules, "return [draw(9500, 9500), draw(10_050, 9600)]")
    assert drawn == [9500, 10_050]


def test_another_timeline_is_followed_back(modules):
    assert latched(modules, "draw(19_900, 19_900); draw(20_000, 20_000); return draw(5000, 20_100)") == 5000
