"""Servers with the limits that a test wants, which end by themselves when they are asked to."""

import resource
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Kill"))
sys.path.append(str(Path(__file__).resolve().parents[1] / "Browser"))

from pressed_shop import PressedShop  # noqa: E402
from waits import Waits  # noqa: E402

FILES = 16_384


def pytest_collection_modifyitems(items):
    """What is waited for begins first and is asked for last."""
    items.sort(key=lambda item: "waits" in item.fixturenames)


@pytest.fixture(scope="session", autouse=True)
def room_for_files():
    if sys.platform != "linux":
        pytest.skip("addresses of this machine's own and /proc are Linux's")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < FILES:
        pytest.skip(f"this machine lets a process open {hard} files, and these tests need {FILES}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, FILES), hard))


def opened(folder, **options):
    shop = PressedShop(folder, **options).open()
    yield shop
    assert shop.stop(), "The server didn't end by itself when it was asked to."


@pytest.fixture
def shop(tmp_path):
    yield from opened(tmp_path)


@pytest.fixture
def small_shop(tmp_path):
    """One with room for 600 connections, 200 from one address, whose process may open 256 files until it asks for
    more."""
    yield from opened(tmp_path, files=256, connections=600, connectionsPerAddress=200)


@pytest.fixture
def tight_shop(tmp_path):
    """One whose process may open 400 files and no more."""
    yield from opened(tmp_path, files=400, files_at_most=400)


@pytest.fixture
def proxied_shop(tmp_path):
    yield from opened(tmp_path, proxy="true", connections=600, connectionsPerAddress=200)


@pytest.fixture
def crowded_shop(tmp_path):
    """One that lets the whole crowd come from one address."""
    yield from opened(tmp_path, connectionsPerAddress=12_000)


@pytest.fixture(scope="session", autouse=True)
def waiting(room_for_files, tmp_path_factory):
    """Begins what takes longest before everything else, at a server of its own."""
    shops = opened(tmp_path_factory.mktemp("waits"))
    waits = Waits(next(shops))
    waits.start()
    yield waits
    waits.stop()
    next(shops, None)


@pytest.fixture
def waits(waiting):
    return waiting
