"""A stream that never pauses takes neither the page's turn nor its processor."""

import json
import subprocess
import sys
import time
import urllib.request

import pages
import pytest
from waiting import PATIENCE

HOSTILE = pages.ROOT / "Tests" / "SDK" / "hostile_server.py"


@pytest.fixture(scope="module")
def hostile():
    process = subprocess.Popen([sys.executable, HOSTILE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    yield process.stdout.readline().strip()
    process.stdin.close()
    process.wait(timeout=PATIENCE)


def streams(hostile, mode):
    asked = json.loads(urllib.request.urlopen(f"{hostile}/asked?{mode}").read())
    return asked.get("/v1/stores/main/keys", {"times": [], "taken": 0})


# A worker rings as the page does, so that what a busy machine holds up isn't taken for the stream's doing.
FOLLOW = """async ([address, publicKey]) => {
    const { ShelfServer, memoryPlayerArchive } = await import("/shelflife.js");
    const server = new ShelfServer(address, { playerArchive: memoryPlayerArchive() });
    window.store = server.store("main", { publicKey });
    window.told = 0;
    store.addEventListener("status", () => told++);
    const ring = `let lastMs = performance.now();
        globalThis.longestMs = 0;
        setInterval(() => {
            longestMs = Math.max(longestMs, performance.now() - lastMs);
            lastMs = performance.now();
        }, 50);`;
    const worker = new Worker(URL.createObjectURL(new Blob([ring + "onmessage = () => postMessage(longestMs);"])));
    window.heldUpMs = () => new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.postMessage(null);
    });
    await heldUpMs();
    eval(ring);
    store.start();
}"""


@pytest.mark.parametrize("mode", ["paused", "versions", "notices", "comments", "fields"])
def test_with_a_stream_that_never_pauses_the_page_s_timers_ring_and_the_stream_is_dropped(
    browser, module_server, hostile, vectors, mode
):
    page = browser.new_page()
    page.goto(module_server + "/")
    page.evaluate(FOLLOW, [f"{hostile}/{mode}", vectors["signing"]["publicKey"]])
    deadline = time.monotonic() + PATIENCE
    # Of the third one nothing may have come yet.
    while len((stream := streams(hostile, mode))["times"]) < 3:
        assert time.monotonic() < deadline, stream
        time.sleep(0.05)
    longest_ms, held_up_ms, told, shown = page.evaluate(
        "async () => [longestMs, await heldUpMs(), told, store.shelf().length]"
    )
    waits = [later - earlier for earlier, later in zip(stream["times"], stream["times"][1:])]
    page.close()
    assert longest_ms < 1000 + 2 * held_up_ms
    assert waits[0] > 0.74 * 0.5 and waits[1] > 0.74 * 1, "as after any stream that breaks, and longer each time"
    assert told < 1000, "what changes within one turn is told once"
    assert shown == 4, "the shelf is there still"


def test_a_stream_may_bring_what_a_store_can_have_at_once_and_a_thousand_lines_in_each_second_for_ever(modules):
    assert modules.run(["stream-pace"], """(m) => {
        const pace = () => new m.StreamPace(0);
        const steady = pace(), burst = pace(), rested = pace();
        const day = [...Array(86_400).keys()].every((second) => steady.take(1000, second * 1000));
        const twice = [rested.take(100_000, 0), rested.take(100_000, 100_000)];
        return [burst.take(100_000, 0), burst.take(1, 0), day, twice, pace().take(100_000, -1000), pace().take(100_001, 9e9)];
    }""") == [True, False, True, [True, True], True, False]  # fmt: skip
