"""What `shelflife check` answers to a shell, and what a server says of the same warnings when it starts."""

import base64
import os
import signal
import subprocess
from pathlib import Path

import pytest

BINARY = str(Path(os.environ.get("SHELFLIFE", Path(__file__).resolve().parents[2] / ".build" / "release" / "shelflife")).resolve())
PATIENCE = 60

HEADER = "id,name,set,released,price,edition,glyph\n"
ITEMS = "".join(f"item-{number},Item {number},red,2020-01-01,10,,*\n" for number in range(8))
WARNED = "".join(f"late-{number},Late {number},red,2999-01-01,10,,*\n" for number in range(7))
WRONG = "".join(f"free-{number},Free {number},red,2020-01-01,free,,*\n" for number in range(7))


@pytest.fixture
def check(tmp_path):
    """Runs `check` over a catalogue with these rows and returns its exit status and its lines."""

    def run(rows, *flags):
        write(tmp_path, rows)
        done = subprocess.run(
            [BINARY, "check", str(tmp_path / "shelflife.yaml"), *flags], capture_output=True, text=True
        )
        assert done.stderr == ""
        return done.returncode, done.stdout.splitlines()

    return run


def write(folder, rows):
    (folder / "items.csv").write_text(HEADER + rows)
    (folder / "content.yaml").write_text("catalogue: [items.csv]\nstores:\n  - {id: main, positions: 4}\n")
    token = f'{{name: anna, sha256: "{"ab" * 32}", scopes: [content:write]}}'
    (folder / "shelflife.yaml").write_text(f"content: {{file: content.yaml}}\nadmin: {{tokens: [{token}]}}\n")


def test_what_is_right_ends_with_status_0_also_strictly(check):
    assert check(ITEMS)[0] == 0
    assert check(ITEMS, "--strict")[0] == 0


def test_a_warning_ends_with_status_0_and_strictly_with_1(check):
    assert check(ITEMS + WARNED)[0] == 0
    assert check(ITEMS + WARNED, "--strict")[0] == 1


def test_an_error_ends_with_status_1(check):
    assert check(ITEMS + WRONG)[0] == 1


def test_what_is_left_of_the_sample_s_settings_is_named_strictly(tmp_path):
    subprocess.run([BINARY, "sample", tmp_path / "shop"], check=True, capture_output=True)
    command = [BINARY, "check", tmp_path / "shop/shelflife.yaml"]
    lenient, strict = [
        subprocess.run([*command, *flags], capture_output=True, text=True) for flags in [[], ["--strict"]]
    ]
    assert lenient.returncode == 0 and "sample's" not in lenient.stdout
    assert strict.returncode == 1
    assert "the sample's password in legacy.bazaar" in strict.stdout
    assert "the sample's gift in players.welcome" in strict.stdout
    assert "as the sample has it" in strict.stdout


def test_many_of_a_kind_are_one_line_and_all_of_them_on_request(check):
    _, lines = check(ITEMS + WRONG)
    assert "items.csv: 7 × price: expected a whole number" in lines[0]
    assert len(lines) == 2
    _, lines = check(ITEMS + WRONG, "--all")
    assert [f"items.csv:{number}: price: " in line for number, line in zip(range(10, 17), lines)] == [True] * 7
    assert len(lines) == 8


def test_a_server_starts_in_spite_of_warnings_and_logs_each_kind_once(tmp_path):
    write(tmp_path, ITEMS + WARNED)
    command = [BINARY, "serve", "--config", str(tmp_path / "shelflife.yaml"), "--data", str(tmp_path / "data"),
               "--host", "127.0.0.1", "--port", "0"]  # fmt: skip
    with open(tmp_path / "log", "w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            assert process.stdout.readline().startswith("Shelflife serves on ")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
    lines = [line for line in (tmp_path / "log").read_text().splitlines() if "items.csv" in line]
    assert len(lines) == 1
    assert " warning " in lines[0]
    assert "7 × released: expected a release within two years" in lines[0]


# How the first bytes of a credential say what seals it, as systemd writes them.
HOST, TPM = "5a1c6a86df9d4096b1d5a65e0862f19a", "0c7cc07b117645919c4b0bea08bc20fe"


def test_that_there_is_no_vault_is_mentioned_once(check):
    assert sum("there is no vault" in line for line in check(ITEMS)[1]) == 1


def test_a_vault_whose_file_is_missing_is_told(tmp_path):
    assert any("vault.age, so a server there doesn't start" in line for line in check_with_vault(tmp_path))


@pytest.mark.parametrize(("kind", "is_told"), [(HOST, True), (TPM, False)])
def test_of_a_credential_that_the_hosts_key_seals_is_said_that_it_protects_backups_only(tmp_path, kind, is_told):
    (tmp_path / "vault.age").touch()
    (tmp_path / "passphrase.cred").write_bytes(base64.b64encode(bytes.fromhex(kind) + bytes(80)))
    (tmp_path / "other.cred").write_text("no credential")
    told = [line for line in check_with_vault(tmp_path) if "it protects backups" in line]
    assert [f"{tmp_path}/passphrase.cred is sealed by the host's key" in line for line in told] == [True] * is_told


def check_with_vault(folder):
    write(folder, ITEMS)
    with open(folder / "shelflife.yaml", "a") as file:
        file.write("vault: vault.age\n")
    done = subprocess.run([BINARY, "check", folder / "shelflife.yaml"], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_content_file_whose_first_keys_are_misspelt_is_content_all_the_same(check, tmp_path):
    check(ITEMS)
    (tmp_path / "content.yaml").write_text("titel: A shop\ncatalog: [items.csv]\nstore:\n  - {id: main, positions: 4}\n")
    done = subprocess.run([BINARY, "check", str(tmp_path / "content.yaml")], capture_output=True, text=True)
    assert done.returncode == 1 and "did you mean catalogue?" in done.stdout and "server, database" not in done.stdout
