"""The pages from a folder, for who works on them: SHELFLIFE_SITE."""

import os
import shutil
import urllib.request
from pathlib import Path

import pytest
from operated import PATIENCE, Operated

SOURCES = Path(__file__).resolve().parents[2] / "Sources" / "ShelfSite" / "Resources"


@pytest.fixture
def pages(tmp_path):
    return Path(shutil.copytree(SOURCES, tmp_path / "pages"))


@pytest.fixture
def begun(tmp_path):
    """Starts servers with the variable set, and ends them."""
    made = []

    def begin(site):
        made.append(Operated(tmp_path, env={**os.environ, "SHELFLIFE_SITE": str(site)}).begin())
        return made[-1]

    yield begin
    for server in made:
        server.end()


def fetched(server, path):
    return urllib.request.urlopen(server.address + path, timeout=PATIENCE).read().decode()


def test_an_edit_of_a_page_is_a_reload(begun, pages):
    server = begun(pages)
    server.wait_for(server.answers)
    page = fetched(server, "/")
    assert '"/storefront.js"' in page and '"/storefront.css"' in page
    for name in ["shelflife.js", "storefront/page.css", "storefront/badge.js"]:
        assert fetched(server, "/" + name) == (pages / name).read_text()
        (pages / name).write_text("/* edited */\n")
        assert fetched(server, "/" + name) == "/* edited */\n"
    template = pages / "storefront.mustache"
    template.write_text(template.read_text().replace("</main>", "<p>Edited</p></main>"))
    assert "<p>Edited</p></main>" in fetched(server, "/")
    assert len(server.logged(f"the pages are served from {pages}")) == 1


@pytest.mark.parametrize("name", ["none", "pages/desk.html", "pages/desk"])
def test_what_is_no_folder_of_pages_is_named_and_the_server_does_not_start(begun, pages, name):
    server = begun(pages.parent / name)
    assert server.process.wait(PATIENCE) == 1
    assert f"SHELFLIFE_SITE names {pages.parent / name}, which is no folder with the pages' sources" in server.log


def test_a_server_with_its_bundle_says_nothing_of_pages_and_one_without_says_it_once(server):
    bundled = "/assets/storefront-" in fetched(server, "/")
    assert len(server.logged("the pages are served module by module")) == (0 if bundled else 1)
