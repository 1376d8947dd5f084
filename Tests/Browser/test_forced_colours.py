"""In forced colours, which know no shadows, gradients and colours of our own, each control has an edge, and what is
chosen or done is told by shape."""

import pytest
from every_page import NAMES, open_any  # noqa: F401
from stalls import Shop

# The computed style is the forced one. An edge is a line on all four sides, or a ground, that isn't as what lies around
# it. Links in a text are underlined, and a browser draws what it has drawn itself.
EDGELESS = """() => {
    const plain = (colour) => colour.match(/[0-9.]+/g).slice(0, 3).join();
    const grounds = (one) => {
        for (let at = one; at; at = at.parentElement ?? at.getRootNode().host) {
            const { backgroundColor } = getComputedStyle(at);
            if (!/, 0\\)$/.test(backgroundColor)) return plain(backgroundColor);
        }
        return null;
    };
    const probe = document.body.appendChild(document.createElement("p"));
    probe.style.background = "Canvas";
    const canvas = plain(getComputedStyle(probe).backgroundColor);
    probe.remove();
    const line = (style, width, colour, around) => style !== "none" && parseFloat(width) >= 1 && plain(colour) !== around;
    const hasEdge = (one) => {
        const style = getComputedStyle(one);
        const around = grounds(one.parentElement ?? one.getRootNode().host) ?? canvas;
        const sides = ["Top", "Right", "Bottom", "Left"].map((side) =>
            line(style[`border${side}Style`], style[`border${side}Width`], style[`border${side}Color`], around));
        return sides.every(Boolean) || line(style.outlineStyle, style.outlineWidth, style.outlineColor, around)
            || grounds(one) !== around || style.textDecorationLine === "underline";
    };
    const all = (root) => [...root.querySelectorAll("*")].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
    const controls = "button, a[href], input, select, textarea, [role=tab], [role=gridcell]";
    const drawn = "[type=checkbox], [type=radio], [type=file], [type=hidden], .skip";
    const found = all(document).filter((one) => one.matches(controls) && !one.matches(drawn) && one.checkVisibility());
    if (found.length === 0) return ["no controls"];
    return [...new Set(found.filter((one) => !hasEdge(one)).map((one) => `${one.tagName} ${one.className}: ${one.textContent.trim()}`))];
}"""
# What isn't colour: lines and their widths, and the size.
SHAPE = """(selector) => {
    const one = document.querySelector(selector);
    const style = getComputedStyle(one);
    return [style.borderTopStyle, style.borderTopWidth, style.outlineStyle, style.outlineWidth, style.borderRadius, one.offsetHeight].join();
}"""
FORCED = {"forced_colors": "active"}


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("name", NAMES)
def test_every_control_has_an_edge(open_any, name, width):  # noqa: F811
    page = open_any(name, viewport={"width": width, "height": 800}, **FORCED)
    page.evaluate("() => document.activeElement.blur()")
    assert page.evaluate(EDGELESS) == []


@pytest.mark.parametrize("name, chosen, other", [
    ("storefront", ".tab[aria-selected=true]", ".tab[aria-selected=false]"),
    ("storefront", ".places [aria-current]", ".places a:not([aria-current])"),
    ("purse", ".inventory-choices [aria-pressed=true]", ".inventory-choices [aria-pressed=false]"),
    ("levels", ".entry[aria-current]", ".entry:not([aria-current])"),
    ("match", ".square.is-won", ".square:not(.is-won)"),
    ("desk-plan", ".rooms [aria-current]", ".rooms a:not([aria-current])"),
    ("desk-plan", ".group [aria-pressed=true]", ".group [aria-pressed=false]"),
    ("desk-plan", ".timeline-block[aria-selected=true]", ".timeline-block:not([aria-selected=true])"),
    ("desk-plan", ".sample.is-open", ".sample:not(.is-open)"),
    ("desk-plan", ".sample.is-planned", ".sample:not(.is-planned)"),
    ("desk-plan", ".sample.is-withdrawn", ".sample:not(.is-open, .is-planned, .is-withdrawn)"),
])  # fmt: skip
def test_what_is_chosen_differs_by_more_than_its_colour_with_the_focus_too(open_any, name, chosen, other):  # noqa: F811
    page = open_any(name, viewport={"width": 1280, "height": 800}, **FORCED)
    shape = lambda selector: page.evaluate(SHAPE, selector)  # noqa: E731
    page.evaluate("() => document.activeElement.blur()")
    without = shape(chosen)
    assert without != shape(other)
    if page.locator(chosen).first.evaluate("(one) => one.matches('a, button')"):
        page.keyboard.press("Tab")
        page.locator(chosen).first.focus()
        assert shape(chosen) != without


# Without how much shows through: what is as white as the card can't be seen.
GROUND = """([selector, at]) => {
    const { backgroundColor } = getComputedStyle(document.querySelectorAll(selector)[at]);
    return backgroundColor.match(/[0-9.]+/g).slice(0, 3).join();
}"""


def test_icons_and_timer_bars_are_drawn_and_the_light_tells_by_its_shape(open_any):  # noqa: F811
    page = open_any("storefront", **FORCED)
    ground = page.evaluate(GROUND, [".card-box", 0])
    marks = [(".tab-shape", 0), (".tab-shape", 1), (".wallet-icon", 0), (".card-lock", 0), (".card-fill", 0)]
    assert ground not in [page.evaluate(GROUND, list(mark)) for mark in marks]
    light = lambda: (page.evaluate(SHAPE, ".badge-light"), page.evaluate(GROUND, [".badge-light", 0]))  # noqa: E731
    page.wait_for_selector("html[data-connection=live]")
    lights = []
    for connection in ("live", "connecting", "offline"):
        page.evaluate("(connection) => { document.documentElement.dataset.connection = connection }", connection)
        lights.append(light())
    assert lights[0][1] != lights[1][1] == ground and lights[2][0] != lights[1][0]


def test_a_button_that_takes_no_tap_and_the_sign_on_it_are_told_by_shape(browser):
    shop = Shop(browser, forced_colors="active")
    page = shop.storefront()
    assert page.evaluate(SHAPE, ".buy[data-buy=ready]").startswith("solid")
    page.locator(".buy[data-buy=ready]").first.evaluate("(button) => button.click()")
    page.wait_for_selector(".buy[data-buy=bought]")
    assert page.evaluate(SHAPE, ".buy[data-buy=bought][aria-disabled=true]").startswith("dashed")
    sign = page.evaluate(GROUND, [".buy[data-buy=bought] .buy-sign", 0])
    assert sign != page.evaluate(GROUND, [".buy[data-buy=bought]", 0])
    shop.close()
