"""PostgreSQL is brought back to an earlier moment, as an operator does it after a mistake."""

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from clusters import CLUSTER
from open_window import on_sale
from operated import Operated

pytestmark = pytest.mark.skipif(not CLUSTER, reason="scripts/with-postgres says that PostgreSQL is there")
PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path())
PATIENCE = 60


class Cluster:
    """A cluster that archives its log, in a folder of its own."""

    def __init__(self, folder):
        self.folder, self.data, self.archive = folder, folder / "data", folder / "archive"
        folder.mkdir()
        folder.chmod(0o755)
        self.archive.mkdir()
        if os.geteuid() == 0:
            for path in [folder, self.archive]:
                shutil.chown(path, "postgres")
        self.run(
            "initdb", "--pgdata", self.data, "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-locale"
        )
        self.set(f"""
            listen_addresses = ''
            unix_socket_directories = '{folder}'
            archive_mode = on
            archive_command = 'cp %p {self.archive}/%f'
            log_error_verbosity = terse
        """)
        self.start()
        self.run("createdb", "-h", folder, "-U", "postgres", "shop")
        self.address = f"postgresql://postgres@/shop?host={folder}"

    def run(self, program, *arguments):
        become = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        command = [*become, str(PROGRAMS / program), *map(str, arguments)]
        return subprocess.run(
            command, check=True, timeout=PATIENCE, capture_output=True, text=True, cwd=self.folder
        ).stdout

    def set(self, lines):
        text = "".join(line.strip() + "\n" for line in lines.splitlines())
        with open(self.data / "postgresql.conf", "a") as file:
            file.write(text)

    def start(self):
        self.run("pg_ctl", "-D", self.data, "-l", self.folder / "log", "--wait", "start")

    def stop(self):
        if (self.data / "postmaster.pid").exists():
            self.run("pg_ctl", "-D", self.data, "-m", "fast", "--wait", "stop")

    def query(self, sql):
        return self.run(
            "psql", "-h", self.folder, "-U", "postgres", "-d", "shop", "--tuples-only", "--no-align", "-c", sql
        ).strip()

    def back_up(self):
        self.run("pg_basebackup", "-h", self.folder, "-U", "postgres", "-D", self.folder / "base", "--checkpoint=fast")

    def recover(self, moment):
        """Starts from the backup, and goes on with the archived log up to a moment."""
        self.query("SELECT pg_switch_wal()")
        self.stop()
        shutil.move(self.data, self.folder / "lost")
        shutil.move(self.folder / "base", self.data)
        self.set(f"""
            restore_command = 'cp {self.archive}/%f %p'
            recovery_target_time = '{moment}'
            recovery_target_action = promote
        """)
        (self.data / "recovery.signal").touch()
        self.start()
        deadline = time.monotonic() + PATIENCE
        while self.query("SELECT pg_is_in_recovery()") != "f":
            assert time.monotonic() < deadline
            time.sleep(0.1)


@pytest.fixture
def cluster(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cluster")
    for parent in folder.parents:
        if Path(tempfile.gettempdir()) in parent.parents:
            parent.chmod(0o755)
    folder.chmod(0o755)
    made = Cluster(folder / "own")
    yield made
    made.stop()


def test_a_database_that_was_brought_back_begins_an_incarnation_and_knows_what_was_sold_by_then(tmp_path, cluster):
    server = Operated(tmp_path, env={**os.environ, "SHELFLIFE_DATABASE": cluster.address}).start()
    server.wait_for(server.window)
    player = server.sign_in("paula")
    cluster.back_up()

    def buy(key):
        listing = on_sale(server.address, "main", for_seconds=10)
        body = listing.order(listing.price(server.address))
        return body, server.ask("/v1/stores/main/purchases", player["token"], body, key)

    (first, (status, _)) = buy("first")
    assert status == 200
    time.sleep(0.2)
    moment = cluster.query("SELECT now()")
    time.sleep(0.2)
    assert buy("second")[1][0] == 200
    # A minute's window that the database will know nothing of.
    sequence = server.window()["sequence"]
    server.wait_for(lambda: server.window()["sequence"] > sequence, 90)
    assert server.stop() == 0
    cluster.recover(moment)
    assert cluster.query("SELECT string_agg(key, ' ') FROM purchase") == "first"

    server.start()
    assert server.logged("the database was put back to an earlier state, so the stores begin anew"), server.log
    assert cluster.query("SELECT incarnation FROM identity") == "2"
    again = server.sign_in("paula")
    assert again["player"] == player["player"]
    assert [one["count"] for one in server.ask("/v1/player/inventory", again["token"])[1]["items"]] == [1]
    server.wait_for(lambda: (server.window() or {}).get("incarnationMs"), 90)
    status, receipt = server.ask("/v1/stores/main/purchases", again["token"], first, "first")
    assert (status, receipt["replayed"]) == (200, True)
    assert server.stop() == 0
