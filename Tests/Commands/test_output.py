"""What becomes of a command when nobody reads what it prints, when there is no place for it, or when a server is
hostile."""

import json
import os
import pty
import signal
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from test_check import BINARY, ITEMS, PATIENCE, write


@pytest.fixture
def commands(tmp_path):
    write(tmp_path, ITEMS)
    config = str(tmp_path / "shelflife.yaml")
    return {
        "check": ["check", config],
        "preview": ["preview", "--config", config, "--hours", "24"],
        "sample": ["sample", str(tmp_path / "sample")],
    }


def unread(command):
    """The finished command, whose reader had gone before it began."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run([BINARY, *command], stdout=writer, stderr=subprocess.PIPE, timeout=PATIENCE)
    finally:
        os.close(writer)


@pytest.mark.parametrize("name", ["check", "preview", "sample"])
def test_a_command_whose_reader_has_gone_ends_by_the_signal_and_without_a_word(commands, name):
    done = unread(commands[name])
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")


@pytest.mark.parametrize("name", ["check", "preview", "sample"])
def test_a_command_says_that_its_output_has_no_place(commands, name):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [BINARY, *commands[name]], stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE
        )
    assert done.returncode == 1
    assert (
        done.stderr
        == "Error: the output can't be written: No space left on device. What is there of it is incomplete\n"
    )


def test_an_instant_on_a_day_that_does_not_exist_is_refused_with_that(tmp_path):
    done = subprocess.run([BINARY, "redraw", "--store", "main", "--reason", "x", "--from", "2026-11-31T18:00:00Z"],
                          env={**os.environ, "SHELFLIFE_ADMIN_TOKEN": "t"}, capture_output=True, text=True, timeout=PATIENCE)  # fmt: skip
    assert done.returncode != 0
    assert "--from: there is no such day: November 2026 has 30 days." in done.stderr


HOSTILE = "a\u001b]0;owned\u0007b\rc\u202ed\u009be\nf"
"""What takes a terminal over, overwrites the line, turns the text around, and begins a line of its own."""
SHOWN = r"a\u{1B}]0;owned\u{07}b\rc\u{202E}d\u{009B}e\nf"


class Hostile(BaseHTTPRequestHandler):
    """A server that has such texts in every answer."""

    def do_GET(self):
        versions = [
            {
                "number": 1,
                "atMs": 0,
                "fromMs": 0,
                "digest": HOSTILE,
                "author": HOSTILE,
                "reason": HOSTILE,
                "origin": "files",
            }
        ]
        problem = {"title": HOSTILE, "status": 403, "code": "forbidden", "detail": HOSTILE, "type": "about:blank"}
        status, body = {
            "/v1/admin/content/versions": (200, json.dumps({"versions": versions, "inForce": 1})),
            "/v1/admin/content/difference": (200, json.dumps({"from": 1, "to": 2, "items": [], "stores": [], "shifts": [],
                                                              "title": {"name": "title", "before": HOSTILE, "after": "x"}})),
            "/v1/admin/numbers": (200, HOSTILE) if "format=csv" in self.path else (403, json.dumps(problem)),
            "/healthz": (200, HOSTILE),
        }.get(self.path.split("?")[0], (403, json.dumps(problem)))  # fmt: skip
        self.send_response(status)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def hostile():
    server = HTTPServer(("127.0.0.1", 0), Hostile)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def asked(*command, stdout=subprocess.PIPE):
    return subprocess.run([BINARY, *command], env={**os.environ, "SHELFLIFE_ADMIN_TOKEN": "t"}, stdin=subprocess.DEVNULL,
                          stdout=stdout, stderr=subprocess.PIPE, timeout=PATIENCE)  # fmt: skip


@pytest.mark.parametrize(
    "command",
    [["health"], ["versions", "--to"], ["diff", "1", "2", "--to"], ["withdrawals", "--to"], ["plan", "--store", "main", "--to"], ["numbers", "--to"],
     ["export", "1", "folder", "--to"]],
    ids=lambda command: command[0],
)  # fmt: skip
def test_no_text_of_a_server_reaches_the_terminal_as_a_command(hostile, command):
    done = asked(*command, hostile)
    said = (done.stdout + done.stderr).decode()
    assert not set(said) & set("\u001b\u0007\r\u202e\u009b"), said


def test_what_a_terminal_would_obey_is_written_out(hostile):
    assert asked("health", hostile).stdout.decode() == SHOWN + "\n"


def test_a_file_goes_to_a_pipe_as_it_is_and_to_a_terminal_without_commands(hostile):
    command = ["numbers", "--format", "csv", "--to", hostile]
    assert asked(*command).stdout.decode() == HOSTILE
    reader, writer = pty.openpty()
    try:
        assert asked(*command, stdout=writer).returncode == 0
        shown = os.read(reader, 1000).decode()
    finally:
        os.close(writer)
        os.close(reader)
    # The terminal makes \r\n of the line break, which stays.
    assert shown == SHOWN.replace(r"\nf", "\r\nf")
