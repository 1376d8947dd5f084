"""Pages that buy at a trading post: a page of the SDK alone, and the storefront."""

import time

from trading_post import STORE, VECTORS, Stall, TradingPost
from waiting import PATIENCE, PATIENCE_MS

OPEN = """async ({ store, publicKey, appSecret, start }) => {
    window.sdk = await import("/shelflife.js");
    window.server = new sdk.ShelfServer(location.origin);
    window.store = server.store(store, { publicKey, ...(appSecret ? { appSecret } : {}) });
    window.heard = [];
    window.store.addEventListener("purchase", ({ detail }) => heard.push(detail));
    window.bought = (receipt) => ({ number: receipt.number, item: receipt.item, key: receipt.key, price: receipt.price });
    window.failed = (error) => ({ name: error.name, code: error.code, replayed: error.replayed ?? null });
    const late = () => new Promise((resolve) => setTimeout(() => resolve({ name: "nothing came of it", code: "" }), 120_000));
    window.buy = (wanted) => Promise.race([window.store.buy(wanted).then(bought, failed), late()]);
    if (!start) return;
    window.store.start();
    while (!(server.reading().state !== "unsynced" && window.store.positions)) await new Promise((next) => setTimeout(next, 20));
    while (appSecret && !window.store.shelf().every(({ card, tapGuarded }) => card && !tapGuarded)) await new Promise((next) => setTimeout(next, 20));
}"""


class Shop:
    """One browser that a person has, in which pages are opened, and the post it buys at."""

    def __init__(self, browser, post=None, **options):
        self.post = post or TradingPost()
        self.stall = Stall(self.post)
        self.browser = browser
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(PATIENCE_MS)
        self.errors = []

    def sdk(self, page=None, secret=True, start=True):
        page = page or self.context.new_page()
        page.goto(self.stall.address + "/blank")
        argument = {"store": STORE, "publicKey": VECTORS["signing"]["publicKey"], "start": start,
                    "appSecret": VECTORS["appSecret"] if secret else None}  # fmt: skip
        page.evaluate(OPEN, argument)
        return page

    def storefront(self, has_own_time=False):
        """Opens it; with a time of its own, which a test can let pass by `page.clock`."""
        page = self.context.new_page()
        if has_own_time:
            page.clock.install()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self.stall.address + "/")
        page.wait_for_selector(".buy[data-buy=ready]")
        page.wait_for_function("() => document.querySelector('.wallet-amount').textContent !== '–'")
        return page

    def skip_to(self, page, seconds):
        """Has the post tell another time from now on, as a server does whose clock was set: that of a number of seconds after it
        opened. The page takes it up with the next exchange, which it makes at once."""
        self.post.skip_to(seconds)
        self.hurry(page)

    @staticmethod
    def hurry(page):
        """Ends the page's waits for another try, as a network does that is back."""
        page.evaluate("() => void dispatchEvent(new Event('online'))")

    def wait_for(self, holds):
        """Waits until something is true of the post."""
        deadline = time.monotonic() + PATIENCE
        while not holds(self.post):
            assert time.monotonic() < deadline, [request["path"] for request in self.post.sent()]
            time.sleep(0.02)

    def close(self):
        self.context.close()
        self.stall.close()
        assert not self.errors
