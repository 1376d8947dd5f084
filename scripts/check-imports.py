#!/usr/bin/env python3
"""Holds the sources against the plan of the house.

1. Each target imports only the modules that the manifest gives it: the compiler
   would let it import whatever happens to be built before it.
2. The folders of one target use each other downwards only: if a type of one
   folder is used in another, nothing there may lead back. Files beside the
   folders put a target together: they may use all folders, and no folder uses
   them, or they count as a folder of their own.
3. A layer's folder is a subject, which has one name in every layer, or it is
   listed here as mechanism. The folders of a layer's tests are named alike. In
   one layer a subject uses only subjects that are earlier in the order, and what is listed as knowing no subject uses
   none.
4. The tables in CONTRIBUTING.md name every target with what it may import, and
   every subject in its order.
5. The name of a test in Swift is a sentence, and is the name of its function.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

# What comes with the toolchain.
STANDARD = {
    "Dispatch", "Foundation", "FoundationNetworking", "Glibc", "Musl", "Darwin", "Observation", "Synchronization",
    "Testing", "UIKit", "AppKit", "WatchKit", "Network", "GameKit",
}
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|var|typealias)\s+)?(\w+)"
)
DECLARATION = re.compile(
    r"^(?P<modifiers>(?:(?:@\w+(?:\([^)]*\))?|\w+)\s+)*)(?:struct|class|enum|actor|protocol|typealias)\s+(?P<name>\w+)",
    re.MULTILINE,
)
NAME = re.compile(r"(?<![.\w])[A-Z]\w*")
NOT_CODE = re.compile(r'"""[\s\S]*?"""|//[^\n]*|/\*[\s\S]*?\*/|"(?:\\.|[^"\\\n])*"')
# The files of a target that lie in no folder.
TOP = "(top)"
# A later one may know an earlier one. A new subject gets its line here and in CONTRIBUTING.md, and a folder of the same
# name in every layer that it touches.
SUBJECTS = [
    "Time",
    "Content",
    "Files",
    "Pictures",
    "Shelf",
    "Plan",
    "Withdrawals",
    "Trade",
    "Sales",
    "Players",
    "Levels",
    "Invitations",
    "Audit",
    "Vault",
]
# The layers, and of each the folders that have no subject.
MECHANISM = {
    "ShelfModel": {"Random", "Text"},
    "ShelfWire": {"Bytes", "Desk", "Routes", "Seal"},
    "ShelfConfiguration": {"Problems", "Reading", "Settings", "Text"},
    "ShelfDatabase": {"Errors", "Moving", "Upkeep", "Uses"},
    "ShelfSQL": {"Session", "Upkeep"},
    "ShelfSQLite": {"Backup", "Moving", "Schema", "Session"},
    "ShelfPostgres": {"Connection", "Moving", "Pool", "Schema", "Session"},
    "ShelfEngine": {
        "Batches", "Children", "DataFolder", "Incarnations", "Memory", "Metrics", "Moving", "Randomness", "Start",
    },
    "ShelfServer": {
        "Answers", "Background", "Desk", "Gate", "Lane", "Limits", "Metrics", "Middleware", "Operations",
        "Routes", "Serving", "Settings", "Site", "Streams", "Work",
    },
}


# The mechanism that knows no subject: what a subject says belongs to the subject's folder.
KNOW_NO_SUBJECT = {"ShelfServer": ["Answers", "Gate", "Limits", "Work"]}


def description():
    output = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], check=True, capture_output=True, text=True
    ).stdout
    return json.loads(output[output.index("{"):])


def swift_files(target):
    return [pathlib.Path(target["path"]) / name for name in target["sources"] if name.endswith(".swift")]


def import_faults(target):
    allowed = STANDARD | set(target.get("target_dependencies", [])) | set(target.get("product_dependencies", []))
    for path in swift_files(target):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = IMPORT.match(line)
            if match and match.group(1) not in allowed:
                yield f"{path}:{number}: {target['name']} imports {match.group(1)}, which the manifest doesn't give it"


def folder_uses(files):
    """For each folder the folders that it uses, each with an example: a file, and the name of a type in it."""
    code = {path: NOT_CODE.sub('""', text) for path, text in files.items()}
    homes = {}
    for path, text in code.items():
        for match in DECLARATION.finditer(text):
            if "private" not in match.group("modifiers"):
                homes.setdefault(match.group("name"), folder(path))
    uses = collections.defaultdict(dict)
    for path, text in sorted(code.items()):
        for name in sorted(set(NAME.findall(text))):
            home = homes.get(name)
            if home and home != folder(path):
                uses[folder(path)].setdefault(home, (path, name))
    return uses


def folder(path):
    return path.parts[0] if len(path.parts) > 1 else TOP


def circle(uses):
    """Folders that use each other in a circle, the first of them twice; empty where there is none."""
    done = set()

    def walk(node, way):
        if node in way:
            return way[way.index(node):] + [node]
        if node in done:
            return []
        for other in uses.get(node, {}):
            found = walk(other, way + [node])
            if found:
                return found
        done.add(node)
        return []

    for node in sorted(uses):
        found = walk(node, [])
        if found:
            return found
    return []


def uses_in(target):
    root = pathlib.Path(target["path"])
    return folder_uses({path.relative_to(root): path.read_text(encoding="utf-8") for path in swift_files(target)})


def circle_faults(target, uses):
    way = circle(uses)
    if way:
        steps = [
            f"{one} uses {other} ({uses[one][other][1]} in {uses[one][other][0]})" for one, other in zip(way, way[1:])
        ]
        yield f"{target['name']}: its folders use each other in a circle: {'; '.join(steps)}"


def name_faults(target):
    """Folders of a layer, or of its tests, that are neither a subject nor listed as mechanism."""
    layer, tests = target["name"].removesuffix("Tests"), target["name"].endswith("Tests")
    if layer not in MECHANISM:
        return
    known = {TOP, *SUBJECTS, *MECHANISM[layer]} | ({"Support"} if tests else set())
    folders = {folder(path.relative_to(target["path"])) for path in swift_files(target)}
    for name in sorted(folders - known):
        yield (
            f"{target['path']}/{name} is no subject. Name it as the other layers do ({', '.join(SUBJECTS)}); "
            f"what is new or has no subject is added to SUBJECTS or MECHANISM in scripts/check-imports.py"
        )


def order_faults(target, uses):
    """Subjects of a layer that use a later one."""
    if target["name"] not in MECHANISM:
        return
    for place, one in enumerate(SUBJECTS):
        for other in SUBJECTS[place + 1:]:
            if other in uses.get(one, {}):
                path, name = uses[one][other]
                yield (
                    f"{target['path']}/{path}: {one} uses {name} of {other}, which is a later subject; "
                    f"what both need lies in {one}, in an earlier subject or in a lower layer"
                )


def mechanism_faults(target, uses):
    """Mechanism that uses a subject."""
    for one in KNOW_NO_SUBJECT.get(target["name"], []):
        for other in SUBJECTS:
            if other in uses.get(one, {}):
                path, name = uses[one][other]
                yield f"{target['path']}/{path}: {one} knows no subject, and uses {name} of {other}"


def subject_table_faults():
    """Rows of the table `| subject | what it is about |` in CONTRIBUTING.md, held against the list here."""
    text = pathlib.Path("CONTRIBUTING.md").read_text(encoding="utf-8")
    if re.findall(r"^\| `(\w+)` \|[^|]+\|$", text, re.MULTILINE) != SUBJECTS:
        yield f"CONTRIBUTING.md: the table of subjects must have these, in this order: {', '.join(SUBJECTS)}"


def contributing_faults(targets):
    """Rows of the table `| target | holds | may import |` in CONTRIBUTING.md, held against the manifest."""
    rows = {}
    for line in pathlib.Path("CONTRIBUTING.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 3:
            rows[cells[0].strip("`")] = cells[2]
    for target in targets:
        name = target["name"]
        given = set(target.get("target_dependencies", [])) | set(target.get("product_dependencies", []))
        if name not in rows:
            yield f"CONTRIBUTING.md: the table has no row for {name}"
            continue
        said = rows.pop(name)
        if said.startswith("all"):
            continue
        named = set(re.findall(r"`?(\w+)`?", re.sub(r"\([^)]*\)", "", said))) - {"nothing", "NIO"}
        real = {module for module in given if not module.startswith("NIO")} | ({"NIO"} & named)
        if named != real:
            missing, wrong = sorted(real - named), sorted(named - real)
            yield f"CONTRIBUTING.md: {name} may import {', '.join(missing) or 'no more'} too, and not {', '.join(wrong) or 'less'}"
    for name in rows:
        yield f"CONTRIBUTING.md: the table has a row for {name}, which is no target"


def test_name_faults():
    """Tests with a display name beside the function's own, or with a word for a name."""
    for path in sorted(pathlib.Path("Tests").rglob("*.swift")):
        text = path.read_text()
        for test in re.finditer(r'@Test\b(?:\(\s*"|(?:\((?:[^()]|\([^()]*\))*\))?\s*func \w)', text):
            line = text.count("\n", 0, test.start()) + 1
            yield f"{path}:{line}: name the test by its function, in a sentence: @Test func `…`()"


def main():
    targets = description()["targets"]
    sources = [target for target in targets if target["path"].startswith("Sources/")]
    faults = [fault for target in targets for fault in [*import_faults(target), *name_faults(target)]]
    for target in sources:
        uses = uses_in(target)
        faults += [*circle_faults(target, uses), *order_faults(target, uses), *mechanism_faults(target, uses)]
    faults += [*subject_table_faults(), *contributing_faults(sources), *test_name_faults()]
    print(
        "\n".join(faults)
        or "Every import is in the manifest, no folders run in circles, subjects keep their names and order, "
        "the plan is right, and tests have sentences for names."
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
