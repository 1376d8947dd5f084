"""A shop and its vault, from the dice that choose the passphrase to a server that is restored elsewhere."""

import base64
import ctypes
import itertools
import json
import os
import pty
import re
import shutil
import signal
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from clusters import CLUSTER, asked, new_database, read_into_sqlite
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from operated import ADMIN_TOKEN, PATIENCE, Operated
from shelf_process import BINARY
from test_postgres import buy
from test_reload import AGAIN, reload
from test_thief import change_a_listing, hkdf
from vaulted import APP_SECRET, OPEN, OTHER, WORDS, Vaulted
from windows import unb64

DICE = "11111\n2 6 4 1 5\n66666\n11112\n12345\n66661\n"
A_MINUTE = 60 + PATIENCE
WINDOW = "/v1/stores/main/window"
MAY_NOT_TRY_YET = "the next may be tried in"


@pytest.fixture
def made():
    """Makes servers, and ends them."""
    servers = []

    def make(folder, kind=Vaulted, **options):
        folder.mkdir(exist_ok=True)
        servers.append(kind(folder, **options))
        return servers[-1]

    yield make
    for server in servers:
        server.end()


@pytest.fixture
def sealed(made, tmp_path):
    """One that is sealed, has sold something to paula, and was stopped."""
    server = made(tmp_path / "sealed")
    server.adopt()
    server.start()
    server.wait_for(server.window)
    server.paula = server.sign_in("paula")
    assert buy(server, server.paula, "before")[0] == 200
    server.keys = server.public_keys()
    assert server.stop() == 0
    with closing(sqlite3.connect(server.data / "secrets" / "shelflife.sqlite")) as database:
        newest = "SELECT bytes FROM window WHERE store = 'main' ORDER BY sequence DESC LIMIT 1"
        [server.newest] = database.execute(newest).fetchone()
    return server


def holdings(server, player):
    """What a player has of money and goods."""
    items = server.ask("/v1/player/inventory", player["token"])[1]["items"]
    balances = server.ask("/v1/player", player["token"])[1]["balances"]
    return balances, sorted((one["item"], one["count"]) for one in items)


def ends(server, **begin):
    """What its log says when it doesn't start."""
    before = len(server.log) if (server.folder / "server.log").exists() else 0
    assert server.begin(**begin).process.wait(PATIENCE) != 0
    return server.log[before:]


def test_a_shop_moves_into_a_vault_and_its_players_keep_what_they_have(made, tmp_path):
    command = [BINARY, "passphrase", "--dice"]
    drawn = subprocess.run(command, input=DICE, capture_output=True, text=True, timeout=PATIENCE)
    assert drawn.stdout == "abacus falcon zoom abdomen arousal zone\n"
    before = made(tmp_path, Operated)
    before.config.write_text(OPEN)
    before.start()
    before.wait_for(before.window)
    keys, paula = before.public_keys(), before.sign_in("paula")
    assert buy(before, paula, "before")[0] == 200
    had = holdings(before, paula)
    assert before.stop() == 0

    server = made(tmp_path, passphrase=drawn.stdout.strip())
    assert "shelflife vault adopt" in ends(server)
    assert "backup" in server.adopt()
    # It may have been broken off behind its commit, so a repetition does the rest, and says what the first would have said.
    again = server.vault("adopt", *server.where)
    assert again.returncode == 0 and "was sealed already" in again.stdout and "Older backups" in again.stdout
    made(tmp_path / "other").adopt()
    shutil.copy(tmp_path / "other/vault.age", tmp_path / "foreign.age")
    server.config.write_text(OPEN + "vault: foreign.age\n")
    foreign = server.vault("adopt", *server.where, passphrase=WORDS)
    assert foreign.returncode != 0 and "vault" in foreign.stderr and "Older backups" not in foreign.stdout
    server.config.write_text(OPEN)
    assert "the database is sealed" in ends(server, passphrase=None)

    server.name_vault(OPEN.replace(APP_SECRET, "vault:bazaar-app")).start()
    in_use = server.vault("adopt", *server.where)
    assert in_use.returncode != 0 and f"is in use by process {server.process.pid}" in in_use.stderr
    assert server.ask("/v1/player", paula["token"])[0] == 401, "tokens of before have ended"
    again = server.sign_in("paula")
    assert again["player"] == paula["player"] and holdings(server, again) == had
    server.wait_for(lambda: server.public_keys() == keys, seconds=A_MINUTE)
    server.wait_for(server.window, seconds=A_MINUTE)
    window = server.window()
    assert window["incarnationMs"] == window["issuedAtMs"] and window["previous"] == "0" * 64
    assert server.stop() == 0


