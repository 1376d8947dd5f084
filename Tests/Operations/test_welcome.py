"""A gift that is welcome nowhere: settings name a currency, and content is what has it or not."""

import pytest
from operated import ADMIN_TOKEN, CONTENT, SETTINGS, Operated

TWO_GIFTS = SETTINGS.replace("{coins: 100}", "{coins: 100, gems: 5}")
WITH_GEMS = CONTENT.replace("lead: 10m}", "lead: 10m, currency: gems}")


@pytest.fixture
def opened(tmp_path):
    """Starts a server with this content, whose settings give players coins and gems."""
    servers = []

    def start(content):
        servers.append(Operated(tmp_path, settings=TWO_GIFTS, content=content).start())
        return servers[-1]

    yield start
    for server in servers:
        server.end()


def given_to(server, name):
    balances = server.ask("/v1/player", server.sign_in(name)["token"])[1]["balances"]
    return {currency: balance for currency, balance in balances.items() if balance}


def told_in(lines):
    return [line for line in lines if "players.welcome" in line and "gems" in line]


def checked(server):
    done = server.run("check", str(server.config))
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()


def test_a_gift_in_a_currency_of_no_store_is_warned_of_and_not_given(opened):
    server = opened(CONTENT)
    assert told_in(checked(server))
    server.wait_for(lambda: server.logged("started"))
    assert len(told_in(server.logged("warning"))) == 1
    assert given_to(server, "paula") == {"coins": 100}


def test_a_publication_that_removes_a_currency_is_told_that_a_gift_of_it_ends(opened):
    server = opened(WITH_GEMS)
    assert not told_in(checked(server)) and not told_in(server.log.splitlines())
    assert given_to(server, "paula") == {"coins": 100, "gems": 5}
    files = server.ask("/v1/admin/content/versions/1/files", ADMIN_TOKEN)[1]["files"]
    for file in files:
        file["text"] = file["text"].replace(", currency: gems", "")
    status, answer = server.ask(
        "/v1/admin/content/versions", ADMIN_TOKEN, {"files": files, "reason": "no gems", "base": 1})
    assert status == 200 and told_in(warning["text"] for warning in answer["warnings"]), answer
    assert given_to(server, "ralph") == {"coins": 100}
    assert given_to(server, "paula") == {"coins": 100, "gems": 5}, "what somebody has stays"
