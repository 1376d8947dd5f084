"""In CI a test may be skipped only if `skips.txt` lists it, and may fail before it passes only if `repeats.txt` does.

A line is a test's name and the reason: `Tests/SDK/test_swift_package.py::test_it_builds | it takes minutes`, without
what stands in brackets; or, of a test in Swift, ``ShelfClientTests.`Clock vectors`/`break no rule`() | …``.

    python3 Tests/permitted.py skips EVENTS      says which tests were skipped that aren't listed, and ends with 1
    python3 Tests/permitted.py repeats EVENTS    the same of those that failed

`EVENTS` is what Swift Testing writes of a run (`--event-stream-output-path`). For pytest, `conftest.py` asks.
"""

import json
import os
import sys
from pathlib import Path

EVENTS = {"skips": "testSkipped", "repeats": "issueRecorded"}
TOLD = {
    "skips": "was skipped, and Tests/skips.txt doesn't permit that",
    "repeats": "passed only when it was run once more, and Tests/repeats.txt doesn't permit that",
}
IN_CI = (os.environ.get("CI") or "false") != "false"


def listed(kind, folder=Path(__file__).parent):
    """The reasons, by the tests' names."""
    lines = (folder / f"{kind}.txt").read_text().splitlines()
    return dict(line.split(" | ", 1) for line in lines if line and not line.startswith("#"))


def in_swift(kind, events):
    """The names of the tests that were skipped, or that failed; where an issue is of no test, its file."""
    for record in map(json.loads, events):
        event = record["payload"]
        if record["kind"] == "event" and event["kind"] == EVENTS[kind] and not event.get("issue", {}).get("isKnown"):
            # Behind the name is where the test is: `/ClockVectorTests.swift:36:6`.
            yield event["testID"].rpartition("/")[0] if "testID" in event else event["issue"]["sourceLocation"]["fileID"]


if __name__ == "__main__":
    kind, path = sys.argv[1:]
    with open(path) as events:
        wrong = sorted(set(in_swift(kind, events)) - set(listed(kind)))
    for name in wrong:
        print(f"error: {name} {TOLD[kind]}", file=sys.stderr)
    sys.exit(1 if wrong else 0)
