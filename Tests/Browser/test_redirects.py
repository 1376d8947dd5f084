"""What carries a secret follows no redirect, and what is public follows each."""

import http.server
import threading

import pages
import pytest

SECRETS = ["signIn", "refresh", "wallet", "inventory", "history", "buy", "look", "events"]


class Moved(pages.Files):
    """Leads every route of the server below /from on to the same below /to, and notes what arrives there."""

    arrived: list[str]

    def do_GET(self):
        if self.path.startswith("/from/"):
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            return self.send(307, "text/plain", b"", {"Location": self.path.replace("/from/", "/to/", 1)})
        if not self.path.startswith("/to/"):
            return super().do_GET()
        self.arrived.append(self.path.removeprefix("/to"))
        return self.send(200, "application/json", b"[]", {})

    do_POST = do_GET


@pytest.fixture
def moved(browser):
    arrived = []
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), type("Handler", (Moved,), {"arrived": arrived, "extra": {"/": pages.BLANK}})
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
    yield page, arrived
    page.close()
    server.shutdown()


ASK = """async (name) => {
    const { liveTrade } = await import("/shelflife/transport/trade-transport.js");
    const { liveTransport } = await import("/shelflife/transport/transport.js");
    const { followPlayerStream } = await import("/shelflife/invitations/player-stream.js");
    const { Invitations } = await import("/shelf-invitations.js");
    const address = `${location.origin}/from`;
    const trade = liveTrade(address);
    const { signal } = new AbortController();
    const order = { chain: "c", slot: 1, position: 0, revision: 0, price: 1 };
    const asks = {
        stores: () => liveTransport(address, null).stores(),
        signIn: () => trade.signIn("credential"),
        refresh: () => trade.refresh("refresh"),
        wallet: () => trade.wallet("token"),
        inventory: () => trade.inventory("token"),
        history: () => trade.history("token", {}),
        buy: () => trade.buy("token", "main", "key", order),
        look: () => new Promise((resolve, delayed) => new Invitations(address).look("secret", { delayed, signal }).then(resolve, delayed)),
        events: () => followPlayerStream(`${address}/v1/player/events`, { token: "token", lastId: null, signal },
            { opened() {}, heard() {}, event() {}, retry() {} }),
    };
    return asks[name]().then(() => null, ({ name, code, message }) => ({ name, code, message }));
}"""


@pytest.mark.parametrize("name", SECRETS)
def test_a_request_that_carries_a_secret_fails_on_a_redirect_and_nothing_arrives_where_it_leads(moved, name):
    page, arrived = moved
    error = page.evaluate(ASK, name)
    assert arrived == []
    assert (error["name"], error["code"]) == ("RedirectError", "request")
    assert "/v1/" in error["message"]


def test_a_public_request_follows_a_redirect(moved):
    page, arrived = moved
    assert page.evaluate(ASK, "stores") is None
    assert arrived == ["/v1/stores"]
