"""What the desk's own origin answers, and that nothing else is there."""

from api_shelf import ADMIN, AUDITOR
from asker import Asker
from test_answers import LONG


def test_somebody_signs_in_looks_and_signs_out(api):
    desk = api.desk()
    ask = Asker(desk)
    desk_files = [("getDeskScript", {"file": file}) for file in ["desk.js", "desk.css", "desk.js.map", "desk.css.map"]]
    for name, parts in [*desk_files, ("getDeskFile", {"room": "frame", "file": "frame.css"})]:
        assert ask(name, **parts)[0] == 200
        assert ask(name, **parts, headers={"If-None-Match": ask.headers["ETag"]})[0] == 304
    assert ask("getDesk")[0] == 200
    assert ask("getDeskSession")[0] == "unauthorized"
    desk.sign_in(AUDITOR)
    session = ask("getDeskSession")[1]
    assert (session["admin"], session["scopes"]) == ("ralph", ["audit:read"])
    assert ask("getAuditLog")[1]["uses"][0]["what"] == "POST /desk/sign-in"
    assert ask("listPlayers")[0] == "forbidden"
    assert ask("signOutOfDesk", headers={"X-CSRF-Token": "x"})[0] == "forbidden"
    assert ask("signOutOfDesk")[0] == 200
    assert ask("signOutOfDesk")[0] == "unauthorized"
    assert ask("getAuditLog")[0] == "unauthorized"


def test_what_signs_nobody_in(api):
    ask = Asker(api.desk())
    assert ask("signInToDesk", {"token": "wrong"})[0] == "unauthorized"
    assert ask("signInToDesk", {"token": ADMIN, "code": "x"})[0] == "bad_request"
    assert ask("signInToDesk", LONG)[0] == "too_large"
    assert ask("signInToDesk", {"token": ADMIN}, headers={"Content-Type": "text/plain"})[0] == "bad_request"
    assert ask("signInToDesk", {"token": ADMIN})[0] == 200


def test_what_is_not_there(api):
    ask = Asker(api.desk())
    assert ask("getDeskScript", file="none.js")[0] == "not_found"
    assert ask("getDeskFile", room="frame", file="none.js")[0] == "not_found"
    assert api.desk().ask("GET", "/").url == f"{api.desk().address}/desk"
    for path in [
        "/v1/stores",
        "/v1/time",
        "/v1/player",
        "/metrics",
        "/healthz",
        "/storefront.js",
        "/v1/openapi.json",
    ]:
        assert api.desk().ask("GET", path).status == 404, path
    for path in ["/desk", "/desk/session", "/desk/desk.js"]:
        assert api.ask("GET", path).status == 404, path


def test_another_host_and_another_origin_are_refused(api):
    desk = api.desk()
    desk.sign_in(ADMIN)
    for host in ["localhost", f"localhost:{api.desk_port}", "evil.example", "127.0.0.1"]:
        assert desk.ask("GET", "/v1/admin/audit", headers={"Host": host}).status == 421, host
    for origin in [api.address, "null", "https://evil.example"]:
        assert desk.ask("GET", "/v1/admin/audit", headers={"Origin": origin}).status == 403, origin
        assert desk.ask("POST", "/desk/sign-out", headers={"Origin": origin}).status == 403, origin


def test_who_fails_too_often_waits(slow_api):
    ask = Asker(slow_api.desk())
    for name in ["getDeskSession", "signOutOfDesk"]:
        assert any(ask(name)[0] == "rate_limited" for _ in range(60)), name
    answers = [ask("signInToDesk", {"token": "wrong"})[0] for _ in range(31)]
    assert answers == ["unauthorized"] * 30 + ["rate_limited"]
