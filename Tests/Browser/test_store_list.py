"""When the list of stores is asked for again."""

import pytest
from virtual_time import in_virtual_time

DRIVER = """
    const asked = [], told = [];
    let answer = async () => [{ id: "main" }];
    // As random as a test wants it: no wait at all, or a hundredth of it.
    const list = new m.StoreList(() => (asked.push(nowMs), answer()), () => argument?.random ?? 0);
    const follow = () => list.follow((stores) => void told.push(stores.map(({ id }) => id).join()));
"""


@pytest.fixture
def drive(modules):
    return lambda body, **argument: modules.run(
        ["store-list"], "async (m, argument) => {" + in_virtual_time(DRIVER + body) + "}", argument
    )


def test_nobody_asks_who_follows_nothing(drive):
    assert drive("list.announced('v1'); list.check(); await pass(50); return asked.length") == 0


def test_each_version_is_asked_for_once(drive):
    assert drive("""
        follow();
        for (const version of ["v1", "v1", "v2"]) { list.announced(version); await pass(30); }
        return [asked.length, told];""") == [2, ["main", "main"]]


def test_what_the_first_follower_knows_is_not_asked_for(drive):
    assert drive("""
        list.follow((stores) => void told.push(stores.length), "v1");
        list.announced("v1");
        await pass(30);
        const before = asked.length;
        list.announced("v2");
        await pass(30);
        return [before, asked.length, told];""") == [0, 1, [1]]


def test_a_check_asks_at_once_and_a_follower_who_has_left_hears_nothing(drive):
    assert drive("""
        const leave = follow();
        list.check();
        await pass(30);
        leave();
        list.check();
        await pass(30);
        return [asked.length, told];""") == [1, ["main"]]


def test_the_wait_is_random_within_ten_seconds(drive):
    assert drive("""
        follow();
        const beganMs = nowMs;
        list.announced("v1");
        await pass(600);
        return asked.map((ms) => ms - beganMs);""", random=0.05) == [500]


def test_at_rest_nothing_is_asked_for_and_the_next_announcement_counts(drive):
    assert drive("""
        follow();
        list.announced("v1");
        list.rest();
        await pass(30);
        const before = asked.length;
        list.announced("v1");
        await pass(30);
        return [before, asked.length];""") == [0, 1]


def test_a_list_that_is_empty_is_told_to_nobody(drive):
    assert drive("answer = async () => []; follow(); list.check(); await pass(30); return [asked.length, told]") == [
        1,
        [],
    ]


@pytest.mark.parametrize(
    "fault", ["answer = async () => { throw new Error() };", "list.follow(() => { throw new Error(); });"]
)
def test_what_failed_is_tried_again_later(drive, fault):
    waits = drive("""
        const later = [];
        const set = globalThis.setTimeout;
        globalThis.setTimeout = (body, ms) => (later.push(ms), set(body, ms));
        follow();
        """ + fault + """
        list.check();
        await pass(100_000);
        list.rest();
        return later;""", random=0.5)  # fmt: skip
    assert waits == [0, 5000, 10_000, 20_000, 40_000, 60_000]


@pytest.mark.parametrize("body", ["<!doctype html>", '{"code": "gone"}', ""])
def test_an_answer_that_is_no_list_of_stores_is_no_shelf_servers(modules, body):
    found = modules.run(["transport", "local-clock"], """async (m, body) => {
        const { fetch } = globalThis;
        globalThis.fetch = async () => new Response(body);
        try {
            return await m.liveTransport("https://shop.test", m.deviceClock()).stores().catch(({ code, status, message }) => [code, status, message]);
        } finally {
            globalThis.fetch = fetch;
        }
    }""", body)  # fmt: skip
    assert found == [
        "request",
        200,
        "The answer isn't a list of stores. Check that the address is a Shelflife server's.",
    ]
