"""What signals do to a server and to the demo."""

import os
import pathlib
import select
import signal
import socket
import subprocess
import time

import pytest
from operated import PATIENCE, SETTINGS, Operated
from shelf_process import BINARY

# Three by the server's own limit, and the rest for a busy machine. Without that limit it would be twenty or thirty.
A_FEW_SECONDS = 15


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_ends_well_and_says_why(server, how):
    assert server.stop(how) == 0
    assert server.logged("stopping") == [f"notice shelflife: why={how.name} [shelflife] stopping"]


@pytest.mark.parametrize("hurries", [False, True])
def test_a_server_that_drains_answers_all_but_the_question_whether_it_is_ready(tmp_path, hurries):
    server = Operated(tmp_path, settings=f"{SETTINGS}server: {{drain: {'5m' if hurries else '5s'}}}\n").start()
    try:
        server.process.send_signal(signal.SIGTERM)
        server.wait_for(lambda: not server.answers("/readyz?for=orders"))
        assert "about to stop" in server.ask("/readyz")[1]["detail"]
        assert server.answers() and server.sign_in("paula")["player"]
        if hurries:
            server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0
        assert len(server.logged("stopping soon")) == 1 and not server.logged("error")
    finally:
        server.end()


def connected(server, receive_buffer=None):
    client = socket.socket()
    if receive_buffer:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    client.settimeout(PATIENCE)
    client.connect(("127.0.0.1", server.port))
    return client


def ask_without_reading(client):
    """Sends requests and reads none of the answers, until the server takes no more."""
    request = b"GET /v1/stores/main/window HTTP/1.1\r\nHost: a\r\n\r\n"
    sent = 0
    client.setblocking(False)
    while select.select([], [client], [], 1)[1]:
        sent += client.send((request * 100)[sent % len(request) :])


def test_clients_that_keep_a_server_waiting_get_a_few_seconds_from_the_stop(server):
    with connected(server, receive_buffer=4096) as reader, connected(server) as sender:
        ask_without_reading(reader)
        sender.sendall(
            b"POST /v1/players HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        )
        assert server.answers()
        begun = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - begun < A_FEW_SECONDS


def test_a_server_that_is_told_to_stop_while_it_starts_ends_well(tmp_path, stopped):
    for delay in [0.05, 0.1, 0.15]:
        stopped.begin()
        time.sleep(delay)
        # As long as the program itself has not begun, the system ends it.
        assert stopped.stop() in (0, -signal.SIGTERM)
    stopped.start()
    assert stopped.stop() == 0


def test_sighup_never_ends_a_server_and_is_one_line_in_its_log_where_nothing_has_changed(server):
    for number in range(1, 4):
        # The system makes one of two signals that haven't been seen yet, so each waits for the one before.
        server.process.send_signal(signal.SIGHUP)
        server.wait_for(lambda: len(server.logged("read again")) == number)
    assert server.answers()
    assert len(set(server.logged("read again"))) == 1 and server.logged("read again")[0].startswith("notice")
    assert server.stop() == 0


def catches(process, signal_number):
    """Whether a process handles a signal by itself (`SigCgt` in proc(5)), or ignores it (`SigIgn`)."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    masks = [int(line.split()[1], 16) for line in status.splitlines() if line.startswith(("SigCgt", "SigIgn"))]
    return any(mask >> (signal_number - 1) & 1 for mask in masks)


def test_sighup_does_not_end_a_server_that_starts(stopped):
    stopped.begin()
    stopped.wait_for(lambda: catches(stopped.process, signal.SIGHUP))
    stopped.process.send_signal(signal.SIGHUP)
    stopped.wait_for(stopped.answers)
    assert stopped.stop() == 0


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_the_demo_leaves_no_folder_behind_however_it_is_ended(tmp_path, how):
    for delay in [0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.5, None]:
        demo = subprocess.Popen(
            [BINARY, "demo", "--port", "0"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": str(tmp_path)})  # fmt: skip
        # At least once there is a folder that it could leave behind.
        time.sleep(delay) if delay else until(lambda: list(tmp_path.iterdir()))
        demo.send_signal(how)
        assert demo.wait(PATIENCE) in (0, -how)
        assert not list(tmp_path.iterdir()), f"after {delay} s"


def until(holds):
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "the demo never made a folder"
        time.sleep(0.02)
