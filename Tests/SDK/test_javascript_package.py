"""A stranger installs the package for npm, offline, into an empty folder, and follows a store and buys: in Node, in
TypeScript, and through a bundler. Another one plays levels in Node."""

import json
import re
import subprocess
import tarfile
import urllib.request
from pathlib import Path

import packs
import pytest
from nodes import NODE, NPM

ROOT = Path(__file__).resolve().parents[2]
MODULES = ROOT / "Sources" / "ShelfSite" / "Resources"
CONSUMER = Path(__file__).parent / "Snippets" / "consumer.ts"
STRICT_CONSUMER = Path(__file__).parent / "Snippets" / "strict-consumer.ts"
PATIENCE = 120
STRICT = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom"]


def run(*command, folder, patience=PATIENCE):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=patience)


@pytest.fixture(scope="session")
def tarball(tmp_path_factory):
    """What `npm pack` makes of the package, which is made anew for it."""
    folder = tmp_path_factory.mktemp("pack")
    made = run(ROOT / "scripts" / "build-npm", folder / "npm", folder=ROOT)
    assert made.returncode == 0, made.stdout + made.stderr
    packed = run(*NPM, "pack", "--offline", "--silent", folder / "npm", folder=folder)
    assert packed.returncode == 0, packed.stderr
    return folder / packed.stdout.strip()


@pytest.fixture(scope="session")
def game(tarball, tmp_path_factory):
    """A folder in which nothing was, with the package installed."""
    folder = tmp_path_factory.mktemp("game")
    (folder / "package.json").write_text('{ "private": true, "type": "module" }')
    command = [*NPM, "install", "--offline", "--no-audit", "--no-fund", "--cache", folder / "cache", tarball]
    installed = run(*command, folder=folder)
    assert installed.returncode == 0, installed.stderr
    return folder


def test_the_package_is_the_sdk_with_declarations_and_nothing_else(tarball):
    with tarfile.open(tarball) as opened:
        names = {name.removeprefix("package/") for name in opened.getnames()}
    folders = [MODULES / "shelflife", MODULES / "shelf-store"]
    modules = {"shelflife.js", "shelf-store.js", "shelf-levels.js", "shelf-invitations.js"} | {
        str(file.relative_to(MODULES)) for folder in folders for file in folder.rglob("*.js")
    }
    declarations = {re.sub(r"js$", "d.ts", name) for name in modules}
    assert names == modules | declarations | {"package.json", "README.md", "LICENSE"}


def test_the_package_has_the_servers_version():
    version = re.search(r'version = "(.+)"', (ROOT / "Sources" / "ShelfServer" / "ShelfServer.swift").read_text())[1]
    assert json.loads((ROOT / "npm" / "package.json").read_text())["version"] == version


GAME = """
import { ShelfServer, memoryPlayerArchive } from "shelflife";

const [address, publicKey] = process.argv.slice(2);
const server = new ShelfServer(address, { playerArchive: memoryPlayerArchive() });
const store = server.store("main", { publicKey });
const balances = await server.player.wallet();
const affordable = ({ price, currency }) => price <= balances[currency];
let asked = false;
store.addEventListener("tick", async () => {
  const position = store
    .shelf()
    .find(({ card, tapGuarded, remainingMs }) => card && affordable(card) && !tapGuarded && remainingMs > 5000);
  if (asked || !position || store.status.connection !== "live") return;
  asked = true;
  const receipt = await store.buy(position);
  const owned = await server.player.inventory();
  console.log(JSON.stringify({ wanted: position.card.item, bought: receipt.item, owned: owned.map(({ item }) => item) }));
  store.stop();
});
store.start();
"""


def test_in_node_it_follows_a_store_and_buys_without_a_flag_and_the_program_ends(game, shelf):
    stores = json.loads(urllib.request.urlopen(f"{shelf.address}/v1/stores").read())
    key = next(store["publicKey"] for store in stores if store["id"] == "main")
    (game / "game.js").write_text(GAME)
    played = run(NODE, "game.js", shelf.address, key, folder=game)
    assert played.returncode == 0 and played.stderr == "", played.stderr
    told = json.loads(played.stdout)
    assert told["bought"] == told["wanted"] and told["owned"] == [told["wanted"]]


LEVELS = """
import { LevelLibrary, memoryLevelStore } from "shelflife/shelf-levels";

const [server, publicKey] = process.argv.slice(2);
const app = { server, publicKey, pack: "warehouse", channel: "stable", engine: 1 };
const library = await LevelLibrary.open({ ...app, store: memoryLevelStore() });
const { kind } = await library.update();
const without = await LevelLibrary.open(app).catch(({ message }) => message);
console.log(JSON.stringify({ kind, title: library.level("corner")?.title, problem: without }));
"""