def test_a_locked_server_shows_what_was_issued_and_sends_nobody_away_for_good(sealed):
    header = json.loads(sealed.newest[12 : 12 + int.from_bytes(sealed.newest[8:12])])
    released = header["released"][0]
    sealed.start_locked()
    status, text, _ = sealed.read("/readyz")
    assert status == 503 and b"shelflife vault unlock" in text
    assert sealed.read(WINDOW)[:2] == (200, sealed.newest)
    assert sealed.read(f"/v1/stores/main/windows/{header['sequence']}")[:2] == (200, sealed.newest)
    assert sealed.ask(f"/v1/stores/main/keys/{released['chain']}/{released['slot']}")[1]["key"] == released["key"]
    later = f"/v1/stores/main/keys/{released['chain']}/{released['slot'] + 1}"
    assert sealed.read(later)[0] in {404, 503}, "what wasn't in a window isn't known to a locked server"
    for path, token in [("/v1/player", sealed.paula["token"]), ("/v1/player", "no token"), ("/v1/stores", None),
                        ("/v1/admin/audit", ADMIN_TOKEN)]:  # fmt: skip
        status, text, headers = sealed.read(path, token)
        assert (status, json.loads(text)["code"]) == (503, "locked"), path
        assert int(headers["Retry-After"]) > 0
    assert "locked" in sealed.status() and "unlocked" not in sealed.status()
    assert sealed.sign_in("ralph")["code"] == "locked"
    assert oct(os.stat(sealed.data / "secrets" / "unlock").st_mode & 0o777) == "0o600"
    assert sealed.stop() == 0


def test_a_server_is_unlocked_by_the_right_passphrase_and_stays_so(sealed):
    sealed.start_locked()
    wrong = [sealed.unlock(OTHER) for _ in range(3)]
    assert all(try_.returncode != 0 for try_ in wrong)
    assert "the passphrase is wrong" in wrong[0].stderr
    # A machine may be so slow that the first second is over; the next ones are longer.
    assert any(re.search(MAY_NOT_TRY_YET, try_.stderr) for try_ in wrong[1:]), wrong
    assert not sealed.is_unlocked()
    told = []

    def is_unlocked():
        told.append(sealed.unlock())
        return told[-1].returncode == 0

    sealed.wait_for(is_unlocked)
    assert told[-1].stdout == "unlocked\n"
    assert all(re.search(MAY_NOT_TRY_YET, early.stderr) for early in told[:-1])
    sealed.wait_for(sealed.is_ready)
    assert "unlocked" in sealed.status() and sealed.public_keys() == sealed.keys
    assert sealed.ask("/v1/player", sealed.paula["token"])[0] == 200, "tokens of before the restart are good"
    assert "incarnationMs" not in sealed.window()
    assert buy(sealed, sealed.paula, "after")[0] == 200

    reload(sealed, AGAIN)
    assert sealed.is_ready() and buy(sealed, sealed.paula, "after-reload")[0] == 200

    sealed.keep("rekey", "--work-factor", "10", new=OTHER)
    assert sealed.is_ready() and buy(sealed, sealed.paula, "after-rekeying")[0] == 200
    assert sealed.unlock(WORDS).returncode != 0
    sealed.wait_for(lambda: sealed.unlock(OTHER).stdout == "unlocked\n")
    assert sealed.is_ready(), "a wrong passphrase locks nothing"
    sealed.passphrase = OTHER
    sealed.stop(signal.SIGKILL)
    sealed.start()
    assert sealed.public_keys() == sealed.keys


