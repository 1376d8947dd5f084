"""SIGHUP: a running server reads its files again. What it sells is what they say, since they own the content."""

import hashlib
import json
import shutil
import signal
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from app_store import BUNDLE, PRODUCT, AppStore
from operated import ADMIN_TOKEN, BY_FILES, CONTENT, ITEMS, PATIENCE, SETTINGS, Operated
from shelf_process import BINARY, free_port

MASTERS = Path(__file__).resolve().parents[1] / "ShelfEngineTests/Pictures/Masters"
AGAIN = "were read again"
OWNED_BY_FILES = SETTINGS + BY_FILES


@pytest.fixture
def server(tmp_path):
    operated = Operated(tmp_path, settings=OWNED_BY_FILES).start()
    yield operated
    operated.end()


@pytest.fixture
def stopped(server):
    assert server.stop() == 0
    return server


def reload(server, answer):
    """Sends the signal, and waits for what the log answers."""
    before = len(server.logged(answer))
    server.process.send_signal(signal.SIGHUP)
    server.wait_for(lambda: len(server.logged(answer)) > before)
    return server.logged(answer)[-1]


def ready(server):
    return urllib.request.urlopen(server.address + "/readyz", timeout=PATIENCE).read().decode()


def page(server):
    return urllib.request.urlopen(server.address + "/", timeout=PATIENCE).read().decode()


def test_new_stores_titles_and_items_are_there_without_a_restart(server):
    window = urllib.request.urlopen(server.address + "/v1/stores/main/window", timeout=PATIENCE).read()
    changed = CONTENT.replace("title: Operated", "title: Reopened").replace(
        "{id: main, positions: 4}", "{id: main, title: Grand, positions: 4}\n  - {id: annex, positions: 2}")
    server.content.write_text(changed)
    (server.folder / "items.yaml").write_text(json.dumps(ITEMS + [{**ITEMS[0], "id": "new", "name": "New"}]))
    reload(server, AGAIN)
    line = server.logged("a content version is in force")[-1]
    assert "items=31" in line and "stores=3" in line and "version=2" in line and line.startswith("notice")
    described = {store["id"]: store["title"] for store in server.ask("/v1/stores")[1]}
    assert described == {"main": "Grand", "annex": "annex", "bazaar": "bazaar"}
    assert "<title>Reopened</title>" in page(server)
    assert urllib.request.urlopen(server.address + "/v1/stores/annex/window", timeout=PATIENCE).status == 200
    # What is published stays.
    assert urllib.request.urlopen(server.address + "/v1/stores/main/window", timeout=PATIENCE).read() == window


def test_a_store_that_is_gone_is_not_found(server):
    server.content.write_text(CONTENT.replace("  - {id: main, positions: 4}\n", ""))
    reload(server, AGAIN)
    assert server.ask("/v1/stores/main/window")[0] == 404
    assert [store["id"] for store in server.ask("/v1/stores")[1]] == ["bazaar"]
    assert urllib.request.urlopen(server.address + "/readyz", timeout=PATIENCE).status == 200


def test_the_list_has_the_order_of_the_file_as_soon_as_that_is_another(server):
    lines = CONTENT.splitlines(True)
    server.content.write_text("".join(lines[:-2] + lines[:-3:-1]))
    reload(server, AGAIN)
    assert [store["id"] for store in server.ask("/v1/stores")[1]] == ["bazaar", "main"]


def test_a_watch_says_that_its_store_is_closed_and_goes_on_when_it_is_back(server):
    watch = subprocess.Popen(
        [BINARY, "watch", server.address, "--store", "main", "--for", "5m"], stdout=subprocess.PIPE, text=True
    )
    try:
        said = lambda words: next(line for line in watch.stdout if words in line)  # noqa: E731
        said("live")
        server.content.write_text(CONTENT.replace("  - {id: main, positions: 4}\n", ""))
        reload(server, AGAIN)
        assert "the store is closed" in said("closed")
        server.content.write_text(CONTENT)
        reload(server, AGAIN)
        assert "5 coins" in said("Item")
    finally:
        watch.kill()
        watch.wait()


