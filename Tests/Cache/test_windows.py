"""Windows through the caches: a crowd costs the server next to nothing, and sees what is new."""

import asyncio
import re
import time
from datetime import datetime, timedelta, timezone

import pytest
from asking import ask_at_once, ask_once
from caches import OPERATIONS
from origin import PREFETCHED, QUICK, SEALED, STORES, newest_sequence, read_header
from turn import CLIENTS, window_of

# What a client may be shown late: a second by Cache-Control, and one by which caches round.
LATE = 2.0


@pytest.mark.parametrize("store", STORES)
def test_ten_thousand_clients_cost_the_server_one_request_a_minute_for_each_store(turn, cache, store):
    answers = [answer for answer in turn.answers[cache.name] if answer.path == window_of(store)]
    assert len(answers) == CLIENTS and {answer.status for answer in answers} == {200}
    asked = [request.at - turn.at for request in turn.asked_of_origin[cache.name][store]]
    told = f"{cache.name}, {store}: the server was asked {[round(at, 2) for at in asked]} s from the turn"
    print(told)
    # Where the server itself is late, it is asked again each second.
    after = sum(at >= 0 for at in asked)
    assert len(asked) - after <= 1 <= after <= 1 + int(turn.new_since - turn.at), told


@pytest.mark.parametrize("store", STORES)
def test_everyone_is_given_the_newest_window_or_for_two_seconds_the_one_before(turn, cache, store):
    answers = [answer for answer in turn.answers[cache.name] if answer.path == window_of(store)]
    bodies = {answer.headers["etag"]: answer.body for answer in answers}
    assert all(answer.body == bodies[answer.headers["etag"]] for answer in answers)
    sequences = {tag: read_header(body)["sequence"] for tag, body in bodies.items()}
    old = [answer.asked - turn.new_since for answer in answers
           if sequences[answer.headers["etag"]] < turn.newest(answer.asked - LATE)]  # fmt: skip
    assert not old, f"{len(old)} were given an older window, the last {max(old):.2f} s after it was there"
    assert set(sequences.values()) == {newest_sequence(turn.at) - 1, newest_sequence(turn.at)}


def test_who_comes_after_a_quiet_time_is_given_the_newest_too_and_a_crowd_costs_one_request(turn, cache):
    before, *after = sorted(turn.after_quiet[cache.name], key=lambda answer: answer.asked)
    assert read_header(before.body)["sequence"] == newest_sequence(turn.at) - 1
    assert {read_header(answer.body)["sequence"] for answer in after} == {newest_sequence(turn.at)}
    assert len([request for request in turn.asked_of_origin[cache.name][QUICK] if request.at >= turn.at]) == 1


def test_nobody_in_the_crowd_waits_longer_than_a_moment(turn, cache):
    waited = sorted(answer.answered - answer.asked for answer in turn.answers[cache.name])
    assert waited[-1] < 2, f"one waited {waited[-1]:.2f} s"


def test_who_keeps_a_window_from_a_cache_does_so_for_two_seconds_after_the_next_is_due_at_most(turn, cache):
    for answer in turn.answers[cache.name]:
        kept = int(answer.headers["cache-control"].removeprefix("public, max-age=")) - int(answer.headers.get("age", 0))
        due = 60 * (read_header(answer.body)["sequence"] + 1)
        # Who keeps it counts from the request (RFC 9111, section 4.2.3).
        assert answer.asked + kept <= max(due, answer.asked) + LATE, answer


def test_a_coming_window_is_there_under_its_number_as_soon_as_it_is_at_the_server(turn, cache):
    told = turn.numbered.told(cache.name)
    assert told["before", False] > 30 and told["after", True] > 30, told
    assert told["after", False] == 0, told
    assert turn.numbered.bodies(cache.name) == turn.numbered.bodies("origin")


def test_a_window_under_its_number_is_fetched_once(origin, cache):
    sequence = read_header(origin.get(window_of(PREFETCHED)))["sequence"]
    path = f"/v1/stores/{PREFETCHED}/windows/{sequence}"
    cache.tap.delay = 0.03
    answers = asyncio.run(ask_at_once(cache.port, [path] * 50)) + [ask_once(cache.port, path + "?again")]
    assert {answer.status for answer in answers} == {200} and len({answer.body for answer in answers}) == 1
    assert {answer.headers["cache-control"] for answer in answers} == {"public, max-age=3600, immutable"}
    assert len(cache.tap.asked(path)) == 1


