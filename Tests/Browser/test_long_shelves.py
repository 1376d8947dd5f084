"""What a page left open costs, and shelves of which most positions are out of sight."""

import json
import urllib.request

import pages
import pytest
from shelf_process import ShelfProcess
from waiting import PATIENCE_MS

# Hours, so that nothing changes while a test looks.
LIVES = "shelfLife: {from: 3h, to: 6h}"
POSITIONS = [12, 80, 2000]
# The first hundred, what is in sight, and fifty on each side.
DRAWN_AT_MOST = 300
BUTTONS = "() => root().querySelectorAll('li button').length"
PAGE = "window.root = () => document.querySelector('[role=tabpanel]:not([hidden])')"
ELEMENT = "window.root = () => document.querySelector('shelf-store').shadowRoot"


@pytest.fixture(scope="module")
def long(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    process = ShelfProcess(folder)
    items = [f"item-{n},Apple {n},things,2020-01-01,{1 + n % 9},,💎" for n in range(3000)]
    (folder / "items.csv").write_text("id,name,set,released,price,edition,glyph\n" + "\n".join(items) + "\n")
    lines = ["title: Long", "catalogue: [items.csv]", "stores:"]
    for count in POSITIONS:
        lines += [f"  - {{id: s{count}, positions: {count}, columns: 8, lead: 300ms, cardBytes: 128, {LIVES}}}"]
    process.write_shop("clock: {uncertainty: 0ms}\nplayers: {welcome: {coins: 900}}\n", "\n".join(lines) + "\n")
    process.start()
    yield process
    process.stop()


@pytest.fixture
def opened(browser, long):
    """Opens a store of that many positions, on the storefront or as an element, at whose end something else stands."""
    contexts, errors = [], []

    def open_store(kind, positions):
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.add_init_script(PAGE if kind == "storefront" else ELEMENT)
        if kind == "element":
            described = next(one for one in stores(long) if one["id"] == f"s{positions}")
            body = (f"<!doctype html><script type=module src=/shelf-store.js></script>"
                    f"<shelf-store store={described['id']} key={described['publicKey']}></shelf-store>")  # fmt: skip
            page.route("**/game", lambda route: route.fulfill(body=body, content_type="text/html"))
        page.goto(long.address + ("/game" if kind == "element" else f"/#s{positions}"))
        page.wait_for_function("() => root()?.querySelector('li button[aria-disabled=false]:not([disabled])')")
        return page

    yield open_store
    for context in contexts:
        context.close()
    assert not errors


def stores(process):
    return json.load(urllib.request.urlopen(process.address + "/v1/stores"))


def computed(page):
    """How often styles have been computed, as Chromium counts: of a page, and of each container in it."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return metrics["RecalcStyleCount"]


def test_a_second_that_passes_computes_no_card_s_styles_anew(opened):
    page = opened("storefront", 80)
    page.wait_for_selector("html[data-clock-state=synced]")
    counts = []
    for _ in range(8):
        counts.append(computed(page))
        page.evaluate("""() => new Promise((passed) => {
            const times = document.querySelectorAll(".card-time");
            const before = times[0].textContent;
            const look = () => (times[0].textContent === before ? setTimeout(look, 20) : requestAnimationFrame(() => setTimeout(passed, 50)));
            look();
        })""")  # fmt: skip
    # In a second in which the badge says something else, or an item changes, everything is laid out.
    assert min(later - earlier for earlier, later in zip(counts, counts[1:])) < 40, counts


def test_a_button_s_colours_fade_only_under_the_pointer(opened):
    page = opened("storefront", 12)
    fades = "() => getComputedStyle(root().querySelector('.buy')).transitionProperty"
    assert page.evaluate(fades) == "transform"
    page.locator(".buy").first.hover()
    assert "box-shadow" in page.evaluate(fades)


def test_only_the_store_that_is_selected_has_cards(opened):
    page = opened("storefront", 12)
    assert page.evaluate("() => document.querySelectorAll('.card').length") == 12


@pytest.mark.parametrize("kind", ["storefront", "element"])
def test_a_shelf_of_two_thousand_draws_what_is_in_sight_and_names_the_rest(opened, kind):
    page = opened(kind, 2000)
    page.wait_for_function("() => [...root().querySelectorAll('li')].every(({ textContent }) => textContent.includes('Apple'))")
    assert page.get_by_role("listitem").count() == 2000
    drawn = lambda at: page.evaluate("(at) => root().querySelectorAll('li')[at].querySelector('button') !== null", at)  # noqa: E731
    assert page.evaluate(BUTTONS) <= DRAWN_AT_MOST
    assert (drawn(0), drawn(99), drawn(1000), drawn(1999)) == (True, True, False, False)
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function("() => root().querySelectorAll('li')[1999].querySelector('button[aria-disabled=false]')")
    assert page.evaluate(BUTTONS) <= DRAWN_AT_MOST
    page.evaluate("() => root().querySelectorAll('li')[1000].scrollIntoView()")
    page.wait_for_function("() => root().querySelectorAll('li')[1000].querySelector('button')")
    page.wait_for_function("() => !root().querySelectorAll('li')[1999].querySelector('button')")
    heights = page.evaluate("() => [0, 1000, 1999].map((at) => root().querySelectorAll('li')[at].offsetHeight)")
    assert max(heights) - min(heights) <= 0.2 * max(heights), heights


@pytest.mark.parametrize("kind", ["storefront", "element"])
def test_the_keyboard_goes_through_a_long_shelf_in_its_order(opened, kind):
    page = opened(kind, 2000)
    place = """() => {
        const { activeElement } = root().activeElement ? root() : document;
        return [...root().querySelectorAll("li")].indexOf(activeElement?.closest("li"));
    }"""
    page.evaluate("() => root().querySelectorAll('li')[95].querySelector('button').focus()")
    seen = []
    for _ in range(90):
        seen.append(page.evaluate(place))
        page.keyboard.press("Tab")
        page.wait_for_timeout(20)
    assert seen == list(range(95, 185))
    at = page.evaluate(place)
    page.evaluate("() => scrollTo(0, 0)")
    page.wait_for_function("() => !root().querySelectorAll('li')[170].querySelector('button')")
    assert page.evaluate(place) == at == 185


def test_what_is_out_of_sight_is_found_in_the_page(opened):
    page = opened("storefront", 2000)
    page.wait_for_function("() => root().querySelectorAll('li')[1500].textContent.includes('Apple')")
    name = page.evaluate("() => root().querySelectorAll('li')[1500].textContent")
    assert page.evaluate("(name) => find(name, true)", name)
    page.wait_for_function("() => scrollY > innerHeight")
