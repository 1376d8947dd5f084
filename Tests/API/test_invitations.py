"""Players make matches and invite each other, and nobody learns what is only for another one."""

import json
import re
import secrets
from concurrent.futures import ThreadPoolExecutor

import pytest
from api_shelf import ADMIN, AUDITOR, SUPPORT
from asker import SEEN, Asker
from meeting import Friend, bytes_of, code_of_nobody
from streams import events, opened
from windows import b64

LONG = b'{"secret": "' + b"a" * 70_000 + b'"}'
NO_ID = "A" * 22
KEY = {"$ref": "#/components/parameters/IdempotencyKey"}
MOST_BLOCKS = 500
BY_ADMINS = ["listInvitationsAsAdmin", "endInvitations"]
PARTS = {"match": NO_ID, "invitation": NO_ID, "link": NO_ID, "block": NO_ID, "player": 1}


def operations(description):
    """By name: every operation for invitations, and the values that its path needs."""
    return {
        name: {part: value for part, value in PARTS.items() if f"{{{part}}}" in path}
        for name, (_, path, operation) in description.operations.items()
        if operation["tags"] == ["Matches"] or name in BY_ADMINS
    }


def body_of(description, name):
    return {} if "requestBody" in description.operations[name][2] else None


@pytest.fixture
def two(ask):
    return Friend(ask), Friend(ask)


def test_there_are_no_invitations_where_none_are_configured(bare_api):
    ask = Asker(bare_api)
    token = bare_api.new_player()["token"]
    asked = operations(ask.description)
    assert len(asked) == 21
    for name, parts in asked.items():
        who = ADMIN if name in BY_ADMINS else token
        assert ask(name, body_of(ask.description, name), who, "k", **parts)[0] == "not_found"
    assert ask("streamPlayer", token=token)[0] == "not_found"
    unknown = bare_api.ask("GET", "/v1/player/none", token=token).read()
    assert bare_api.ask("GET", "/v1/player/matches", token=token).read() == unknown


def test_a_token_is_needed_and_a_short_body(ask):
    token = ask.player()
    for name, parts in operations(ask.description).items():
        body, security = body_of(ask.description, name), ask.description.operations[name][2].get("security")
        if security is not None:
            assert ask(name, body, None, "k", **parts)[0] == "unauthorized"
            assert ask(name, body, "nonsense", "k", **parts)[0] == "unauthorized"
            assert ask(name, body, token if name in BY_ADMINS else ADMIN, "k", **parts)[0] == "unauthorized"
        if body is not None:
            assert ask(name, LONG, ADMIN if name in BY_ADMINS else token, "k", **parts)[0] == "too_large"
            assert ask(name, b"{", ADMIN if name in BY_ADMINS else token, "k", **parts)[0] == "bad_request"
        if KEY in ask.description.operations[name][2].get("parameters", []):
            assert ask(name, body, token, None, **parts)[0] == "idempotency_key_missing"
            assert ask(name, body, token, "no spaces", **parts)[0] == "bad_request"


def test_a_friend_code_stays_until_it_is_renewed_and_then_reaches_nobody(two):
    anna, ben = two
    first = ben.code
    assert ben.code == first
    match = anna.make()
    by_first = anna.invite(ben, match)
    assert ben.received() == {by_first: "open"}
    status, renewed = ben("renewFriendCode")
    assert status == 200 and renewed["code"] != first and ben.code == renewed["code"]
    assert anna("invite", {"code": first}, match=match)[0] == 200
    by_second = anna.invite(ben, match)
    assert set(ben.received()) == {by_first, by_second}


def test_a_friend_code_is_read_as_a_person_types_it(two):
    anna, ben = two
    match = anna.make()
    code = ben.code
    for typed in [code.lower(), code.replace("-", ""), f" {code.replace('-', ' ')} ", code.replace("0", "o"),
                  code.replace("1", "l").lower()]:  # fmt: skip
        status, sent = anna("invite", {"code": typed}, match=match)
        assert status == 200 and ben.received()[sent["invitation"]] == "open", typed


