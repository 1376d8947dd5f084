"""Pictures in the browser: what a card says of its picture, the ThumbHash that is drawn first, and what is loaded."""

import base64
import re

import pages
import pytest
from waiting import PATIENCE_MS

# What the format's own encoder makes of three pictures (ThumbHashTests.swift has them, too), and what an independent
# decoder (thumbhash-python 1.0.1) draws of it.
CURVE = "1d18060d864254545066776187387783fc9777d5f7"
CIRCLE = "9c19830b0234808589ee77807df77777476787888089b7"
CLEAR = "00088205000000000000000000000000000000000000000000"
DRAWN = [
    (CURVE, (32, 23), {(0, 0): [37, 0, 0, 255], (31, 0): [114, 55, 80, 255], (16, 11): [122, 130, 132, 255],
                       (0, 22): [101, 91, 77, 255], (5, 9): [131, 146, 123, 255], (31, 22): [133, 123, 118, 255]}),
    (CIRCLE, (19, 32), {(0, 0): [204, 55, 80, 0], (18, 0): [202, 72, 66, 0], (9, 16): [202, 59, 78, 255],
                        (0, 31): [201, 49, 89, 0], (5, 9): [204, 56, 80, 81], (18, 31): [197, 66, 77, 0]}),
    (CLEAR, (32, 32), {(0, 0): [3, 0, 0, 0], (16, 16): [3, 0, 0, 0], (31, 31): [3, 0, 0, 0]}),
]  # fmt: skip
NAMES = ["picture", "thumb-hash"]
NAME = bytes(range(16))
NAME_TEXT = "AAECAwQFBgcICQoLDA0ODw"
# One transparent pixel.
WEBP = base64.b64decode("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")


def text(hash_hex, name=NAME):
    return base64.urlsafe_b64encode(name + bytes.fromhex(hash_hex)).decode().rstrip("=")


@pytest.mark.parametrize("hash_hex, size, expected", DRAWN, ids=["curve", "circle", "clear"])
def test_a_thumb_hash_is_drawn_as_others_draw_it(modules, hash_hex, size, expected):
    width, height, pixels = modules.run(
        NAMES,
        "(m, hash) => { const { width, height, pixels } = m.thumbHashPixels(Uint8Array.from(hash));"
        " return [width, height, [...pixels]]; }",
        list(bytes.fromhex(hash_hex)),
    )
    assert (width, height) == size and len(pixels) == 4 * width * height
    for (x, y), colour in expected.items():
        start = 4 * (y * width + x)
        assert pixels[start : start + 4] == colour, (x, y)


def test_a_thumb_hash_tells_the_mean_colour_and_about_the_proportions_of_its_picture(modules):
    curve = [((x * x + 3 * y) % 256, (y * y + x) % 256, (x * y + 7) % 256) for y in range(40) for x in range(60)]
    means = [sum(pixel[part] for pixel in curve) / len(curve) / 255 for part in range(3)]
    told = modules.run(
        NAMES,
        "(m, all) => all.map((hash) => Uint8Array.from(hash)).map((hash) => "
        "({ ...m.thumbHashColour(hash), ratio: m.thumbHashRatio(hash), share: m.widthShare(hash) }))",
        [list(bytes.fromhex(hash_hex)) for hash_hex in (CURVE, CIRCLE, CLEAR)],
    )
    # A mean has 64 steps, and the colours' differences go from -1 to 1.
    assert [told[0]["red"], told[0]["green"], told[0]["blue"]] == pytest.approx(means, abs=2 / 63)
    assert told[0]["alpha"] == 1 and told[1]["alpha"] == pytest.approx(4 / 15) and told[2]["alpha"] == 0
    # The pictures are 60 x 40, 40 x 80 and 5 x 5 pixels.
    assert [one["ratio"] for one in told] == pytest.approx([7 / 5, 3 / 5, 1])
    assert [one["share"] for one in told] == pytest.approx([1, 0.7, 1])
    assert told[1]["share"] >= 40 / 80


def test_five_bytes_are_a_plane_of_the_mean_colour_and_proportions_of_zero_are_drawn_too(modules):
    drawn = modules.run(
        NAMES,
        """(m, all) => all.map((hash) => {
            const { width, height, pixels } = m.thumbHashPixels(Uint8Array.from(hash));
            const colours = new Set(Array.from({ length: width * height }, (_, i) => pixels.slice(4 * i, 4 * i + 4).join()));
            return [width, height, [...colours]];
        })""",
        [list(bytes.fromhex(hash_hex)) for hash_hex in (CURVE[:10], CIRCLE[:10], "1d18060080", "0000000000")],
    )
    assert drawn[0] == [32, 23, ["125,113,115,255"]]
    assert drawn[1][2] == ["202,60,78,255"]
    assert drawn[2][:2] == [32, 5] and drawn[3][:2] == [5, 32]


