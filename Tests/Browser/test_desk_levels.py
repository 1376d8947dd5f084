"""Packs of levels: their releases, and the channels that point at them."""

import hashlib
import zlib

import pytest
from desk_pages import CHERRIES, NOW, assert_fits
from fake_desk import FakePacks, problem, session

DAY = 86_400_000
WORD = "0123456789abcdef" * 2
MOVES = "POST /v1/admin/packs/warehouse/moves"
DIFFER = "GET /v1/admin/packs/warehouse/difference"


def release(number, **other):
    return {"release": number, "content": f"{number}a" * 32, "engine": 1, "levels": 10 + number,
            "snapshotBytes": 20_480, "version": number + 2, "atMs": NOW - (9 - number) * DAY, **other}  # fmt: skip


def channel(name, release, **other):
    return {"channel": name, "sequence": NOW - DAY + release, "release": release, "reason": f"why {name}", "by": "ben",
            "atMs": NOW - DAY, **other}  # fmt: skip


def warehouse():
    stable, beta = channel("stable", 4), channel("beta", 5, share=1000, others=3)
    return {
        "inForce": 5,
        "releases": [release(5, engine=2), release(4), release(3)],
        "channels": [beta | {"word": WORD}, stable],
        "moves": [beta | {"isPublic": False}, stable | {"isPublic": True}],
    }


def garden():
    return {"releases": [release(1)], "channels": [], "moves": []}


DIFFERENCE = {
    "engine": {"before": 1, "after": 2},
    "levels": [
        {"level": "old-yard", "kind": "removed", "from": 3},
        {"level": "corner", "kind": "changed", "fields": ["title", "map"]},
        {"level": "long-hall", "kind": "added", "to": 12},
        {"level": "first-push", "kind": "moved", "from": 1, "to": 2},
    ],
}


@pytest.fixture
def levels(open_desk, fake):
    def open_room(scopes=("content:read", "content:write"), packs=None, answers=None, path="", **options):
        packs = FakePacks(NOW, {"warehouse": warehouse()} if packs is None else packs, DIFFERENCE)
        desk = fake({"GET /desk/session": session(NOW, scopes), **packs.answers, **(answers or {})})
        page = open_desk(f"{desk.address}/desk#levels{path}", **options)
        page.locator(".levels-body > *").first.wait_for()
        return page, desk, packs

    return open_room


def rows(page, table):
    return [row.split("\t") for row in page.locator(f".{table} tbody tr").all_inner_texts()]


def test_a_pack_shows_where_its_channels_point_and_its_releases_the_newest_first(levels):
    page, _, _ = levels()
    beta, stable = page.locator(".channels tbody tr").all_inner_texts()
    assert "Release 5 for 10% of the devices, release 3 for the others" in beta and "only who has its word" in beta
    assert "Release 4" in stable and "everybody, by its name" in stable and "why stable" in stable and "ben" in stable
    found = rows(page, "releases")
    assert [row[0] for row in found] == ["5 in force", "4", "3"]
    assert found[0][1:5] == ["15", "2", "20.5 kB", "7"] and found[0][6] == "beta (a share)"
    assert found[1][6] == "stable" and found[2][6] == "beta (the others)"
    assert [row[1] for row in rows(page, "moves")] == ["beta (with a word)", "stable"]


def test_levels_that_lack_their_background_are_told_at_their_release_and_before_a_channel_is_moved_to_it(levels):
    releases = [release(5, bareLevels=0), release(4, bareLevels=14), release(3, bareLevels=1)]
    page, _, _ = levels(packs={"warehouse": warehouse() | {"releases": releases}})
    told = [row[1] for row in rows(page, "releases")]
    assert told == ["15", "14, 14 without their background", "13, 1 without its background"]
    page.get_by_role("button", name="Move: stable").click()
    assert page.get_by_role("dialog").get_by_label("Release").locator("option").all_inner_texts() == [
        "release 5, 15 levels, in force", "release 4, 14 levels, 14 without their background", "release 3, 13 levels, 1 without its background",
    ]  # fmt: skip


