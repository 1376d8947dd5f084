"""The page, in a real browser, against a real server."""

import json
import re
import statistics
import urllib.request

import pages
import pytest
from conftest import INSECURE_HOST, wait_until_live
from waiting import PATIENCE, lies_still, until

SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1440, "height": 900}}

SHOWN = """() => [...document.querySelectorAll("[role=tabpanel]:not([hidden]) .card")]
    .map(({ dataset }) => [dataset.position, dataset.item ?? null, dataset.start ?? null])"""
CLOCK_AHEAD_OF_WALL = """() => {
    const ahead = changes
      .map(({ shownAtUs, wallMs, uncertainUs }) => [shownAtUs / 1000 - wallMs, uncertainUs / 1000])
      .sort(([a], [b]) => a - b);
    return ahead[ahead.length >> 1];
}"""
ANIMATIONS = "() => document.getAnimations().length"
# Eight requests within this number of seconds are a burst: without one, there are five or six, three seconds apart or
# more.
BURST = 18
# In the sample, every position shows another item within four minutes. Twelve positions rarely leave a whole minute
# without a change, but they do.
CHANGE = PATIENCE + 240


def sealed(page):
    return page.locator("[role=tabpanel]:not([hidden]) .card[data-phase=sealed]").count()


def caption(page):
    return page.locator("[role=tabpanel]:not([hidden]) .panel-caption").inner_text()


def test_two_windows_side_by_side_change_the_same_positions_to_the_same_items_in_step(visit, capsys):
    left, right = visit("bazaar"), visit("bazaar")
    for page in (left, right):
        page.evaluate("() => { changes.length = 0 }")
    assert until(
        left,
        lambda: all(page.evaluate("() => new Set(changes.map((c) => c.startMs)).size") >= 6 for page in (left, right)),
        CHANGE,
    )
    seen = [
        page.evaluate("() => changes.map((c) => [[c.startMs, c.position, c.item], c.wallMs])") for page in (left, right)
    ]
    times = [{tuple(key): at for key, at in changes} for changes in seen]
    # Both have seen in whole what came after the later of the two began to look, and before the earlier ended.
    first, last = max(min(start for start, *_ in side) for side in times), min(
        max(start for start, *_ in side) for side in times
    )
    shown = [sorted(key for key in side if first < key[0] < last) for side in times]
    assert len(shown[0]) >= 3
    assert shown[0] == shown[1]
    assert all(item for _, _, item in shown[0])
    gaps = [abs(times[0][key] - times[1][key]) for key in shown[0]]
    with capsys.disabled():
        print(
            f"\n  gap between two windows: median {statistics.median(gaps):.1f} ms, most {max(gaps):.1f} ms, {len(gaps)} changes"
        )
    # How late a busy machine draws is not the page's doing; which instant each of the two took for the start's is.
    clocks = [page.evaluate(CLOCK_AHEAD_OF_WALL) for page in (left, right)]
    (left_ms, left_uncertain_ms), (right_ms, right_uncertain_ms) = clocks
    assert abs(left_ms - right_ms) < left_uncertain_ms + right_uncertain_ms + 1


def test_each_window_shows_its_changes_in_the_order_of_their_starts(visit):
    page = visit("bazaar")
    page.evaluate("() => { changes.length = 0 }")
    assert until(page, lambda: page.evaluate("() => changes.length") >= 4, CHANGE)
    starts = page.evaluate("() => changes.map((change) => change.startMs)")
    assert starts == sorted(starts) and starts


@pytest.mark.parametrize("store", ["main", "bazaar"])
def test_no_item_is_on_the_page_before_its_start(visit, store):
    page = visit(store)
    page.evaluate("() => { changes.length = 0 }")
    assert until(page, lambda: page.evaluate("() => changes.length") >= 1, CHANGE)
    assert page.evaluate("() => early") == []
    assert page.evaluate("() => changes.filter((c) => c.item && c.shownAtUs < 1000 * c.startMs)") == []


