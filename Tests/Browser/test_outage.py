"""From when on an outage is told, as arithmetic, and what a store and `<shelf-store>` say of it on a server of closures."""

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


# `lose` lets a running store lose its key stream, and open none before `mend`. `told` is what its status says of an outage.
LOST = """
const server = serverAt(startMs(245));
const { openKeys } = server.parts.transport;
const lose = (silentMs) => {
    server.parts.transport.openKeys = (store, listener) => (setTimeout(() => listener.lost(new m.RequestError("refused"))), () => {});
    server.stream.lost(new m.RequestError("refused"), silentMs);
};
const mend = () => {
    server.parts.transport.openKeys = openKeys;
    server.offline = server.timeless = false;
};
const told = () => {
    const { error } = server.store.status;
    return error && [error.name, error.code, error.of ?? null];
};
"""
UNREACHABLE = ["UnreachableError", "unreachable"]


def test_a_store_says_after_ten_seconds_since_when_the_server_cannot_be_reached_and_stops_saying_so(play):
    found = play(LOST + """
        server.store.start();
        await pass(500);
        let events = 0;
        server.store.addEventListener("status", () => events++);
        server.offline = server.timeless = true;
        const lostMs = server.nowMs();
        lose();
        await pass(9900);
        const before = [told(), server.store.status.connection];
        events = 0;
        await pass(200);
        const { error } = server.store.status;
        const during = told();
        const heard = events;
        await pass(60_000);
        const isSame = server.store.status.error === error && events === heard;
        mend();
        await pass(8000);
        server.store.stop();
        return { before, during, heard, isSame, lateMs: error?.sinceMs - lostMs, cause: error?.cause?.name, after: told() };""")  # fmt: skip
    assert found == {"before": [None, "offline"], "during": [*UNREACHABLE, "server"], "heard": 1, "isSame": True,
                     "lateMs": 0, "cause": "RequestError", "after": None}  # fmt: skip


def test_a_server_that_tells_the_time_without_windows_or_keys_does_not_serve_this_store(play):
    found = play(LOST + """
        server.store.start();
        await pass(500);
        server.offline = true;
        lose();
        await pass(10_100);
        const { message } = server.store.status.error;
        server.store.stop();
        return [message, server.store.status.clock.state];""")  # fmt: skip
    assert found[0].startswith("The server answers, but doesn't serve this store since ")


def test_from_the_start_a_server_without_windows_is_told_as_one_that_serves_no_such_store(play):
    found = play(LOST + """
        server.offline = true;
        server.store.start();
        await pass(9900);
        const before = told();
        await pass(200);
        const during = told();
        server.store.stop();
        return [before, during];""")  # fmt: skip
    assert found == [["RequestError", "request", None], [*UNREACHABLE, "store"]]


def test_without_the_time_the_empty_shelf_is_told_after_ten_seconds_and_the_time_alone_is_named(play):
    found = play(LOST + """
        server.timeless = true;
        server.store.start();
        await pass(9900);
        const before = told();
        await pass(200);
        const during = [told(), server.items(), server.store.status.error?.message.includes("/v1/time")];
        mend();
        await pass(8000);
        const after = [told(), server.items().includes("empty")];
        server.store.stop();
        return { before, during, after };""")  # fmt: skip
    assert found == {
        "before": None,
        "during": [[*UNREACHABLE, "time"], ["empty"] * 4, True],
        "after": [None, False],
    }


def test_while_the_time_is_known_nothing_is_wrong_when_it_is_not_told_any_more(play):
    found = play(LOST + """
        server.store.start();
        await pass(500);
        server.timeless = true;
        await pass(120_000);
        const found = [told(), server.items().includes("empty")];
        server.store.stop();
        return found;""")  # fmt: skip
    assert found == [None, False]


