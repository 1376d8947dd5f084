"""Large letters on small screens, and pages that are magnified: lines stay apart, nothing is cut off, nothing scrolls
sideways, and the first screen has an item."""

import pytest
from every_page import NAMES, open_any  # noqa: F401
from test_layout import SETTLED

# A page that is magnified four times has a quarter of the screen.
SCREENS = [(320, 1), (360, 1), (360, 2), (320, 2), (1280, 2), (320, 4), (160, 1), (90, 1)]

# A line's letters are taken as nine tenths of their size high, about the middle of the line: less than that apart, one
# line is printed over the other. What is fixed, sticks or lies upon something is compared with its like.
FAULTS = """() => {
    const faults = [];
    const page = document.scrollingElement;
    if (page.scrollWidth > innerWidth) faults.push(`the page scrolls sideways by ${page.scrollWidth - innerWidth}`);
    const parent = (one) => one.parentElement ?? one.getRootNode().host ?? null;
    const up = (one) => { const line = []; for (let at = one; at; at = parent(at)) line.push(at); return line; };
    const look = new Map();
    const style = (one) => look.get(one) ?? look.set(one, getComputedStyle(one)).get(one);
    const texts = (root) => {
        const found = [];
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const node = walker.currentNode;
            if (node.shadowRoot) found.push(...texts(node.shadowRoot));
            if (node.nodeType === Node.TEXT_NODE && node.data.trim() !== "") found.push(node);
        }
        return found;
    };
    const isShown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
        && !up(one).some((at) => style(at).clipPath === "inset(50%)" || at.matches(".card[data-phase=arriving], option"));
    const lines = [];
    const open = document.querySelector("dialog[open]");
    for (const text of texts(document.body)) {
        const one = text.parentElement ?? text.parentNode.host;
        if (open && !open.contains(one) || !isShown(one) || style(one).color.endsWith(", 0)")) continue;
        const around = up(one);
        const size = parseFloat(style(one).fontSize);
        const layer = around.find((at) => ["fixed", "sticky", "absolute"].includes(style(at).position) || at.matches("dialog")) ?? null;
        const said = `“${text.data.trim().slice(0, 30)}” of ${one.className || one.tagName}`;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const { left, right, top, bottom } of range.getClientRects()) {
            const middle = (top + bottom) / 2;
            const box = { left, right, top: middle - 0.45 * size, bottom: middle + 0.45 * size, layer, said, text, middle };
            const whole = box.bottom - box.top;
            for (const at of around.filter((at) => at !== page && at !== document.body && style(at).overflowX !== "visible")) {
                const clip = at.getBoundingClientRect();
                box.left = Math.max(box.left, clip.left);
                box.right = Math.min(box.right, clip.right);
                if (style(at).overflowY === "visible") continue;
                const isScrolled = ["auto", "scroll"].includes(style(at).overflowY);
                const [above, below] = [Math.max(box.top, clip.top), Math.min(box.bottom, clip.bottom)];
                if (!isScrolled && below > above && below - above < 0.85 * whole) faults.push(`${said} is cut off by ${at.className || at.tagName}`);
                box.top = above;
                box.bottom = below;
            }
            if (box.right - box.left < 1 || box.bottom - box.top < 1) continue;
            if (box.left < -1 || box.right > innerWidth + 1) faults.push(`${said} is beside the screen`);
            const control = one.closest("button, .button, .card-box, .sheet, .panel, .tile, li");
            if (control && control.getClientRects().length) {
                const place = control.getBoundingClientRect();
                if (box.top < place.top - 1 || box.bottom > place.bottom + 1 || box.left < place.left - 1 || box.right > place.right + 1)
                    faults.push(`${said} leaves its ${control.className || control.tagName}`);
            }
            lines.push(box);
        }
    }
    lines.forEach((one, at) => lines.slice(at + 1).forEach((other) => {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        // A line that ends in dots has the end that isn't shown in a box of its own.
        const isOneLine = one.text === other.text && Math.abs(one.middle - other.middle) < 1;
        if (one.layer === other.layer && !isOneLine && wide > 1 && high > 1) faults.push(`${one.said} lies on ${other.said}`);
    }));
    return [...new Set(faults)].slice(0, 12);
}"""


@pytest.mark.parametrize("name", NAMES)
def test_lines_stay_apart_and_nothing_is_cut_off_or_scrolls_sideways(open_any, name):  # noqa: F811
    page = open_any(name)
    browser_of = page.context.new_cdp_session(page)
    found = {}
    for width, text in SCREENS:
        page.set_viewport_size({"width": width, "height": 740})
        browser_of.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text}})
        found[width, text] = page.evaluate(SETTLED.replace("MEASURE", FAULTS))
    assert {screen: faults for screen, faults in found.items() if faults} == {}


IN_SIGHT = """() => [...document.querySelectorAll(".card")].some((card) =>
    [".picture:has(img), .card-glyph:not(:empty)", ".card-name"].every((part) => {
        const one = card.querySelector(part);
        if (!one?.checkVisibility()) return false;
        const { left, right, top, bottom } = one.getBoundingClientRect();
        if (top < 0 || bottom > innerHeight) return false;
        return [top + 1, (top + bottom) / 2, bottom - 1].every((y) => card.contains(document.elementFromPoint((left + right) / 2, y)));
    }))"""


def test_a_wide_screen_that_is_magnified_four_times_shows_an_item_at_once(open_any):  # noqa: F811
    page = open_any("storefront", viewport={"width": 320, "height": 256})
    page.wait_for_function(IN_SIGHT, timeout=10_000)


def test_letters_are_as_large_as_the_browser_is_told(open_any):  # noqa: F811
    for name in ("storefront", "desk-sign-in"):
        page = open_any(name, text=1.5)
        assert page.evaluate("() => getComputedStyle(document.body).fontSize") == "24px"
