#!/usr/bin/env python3
"""Checks that the page's JavaScript modules import files that exist, and that no folders import each other in a circle.

A file directly in the folder of resources, such as `shelflife.js`, counts as a folder of its own. What a module takes
only for its types (`import("…")` in a comment) counts as well.
"""

import os
import pathlib
import re
import sys

ROOT = pathlib.Path("Sources/ShelfSite/Resources")
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")


def folder(path):
    name = path.relative_to(ROOT)
    return str(name if name.parent == pathlib.Path() else name.parent)


def imports(root):
    """Yields each import as the file it stands in, its line and the path it names."""
    for path in sorted(root.rglob("*.js")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name in IMPORT.findall(line):
                yield path, number, name


def circle(graph):
    """Returns folders of which each imports the next and the last one the first; an empty list if there are none."""
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


def main():
    faults, graph = [], {}
    for path, number, name in imports(ROOT):
        target = pathlib.Path(os.path.normpath(path.parent / name))
        if not target.is_file():
            faults.append(f"{path}:{number}: imports {name}, and there is no such file")
            continue
        one, other = folder(path), folder(target)
        if one != other:
            graph.setdefault(one, {}).setdefault(other, f"{path}:{number}")
    found = circle(graph)
    if found:
        places = (f"  {graph[one][other]}: {one} imports {other}" for one, other in zip(found, found[1:] + found[:1]))
        faults.append("\n".join(["These folders import each other in a circle:", *places]))
    print("\n".join(faults) or "Every JavaScript module imports downwards.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
