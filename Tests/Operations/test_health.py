"""What a supervisor asks."""

import threading
from http.server import BaseHTTPRequestHandler
from socketserver import BaseRequestHandler, ThreadingTCPServer

import pytest
from shelf_process import free_port


def test_it_waits_for_a_server_that_is_starting(stopped):
    stopped.begin()
    asked = stopped.run("health", "--ready", "--wait", "60", stopped.address)
    assert (asked.returncode, asked.stdout) == (0, "ready\n"), asked.stderr


@pytest.mark.parametrize("answers", [True, False])
def test_a_server_that_answers_or_closes_without_tls_is_told_as_such(stopped, answers):
    handler = BaseHTTPRequestHandler if answers else BaseRequestHandler
    with ThreadingTCPServer(("127.0.0.1", 0), handler) as plain:
        threading.Thread(target=plain.serve_forever, daemon=True).start()
        asked = stopped.run("health", f"https://127.0.0.1:{plain.server_address[1]}")
        plain.shutdown()
    assert asked.returncode != 0
    assert "TLS" in asked.stderr and "try http:// instead of https://" in asked.stderr, asked.stderr
    assert asked.stderr.count("\n") == 1, asked.stderr


def test_it_waits_no_longer_than_it_was_told(stopped):
    asked = stopped.run("health", "--wait", "1", f"http://127.0.0.1:{free_port()}")
    assert asked.returncode != 0 and "Connection refused" in asked.stderr
