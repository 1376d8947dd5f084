"""Pages of the desk, for every test of it."""

import pages
import pytest
from fake_desk import FakeDesk, session
from waiting import PATIENCE_MS

NOW = 1_795_350_368_607
# A WebP.
CHERRIES = (pages.ROOT / "Sources" / "ShelfSample" / "Resources" / "pictures" / "cherries.webp").read_bytes()

# Where people change the content that files own, and what the server says to everybody who tries it elsewhere.
SOURCE = "https://git.example.com/our/shop"
MADE_IN_FILES = f"The content of this server is made in files, so nothing was changed; change them at {SOURCE}."


@pytest.fixture
def open_desk(browser, fake):
    """Opens a page in a context of its own; with a time of its own, a test can let it pass by `page.clock`. The test
    fails on any error that the page logs, other than an answer's status."""
    contexts, errors = [], []

    def note(line):
        if line.type == "error" and not line.text.startswith("Failed to load resource"):
            errors.append(line.text)

    def open_page(address, has_own_time=False, **options):
        options = {
            "viewport": {"width": 1280, "height": 800},
            "reduced_motion": "reduce",
            "locale": "en-GB",
            "timezone_id": "UTC",
            **options,
        }
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        if has_own_time:
            page.clock.install()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", note)
        page.goto(address)
        return page

    # The pages go before a fake server does (which is why this asks for it): a request under way would fail.
    yield open_page
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture
def fake():
    """Stands in for the server, where the real one can't be brought to something in a moment."""
    made = []

    def make(answers):
        made.append(FakeDesk({"GET /desk/session": session(NOW), "GET /v1/admin/audit": {"uses": []}, **answers}))
        return made[-1]

    yield make
    for desk in made:
        desk.stop()


def assert_fits(page, width):
    """Nothing makes the page wider than the screen, and every control is large enough for a finger."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate("""() => [...document.querySelectorAll("nav a, button, select, input")]
        .filter((one) => one.checkVisibility() && !one.matches("[type=checkbox], [type=radio], [type=file]"))
        .filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)""")
    assert small == [], width
