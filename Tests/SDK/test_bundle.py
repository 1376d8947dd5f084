"""What `scripts/bundle-site` makes of the pages, and what it does where its tools are missing."""

import json
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "Sources" / "ShelfSite" / "Resources"
PACKAGE = "shelflife-" + json.loads((ROOT / "npm" / "package.json").read_text())["version"] + ".tgz"
PATIENCE = 120

pytestmark = pytest.mark.skipif(shutil.which("esbuild") is None, reason="there is no esbuild here")


def bundle(folder, **environment):
    command = [ROOT / "scripts" / "bundle-site", folder / "Resources", folder / "Bundle"]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **environment})


def copied(folder):
    shutil.copytree(SOURCES, folder / "Resources")
    return folder


def without(tool, folder):
    """A PATH with every program but one."""
    folder.mkdir()
    for place in reversed(os.environ["PATH"].split(":")):
        for program in Path(place).iterdir() if Path(place).is_dir() else []:
            if program.name == tool:
                continue
            (folder / program.name).unlink(missing_ok=True)
            (folder / program.name).symlink_to(program)
    return str(folder)


def contents(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = copied(tmp_path_factory.mktemp("made"))
    done = bundle(folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder


def test_it_has_each_entry_in_one_file_with_a_map_beside_it(made):
    names = {re.sub("-[A-Z2-7]{8}[.]", "-HASH.", name) for name in contents(made / "Bundle")}
    entries = [
        "shelflife.js",
        "shelf-store.js",
        "shelf-levels.js",
        "shelf-invitations.js",
        "assets/storefront-HASH.js",
        "assets/storefront-HASH.css",
        "desk/desk.js",
        "desk/desk.css",
        "levels-page/levels.js",
        "levels-page/levels.css",
        "invitations-page/invitations.js",
        "invitations-page/invitations.css",
    ]
    assert names == {*entries, *(f"{entry}.map" for entry in entries), PACKAGE, "package.sums"}
    assert {path.name for path in made.iterdir()} == {"Resources", "Bundle"}
    for name, content in contents(made / "Bundle").items():
        if name.endswith((".js", ".css")):
            assert re.search(rb"sourceMappingURL=(\S+)", content)[1].decode() == Path(name).name + ".map"
            told = json.loads((made / "Bundle" / f"{name}.map").read_text())
            assert len(told["sourcesContent"]) == len(told["sources"])


def test_a_map_names_no_folder_of_the_machine_even_behind_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    copied(tmp_path / "real")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert bundle(tmp_path / "link", PATH=without("tsc", tmp_path / "bin")).returncode == 0
    for path in (tmp_path / "real" / "Bundle").rglob("*.map"):
        assert all(
            re.match(r"([.][.]/){1,2}Resources/", source) for source in json.loads(path.read_text())["sources"]
        ), path


def test_the_icons_are_in_the_style_sheet(made):
    [style] = (made / "Bundle" / "assets").glob("*.css")
    assert style.read_text().count("data:image/svg+xml") >= 13
    assert ".svg" not in style.read_text()


def test_the_package_is_packed_as_npm_packs_it(made, tmp_path):
    with tarfile.open(made / "Bundle" / PACKAGE) as opened:
        members = opened.getmembers()
    folder = tmp_path / "npm"
    built = subprocess.run([ROOT / "scripts" / "build-npm", folder], capture_output=True, text=True, timeout=PATIENCE)
    assert built.returncode == 0, built.stdout + built.stderr
    assert [member.name for member in members] == sorted(f"package/{name}" for name in contents(folder))
    assert {(member.uid, member.gid, member.mode, member.mtime) for member in members} == {(0, 0, 0o644, 499162500)}


def test_the_same_sources_make_the_same_bytes_elsewhere_too(made, tmp_path):
    (tmp_path / "deep").mkdir()
    folder = copied(tmp_path / "deep")
    assert bundle(folder).returncode == 0
    assert contents(folder / "Bundle") == contents(made / "Bundle")
    kept = (folder / "Bundle" / PACKAGE).stat().st_mtime_ns
    assert bundle(folder).returncode == 0
    assert (folder / "Bundle" / PACKAGE).stat().st_mtime_ns == kept, "the package was made again of the same files"


def test_the_package_is_made_again_when_something_in_it_is_another(made, tmp_path):
    folder = shutil.copytree(made, tmp_path / "other")
    package, sums = folder / "Bundle" / PACKAGE, folder / "Bundle" / "package.sums"
    package.write_bytes(b"old")
    sums.write_text("others\n")
    assert bundle(folder).returncode == 0
    assert package.read_bytes() != b"old"


def test_a_bundle_with_nothing_new_stays_the_same_files(made):
    before = (made / "Bundle").stat().st_ino
    assert bundle(made).returncode == 0
    assert (made / "Bundle").stat().st_ino == before


@pytest.mark.parametrize("text", ["}\n", ".a {\n  color red;\n}\n", '@import "./none.css";\n'])
def test_a_warning_of_esbuilds_is_an_error_and_what_was_made_before_stays(tmp_path, text):
    folder = copied(tmp_path)
    (folder / "Bundle").mkdir()
    (folder / "Bundle" / "old").write_text("old")
    (folder / "Resources" / "storefront.css").write_text(text)
    done = bundle(folder)
    assert done.returncode == 1 and "storefront.css" in done.stderr
    assert contents(folder / "Bundle") == {"old": b"old"}
    assert not (folder / "Bundle.new").exists()


def test_without_esbuild_there_is_no_bundle_and_it_says_so(tmp_path):
    (tmp_path / "here").mkdir()
    folder = copied(tmp_path / "here")
    (folder / "Bundle").mkdir()
    done = bundle(folder, PATH=without("esbuild", tmp_path / "bin"))
    assert done.returncode == 0 and not (folder / "Bundle").exists()
    assert "served module by module" in done.stderr and "apt-get install esbuild" in done.stderr


def test_with_a_tsc_that_fails_there_is_no_package_and_it_says_so(tmp_path):
    (tmp_path / "here").mkdir()
    folder, programs = copied(tmp_path / "here"), without("tsc", tmp_path / "bin")
    (tmp_path / "bin" / "tsc").write_text("#!/bin/sh\necho 'error TS5107: too new'\nexit 2\n")
    (tmp_path / "bin" / "tsc").chmod(0o755)
    done = bundle(folder, PATH=programs)
    assert done.returncode == 0 and "is not served, because it can't be made" in done.stderr
    assert "too new" in done.stdout + done.stderr
    assert not any(name.startswith(("npm/", PACKAGE, "package.sums")) for name in contents(folder / "Bundle"))


def test_without_tsc_there_is_no_package_and_it_says_so(tmp_path):
    (tmp_path / "here").mkdir()
    folder = copied(tmp_path / "here")
    done = bundle(folder, PATH=without("tsc", tmp_path / "bin"))
    assert done.returncode == 0 and "node-typescript" in done.stderr
    assert not (folder / "Bundle" / PACKAGE).exists() and (folder / "Bundle" / "shelflife.js").exists()