def test_no_secret_is_in_the_log_the_metrics_or_the_list_of_processes(sealed):
    sealed.start()
    sealed.unlock()
    sealed.status()
    reload(sealed, AGAIN)
    secrets = [APP_SECRET, "abacus", sealed.keep("get", "wrapping-key-1").strip()]
    secrets += [base64.b64decode(secrets[-1] + "=", altchars="-_").hex()] if len(secrets[-1]) == 43 else []
    process = [open(f"/proc/{sealed.process.pid}/{name}", "rb").read().decode() for name in ["cmdline", "environ"]]
    for text in [sealed.log, sealed.read("/metrics", ADMIN_TOKEN)[1].decode(), sealed.status(), *process]:
        assert not [secret for secret in secrets if secret in text]
    assert sealed.stop() == 0
    assert not [secret for secret in secrets if secret in sealed.log]


def weaken():
    """What is run next has no rights besides its user's, not even root's."""
    prctl = ctypes.CDLL(None).prctl
    for capability in range(64):
        prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


def others_may_read(process):
    """Whether another process of the same user may read its memory and its environment."""
    command = ["cat", f"/proc/{process.pid}/environ"]
    return subprocess.run(command, preexec_fn=weaken, capture_output=True, timeout=PATIENCE).returncode == 0


def test_no_other_process_of_its_user_reads_a_server_with_a_vault_and_no_core_is_written(sealed):
    with subprocess.Popen(["sleep", "60"], preexec_fn=weaken) as other:
        sealed.wait_for(lambda: others_may_read(other))
        other.kill()
    sealed.options["preexec_fn"] = weaken
    sealed.start_locked()
    assert not others_may_read(sealed.process)
    assert sealed.unlock().returncode == 0 and not others_may_read(sealed.process)
    assert re.search(r"Max core file size +0 +0 ", open(f"/proc/{sealed.process.pid}/limits").read())


def test_a_systemd_credential_unlocks_a_server_that_starts(sealed, tmp_path):
    (tmp_path / "shelflife-passphrase").write_text(WORDS)
    sealed.options["env"] = {**os.environ, "CREDENTIALS_DIRECTORY": str(tmp_path)}
    sealed.start_locked()
    sealed.wait_for(sealed.is_ready)
    assert sealed.public_keys() == sealed.keys


@pytest.mark.parametrize("credential", [OTHER, "no words of the list"])
def test_a_credential_that_opens_nothing_leaves_a_server_locked_and_it_says_so(sealed, tmp_path, credential):
    (tmp_path / "shelflife-passphrase").write_text(credential)
    sealed.options["env"] = {**os.environ, "CREDENTIALS_DIRECTORY": str(tmp_path)}
    sealed.start_locked()
    assert not sealed.is_unlocked() and sealed.logged("the credential doesn't open the vault")
    assert sealed.unlock().stdout == "unlocked\n"


def test_the_vaults_secrets_are_in_force_where_the_configuration_names_them(sealed):
    checked = sealed.run("check", str(sealed.config))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    sealed.start()
    sealed.wait_for(lambda: sealed.window("bazaar"))
    released = sealed.window("bazaar")["released"][0]
    chain, box = unb64(released["chain"]), unb64(released["box"])
    opened = AESGCM(hkdf(unb64(APP_SECRET), chain, b"shelflife/v1/box"))
    assert len(opened.decrypt(box[:12], box[12:], chain + released["slot"].to_bytes(8, "big"))) == 32

    sealed.config.write_text(sealed.config.read_text().replace("vault:bazaar-app", "vault:bazaar-new"))
    reload(sealed, "bazaar-new")  # The log names what the vault hasn't, as far as the server knows.
    assert sealed.is_unlocked()
    sealed.keep("add", "bazaar-new", "--random")
    assert sealed.unlock().stdout == "unlocked\n"
    reload(sealed, AGAIN)


