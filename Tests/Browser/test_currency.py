"""What a card costs, when its store sells for another currency by now."""

SHOW = """async () => {
    const { CardView } = await import("/storefront/card-view.js");
    const { buyState } = await import("/storefront/buy-state.js");
    const view = new CardView(0, () => {});
    document.body.append(view.element);
    const said = ["coins", "gems"].map((currency, slot) => {
        const card = { item: `item-${slot}`, name: "Kite", set: "toys", price: 5, currency };
        const listing = { id: `listing-${slot}`, slot };
        const shown = { position: 0, listing, card, phase: "onSale", startMs: 0, endMs: 60_000, remainingMs: 30_000, progress: 0.5 };
        const state = buyState(shown, null, false, { balance: 9, trading: true }, { count: 0, numbers: [] }, null);
        view.update(shown, false);
        view.offer(state);
        const texts = [".card-box", ".buy"].map((name) => view.element.querySelector(name).getAttribute("aria-label"));
        return [...texts, view.element.querySelector(".card-currency").textContent];
    });
    view.element.remove();
    return said;
}"""


def test_each_card_is_priced_in_its_own_currency(modules):
    for currency, (card, button, price) in zip(["coins", "gems"], modules.page.evaluate(SHOW)):
        assert card.endswith(f"5 {currency}")
        assert button == f"Buy Kite for 5 {currency}"
        assert price == currency


def test_the_reader_takes_no_card_whose_price_has_no_currency(modules):
    read = """({ readCard }) => {
        const text = new TextEncoder().encode('{"item":"kite","name":"Kite","price":5,"set":"toys"}');
        try {
            return readCard(new Uint8Array([0, text.length, ...text]));
        } catch (error) {
            return error.message;
        }
    }"""
    assert "currency is missing" in modules.run(["card"], read)
