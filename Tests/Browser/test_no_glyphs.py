"""Where no emoji font is installed, the demo shows a picture wherever it shows an item."""

import os
import re
import signal
import subprocess

import pytest
from conftest import ARGUMENTS, CHROMIUM, wait_until_live
from desk_shelf import sign_in
from shelf_process import BINARY, GRACE
from waiting import PATIENCE_MS

# Only the fonts of texts.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <selectfont><rejectfont><glob>*moji*</glob></rejectfont></selectfont>
</fontconfig>
"""
# Two emoji look alike where both are the box of a character that no font has.
ALIKE = """() => {
    const drawn = (text) => {
        const canvas = new OffscreenCanvas(60, 60);
        const context = canvas.getContext("2d");
        context.font = "40px sans-serif";
        context.fillText(text, 5, 45);
        return context.getImageData(0, 0, 60, 60).data.join();
    };
    return drawn("🦔") === drawn("🦀") && drawn("a") !== drawn("b");
}"""
# Every text that can be seen and needs an emoji font, what style sheets write included.
GLYPHS = r"""() => {
    const emoji = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u;
    const found = [];
    for (const one of document.querySelectorAll("body, body *")) {
        if (!one.checkVisibility({ visibilityProperty: true })) continue;
        const written = ["::before", "::after"].map((part) => getComputedStyle(one, part).content);
        const own = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data);
        const value = one.value === undefined ? [] : [String(one.value)];
        found.push(...[...written, ...own, ...value].filter((text) => emoji.test(text)));
    }
    return found;
}"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """What the demo prints, and the addresses in it."""
    folder = tmp_path_factory.mktemp("demo")
    command = [BINARY, "demo", "--port", "0"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": str(folder)}
    )
    try:
        yield "".join(iter(process.stdout.readline, "Ctrl-C stops it.\n"))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(GRACE)


def address(demo, name):
    return re.search(rf"{name} +(http\S+)", demo)[1]


@pytest.fixture(scope="module")
def plain(playwright, tmp_path_factory):
    """A browser whose system has no emoji font."""
    fonts = tmp_path_factory.mktemp("fonts") / "fonts.conf"
    fonts.write_text(FONTS)
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=ARGUMENTS, env={**os.environ, "FONTCONFIG_FILE": str(fonts)}
    )
    yield browser
    browser.close()


@pytest.fixture
def opened(plain):
    """Opens a page in a context of its own."""
    contexts = []

    def open_page(address, **options):
        context = plain.new_context(**{"viewport": {"width": 1400, "height": 1000}, "reduced_motion": "reduce", **options})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()


def wait_for_pictures(page, boxes):
    """Waits until each of these boxes has an item's picture that is loaded."""
    page.wait_for_function(
        """(boxes) => {
            const all = [...document.querySelectorAll(boxes)].filter((one) => one.checkVisibility());
            return all.length > 0 && all.every((one) => {
                const image = one.querySelector(".picture[data-state=shown] img");
                return image?.complete && image.naturalWidth > 0;
            });
        }""",
        arg=boxes,
    )


def test_the_browser_has_no_emoji_font(opened):
    assert opened("about:blank").evaluate(ALIKE)


@pytest.mark.parametrize(
    "store, width, scheme", [("main", 1024, "dark"), ("bazaar", 1400, "light"), ("vintage", 390, "dark")]
)
def test_every_card_has_a_picture_and_none_a_glyph(opened, demo, artefacts, store, width, scheme):
    # High enough for all cards, since a picture is loaded where it can be seen.
    page = opened(
        f"{address(demo, 'The storefront')}#{store}", viewport={"width": width, "height": 2400}, color_scheme=scheme
    )
    wait_until_live(page, store)
    wait_for_pictures(page, f"#panel-{store} .card")
    assert page.evaluate(GLYPHS) == []
    page.screenshot(path=artefacts / f"no-glyphs-{store}.png")


def test_what_a_player_owns_has_pictures_and_no_glyph(opened, demo, artefacts):
    page = opened(f"{address(demo, 'The storefront')}#main")
    wait_until_live(page, "main")
    page.locator("#panel-main .buy[data-buy=ready]").first.evaluate("(button) => button.click()")
    page.locator("#panel-main .buy[data-buy=bought]").first.wait_for()
    page.locator(".wallet").click()
    wait_for_pictures(page, ".owned-tile")
    assert page.evaluate(GLYPHS) == []
    page.get_by_role("button", name="History").click()
    wait_for_pictures(page, ".bought-row")
    assert page.evaluate(GLYPHS) == []
    page.screenshot(path=artefacts / "no-glyphs-inventory.png")


def test_levels_have_no_glyph(opened, demo, artefacts):
    page = opened(address(demo, "Its levels"))
    page.locator(".entry").first.wait_for()
    assert page.evaluate(GLYPHS) == []
    page.screenshot(path=artefacts / "no-glyphs-levels.png")


def test_the_plan_and_the_numbers_have_pictures_and_no_glyph(opened, demo, artefacts):
    page = opened(address(demo, "The desk").split("#")[0])
    sign_in(page, re.search(r"later with the token\s+(\S+)", demo)[1])
    page.wait_for_selector("html[data-state=signed-in] .room h1")
    page.evaluate("() => { location.hash = 'plan' }")
    # The sample plans something for each hour to come. Pictures are shown where a listing is long enough.
    page.get_by_role("button", name="Later ›").click()
    page.locator(".timeline-block.is-planned .timeline-mark:visible").first.wait_for()
    assert page.evaluate(GLYPHS) == []
    page.get_by_role("button", name="Now", exact=True).click()
    page.get_by_role("button", name="15 min").click()
    page.wait_for_function(
        """() => {
            const all = [...document.querySelectorAll(".timeline .item-picture")];
            const seen = all.filter((one) => one.checkVisibility());
            return seen.length > 12 && seen.every((image) => image.complete && image.naturalWidth > 0);
        }"""
    )
    assert page.evaluate(GLYPHS) == []
    page.screenshot(path=artefacts / "no-glyphs-plan.png")
    page.evaluate("() => { location.hash = 'numbers' }")
    page.get_by_role("heading", name="Numbers").wait_for()
    page.get_by_text("Revenue").first.wait_for()
    assert page.evaluate(GLYPHS) == []
    page.screenshot(path=artefacts / "no-glyphs-numbers.png")