def test_a_mistyped_code_and_ones_own_are_refused(two):
    anna, ben = two
    match = anna.make()
    code = ben.code
    last = "A" if code[-1] != "A" else "B"
    swapped = next(i for i in range(3) if code[i] != code[i + 1])
    exchanged = code[:swapped] + code[swapped + 1] + code[swapped] + code[swapped + 2 :]
    for mistyped in [code[:-1] + last, exchanged, code[:-2], code + "0", "", code.replace(code[0], "U")]:
        assert anna("invite", {"code": mistyped}, match=match)[0] == "bad_request", mistyped
    assert anna("invite", {"code": anna.code}, match=match)[0] == "bad_request"
    assert anna("invite", {"match": match, "place": 1}, match=match)[0] == "bad_request"
    for whom in [{}, {"place": 1}, {"match": match}, {"code": code, "match": match, "place": 1}]:
        assert anna("invite", whom, match=match)[0] == "bad_request", whom
    for life in [59, 604_801, 0, -60]:
        assert anna("invite", {"code": code, "expiresIn": life}, match=match)[0] == "bad_request"
        assert anna("makeLink", {"expiresIn": life}, match=match)[0] == "bad_request"
    assert ben.received() == {}


def test_a_match_is_made_played_and_left(two):
    anna, ben = two
    match = anna.make()
    assert [one["match"] for one in anna("listMatches")[1]["matches"]] == [match]
    invitation = anna.invite(ben, match, expiresIn=None)
    status, joined = ben("acceptInvitation", invitation=invitation)
    assert status == 200 and joined["place"] == 2 and [one["state"] for one in joined["places"]] == ["taken", "taken"]
    status, moved = ben("moveInMatch", {"version": 0, "payload": b64(b"e4")}, match=match)
    assert status == 200 and (moved["version"], moved["payload"], moved["state"]) == (1, b64(b"e4"), "open")
    assert anna("moveInMatch", {"version": 0, "payload": b64(b"d4")}, match=match)[0] == "match_conflict"
    assert anna("getMatch", match=match)[1]["payload"] == b64(b"e4")
    status, left = ben("leaveMatch", match=match)
    assert status == 200 and "place" not in left and [one["state"] for one in left["places"]] == ["taken", "left"]
    assert ben("getMatch", match=match)[1] == left and ben("listMatches")[1] == {"matches": []}
    assert ben("leaveMatch", match=match)[1] == left
    assert ben("moveInMatch", {"version": 1, "payload": ""}, match=match)[0] == "not_found"
    ended = anna("moveInMatch", {"version": 1, "payload": "", "state": "ended"}, match=match)[1]
    assert (ended["version"], ended["state"], ended["place"]) == (2, "ended", 1)
    assert anna("moveInMatch", {"version": 2, "payload": ""}, match=match)[0] == "match_closed"


def test_a_match_is_over_when_nobody_is_left(two):
    anna, ben = two
    match = anna.make()
    secret = anna.link(match)["secret"]
    assert ben.joins(secret)[0] == 200
    assert anna("leaveMatch", match=match)[1]["state"] == "open"
    assert ben("leaveMatch", match=match)[1]["state"] == "ended"


def test_a_payload_has_an_end(two):
    anna, _ = two
    match = anna.make()
    whole = secrets.token_bytes(4096)
    assert anna("moveInMatch", {"version": 0, "payload": b64(whole)}, match=match)[1]["payload"] == b64(whole)
    for payload in [b64(whole + b"x"), "A", "AB", "====", "+/"]:
        assert anna("moveInMatch", {"version": 1, "payload": payload}, match=match)[0] == "bad_request", payload
    assert anna("moveInMatch", {"version": 1, "payload": "", "state": "paused"}, match=match)[0] == "bad_request"


def test_a_match_has_from_2_to_16_places_and_a_player_8_matches(two):
    anna, _ = two
    for size in [1, 17, 0, -2]:
        assert anna("makeMatch", {"size": size})[0] == "bad_request"
    made = [anna.make(size) for size in [2, 16, 3, 4, 5, 6, 7, 8]]
    assert anna("makeMatch", {"size": 2})[0] == "too_many"
    anna("leaveMatch", match=made[0])
    assert anna("makeMatch", {"size": 2})[0] == 200


def test_who_moves_too_often_waits(two):
    anna, _ = two
    match = anna.make()
    told = [anna("moveInMatch", {"version": version, "payload": ""}, match=match)[0] for version in range(12)]
    assert told[:8] == [200] * 8 and "rate_limited" in told


