"""A game's engineer takes the Swift package, with nothing but the README and the docs.

Every Swift snippet of README, docs and the DocC catalogue, and the examples' sources, are compiled against the SDK's
modules. With `SHELFLIFE_EXAMPLE=1` TerminalShop is built as a game's package would be, with a manifest of its own and
without the server, which takes minutes, and buys in a running store; and `Shop`, a game outside this repository with the
manifest of the SDK's page, runs its own tests, which use the fake store.
"""

import json
import os
import re
import shutil
import subprocess
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "Examples" / "TerminalShop"
SWIFTUI_EXAMPLE = ROOT / "Examples" / "SwiftUIShop"
SHOP = Path(__file__).parent / "Shop"
CATALOGUE = ROOT / "Sources" / "ShelfClient" / "ShelfClient.docc"
README = ROOT / "README.md"
SNIPPETS = Path(__file__).parent / "Snippets"
BUILD = ROOT / ".build"
# The C libraries of the system that the SDK uses, as the compiler has to find them.
LIBRARIES = [flag for name in ["CSQLite", "CZlib"] for flag in ("-I", ROOT / "Sources" / name)]
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


def test_a_games_own_tests_use_the_fake_store(built, game):
    """In the folder of what the example has built, so that the SDK is compiled once."""
    command = ["swift", "test", "--package-path", game, "--scratch-path", built, "--disable-xctest"]
    tests = subprocess.run(command, capture_output=True, text=True)
    assert tests.returncode == 0, tests.stdout[-6000:] + tests.stderr[-2000:]
    assert "2 tests" in tests.stdout + tests.stderr


@pytest.fixture
def game(tmp_path):
    """A game's package, outside this repository, with the manifest of the SDK's page, whose address is replaced."""
    (manifest,) = (text for text in swift(CATALOGUE / "Start.md") if "import PackageDescription" in text)
    address = 'url: "https://git.example/shelflife", from: "0.1.0"'
    assert address in manifest
    shutil.copytree(SHOP, tmp_path / "Shop")
    (tmp_path / "Shop" / "Package.swift").write_text(manifest.replace(address, f'name: "shelflife", path: "{ROOT}"'))
    return tmp_path / "Shop"


def manifest_of(package):
    told = subprocess.run(
        ["swift", "package", "--package-path", package, "dump-package"], capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
    return json.loads(told.stdout)


def test_the_manifest_to_copy_names_the_oldest_systems_and_takes_the_sdk_alone(game):
    ours, its = manifest_of(ROOT), manifest_of(game)
    systems = [
        {(system["platformName"], system["version"]) for system in manifest["platforms"]} for manifest in (ours, its)
    ]
    assert systems[0] == systems[1]
    ((dependency,),) = (dependency["fileSystem"] for dependency in its["dependencies"])
    assert dependency["traits"] == []
    taken = {
        product["product"][0] for target in its["targets"] for product in target["dependencies"] if "product" in product
    }
    assert taken == {product["name"] for product in ours["products"]} - {"shelflife"}


def taps(shop, lines):
    """What the example says to one tap after another. A tap that comes too near to a change buys nothing."""
    for _ in range(20):
        shop.stdin.write("1\n")
        shop.stdin.flush()
        yield next(line for line in lines if re.search(r"^You own|nothing was", line))


def swift(page):
    """The Swift code of a page."""
    return re.findall(r"```swift\n(.*?)```", page.read_text(), re.S)


def snippets():
    for page in [README, *sorted((ROOT / "docs").rglob("*.md")), *sorted(CATALOGUE.glob("*.md"))]:
        for number, text in enumerate(swift(page), 1):
            if "import PackageDescription" in text:
                continue
            yield pytest.param(text, id=f"{page.relative_to(ROOT)}-{number}")
    for source in sorted((EXAMPLE / "Sources").rglob("*.swift")):
        yield pytest.param(source.read_text(), id=source.name)


def whole(snippet):
    """A snippet that is a part of a view, in the view around it. A preview, which is a macro of Apple's, is a
    function."""
    if not re.search(r"import Shelf(Client|Invitations|Levels)", snippet):
        return (SNIPPETS / "Around.swift").read_text().replace("SNIPPET", snippet)
    return snippet.replace("#Preview {", "@MainActor func preview() -> some View {")


def check(folder, *options, mode="-typecheck"):
    """What the compiler says of the sources in a folder."""
    modules = BUILD / "release"
    maps = [f"-fmodule-map-file={path}" for path in [*modules.glob("*.build/module.modulemap"),
                                                    *(BUILD / "checkouts").rglob("include/module.modulemap")]]  # fmt: skip
    compiler = ["swiftc", "-swift-version", "6", "-enable-upcoming-feature", "MemberImportVisibility", "-D", "DEBUG",
                "-I", folder, "-I", modules / "Modules", *LIBRARIES,
                *(flag for path in maps for flag in ("-Xcc", path))]  # fmt: skip
    for name, sources in [("SwiftUI", [SNIPPETS / "SwiftUI.swift"]), *options]:
        subprocess.run([*compiler, "-emit-module", "-parse-as-library", "-module-name", name, "-emit-module-path",
                        folder / f"{name}.swiftmodule", *sources], check=True)  # fmt: skip
    command = [*compiler, mode, "-parse-as-library", *sorted(folder.glob("*.swift"))]
    checked = subprocess.run(command, capture_output=True, text=True)
    return checked.returncode, checked.stderr


@pytest.mark.parametrize("snippet", snippets())
def test_every_snippet_compiles_with_the_imports_that_it_shows(snippet, tmp_path):
    """SwiftUI is Apple's, so what the snippets use of it is declared here. What needs GameKit is only parsed."""
    (tmp_path / "Snippet.swift").write_text(whole(snippet))
    status, said = check(tmp_path, mode="-parse" if "import GameKit" in snippet else "-typecheck")
    assert status == 0, said


def test_the_swiftui_example_compiles_against_what_is_declared_of_swiftui(tmp_path):
    for source in (SWIFTUI_EXAMPLE / "Shop").glob("*.swift"):
        (tmp_path / source.name).write_text(whole(source.read_text()))
    status, said = check(tmp_path)
    assert status == 0, said


def test_a_games_own_tests_compile_against_the_fake_store(tmp_path):
    for source in (SHOP / "Tests").rglob("*.swift"):
        (tmp_path / source.name).write_text(source.read_text())
    status, said = check(tmp_path, ("Shop", [*(SHOP / "Sources").rglob("*.swift")]))
    assert status == 0, said


def test_a_game_may_have_types_of_the_sdks_names(tmp_path):
    (tmp_path / "Names.swift").write_text("""
import ShelfClient

struct Card { let suit: String }
struct Theme { let music: String }
struct Problem { let puzzle: Int }

let mine = (Card(suit: "hearts"), Theme(music: "waltz"), Problem(puzzle: 1))
func price(_ card: ShelfClient.Card) -> Int64 { card.price }
func icon(_ theme: ShelfClient.Theme) -> String { theme.icon }
func reason(_ problem: ShelfClient.Problem) -> String { problem.detail }
""")
    status, said = check(tmp_path)
    assert status == 0, said
