"""What an operator watches: the metrics, and the alarms and the dashboard that ask for them; the log as JSON; which
build it is."""

import json
import re
import shutil
import subprocess
import urllib.request
from datetime import datetime
from pathlib import Path

import pytest
from operated import ADMIN_TOKEN, PATIENCE, READER_TOKEN, Operated
from shelf_process import BINARY
from test_postgres import buy

ROOT = Path(__file__).resolve().parents[2]
OPERATIONS = ROOT / "docs" / "operations"
SELECTOR = re.compile(r"\b((?:shelflife|process)_\w+)(?:\{([^}]*)\})?")
MATCHER = re.compile(r'(\w+)(=~|!=|!~|=)"([^"]*)"')
SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? \S+$", re.MULTILINE)
# These come from Prometheus.
TARGET_LABELS = {"job", "instance"}


def promtool(*arguments, **options):
    done = subprocess.run(["promtool", *arguments], capture_output=True, text=True, timeout=PATIENCE, **options)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr


def metrics_of(server, token=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(server.address + "/metrics", headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return answer.read().decode()


@pytest.fixture(scope="module")
def metrics(tmp_path_factory):
    """All that there is: of a server that has sold and refused, and was backed up."""
    folder = tmp_path_factory.mktemp("watched")
    server = Operated(folder).start()
    try:
        made = server.run("backup", str(folder / "backup"), "--data", str(server.data))
        assert made.returncode == 0, made.stderr
        server.stop()
        server.start()
        server.wait_for(server.window)
        paula = server.sign_in("paula")
        assert buy(server, paula, "a")[0] == 200
        assert server.ask("/v1/stores/main/purchases", paula["token"], {}, key="b")[0] == 400
        assert server.ask("/v1/admin/files", ADMIN_TOKEN)[0] == 200
        for seen in ["shelflife_backup_age_seconds", "shelflife_database_size_bytes"]:
            server.wait_for(lambda seen=seen: seen in metrics_of(server))
        return metrics_of(server, ADMIN_TOKEN)
    finally:
        server.end()


def asked_by_alarms():
    """The expressions of alerts.yml."""
    rules = re.split(r"^ *- alert: ", (OPERATIONS / "alerts.yml").read_text(), flags=re.MULTILINE)[1:]
    return [re.search(r"expr: (.*?)\n +(?:for|labels):", rule, re.DOTALL)[1] for rule in rules]


def asked_by_dashboard():
    dashboard = json.loads((OPERATIONS / "dashboard.json").read_text())
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    variables = [one["query"] for one in dashboard["templating"]["list"] if one["type"] == "query"]
    return asked + [re.search(r"label_values\((\w+),", query)[1] for query in variables]


def unknown(expressions, metrics):
    """What the expressions ask for that the metrics don't have: names, labels, values of labels."""
    samples = {}
    for name, labels in SAMPLE.findall(metrics):
        samples.setdefault(name, []).append(dict(re.findall(r'(\w+)="([^"]*)"', labels)))
    for name, matchers in SELECTOR.findall(" ".join(expressions)):
        if name not in samples:
            yield name
        for label, operator, value in MATCHER.findall(matchers):
            values = {sample.get(label) for sample in samples.get(name, [])} - {None}
            if label not in TARGET_LABELS and (not values or operator == "=" and value not in values):
                yield f"{name}{{{label}{operator}{value}}}"


def test_the_metrics_are_as_prometheus_wants_them(metrics):
    promtool("check", "metrics", input=metrics)
    assert not re.search(r"\w_(?:ms|milliseconds|microseconds|minutes|kb|mb)\b", metrics)


def test_the_alarms_ask_for_metrics_that_there_are(metrics):
    promtool("check", "rules", str(OPERATIONS / "alerts.yml"))
    assert len(asked_by_alarms()) == (OPERATIONS / "alerts.yml").read_text().count("- alert:") > 10
    assert list(unknown(asked_by_alarms(), metrics)) == []


def test_what_isnt_there_is_found(metrics):
    asked = ['rate(shelflife_nothing_total[5m]) / shelflife_ready{kind="a"}',
             'shelflife_request_duration_seconds_count{kind="order",instance="a"}']  # fmt: skip
    found = ["shelflife_nothing_total", "shelflife_ready{kind=a}",
             "shelflife_request_duration_seconds_count{kind=order}"]  # fmt: skip
    assert list(unknown(asked, metrics)) == found


def test_the_alarms_are_raised_and_left_alone_as_they_should(tmp_path):
    for file in [OPERATIONS / "alerts.yml", ROOT / "Tests" / "Operations" / "alerts_test.yml"]:
        shutil.copy(file, tmp_path)
    promtool("test", "rules", "alerts_test.yml", cwd=tmp_path)


def test_the_dashboard_asks_for_metrics_that_there_are_and_in_prometheus_language(metrics, tmp_path):
    asked = asked_by_dashboard()
    assert len(asked) > 20 and list(unknown(asked, metrics)) == []
    rules = [
        {"record": f"panel:{number}", "expr": expression.replace("$__rate_interval", "5m").replace("$instance", ".*")}
        for number, expression in enumerate(asked)
    ]
    # JSON is YAML.
    (tmp_path / "panels.yml").write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}))
    promtool("check", "rules", str(tmp_path / "panels.yml"))