@pytest.mark.parametrize("bytes_after_the_name", [5, 25])
def test_a_picture_is_a_name_of_16_bytes_and_5_to_25_bytes_of_thumb_hash(modules, bytes_after_the_name):
    hashed = bytes(range(100, 100 + bytes_after_the_name))
    read = modules.run(
        NAMES,
        "(m, text) => { const { name, thumbHash } = m.readPicture(text); return [name, [...thumbHash]]; }",
        text(hashed.hex()),
    )
    assert read == [NAME_TEXT, list(hashed)]


MALFORMED = ["", "x", NAME_TEXT, text("00" * 4), text("00" * 26), text("00" * 6) + "=", text("00" * 5) + "\n",
             text("ff" * 6).replace("_", "/"), text("00" * 6)[:-1] + "B", 7, None, ["AAAA"], {}]  # fmt: skip


@pytest.mark.parametrize("malformed", MALFORMED, ids=repr)
def test_what_is_malformed_is_no_picture_and_no_error(modules, malformed):
    assert modules.run(NAMES, "(m, text) => m.readPicture(text)", malformed) is None
    assert modules.run(NAMES, "(m) => m.readPicture(undefined)") is None


def test_a_picture_has_an_address_for_each_width(modules):
    address, sources = modules.run(
        NAMES,
        "(m, name) => [m.pictureAddress('https://shop.example/eu/', name, 288),"
        " m.pictureSources('https://shop.example', name)]",
        NAME_TEXT,
    )
    assert address == f"https://shop.example/eu/v1/pictures/{NAME_TEXT}/288.webp"
    assert sources == ", ".join(
        f"https://shop.example/v1/pictures/{NAME_TEXT}/{width}.webp {width}w" for width in (96, 192, 288, 480, 720)
    )


PAGE = """<!doctype html><meta charset=utf-8><meta name=color-scheme content="light dark">
<meta http-equiv="Content-Security-Policy" content="img-src 'self' https://shop.example"><link rel=stylesheet href=/storefront.css>
<ol class=shelf></ol><ul class=owned></ul><ol class=bought></ol><div id=element></div>"""

SETUP = """async () => {
    const load = (path) => import(path);
    const { CardView } = await load("/storefront/card-view.js");
    const { ownedTile } = await load("/storefront/owned-tile.js");
    const { purchaseRow } = await load("/storefront/purchase-row.js");
    const { PositionView } = await load("/shelf-store/position-view.js");
    const { style } = await load("/shelf-store/style.js");
    const shelf = document.querySelector(".shelf");
    const root = document.querySelector("#element").attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style()];
    let slot = 0;
    const position = (picture) => {
        const card = { item: "kite", name: "Kite", set: "toys", price: 5, currency: "coins", glyph: "K", picture };
        const listing = { id: `listing-${++slot}`, slot };
        return { position: 0, listing, offer: listing.id, card, phase: "onSale", startMs: 0, endMs: 6e4, remainingMs: 3e4, progress: 0.5 };
    };
    const past = (picture) => ({ ...position(picture).card, purchase: 1, store: "main", at: 0, outcome: "sold" });
    const put = (selector, element) => void document.querySelector(selector).append(element);
    window.card = (picture, view = new CardView(0, () => {}, location.origin, true)) => {
        if (!view.element.isConnected) shelf.append(view.element);
        view.update(position(picture), false);
        return view;
    };
    window.show = {
        card,
        owned: (picture) => put(".owned", ownedTile({ ...position(picture).card, count: 1, numbers: [] }, location.origin)),
        bought: (picture) => put(".bought", purchaseRow(past(picture), "Main", location.origin)),
        element: (picture) => {
            const view = new PositionView(location.origin, () => {});
            root.append(view.element);
            view.show(position(picture), false);
        },
    };
    window.state = () => {
        const within = [document, root].flatMap((one) => [...one.querySelectorAll(".card-glyph, .glyph")]);
        return within.map((glyph) => [glyph.hidden, glyph.parentElement.querySelector(".picture")?.dataset.state ?? null,
            glyph.parentElement.querySelectorAll("canvas, img").length]);
    };
    // Without the bar, which moves by itself.
    const still = "li, li *:not(.picture *, .picture, .card-glyph, .glyph, .card-fill)";
    window.boxes = () => [document, root].flatMap((one) => [...one.querySelectorAll(still)])
        .map((one) => Object.values(one.getBoundingClientRect().toJSON()).join());
}"""

