"""What a supervisor asks."""

from shelf_process import free_port


def test_it_waits_for_a_server_that_is_starting(stopped):
    stopped.begin()
    asked = stopped.run("health", "--ready", "--wait", "60", stopped.address)
    assert (asked.returncode, asked.stdout) == (0, "ready\n"), asked.stderr


def test_it_waits_no_longer_than_it_was_told(stopped):
    asked = stopped.run("health", "--wait", "1", f"http://127.0.0.1:{free_port()}")
    assert asked.returncode != 0 and "Connection refused" in asked.stderr
