"""Programs that are run as the server runs those that make pictures, and the hostile one that they are tried with."""

import os
import platform
import pwd
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHILD = ROOT / "Sources/CConfinedChild"
PROGRAMS = Path(__file__).with_name("confinement")
LIBRARIES = [f"/usr/lib/{platform.machine()}-linux-gnu", "/lib64/ld-linux-x86-64.so.2", "/etc/ld.so.cache"]
AS = {"root": [], "nobody": ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]}


def build_confine(folder, landlock=None):
    """- landlock: the version to which it is lowered; the kernel's where there is none."""
    lowered = [] if landlock is None else [f"-DNEWEST_LANDLOCK={landlock}"]
    program = folder / f"confine{landlock}"
    sources = [PROGRAMS / "confine.c", *sorted(CHILD.glob("*.c"))]
    subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", *lowered, f"-I{CHILD}/include", "-o", program, *sources], check=True)
    return program


def build_hostile(folder):
    """It is linked statically, so that it needs no file but itself."""
    program = folder / "hostile"
    subprocess.run(["cc", "-std=c11", "-O1", "-static", "-o", program, PROGRAMS / "hostile.c"], check=True)
    return program


def attempts(said):
    """The names of the hostile program's attempts, by what became of them."""
    found = {"refused": set(), "SUCCEEDED": set(), "ODD": set(), "marked": set()}
    for what, name, *rest in map(str.split, said.splitlines()):
        found[what].add(name)
        # Those that need privileges, or a system that isn't everywhere.
        if {"privileged", "unsure"} & set(rest):
            found["marked"].add(name)
    return found


class Shop:
    """A folder as a server has it, and a process, both of one user."""

    def __init__(self, folder, user):
        self.folder, self.own, self.user = folder / "shop", folder / "own", user
        (self.folder / "secrets").mkdir(parents=True, mode=0o700)
        self.own.mkdir()
        for name in ("shop.sqlite", "secrets/key"):
            (self.folder / name).write_text("bytes of the shop")
            (self.folder / name).chmod(0o600)
        subprocess.run(["mkfifo", self.folder / "pipe"], check=True)
        shutil.copy("/bin/true", self.folder / "program")
        (self.own / "input").write_text("given")
        (self.own / "output").touch(mode=0o600)
        if user != "root":
            subprocess.run(["chown", "-R", "nobody:nogroup", folder], check=True)
        listens = "import socket, sys, time; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); print(flush=True); time.sleep(600)"
        self.victim = subprocess.Popen(
            [*AS[user], sys.executable, "-c", listens, self.folder / "socket"], stdout=subprocess.PIPE
        )
        self.victim.stdout.readline()

    def attack(self, *command):
        """The attempts by what became of them, and the status. Its output is a file, as the server gives it one."""
        with tempfile.TemporaryFile("w+") as said:
            if self.user != "root":
                os.fchown(said.fileno(), *pwd.getpwnam(self.user)[2:4])
            done = subprocess.run(
                [*AS[self.user], *map(str, command), str(self.folder), str(self.victim.pid), "output"],
                cwd=self.own, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.PIPE, text=True, timeout=60,
            )  # fmt: skip
            said.seek(0)
            found = attempts(said.read())
        assert done.stderr == "", done.stderr
        return found, done.returncode

    def state(self):
        """What an attack could change of the folder."""
        return {
            path.relative_to(self.folder): (about.st_mode, about.st_uid, about.st_size, about.st_mtime_ns, about.st_ctime_ns)
            for path in sorted(self.folder.rglob("*"))
            for about in [path.lstat()]
        }  # fmt: skip

    def end(self):
        self.victim.kill()
        self.victim.wait()
