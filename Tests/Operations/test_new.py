"""`shelflife new DIR`: a shop to begin with, that is right and is served whatever was answered, and changes no file."""

import base64
import html
import itertools
import os
import pty
import re
import subprocess
from datetime import UTC, datetime

import pytest
from operated import PATIENCE
from shelf_process import BINARY
from test_demo import Tried

TOKEN = re.compile(r"^  ([A-Za-z0-9_-]{43})$", re.MULTILINE)
SWITCHES = ["sealed", "levels", "invitations"]


def new(folder, *options):
    return subprocess.run(
        [BINARY, "new", folder, *options], capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL
    )


def check(folder, *options):
    return subprocess.run(
        [BINARY, "check", folder / "shelflife.yaml", *options], capture_output=True, text=True, timeout=PATIENCE
    )


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Served(Tried):
    """A demo of the folder that `new` wrote."""

    def __init__(self, root):
        self.folder, self.shop, self.temporary = root, root / "shop", root / "temporary"
        self.temporary.mkdir()
        self.process = None


@pytest.fixture
def served(tmp_path):
    demo = Served(tmp_path)
    yield demo
    demo.end()


@pytest.mark.parametrize("answers", itertools.product([True, False], repeat=3))
def test_whatever_is_answered_is_right_and_is_served(tmp_path, served, answers):
    options = [f"--{name}" if answer else f"--no-{name}" for name, answer in zip(SWITCHES, answers, strict=True)]
    made = new(served.shop, "--name", 'Tom\'s "Toys"', "--stores", "Mart, 日本, Mart 2, mart", *options)
    assert made.returncode == 0, made.stderr
    checked = check(served.shop)
    assert (checked.returncode, "is right: 4 stores, 24 items, 4 sets, 24 pictures" in checked.stdout) == (0, True), checked
    before = files(served.shop)
    served.start()
    is_sealed, has_levels, has_invitations = answers
    stores = served.ask("/v1/stores")[1]
    assert [(store["id"], store["title"]) for store in stores] == [
        ("mart", "Mart"), ("store", "日本"), ("mart-2", "Mart 2"), ("mart-3", "mart"),
    ]  # fmt: skip
    assert 'Tom\'s "Toys"' in html.unescape(served.page())
    assert (".csv --into" in served.greeting, "--app-secret=" in served.greeting) == (True, not is_sealed)
    assert ("Its levels" in served.greeting, "Invitations" in served.greeting) == (has_levels, has_invitations)
    assert served.balances() == {"coins": 9000}
    assert files(served.shop) == before


def test_its_token_is_printed_once_and_opens_the_desk(tmp_path):
    made = new(tmp_path / "shop")
    token = TOKEN.search(made.stdout)[1]
    assert [token in text.decode() for path, text in files(tmp_path / "shop").items() if path.endswith(".yaml")] == [False] * 3
    again = new(tmp_path / "other")
    assert TOKEN.search(again.stdout)[1] != token
    assert (tmp_path / "shop" / "shelflife.yaml").stat().st_mode & 0o777 == 0o640


def test_each_store_that_is_not_sealed_has_a_secret_of_its_own_which_git_ignores(tmp_path):
    new(tmp_path / "shop", "--no-sealed", "--stores", "a,b")
    secrets = re.findall(r"^  [ab]: ([\w-]{43})$", (tmp_path / "shop" / "shelflife.yaml").read_text(), re.MULTILINE)
    assert len(set(secrets)) == 2
    assert (tmp_path / "shop" / ".gitignore").read_text() == "/data/\n/shelflife.yaml\n"


@pytest.mark.parametrize("name", ["shelflife.yaml", "plan.yaml", "pictures/crown.webp"])
def test_a_file_that_is_there_stops_it_before_it_writes(tmp_path, name):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    made = new(tmp_path)
    assert (made.returncode, f"there is a {tmp_path / name} already" in made.stderr) == (1, True)
    assert files(tmp_path) == {name: b"mine"}


def test_a_folder_in_which_nothing_can_be_written_stays_as_it_is(tmp_path):
    (tmp_path / "pictures").write_text("mine")
    made = new(tmp_path)
    assert (made.returncode, made.stdout) == (1, "")
    assert files(tmp_path) == {"pictures": b"mine"}


def test_a_readme_and_ignored_files_of_ones_own_are_kept(tmp_path):
    own = {"README.md": b"mine", ".gitignore": b"mine too", "items.csv": b"id"}
    for name, text in own.items():
        (tmp_path / name).write_bytes(text)
    made = new(tmp_path, "--no-sealed")
    assert (made.returncode, "Add to it: /data/ and /shelflife.yaml" in made.stdout) == (0, True), made
    found = files(tmp_path)
    assert {name: found[name] for name in own} == own and "content.yaml" in found


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--name", "two\nlines"], "a name is one line"),
        (["--name", "\x1b[31m"], "a name is one line"),
        (["--stores", " , "], "a name is one line"),
        (["--stores", ""], "name one store"),
        (["--stores", "a,a"], "two stores have the same title"),
        (["--stores", ",".join(f"s{i}" for i in range(21))], "name one store or up to 20"),
    ],
)
def test_an_answer_that_cannot_be_is_refused_with_what_was_expected(tmp_path, options, expected):
    made = new(tmp_path / "shop", *options)
    assert (made.returncode, expected in made.stderr, (tmp_path / "shop").exists()) == (64, True, False), made


