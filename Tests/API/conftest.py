"""A server whose routes are asked everything, and its own description of them."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))

from api_shelf import APIShelf  # noqa: E402
from asker import Asker  # noqa: E402
from described import Description  # noqa: E402
from meeting import ShortLived  # noqa: E402


def started(folder, **options):
    process = APIShelf(folder, **options)
    process.start()
    yield process
    assert process.stop(), "The server didn't end by itself when it was asked to."


@pytest.fixture(scope="session")
def api(tmp_path_factory):
    yield from started(tmp_path_factory.mktemp("api"))


@pytest.fixture(scope="session")
def slow_api(tmp_path_factory):
    """One that lets each address and each player in once a second."""
    yield from started(tmp_path_factory.mktemp("slow"), rate=1)


@pytest.fixture(scope="session")
def bare_api(tmp_path_factory):
    """One that takes nothing from an App Store, and where players can't invite each other."""
    yield from started(tmp_path_factory.mktemp("bare"), is_bare=True)


@pytest.fixture(scope="session")
def files_api(tmp_path_factory):
    """One that sells what its files say, and nothing that anybody publishes in another way."""
    yield from started(tmp_path_factory.mktemp("files"), by_files=True)


@pytest.fixture(scope="session")
def description(api):
    return Description(api.document())


@pytest.fixture(scope="session")
def short_lived(api):
    """An invitation and a link that are good for a minute. They are made first, so that hardly anybody waits for their
    end."""
    return ShortLived(Asker(api))


@pytest.fixture(scope="session")
def ask(api, short_lived):
    return Asker(api)
