"""The page that plays a pack's levels, with the sample's pack on a server of a channel's files."""

import re

import packs
import pages
import pytest
from packs import Channel
from test_pictures import WEBP
from waiting import PATIENCE_MS

SAMPLE = pages.ROOT / "Sources" / "ShelfSample" / "Resources" / "packs" / "warehouse"
NAME = "AAECAwQFBgcICQoLDA0ODw"
ADDRESS = f"/levels.html#pack=warehouse&channel=stable&key={packs.public_key()}"
STOREFRONT = f"""<!doctype html><title>Emporium</title>
<header class="masthead"><p class="wordmark"><span>Emporium</span></p><nav class="places">
<a href="/" aria-current="page">Stores</a> <a href="{ADDRESS}">Play warehouse</a> <a href="{ADDRESS}x">Play attic</a>
</nav></header>""".encode()


def sample():
    """The levels of the sample's pack, which stand between braces in `pack.yaml`."""
    found = []
    entries = re.findall(r"\{[^}]*\}", (SAMPLE / "pack.yaml").read_text())
    for entry in entries:
        one = dict(re.findall(r"(\w+): (\[[^\]]*\]|[^,}]+)", entry))
        tags = " ".join(re.findall(r"[a-z0-9-]+", one.get("tags", "")))
        background = NAME if one["id"] == "first-push" else None
        found.append((one["id"], one["title"], one.get("author"), tags, background, (SAMPLE / one["map"]).read_bytes()))
    return found


LEVELS = sample()


@pytest.fixture
def channel():
    channel = Channel()
    channel.point_at(channel.release(LEVELS), 1000)
    channel.files[f"/v1/pictures/{NAME}/720.webp"] = WEBP
    return channel


