"""A game's engineer takes the Swift package, with nothing but the README and the docs.

Every Swift snippet of README and docs, and the example's source, is compiled against the SDK's modules. With
`SHELFLIFE_EXAMPLE=1` the example is built as a game's package would be, with a manifest of its own and without the
server, which takes minutes, and buys in a running store.
"""

import json
import os
import re
import subprocess
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "Examples" / "TerminalShop"
SNIPPETS = Path(__file__).parent / "Snippets"
BUILD = ROOT / ".build"
PACKAGES_AT_MOST = 8
PATIENCE = 60


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The folder of what was built."""
    if "SHELFLIFE_EXAMPLE" not in os.environ:
        pytest.skip("SHELFLIFE_EXAMPLE=1 builds the example")
    scratch = tmp_path_factory.mktemp("example")
    command = ["swift", "build", "--product", "TerminalShop", "--package-path", EXAMPLE, "--scratch-path", scratch]
    build = subprocess.run(command, capture_output=True, text=True)
    assert build.returncode == 0, build.stdout[-6000:] + build.stderr[-2000:]
    return scratch


def test_a_game_fetches_few_packages_and_none_of_the_servers(built):
    state = json.loads((built / "workspace-state.json").read_text())
    fetched = {dependency["packageRef"]["identity"] for dependency in state["object"]["dependencies"]}
    assert "shelflife" in fetched and len(fetched) <= PACKAGES_AT_MOST, sorted(fetched)
    assert not fetched & {"hummingbird", "grdb.swift", "jwt-kit"}


def test_the_example_shows_the_shelf_and_buys_what_it_shows(built, shelf):
    stores = json.loads(urllib.request.urlopen(f"{shelf.address}/v1/stores").read())
    store = next(store for store in stores if store["id"] == "main")
    command = [built / "debug" / "TerminalShop", shelf.address, "main", store["publicKey"]]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as shop:
        lines = iter(shop.stdout.readline, "")
        assert any(re.match(r"1: (?!sealed).+ s left", line) for line in lines)
        assert any(said.startswith("You own") for said in taps(shop, lines))
        shop.stdin.close()
        assert shop.wait(PATIENCE) == 0


def taps(shop, lines):
    """What the example says to one tap after another. A tap that comes too near to a change buys nothing."""
    for _ in range(20):
        shop.stdin.write("1\n")
        shop.stdin.flush()
        yield next(line for line in lines if re.search(r"^You own|nothing was", line))


def snippets():
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for number, text in enumerate(re.findall(r"```swift\n(.*?)```", page.read_text(), re.S), 1):
            yield pytest.param(text, id=f"{page.relative_to(ROOT)}-{number}")
    for source in sorted((EXAMPLE / "Sources").rglob("*.swift")):
        yield pytest.param(source.read_text(), id=source.name)


def whole(snippet):
    """A snippet that is a part of a view, in the view around it."""
    if "import ShelfClient" in snippet:
        return snippet
    return (SNIPPETS / "Around.swift").read_text().replace("SNIPPET", snippet)


@pytest.mark.parametrize("snippet", snippets())
def test_every_snippet_compiles_with_the_imports_that_it_shows(snippet, tmp_path):
    """SwiftUI is Apple's, so what the snippets use of it is declared here."""
    (tmp_path / "Snippet.swift").write_text(whole(snippet))
    maps = [f"-fmodule-map-file={path}" for path in [*(BUILD / "release").glob("*.build/module.modulemap"),
                                                    *(BUILD / "checkouts").rglob("include/module.modulemap")]]  # fmt: skip
    compiler = ["swiftc", "-swift-version", "6", "-enable-upcoming-feature", "MemberImportVisibility", "-I", tmp_path,
                "-I", BUILD / "release" / "Modules", *(flag for path in maps for flag in ("-Xcc", path))]  # fmt: skip
    subprocess.run([*compiler, "-emit-module", "-module-name", "SwiftUI", "-emit-module-path", tmp_path / "SwiftUI.swiftmodule",
                    SNIPPETS / "SwiftUI.swift"], check=True)  # fmt: skip
    checked = subprocess.run([*compiler, "-typecheck", "-parse-as-library", tmp_path / "Snippet.swift"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
