"""When keys count as overdue: as arithmetic, on the delays of real links, and in a store whose line swallows what is sent."""

import json

import pages
import pytest

TRACES = json.loads((pages.VECTORS / "key-watch.json").read_text())["traces"]


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace["name"])
def test_the_watch_tells_what_the_vectors_say(modules, trace):
    told = modules.run(["key-watch"], """(m, steps) => {
        const watch = new m.KeyWatch();
        const told = [];
        for (const step of steps) {
            const { localMs } = step;
            if (step.window) watch.takeWindow(step.window.map(([chain, slot, releaseMs]) => ({ chain, slot, releaseMs })), localMs);
            if (step.opened) watch.streamOpened(localMs);
            if (step.closed) watch.streamClosed();
            if (step.key) watch.keyCame(...step.key);
            if (step.answered || step.unanswered) watch.exchanged(step.answered === true);
            if ("look" in step) told.push(watch.look(step.look, localMs));
        }
        return told;
    }""", trace["steps"])  # fmt: skip
    assert told == [step["late"] for step in trace["steps"] if "look" in step]


# An hour on one link: a key every five seconds, exchanges as a store makes them, and a look each second. `up` and `down` are
# delays in ms at a second; what is sent on one connection comes in its order. Delays are those of Sources/ShelfFleet.
HOUR = """(m, [name, seed]) => {
    let state = seed;
    const random = () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
    const exponential = (mean) => -mean * Math.log(1 - random());
    const gamma = (shape, scale) => Array.from({ length: Math.round(shape) }, () => exponential(scale)).reduce((sum, part) => sum + part, 0);
    const spikes = (share, mean) => (random() < share ? exponential(mean) : 0);
    const ramp = (from, to, length, at) => from + ((to - from) * (at % length)) / length;
    const railway = (at) => ramp(40, 400, 60, at) + gamma(2, 5);
    const orbit = (at) => 18 + gamma(2, 2.5) + 40 * Math.abs(Math.sin(Math.floor(at / 15) * 12.9898));
    const links = {
        LTE: { up: () => 24 + 10 * random() + exponential(5) + spikes(0.03, 150), down: () => 18 + exponential(3) + spikes(0.03, 80) },
        "3G": { up: () => 90 + exponential(35) + spikes(0.1, 300), down: () => 70 + exponential(25) + spikes(0.1, 300) },
        train: { up: railway, down: railway },
        LEO: { up: orbit, down: orbit },
        VPN: { up: (at) => 20 + exponential(1) + (at > 240 ? 120 : 0), down: () => 20 + exponential(1) },
        bufferbloat: { up: (at) => 18 + exponential(2) + ramp(0, 800, 180, at), down: () => 8 + exponential(1) },
        "bufferbloat on the way back": { up: () => 8 + exponential(1), down: (at) => 18 + exponential(2) + ramp(0, 800, 180, at) },
    };
    const { up, down } = links[name];
    // The device's clock is fast, and began elsewhere; true time is in ms.
    let trueMs = 0;
    const localAtUs = (ms) => Math.round(5e9 + ms * 1000 * 1.00006);
    const local = { nowUs: () => localAtUs(trueMs), wallUs: () => localAtUs(trueMs), granularityUs: () => 100 };
    const clock = new m.SyncClock(local, () => {});
    const schedule = new m.ExchangeSchedule(random);
    const watch = new m.KeyWatch();
    const HOUR_MS = 3_600_000;
    const keys = Array.from({ length: HOUR_MS / 5000 }, (_, index) => ({ chain: "c", slot: 5 * index + 5, releaseMs: 5000 * index + 5000 }));
    const events = [{ atMs: 0, run: () => (watch.takeWindow(keys, local.nowUs() / 1000), watch.streamOpened(local.nowUs() / 1000)) }];
    const at = (atMs, run) => events.push({ atMs, run });
    let beforeMs = 0;
    for (const { slot, releaseMs } of keys) {
        beforeMs = Math.max(beforeMs, releaseMs + down(releaseMs / 1000));
        at(beforeMs, () => (clock.addKey(releaseMs, local.nowUs(), local.nowUs() - 5e9), watch.keyCame("c", slot)));
    }
    let exchanges = 0;
    const ask = () => {
        const sentMs = trueMs, readMs = sentMs + up(sentMs / 1000), backMs = readMs + down(readMs / 1000);
        at(backMs, () => {
            const outcome = clock.add({ sentUs: localAtUs(sentMs), receivedUs: localAtUs(backMs), serverReceivedUs: Math.round(readMs * 1000),
                serverSentUs: Math.round(readMs * 1000), uncertaintyUs: 500, granularityUs: 100, timeline: "t" });
            exchanges++;
            watch.exchanged(outcome !== "refused");
            at(backMs + schedule.delayAfter(outcome !== "refused", clock.reading().uncertaintyUs), ask);
        });
    };
    at(0, ask);
    const told = [];
    let looks = 0;
    const look = () => {
        const { nowUs, uncertaintyUs, state: known } = clock.reading();
        if (known !== "unsynced") {
            looks++;
            const late = watch.look((nowUs - uncertaintyUs) / 1000, local.nowUs() / 1000);
            if (late !== null) told.push([trueMs, late]);
        }
        at(trueMs + 1000, look);
    };
    at(500, look);
    for (;;) {
        let first = 0;
        for (let index = 1; index < events.length; index++) if (events[index].atMs < events[first].atMs) first = index;
        const [{ atMs, run }] = events.splice(first, 1);
        if (atMs >= HOUR_MS) return { told, looks, exchanges };
        trueMs = atMs;
        run();
    }
}"""
LINKS = ["LTE", "3G", "train", "LEO", "VPN", "bufferbloat", "bufferbloat on the way back"]


