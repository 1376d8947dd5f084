"""What a server tells its operator's log, and what not."""

import re
import time

from operated import ADMIN_TOKEN, READER_TOKEN, SECRET


def test_the_start_is_one_line_that_says_what_serves_what_where(server):
    server.wait_for(lambda: "started" in server.log)
    assert server.logged("notice") == [
        f"notice shelflife: address={server.address} data={server.data} database=SQLite desk=off items=30 stores=2 version=0.1.0 [shelflife] started"]  # fmt: skip
    assert not server.logged("listening")


def test_what_an_admin_changes_or_may_not_is_a_line_and_what_one_reads_is_none(server):
    player = server.sign_in("paula")["player"]
    path = f"/v1/admin/players/{player}/postings"
    grant = {"currency": "coins", "amount": 30, "kind": "grant", "reason": "she asked"}
    assert server.ask(path, ADMIN_TOKEN, grant)[0] == 200
    assert server.ask(path, ADMIN_TOKEN, grant | {"amount": -1000, "kind": "correction"}, key="l")[0] == 409
    assert server.ask(path, ADMIN_TOKEN, {"amount": 1}, key="m")[0] == 400
    assert server.ask(path, READER_TOKEN, grant, key="n")[0] == 403
    assert server.ask(path, "nobody's", grant, key="o")[0] == 401
    assert server.ask("/v1/admin/purchases/1/reversal", ADMIN_TOKEN, {"kind": "refund", "reason": "x"})[0] == 403
    for read in [f"/v1/admin/players/{player}", f"/v1/admin/players/{player}/journal"]:
        assert server.ask(read, READER_TOKEN)[0] == 200
    lines = [
        re.sub(r"^notice shelflife: | hb.request.id=\w+|\[\w+\] ", "", line) for line in server.logged("admin write")
    ]
    assert lines == [
        *(f"by=anna status={status} what=POST {path} admin write" for status in [200, 409, 400]),
        f"by=ralph status=403 what=POST {path} admin write",
        "by=anna status=403 what=POST /v1/admin/purchases/1/reversal admin write",
    ]


def test_who_tries_tokens_is_a_line_a_second_with_the_address_and_without_the_token(server):
    for number in range(3):
        assert server.ask("/v1/admin/audit", f"guess-{number}")[0] == 401
    line = re.sub(r" hb.request.id=\w+|\[\w+\] ", "", server.logged("nobody is known")[0])
    assert line == (
        "warning shelflife: from=127.0.0.1 leftOut=0 what=GET /v1/admin/audit nobody is known who has this admin token")
    assert len(server.logged("nobody is known")) < 3
    assert "guess" not in server.log


def test_no_secret_is_in_the_log(server):
    tokens = server.sign_in("paula")
    server.ask("/v1/player", tokens["token"])
    time.sleep(0.1)
    assert server.stop() == 0
    for secret in [SECRET, tokens["token"], tokens["refreshToken"], ADMIN_TOKEN, "paula"]:
        assert secret not in server.log