def test_a_sender_cannot_tell_a_friend_from_nobody_nor_from_somebody_who_has_blocked_them(ask, api):
    anna, friend, foe, member, decliner = (Friend(ask) for _ in range(5))
    match, elsewhere = anna.make(4), anna.make()
    assert foe("block", {"invitation": anna.invite(foe, elsewhere)})[0] == 200
    assert decliner("declineInvitation", invitation=anna.invite(decliner, elsewhere))[0] == 200
    assert member("acceptInvitation", invitation=anna.invite(member, match))[0] == 200
    codes = {"friend": friend.code, "nobody": code_of_nobody(), "foe": foe.code, "member": member.code,
             "decliner": decliner.code}  # fmt: skip
    told, ids = {}, {}

    def send(name):
        path, key = f"/v1/player/matches/{match}/invitations", secrets.token_hex(8)
        first = api.ask("POST", path, {"code": codes[name]}, anna.token, key)
        again = api.ask("POST", path, {"code": codes[name]}, anna.token, key)
        ids[name] = json.loads(again.read())["invitation"]
        return bytes_of(first)

    for name in codes:
        told[name] = [send(name), send(name)]
    assert told["friend"][0][0] == 200 and told["friend"][0][3] == 3_600_000
    assert all(one == told["friend"] for one in told.values()), told
    listed = {one["invitation"]: one for one in anna("listInvitations")[1]["sent"]}
    assert {listed[one]["state"] for one in ids.values()} == {"sent"}
    assert {frozenset(listed[one]) for one in ids.values()} == {frozenset(listed[ids["friend"]])}
    assert [ids["friend"]] == [one for one, state in friend.received().items() if state == "open"]
    for other in [foe, member, decliner]:
        assert not set(other.received()) & set(ids.values())
    for name in codes:
        answers = [api.ask("POST", f"/v1/player/invitations/{ids[name]}/cancel", None, anna.token) for _ in range(2)]
        assert {(answer.status, answer.read()) for answer in answers} == {(200, b"{}")}, name
    assert {state for one, state in anna.sent().items() if one in ids.values()} == {"cancelled"}


def test_what_belongs_to_somebody_else_is_not_there_nor_is_what_nobody_has_nor_what_is_no_id(two, ask, api):
    anna, ben = two
    eve = Friend(ask)
    match = anna.make(3)
    invitation, link = anna.invite(ben, match), anna.link(match)["link"]
    declined = ben.invite(eve, ben.make())
    assert eve("declineInvitation", invitation=declined)[0] == 200
    silent = ben.invite(eve, ben.make())
    block = ben("block", {"invitation": invitation})[1]["block"]
    move, secret = {"version": 0, "payload": ""}, {"secret": b64(secrets.token_bytes(16))}
    noncanonical, long = "A" * 21 + "B", "A" * 24
    nothing = [b64(secrets.token_bytes(16)), NO_ID, "x", "A" * 21, long, noncanonical, "no%20id", "1"]
    theirs = {
        "GET /v1/player/matches/{}": (None, match), "POST /v1/player/matches/{}/moves": (move, match),
        "POST /v1/player/matches/{}/leave": (None, match),
        "POST /v1/player/matches/{}/invitations": ({"code": anna.code}, match),
        "POST /v1/player/matches/{}/links": ({}, match), "POST /v1/player/invitations/{}/accept": (None, invitation),
        "POST /v1/player/invitations/{}/decline": (None, invitation),
        "POST /v1/player/invitations/{}/cancel": (None, invitation),
        "DELETE /v1/player/links/{}": (None, link), "DELETE /v1/player/blocks/{}": (None, block),
    }  # fmt: skip
    told = {}
    for route, (body, found) in theirs.items():
        method, path = route.split(" ")
        others = [declined, silent] if path.endswith("/accept") else [silent] if path.endswith("/decline") else []
        for one in [found, *others, *nothing]:
            answer = api.ask(method, path.format(one), body, eve.token, secrets.token_hex(8))
            headers = sorted((name, value) for name, value in answer.headers.items() if name != "Date")
            told.setdefault((answer.status, tuple(headers), answer.read()), []).append((route, one))
    assert len(told) == 1, {key: value[:3] for key, value in told.items()}
    [(status, _, text)] = told
    assert status == 404 and json.loads(text)["code"] == "not_found"
    bodies = [
        api.ask("POST", "/v1/player/blocks", body, eve.token)
        for body in [{"invitation": invitation}, {"invitation": silent}, *({"invitation": one} for one in nothing),
                     {"match": match, "place": 1}, {"match": NO_ID, "place": 1}, {"match": "x", "place": 1}]
    ] + [
        api.ask("POST", "/v1/player/links", body, eve.token)
        for body in [secret, *({"secret": one} for one in [link, *nothing])]
    ]  # fmt: skip
    assert {(answer.status, answer.read()) for answer in bodies} == {(404, text)}
    asked = {f"{method} {re.sub(r'{.*}', '{}', path)}": (name, re.findall(r"{(.*)}", path))
             for name, (method, path, _) in ask.description.operations.items()}  # fmt: skip
    for route, (body, found) in theirs.items():
        name, [part] = asked[route]
        assert eve(name, body, **{part: found})[0] == "not_found"
    assert eve("block", {"invitation": invitation})[0] == "not_found"
    assert eve("acceptLink", secret)[0] == ask("lookAtLink", secret)[0] == "not_found"


