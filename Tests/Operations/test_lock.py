"""One process uses a data folder."""

import shutil
import signal

from operated import PATIENCE, Operated, mode


def test_a_second_server_is_refused_and_told_who_is_there_and_what_to_do(server):
    second = server.run("serve", "--config", server.config, "--data", server.data, "--port", "0")
    assert second.returncode != 0
    assert second.stderr.strip() == (
        f"Error: {server.data} is in use by process {server.process.pid}; "
        "stop that one first, or choose another folder with --data")  # fmt: skip
    assert server.answers()


def test_a_data_folder_is_free_again_however_its_server_ended(server):
    for how in [signal.SIGKILL, signal.SIGTERM, signal.SIGKILL]:
        server.stop(how)
        server.start()
    assert server.stop() == 0


def test_two_data_folders_are_two_servers(server, tmp_path):
    (tmp_path / "other").mkdir()
    other = Operated(tmp_path / "other").start()
    assert other.public_keys() != server.public_keys()
    assert other.stop() == 0


def test_what_is_secret_is_its_users_alone(server):
    secrets = server.data / "secrets"
    assert mode(secrets) == "0o700"
    files = {path.name: mode(path) for path in secrets.iterdir() if path.is_file()}
    assert files == dict.fromkeys(["lock", "shelflife.sqlite", "shelflife.sqlite-shm", "shelflife.sqlite-wal"], "0o600")


def test_files_of_an_earlier_version_that_anybody_could_read_become_so(server):
    server.stop(signal.SIGKILL)
    for ending in ["", "-wal", "-shm"]:
        (server.data / "secrets" / f"shelflife.sqlite{ending}").chmod(0o644)
    server.start()
    test_what_is_secret_is_its_users_alone(server)


def test_a_server_whose_data_folder_is_deleted_stops_and_says_so(server):
    # The server may write into the folder while it is being deleted.
    while server.data.exists():
        shutil.rmtree(server.data, ignore_errors=True)
    assert server.process.wait(PATIENCE) == 1
    assert server.log.splitlines()[-1] == (
        f"Error: {server.data}/secrets/shelflife.sqlite was deleted, moved or replaced while the server ran, so the "
        "server stops: what it confirmed from now on would be lost. Put the folder back as it was, or restore a "
        "backup (shelflife restore)")  # fmt: skip


def test_a_server_whose_lock_is_deleted_stops_before_another_uses_the_folder_beside_it(server):
    (server.data / "secrets" / "lock").unlink()
    assert server.process.wait(PATIENCE) == 1
    assert "secrets/lock was deleted" in server.log
    server.start()
    assert server.stop() == 0
