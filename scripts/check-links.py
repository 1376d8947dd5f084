#!/usr/bin/env python3
"""Holds the pages in Markdown together.

1. Each link within the repository leads to a file or a folder that is there, and to a heading that is there.
2. Each page of docs begins with a line that says what it is for ("This page …"), ends with one that says what comes
   next ("**Next:** …"), and is linked from docs/README.md. Decisions have a list of their own.
"""

import re
import sys
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ["Benchmarks", "Examples", "Sources", "Tests", "docs", "npm"]
ENTRY = ROOT / "docs" / "README.md"
FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"""\]\(\s*<?([^()\s>]+)|\b(?:src|href|srcset)="([^"\s]+)""")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z][a-z+.-]*:|//")


def pages():
    return sorted([*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))])


def docs():
    """The pages that rule 2 is for."""
    return sorted(page for folder in (ROOT / "docs", ROOT / "docs" / "operations") for page in folder.glob("*.md")
                  if page != ENTRY)  # fmt: skip


def links(text):
    """Yields each link as its line and what it names."""
    plain = CODE.sub("``", FENCED.sub(lambda block: "\n" * block[0].count("\n"), text))
    for found in LINK.finditer(plain):
        yield plain.count("\n", 0, found.start()) + 1, found[1] or found[2]


def anchors(page):
    """The headings of a page, as the last part of a link names them."""
    taken, names = {}, set()
    for title in HEADING.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        name = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        names.add(f"{name}-{taken[name]}" if name in taken else name)
        taken[name] = taken.get(name, 0) + 1
    return names


def target(page, link):
    """The file that a link of a page leads to, and its heading."""
    path, _, anchor = unquote(link).partition("#")
    return ((page.parent / path).resolve() if path else page), anchor


def broken_links():
    for page in pages():
        for line, link in links(page.read_text(encoding="utf-8")):
            if ELSEWHERE.match(link):
                continue
            path, anchor = target(page, link)
            place = f"{page.relative_to(ROOT)}:{line}"
            if not path.exists():
                yield f"{place}: {link}: there is no such file"
            elif anchor and path.suffix == ".md" and anchor not in anchors(path):
                yield f"{place}: {link}: the page has no such heading"


def loose_pages():
    listed = {target(ENTRY, link)[0] for _, link in links(ENTRY.read_text(encoding="utf-8"))}
    for page in docs():
        name = page.relative_to(ROOT)
        paragraphs = page.read_text(encoding="utf-8").strip().split("\n\n")
        if not paragraphs[1].startswith("This page "):
            yield f"{name}: begin with a line that says what the page is for: This page …"
        if not re.match(r"\*\*Next:\*\* .*\]\(", paragraphs[-1]):
            yield f"{name}: end with a line that says what comes next: **Next:** and a link"
        if page not in listed:
            yield f"{name}: docs/README.md has no link to it"


faults = [*broken_links(), *loose_pages()]
if faults:
    sys.exit("\n".join(faults))
print(f"{len(pages())} pages, whose links lead somewhere")