def test_accepting_twice_is_one_place(two):
    anna, ben = two
    match = anna.make(8)
    invitation = anna.invite(ben, match)
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda _: ben("acceptInvitation", invitation=invitation), range(16)))
    assert {status for status, _ in told} == {200} and {joined["place"] for _, joined in told} == {2}
    told.append(ben.joins(anna.link(match)["secret"]))
    assert told[-1][0] == 200 and told[-1][1]["place"] == 2
    assert [one["state"] for one in anna("getMatch", match=match)[1]["places"]] == ["taken"] * 2 + ["free"] * 6
    assert anna.sent()[invitation] == ben.received()[invitation] == "accepted"
    assert ben("declineInvitation", invitation=invitation)[0] == "not_found"
    assert ben("leaveMatch", match=match)[0] == 200
    assert ben("acceptInvitation", invitation=invitation)[0] == "not_found"


def test_the_last_place_is_one_players(ask):
    for _ in range(4):
        anna, ben, eve = (Friend(ask) for _ in range(3))
        match = anna.make()
        invitations = {friend: anna.invite(friend, match) for friend in (ben, eve)}
        with ThreadPoolExecutor(2) as pool:
            asked = [pool.submit(one, "acceptInvitation", invitation=which) for one, which in invitations.items()]
            told = [answer.result()[0] for answer in asked]
        assert sorted(told, key=str) == [200, "match_full"]
        late = eve if told[0] == 200 else ben
        assert set(late.received().values()) == {"full"}
        assert [one["state"] for one in anna("getMatch", match=match)[1]["places"]] == ["taken", "taken"]


def test_who_declined_hears_nothing_more_of_the_same_sender_for_an_hour(two, ask):
    anna, ben = two
    match = anna.make(3)
    first = anna.invite(ben, match)
    assert [ben("declineInvitation", invitation=first)[0] for _ in range(2)] == [200, 200]
    second = anna.invite(ben, match)
    assert anna.sent()[first] == "declined" and anna.sent()[second] == "sent"
    assert ben.received() == {first: "declined"}
    assert ben("acceptInvitation", invitation=second)[0] == "not_found"
    eve = Friend(ask)
    third = eve.invite(ben, eve.make())
    assert ben.received() == {first: "declined", third: "open"}


def test_a_code_may_be_named_5_times_an_hour_whether_or_not_it_is_anybodys(two):
    anna, ben = two
    match = anna.make()
    sent = [anna.invite(ben, match) for _ in range(5)]
    assert set(ben.received()) == set(sent) and ben.received()[sent[4]] == "open"
    nobody = {"code": code_of_nobody()}
    for _ in range(5):
        assert anna("invite", nobody, match=match)[0] == 200
    assert anna("invite", nobody, match=match) == anna("invite", {"code": ben.code}, match=match)
    assert anna("invite", nobody, match=match)[0] == "too_many"