def test_a_broken_file_is_refused_with_all_that_is_wrong_and_the_content_goes_on(server):
    stores = server.ask("/v1/stores")[1]
    server.content.write_text(CONTENT.replace("positions: 4", "positions: none").replace("title: Operated", "titel: x"))
    reload(server, "so the content that was in force goes on")
    assert len([line for line in server.logged("content.yaml:") if line.startswith("error")]) == 3
    assert server.ask("/v1/stores")[1] == stores
    assert "degraded: the content files have errors" in ready(server)
    server.content.write_text(CONTENT)
    assert "in force already" in reload(server, AGAIN)
    assert ready(server) == "ready\n"


def test_what_does_not_fit_what_is_published_is_refused(server):
    server.content.write_text(CONTENT.replace("{id: main, positions: 4}", "{id: main, positions: 5, cardBytes: 300}"))
    assert "cardBytes is 256" in reload(server, "so the content that was goes on")
    assert {store["positions"] for store in server.ask("/v1/stores")[1]} == {4}


def test_settings_wait_for_a_restart_and_the_log_says_which(server):
    server.config.write_text(OWNED_BY_FILES.replace("{coins: 100}", "{coins: 200}") + "limits: {player: 30}\n")
    reload(server, AGAIN)
    [line] = server.logged("hold after a restart only")
    assert "sections=players" in line


def sign_in_to_the_desk(server, desk):
    """The session's cookie."""
    request = urllib.request.Request(
        f"{desk}/desk/sign-in", json.dumps({"token": ADMIN_TOKEN}).encode(),
        {"Content-Type": "application/json", "Origin": desk})  # fmt: skip
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return answer.headers["Set-Cookie"].split(";")[0]


def is_signed_in(desk, cookie):
    request = urllib.request.Request(f"{desk}/desk/session", headers={"Cookie": cookie})
    try:
        return urllib.request.urlopen(request, timeout=PATIENCE).status == 200
    except urllib.error.HTTPError as error:
        assert error.code == 401
        return False


def write_from(server, origin):
    """The status of a sign-in that a page of this origin sends."""
    request = urllib.request.Request(
        f"{server.address}/v1/players", b"{}", {"Content-Type": "application/json", "Origin": origin})  # fmt: skip
    try:
        return urllib.request.urlopen(request, timeout=PATIENCE).status
    except urllib.error.HTTPError as error:
        return error.code


def test_who_leaves_the_team_is_out_with_the_signal_and_so_is_the_session_at_the_desk(stopped):
    desk = f"http://127.0.0.1:{free_port()}"
    with_desk = f"{OWNED_BY_FILES}desk: {{port: {desk.rpartition(':')[2]}}}\n"
    stopped.config.write_text(with_desk)
    stopped.start()
    cookie = sign_in_to_the_desk(stopped, desk)
    assert stopped.ask("/v1/admin/content/versions", ADMIN_TOKEN)[0] == 200 and is_signed_in(desk, cookie)
    digest = lambda token: hashlib.sha256(token.encode()).hexdigest()  # noqa: E731
    stopped.config.write_text(with_desk.replace(digest(ADMIN_TOKEN), digest("another")))
    reload(stopped, AGAIN)
    assert stopped.ask("/v1/admin/content/versions", ADMIN_TOKEN)[0] == 401 and not is_signed_in(desk, cookie)
    assert stopped.ask("/v1/admin/content/versions", "another")[0] == 200
    assert not stopped.logged("hold after a restart only")


