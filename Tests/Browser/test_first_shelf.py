"""What the storefront asks for until its shelf is there: few requests and few bytes, and next to nothing on a reload.

These tests are about the bundle, so the program must have been built where esbuild is installed.
"""

import json
import re
import urllib.request

import pytest
from waiting import PATIENCE_MS

ENTRIES = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((entry) => ({
    path: new URL(entry.name).pathname, bytes: entry.transferSize, start: entry.startTime,
}))"""
SHELF = "[data-item]"
# The window is the store's own, so it doesn't count; nor do exchanges of the time, of which a slow machine makes more.
BYTES, REQUESTS = 58_000, 10
BYTES_AGAIN, REQUESTS_AGAIN = 3_000, 8


@pytest.fixture
def page(browser, shelf):
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(shelf.address + "/", wait_until="commit")
    page.wait_for_selector(SHELF)
    yield page
    context.close()


def asked(page):
    """What went over the network until the shelf was there, in the order of the requests, but for the time. Cards ask for
    their pictures, so these come afterwards."""
    entries = [entry for entry in page.evaluate(ENTRIES) if entry["path"] != "/v1/time"]
    before = [entry for entry in entries if not entry["path"].startswith("/v1/pictures/")]
    windows = [entry["start"] for entry in before if entry["path"].endswith("/window")]
    assert all(entry["start"] > max(windows) for entry in entries if entry not in before), entries
    return [entry for entry in before if entry["bytes"] > 0]


def besides_windows(entries):
    return sum(entry["bytes"] for entry in entries if not entry["path"].endswith("/window"))


def test_a_first_visit_asks_for_little(page):
    entries = asked(page)
    paths = [entry["path"] for entry in entries]
    assert len(entries) <= REQUESTS, paths
    assert besides_windows(entries) <= BYTES, entries
    assert sum(path.endswith("/window") for path in paths) == 1, paths
    assert [path for path in paths if path.startswith(("/shelflife", "/storefront", "/icons"))] == []
    assert "/v1/stores" not in paths


def fetched(address):
    with urllib.request.urlopen(address, timeout=PATIENCE_MS / 1000) as answer:
        return answer.headers, answer.read()


def test_the_page_names_one_script_and_one_style_sheet_by_their_content(page, shelf):
    paths = [entry["path"] for entry in asked(page) if entry["path"].startswith("/assets/")]
    assert sorted(re.sub("-[A-Z2-7]{8}[.]", "-HASH.", path) for path in paths) == [
        "/assets/storefront-HASH.css",
        "/assets/storefront-HASH.js",
    ]
    for path in paths:
        headers, _ = fetched(shelf.address + path)
        assert headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("source", ["shelflife/session/store-session.js", "storefront/badge.js", "storefront/page.css"])
def test_the_maps_of_script_and_style_sheet_lead_to_the_sources(page, shelf, source):
    found = []
    for path in (entry["path"] for entry in asked(page) if entry["path"].startswith("/assets/")):
        named = re.search(rb"sourceMappingURL=(\S+)", fetched(shelf.address + path)[1])[1].decode()
        found.append(json.loads(fetched(f"{shelf.address}/assets/{named}")[1]))
    texts = {
        name.split("Resources/")[1]: text
        for each in found
        for name, text in zip(each["sources"], each["sourcesContent"], strict=True)
    }
    assert texts[source].encode() == fetched(f"{shelf.address}/{source}")[1]


@pytest.mark.parametrize("entry", ["shelflife", "shelf-store"])
def test_a_file_for_other_pages_has_its_map_beside_it(shelf, entry):
    text = fetched(f"{shelf.address}/{entry}.js")[1]
    assert text.rstrip().endswith(f"//# sourceMappingURL={entry}.js.map".encode())
    told = json.loads(fetched(f"{shelf.address}/{entry}.js.map")[1])
    assert any(name.endswith("/shelflife/session/store-session.js") for name in told["sources"])


def test_the_package_for_npm_can_be_had_from_the_server(shelf):
    headers, packed = fetched(f"{shelf.address}/shelflife-0.1.0.tgz")
    assert headers["Content-Type"] == "application/gzip" and headers["Content-Encoding"] is None
    assert packed[:2] == b"\x1f\x8b"


def test_a_reload_asks_only_whether_the_page_is_another(page):
    page.reload(wait_until="commit")
    page.wait_for_selector(SHELF)
    entries = asked(page)
    paths = [entry["path"] for entry in entries]
    assert len(entries) <= REQUESTS_AGAIN, paths
    assert besides_windows(entries) <= BYTES_AGAIN, entries
    assert [path for path in paths if path.startswith("/assets/")] == []


def test_the_sdk_is_one_file_for_other_pages(browser, shelf):
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(shelf.address + "/v1/time")
    exported = page.evaluate("async () => Object.keys(await import('/shelflife.js'))")
    paths = [entry["path"] for entry in asked(page)]
    context.close()
    assert "ShelfServer" in exported
    assert [path for path in paths if path.startswith("/shelflife")] == ["/shelflife.js"]
