"""The key stream is read from an answer of `fetch`, alike in pages, workers and Node."""

import pytest
from virtual_time import in_virtual_time

TEXT = (
    ": a word to keep the line open\r\nevent: key\r\nid: abc.7\r\ndata: {\"glyph\":\"🍎\"}\r\n\r\n"
    "event:key\ndata:one\ndata: two\nretry: 5\nunknown\n\nevent: nothing\n\ndata\n\ndata: a\r\rdata: b\r\n\r\n"
)
EVENTS = [["key", '{"glyph":"🍎"}'], ["key", "one\ntwo"], ["", ""], ["", "a"], ["", "b"]]
LONGEST = 131_072


def read(modules, pieces):
    return modules.run(["server-sent-events"], """(m, pieces) => {
        const events = new m.ServerSentEvents();
        try { return pieces.flatMap((piece) => events.read(piece)).map(({ name, data }) => [name, data]); } catch ({ name }) { return name; }
    }""", pieces)  # fmt: skip


def test_the_events_are_the_same_wherever_the_text_is_cut(modules):
    assert read(modules, [TEXT]) == EVENTS
    assert read(modules, list(TEXT)) == EVENTS
    for cut in range(len(TEXT)):
        assert read(modules, [TEXT[:cut], "", TEXT[cut:]]) == EVENTS, cut


def test_an_event_has_its_own_id_and_the_wait_is_the_last_one_that_is_a_number(modules):
    text = "id: 1-7\rdata: a\r\rdata: b\r\rretry: 5\rretry: soon\rid: 1-9\r\rdata: c\r\rid\rid: x\rdata: d\r\r"
    for pieces in ([text], list(text)):
        assert modules.run(["server-sent-events"], """(m, pieces) => {
            const events = new m.ServerSentEvents();
            const waits = [events.retryMs];
            const found = pieces.flatMap((piece) => events.read(piece)).map(({ id, data }) => [id, data]);
            return [found, [...waits, events.retryMs]];
        }""", pieces) == [[["1-7", "a"], ["", "b"], ["", "c"], ["x", "d"]], [None, 5]]  # fmt: skip


def test_a_line_or_an_event_without_end_is_given_up(modules):
    assert read(modules, ["x" * LONGEST]) == "RangeError"
    assert read(modules, ["data: 0123456789\n" * 20_000]) == "RangeError"
    assert read(modules, ["data: " + "x" * (LONGEST - 7) + "\n\n"]) == [["", "x" * (LONGEST - 7)]]


# `asked` is what the stream has asked for; `server` writes, ends or breaks the answer; `heard` is what the listener was
# told.
STREAM = """
const heard = [], asked = [];
const server = { status: 200, type: "text/event-stream; charset=utf-8" };
const { fetch } = globalThis;
globalThis.fetch = async (url, options) => {
    asked.push({ url, accept: options.headers.Accept, cache: options.cache, credentials: options.credentials });
    const body = new ReadableStream({ start: (stream) => {
        server.say = (text) => stream.enqueue(new TextEncoder().encode(text));
        server.end = () => stream.close();
        server.break = () => stream.error(new TypeError("broken"));
        options.signal.addEventListener("abort", () => { heard.push("aborted"); try { stream.error(options.signal.reason); } catch {} });
    } });
    return new Response(body, { status: server.status, headers: { "Content-Type": server.type } });
};
const open = () => m.openKeyStream("https://shop.test/keys", {
    opened: () => heard.push("opened"),
    key: ({ slot }) => heard.push(`key ${slot}`),
    notice: ({ signature }) => heard.push(`notice ${signature}`),
    announced: (announcement) => heard.push(announcement),
    lost: () => heard.push("lost"),
});
const key = (slot) => `event: key\\ndata: {"chain":"AAAAAAAAAAA","slot":${slot},"key":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}\\n\\n`;
"""


@pytest.fixture
def stream(modules):
    def run(body):
        source = STREAM + "try {" + body + "return { heard, asked }; } finally { globalThis.fetch = fetch; }"
        return modules.run(["key-stream"], "async (m) => {" + in_virtual_time(source) + "}")

    return run


def test_keys_notices_and_announcements_are_told_in_their_order(stream):
    told = stream("""open(); await pass(1);
        server.say(key(7) + 'event: notice\\ndata: {"bytes":"b","signature":"s"}\\n\\nevent: wind');
        await pass(1);
        server.say('ow\\ndata: {"sequence":9}\\n\\nevent: stores\\ndata: {"version":"v"}\\n\\nevent: paused\\ndata: {"paused":true}\\n\\nevent: gone\\ndata: {}\\n\\n');
        await pass(1);""")
    assert told["heard"] == [
        "opened",
        "key 7",
        "notice s",
        {"type": "window", "sequence": 9},
        {"type": "stores", "version": "v"},
        {"type": "paused", "paused": True},
        {"type": "gone"},
    ]
    assert told["asked"] == [
        {"url": "https://shop.test/keys", "accept": "text/event-stream", "cache": "no-store", "credentials": "omit"}
    ]


def test_what_cannot_be_read_is_passed_over(stream):
    told = stream(
        """open(); await pass(1);
        server.say('event: key\\ndata: {\\n\\nevent: window\\ndata: {}\\n\\nevent: paused\\ndata: {"paused":1}\\n\\nevent: other\\ndata: 1\\n\\n' + key(8)); await pass(1);"""
    )
    assert told["heard"] == ["opened", "key 8"]


@pytest.mark.parametrize("end", ["server.end()", "server.break()", "server.say('x'.repeat(200_000))"])
def test_a_stream_that_ends_or_makes_no_sense_is_lost_once(stream, end):
    heard = stream(f"open(); await pass(1); {end}; await pass(100_000);")["heard"]
    assert [word for word in heard if word != "aborted"] == ["opened", "lost"]


@pytest.mark.parametrize("answer", ["server.status = 404", "server.status = 503", "server.type = 'text/html'"])
def test_an_answer_that_is_no_stream_is_a_lost_one(stream, answer):
    heard = stream(f"{answer}; open(); await pass(100_000);")["heard"]
    assert [word for word in heard if word != "aborted"] == ["lost"]


def test_a_stream_is_lost_after_45_seconds_without_a_word_and_a_comment_is_a_word(stream):
    heard = stream(
        """open(); await pass(44_000); server.say(":\\n\\n"); await pass(44_900); heard.push("44.9 s later"); await
        pass(200);"""
    )["heard"]
    assert heard == ["opened", "44.9 s later", "aborted", "lost"]


def test_a_stream_that_was_closed_is_aborted_and_tells_nothing_more(stream):
    heard = stream("""const close = open(); await pass(1); server.say(key(7)); close(); await pass(100_000);""")[
        "heard"
    ]
    assert heard == ["opened", "aborted"]
    assert stream("open()(); await pass(100_000);")["heard"] in ([], ["aborted"])