def test_a_backup_is_a_shop_again_with_the_vault_alone(sealed, made, tmp_path):
    sealed.start()
    backup = tmp_path / "backup"
    saved = sealed.run("backup", str(backup), "--data", str(sealed.data))
    assert saved.returncode == 0, saved.stderr
    assert {path.name for path in backup.iterdir()} == {"shelflife.sqlite", "shelflife.sqlite.sha256"}
    assert sealed.stop() == 0

    elsewhere = made(tmp_path / "elsewhere")
    restored = elsewhere.run("restore", str(backup), "--data", str(elsewhere.data))
    assert restored.returncode == 0, restored.stderr
    other = made(tmp_path / "other")
    other.adopt()
    shutil.copy(other.folder / "vault.age", elsewhere.folder)
    elsewhere.start_locked()
    foreign = elsewhere.unlock()
    assert foreign.returncode != 0 and "vault" in foreign.stderr and not elsewhere.is_unlocked()
    assert elsewhere.stop() == 0
    (elsewhere.folder / "vault.age").unlink()
    assert "vault.age" in ends(elsewhere)

    shutil.copy(sealed.folder / "vault.age", elsewhere.folder)
    elsewhere.start_locked()
    assert not elsewhere.is_unlocked()
    assert elsewhere.unlock().returncode == 0
    assert elsewhere.sign_in("paula")["player"] == sealed.paula["player"]
    elsewhere.wait_for(lambda: elsewhere.public_keys() == sealed.keys, seconds=A_MINUTE)
    assert elsewhere.stop() == 0


@pytest.mark.skipif(not CLUSTER, reason="scripts/with-postgres starts the cluster that this needs")
def test_a_sealed_shop_moves_to_postgresql_with_its_rows_as_they_are(sealed, made, tmp_path):
    address = new_database()
    copied = sealed.run("copy", "--from", str(sealed.data), "--to", address)
    assert copied.returncode == 0, copied.stderr
    moved = made(tmp_path / "moved", env={**os.environ, "SHELFLIFE_DATABASE": address})
    shutil.copy(sealed.folder / "vault.age", moved.folder)
    moved.start()
    assert moved.sign_in("paula")["player"] == sealed.paula["player"]
    moved.wait_for(lambda: moved.public_keys() == sealed.keys, seconds=A_MINUTE)
    assert moved.stop() == 0


@pytest.mark.skipif(not shutil.which("age"), reason="age isn't installed")
def test_age_opens_the_vault_of_a_server(sealed):
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(sealed.folder)
        os.execvp("age", ["age", "-d", "-o", "open.json", "vault.age"])
    said = b""
    while b"assphrase" not in said:
        said += os.read(terminal, 4096)
    os.write(terminal, WORDS.encode() + b"\n")
    try:
        while piece := os.read(terminal, 4096):
            said += piece
    except OSError:  # The other side of the terminal is closed.
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0, said
    secrets = json.loads((sealed.folder / "open.json").read_text())["secrets"]
    assert set(secrets) == {"bazaar-app", "wrapping-key-1"} and secrets["bazaar-app"] == APP_SECRET


SEALED = {
    "store": ["signing_seed", "schedule_seed"], "chain": ["checkpoints", "app_secret"], "secret": ["bytes"],
    "listing": ["item"], "listing_change": ["item", "reason"], "audit": ["reason"], "content_key": ["seed"],
}  # fmt: skip


def wrapping_keys(path):
    """The numbers of the keys under which a database's columns are sealed, 0 for those that aren't."""

    def number(value):
        if isinstance(value, str):
            value = base64.b64decode(value[1:]) if value.startswith("\1") else b""
        return int.from_bytes(value[1:5]) if value[:1] == b"\1" else 0

    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        columns = [(table, column) for table, columns in SEALED.items() for column in columns]
        rows = [database.execute(f"SELECT {column} FROM {table}").fetchall() for table, column in columns]
        return {number(value) for values in rows for (value,) in values if value is not None}


def rekey(servers, numbers):
    """Adds a wrapping key while players buy from each server, and lets one server after the other know it.

    - numbers: reads under which keys the database is sealed.
    """
    one, player, bought = servers[0], servers[0].sign_in("ralph"), itertools.count()

    def all_sell():
        return {buy(server, player, f"order-{next(bought)}")[0] for server in servers} <= {200, 409, 429}

    change_a_listing(one)
    assert numbers() == {1}
    one.keep("rekey", "--wrapping-key")
    assert one.keep("list").split()[-2:] == ["wrapping-key-1", "wrapping-key-2"]
    for number, server in enumerate(servers):
        if number:
            assert all_sell() and numbers() == {1}, "nothing is sealed by a key that a server doesn't know"
            shutil.copy(one.folder / "vault.age", server.folder)
        assert server.unlock().stdout == "unlocked\n"
    one.wait_for(lambda: all_sell() and numbers() == {2}, seconds=A_MINUTE)
    for server in servers:
        assert server.is_ready()
        assert server.stop() == 0
    # What the former key has sealed is gone, so a vault without it is enough.
    one.keep("remove", "wrapping-key-1", "--force")
    one.start()
    one.wait_for(one.is_ready)
    assert one.ask("/v1/player", player["token"])[0] == 200 and numbers() == {2}


