#!/usr/bin/env python3
"""Checks how the page's JavaScript modules import: files that exist, in the few forms that we use, and in no circle.

Neither modules nor folders may import each other in a circle. A file directly in the folder of resources, such as
`shelflife.js`, counts as a folder of its own. What a module takes only for its types (`import("…")` in a comment) counts
between folders, but not between modules, since nothing of it runs. The files that style sheets name must exist, too.
"""

import os
import pathlib
import re
import sys

ROOT = pathlib.Path("Sources/ShelfSite/Resources")
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")
STYLE = re.compile(r"""(?:@import\s+|\burl\()["']?(?!data:)([^"')]+)["']?""")
# A statement at the beginning of a line, and neither `import(…)` nor `import.meta`.
STATEMENT = re.compile(r"^(?:import|export)\b(?!\s*[(.])[^;]*", re.MULTILINE)
NAMES = r"\{(?:\s*\w+(?:\s+as\s+\w+)?\s*(?:,|(?=\})))*\s*\}"
FORMS = [
    re.compile(rf'import\s*{NAMES}\s*from\s*"\.{{1,2}}/[^"]+"\s*'),
    re.compile(rf'export\s*{NAMES}(?:\s*from\s*"\.{{1,2}}/[^"]+")?\s*'),
    re.compile(r'export\s*\*\s*from\s*"\.{1,2}/[^"]+"\s*'),
]
DECLARATION = re.compile(r"export (?:async )?(?:function\*?|class|const) [\w$]+")


def folder(root, path):
    name = path.relative_to(root)
    return str(name if name.parent == pathlib.Path() else name.parent)


def imports(root):
    """Yields each import as the file it stands in, its line, the path it names, and whether it is for types only."""
    for path in sorted(root.rglob("*.js")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name in IMPORT.findall(line):
                yield path, number, name, line.lstrip().startswith(("*", "/*", "//"))


def styles(root):
    """Yields each file that a style sheet names, as `imports` does."""
    for path in sorted(root.rglob("*.css")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name in STYLE.findall(line):
                yield path, number, name


def strange(root):
    """Yields each import or export in a form that we don't use, as its file, its line and its first line of text."""
    for path in sorted(root.rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        for found in STATEMENT.finditer(text):
            if not DECLARATION.match(found[0]) and not any(form.fullmatch(found[0]) for form in FORMS):
                yield path, text.count("\n", 0, found.start()) + 1, found[0].splitlines()[0]


def circle(graph):
    """Returns nodes of which each imports the next and the last one the first; an empty list if there are none."""
    done, way = set(), []

    def walk(node):
        if node in way:
            return way[way.index(node) :]
        if node in done:
            return []
        way.append(node)
        found = next(filter(None, map(walk, sorted(graph.get(node, ())))), [])
        way.pop()
        done.add(node)
        return found

    return next(filter(None, map(walk, sorted(graph))), [])


def circle_faults(kind, graph):
    found = circle(graph)
    if not found:
        return []
    places = (f"  {graph[one][other]}: {one} imports {other}" for one, other in zip(found, found[1:] + found[:1]))
    return ["\n".join([f"These {kind} import each other in a circle:", *places])]


def faults(root):
    """Everything that is wrong with the modules below a folder, a line or more for each."""
    told, folders, modules = [], {}, {}
    for path, number, text in strange(root):
        told.append(
            f"{path}:{number}: “{text}” isn't a form that we use; import and export by name, and export functions, classes and constants"
        )
    for path, number, name in styles(root):
        if not (path.parent / name).is_file():
            told.append(
                f"{path}:{number}: names {name}, and there is no such file; addresses are relative to the style sheet"
            )
    for path, number, name, is_for_types in imports(root):
        target = pathlib.Path(os.path.normpath(path.parent / name))
        if not target.is_file():
            told.append(f"{path}:{number}: imports {name}, and there is no such file")
            continue
        one, other = folder(root, path), folder(root, target)
        if one != other:
            folders.setdefault(one, {}).setdefault(other, f"{path}:{number}")
        if not is_for_types:
            one, other = str(path.relative_to(root)), str(target.relative_to(root))
            modules.setdefault(one, {}).setdefault(other, f"{path}:{number}")
    return told + circle_faults("folders", folders) + circle_faults("modules", modules)


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    found = faults(root)
    print("\n".join(found) or "Every JavaScript module imports downwards.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