def test_on_a_terminal_it_asks_what_no_option_answers_until_it_is_understood(tmp_path):
    asked, answers = tmp_path / "asked", ["", "A, A", "A, B", "maybe", "no", "y"]
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(BINARY, [str(BINARY), "new", str(tmp_path / "my-game"), "--levels"])
    seen = ""
    for answer in answers:
        while not seen.endswith("] "):
            seen += os.read(terminal, 4096).decode()
        asked.write_text(seen)
        seen += "\n"
        os.write(terminal, f"{answer}\n".encode())
    while True:
        try:
            seen += os.read(terminal, 4096).decode()
        except OSError:
            break
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, seen
    assert ("two stores have the same title" in seen, "answer yes or no" in seen) == (True, True), seen
    content = (tmp_path / "my-game" / "content.yaml").read_text()
    assert 'title: "my-game"' in content and "  - id: b\n" in content and "lead: 10m" in content
    assert "invitations: true" in (tmp_path / "my-game" / "shelflife.yaml").read_text()
    assert (tmp_path / "my-game" / "packs").is_dir()


@pytest.fixture
def gate(tmp_path):
    """What the gate before a launch says of a shop whose starter was replaced."""
    new(tmp_path)
    settings, content = tmp_path / "shelflife.yaml", tmp_path / "content.yaml"
    settings.write_text(settings.read_text().replace("1234", "100"))
    header, *rows = (tmp_path / "starter.csv").read_text().splitlines(keepends=True)
    (tmp_path / "items.csv").write_text(header + "".join(f"my-{row}" for row in rows))
    for picture in (tmp_path / "pictures").glob("*.webp"):
        picture.rename(picture.with_name(f"my-{picture.name}"))
    plan = tmp_path / "plan.yaml"
    plan.write_text(plan.read_text().replace("item: ", "item: my-"))
    content.write_text(content.read_text().replace("[starter.csv]", "[items.csv]"))

    def say():
        found = check(tmp_path, "--strict")
        warnings = [line for line in found.stdout.splitlines() if line.startswith("warning:")]
        assert found.returncode == (1 if warnings else 0), found
        return warnings

    return say


def test_the_gate_before_a_launch_names_what_is_still_the_starters(tmp_path, gate):
    assert gate() == []
    new(tmp_path / "other")
    found = check(tmp_path / "other", "--strict")
    assert "the starter's gift in players.welcome" in found.stdout
    assert "24 items of the starter or the sample" in found.stdout


def test_the_gate_before_a_launch_names_items_without_a_picture(tmp_path, gate):
    for name in ["my-crown", "my-otter"]:
        (tmp_path / "pictures" / f"{name}.webp").unlink()
    assert [line.split(",")[0] for line in gate()] == ["warning: found no picture of my-crown and 1 more"]


def test_the_gate_before_a_launch_names_a_shop_without_a_backup_in_the_last_day(tmp_path, gate):
    secrets = tmp_path / "data" / "secrets"
    secrets.mkdir(parents=True)
    (secrets / "shelflife.sqlite").touch()
    assert [line.split(" of ")[0] for line in gate()] == ["warning: found no backup"]
    (secrets / "backed-up").write_text("2026-01-01T00:00:00Z\n")
    assert [line.split(" of ")[:2] for line in gate()] == [["warning: found a newest backup", "2026-01-01T00:00:00Z"]]
    (secrets / "backed-up").write_text(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}\n")
    assert gate() == []


def test_the_gate_before_a_launch_names_a_secret_that_the_page_gives_away_and_that_nobody_may_act(tmp_path, gate):
    settings, content = tmp_path / "shelflife.yaml", tmp_path / "content.yaml"
    secret = base64.urlsafe_b64encode(bytes(32)).decode().rstrip("=")
    settings.write_text(settings.read_text().replace("content:write", "audit:read") + f"\nappSecrets: {{store: {secret}}}\n")
    sealed = content.read_text()
    content.write_text(sealed.replace("lead: 300ms", "lead: 10m\n    prefetched: true"))
    assert [line.split(",")[0] for line in gate()] == [
        "warning: found no token in admin.tokens with the scope content:write", "warning: found an app secret of store",
    ]  # fmt: skip
    content.write_text(content.read_text().replace("    prefetched: true", "    prefetched: true\n    onPage: false"))
    settings.write_text(settings.read_text().replace("content:read, audit:read", "content:read, content:write"))
    assert gate() == []
