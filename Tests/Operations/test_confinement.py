"""What a program that was taken over can do in the confined child, and what becomes of a server that can confine none."""

import ctypes
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from confined import AS, LIBRARIES, ROOT, Shop, build_confine, build_hostile
from operated import CONTENT, ITEMS, SETTINGS, Operated, mode
from shelf_process import BINARY

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="on other systems a child has limits alone")
LYNX = ROOT / "Tests/ShelfEngineTests/Pictures/Masters/lynx.png"


@pytest.fixture(scope="module")
def programs():
    """A folder that every user may enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def hostile(programs):
    return build_hostile(programs)


@pytest.fixture(params=list(AS))
def shop(request):
    if request.param != "root" and os.geteuid() != 0:
        pytest.skip("only root may become another user")
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    shop = Shop(folder, request.param)
    yield shop
    shop.end()
    shutil.rmtree(folder)


@pytest.mark.parametrize("landlock", [None, 2, 3, 6])
def test_a_child_that_was_taken_over_changes_reads_and_signals_nothing_outside(shop, programs, hostile, landlock):
    before = shop.state()
    confine = build_confine(programs, landlock)
    found, status = shop.attack(confine, shop.own, hostile, "--", "output", "--", hostile)
    assert (found["SUCCEEDED"], found["ODD"]) == (set(), set())
    assert status == 0 and len(found["refused"]) > 200
    assert shop.state() == before and shop.victim.poll() is None
    assert {path.name for path in shop.own.iterdir()} == {"input", "output"}
    assert (shop.own / "input").read_text() == "given"


def test_the_same_program_succeeds_where_nothing_confines_it(shop, hostile):
    found, _ = shop.attack(hostile)
    failed = (found["refused"] | found["ODD"]) - found["marked"]
    assert failed == set() and len(found["SUCCEEDED"]) > 200
    shop.victim.wait(10)


def test_no_child_is_started_without_landlock(programs, tmp_path):
    done = subprocess.run(
        [build_confine(programs, 0), tmp_path, *LIBRARIES, "--", "--", "/usr/bin/id"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (3, "") and "no child can be confined" in done.stderr


def test_a_child_that_cannot_be_started_writes_into_none_of_its_parents_files(programs, tmp_path):
    kept = tmp_path / "kept"
    kept.write_text("as it was")
    # The number at which a child tells why its program doesn't run; the parent has a file of its own there.
    with open(kept, "r+b") as file:
        done = subprocess.run(
            [build_confine(programs), tmp_path / "nowhere", *LIBRARIES, "--", "--", "/usr/bin/id"],
            preexec_fn=lambda: os.dup2(file.fileno(), 3), close_fds=False, capture_output=True,
        )  # fmt: skip
    assert (done.returncode, done.stdout, kept.read_text()) == (3, b"", "as it was")


def test_a_child_of_root_has_no_capabilities(programs, tmp_path):
    if os.geteuid() != 0:
        pytest.skip("only root has some")
    command = [build_confine(programs), tmp_path, *LIBRARIES, "/usr/bin/cat", "/proc/self/status", "--", "--"]
    status = subprocess.run([*command, "/usr/bin/cat", "/proc/self/status"], capture_output=True, text=True).stdout
    told = dict(line.split(":\t", 1) for line in status.splitlines())
    assert {told[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {"0" * 16}
    assert (told["NoNewPrivs"], told["Seccomp"]) == ("1", "2")


def test_shelflife_itself_runs_in_a_child(programs, tmp_path):
    (tmp_path / "content.yaml").write_text(CONTENT)
    (tmp_path / "items.yaml").write_text(json.dumps(ITEMS))
    # Swift finds its arguments by the map of its memory, and libdispatch reads once a second what its threads do, by their
    # numbers, which are known only then: it ends the program where it may not.
    own = [*LIBRARIES, "/proc", Path(BINARY).resolve(), Path(BINARY).resolve().parent, *runtime()]
    command = [build_confine(programs), tmp_path, *own, "--", "--", Path(BINARY).resolve(), "check", "content.yaml"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and "content.yaml is right: 2 stores, 30 items" in done.stdout, done


def runtime():
    """The folders of the libraries that the program loads."""
    loaded = subprocess.run(["ldd", BINARY], capture_output=True, text=True, check=True).stdout
    return sorted({str(Path(word).parent) for word in loaded.split() if word.startswith("/") and "/swift/" in word})


@pytest.mark.skipif(not Path("/usr/aarch64-linux-gnu/include").exists(), reason="libc6-dev-arm64-cross isn't installed")
def test_the_list_of_calls_is_one_on_aarch64_too():
    sources = [ROOT / "Sources/CConfinedChild" / name for name in ("Calls.c", "Landlock.c", "Capabilities.c", "CConfinedChild.c")]
    headers = ["-nostdlibinc", "-isystem", "/usr/aarch64-linux-gnu/include"]
    command = ["clang", "--target=aarch64-linux-gnu", "-fsyntax-only", "-Wall", "-Werror", *headers]
    subprocess.run([*command, "-I", ROOT / "Sources/CConfinedChild/include", *sources], check=True)


def without_landlock():
    """Lets the kernel answer the process as one without Landlock does (ENOSYS), by a filter of its own."""
    rules = [(0x20, 0, 0, 0), (0x15, 0, 1, 444), (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7FFF0000)]
    code = b"".join(struct.pack("HBBI", *rule) for rule in rules)
    program = struct.pack("HxxxxxxP", len(rules), ctypes.addressof(kept := ctypes.create_string_buffer(code)))
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program, 0, 0) == 0, kept


def test_a_server_that_can_confine_no_child_says_so_and_serves_without_pictures(tmp_path):
    content = CONTENT.partition("  - {id: bazaar")[0]
    server = Operated(
        tmp_path, settings=SETTINGS.partition("appSecrets:")[0], content=content, preexec_fn=without_landlock
    )
    (tmp_path / "items.yaml").write_text(json.dumps([{**item, "picture": "lynx.png"} for item in ITEMS]))
    (tmp_path / "pictures").mkdir()
    shutil.copy(LYNX, tmp_path / "pictures")
    checked = server.run("check", server.config, preexec_fn=without_landlock)
    assert checked.returncode == 0 and "no pictures can be made on this machine" in checked.stdout
    assert "Landlock" in checked.stdout
    try:
        server.start()
        server.wait_for(lambda: server.run("health", "--ready", server.address).returncode == 0)
        ready = server.run("health", "--ready", server.address).stdout
        assert "degraded: no pictures can be made: the kernel has no Landlock" in ready
        assert server.stop() == 0
    finally:
        server.end()


def test_a_start_clears_what_a_killed_server_left_of_pictures(tmp_path):
    server = Operated(tmp_path)
    left = server.data / "work" / "8C0E" / "pixels-0.v"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"decoded")
    try:
        server.start()
        assert not left.parent.parent.exists()
        assert server.stop() == 0
    finally:
        server.end()
