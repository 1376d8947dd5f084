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
