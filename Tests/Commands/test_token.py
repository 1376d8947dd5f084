"""`shelflife token`: an admin token whose hash stands in the settings, which keep every other byte."""

import hashlib
import os
import re
import subprocess

import pytest
from test_check import BINARY, PATIENCE

SETTINGS = """# How the shop is reached.
server:
  port: 8081  # behind the proxy

players: {welcome: {coins: 100}}
"""
FORMER = f'{{name: bob, sha256: "{"ab" * 32}", scopes: [audit:read]}}'
LISTED = f"""admin:
  tokens:
    - {FORMER}  # until May
    # - {{name: carl}}

# At the counter.
desk: {{port: 8082}}
"""
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}\n")


@pytest.fixture
def settings(tmp_path):
    file = tmp_path / "shelflife.yaml"
    file.write_bytes(SETTINGS.encode())
    return file


def token(settings, *arguments, scopes="content:read,audit:read", name="anna"):
    return subprocess.run(
        [BINARY, "token", name, "--scopes", scopes, *arguments],
        cwd=settings.parent, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip


def line_of(made, scopes="audit:read, content:read", name="anna"):
    """The line in the settings for the token that was printed."""
    assert TOKEN.fullmatch(made.stdout), made
    digest = hashlib.sha256(made.stdout.strip().encode()).hexdigest()
    return f'- {{name: {name}, sha256: "{digest}", scopes: [{scopes}]}}'


def is_right(settings):
    checked = subprocess.run([BINARY, "check", settings], capture_output=True, text=True, timeout=PATIENCE)
    return checked.returncode == 0


def test_a_first_token_makes_the_list_and_keeps_the_file(settings):
    settings.chmod(0o640)
    made = token(settings)
    assert (made.returncode, "SIGHUP" in made.stderr) == (0, True)
    assert settings.read_text() == f"{SETTINGS}\nadmin:\n  tokens:\n    {line_of(made)}\n"
    assert settings.stat().st_mode & 0o777 == 0o640
    assert is_right(settings) and list(settings.parent.iterdir()) == [settings]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_another_token_stands_behind_those_that_are_there(settings, end):
    settings.write_bytes(LISTED.replace("\n", end).encode())
    made = token(settings)
    assert made.returncode == 0, made.stderr
    wanted = LISTED.replace("    # - ", f"    {line_of(made)}\n    # - ")
    assert settings.read_bytes() == wanted.replace("\n", end).encode()
    assert is_right(settings)


def test_a_list_over_several_lines_and_a_file_without_a_last_line_end_get_theirs(settings):
    former = f"admin:\n  tokens:\n  - name: bob\n    sha256: {'ab' * 32}\n    scopes:\n    - audit:read"
    settings.write_text(former)
    made = token(settings)
    assert settings.read_text() == f"{former}\n  {line_of(made)}\n"
    assert is_right(settings)


def test_settings_that_a_link_leads_to_are_changed_and_the_link_stays(settings):
    link = settings.parent / "there.yaml"
    link.symlink_to(settings.name)
    made = token(settings, "--config", "there.yaml")
    assert made.returncode == 0 and link.is_symlink() and line_of(made) in settings.read_text()


@pytest.mark.parametrize(
    "form", [f"admin: {{tokens: [{FORMER}]}}\n", "admin:\n  tokens: []\n", "{server: {port: 8081}}\n"]
)
def test_where_the_form_shows_no_place_the_line_is_told_and_nothing_is_written(settings, form):
    settings.write_text(form)
    made = token(settings)
    assert (made.returncode, settings.read_text()) == (1, form)
    assert line_of(made) in made.stderr.splitlines()


def test_the_line_alone_needs_no_file(settings):
    settings.unlink()
    made = token(settings, "--print")
    assert made.returncode == 0 and line_of(made) in made.stderr.splitlines()
    assert not settings.exists()


def test_a_name_in_quotes_is_read_back(settings):
    made = token(settings, name='Anna "the first": #1')
    assert made.returncode == 0, made.stderr
    assert line_of(made, name='"Anna \\"the first\\": #1"') in settings.read_text() and is_right(settings)


def test_the_first_token_of_a_desk_says_that_it_needs_a_start(settings):
    settings.write_text(SETTINGS + "desk: {port: 8082}\n")
    assert "next start" in token(settings).stderr
    assert "SIGHUP" in token(settings, name="berta").stderr


@pytest.mark.parametrize(
    ("text", "name", "scopes", "told"),
    [
        (LISTED, "bob", "audit:read", "has a token of the name “bob”"),
        (SETTINGS, "anna", "audit:read,wallet:write", "no scope “wallet:write”; the scopes are wallets:write, "),
        (SETTINGS, "anna", "", "no scope “”"),
        (SETTINGS, "App Store", "audit:read", "which the journal uses itself"),
        ("title: Corner\nstores: []\n", "anna", "audit:read", "found content, expected settings"),
        ("server: {port: many}\n", "anna", "audit:read", 'shelflife.yaml:1: server.port: found "many"'),
        ("", "anna", "audit:read", "an empty file"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_written(settings, text, name, scopes, told):
    settings.write_text(text)
    made = token(settings, name=name, scopes=scopes)
    assert made.returncode != 0 and told in made.stderr and made.stdout == ""
    assert settings.read_text() == text and list(settings.parent.iterdir()) == [settings]


def test_a_file_that_isnt_there_is_told(settings):
    settings.unlink()
    made = token(settings)
    assert made.returncode != 0 and "shelflife.yaml" in made.stderr and made.stdout == ""
    assert os.listdir(settings.parent) == []
