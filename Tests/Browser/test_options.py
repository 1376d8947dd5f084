"""What a page passes and can't be right is refused with an error that says what was expected and what was found."""

import pytest

FAILURE = """
    const failure = async (work) => {
        try { await work(); return null; } catch ({ name, code, message }) { return { name, code, message }; }
    };
"""


@pytest.fixture
def fail(modules):
    names = ["shelf-server", "shelf-store", "player-archive"]
    return lambda work: modules.run(names, "async (m) => {" + FAILURE + f"return failure(() => {work}); }}")


@pytest.mark.parametrize(
    "given, found",
    [("", "undefined"), ("null", "null"), ("8080", "8080"), ("{}", "[object Object]"), ("'nonsense'", "“nonsense”"), ("''", "“”"),
     ("'/shop'", "“/shop”"), ("'//shop.example'", "“//shop.example”"), ("'localhost:8080'", "“localhost:8080”"),
     ("'mailto:shop@game.example'", "“mailto:shop@game.example”"), ("'ftp://shop.example'", "“ftp://shop.example”"),
     ("'https://shop.example/?store=main'", "“https://shop.example/?store=main”"), ("'https://shop.example/#main'", "“https://shop.example/#main”"),
     ("'https://me:secret@shop.example'", None)],
)  # fmt: skip
def test_an_address_that_is_no_servers_is_refused(fail, given, found):
    error = fail(f"new m.ShelfServer({given})")
    assert (error["name"], error["code"]) == ("OptionError", "address")
    assert error["message"].endswith(" is no address of a server. Write it like https://shop.example.")
    assert "secret" not in error["message"]
    assert found is None or error["message"].startswith(found)


@pytest.mark.parametrize("given, url", [
    ("'https://shop.example'", "https://shop.example"), ("'https://shop.example///'", "https://shop.example"),
    ("'HTTPS://Shop.example:443/'", "https://shop.example"), ("'http://127.0.0.1:8080/games/shop/'", "http://127.0.0.1:8080/games/shop"),
    ("new URL('https://shop.example')", "https://shop.example"),
])  # fmt: skip
def test_one_server_has_one_address_however_it_is_written(modules, given, url):
    assert modules.run(["shelf-server"], f"(m) => new m.ShelfServer({given}).url") == url


@pytest.mark.parametrize("given", ["null", "'https://other.example'", "5"])
def test_parts_that_are_no_object_are_refused(fail, given):
    error = fail(f"new m.ShelfServer('https://shop.example', {given})")
    assert (error["name"], error["code"]) == ("OptionError", "options")
    assert given.strip("'") in error["message"]


KEY = "'cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4'"


@pytest.mark.parametrize("given, code, told", [
    ("", "store", "undefined is no store's id. An id has 1 to 32 characters: a to z, 0 to 9 and -."),
    ("'Main Store', { publicKey: " + KEY + " }", "store", "“Main Store” is no store's id."),
    ("{ id: 'main' }", "store", "[object Object] is no store's id."),
    ("'main'", "options", "A store needs options, at least { publicKey }, and undefined was given."),
    ("'main', null", "options", "null was given."),
    ("'main', " + KEY, "options", "was given."),
    ("'main', {}", "publicKey", "undefined isn't a store's public key. Give as `publicKey` the one that the server's start-up lines and "
     "/v1/stores show, 43 characters of base64url."),
    ("'main', { publicKey: null }", "publicKey", "null isn't a store's public key."),
    ("'main', { publicKey: 'short' }", "publicKey", "“short” isn't a store's public key."),
    ("'main', { publicKey: 'cHCYnlITr2JITQ5q4A+5bipRjkNGTJS5QEfUTHojHJ4=' }", "publicKey", "isn't a store's public key."),
    ("'main', { publicKey: " + KEY + ", appSecret: 'hush' }", "appSecret", "That isn't an app secret. Give as `appSecret` the store's own from the "
     "server's configuration, 43 characters of base64url."),
])  # fmt: skip
def test_a_store_that_cannot_be_is_refused_before_anything_is_asked(fail, given, code, told):
    error = fail(f"new m.ShelfServer('https://shop.example').store({given})")
    assert (error["name"], error["code"]) == ("OptionError", code)
    assert told in error["message"]
    assert "hush" not in error["message"]


def test_no_app_secret_is_none_however_it_is_said(modules):
    assert (
        modules.run(
            ["shelf-server"],
            f"""(m) => [null, undefined].map((appSecret) =>
        new m.ShelfServer("https://shop.example").store("main", {{ publicKey: {KEY}, appSecret }}).id)""",
        )
        == ["main", "main"]
    )


def test_a_later_app_secret_is_checked_as_well_and_not_repeated(fail):
    error = fail(
        f"new m.ShelfServer('https://shop.example').store('main', {{ publicKey: {KEY} }}).addAppSecret('hush')"
    )
    assert (error["name"], error["code"]) == ("OptionError", "appSecret")
    assert "hush" not in error["message"]


def test_a_listener_of_stores_that_cannot_be_called_is_refused(fail):
    error = fail("new m.ShelfServer('https://shop.example').followStores()")
    assert (error["name"], error["code"]) == ("OptionError", "listener")
    assert "undefined" in error["message"]


@pytest.mark.parametrize("wanted, found", [
    ("undefined", "undefined"), ("null", "null"), ("'2'", "“2”"), ("new Event('click')", "[object Event]"), ("{}", "[object Object]"),
    ("shelf[0].listing", "[object Object]"), ("shelf[0].card", "[object Object]"), ("shelf", "[object Array]"), ("() => 2", "a function"),
    ("4", "4"), ("-1", "-1"), ("1.5", "1.5"), ("NaN", "NaN"),
])  # fmt: skip
def test_only_a_position_can_be_bought_and_the_error_says_which_there_are(play, wanted, found):
    error = play(FAILURE + f"""
        const server = serverAt(startMs(241));
        server.store.start();
        await pass(900);
        const shelf = server.store.shelf();
        const error = await failure(() => server.store.buy({wanted}));
        server.store.stop();
        return error;""")
    assert (error["name"], error["code"]) == ("OptionError", "position")
    assert error["message"] == f"{found} is no position. Give `buy` one from `shelf()`, or its number, 0 to 3."


def test_before_the_first_window_every_number_may_be_a_position(play):
    codes = play(FAILURE + """
        const server = serverAt(startMs(241));
        server.held = new Promise(() => {});
        server.store.start();
        await pass(900);
        const codes = [];
        for (const wanted of [3, 99, -1]) codes.push((await failure(() => server.store.buy(wanted))).code);
        server.store.stop();
        return codes;""")  # fmt: skip
    assert codes == ["clock_unsure", "clock_unsure", "position"]


def test_a_store_that_is_not_running_says_so_when_somebody_buys(play):
    found = play(FAILURE + """
        const server = serverAt(startMs(241));
        const told = [];
        const buy = (wanted) => failure(() => server.store.buy(wanted)).then((error) => told.push(error));
        buy(0);
        server.store.start();
        await pass(900);
        const seen = server.store.shelf()[0];
        server.store.stop();
        buy(seen);
        await pass(100);
        return told;""")  # fmt: skip
    assert [(error["name"], error["code"]) for error in found] == [("PurchaseError", "not_running")] * 2
    assert found[0]["message"] == "The store isn't running, so nothing was bought. Start it, then try again."