def test_the_wrapping_key_changes_under_a_server_that_sells(sealed):
    sealed.start()
    rekey([sealed], lambda: wrapping_keys(sealed.data / "secrets" / "shelflife.sqlite"))


@pytest.mark.skipif(not CLUSTER, reason="scripts/with-postgres starts the cluster that this needs")
def test_the_wrapping_key_changes_under_two_servers_on_one_postgresql(made, tmp_path):
    """Alone: `scripts/with-postgres .venv/bin/python -m pytest -k postgresql Tests/Operations/test_vault_journey.py`"""
    address = new_database()
    env = {**os.environ, "SHELFLIFE_DATABASE": address}
    servers = [made(tmp_path / name, env=env) for name in ["one", "two"]]
    servers[0].adopt()
    shutil.copy(servers[0].folder / "vault.age", servers[1].folder)
    for server in servers:
        server.start()
        server.wait_for(server.window)
    copies = itertools.count()
    rekey(servers, lambda: wrapping_keys(read_into_sqlite(address, tmp_path / f"{next(copies)}.sqlite", set(SEALED))))


@pytest.mark.skipif(not CLUSTER, reason="scripts/with-postgres starts the cluster that this needs")
def test_who_seals_a_database_that_another_machine_seals_meanwhile_is_refused_and_keeps_the_vault(made, tmp_path):
    address = new_database()
    env = {**os.environ, "SHELFLIFE_DATABASE": address}
    plain = made(tmp_path / "plain", kind=Operated, env=env).start()
    plain.wait_for(plain.window)
    assert plain.stop() == 0
    server = made(tmp_path / "sealed", env=env)
    vault = server.folder / "vault.age"
    before = vault.read_bytes()
    command = ["psql", "--no-psqlrc", "--quiet", "--dbname", address]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        # As the other machine's command leaves it just before it commits.
        other.stdin.write("BEGIN; INSERT INTO wrapping_key VALUES (1, '', 1, 1, 1);\n\\echo written\n")
        other.stdin.flush()
        assert other.stdout.readline() == "written\n"
        with ThreadPoolExecutor() as aside:
            adopting = aside.submit(server.vault, "adopt", *server.where)
            waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            server.wait_for(lambda: asked(address, waiting) == ["1"])
            other.stdin.write("COMMIT;\n")
            other.stdin.close()
            refused = adopting.result()
    assert refused.returncode != 0 and "nothing was changed here" in refused.stderr
    assert vault.read_bytes() == before


@pytest.mark.skipif(not CLUSTER, reason="scripts/with-postgres starts the cluster that this needs")
def test_of_two_machines_that_add_a_wrapping_key_the_second_is_refused_and_keeps_the_vault(made, tmp_path):
    env = {**os.environ, "SHELFLIFE_DATABASE": new_database()}
    one, two = [made(tmp_path / name, env=env) for name in ["one", "two"]]
    one.adopt()
    shutil.copy(one.folder / "vault.age", two.folder)
    before = (two.folder / "vault.age").read_bytes()
    one.keep("rekey", "--wrapping-key", "--config", one.config)
    refused = two.vault("rekey", "--wrapping-key", "--config", two.config, "--vault", two.folder / "vault.age")
    assert refused.returncode != 0 and "wrapping-key-2” already; nothing was changed" in refused.stderr
    assert (two.folder / "vault.age").read_bytes() == before
    shutil.copy(one.folder / "vault.age", two.folder)
    assert two.keep("list").split()[-2:] == ["wrapping-key-1", "wrapping-key-2"]
