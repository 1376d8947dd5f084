"""Who the player is to the server: one credential, one sign-in at a time, tokens renewed in time."""

import pytest

HARNESS = """
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const asked = [];
let localMs = 0;
let serial = 0;
const problem = (code, status) => new m.ProblemError({ code }, status);
const issue = () => ({ player: "17", token: `t${++serial}`, refreshToken: `r${serial}`, expiresIn: 900 });
const fails = {};
const answered = async (name, value, make) => {
    asked.push(value === undefined ? name : `${name} ${value}`);
    await wait(5);
    const failure = fails[name]?.shift();
    if (failure) throw failure;
    return make();
};
const trade = {
    signIn: (credential) => answered("signIn", credential.length, issue),
    refresh: (token) => answered("refresh", token, issue),
    wallet: (token) => answered("wallet", token, () => ({ player: "17", balances: { coins: 1000 } })),
    inventory: (token) => answered("inventory", token, () => []),
};
const archive = m.memoryPlayerArchive();
let paid;
const player = new m.Player({ server: "test", trade, archive, localMs: () => localMs, lend: (lent) => (paid = lent) });
"""


@pytest.fixture
def play(modules):
    names = ["player", "player-archive", "purchase-errors", "transport-errors"]
    return lambda body, **argument: modules.run(names, "async (m, argument) => {" + HARNESS + body + "}", argument)


def test_nothing_is_asked_before_somebody_wants_to_know(play):
    assert play("await wait(20); return asked") == []


def test_many_who_wait_sign_in_once_with_a_credential_of_32_bytes(play):
    asked = play("await Promise.all([player.wallet(), player.inventory(), player.wallet()]); return asked")
    assert sorted(asked) == ["inventory t1", "signIn 43", "wallet t1", "wallet t1"]


def test_two_tabs_of_a_browser_keep_one_credential_and_so_are_one_player(modules):
    one, other, again = modules.run(["player-archive"], """async (m) => {
        const tabs = [m.browserPlayerArchive(), m.browserPlayerArchive()];
        const server = `https://${Math.random()}.example`;
        const found = await Promise.all(tabs.map((tab, index) => tab.credential(server, `made ${index}`)));
        return [...found, await m.browserPlayerArchive().credential(server, "made later")];
    }""")
    assert one == other == again


def test_intents_are_kept_by_server_and_forgotten_by_key(modules):
    assert modules.run(["player-archive"], """async (m) => {
        const server = `https://${Math.random()}.example`;
        const kept = m.browserPlayerArchive();
        for (const key of ["b", "a"]) await kept.keep(server, { key, endMs: key === "a" ? 1 : 2 });
        await kept.keep(server + "/other", { key: "c", endMs: 0 });
        const before = (await m.browserPlayerArchive().intents(server)).map(({ key }) => key);
        await kept.forget(server, "a");
        return [before, (await kept.intents(server)).map(({ key }) => key)];
    }""") == [["a", "b"], ["b"]]


def test_a_token_is_used_until_half_a_minute_before_its_end_and_then_refreshed(play):
    asked = play("""
        for (const ms of [0, 869_000, 870_000]) { localMs = ms; await player.inventory(); }
        return asked;""")
    assert asked == ["signIn 43", "inventory t1", "inventory t1", "refresh r1", "inventory t2"]


def test_a_refresh_token_that_is_refused_is_replaced_by_signing_in_and_never_shown_again(play):
    asked = play("""
        await player.inventory();
        localMs = 900_000;
        fails.refresh = [problem("unauthorized", 401)];
        await player.inventory();
        localMs = 1_800_000;
        await player.inventory();
        return asked.filter((what) => !what.startsWith("inventory"));""")
    assert asked == ["signIn 43", "refresh r1", "signIn 43", "refresh r2"]


def test_a_server_that_can_not_answer_a_refresh_does_not_cost_the_refresh_token(play):
    asked = play("""
        await player.inventory();
        localMs = 900_000;
        fails.refresh = [problem("unavailable", 503), new m.RequestError("lost")];
        for (let i = 0; i < 2; i++) await player.inventory().catch(() => {});
        await player.inventory();
        return asked.filter((what) => !what.startsWith("inventory"));""")
    assert asked == ["signIn 43", "refresh r1", "refresh r1", "refresh r1"]


def test_a_token_that_is_refused_early_is_renewed_once_for_all_who_used_it(play):
    asked = play("""
        await player.inventory();
        fails.wallet = [problem("unauthorized", 401)];
        fails.inventory = [problem("unauthorized", 401)];
        await Promise.all([player.wallet(), player.inventory()]);
        return asked.slice(2);""")
    assert asked[:3] == ["wallet t1", "inventory t1", "refresh r1"]
    assert sorted(asked[3:]) == ["inventory t2", "wallet t2"]


def test_a_second_refusal_is_told_and_not_tried_for_ever(play):
    code, asked = play("""
        fails.wallet = Array.from({ length: 9 }, () => problem("unauthorized", 401));
        const code = await player.wallet().catch((error) => error.code);
        return [code, asked.length];""")
    assert (code, asked) == ("unauthorized", 4)


def test_a_balance_that_a_purchase_told_is_not_overwritten_by_an_answer_from_before_it(play):
    shown, asked = play("""
        const shown = [];
        let coins = 1000, answer, isAsked;
        const first = new Promise((resolve) => (isAsked = resolve)), late = new Promise((resolve) => (answer = resolve));
        trade.wallet = async () => {
            const balances = { coins };
            asked.push("wallet");
            isAsked();
            await late;
            return { player: "17", balances };
        };
        player.addEventListener("wallet", () => shown.push(player.balances.coins));
        const looking = player.wallet();
        await first;
        coins = 880;
        paid("coins", coins);
        answer();
        await looking;
        return [shown, asked.filter((what) => what === "wallet").length];""")
    assert (shown, asked) == ([880, 880], 2)


def test_without_storage_nobody_signs_in(play):
    name, asked = play("""
        const broken = { ...archive, credential: async () => { throw new Error("blocked"); } };
        const other = new m.Player({ server: "test", trade, archive: broken, localMs: () => 0 });
        return [await other.wallet().catch((error) => error.name), asked];""")
    assert (name, asked) == ("NotKeptError", [])
