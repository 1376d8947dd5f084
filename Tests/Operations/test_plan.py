"""`shelflife plan`: who may sees what a running server will show."""

import csv
import io
import json
import os
import signal
import subprocess

import pytest
from operated import ADMIN_TOKEN, PATIENCE, READER_TOKEN
from shelf_process import BINARY


def plan(server, *options, token=ADMIN_TOKEN):
    variables = {name: value for name, value in os.environ.items() if name != "SHELFLIFE_ADMIN_TOKEN"}
    if token:
        variables["SHELFLIFE_ADMIN_TOKEN"] = token
    return server.run("plan", "--to", server.address, *options, env=variables)


def test_the_table_has_the_listings_of_now_in_local_time(server):
    done = plan(server, "--store", "main", "--hours", "1")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("main, ") and "(UTC+00:00)" in lines[0]
    assert lines[1].startswith("Decided up to ")
    assert lines[3].split() == [
        "start",
        "end",
        "position",
        "item",
        "name",
        "set",
        "price",
        "decided",
        "planned",
        "withdrawn",
    ]
    rows = [line.split() for line in lines[4:]]
    assert {row[4] for row in rows} == {"1", "2", "3", "4"}
    assert rows[0][-1] == "yes" and rows[-1][-1] == "no"


def test_the_other_formats_are_what_the_server_sends(server):
    table = plan(server, "--store", "main", "--hours", "1", "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(table)))
    answer = json.loads(plan(server, "--store", "main", "--hours", "1", "--format", "json").stdout)
    assert len(rows) > 50 and {row["item"] for row in rows} <= {f"item-{number}" for number in range(30)}
    assert answer["store"] == "main" and {row["position"] for row in answer["listings"]} == {1, 2, 3, 4}
    calendar = plan(server, "--store", "main", "--hours", "1", "--format", "ics").stdout
    assert calendar.startswith("BEGIN:VCALENDAR") and calendar.count("BEGIN:VEVENT") > 50


@pytest.mark.parametrize("form", ["table", "json", "csv", "ics"])
def test_a_plan_whose_reader_goes_after_a_line_ends_without_a_word(server, form):
    command = [BINARY, "plan", "--to", server.address, "--store", "main", "--hours", "168", "--format", form]
    done = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "SHELFLIFE_ADMIN_TOKEN": ADMIN_TOKEN},
    )
    assert len(done.stdout.read(100)) == 100
    done.stdout.close()
    assert (done.wait(PATIENCE), done.stderr.read()) == (-signal.SIGPIPE, b"")


def test_the_token_may_be_in_a_file(server, tmp_path):
    file = tmp_path / "token.txt"
    file.write_text(ADMIN_TOKEN + "\n")
    assert plan(server, "--store", "main", "--token-file", str(file), token=None).returncode == 0


@pytest.mark.parametrize("options, words", [
    (["--store", "none"], "The content in force has no store with this id; there are main, bazaar."),
    (["--store", "main", "--hours", "0"], "must be a whole number from 1 to 168"),
    (["--store", "main", "--hours", "1000000000"], "must be a whole number from 1 to 168"),
    (["--store", "main", "--hours=-3"], "must be a whole number from 1 to 168"),
    (["--store", "main", "--from", "friday"], 'from: found "friday", expected a date'),
    (["--store", "main", "--from", "2999-01-01"], "can be asked for up to"),
    ([], "--store"),
])  # fmt: skip
def test_what_is_wrong_is_said_in_a_line(server, options, words):
    done = plan(server, *options)
    assert done.returncode != 0 and words in done.stderr and done.stdout == ""


def test_a_time_long_past_has_nothing_left_and_says_why(server):
    done = plan(server, "--store", "main", "--from", "2020-01-01", "--hours", "1")
    assert done.returncode == 0 and "0 listings" in done.stdout and "the server deletes them" in done.stdout


def test_who_may_not_is_told_what_is_missing(server):
    assert "lacks the scope future:read" in plan(server, "--store", "main", token=READER_TOKEN).stderr
    assert "with an admin token" in plan(server, "--store", "main", token="nobody").stderr
    assert "SHELFLIFE_ADMIN_TOKEN" in plan(server, "--store", "main", token=None).stderr