def test_a_key_that_comes_again_has_the_same_answer(two, api):
    anna, ben = two
    code = ben.code
    other, requests = anna.make(3), {}
    match = anna.make(4)
    requests["/v1/player/matches"] = ({"size": 5}, {"size": 6})
    requests[f"/v1/player/matches/{match}/invitations"] = ({"code": code}, {"code": code_of_nobody()})
    requests[f"/v1/player/matches/{match}/links"] = ({}, None)
    for path, (body, another) in requests.items():
        answers = [api.ask("POST", path, body, anna.token, "again") for _ in range(3)]
        assert {answer.status for answer in answers} == {200}
        assert len({answer.read() for answer in answers}) == 1
        if another is not None:
            refused = json.loads(api.ask("POST", path, another, anna.token, "again").read())
            assert refused["code"] == "idempotency_key_reused"
    assert len(ben.received()) == 1 and len(anna("listMatches")[1]["matches"]) == 3
    assert anna("makeMatch", {"size": 6}, "again")[0] == "idempotency_key_reused"
    for name, body in [("invite", {"code": code}), ("makeLink", {})]:
        assert anna(name, body, "again", match=other)[0] == "idempotency_key_reused"
    assert ben("makeMatch", {"size": 6}, "again")[0] == 200


def test_why_an_invited_player_cannot_join(ask):
    anna, ben, eve = (Friend(ask) for _ in range(3))
    match = anna.make()
    older, newer = (anna.invite(ben, match) for _ in range(2))
    assert ben("acceptInvitation", invitation=older)[0] == "invitation_superseded"
    for _ in range(2):
        assert anna("cancelInvitation", invitation=newer)[0] == 200
    assert ben("acceptInvitation", invitation=newer)[0] == "inviter_gone"
    assert ben.received() == {older: "superseded", newer: "inviter_gone"}
    third, secret = anna.invite(ben, match), anna.link(match)["secret"]
    look = ask("lookAtLink", {"secret": secret})[1]
    assert (look["size"], look["free"], look["state"]) == (2, 1, "open")
    anna("moveInMatch", {"version": 0, "payload": "", "state": "closed"}, match=match)
    assert ben("acceptInvitation", invitation=third)[0] == ben.joins(secret)[0] == "match_closed"
    assert ben.received()[third] == ask("lookAtLink", {"secret": secret})[1]["state"] == "closed"
    assert anna("invite", {"code": ben.code}, match=match)[0] == anna("makeLink", {}, match=match)[0] == "match_closed"
    anna("moveInMatch", {"version": 1, "payload": "", "state": "open"}, match=match)
    assert eve.joins(secret)[0] == 200
    assert ben("acceptInvitation", invitation=third)[0] == ben.joins(secret)[0] == "match_full"
    assert anna("invite", {"code": ben.code}, match=match)[0] == "match_full"
    assert ask("lookAtLink", {"secret": secret})[1]["state"] == "full"
    anna("leaveMatch", match=match)
    assert ben("acceptInvitation", invitation=third)[0] == ben.joins(secret)[0] == "inviter_gone"
    assert ask("lookAtLink", {"secret": secret})[1]["state"] == "inviter_gone"
    fourth, secret = eve.invite(ben, match), eve.link(match)["secret"]
    for _ in range(8):
        ben.make()
    assert ben("acceptInvitation", invitation=fourth)[0] == ben.joins(secret)[0] == "too_many"
    assert ben.received()[fourth] == "open"


def test_what_was_good_for_a_minute_is_over_after_it(ask, short_lived):
    friend = short_lived.friend
    short_lived.wait()
    assert friend("acceptInvitation", invitation=short_lived.invitation)[0] == "invitation_expired"
    assert friend.received() == {short_lived.invitation: "expired"}
    assert friend.joins(short_lived.secret)[0] == "invitation_expired"
    assert ask("lookAtLink", {"secret": short_lived.secret})[1]["state"] == "expired"
    assert friend("declineInvitation", invitation=short_lived.invitation)[0] == "not_found"


def test_20_invitations_wait_for_an_answer_at_most(two):
    anna, ben = two
    match = anna.make()
    sent = [anna("invite", {"code": code_of_nobody()}, match=match)[1]["invitation"] for _ in range(20)]
    assert anna("invite", {"code": ben.code}, match=match)[0] == "too_many"
    assert anna("invite", {"code": code_of_nobody()}, match=match)[0] == "too_many"
    assert anna("cancelInvitation", invitation=sent[0])[0] == 200
    assert anna("invite", {"code": ben.code}, match=match)[0] == 200


