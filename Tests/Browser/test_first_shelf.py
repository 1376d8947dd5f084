"""What the storefront asks for until its shelf is there: few requests and few bytes, and next to nothing on a reload."""

import pytest
from waiting import PATIENCE_MS

ENTRIES = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((entry) => ({
    path: new URL(entry.name).pathname, bytes: entry.transferSize, start: entry.startTime,
}))"""
SHELF = "[data-item]"
# The window is the store's own, so it doesn't count; nor do exchanges of the time, of which a slow machine makes more.
BYTES, REQUESTS = 70_000, 10
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
    """What went over the network, in the order of the requests, but for the time."""
    return [entry for entry in page.evaluate(ENTRIES) if entry["bytes"] > 0 and entry["path"] != "/v1/time"]


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
