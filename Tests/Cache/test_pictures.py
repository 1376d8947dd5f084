"""Pictures through the caches: what isn't there is asked for each time, and by its name alone."""

import time

import pytest
from asking import ask_once

PICTURE = "/v1/pictures/AAAAAAAAAAAAAAAAAAAAAA/96.webp"


def test_a_picture_that_is_not_there_is_not_kept_and_says_so(cache):
    since = time.time()
    answers = [ask_once(cache.port, PICTURE) for _ in range(5)]
    assert {answer.status for answer in answers} == {404}
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}
    assert len(cache.tap.asked(PICTURE, since)) == 5


@pytest.mark.parametrize("width", [96, 192, 288, 480, 720])
def test_neither_a_query_nor_a_token_nor_a_cookie_comes_as_far_as_the_server(cache, width):
    path, since = PICTURE.replace("96", str(width)), time.time()
    headers = {"Authorization": "Bearer x", "Cookie": "a=b"}
    assert {ask_once(cache.port, path + query, headers=headers).status for query in ["?1", "?x=1"]} == {404}
    requests = [request for request in cache.tap.requests if request.at >= since]
    assert [request.path for request in requests] == [path] * 2
    for request in requests:
        names = {line.partition(":")[0].lower() for line in request.head.split("\r\n")[1:]}
        assert not names & {"authorization", "cookie"}, request.head


def test_a_width_that_there_never_is_takes_no_place_in_a_cache(cache):
    path = PICTURE.replace("96", "97") + "?1"
    since = time.time()
    assert {ask_once(cache.port, path).status for _ in range(2)} == {404}
    assert len(cache.tap.asked(path, since)) == 2
