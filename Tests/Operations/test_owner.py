"""Who says what a shop sells: its server, to which people publish, or its files. One of them does."""

import json
import os
import shutil
import signal
from datetime import date, timedelta

import pytest
from operated import ADMIN_TOKEN, CONTENT, ITEMS, PATIENCE, SECRET, SETTINGS, Operated
from test_folder_pictures import DIGEST, LYNX
from test_reload import AGAIN, reload

SOURCE = "https://git.example.com/our/shop"
FROM_A_REPOSITORY = SETTINGS + f'content: {{owner: files, source: "{SOURCE}"}}\n'
DIFFER = "the content files differ from version"
ANNEX = "  - {id: annex, positions: 2, lead: 10m}\n"


@pytest.fixture
def by_files(tmp_path):
    """A server whose files own its content, and which says where people change them."""
    operated = Operated(tmp_path, settings=FROM_A_REPOSITORY).start()
    yield operated
    operated.end()


def ask(server, path, body=None, method=None):
    return server.ask(f"/v1/admin/{path}", ADMIN_TOKEN, body, method=method)


def in_force(server):
    return ask(server, "content/versions")[1]["inForce"]


def files_of(server, number):
    return ask(server, f"content/versions/{number}/files")[1]["files"]


def price(server):
    """That of the first item."""
    return next(one["price"] for one in ask(server, "content/items")[1]["items"] if one["id"] == "item-0")


def planned(server):
    """The items of the appearances that are planned for `main`."""
    return [one["item"] for one in ask(server, "plan/main")[1]["appearances"]]


def stores(server):
    return [store["id"] for store in server.ask("/v1/stores")[1]]


def dearer(files):
    items = json.dumps([{**ITEMS[0], "price": 77}, *ITEMS[1:]])
    return [{**file, "text": items} if file["path"] == "items.yaml" else file for file in files]


def a_feast(base):
    """A change of the plan of `main`."""
    appearance = {"item": "item-1", "position": 2, "from": f"{date.today() + timedelta(days=2)}T18:00", "for": "3m"}
    return {"base": base, "appearance": appearance, "reason": "a feast"}


def publish(server, files, base):
    status, answer = ask(server, "content/versions", {"files": files, "reason": "designed", "base": base})
    assert status == 200, answer


def change_over_the_network(server):
    """Somebody makes an item dearer, and somebody else plans an appearance."""
    publish(server, dearer(files_of(server, 1)), 1)
    status, answer = ask(server, "plan/main", a_feast(2))
    assert status == 200, answer


def is_as_it_was_changed(server):
    found = in_force(server), price(server), planned(server), stores(server)
    return found == (3, 77, ["item-1"], ["main", "bazaar"])


def change_the_files(server):
    server.content.write_text(CONTENT + ANNEX)


# The server owns the content.


def test_a_restart_with_changed_files_goes_on_with_the_version_in_force_and_says_once_that_they_differ(server):
    change_over_the_network(server)
    change_the_files(server)
    assert server.stop() == 0
    server.start()
    assert is_as_it_was_changed(server)
    [line] = server.logged(DIFFER)
    assert line.startswith("notice") and f"{DIFFER} 3" in line and "shelflife publish puts them in force" in line


def test_a_restart_with_the_files_of_the_version_in_force_says_nothing_of_them(stopped):
    stopped.start()
    assert in_force(stopped) == 1 and not stopped.logged(DIFFER)


def test_sighup_changes_settings_and_undoes_nothing_that_was_priced_or_planned(server):
    change_over_the_network(server)
    change_the_files(server)
    server.config.write_text(SETTINGS.replace("appSecrets: {", f"appSecrets: {{annex: {SECRET[::-1]}, "))
    reload(server, AGAIN)
    assert is_as_it_was_changed(server)
    # The app secret is the server's now, as a store shows that comes with a publication.
    files = files_of(server, 3)
    publish(server, [{**file, "text": file["text"] + ANNEX} if file["path"] == "content.yaml" else file
                     for file in files], 3)  # fmt: skip
    server.wait_for(lambda: server.window("annex"))
    released = server.window("annex")["released"]
    assert released and all("box" in key for key in released)
    assert (price(server), planned(server)) == (77, ["item-1"])


def test_sighup_with_broken_content_files_is_about_settings_all_the_same(server):
    server.content.write_text("stores: none")
    reload(server, AGAIN)
    assert not server.logged("content.yaml") and stores(server) == ["main", "bazaar"]


def test_a_reload_by_its_route_is_refused(server):
    change_the_files(server)
    status, problem = ask(server, "content/reload", {})
    assert (status, problem["code"]) == (409, "server_owns_content")
    assert in_force(server) == 1 and stores(server) == ["main", "bazaar"]


def test_a_server_that_owns_its_content_watches_no_files(tmp_path):
    server = Operated(tmp_path).begin("--watch")
    try:
        assert server.process.wait(PATIENCE) != 0
        assert "--watch" in server.log and "owner: files" in server.log
    finally:
        server.end()


