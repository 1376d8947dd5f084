"""Pages that buy at a trading post: a page of the SDK alone, and the storefront."""

from trading_post import STORE, VECTORS, Stall, TradingPost

OPEN = """async ({ store, publicKey, appSecret, start }) => {
    window.sdk = await import("/shelflife.js");
    window.server = new sdk.ShelfServer(location.origin);
    window.store = server.store(store, { publicKey, ...(appSecret ? { appSecret } : {}) });
    window.heard = [];
    window.store.addEventListener("purchase", ({ detail }) => heard.push(detail));
    window.bought = (receipt) => ({ number: receipt.number, item: receipt.item, key: receipt.key, price: receipt.price });
    window.failed = (error) => ({ name: error.name, code: error.code, replayed: error.replayed ?? null });
    const late = () => new Promise((resolve) => setTimeout(() => resolve({ name: "nothing came of it", code: "" }), 20_000));
    window.buy = (wanted) => Promise.race([window.store.buy(wanted).then(bought, failed), late()]);
    if (!start) return;
    window.store.start();
    while (!(server.reading().state !== "unsynced" && window.store.positions)) await new Promise((next) => setTimeout(next, 20));
    while (appSecret && !window.store.shelf().every(({ card, tapGuarded }) => card && !tapGuarded)) await new Promise((next) => setTimeout(next, 20));
}"""


class Shop:
    """One browser that a person has, in which pages are opened; and the post it buys at, open for `after_s` already."""

    def __init__(self, browser, post=None, after_s=0, **options):
        self.post = post or TradingPost()
        self.post.opened -= after_s
        self.stall = Stall(self.post)
        self.browser = browser
        self.context = browser.new_context(**options)
        self.errors = []

    def sdk(self, page=None, secret=True, start=True):
        page = page or self.context.new_page()
        page.goto(self.stall.address + "/blank")
        argument = {"store": STORE, "publicKey": VECTORS["signing"]["publicKey"], "start": start,
                    "appSecret": VECTORS["appSecret"] if secret else None}  # fmt: skip
        page.evaluate(OPEN, argument)
        return page

    def storefront(self):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self.stall.address + "/")
        page.wait_for_selector(".buy[data-buy=ready]", timeout=10_000)
        page.wait_for_function("() => document.querySelector('.wallet-amount').textContent !== '–'", timeout=5000)
        return page

    def close(self):
        self.context.close()
        self.stall.close()
        assert not self.errors
