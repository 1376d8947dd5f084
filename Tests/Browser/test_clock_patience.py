"""Right after a start `buy` waits for the server's time, for five seconds at most, as in Swift."""

import pytest

# A listing as an earlier visit drew it; and a store that has only just been started, whose server tells the time when
# `tell` is called. `orders` is what the server was asked to sell, `came` what each `buy` came to.
STARTED = """
const sdk = await import("/shelflife.js");
const visit = serverAt(startMs(241));
visit.store.start();
await pass(900);
const seen = { ...visit.store.shelf()[0], tapGuarded: false, card: { item: "star", name: "Star", price: 1 } };
visit.store.stop();
const orders = [], came = [];
let tell;
const told = new Promise((resolve) => (tell = resolve));
let { exchange } = visit.parts.transport;
const server = new sdk.ShelfServer("https://shop.test", {
    ...visit.parts,
    transport: { ...visit.parts.transport, exchange: async () => (await told, exchange()) },
    playerArchive: sdk.memoryPlayerArchive(),
    trade: {
        signIn: async () => ({ player: "17", token: "t", refreshToken: "r", expiresIn: 900 }),
        buy: async (token, store, key, { chain, slot, position, revision }) => {
            orders.push(`${chain}.${slot}.${position}.${revision}`);
            throw new sdk.ProblemError({ code: "sold_out" }, 409);
        },
    },
});
const store = server.store("main", { publicKey: argument.publicKey });
const buy = (wanted) => void store.buy(wanted).then(({ item }) => came.push(item), ({ code }) => came.push(code));
"""
END = "store.stop(); return { orders, came, listing: seen.listing.id };"


def test_a_tap_right_after_a_start_waits_for_the_time_and_then_buys(play):
    found = play(STARTED + """
        store.start();
        buy(seen);
        await pass(4900);
        came.push(orders.length);
        tell();
        await pass(50);""" + END)  # fmt: skip
    assert found["orders"] == [found["listing"]] and found["came"] == [0, "sold_out"]


def test_it_waits_five_seconds_and_no_longer(play):
    found = play(STARTED + """
        store.start();
        buy(seen);
        await pass(4990);
        came.push("4.99 s later");
        await pass(20);""" + END)  # fmt: skip
    assert found["orders"] == [] and found["came"] == ["4.99 s later", "clock_unsure"]
    assert play("return (await import('/shelflife.js')).CLOCK_PATIENCE_MS;") == 5000


def test_several_taps_that_wait_are_one_purchase(play):
    found = play(STARTED + """
        store.start();
        buy(seen);
        await pass(1000);
        buy(seen);
        tell();
        await pass(50);""" + END)  # fmt: skip
    assert found["orders"] == [found["listing"]] and found["came"] == ["sold_out", "sold_out"]


def test_what_was_replaced_by_something_else_meanwhile_is_not_bought(play):
    found = play(STARTED + """
        exchange = async () => {
            const { serverSentUs, ...found } = await visit.parts.transport.exchange();
            const later = serverSentUs + Math.round(1000 * (seen.endMs - startMs(241)));
            return { ...found, serverReceivedUs: later, serverSentUs: later };
        };
        store.start();
        buy(seen);
        tell();
        await pass(50);""" + END)  # fmt: skip
    assert found["orders"] == [] and found["came"] == ["changed"]


def test_while_no_window_has_come_the_server_decides(play):
    found = play(STARTED + """
        visit.offline = true;
        visit.saved.clear();
        store.start();
        buy(seen);
        tell();
        await pass(500);""" + END)  # fmt: skip
    assert found["orders"] == [found["listing"]]


@pytest.mark.parametrize("wanted", ["0", "{ ...seen, listing: null, card: null }"])
def test_what_names_no_listing_waits_for_nothing(play, wanted):
    assert play(STARTED + f"store.start(); buy({wanted}); await pass(1);" + END)["came"] == ["clock_unsure"]


def test_a_store_that_is_stopped_meanwhile_buys_nothing(play):
    found = play(STARTED + """
        store.start();
        buy(seen);
        await pass(100);
        store.stop();
        tell();
        await pass(6000);""" + END)  # fmt: skip
    assert found["orders"] == [] and found["came"] == ["not_running"]