GLYPH = [False, None, 0]
WAITING = [True, None, 2]
SHOWN = [True, "shown", 2]


@pytest.fixture
def gallery(browser):
    """Opens a page that can show cards, and answers for its pictures; `answer` gets each route."""
    server, address = pages.serve({"/gallery": PAGE.encode()})
    contexts, errors = [], []

    def opened(answer, prepare="", **options):
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: "Content Security" in line.text and errors.append(line.text))
        asked = []

        def handle(route):
            asked.append(route.request)
            answer(route)

        page.route("**/v1/pictures/**", handle)
        page.add_init_script(prepare)
        page.goto(address + "/gallery")
        page.evaluate(SETUP)
        return page, asked

    yield opened
    for context in contexts:
        context.close()
    server.shutdown()
    assert not errors


def good(route):
    route.fulfill(body=WEBP, content_type="image/webp")


def wait_for(page, state):
    page.wait_for_function(
        "(wanted) => JSON.stringify(state()) === JSON.stringify(wanted)", arg=state, timeout=PATIENCE_MS
    )


PLACES = ["card", "owned", "bought", "element"]


@pytest.mark.parametrize("place", PLACES)
def test_the_thumb_hash_is_drawn_at_once_and_nothing_moves_when_the_picture_comes(gallery, place):
    held = []
    page, _ = gallery(held.append)
    page.evaluate(f"(text) => void show.{place}(text)", text(CURVE))
    assert page.evaluate("state()") == [WAITING]
    colour, boxes = page.evaluate(
        """() => {
            const within = document.querySelector("canvas") ?? document.querySelector("#element").shadowRoot.querySelector("canvas");
            return [[...within.getContext("2d").getImageData(16, 11, 1, 1).data], boxes()];
        }"""
    )
    assert colour == [122, 130, 132, 255]
    while not held:
        page.wait_for_timeout(20)
    good(held[0])
    wait_for(page, [SHOWN])
    assert page.evaluate("boxes()") == boxes


def test_a_card_has_the_same_boxes_with_a_picture_and_with_a_glyph(gallery):
    page, _ = gallery(good)
    for place in ["card", "element"]:
        page.evaluate(f"() => void show.{place}(undefined)")
    with_glyph = page.evaluate("boxes()")
    page.evaluate("() => [document, document.querySelector('#element').shadowRoot].forEach((one) => one.querySelectorAll('li').forEach((one) => one.remove()))")  # fmt: skip
    for place in ["card", "element"]:
        page.evaluate(f"(text) => void show.{place}(text)", text(CIRCLE))
    wait_for(page, [SHOWN, SHOWN])
    assert page.evaluate("boxes()") == with_glyph