def test_where_no_key_is_due_silence_is_told_after_fifty_seconds(play):
    found = play(LOST.replace("245", "810") + """
        const { fetch } = globalThis;
        try {
            const { openKeyStream } = await import("/shelflife/transport/key-stream.js");
            let say;
            globalThis.fetch = async (url, { signal }) => {
                if (say) await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
                const body = new ReadableStream({ start: (stream) => {
                    say = (text) => stream.enqueue(new TextEncoder().encode(text));
                    signal.addEventListener("abort", () => stream.error(signal.reason));
                } });
                return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
            };
            server.parts.transport.key = () => Promise.reject(new m.RequestError("no key"));
            server.parts.transport.openKeys = (store, listener) => openKeyStream("https://shop.test/keys", listener);
            server.store.start();
            await pass(2000);
            const { chain: id, slot, key } = keyOf(809);
            say(`event: key\\ndata: ${JSON.stringify({ chain: id, slot, key: m.toBase64url(key) })}\\n\\n`);
            await settle();
            const saidMs = server.nowMs();
            server.offline = server.timeless = true;
            await pass(49_900);
            const before = told();
            await pass(200);
            const { error } = server.store.status;
            const during = told();
            server.store.stop();
            return { before, during, sinceMs: Math.round(error?.sinceMs - saidMs) };
        } finally {
            globalThis.fetch = fetch;
        }""")  # fmt: skip
    assert found == {"before": None, "during": [*UNREACHABLE, "server"], "sinceMs": 0}


def test_the_uncertainty_of_a_clock_that_knows_nothing_is_null(play):
    found = play(LOST + """
        const seen = [server.store.status.clock];
        server.store.start();
        await pass(500);
        seen.push(server.store.status.clock);
        server.store.stop();
        return seen.map(({ state, uncertaintyUs }) => [state, uncertaintyUs === null ? null : Number.isFinite(uncertaintyUs)]);""")  # fmt: skip
    assert found == [["unsynced", None], ["synced", True]]


# An element in the page, whose server is the one of closures.
ELEMENT = """
const { useServer } = await import("/shelf-store.js");
useServer(new m.ShelfServer("https://shop.test", server.parts));
const element = document.createElement("shelf-store");
for (const [name, value] of [["server", "https://shop.test"], ["store", "main"], ["key", argument.publicKey]]) element.setAttribute(name, value);
const problems = [];
element.addEventListener("problem", ({ detail }) => problems.push(detail.code));
const says = () => element.shadowRoot.querySelector("[part~=problem]").textContent;
"""


def test_an_element_shows_an_outage_with_its_time_until_it_is_over_and_keeps_its_shelf(play):
    found = play(LOST + ELEMENT + """
        document.body.append(element);
        await pass(500);
        const shown = element.shadowRoot.querySelectorAll("[part~=onSale]").length;
        server.offline = server.timeless = true;
        const time = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" }).format(server.nowMs());
        lose();
        await pass(9900);
        const before = says();
        await pass(200);
        const during = [says().replace(time, "TIME"), shown > 0 && element.shadowRoot.querySelectorAll("[part~=onSale]").length === shown, [...problems]];
        mend();
        await pass(8000);
        const after = says();
        element.remove();
        return { before, during, after };""")  # fmt: skip
    message = "The server can't be reached since TIME. It is tried again by itself."
    assert found == {"before": "", "during": [message, True, ["unreachable"]], "after": ""}


def test_an_element_without_the_time_says_so(play):
    found = play(LOST + ELEMENT + """
        server.timeless = true;
        document.body.append(element);
        await pass(10_100);
        const said = says();
        element.remove();
        return said;""")  # fmt: skip
    assert found.startswith("The server's time can't be had since ")


def test_an_element_says_that_it_opens_until_its_shelf_is_there(play):
    found = play(LOST + ELEMENT + """
        let answer;
        server.held = new Promise((resolve) => (answer = resolve));
        server.timeless = true;
        document.body.append(element);
        await pass(4000);
        const hanging = says();
        answer();
        await pass(100);
        const timeless = says();
        server.timeless = false;
        await pass(3000);
        const open = says();
        element.remove();
        return [hanging, timeless, open];""")  # fmt: skip
    assert found == ["Opening the store…", "Opening the store…", ""]