def test_the_word_of_a_channel_is_on_the_page_only_after_a_click_and_can_be_copied(levels):
    page, desk, _ = levels()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=desk.address)
    assert WORD not in page.content()
    page.get_by_role("button", name="Show the word of beta").click()
    assert page.locator(".channel-word code").inner_text() == WORD
    page.get_by_role("button", name="Copy the word of beta").click()
    page.get_by_text("The word is copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == WORD


SHOP = "The shop’s address, to play levels at"


def shop_page(page):
    """Answers at another origin than the desk's, and knows the addresses that were opened there, with what follows #."""
    page.context.route("https://shop.example/**", lambda route: route.fulfill(body="<title>Levels</title>", content_type="text/html"))


def test_each_channel_can_be_played_at_the_shop_whose_address_is_entered_once(levels):
    page, desk, _ = levels()
    shop_page(page)
    assert page.get_by_role("link", name="Play it").count() == 0
    page.get_by_label(SHOP).fill("shop")
    page.get_by_label(SHOP).press("Enter")
    page.get_by_text("“shop” is no address. Write it like https://shop.example.").wait_for()
    page.get_by_label(SHOP).fill("https://shop.example/some#where")
    page.get_by_label(SHOP).press("Enter")
    opened = []
    for role, name in (("link", "Play it: stable"), ("button", "Play it: beta")):
        with page.context.expect_page() as other:
            page.get_by_role(role, name=name).click()
        other.value.wait_for_load_state()
        opened.append(other.value.evaluate("[location.href, opener, document.referrer]"))
    key = "key=q83vEjRWeJ0"
    assert opened == [
        [f"https://shop.example/levels.html#pack=warehouse&channel=stable&{key}", None, ""],
        [f"https://shop.example/levels.html#pack=warehouse&channel={WORD}&{key}", None, ""],
    ]
    assert WORD not in page.content()
    page.reload()
    page.get_by_role("link", name="Play it: stable").wait_for()
    assert page.get_by_label(SHOP).input_value() == "https://shop.example"
    page.get_by_label(SHOP).fill("")
    page.get_by_label(SHOP).press("Enter")
    page.get_by_role("link", name="Play it: stable").wait_for(state="detached")


def test_a_token_that_may_only_read_is_offered_no_move(levels):
    page, _, _ = levels(scopes=["content:read"])
    names = {one.inner_text() for one in page.locator(".room button").all() if one.is_visible()}
    assert names == {"Refresh", "Show the word", "Compare", "Levels"}


def test_a_release_is_compared_with_the_one_before_and_with_what_a_channel_points_at(levels):
    page, desk, _ = levels()
    page.get_by_role("button", name="Compare: release 3").click()
    page.get_by_role("button", name="Compare: release 5").click()
    view = page.get_by_role("region", name="Difference of releases")
    view.get_by_text("What changes from release 4 to release 5").wait_for()
    assert "It asks for engine 2 in place of 1." in view.inner_text()
    assert [row.split("\t") for row in view.locator("tbody tr").all_inner_texts()] == [
        ["old-yard", "removed from place 3", ""],
        ["corner", "changed", "title, map"],
        ["long-hall", "added at place 12", ""],
        ["first-push", "moved from place 1 to 2", ""],
    ]
    choices = ["release 4 (the one before, stable)", "release 3 (the others of beta)"]
    assert view.locator("option").all_inner_texts() == choices
    page.get_by_role("button", name="Compare: release 4").click()
    view.get_by_label("Compare with").select_option("release 5 (beta)")
    view.get_by_text("What changes from release 5 to release 4").wait_for()
    assert desk.requests(DIFFER)[-1][2] == {"from": "5", "to": "4"}


def test_a_channel_is_moved_for_a_share_of_the_devices_after_its_difference_was_seen(levels):
    page, desk, _ = levels()
    page.get_by_role("button", name="Move: stable").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("What changes from release 4 to release 5").wait_for()
    dialog.get_by_label("For", exact=True).select_option("a share of the devices")
    dialog.get_by_label("Share, in percent").fill("0.29")
    assert "The other devices keep release 4." in dialog.inner_text()
    dialog.get_by_role("button", name="Move", exact=True).click()
    assert desk.requests(MOVES) == []
    dialog.get_by_label("Reason").fill("more levels")
    dialog.get_by_role("button", name="Move", exact=True).click()
    page.get_by_text("stable points at release 5 for 0.29% of the devices, release 4 for the others now.").wait_for()
    expected = {"channel": "stable", "release": 5, "share": 29, "reason": "more levels", "after": NOW - DAY + 4}
    assert desk.requests(MOVES)[0][3] == expected
    page.locator(".moves tbody tr").nth(2).wait_for()
    assert rows(page, "moves")[0][4] == "more levels"


def test_a_new_channel_that_a_word_opens_is_asked_for_as_one_that_is_not_there(levels):
    page, desk, _ = levels()
    page.get_by_role("button", name="New channel…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the new channel").fill("beta")
    dialog.get_by_label("Who reaches it").select_option("only who has its word")
    dialog.get_by_label("Reason").fill("for testers")
    dialog.get_by_role("button", name="Move", exact=True).click()
    assert desk.requests(MOVES) == []
    dialog.get_by_label("Name of the new channel").fill("testers-2")
    dialog.get_by_label("Release").select_option("release 4, 14 levels")
    assert not dialog.get_by_label("For", exact=True).is_visible() and desk.requests(DIFFER) == []
    dialog.get_by_role("button", name="Move", exact=True).click()
    page.get_by_role("button", name="Show the word of testers-2").wait_for()
    expected = {"channel": "testers-2", "release": 4, "reach": "newWord", "reason": "for testers", "after": 0}
    assert desk.requests(MOVES)[0][3] == expected


def test_a_roll_back_begins_with_the_release_before_and_says_that_devices_go_back_to_it(levels):
    page, desk, _ = levels()
    page.get_by_role("button", name="Roll back: stable").click()
    dialog = page.get_by_role("dialog")
    assert dialog.get_by_label("Release").input_value() == "3"
    assert dialog.get_by_label("Release").locator("option").all_inner_texts() == ["release 3, 13 levels"]
    assert "devices that have release 4 go back to it" in dialog.inner_text()
    dialog.get_by_text("What changes from release 4 to release 3").wait_for()
    dialog.get_by_role("button", name="Cancel").click()
    # One that isn't for all devices yet goes back to what the others have kept.
    page.get_by_role("button", name="Roll back: beta").click()
    assert dialog.get_by_label("Release").input_value() == "3"
    dialog.get_by_label("Reason").fill("level 12 can’t be won")
    dialog.get_by_role("button", name="Roll back", exact=True).click()
    page.get_by_text("beta points at release 3 now.").wait_for()
    expected = {"channel": "beta", "release": 3, "reason": "level 12 can’t be won", "after": NOW - DAY + 5}
    assert desk.requests(MOVES)[0][3] == expected


def test_a_channel_that_somebody_else_has_moved_is_told_and_shown_anew(levels):
    page, desk, packs = levels()
    page.get_by_role("button", name="Move: stable").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("What changes from release 4 to release 5").wait_for()
    packs.move("warehouse", "ben", "stable", 3, "the hall is too hard")
    dialog.get_by_label("Reason").fill("more levels")
    dialog.get_by_role("button", name="Move", exact=True).click()
    told = "Somebody else has moved stable meanwhile, so nothing was changed. It points at release 3 now."
    dialog.get_by_text(told).wait_for()
    dialog.get_by_text("What changes from release 3 to release 5").wait_for()
    assert "the hall is too hard" in page.locator(".channels").inner_text()
    assert dialog.get_by_label("Reason").input_value() == "more levels"
    dialog.get_by_role("button", name="Move", exact=True).click()
    page.get_by_text("stable points at release 5 now.").wait_for()
    assert [request[3]["after"] for request in desk.requests(MOVES)] == [NOW - DAY + 4, NOW]


def test_a_new_word_leaves_the_channel_where_it_points_and_says_who_gets_nothing_then(levels):
    page, desk, _ = levels()
    assert page.get_by_text("New word…").count() == 1
    page.get_by_role("button", name="New word: beta").click()
    dialog = page.get_by_role("dialog")
    assert "Apps that have the old word get nothing any more" in dialog.inner_text()
    dialog.get_by_label("Reason").fill("the word was posted")
    dialog.get_by_role("button", name="Draw a new word").click()
    page.get_by_text("beta has a new word.").wait_for()
    assert desk.requests(MOVES)[0][3] == {"channel": "beta", "release": 5, "share": 1000, "reach": "newWord",
                                          "reason": "the word was posted", "after": NOW - DAY + 5}  # fmt: skip


def test_without_packs_the_room_says_how_one_is_published_and_of_several_one_is_chosen(levels):
    page, _, _ = levels(packs={})
    body = page.locator(".levels-body")
    assert "put it into a folder packs/NAME/ beside content.yaml, then run shelflife publish." in body.inner_text()
    assert not page.get_by_role("button", name="New channel…").is_visible()
    page, _, _ = levels(packs={"garden": garden(), "warehouse": warehouse()}, path="/warehouse")
    assert page.get_by_label("Pack").input_value() == "warehouse"
    page.get_by_label("Pack").select_option("garden")
    page.get_by_text("No channel points at any of its 1 release, so no device gets it yet.").wait_for()
    assert page.url.endswith("#levels/garden")
    page, _, _ = levels(path="/attic")
    page.get_by_text("There is no pack attic. This is warehouse.").wait_for()


VERSIONS = "/v1/admin/content/versions"
VERSION = {"number": 3, "digest": "ab" * 32, "author": "anna", "atMs": NOW, "reason": "x", "origin": "published",
           "fromMs": NOW}  # fmt: skip
LIST = {"versions": [VERSION], "inForce": 3}
PUBLISHED = {"version": VERSION | {"number": 4}, "isNew": True, "stores": [], "warnings": []}
KEPT = {"path": "packs/SHA256SUMS", "text": f"{'11' * 32}  warehouse\n"}


@pytest.fixture
def publishing(open_desk, fake):
    """The dialog that publishes files, and a desk that lacks all bundles and pictures."""

    def open_dialog(answers=None):
        desk = fake(
            {
                "GET /desk/session": session(NOW, ["content:read", "content:write"]),
                f"GET {VERSIONS}": LIST,
                f"POST {VERSIONS}": PUBLISHED,
                "POST /v1/admin/content/try": {"isPossible": True, "problems": [], "undone": [], "stores": []},
                f"GET {VERSIONS}/3/files": {"files": [KEPT]},
                **{f"GET /v1/admin/plan/{store}": {"appearances": []} for store in ("main", "bazaar")},
                "GET /v1/admin/withdrawals": {"withdrawals": []},
                "GET /v1/admin/pauses": {"pauses": []},
                "GET /v1/admin/files": {"kinds": [], "takenBytes": 0, "mostBytes": 1 << 30, "isNearlyFull": False, "databaseBytes": 0},
                "POST /v1/admin/missing-bundles": lambda query, body: {"missing": body["bundles"]},
                "POST /v1/admin/pictures/missing": lambda query, body: {"missing": body["masters"]},
                **(answers or {}),
            }
        )
        page = open_desk(f"{desk.address}/desk#content")
        page.get_by_role("button", name="Publish files…").click()
        page.get_by_label("Files to publish").set_input_files(
            [{"name": "content.yaml", "mimeType": "text/yaml", "buffer": b"x: 1\n"}]
        )
        page.get_by_label("Reason").fill("new levels")
        return page, desk

    return open_dialog


def publish(page, desk):
    """Publishes, and returns what was published beside content.yaml."""
    page.get_by_role("button", name="Show what changes").click()
    page.get_by_role("button", name="Publish", exact=True).click()
    page.get_by_text("Version 4 is published.").wait_for()
    first, *others = desk.requests(f"POST {VERSIONS}")[0][3]["files"]
    assert first == {"path": "content.yaml", "text": "x: 1\n"}
    return others


def field(kind, value):
    return bytes([kind]) + len(value).to_bytes(8, "big") + value


def test_the_packs_of_a_folder_are_sent_with_the_pictures_that_they_name_and_listed(publishing, tmp_path):
    list_of_levels = "levels:\n  - {id: a, title: A, map: maps/a.xsb, background: crate.webp}\n".encode()
    files = {"warehouse/pack.yaml": list_of_levels, "warehouse/maps/a.xsb": b"# @ #", "warehouse/crate.webp": CHERRIES,
             "warehouse/sketch.png": b"x", "warehouse/.DS_Store": b"x", "drafts/a.xsb": b"x"}  # fmt: skip
    for name, content in files.items():
        path = tmp_path / "game" / "packs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (tmp_path / "game" / "items.csv").write_text("id\n")
    sent = {}
    page, desk = publishing()

    def learn(query, body):
        for digest in body.get("bundles") or body["masters"]:
            target = "pack-bundles" if "bundles" in body else "masters"
            desk.answers[f"PUT /v1/admin/{target}/{digest}"] = lambda query, body, target=target, digest=digest: (
                sent.update({target: (digest, body)}) or {}
            )
        return {"missing": body.get("bundles") or body["masters"]}

    desk.answers |= {"POST /v1/admin/missing-bundles": learn, "POST /v1/admin/pictures/missing": learn}
    page.get_by_label("Folder of the level packs").set_input_files(tmp_path / "game")
    published = publish(page, desk)
    digest, bundle = sent["pack-bundles"]
    assert hashlib.sha256(bundle).hexdigest() == digest
    inflated = field(2, b"maps/a.xsb") + field(3, b"# @ #") + field(2, b"pack.yaml") + field(3, list_of_levels)
    assert bundle[:16] == b"SHELFLF1" + len(inflated).to_bytes(8, "big")
    assert zlib.decompress(bundle[16:]) == inflated
    master = hashlib.sha256(CHERRIES).hexdigest()
    assert sent["masters"] == (master, CHERRIES)
    assert published == [{"path": "packs/SHA256SUMS", "text": f"{digest}  warehouse\n{master}  warehouse/crate.webp\n"}]
    assert "The level packs stay" not in page.locator(".outcome").inner_text()


def test_packs_that_are_not_chosen_stay_as_they_are_and_that_is_said(publishing):
    page, desk = publishing()
    assert publish(page, desk) == [KEPT]
    assert "The level packs stay as they are in the version in force." in page.locator(".outcome").inner_text()
    assert desk.requests("POST /v1/admin/missing-bundles") == []


def test_a_bundle_that_the_server_refuses_is_told_in_its_words_and_nothing_is_published(publishing, tmp_path):
    (tmp_path / "packs" / "warehouse").mkdir(parents=True)
    (tmp_path / "packs" / "warehouse" / "pack.yaml").write_text("levels: []\n")
    page, desk = publishing()
    fault = "packs/warehouse/pack.yaml:1: levels: found none"

    def refuse(query, body):
        for digest in body["bundles"]:
            desk.answers[f"PUT /v1/admin/pack-bundles/{digest}"] = problem(
                422, "content_refused", "The content has 1 error; problems names each.", problems=[{"text": fault}]
            )
        return {"missing": body["bundles"]}

    desk.answers["POST /v1/admin/missing-bundles"] = refuse
    page.get_by_label("Folder of the level packs").set_input_files(tmp_path / "packs")
    page.get_by_role("button", name="Show what changes").click()
    page.locator(".confirmation-fault").get_by_text(fault).wait_for()
    assert desk.requests(f"POST {VERSIONS}") == []


def test_the_difference_of_two_versions_has_their_packs(publishing):
    changed = {"pack": "warehouse", "kind": "changed", **DIFFERENCE, "more": 3}
    packs = [changed, {"pack": "garden", "kind": "removed", "levels": []}]
    versions = LIST | {"versions": [VERSION, VERSION | {"number": 2}]}
    difference = {"from": 2, "to": 3, "items": [], "stores": [], "shifts": [], "packs": packs}
    page, _ = publishing({f"GET {VERSIONS}": versions, "GET /v1/admin/content/difference": difference})
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Compare: version 2").click()
    text = page.get_by_role("region", name="Difference").inner_text()
    assert "Levels of the pack warehouse" in text and "engine 2 in place of 1" in text and "added at place 12" in text
    assert "3 more changes aren’t shown here." in text and "The level pack garden is removed." in text
    assert "the same items" not in text


def test_the_levels_fit_every_screen(levels, artefacts):
    for width, scheme in [(390, "dark"), (390, "light"), (1280, "light"), (1280, "dark")]:
        pack = warehouse()
        pack["channels"].append(channel("w" * 31, 3, reason="a long reason " * 8))
        pack["moves"].append(channel("w" * 31, 3, reason="w" * 200, isPublic=True))
        page, _, _ = levels(packs={"warehouse": pack}, viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.get_by_label(SHOP).fill("https://shop.example")
        page.get_by_label(SHOP).press("Enter")
        page.get_by_role("button", name="Show the word of beta").click()
        page.get_by_role("button", name="Compare: release 5").click()
        page.get_by_role("region", name="Difference of releases").wait_for()
        assert_fits(page, width)
        page.screenshot(path=artefacts / f"desk-levels-{width}-{scheme}.png", full_page=True)
        page.get_by_role("button", name="Move: stable").click()
        page.get_by_role("dialog").get_by_label("For", exact=True).select_option("a share of the devices")
        page.get_by_role("dialog").get_by_text("What changes from release 4 to release 5").wait_for()
        assert_fits(page, width)
        page.screenshot(path=artefacts / f"desk-levels-move-{width}-{scheme}.png")
