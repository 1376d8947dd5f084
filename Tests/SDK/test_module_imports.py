"""What `scripts/check-js-imports.py` refuses in the pages' modules, and what it lets pass."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "check-js-imports.py"


def check(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("statement", [
    'import * as all from "./a.js";', 'import a from "./a.js";', 'import "./a.js";', 'import { a } from "a";', "export default 1;",
    "export let a = 1;", "export var a = 1;", 'export * as a from "./a.js";', "export { a as };", "export { a as default } from 'a';",
])  # fmt: skip
def test_a_form_that_we_do_not_use_is_refused_with_its_place(tmp_path, statement):
    done = check(tmp_path, {"x/x.js": f"// A line before it.\n{statement}\n", "x/a.js": ""})
    assert done.returncode == 1
    assert f"{tmp_path}/x/x.js:2: " in done.stdout


@pytest.mark.parametrize("text", [
    'import { b } from "./a.js";', 'import {\n  b,\n  c as d,\n} from "./a.js";', 'export { b, c as d } from "./a.js";', 'export * from "./a.js";',
    "const b = 1;\nexport { b };", "export {};", "export const b = 1;", "export async function b() {}", "export function* b() {}",
    "export class B {}", "import.meta.url;", "important();", 'const b = import("./a.js");', '/** @typedef {import("./a.js").A} A */',
])  # fmt: skip
def test_what_we_use_passes_and_so_does_what_only_begins_like_it(tmp_path, text):
    done = check(tmp_path, {"x/x.js": text + "\n", "x/a.js": ""})
    assert done.returncode == 0, done.stdout


def test_a_missing_file_is_told(tmp_path):
    done = check(
        tmp_path,
        {"x/x.js": 'import { b } from "./b/../c.js";\n', "x/x.css": '.a {\n  mask: url("../icons/a.svg");\n}\n'},
    )
    assert done.returncode == 1
    assert "x/x.js:1: imports ./b/../c.js, and there is no such file" in done.stdout
    assert "x/x.css:2: names ../icons/a.svg, and there is no such file" in done.stdout


def test_modules_in_a_circle_are_told_and_types_in_a_circle_pass(tmp_path):
    types = {"y/a.js": '/** @typedef {import("./b.js").B} B */\n', "y/b.js": 'import { a } from "./a.js";\n'}
    assert check(tmp_path, types).returncode == 0
    done = check(tmp_path, {"x/a.js": 'import { b } from "./b.js";\n', "x/b.js": 'import { a } from "./a.js";\n'})
    assert done.returncode == 1
    assert "These modules import each other in a circle:" in done.stdout and "x/a.js imports x/b.js" in done.stdout


def test_folders_in_a_circle_are_told(tmp_path):
    done = check(
        tmp_path,
        {
            "x/a.js": 'import { b } from "../y/b.js";\n',
            "y/c.js": 'import { d } from "../x/d.js";\n',
            "y/b.js": "",
            "x/d.js": "",
        },
    )
    assert done.returncode == 1
    assert "These folders import each other in a circle:" in done.stdout
