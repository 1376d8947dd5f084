"""A sandboxed frame has no origin and keeps nothing: its store buys where the server sells to it, and with an archive."""

import json
import urllib.request

import pages
import pytest
from shelf_process import ShelfProcess
from waiting import PATIENCE_MS

CARD = "shelf-store [part~=onSale] [part=buy][aria-disabled=false]"
STATUS = "shelf-store [part~=news]"

PAGE = """<!doctype html><meta charset=utf-8><title>game</title>
<iframe sandbox="allow-scripts" src="/frame"></iframe>
<script type="module">
  import { browserPlayerArchive } from "{server}/shelflife.js";
  const archive = browserPlayerArchive();
  const frame = document.querySelector("iframe");
  addEventListener("message", async ({ source, data, ports: [port] }) => {
    const keep = Object.hasOwn(archive, data.call) ? archive[data.call] : null;
    if (source !== frame.contentWindow || !keep || data.given[0] !== "{server}") return;
    await keep(...data.given).then((found) => port.postMessage({ found }), ({ message }) => port.postMessage({ message }));
  });
</script>"""
FRAME = """<!doctype html><meta charset=utf-8><title>shop</title>
<shelf-store server="{server}" store="main" key="{key}"></shelf-store>
<script type="module">{script}</script>"""
PLAIN = 'import "{server}/shelf-store.js"; window.ready = true;'
IN_MEMORY = """
  import { memoryPlayerArchive, ShelfServer, useServer } from "{server}/shelf-store.js";
  useServer(new ShelfServer("{server}", { playerArchive: memoryPlayerArchive() }));
"""
AT_THE_PAGE = """
  import { ShelfServer, useServer } from "{server}/shelf-store.js";
  const ask = (call) => (...given) => new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: { found, message } }) => (message === undefined ? resolve(found) : reject(new Error(message)));
    parent.postMessage({ call, given }, "{game}", [port2]);
  });
  const playerArchive = { credential: ask("credential"), intents: ask("intents"), keep: ask("keep"), forget: ask("forget") };
  window.server = new ShelfServer("{server}", { playerArchive });
  useServer(window.server);
"""


@pytest.fixture(scope="module")
def selling(tmp_path_factory):
    """A server that sells to pages without an origin."""
    process = ShelfProcess(tmp_path_factory.mktemp("selling"))
    config = process.folder / "shelflife.yaml"
    config.write_text(config.read_text().replace("server:\n", "server:\n  origins: ['null']\n"))
    process.start()
    yield process
    process.stop()


@pytest.fixture
def framed(browser):
    """Opens a page of another origin, in whose sandboxed frame the store is. Returns page and frame."""
    contexts, servers = [], []

    def opened(process, script):
        stores = json.load(urllib.request.urlopen(process.address + "/v1/stores"))
        key = next(store["publicKey"] for store in stores if store["id"] == "main")
        made = {}
        server, game = pages.serve(made)
        servers.append(server)
        extra = server.RequestHandlerClass.extra
        named = {"{script}": script, "{server}": process.address, "{key}": key, "{game}": game}
        for path, text in (("/game", PAGE), ("/frame", FRAME)):
            for name, value in named.items():
                text = text.replace(name, value)
            extra[path] = text.encode()
        context = browser.new_context()
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.goto(game + "/game")
        return page, page.frame_locator("iframe")

    yield opened
    for context in contexts:
        context.close()
    for server in servers:
        server.shutdown()


def bought(frame):
    """What the status says after a tap on what is on sale."""
    frame.locator(CARD).first.click()
    status = frame.locator(STATUS)
    status.filter(has_text=".").wait_for()
    return status.inner_text()


def test_without_an_archive_it_shows_the_store_and_says_that_nothing_is_kept(framed, selling):
    _, frame = framed(selling, PLAIN)
    assert "keeps nothing" in bought(frame)


def test_with_an_archive_in_memory_it_buys(framed, selling):
    _, frame = framed(selling, IN_MEMORY)
    assert bought(frame).startswith("You own ")


def test_with_the_archive_of_the_page_around_it_is_the_same_player_after_a_reload(framed, selling):
    page, frame = framed(selling, AT_THE_PAGE)
    assert bought(frame).startswith("You own ")
    player = page.frames[1].evaluate("server.player.id")
    page.reload()
    frame.locator(CARD).first.wait_for()
    owned = page.frames[1].evaluate("async () => [(await server.player.inventory()).length, server.player.id]")
    assert player is not None and owned == [1, player]


def test_where_the_server_does_not_sell_to_it_the_setting_is_named(framed, shelf):
    _, frame = framed(shelf, IN_MEMORY)
    assert "pages without an origin" in (text := bought(frame)) and "Add null to server.origins" in text


def test_a_frame_of_the_server_s_own_address_has_no_origin_either(browser, shelf):
    framed = f'<!doctype html><iframe sandbox="allow-scripts" src="{shelf.address}/healthz"></iframe>'
    server, game = pages.serve({"/game": framed.encode()})
    page = browser.new_context().new_page()
    page.goto(game + "/game")
    found = page.frames[1].evaluate(
        """async (address) => {
            const { memoryPlayerArchive, ShelfServer } = await import(`${address}/shelflife.js`);
            const { player } = new ShelfServer(address, { playerArchive: memoryPlayerArchive() });
            return [location.origin, await player.wallet().catch(({ code, message }) => [code, message])];
        }""",
        shelf.address,
    )
    page.context.close()
    server.shutdown()
    assert found[0] == shelf.address
    assert found[1][0] == "origin" and "Add null to server.origins" in found[1][1]
