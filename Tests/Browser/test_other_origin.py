"""A page of another origin than the server's shows a store, and is told at once when it may not buy there."""

import pytest
from shelf_process import ShelfProcess

BUY = """async ({ address, stop }) => {
    const { ShelfServer } = await import(`${address}/shelflife.js`);
    const server = new ShelfServer(address);
    const stores = await (await fetch(`${address}/v1/stores`)).json();
    const store = server.store("main", { publicKey: stores.find(({ id }) => id === "main").publicKey });
    store.start();
    const begun = () => store.shelf().find(({ phase, tapGuarded }) => phase === "onSale" && !tapGuarded);
    while (!begun()) await new Promise((resolve) => setTimeout(resolve, 50));
    const tapped = performance.now();
    try {
        return { item: (await store.buy(begun())).item };
    } catch (error) {
        const left = await server.pendingPurchases();
        return { code: error.code, message: error.message, ms: performance.now() - tapped, left: left.length };
    } finally {
        store.stop();
    }
}"""


@pytest.fixture
def selling(tmp_path):
    """Starts a server that sells to pages of this origin, too."""
    started = []

    def start(origin):
        process = ShelfProcess(tmp_path)
        config = tmp_path / "shelflife.yaml"
        if origin:
            config.write_text(config.read_text().replace("server:\n", f"server:\n  origins: ['{origin}']\n"))
        process.start()
        started.append(process)
        return process

    yield start
    for process in started:
        process.stop()


def bought(browser, module_server, shelf):
    page = browser.new_context().new_page()
    page.goto(module_server + "/")
    found = page.evaluate(BUY, {"address": shelf.address})
    page.context.close()
    return found


def test_a_page_that_may_not_buy_is_told_which_setting_lets_it(browser, module_server, selling):
    found = bought(browser, module_server, selling(None))
    assert found["code"] == "origin" and found["ms"] < 5000, found
    assert module_server in found["message"] and "server.origins" in found["message"]
    assert found["left"] == 0


def test_a_page_of_an_origin_that_is_listed_buys(browser, module_server, selling):
    assert "item" in bought(browser, module_server, selling(module_server))
