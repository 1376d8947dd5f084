"""In CI what is skipped, and what passes only when it is run once more, fails unless it is listed with a reason."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
PATIENCE = 60
SUITE = """
from pathlib import Path
import pytest

def test_that_passes(): pass
@pytest.mark.skipif(True, reason="no such tool")
def test_that_is_skipped(): pass
@pytest.mark.parametrize("number", [1, 2])
def test_that_passes_at_last(number):
    been = Path(__file__).with_name(f"been-{number}")
    if not been.exists():
        been.touch()
        pytest.fail("the first time")
"""
LIST = "# What is permitted here.\n{} | a reason\n"


@pytest.fixture
def suite(tmp_path):
    """Runs a suite with three tests: which has failed, by name, and all that was said."""
    (tmp_path / "Tests" / "Made").mkdir(parents=True)
    for name in ["conftest.py", "permitted.py"]:
        shutil.copy(TESTS / name, tmp_path / "Tests")
    (tmp_path / "Tests" / "Made" / "test_made.py").write_text(SUITE)

    def run(*options, skips="", repeats="", **environment):
        (tmp_path / "Tests" / "skips.txt").write_text(LIST.format(skips))
        (tmp_path / "Tests" / "repeats.txt").write_text(LIST.format(repeats))
        command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist.plugin", *options, "Tests/Made"]
        done = started(command, tmp_path, {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environment})
        return re.findall(r"^(?:FAILED|ERROR) .*?::(\S+)", done.stdout, re.M), done.stdout

    return run


def started(command, folder, environment):
    env = {name: value for name, value in os.environ.items() if not name.startswith(("CI", "PYTEST"))}
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, env={**env, **environment}
    )


SKIPPED, REPEATED = "Tests/Made/test_made.py::test_that_is_skipped", "Tests/Made/test_made.py::test_that_passes_at_last"
AT_FIRST = ["test_that_passes_at_last[1]", "test_that_passes_at_last[2]"]
AGAIN = ["--last-failed", "--last-failed-no-failures", "none"]


def test_outside_ci_a_skip_and_a_repeat_pass(suite):
    assert suite()[0] == AT_FIRST
    assert suite(*AGAIN)[0] == []


@pytest.mark.parametrize("beside", [[], ["-n", "2"]])
def test_in_ci_a_skip_and_a_repeat_fail(suite, beside):
    failed, said = suite(*beside, CI="true")
    assert sorted(failed) == ["test_that_is_skipped", *AT_FIRST]
    assert f"{SKIPPED} was skipped, and Tests/skips.txt doesn't permit that: Skipped: no such tool" in said
    failed, said = suite(*AGAIN, *beside, CI="true")
    assert sorted(failed) == ["test_that_is_skipped", *AT_FIRST]
    assert f"{REPEATED} passed only when it was run once more, and Tests/repeats.txt doesn't permit that" in said


def test_in_ci_those_that_are_listed_pass(suite):
    listed = {"skips": SKIPPED, "repeats": REPEATED, "CI": "true"}
    assert suite(**listed)[0] == AT_FIRST
    assert suite(*AGAIN, **listed)[0] == []


def test_in_ci_a_test_of_the_same_name_in_another_file_permits_nothing(suite):
    assert "test_that_is_skipped" in suite(skips=SKIPPED.replace("made.py", "other.py"), CI="true")[0]


def test_in_ci_a_file_that_is_skipped_fails(suite, tmp_path):
    (tmp_path / "Tests/Made/test_made.py").write_text("import pytest; pytest.importorskip('no_such_module')")
    assert "Tests/Made/test_made.py was skipped" in suite(CI="true")[1]


SWIFT = """#!/bin/sh
# Skips one test. The other fails as often as there are files to take away.
while [ "$1" != --event-stream-output-path ]; do shift; done
skipped="MadeTests.\\`Made up\\`/\\`is skipped\\`()" failed="MadeTests.\\`Made up\\`/\\`fails: at first\\`(_:)"
test='{"kind":"test","payload":{"id":"MadeTests"},"version":0}'
echo "$test" > "$2"
printf '{"kind":"event","payload":{"kind":"testSkipped","testID":"%s/MadeTests.swift:3:6"}}\\n' "$skipped" >> "$2"
rm failing-1 2> /dev/null || rm failing-2 2> /dev/null || exit 0
printf '{"kind":"event","payload":{"kind":"issueRecorded","issue":{"isKnown":false},"testID":"%s/MadeTests.swift:9:6"}}\\n' "$failed" >> "$2"
echo 'Test "fails: at first" recorded an issue at MadeTests.swift:9:5: Expectation failed'
echo "Test run with 2 tests in 1 suite failed after 1.0 seconds with 1 issue."
exit 1
"""
SKIPPED_IN_SWIFT, REPEATED_IN_SWIFT = "MadeTests.`Made up`/`is skipped`()", "MadeTests.`Made up`/`fails: at first`(_:)"


@pytest.fixture
def swift(tmp_path):
    """Runs `scripts/test-swift` with a `swift` that says what Swift Testing would."""
    for folder in ["Tests", "scripts", "bin"]:
        (tmp_path / folder).mkdir()
    shutil.copy(TESTS / "permitted.py", tmp_path / "Tests")
    shutil.copy(TESTS.parent / "scripts" / "test-swift", tmp_path / "scripts")
    for path, text in [("scripts/with-postgres", '#!/bin/sh\nexec "$@"\n'), ("bin/swift", SWIFT)]:
        (tmp_path / path).write_text(text)
        (tmp_path / path).chmod(0o755)

    def run(failures, skips="", repeats="", **environment):
        (tmp_path / "Tests" / "skips.txt").write_text(LIST.format(skips))
        (tmp_path / "Tests" / "repeats.txt").write_text(LIST.format(repeats))
        for number in range(failures):
            (tmp_path / f"failing-{number + 1}").touch()
        path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
        done = started(["scripts/test-swift"], tmp_path, {"PATH": path, **environment})
        return done.returncode, re.findall(r"^error: (.*?) (?:was|passed)", done.stderr, re.M)

    return run


def test_outside_ci_a_skip_and_a_repeat_pass_in_swift(swift):
    assert swift(0) == (0, [])
    assert swift(1) == (0, [])
    assert swift(2) == (1, [])


def test_in_ci_a_skip_and_a_repeat_fail_in_swift(swift):
    assert swift(0, CI="true") == (1, [SKIPPED_IN_SWIFT])
    assert swift(1, CI="true") == (1, [SKIPPED_IN_SWIFT, REPEATED_IN_SWIFT])


def test_in_ci_those_that_are_listed_pass_in_swift(swift):
    listed = {"skips": SKIPPED_IN_SWIFT, "repeats": REPEATED_IN_SWIFT, "CI": "true"}
    assert [swift(failures, **listed) for failures in range(3)] == [(0, []), (0, []), (1, [])]


def is_there(name):
    path, _, function = name.partition("::")
    if function:
        return re.search(rf"^def {function}\(", (TESTS.parent / path).read_text(), re.M)
    target, function = name.partition(".")[0], name.rpartition("/")[2].rpartition("(")[0]
    return any(f"func {function}(" in file.read_text() for file in (TESTS / target).rglob("*.swift"))


@pytest.mark.parametrize("kind", ["skips", "repeats"])
def test_a_list_has_tests_that_there_are_and_a_reason_for_each(kind):
    for line in (TESTS / f"{kind}.txt").read_text().splitlines():
        if not line.startswith("#"):
            name, reason = line.split(" | ")
            assert is_there(name) and reason.strip(), line