def test_limits_and_origins_hold_with_the_signal(server):
    origin = "https://game.example"
    assert write_from(server, origin) == 403
    server.config.write_text(OWNED_BY_FILES + f"server: {{origins: ['{origin}']}}\nlimits: {{address: 1}}\n")
    reload(server, AGAIN)
    assert write_from(server, origin) == 400
    assert 429 in [write_from(server, origin) for _ in range(8)]
    assert not server.logged("hold after a restart only")


def test_settings_that_can_t_be_read_again_leave_those_in_force_that_were(server):
    server.config.write_text("limits: {player: many}\n")
    reload(server, "so those that were in force go on")
    assert "degraded: settings" in ready(server)
    assert server.ask("/v1/admin/content/versions", ADMIN_TOKEN)[0] == 200
    server.config.write_text(OWNED_BY_FILES)
    reload(server, AGAIN)
    assert ready(server) == "ready\n"


def test_other_roots_of_the_app_store_wait_for_a_restart_as_well(stopped):
    root = stopped.folder / "root.cer"
    root.write_bytes(AppStore().root_file())
    stopped.config.write_text(OWNED_BY_FILES + f"""
apple: {{roots: [root.cer], bundle: {BUNDLE}, environment: Production, products: {{{PRODUCT}: {{coins: 100}}}}}}
""")
    stopped.start()
    reload(stopped, AGAIN)
    assert not stopped.logged("hold after a restart only")
    root.write_bytes(AppStore().root_file())
    reload(stopped, AGAIN)
    [line] = stopped.logged("hold after a restart only")
    assert "sections=apple" in line


def test_broken_files_start_with_the_version_that_was_in_force_and_say_so(stopped):
    stopped.content.write_text(CONTENT.replace("positions: 4", "positions: none", 1))
    stopped.start()
    assert "degraded: the content files can't be used, so content version 1 goes on" in ready(stopped)
    assert [line for line in stopped.logged("stores[0].positions") if line.startswith("error")]
    assert [store["id"] for store in stopped.ask("/v1/stores")[1]] == ["main", "bazaar"]
    # The app secret is a setting, and still holds.
    released = stopped.window("bazaar")["released"]
    assert released and all("box" in key for key in released)


def test_broken_files_stop_a_strict_start_and_one_without_a_version(stopped, tmp_path):
    stopped.content.write_text(CONTENT.replace("positions: 4", "positions: none", 1))
    stopped.begin("--strict")
    assert stopped.process.wait(PATIENCE) == 78
    stopped.data = tmp_path / "other"
    stopped.begin()
    assert stopped.process.wait(PATIENCE) == 78


def test_settings_that_can_t_be_read_stop_the_start(stopped):
    stopped.config.write_text("limits: {player: many}\n" + OWNED_BY_FILES)
    stopped.begin()
    assert stopped.process.wait(PATIENCE) == 78


def test_watched_files_are_read_again_when_they_change(tmp_path):
    server = Operated(tmp_path, settings=OWNED_BY_FILES)
    server.start("--watch")
    try:
        server.content.write_text(CONTENT.replace("title: Operated", "title: Watched"))
        server.wait_for(lambda: "<title>Watched</title>" in page(server))
        (server.folder / "items.yaml").write_text("no items")
        server.wait_for(lambda: "degraded" in ready(server))
        assert "<title>Watched</title>" in page(server)
        (server.folder / "items.yaml").write_text(json.dumps(ITEMS))
        server.wait_for(lambda: "degraded" not in ready(server))
        versions = server.log.count("a content version is in force")
        picture = server.folder / "pictures" / "item-0.png"
        picture.parent.mkdir(exist_ok=True)
        shutil.copy(MASTERS / "lynx.png", picture)
        server.wait_for(lambda: server.log.count("a content version is in force") > versions)
        pack = server.folder / "packs" / "cellar" / "pack.yaml"
        pack.parent.mkdir(parents=True)
        pack.write_text("no pack")
        server.wait_for(lambda: "degraded" in ready(server))
        pack.unlink()
        server.wait_for(lambda: "degraded" not in ready(server))
    finally:
        server.end()