def test_a_player_is_shown_50_open_invitations_and_who_sends_more_cannot_tell(ask, api):
    ben, late = Friend(ask), Friend(ask)
    code = {"code": ben.code}

    def sent(friend, to):
        path = f"/v1/player/matches/{friend.make()}/invitations"
        return bytes_of(api.ask("POST", path, to, friend.token, secrets.token_hex(8)))

    told = {repr(sent(Friend(ask), code)) for _ in range(50)}
    assert list(ben.received().values()) == ["open"] * 50
    assert told == {repr(sent(late, code)), repr(sent(late, {"code": code_of_nobody()}))}
    assert len(ben.received()) == 50 and set(late.sent().values()) == {"sent"}


def test_a_link_is_good_until_it_is_ended_and_a_match_has_4(two, ask):
    anna, ben = two
    match = anna.make()
    links = [anna.link(match) for _ in range(4)]
    assert anna("makeLink", {}, match=match)[0] == "too_many"
    assert ben("deleteLink", link=links[0]["link"])[0] == "not_found"
    assert anna("deleteLink", link=links[0]["link"])[0] == 200
    assert anna("deleteLink", link=links[0]["link"])[0] == 200
    gone = {"secret": links[0]["secret"]}
    assert ask("lookAtLink", gone)[1]["state"] == "inviter_gone"
    assert ben("acceptLink", gone)[0] == "inviter_gone"
    assert ben("acceptLink", {"secret": links[1]["link"]})[0] == "not_found"
    assert ben.joins(links[1]["secret"])[1]["place"] == 2
    assert anna("makeLink", {}, match=match)[0] == 200


def test_an_ended_link_is_not_made_again_by_a_request_that_comes_late(two, ask):
    anna, _ = two
    match = anna.make()
    link = anna("makeLink", {}, "late", match=match)[1]
    assert anna("deleteLink", link=link["link"])[0] == 200
    anna("makeLink", {}, "late", match=match)
    assert ask("lookAtLink", {"secret": link["secret"]})[1]["state"] == "inviter_gone"


def test_a_block_ends_what_comes_from_there_until_it_is_deleted(two):
    anna, ben = two
    match = anna.make()
    first = anna.invite(ben, match)
    status, block = ben("block", {"invitation": first})
    assert status == 200 and ben("listBlocks")[1] == {"blocks": [block]}
    assert anna.invite(ben, match) not in ben.received()
    assert anna("deleteBlock", block=block["block"])[0] == "not_found"
    assert ben("deleteBlock", block=block["block"])[0] == 200
    assert ben("deleteBlock", block=block["block"])[0] == "not_found"
    last = anna.invite(ben, match)
    assert ben.received()[last] == "open" and ben("listBlocks")[1] == {"blocks": []}
    assert ben("acceptInvitation", invitation=last)[0] == 200
    told = [anna("block", {"match": match, "place": 2}) for _ in range(2)]
    assert told[0] == told[1] and told[0][0] == 200
    assert anna("block", {"match": match, "place": 1})[0] == "not_found"
    for body in [{}, {"match": match}, {"place": 2}, {"invitation": first, "match": match, "place": 1}]:
        assert ben("block", body)[0] == "bad_request"
    for body in [{"match": match, "place": 9}, {"match": match, "place": 0}]:
        assert ben("block", body)[0] == "not_found"


def test_a_block_that_is_sent_again_gets_the_same_answer(two):
    anna, ben = two
    invitation = anna.invite(ben, anna.make())
    told = [ben("block", {"invitation": invitation}) for _ in range(2)]
    assert told[0][0] == 200 and told[0] == told[1]


def test_who_has_had_a_place_in_the_same_match_can_be_invited_by_it(two, ask):
    anna, ben = two
    match = anna.make()
    assert ben.joins(anna.link(match)["secret"])[0] == 200
    for friend in two:
        friend("leaveMatch", match=match)
    rematch = ben.make()
    status, sent = ben("invite", {"match": match, "place": 1}, match=rematch)
    assert status == 200 and anna("acceptInvitation", invitation=sent["invitation"])[1]["place"] == 2
    eve = Friend(ask)
    other = eve.make()
    for place in [1, 2, 3, 0, -1]:
        assert eve("invite", {"match": match, "place": place}, match=other)[0] == "not_found"
    assert ben("invite", {"match": match, "place": 3}, match=rematch)[0] == "not_found"


