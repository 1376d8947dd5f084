"""The commands of docs/operations/trouble.md, as they stand there."""

import re
import shlex
from pathlib import Path

from operated import ADMIN_TOKEN

PAGE = Path(__file__).resolve().parents[2] / "docs" / "operations" / "trouble.md"


def commands(heading):
    """The program's commands under a heading of the page."""
    section = re.search(rf"^## {heading}$(.*?)^(?:## |\*\*Next)", PAGE.read_text(), re.MULTILINE | re.DOTALL)[1]
    return re.findall(r"^    shelflife (.*)$", section, re.MULTILINE)


def test_a_wrong_publication_is_taken_back_and_a_store_paused_by_the_words_of_the_page(server, monkeypatch):
    monkeypatch.setenv("SHELFLIFE_ADMIN_TOKEN", ADMIN_TOKEN)

    def run(line):
        words = shlex.split(line.replace("41", "1").replace("golden-sword", "item-7"))
        done = server.run(*words, "--to", server.address)
        assert done.returncode == 0, (line, done.stderr)
        return done.stdout

    server.wait_for(lambda: server.logged("started"))
    items = server.folder / "items.yaml"
    items.write_text(items.read_text().replace('"price": 5', '"price": 4'))
    run(f"publish {server.content} --base 1")
    versions, tried, rolled, withdrawn = [run(line) for line in commands("A publication was wrong")]
    assert re.search(r"^\* *2", versions, re.MULTILINE), versions
    assert "price: 4 → 5" in tried and "Version 3 is in force" in rolled and "item-7" in withdrawn
    paused, resumed = [run(line) for line in commands("Pause a store")]
    assert "main" in paused and "main" in resumed


def test_what_is_to_be_asked_first_says_that_it_sells(server):
    [line] = commands("Look at these first, in this order")
    server.wait_for(lambda: server.run(*line.split(), server.address).stdout == "ready\n")