def test_the_docs_name_the_metrics_that_there_are(metrics):
    docs = (OPERATIONS / "README.md").read_text() + (ROOT / "docs" / "numbers.md").read_text()
    named = set(re.findall(r"`((?:shelflife|process)_[a-z_]+)(?:\{[a-z_,]+\})?`", docs))
    printed = set(re.findall(r"^# TYPE (\w+) ", metrics, re.MULTILINE))
    assert named == printed


def test_the_log_is_json_if_it_is_asked_for_and_has_no_secret(stopped):
    stopped.begin("--log-format", "json")
    stopped.wait_for(stopped.answers)
    stopped.sign_in("paula")
    assert stopped.ask("/v1/admin/audit", READER_TOKEN)[0] == 403
    assert stopped.ask("/v1/admin/audit", "nobody's")[0] == 401
    assert stopped.stop() == 0
    lines = [json.loads(line) for line in stopped.log.splitlines() if line.startswith("{")]
    for line in lines:
        assert set(line) == {"time", "level", "label", "message", "metadata"} and line["label"] == "shelflife"
        assert datetime.fromisoformat(line["time"]).tzinfo is not None
    started = next(line for line in lines if line["message"] == "started")
    assert (started["level"], started["metadata"]["address"]) == ("notice", stopped.address)
    stranger = next(line for line in lines if line["message"].startswith("nobody is known"))
    assert stranger["metadata"]["what"] == "GET /v1/admin/audit"
    assert "nobody's" not in stopped.log and READER_TOKEN not in stopped.log


def test_the_version_names_the_commit_and_the_metrics_say_the_same(server):
    told = server.run("--version").stdout
    version, commit = re.fullmatch(r"(\S+) \(commit (unknown|[0-9a-f]{12}(?:-changed)?)\)\n", told).groups()
    assert f'\nshelflife_build_info{{version="{version}",commit="{commit}"}} 1\n' in metrics_of(server)
    note = Path(BINARY).parent / "shelflife.commit"
    assert commit == (note.read_text().strip() if note.exists() else "unknown")


def test_a_build_notes_its_commit_where_git_knows_one(tmp_path):
    sources, note = tmp_path / "sources", tmp_path / "shelflife.commit"
    (sources / "scripts").mkdir(parents=True)
    shutil.copy(ROOT / "scripts" / "note-commit", sources / "scripts")

    def git(*arguments):
        named = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
        return subprocess.run(["git", *named, *arguments], cwd=sources, check=True, capture_output=True, text=True)

    def noted():
        subprocess.run([sources / "scripts" / "note-commit", note], check=True)
        return note.read_text() if note.exists() else None

    note.write_text("of before\n")
    assert noted() is None
    git("init", "-q", "..")
    assert noted() is None, "a repository that the sources only lie in"
    shutil.rmtree(tmp_path / ".git")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    commit = git("rev-parse", "HEAD").stdout[:12]
    assert noted() == commit + "\n"
    (sources / "new").touch()
    assert noted() == commit + "-changed\n"