def test_500_players_can_be_blocked(ask, api):
    anna = Friend(ask)
    blocked = 0
    while blocked < MOST_BLOCKS:
        match = anna.make(16)
        secret = anna.link(match)["secret"]
        for place in range(2, 17):
            token = api.new_player()["token"]
            assert api.ask("POST", "/v1/player/links", {"secret": secret}, token).status == 200
            whom = {"match": match, "place": place}
            if blocked == MOST_BLOCKS:
                break
            assert api.ask("POST", "/v1/player/blocks", whom, anna.token).status == 200
            blocked += 1
        else:
            anna("leaveMatch", match=match)
    assert anna("block", whom)[0] == "too_many"
    assert len(anna("listBlocks")[1]["blocks"]) == MOST_BLOCKS


def test_support_sees_who_has_invited_whom_and_ends_it(ask, api):
    anna, ben = Friend(ask), Friend(ask)
    eve = api.new_player()
    match = anna.make(3)
    shown, hidden = anna.invite(ben, match), anna("invite", {"code": code_of_nobody()}, match=match)[1]["invitation"]
    link = anna.link(match)
    who = {"player": number_of(ask, anna)}
    for token in [ADMIN, SUPPORT]:
        status, told = ask("listInvitationsAsAdmin", token=token, **who)
        assert status == 200
        entries = {one["invitation"]: one for one in told["invitations"]}
        assert entries[shown]["from"] == who["player"] and entries[shown]["silent"] is False
        assert "to" in entries[shown] and "to" not in entries[hidden] and entries[hidden]["silent"] is True
    assert ask("listInvitationsAsAdmin", token=ADMIN, player=eve["player"])[1] == {"invitations": []}
    end = {"reason": "sends to strangers"}
    assert ask("endInvitations", end, SUPPORT, **who)[0] == "forbidden"
    assert ask("listInvitationsAsAdmin", token=AUDITOR, **who)[0] == "forbidden"
    assert ask("endInvitations", {"reason": ""}, ADMIN, **who)[0] == "bad_request"
    assert ask("endInvitations", {"reason": "a\0b"}, ADMIN, **who)[0] == "bad_request"
    assert ask("endInvitations", end, ADMIN, **who) == (200, {"ended": 3})
    assert ask("endInvitations", end, ADMIN, **who) == (200, {"ended": 0})
    assert set(anna.sent().values()) == {"cancelled"} and ben.received() == {shown: "inviter_gone"}
    assert ask("lookAtLink", {"secret": link["secret"]})[1]["state"] == "inviter_gone"
    for player in [2**62, "+1"]:
        assert ask("listInvitationsAsAdmin", token=ADMIN, player=player)[0] == "not_found"
        assert ask("endInvitations", end, ADMIN, player=player)[0] == "not_found"
    uses = ask("getAuditLog", token=ADMIN)[1]["uses"]
    ends = [one["player"] for one in uses if one.get("reason") == end["reason"] and one["status"] == 200]
    assert ends == [who["player"]] * 2


def number_of(ask, friend):
    """A player's number, which only their own answers have."""
    return ask("getPlayer", token=friend.token)[1]["player"]


def test_the_players_stream_tells_of_a_match_and_goes_on_after_the_last_event(api, ask, description):
    anna = Friend(ask)
    assert ask("streamPlayer")[0] == "unauthorized"
    match = anna.make()
    headers = {"Authorization": f"Bearer {anna.token}"}
    connection, answer = opened(api, "/v1/player/events", headers)
    assert answer.status == 200 and answer.headers["Cache-Control"] == "no-store"
    SEEN.add(("streamPlayer", 200, None))
    assert events(answer, 2) == [("anew", "1-1", {}), ("wallet", None, {"balance": 1000, "currency": "coins"})]
    anna("moveInMatch", {"version": 0, "payload": ""}, match=match)
    assert events(answer, 1) == [("match", "1-2", {"match": match})]
    connection.close()
    connection, answer = opened(api, "/v1/player/events", {**headers, "Last-Event-ID": "1-1"})
    assert events(answer, 1) == [("match", "1-2", {"match": match})]
    connection.close()