def test_the_file_for_old_clients_is_fetched_once_a_minute_and_is_the_servers(origin, cache):
    path = f"/v1/stores/{PREFETCHED}/legacy"
    whole = _within_a_minute(cache, path)
    since = time.time()
    answers = asyncio.run(ask_at_once(cache.port, [path, path + "?x=1"] * 25))
    assert {answer.status for answer in answers} == {200}
    assert {answer.body for answer in answers} == {whole.body} == {origin.get(path)}
    assert ask_once(cache.port, path, headers={"If-None-Match": whole.headers["etag"]}).status == 304
    assert not cache.tap.asked(path, since)
    assert ask_once(cache.port, f"/v1/stores/{SEALED}/legacy").status == 404


def test_who_has_the_window_is_told_so_by_the_cache(cache):
    path = window_of(SEALED)
    whole = _within_a_minute(cache, path)
    since = time.time()
    again = ask_once(cache.port, path, headers={"If-None-Match": whole.headers["etag"]})
    head = ask_once(cache.port, path, "HEAD")
    other = ask_once(
        cache.port,
        path,
        headers={"If-None-Match": '"other"', "Authorization": "Bearer x", "Origin": "https://a.example"},
    )
    assert again.status == 304 and again.headers["etag"] == whole.headers["etag"]
    assert head.status == 200 and head.headers["content-length"] == str(len(whole.body))
    assert other.status == 200 and other.body == whole.body
    for answer in [whole, again, head, other]:
        assert answer.headers["access-control-allow-origin"] == answer.headers["timing-allow-origin"] == "*"
    assert not cache.tap.asked(path, since)


def _within_a_minute(cache, path):
    """A window that is the newest for some seconds yet."""
    left = 60 - time.time() % 60
    if left < 10:
        time.sleep(left + 3)
    return ask_once(cache.port, path)


def test_neither_a_query_nor_another_host_makes_another_copy(cache):
    path = window_of(SEALED)
    _within_a_minute(cache, path)
    since = time.time()
    for number in range(20):
        assert ask_once(cache.port, f"{path}?{number}", headers={"Host": f"host-{number}"}).status == 200
    assert not [request for request in cache.tap.requests if request.at >= since and request.path.startswith(path)]


@pytest.mark.parametrize("spelling", ["http://shelf{0}", "https://shelf{0}", "HTTPS://other:443{0}", "ftp://shelf{0}", "{0}/", "/{0}", "/.{0}",
                                      "/x/..{0}", "{0};a=b", "{0}#x", "{0}%20", "/v1/stores/main/%77indow"])  # fmt: skip
def test_no_spelling_of_a_window_goes_past_the_cache(cache, spelling):
    path = window_of(SEALED)
    whole = _within_a_minute(cache, path)
    since = time.time()
    answer = ask_once(cache.port, spelling.format(path))
    assert answer.status in (400, 404) or answer.body == whole.body
    assert not [request for request in cache.tap.requests if request.at >= since]


@pytest.mark.parametrize("scheme", ["http", "https", "HttpS"])
def test_a_whole_address_is_answered_as_its_path_is(cache, scheme):
    whole = _within_a_minute(cache, window_of(SEALED))
    assert ask_once(cache.port, f"{scheme}://shelf{window_of(SEALED)}?x").body == whole.body
    assert ask_once(cache.port, f"{scheme}://shelf").status == ask_once(cache.port, f"{scheme}://shelf?x").status == 200


@pytest.mark.parametrize("path", ["/v1/stores/none/window", "/v1/stores/main/windows/99999999999"])
def test_what_is_not_there_is_not_kept_and_says_so(cache, path):
    since = time.time()
    answers = [ask_once(cache.port, path) for _ in range(5)]
    assert {answer.status for answer in answers} == {404}
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}
    assert len(cache.tap.asked(path, since)) == 5


def test_nginx_names_a_copy_of_the_newest_window_anew_a_second_after_each_minute():
    """The names come round after three minutes at least, of which nothing is left after 70 s."""
    table = re.search(r"map \$time_iso8601 \$minute {(.*?)}", (OPERATIONS / "nginx.conf").read_text(), re.DOTALL)[1]
    *rows, (word, last) = (line.split() for line in table.replace(";", "").strip().splitlines())
    start, used = datetime(2026, 11, 21, 22, 0, 1, tzinfo=timezone(timedelta(hours=5, minutes=45))), {}
    for second in range(3600):
        text = (start + timedelta(seconds=second)).isoformat()
        name = next((name for pattern, name in rows if re.search(pattern[1:], text)), last)
        minutes_ago = second // 60 - used.get(name, -60)
        assert word == "default" and (minutes_ago == 0 if second % 60 else minutes_ago >= 3), text
        used[name] = second // 60