FAILURES = {
    "404": lambda route: route.fulfill(status=404, body=""),
    "410": lambda route: route.fulfill(status=410, body="{}", content_type="application/json"),
    "no network": lambda route: route.abort(),
    "half a file": lambda route: route.fulfill(body=WEBP[:24], content_type="image/webp"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_the_glyph_comes_back_when_the_picture_does_not_come(gallery, failure):
    page, asked = gallery(FAILURES[failure], device_scale_factor=2)
    for place in PLACES:
        page.evaluate(f"(text) => void show.{place}(text)", text(CURVE))
    wait_for(page, [GLYPH] * len(PLACES))
    assert page.locator(".card .card-glyph").is_visible() and page.locator("#element .glyph").is_visible()
    assert asked


def test_the_glyph_comes_back_when_the_browser_cant_decode_the_picture(gallery):
    # Chromium shows nothing and says nothing of pixels that it can't read; others refuse to decode them.
    refusal = "HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException('', 'EncodingError'))"
    page, asked = gallery(good, prepare=refusal)
    page.evaluate("(text) => void card(text)", text(CURVE))
    wait_for(page, [GLYPH])
    assert asked


@pytest.mark.parametrize("malformed", ["", "x", text("00" * 26), 7, None])
def test_a_malformed_picture_leaves_the_glyph_and_asks_for_nothing(gallery, malformed):
    page, asked = gallery(good)
    for place in PLACES:
        page.evaluate(f"(text) => void show.{place}(text)", malformed)
    assert page.evaluate("state()") == [GLYPH] * len(PLACES)
    assert not asked


@pytest.mark.parametrize("density, wide, narrow", [(1, 96, 96), (2, 192, 96), (3, 288, 192)])
def test_a_card_loads_one_file_that_is_sharp_and_no_larger(gallery, density, wide, narrow):
    page, asked = gallery(good, device_scale_factor=density, viewport={"width": 390, "height": 844})
    page.evaluate("(text) => void card(text)", text(CURVE))
    wait_for(page, [SHOWN])
    assert [request.url.rsplit("/", 1)[1] for request in asked] == [f"{wide}.webp"]
    # The same circle, but with the lower step of the proportions: it is shown at most 48 pixels wide.
    page.evaluate("(text) => void card(text)", text(CIRCLE[:6] + "0a" + CIRCLE[8:], name=bytes(16)))
    wait_for(page, [SHOWN, SHOWN])
    assert [request.url.rsplit("/", 1)[1] for request in asked[1:]] == [f"{narrow}.webp"]
    assert page.locator("img").evaluate_all("(all) => all.map((one) => [one.alt, one.loading, one.fetchPriority])") == [
        ["", "lazy", "low"]
    ] * len(asked)
    assert all("referer" not in request.all_headers() for request in asked)


@pytest.mark.parametrize("wish", [
    "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })",
    "const real = matchMedia; window.matchMedia = (query) => query.includes('reduced-data') ? { matches: true } : real(query)",
])  # fmt: skip
def test_who_saves_data_gets_the_smallest_file(gallery, wish):
    page, asked = gallery(good, prepare=wish, device_scale_factor=3)
    page.evaluate("(text) => void card(text)", text(CURVE))
    wait_for(page, [SHOWN])
    assert [request.url.rsplit("/", 1)[1] for request in asked] == ["96.webp"]


@pytest.mark.parametrize("motion, seconds", [("no-preference", "0.25s"), ("reduce", "0s")])
def test_the_picture_fades_in_unless_motion_is_reduced(gallery, motion, seconds):
    page, _ = gallery(good, reduced_motion=motion)
    for place in ["card", "element"]:
        page.evaluate(f"(text) => void show.{place}(text)", text(CURVE))
    wait_for(page, [SHOWN, SHOWN])
    for image in page.locator("img").all():
        assert image.evaluate("(image) => getComputedStyle(image).transitionDuration") == seconds
        page.wait_for_function("(image) => getComputedStyle(image).opacity === '1'", arg=image.element_handle())
    for canvas in page.locator("canvas").all():
        page.wait_for_function("(canvas) => getComputedStyle(canvas).opacity === '0'", arg=canvas.element_handle())


def test_a_late_failure_of_what_was_shown_before_changes_nothing(gallery):
    held = []
    page, _ = gallery(lambda route: held.append(route) if NAME_TEXT in route.request.url else good(route))
    page.evaluate("(text) => { window.first = card(text); }", text(CURVE))
    while not held:
        page.wait_for_timeout(20)
    page.evaluate("(text) => void card(text, first)", text(CIRCLE, name=bytes(16)))
    wait_for(page, [SHOWN])
    held[0].fulfill(status=404, body="")
    page.wait_for_timeout(500)
    assert page.evaluate("state()") == [SHOWN]
    page.evaluate("() => void card(undefined, first)")
    assert page.evaluate("state()") == [GLYPH]


def test_cards_without_pictures_have_neither_canvas_nor_image(gallery):
    page, asked = gallery(good)
    page.evaluate("() => { for (let index = 0; index < 80; index++) card(undefined); }")
    assert page.locator(".card").count() == 80
    assert page.locator("canvas, img, .picture").count() == 0 and not asked


def test_pictures_come_from_the_server_of_the_store(gallery):
    page, _ = gallery(good)
    sources = page.evaluate("""async (text) => {
        const { PositionView } = await import("/shelf-store/position-view.js");
        const view = new PositionView("https://shop.example", () => {});
        const card = { item: "kite", name: "Kite", set: "toys", price: 5, currency: "coins", picture: text };
        view.show({ position: 0, listing: { id: "1" }, card, phase: "onSale", remainingMs: 1 }, false);
        return view.element.querySelector("img").srcset;
    }""", text(CURVE))  # fmt: skip
    addresses = re.findall(r"(\S+) \d+w", sources)
    assert len(addresses) == 5
    assert all(address.startswith(f"https://shop.example/v1/pictures/{NAME_TEXT}/") for address in addresses)
