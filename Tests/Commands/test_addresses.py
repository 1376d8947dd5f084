"""An address of a database that is malformed, which may have a password in it."""

import subprocess

import pytest
from test_check import BINARY, PATIENCE, write

MALFORMED = [
    "postgresql://shop:hunter2@[::1/shop",
    "postgresql://shop:hunter2%zz@db.example/shop",
    "postgresql://shop:hunter@hunter2@127.0.0.1/shop",
    "postgresql://127.0.0.1:1/shop?hunter2",
    "postgresql://127.0.0.1:1/shop?hunter2=x",
    "postgresql://127.0.0.1:1/shop?hunter_two=x",
    "postgresql:/shop:hunter2@127.0.0.1/shop",
    "host=127.0.0.1 password='hunter2",
]


@pytest.mark.parametrize("address", MALFORMED)
@pytest.mark.parametrize("option, other", [("--from", "--to"), ("--to", "--from")])
def test_copy_refuses_it_without_a_word_of_it(tmp_path, address, option, other):
    command = [BINARY, "copy", option, address, other, str(tmp_path / "data")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode != 0
    assert "hunter" not in done.stdout + done.stderr


@pytest.mark.parametrize("address", MALFORMED)
def test_check_refuses_it_without_a_word_of_it(tmp_path, address):
    write(tmp_path, "")
    config = tmp_path / "shelflife.yaml"
    config.write_text(f'database: "{address}"\n' + config.read_text())
    done = subprocess.run([BINARY, "check", str(config)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode != 0
    assert "hunter" not in done.stdout + done.stderr
