"""The example of a game's page, served from an origin of its own, shows the shelf and buys from it."""

import json
import urllib.request

import pages
import pytest
from shelf_process import ShelfProcess
from waiting import PATIENCE_MS

EXAMPLE = pages.ROOT / "Examples" / "Page" / "index.html"


@pytest.fixture
def game():
    """The game's own server."""
    server, address = pages.serve({"/": EXAMPLE.read_bytes()})
    yield address
    server.shutdown()


@pytest.fixture
def selling(tmp_path, game):
    process = ShelfProcess(tmp_path)
    config = tmp_path / "shelflife.yaml"
    config.write_text(config.read_text().replace("server:\n", f"server:\n  origins: ['{game}']\n"))
    process.start()
    yield process
    process.stop()


def test_the_example_shows_the_shelf_and_buys_what_is_clicked(browser, game, selling):
    stores = json.loads(urllib.request.urlopen(f"{selling.address}/v1/stores").read())
    key = next(store["publicKey"] for store in stores if store["id"] == "main")
    page = browser.new_context().new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{game}/?server={selling.address}&key={key}")
    page.wait_for_function("document.querySelectorAll('li').length === 12", timeout=PATIENCE_MS)
    page.wait_for_function(
        """() => {
            if (document.querySelector("[role=status]").textContent.startsWith("You own")) return true;
            document.querySelector("button:not(:disabled)")?.click();
        }""",
        polling=500, timeout=PATIENCE_MS)  # fmt: skip
    assert not faults
    page.context.close()