@pytest.mark.parametrize("link", LINKS)
def test_in_an_hour_on_a_slow_or_moving_link_no_key_is_told_as_overdue(modules, link):
    found = modules.run(["key-watch", "sync-clock", "exchange-schedule"], HOUR, [link, 7])
    assert found["told"] == [] and found["looks"] > 3500 and found["exchanges"] > 60, found


# `swallow` lets the line take everything and bring nothing, as in a tunnel: no answer comes, and no connection breaks.
SWALLOWED = """
// The clock is as exact each time: an outage seems to have begun later where it is less so.
Math.random = () => 0.5;
const server = serverAt(startMs(241));
const { transport } = server.parts;
const { openKeys, exchange, key } = transport;
const { asked } = server;
const never = () => new Promise(() => {});
const late = (ms, error) => new Promise((_, reject) => setTimeout(() => reject(new m.RequestError(error)), ms));
const swallow = () => {
    server.stream = null;
    transport.exchange = () => late(5000, "no time");
    transport.key = () => late(5000, "no key");
    transport.openKeys = () => (asked.push("stream"), () => asked.push("closed"));
};
const comeBack = () => Object.assign(transport, { openKeys, exchange, key });
const told = () => [server.store.status.connection, server.store.status.error?.name ?? null, server.store.status.error?.of ?? null];
const push = (slot) => server.stream?.key(keyOf(slot));
// As the server does: each key as its listing's is due.
const feed = setInterval(() => push(Math.floor((server.nowMs() + chain.leadMs - chain.epochMs) / 1000)), 1000);
"""


def test_a_line_that_swallows_what_is_sent_is_told_seconds_after_a_key_was_due_and_the_stream_is_opened_anew(play):
    found = play(SWALLOWED + """
        server.store.start();
        await pass(12_000);
        const before = told();
        const dueMs = Math.min(...server.store.shelf().map(({ endMs }) => endMs)) - chain.leadMs;
        swallow();
        const opened = asked.filter((what) => what === "stream").length;
        await pass(dueMs - server.nowMs() + 2900);
        const early = told();
        await pass(1500);
        const overdue = [told(), server.store.status.error?.sinceMs - dueMs];
        await pass(2000);
        const anew = asked.filter((what) => what === "stream").length - opened;
        comeBack();
        server.store.stop();
        server.store.start();
        await pass(3000);
        const after = told();
        server.store.stop();
        clearInterval(feed);
        return { before, early, overdue, anew, after };""")
    assert found["before"] == ["live", None, None] == found["early"] == found["after"]
    assert found["overdue"][0] == ["offline", "UnreachableError", "server"]
    assert 0 <= found["overdue"][1] < 1000
    assert found["anew"] >= 1


def test_keys_of_a_chain_that_the_server_has_no_more_are_asked_for_seldom(play):
    """As after a restore, until its next window: each such request is a red line in the console."""
    found = play("""
        const server = serverAt(startMs(245));
        let asked = 0;
        server.parts.transport.key = async () => {
            asked++;
            throw new m.RequestError("not found", 404);
        };
        server.store.start();
        await pass(60_000);
        server.store.stop();
        return asked;""")
    assert 1 <= found <= 4