def test_server_gone_and_back(visit, shelf):
    """The sealed stores show what they don't know as sealed, the prefetched one goes on; then all recover."""
    sealed_pages = [visit("main"), visit("vintage")]
    prefetched = visit("bazaar")
    ended = shelf.stop()
    try:
        for page in sealed_pages:
            page.wait_for_selector("html[data-connection=offline]", timeout=120_000)
            assert re.fullmatch(
                r"(The store can't be reached|Can't reach the server since .+): new items can't open until (the connection|it) is back\.",
                caption(page),
            )
        assert until(prefetched, lambda: any(map(sealed, sealed_pages)), CHANGE), "nothing was sealed"
        prefetched.evaluate("() => { changes.length = 0 }")
        assert until(prefetched, lambda: prefetched.evaluate("() => changes.length") >= 2, CHANGE)
        assert prefetched.evaluate("() => changes.every((change) => change.item)")
        prefetched.wait_for_selector("html[data-connection=offline]", timeout=120_000)
        assert sealed(prefetched) == 0
    finally:
        shelf.start()
    for page, store in zip([*sealed_pages, prefetched], ["main", "vintage", "bazaar"]):
        wait_until_live(page, store)
        assert sealed(page) == 0
        assert " on the shelf, " in caption(page)
    assert ended, "the server doesn't end on SIGTERM while pages hold streams"


def draws_nothing(page):
    """Whether half a second passes without a change of the page. What was begun before may take that long."""
    page.evaluate("() => { mutations = 0 }")
    page.wait_for_timeout(500)
    return page.evaluate("() => mutations") == 0


def test_hidden_it_asks_and_draws_nothing_and_back_it_is_right_at_once(visit):
    page, other = visit("bazaar"), visit("bazaar")
    page.evaluate("() => turn('hidden')")
    assert until(page, lambda: draws_nothing(page), 60)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.evaluate("() => { mutations = 0 }")
    # Long enough for it to ask for the time, and to show another item, if it weren't hidden.
    page.wait_for_timeout(6000)
    assert until(page, lambda: page.evaluate(SHOWN) != other.evaluate(SHOWN), CHANGE)
    assert page.evaluate("() => mutations") == 0
    assert requests == []
    late = page.evaluate("""() => {
        turn("visible");
        const now = performance.timeOrigin + performance.now();
        return [...document.querySelectorAll("[role=tabpanel]:not([hidden]) .card")]
            .filter((card) => !(Number(card.dataset.start) <= now + 50)).length;
    }""")
    assert late == 0
    assert until(page, lambda: page.evaluate(SHOWN) == other.evaluate(SHOWN))
    assert until(page, lambda: len(requests) >= 8, BURST), "the clock is asked again in a burst"


def test_hidden_a_sealed_store_closes_its_stream_and_back_it_catches_up(visit):
    page, other = visit("main"), visit("main")
    page.evaluate("() => turn('hidden')")
    assert until(page, lambda: page.evaluate(SHOWN) != other.evaluate(SHOWN), CHANGE)
    page.evaluate("() => turn('visible')")
    assert until(page, lambda: page.evaluate(SHOWN) == other.evaluate(SHOWN) and sealed(page) == 0)


def test_the_tabs_are_worked_by_keyboard_and_only_the_selected_store_runs(visit):
    page = visit("main")
    selected = lambda: page.locator("[role=tab][aria-selected=true]").get_attribute("id")  # noqa: E731
    page.locator("#tab-main").focus()
    for key, store in [("ArrowRight", "bazaar"), ("ArrowRight", "vintage"), ("ArrowRight", "main"), ("ArrowLeft", "vintage"),
                       ("Home", "main"), ("End", "vintage")]:  # fmt: skip
        page.keyboard.press(key)
        assert selected() == f"tab-{store}"
        assert page.evaluate("() => [document.activeElement.id, location.hash]") == [f"tab-{store}", f"#{store}"]
        assert page.locator("[role=tabpanel]:visible").get_attribute("id") == f"panel-{store}"
    wait_until_live(page, "vintage")
    times = "() => ['main', 'bazaar', 'vintage'].map((id) => document.querySelector(`#panel-${id} .shelf`).textContent)"
    # What was on its way when a store was left may still come, and is drawn once.
    assert until(page, lambda: page.evaluate(times)[:2] == (page.wait_for_timeout(1500), page.evaluate(times)[:2])[1])
    before = page.evaluate(times)
    page.wait_for_timeout(2500)
    page.wait_for_function(f"(before) => ({times})()[2] !== before[2]", arg=before)
    assert [one == other for one, other in zip(before, page.evaluate(times))] == [True, True, False]


def test_the_address_names_the_tab(visit):
    page = visit("vintage")
    assert page.locator("#tab-vintage").get_attribute("aria-selected") == "true"
    page.evaluate("() => { location.hash = 'main' }")
    wait_until_live(page, "main")
    assert page.locator("#tab-main").get_attribute("aria-selected") == "true"


