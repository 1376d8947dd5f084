"""The vectors that the client is held against, and a real server that it follows and buys from."""

import json
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "Browser"), str(TESTS / "Vectors")]

from csharp_driver import CSharp, compiled  # noqa: E402
from shop import Shop  # noqa: E402
from smallest_client import Client  # noqa: E402
from smallest_seal import unb64  # noqa: E402


@pytest.fixture(scope="session")
def vectors():
    return json.loads((TESTS / "Vectors" / "vectors.json").read_text())


@pytest.fixture(scope="session")
def shop(tmp_path_factory):
    shop = Shop(tmp_path_factory.mktemp("shop"))
    shop.start()
    yield shop
    assert shop.stop(), "The server didn't end by itself when it was asked to."


@pytest.fixture
def follow(shop):
    """Makes clients in Python, and ends them with the test."""
    clients = []

    def made(store, public_key=None, app_secret=None):
        clients.append(Client(shop.address, store, unb64(public_key or shop.public_key(store)), app_secret))
        return clients[-1]

    yield made
    for client in clients:
        client.close()


@pytest.fixture(scope="session")
def driver(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("csharp"))


@pytest.fixture
def csharp(driver):
    """Starts the client in C#, and ends it with the test."""
    started = []

    def start():
        started.append(CSharp(driver))
        return started[-1]

    yield start
    for program in started:
        program.close()
