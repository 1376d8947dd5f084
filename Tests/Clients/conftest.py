"""The vectors that the client is held against, and a real server that it follows and buys from."""

import json
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "Browser"), str(TESTS / "Vectors")]

from shop import Shop  # noqa: E402


@pytest.fixture(scope="session")
def vectors():
    return json.loads((TESTS / "Vectors" / "vectors.json").read_text())


@pytest.fixture(scope="session")
def shop(tmp_path_factory):
    shop = Shop(tmp_path_factory.mktemp("shop"))
    shop.start()
    yield shop
    assert shop.stop(), "The server didn't end by itself when it was asked to."
