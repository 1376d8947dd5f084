"""A live region is written only with other words than it has, because a screen reader reads out what is written."""

from stalls import Shop


def test_what_stands_in_a_live_region_already_is_not_written_again(browser):
    shop = Shop(browser)
    page = shop.storefront()
    assert page.evaluate("""async () => {
        const { Announcer } = await import("/storefront/announcer.js");
        const region = document.querySelector(".announcer");
        let written = 0;
        new MutationObserver((records) => (written += records.length)).observe(region, { childList: true, characterData: true, subtree: true });
        const announcer = new Announcer();
        const card = { name: "Star", price: 1, currency: "coins" };
        for (let again = 0; again < 3; again++) announcer.sayChanged(card);
        for (let again = 0; again < 3; again++) announcer.startQuiet(0);
        await new Promise((resolve) => setTimeout(resolve));
        return written;
    }""") == 2, "one text comes and goes"
    shop.close()
