"""The coordinator of invites in JavaScript answers every event of Tests/Vectors/invitations.json as Swift's does."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from nodes import NODE

ROOT = Path(__file__).resolve().parents[2]
MODULES = ROOT / "Sources" / "ShelfSite" / "Resources"
TRACES = json.loads((ROOT / "Tests" / "Vectors" / "invitations.json").read_text())["traces"]
PATIENCE = 60

REPLAY = """
import { readFileSync } from "node:fs";
import { InviteCoordinator } from "./shelf-invitations.js";

const coordinator = new InviteCoordinator();
const { steps } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(steps.map(({ event, atMs }) => coordinator.handle(event, atMs))));
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """A folder with the modules and a program that replays a trace."""
    folder = tmp_path_factory.mktemp("game")
    (folder / "package.json").write_text('{ "private": true, "type": "module" }')
    shutil.copy(MODULES / "shelf-invitations.js", folder)
    shutil.copytree(MODULES / "shelflife", folder / "shelflife")
    (folder / "replay.js").write_text(REPLAY)
    return folder


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace["name"])
def test_the_coordinator_in_javascript_answers_every_event_as_the_one_in_swift(game, trace):
    done = subprocess.run(
        [NODE, "replay.js"], cwd=game, input=json.dumps(trace), capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    for index, (found, step) in enumerate(zip(json.loads(done.stdout), trace["steps"], strict=True)):
        assert found == step["effects"], index


UNKNOWN = [None, "launched", 7, {}, {"type": "forwarded"}, {"type": None}, {"type": "invited"}, {"type": "invited", "id": "7", "player": "ana"},
           {"type": "invited", "invite": None}, {"type": "invited", "invite": {"id": "7"}}, {"type": "playerChanged"},
           {"type": "playerChanged", "to": "ana"}, {"type": "opened"}, {"type": "dismissed", "id": 7}, {"type": "cancelled"}]  # fmt: skip


@pytest.mark.parametrize("event", UNKNOWN, ids=json.dumps)
def test_an_event_that_is_unknown_or_lacks_a_member_has_no_effect(game, event):
    invite = {"id": "6", "player": "ana", "kind": "accepted"}
    around = [{"type": "launched"}, event, {"type": "playerChanged", "player": "ana"}, event, {"type": "invited", "invite": invite}, event]
    steps = [{"atMs": 5, "event": one} for one in around]
    done = subprocess.run(
        [NODE, "replay.js"], cwd=game, input=json.dumps({"steps": steps}), capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    presented = [{"do": "present", "invite": invite}, {"do": "wake", "atMs": 10_005}]
    assert json.loads(done.stdout) == [[], [], [{"do": "setHandler"}], [], presented, []]