@pytest.fixture
def visit(browser, channel):
    """Opens the page and fails the test on any error that it logs."""
    html = {"/levels.html": (pages.MODULES / "levels.html").read_bytes(), "/": STOREFRONT}
    server, address, _ = packs.serve(channel, html)
    contexts, errors = [], []

    def open_page(path=ADDRESS, **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 860}, **options})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: line.type == "error" and errors.append(line.text))
        page.clock.install()
        page.goto(address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    server.shutdown()
    assert not errors


def titles(page):
    return page.locator(".entry-title").all_text_contents()


def news(page):
    """Lets ten seconds pass, after which the page asks for news."""
    page.clock.run_for(10_000)


def test_the_levels_are_listed_in_their_order_with_what_players_read_of_them(visit):
    page = visit()
    page.wait_for_selector(".entry")
    assert titles(page) == [one[1] for one in LEVELS] and len(LEVELS) == 12
    entry = page.locator(".entry").nth(8)
    assert entry.inner_text().split("\n") == ["9", "Stairwell by Shelflife", "hard"]
    assert page.locator("h2").all_text_contents() == ["1. First push", "Levels"]
    assert page.locator(".background").get_attribute("src").endswith(f"/v1/pictures/{NAME}/720.webp")
    page.wait_for_function("() => document.querySelector('.background').naturalWidth > 0")
    entry.click()
    assert page.locator("#level-title").inner_text() == "9. Stairwell"
    assert page.locator(".background").is_hidden()
    assert page.locator(".entry[aria-current]").inner_text().startswith("9")


def test_the_page_has_the_shops_name_and_its_links_and_marks_its_own(visit):
    page = visit()
    page.wait_for_function("() => document.querySelector('.wordmark').textContent === 'Emporium'")
    links = page.locator(".places a")
    assert links.all_text_contents() == ["Stores", "Play warehouse", "Play attic"]
    assert [link.get_attribute("aria-current") for link in links.all()] == [None, "page", None]
    page.wait_for_selector(".entry")
    assert page.locator("h1").all_text_contents() == ["warehouse"]


def test_a_level_is_drawn_and_played_with_keys_undo_and_restart(visit):
    page = visit()
    page.wait_for_selector(".room svg")
    counts = {name: page.locator(f".room .{name}").count() for name in ("wall", "floor", "goal", "crate", "player")}
    assert counts == {"wall": 20, "floor": 15, "goal": 1, "crate": 1, "player": 1}
    score, said = page.locator(".score-moves"), page.locator(".said")
    assert page.locator(".score-crates").inner_text() == "0 of 1 crate in place"
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    assert score.inner_text() == "2 moves, 0 pushes"
    page.keyboard.press("z")
    assert score.inner_text() == "1 move, 0 pushes"
    page.locator(".undo").click()
    page.keyboard.press("ArrowRight")
    assert score.inner_text() == "1 move, 1 push" and said.inner_text() == "Solved in 1 move."
    assert "column 5, row 3 in place" in page.locator(".room svg").get_attribute("aria-label")
    places = "[...document.querySelectorAll('.crate, .player')].map((one) => one.style.transform)"
    assert page.evaluate(places) == ["translate(128px, 64px)", "translate(96px, 64px)"]
    assert page.locator(".entry").first.locator(".entry-solved").is_visible()
    page.keyboard.press("ArrowRight")
    assert score.inner_text() == "1 move, 1 push"
    page.locator(".restart").click()
    page.keyboard.press("z")
    assert score.inner_text() == "0 moves, 0 pushes" and said.inner_text() == ""
    page.locator("[data-way=right]").click()
    page.locator(".next").click()
    assert page.locator("#level-title").inner_text() == "2. Round the corner"


# Whoever goes to the right first meets two crates in a row, and later one before a wall.
CROWDED = b"""\
######
#@$$ #
#. $##
#.  .#
######
"""


def test_a_crate_moves_neither_into_another_one_nor_into_a_wall(visit, channel):
    channel.point_at(channel.release([packs.level("crowded", map=CROWDED)]), 2000)
    page = visit()
    page.wait_for_selector(".room svg")
    # After each key: the moves and pushes, and where the player is, column and row from 0 on.
    for key, told, column, row in (
        ("Right", "0 moves, 0 pushes", 1, 1), ("Down", "1 move, 0 pushes", 1, 2), ("Right", "2 moves, 0 pushes", 2, 2),
        ("Right", "2 moves, 0 pushes", 2, 2), ("Up", "2 moves, 0 pushes", 2, 2), ("Down", "3 moves, 0 pushes", 2, 3),
        ("Right", "4 moves, 0 pushes", 3, 3), ("Up", "4 moves, 0 pushes", 3, 3),
    ):  # fmt: skip
        page.keyboard.press(f"Arrow{key}")
        place = page.evaluate("document.querySelector('.player').style.transform")
        assert (page.locator(".score-moves").inner_text(), place) == (told, f"translate({column * 32}px, {row * 32}px)")
    assert page.locator(".score-crates").inner_text() == "0 of 3 crates in place"


def test_the_word_of_a_channel_is_not_shown(visit, channel):
    word = "db77732674a8b2b64cbffdc8f92444c3"
    channel.files[f"/v1/packs/warehouse/{word}"] = channel.document(channel.release(LEVELS[:2]), channel=word)
    page = visit(ADDRESS.replace("stable", word))
    page.wait_for_selector(".entry")
    assert page.locator(".channel").inner_text() == "A channel that isn’t public"
    assert word not in page.locator("body").inner_text() and word not in page.title()


def test_a_swipe_moves_and_the_page_fits_a_telephone(visit):
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    page.wait_for_selector(".room svg")
    box = page.locator(".board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 5)
    page.mouse.up()
    assert page.locator(".said").inner_text() == "Solved in 1 move."
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    heights = page.evaluate("[...document.querySelectorAll('button')].filter((one) => one.offsetParent).map((one) => one.offsetHeight)")
    assert min(heights) >= 44
    page.locator(".entry").nth(11).click()
    assert page.locator("#level-title").inner_text() == "12. Last load"
    ends = "[...document.querySelectorAll('#level-title, .restart')].map((one) => one.getBoundingClientRect())"
    assert page.evaluate(f"{ends}.every(({{ top, bottom }}) => top >= 0 && bottom <= innerHeight)")


def test_an_update_changes_the_list_and_tells_it_and_leaves_the_level_in_play_as_it_was(visit, channel):
    page = visit()
    page.wait_for_selector(".entry")
    page.locator(".entry").nth(1).click()
    page.keyboard.press("ArrowRight")
    score = page.locator(".score-moves").inner_text()
    assert score == "1 move, 0 pushes"
    room = page.locator(".room").inner_html()
    newest = [(*one[:5], one[5] + b"#" * 8) if one[0] == "round-the-corner" else one for one in LEVELS[:-1]]
    newest[3] = ("short-aisle", "A shorter aisle", *newest[3][2:])
    newest[4] = (*newest[4][:3], "easy", *newest[4][4:])
    channel.point_at(channel.release([LEVELS[0], *newest[1:], packs.level("extra")], earlier=[LEVELS]), 2000)
    news(page)
    page.wait_for_function("() => document.querySelector('.news').textContent !== ''")
    assert page.locator(".news").inner_text() == "3 levels changed, 1 level added, 1 level removed"
    assert titles(page)[3] == "A shorter aisle" and titles(page)[-1] == "Extra"
    assert page.locator(".room").inner_html() == room and page.locator(".score-moves").inner_text() == score
    assert page.evaluate("document.activeElement.className") == "board"
    assert page.locator(".newer").inner_text().startswith("There is a newer version of this level.")
    page.locator(".take-newer").click()
    assert page.locator(".newer").is_hidden() and page.locator(".score-moves").inner_text().startswith("0 moves")


def test_without_a_server_the_page_plays_on_and_says_so(visit, channel):
    page = visit()
    page.wait_for_selector(".entry")
    for answer, words in ((b"nothing", "New levels weren't taken"), (channel.document(channel.release(LEVELS), 3000, 4000), "no longer good")):
        channel.files["/v1/packs/warehouse/stable"] = answer
        news(page)
        page.wait_for_function("(words) => document.querySelector('.problem').textContent.includes(words)", arg=words)
        assert len(titles(page)) == 12


def test_an_address_that_names_no_pack_or_a_key_that_is_none_is_told(visit):
    page = visit("/levels.html")
    assert page.locator(".notice").first.inner_text().startswith("This address names no pack.")
    page = visit("/levels.html#pack=warehouse&key=abc")
    page.wait_for_selector(".notice:not([hidden])")
    assert page.locator(".notice").first.inner_text().startswith("The public key isn't 32 bytes")