def test_cards_are_a_list_with_names_that_say_what_is_on_sale(visit):
    page = visit("main")
    cards = page.get_by_role("tabpanel").get_by_role("listitem")
    assert cards.count() == 12
    name = page.get_by_role("article").first.get_attribute("aria-label")
    assert name.startswith("Position 1: ") and name.count(",") >= 2
    assert page.get_by_role("tablist").count() == 1


def test_with_reduced_motion_nothing_is_animated_and_bars_step(visit):
    page = visit("main", reduced_motion="reduce")
    bar = "() => document.querySelector('#panel-main .card-fill').style.transform"
    before = page.evaluate(bar)
    animated = []
    for _ in range(12):
        page.wait_for_timeout(250)
        animated.append(page.evaluate(ANIMATIONS))
    assert set(animated) == {0}
    page.wait_for_function(f"(before) => ({bar})() !== before", arg=before)
    visit("main").wait_for_function(f"() => ({ANIMATIONS})() >= 12")


CONTRAST = """() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const paint = (colour) => { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); };
    const light = (colours) => {
        canvas.clearRect(0, 0, 1, 1);
        colours.forEach(paint);
        const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
        const linear = [r, g, b].map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    };
    const style = (selector) => getComputedStyle(document.querySelector(selector));
    const surface = style(".card-box").backgroundColor, ground = style("body").backgroundColor;
    const texts = [".card-name", ".card-set", ".card-price", ".card-currency", ".card-time"].map((name) => [name, surface]);
    texts.push([".panel-title", ground], [".panel-caption", ground], [".tab", ground], [".badge-connection", ground]);
    return Object.fromEntries(texts.map(([name, behind]) => {
        const [one, two] = [light([behind, style(name).color]), light([behind])].sort((a, b) => b - a);
        return [name, (one + 0.05) / (two + 0.05)];
    }));
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast_in_light_and_in_dark(visit, scheme):
    page = visit("main", color_scheme=scheme)
    contrast = page.evaluate(CONTRAST)
    assert min(contrast.values()) >= 4.5, contrast
    brightness = page.evaluate("() => getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number)")
    assert (sum(brightness[:3]) > 384) == (scheme == "light")


@pytest.mark.parametrize("store", ["main", "bazaar"])
def test_it_fits_every_width_without_scrolling_sideways(visit, store):
    page = visit(store)
    for width in [360, 390, 768, 1024, 1440, 2560]:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), width
        tracks, described = page.evaluate(
            """async (id) => {
            const shelf = document.querySelector(`#panel-${id} .shelf`);
            const stores = await (await fetch("/v1/stores")).json();
            return [getComputedStyle(shelf).gridTemplateColumns.split(" ").length, stores.find((store) => store.id === id).columns];
        }""",
            store,
        )
        assert 2 <= tracks <= described, width
    if width >= 1440:
        assert tracks == described
    tabs = page.get_by_role("tablist").bounding_box()
    assert (tabs["width"] == width and tabs["y"] + tabs["height"] == 900) == (
        width <= 760
    ), "tabs lie at a phone's lower edge"
    # A card that arrives is larger than itself for a moment.
    boxes = "[...document.querySelectorAll('.card:not([data-phase=arriving]) .card-box')]"
    assert page.evaluate(f"() => {boxes}.every((box) => box.scrollWidth <= box.clientWidth)")


EMBED = b"""<!doctype html><meta charset=utf-8><title>A game</title><body><ol></ol><script type=module>
const server = new URLSearchParams(location.search).get("server");
const { ShelfServer } = await import(server + "/shelflife.js");
const shop = new ShelfServer(server);
const { publicKey } = (await shop.stores()).find(({ id }) => id === "main");
const store = shop.store("main", { publicKey });
store.addEventListener("change", () => {
    const items = store.shelf().flatMap(({ card }) => (card ? [card.name] : []));
    document.querySelector("ol").innerHTML = items.map(() => "<li>").join("");
});
store.start();
</script>"""


def test_another_origin_embeds_the_sdk(browser, shelf):
    server, address = pages.serve({"/game": EMBED})
    page = browser.new_page()
    try:
        page.goto(f"{address}/game?server={shelf.address}")
        page.wait_for_function("() => document.querySelectorAll('li').length === 12")
    finally:
        page.close()
        server.shutdown()


def test_an_insecure_origin_is_told_what_to_do(visit, shelf):
    page = visit("main", wait=False, address=f"http://{INSECURE_HOST}:{shelf.port}")
    notice = page.get_by_role("alert")
    notice.wait_for()
    assert "https://" in notice.inner_text() and "127.0.0.1" in notice.inner_text()


def test_a_server_that_signs_with_another_key_is_refused_and_the_page_says_so(visit, shelf):
    stores = json.load(urllib.request.urlopen(shelf.address + "/v1/stores"))

    def changed(route):
        response = route.fetch()
        body = response.text()
        for store in stores:
            body = body.replace(store["publicKey"], "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4")
        route.fulfill(response=response, body=body)

    page = visit("main", wait=False, prepare=lambda page: page.route(shelf.address + "/", changed))
    page.get_by_role("alert").wait_for()
    assert "signed" in page.get_by_role("alert").inner_text()
    assert page.locator("[data-item]").count() == 0


def test_the_badge_opens_what_is_known_about_the_clock(visit):
    page = visit("main")
    badge = page.locator(".badge")
    assert "In step ±" in badge.inner_text() and "Live" in badge.inner_text()
    badge.click()
    page.wait_for_function(
        "() => { const { innerText } = document.querySelector('dialog[open]'); return /Last key/.test(innerText) && !/not known/.test(innerText); }"
    )
    details = page.get_by_role("dialog").inner_text()
    for term in ["Connection", "In step", "At most out of step", "This device's clock", "Runs", "Round trip", "Shortest round trip",
                 "Last heard", "Learnt from", "Stamps", "Last key", "Clock jumps seen", "Server's own error", "Server's timeline",
                 "Shelf known until", "Next change"]:  # fmt: skip
        assert term in details
    assert "not known" not in details and "by the browser" in details
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    badge.click()
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("dialog").wait_for(state="hidden")


def test_the_badge_s_dialog_asks_for_the_time_again_in_a_burst(visit):
    page = visit("bazaar")
    page.wait_for_timeout(3000)
    requests = []
    page.on("request", lambda request: requests.append(request.url) if "/v1/time" in request.url else None)
    page.locator(".badge").click()
    page.get_by_role("button", name="Measure again").click()
    assert until(page, lambda: len(requests) >= 8, BURST)
    assert page.get_by_role("dialog").is_visible()


def test_the_badge_s_dialog_fits_every_screen_with_its_buttons_in_sight(visit):
    page = visit("main")
    for width, height in [(360, 640), (390, 844), (844, 390), (1440, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".badge").click()
        lies_still(page, "dialog[open]")
        for name in ["Measure again", "Close"]:
            box = page.get_by_role("button", name=name, exact=True).bounding_box()
            assert 0 <= box["x"] and box["x"] + box["width"] <= width, (name, width)
            assert 0 <= box["y"] and box["y"] + box["height"] <= height, (name, width)
        page.get_by_role("button", name="Close", exact=True).click()


def test_the_clock_is_asked_in_a_burst_when_the_device_s_clocks_move_apart(visit):
    prepare = lambda page: page.add_init_script("""{  // noqa: E731
        const now = Date.now.bind(Date);
        window.wallAheadMs = 0;
        Date.now = () => now() + window.wallAheadMs;
    }""")
    page = visit("bazaar", prepare=prepare)
    page.wait_for_timeout(3000)
    requests = []
    page.on("request", lambda request: requests.append(request.url) if "/v1/time" in request.url else None)
    page.evaluate("() => { window.wallAheadMs = 3_600_000 }")
    assert until(page, lambda: len(requests) >= 8, BURST)
    page.wait_for_selector("html[data-clock-state=synced]")


@pytest.mark.parametrize("store, size, scheme", [
    ("main", "phone", "dark"), ("bazaar", "phone", "light"), ("bazaar", "desktop", "dark"), ("vintage", "desktop", "light")])  # fmt: skip
def test_its_picture_is_kept(visit, artefacts, store, size, scheme):
    page = visit(store, viewport=SIZES[size], color_scheme=scheme)
    page.wait_for_timeout(300)
    page.screenshot(path=artefacts / f"{store}-{size}-{scheme}.png")
    page.locator(".badge").click()
    lies_still(page, "dialog[open]")
    page.screenshot(path=artefacts / f"{store}-{size}-{scheme}-details.png")