def test_a_shop_whose_content_files_are_gone_starts_again(server):
    change_over_the_network(server)
    server.content.unlink()
    (server.folder / "items.yaml").unlink()
    assert server.stop() == 0
    server.start()
    assert is_as_it_was_changed(server)
    reload(server, AGAIN)
    assert is_as_it_was_changed(server)


def test_a_new_shop_needs_its_content_file(tmp_path):
    server = Operated(tmp_path)
    server.content.unlink()
    assert server.begin().process.wait(PATIENCE) == 78
    assert "content.yaml" in server.log


# Its files own the content.


@pytest.mark.parametrize("how", ["restart", "SIGHUP", "reload"])
def test_files_that_have_changed_become_a_version(by_files, how):
    change_the_files(by_files)
    if how == "restart":
        assert by_files.stop() == 0
        by_files.start()
    elif how == "SIGHUP":
        reload(by_files, AGAIN)
    else:
        assert ask(by_files, "content/reload", {})[1]["outcome"] == "changed"
    assert in_force(by_files) == 2 and stores(by_files) == ["main", "bazaar", "annex"]
    assert not by_files.logged(DIFFER)


def test_the_plan_is_one_of_the_files(by_files):
    plan = by_files.folder / "plan.yaml"
    plan.write_text(f"main:\n  - {{item: item-1, position: 2, from: {date.today() + timedelta(days=2)}T18:00, for: 3m}}\n")
    reload(by_files, AGAIN)
    assert in_force(by_files) == 2 and planned(by_files) == ["item-1"]
    plan.write_text(plan.read_text().replace("item-1", "none"))
    by_files.process.send_signal(signal.SIGHUP)
    by_files.wait_for(lambda: by_files.logged("plan.yaml:2: main[0].item: found"))
    assert in_force(by_files) == 2 and planned(by_files) == ["item-1"]


def test_nothing_else_becomes_a_version_and_whoever_tries_learns_where_to_change_it(by_files):
    change_the_files(by_files)
    reload(by_files, AGAIN)
    files = dearer(files_of(by_files, 2))
    saved, _ = ask(by_files, "content/drafts/autumn", {"files": files, "revision": 0}, "PUT")
    assert saved == 200
    for path, body in {
        "content/versions": {"files": files, "reason": "dearer", "base": 2},
        "content/roll-back": {"to": 1, "reason": "enough", "base": 2},
        "content/drafts/autumn/publish": {"revision": 1, "reason": "dearer", "base": 2},
        "plan/main": a_feast(2),
    }.items():
        status, problem = ask(by_files, path, body)
        assert (status, problem["code"]) == (409, "files_own_content"), path
        assert SOURCE in problem["detail"], path
    environment = {**os.environ, "SHELFLIFE_ADMIN_TOKEN": ADMIN_TOKEN}
    for words in [["publish", str(by_files.content)], ["publish", str(by_files.content), "--base", "1"], ["roll-back", "1"]]:
        done = by_files.run(*words, "--to", by_files.address, env=environment)
        assert done.returncode != 0 and SOURCE in done.stderr and "--base" not in done.stderr, words
    assert in_force(by_files) == 2 and price(by_files) == 5 and not planned(by_files)


def test_the_command_sends_no_picture_where_files_own_the_content(by_files, tmp_path):
    folder = tmp_path / "designer"
    (folder / "pictures").mkdir(parents=True)
    (folder / "content.yaml").write_text(CONTENT)
    (folder / "items.yaml").write_text(json.dumps([{**item, "picture": "lynx.png"} for item in ITEMS]))
    shutil.copy(LYNX, folder / "pictures")
    publish = ["publish", str(folder / "content.yaml"), "--base", "1", "--to", by_files.address]
    done = by_files.run(*publish, env={**os.environ, "SHELFLIFE_ADMIN_TOKEN": ADMIN_TOKEN})
    assert done.returncode != 0 and "nothing was sent" in done.stderr and SOURCE in done.stderr
    assert ask(by_files, "pictures/missing", {"masters": [DIGEST]})[1]["missing"] == [DIGEST]
    listed = ask(by_files, "content/versions")[1]
    assert (listed["owner"], listed["source"]) == ("files", SOURCE)


def test_drafts_tries_and_withdrawals_go_on(by_files):
    files = dearer(files_of(by_files, 1))
    assert ask(by_files, "content/drafts/autumn", {"files": files, "revision": 0}, "PUT")[0] == 200
    status, tried = ask(by_files, "content/try", {"files": files, "base": 1})
    assert status == 200 and tried["difference"]["items"][0]["id"] == "item-0"
    assert ask(by_files, "plan/main/try", a_feast(1))[1]["isPossible"]
    assert ask(by_files, "withdrawals", {"item": "item-0", "reason": "a wrong price"})[0] == 200
    assert ask(by_files, "pauses", {"store": "main", "paused": True, "reason": "wrong prices"})[0] == 200
