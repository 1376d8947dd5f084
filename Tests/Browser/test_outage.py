"""From when on an outage is told, as arithmetic, and what a store says of it on a server of closures."""

import pytest


def due(modules, since, now):
    return modules.run(["outage"], """(m, [since, now]) => {
        const outage = new m.Outage();
        outage.fail(since, now);
        outage.fail(now + 1, now + 1);
        return [outage.sinceMs, outage.dueMs, outage.isDue(outage.dueMs - 1), outage.isDue(outage.dueMs)];
    }""", [since, now])  # fmt: skip


@pytest.mark.parametrize("since, now, told", [(1000, 1000, 11_000), (1000, 6000, 11_000), (1000, 46_000, 51_000)])
def test_it_is_told_after_ten_seconds_and_five_seconds_after_it_was_noticed_at_the_earliest(modules, since, now, told):
    assert due(modules, since, now) == [since, told, False, True]


def test_a_store_says_after_ten_seconds_since_when_the_server_cannot_be_reached_and_stops_saying_so(play):
    found = play("""
        const server = serverAt(startMs(245));
        const code = () => server.store.status.error?.code ?? null;
        server.store.start();
        await pass(500);
        server.offline = true;
        const { exchange, openKeys } = server.parts.transport;
        const lostMs = server.nowMs();
        server.parts.transport.openKeys = (store, listener) => (setTimeout(() => listener.lost()), () => {});
        server.stream.lost();
        await pass(9900);
        const before = code();
        await pass(200);
        const { error } = server.store.status;
        server.parts.transport.openKeys = openKeys;
        await pass(8000);
        server.store.stop();
        return { before, code: error?.code, of: error?.of, lateMs: error?.sinceMs - lostMs, after: code() };""")
    assert found == {"before": None, "code": "unreachable", "of": "server", "lateMs": 0, "after": None}
