"""One server, with nginx and Varnish in front of it, for all tests."""

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "Browser"), str(TESTS / "API")]

from caches import Nginx, Varnish  # noqa: E402
from origin import Origin  # noqa: E402
from turn import tell  # noqa: E402

KINDS = {kind.name: kind for kind in [Nginx, Varnish]}


@pytest.fixture(scope="session")
def origin(tmp_path_factory):
    process = Origin(tmp_path_factory.mktemp("origin"))
    process.start()
    yield process
    assert process.stop(), "The server didn't end by itself when it was asked to."


@pytest.fixture(scope="session")
def caches(tmp_path_factory, origin):
    started = {}
    try:
        for name, kind in KINDS.items():
            started[name] = kind(tmp_path_factory.mktemp(name), origin)
            started[name].start()
        yield started
    finally:
        for cache in started.values():
            cache.stop()


@pytest.fixture(params=KINDS)
def cache(request, caches):
    """Each in turn."""
    cache = caches[request.param]
    yield cache
    cache.tap.delay = 0


@pytest.fixture(scope="session")
def turn(origin, caches):
    """What happened while a minute turned."""
    return tell(origin, list(caches.values()))