@pytest.mark.parametrize("length", range(4))
def test_in_node_levels_come_in_files_of_any_length_and_are_kept_where_the_game_says(game, length):
    levels = [packs.level("first"), packs.level("corner", map=bytes(range(length)))]
    channel = packs.Channel()
    channel.point_at(channel.release(levels), 1000)
    server, address, _ = packs.serve(channel)
    (game / "levels.js").write_text(LEVELS)
    played = run(NODE, "levels.js", address, packs.public_key(), folder=game)
    server.shutdown()
    assert played.returncode == 0 and played.stderr == "", played.stderr
    problem = "There is no indexedDB, which keeps the levels: give a `store` (that of `memoryLevelStore()` ends with the program)."
    assert json.loads(played.stdout) == {"kind": "updated", "title": "Corner", "problem": problem}


def compiled(game, name, source, *options):
    (game / name).write_text(source)
    return run("tsc", *STRICT, *options, name, folder=game)


@pytest.mark.parametrize("resolution", ["node", "node16"])
def test_a_strict_typescript_program_compiles_with_it(game, resolution):
    kind = ["--moduleResolution", resolution, "--module", "node16" if resolution == "node16" else "esnext"]
    done = compiled(game, "consumer.ts", CONSUMER.read_text(), *kind)
    assert done.returncode == 0, done.stdout


def test_what_a_strict_program_cannot_do_is_an_error_in_exactly_the_lines_that_expect_one(game):
    source = STRICT_CONSUMER.read_text()
    kind = ["--moduleResolution", "node16", "--module", "node16"]
    done = compiled(game, "strict-consumer.ts", source, *kind)
    assert done.returncode == 0, done.stdout
    expected = re.findall(r"^ *// @ts-expect-error (TS\d+)$", source, re.M)
    assert len(expected) == source.count("@ts-expect-error") > 8
    done = compiled(game, "no-expectation.ts", source.replace("@ts-expect-error", "Wrong:"), *kind)
    lines = [number for number, line in enumerate(source.splitlines(), 2) if "@ts-expect-error" in line]
    found = re.findall(r"^no-expectation\.ts\((\d+),\d+\): error (TS\d+)", done.stdout, re.M)
    assert found == [(str(number), code) for number, code in zip(lines, expected)], done.stdout


MISTAKES = {
    "store.start(1);": "TS2554",
    "store.shelf()[0].prize;": "TS2339",
    "server.store('main', {});": "TS2345",
    "store.addEventListener('purchase', ({ detail }) => detail.stages);": "TS2551",
    "server.player.addEventListener('wallet', ({ detail }) => detail.coins);": "TS2339",
    "const price: string = store.shelf()[0]!.card!.price;": "TS2322",
    "store.status.error.message;": "TS2531",
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_typescript_finds_a_mistake(game, mistake):
    begun = 'import { ShelfServer } from "shelflife";\nconst server = new ShelfServer("");\nconst store = server.store("main", { publicKey: "" });\n'
    done = compiled(game, "mistake.ts", begun + mistake, "--moduleResolution", "node", "--module", "esnext")
    assert re.findall(r"mistake\.ts\(4,\d+\): error (TS\d+)", done.stdout) == [MISTAKES[mistake]], done.stdout


def test_every_shape_that_the_reference_names_is_a_type_of_the_package(game):
    titles = re.findall(r"^###? `(\w+)`$", (ROOT / "docs" / "javascript.md").read_text(), re.M)
    shapes = [title for title in titles if title[0].isupper()]
    assert {"Receipt", "ServerParts", "ShelfPosition", "StoreStatus"} <= set(shapes)
    of_levels = [shape for shape in shapes if shape.startswith("Level")]
    of_invitations = [shape for shape in shapes if re.search("Invit|Match|PlayerEvents|EventsStatus", shape)]
    of_stores = [shape for shape in shapes if shape not in of_levels + of_invitations]
    source = (
        f'import type {{ {", ".join(of_stores)} }} from "shelflife";\n'
        f'import type {{ {", ".join(of_levels)} }} from "shelflife/shelf-levels";\n'
        f'import type {{ {", ".join(of_invitations)} }} from "shelflife/shelf-invitations";\n'
        f'export type All = [{", ".join(shapes)}];\n'
    )
    done = compiled(game, "shapes.ts", source, "--moduleResolution", "node", "--module", "esnext")
    assert done.returncode == 0, done.stdout


def bundled(game, source):
    (game / "entry.js").write_text(source)
    done = run("esbuild", "entry.js", "--bundle", "--minify", "--format=esm", "--log-level=warning", folder=game)
    assert done.returncode == 0, done.stderr
    return len(done.stdout)


def test_a_bundler_leaves_out_what_is_not_used(game):
    everything = bundled(game, 'export * from "shelflife";')
    assert everything > 40_000
    assert bundled(game, 'export { TAP_GUARD_MS } from "shelflife";') < 200
    assert bundled(game, 'export { openReceipt } from "shelflife";') < everything / 10
    assert bundled(game, 'import "shelflife";') == 0
