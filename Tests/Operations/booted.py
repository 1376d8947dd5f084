"""This module boots a real systemd in namespaces of its own, over a copy of the host's files that lives in memory."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

# unshare runs this as process 1 of new namespaces. $1 is an empty folder, which gets a tmpfs that only they see, and $2
# is where the host has mounted its cgroup2.
BOOT = r"""
set -e
read -r pid rest </proc/self/stat  # This /proc is still the host's, so the number is the one outside.
mount -t tmpfs -o mode=0755 tmpfs "$1"
cd "$1"
mkdir upper work root "$2/booted-$pid"
echo 0 >"$2/booted-$pid/cgroup.procs"
# Only the file system of / is seen through the overlay, and nothing that is mounted below it.
mount -t overlay -o lowerdir=/,upperdir=upper,workdir=work overlay root
cd root
mkdir -p proc sys dev run tmp booted-old
mount -t proc -o nosuid,nodev,noexec proc proc
mount --bind -o ro proc/sys proc/sys  # Process 1 would raise the host's fs.file-max and fs.nr_open.
mount -t sysfs -o nosuid,nodev,noexec sysfs sys
mount -o remount,bind,ro sys
mount -t tmpfs -o mode=0755,nosuid tmpfs dev
cp -a /dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty dev
mkdir dev/pts
mount -t devpts -o nosuid,noexec,newinstance,gid=5,mode=0620,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t tmpfs -o mode=0755,nosuid,nodev tmpfs run
# Nothing that is installed on the host starts by itself.
for folder in etc/systemd/system usr/lib/systemd/system-generators usr/lib/systemd/system/*.wants; do
    [ ! -d "$folder" ] || mount -t tmpfs -o mode=0755 tmpfs "$folder"
done
rm -rf var/log/journal
tr -d - </proc/sys/kernel/random/uuid >etc/machine-id  # Without one systemd would enable every unit.
needs="basic.target systemd-journald.service"
printf '[Unit]\nRequires=%s\nAfter=%s\n' "$needs" "$needs" >etc/systemd/system/booted.target
pivot_root . booted-old
umount --lazy /booted-old
echo "$pid"
# Without a cgroup2 in its place, systemd would take the host's cgroup v1 trees.
exec unshare --cgroup sh -c 'mount -t cgroup2 -o nosuid,nodev,noexec cgroup2 /sys/fs/cgroup &&
    exec setpriv --bounding-set -sys_module,-sys_time,-sys_rawio env -i container=booted \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=booted.target'
"""


class Booted:
    """Boots systemd on entry, and kills it with all that it started on exit, or when the test's process dies.

    `folder` is an empty folder of the host. `root` is the container's root folder as the host sees it: what is written
    there stays in memory. The container has a network of its own unless `private_network` is false.
    """

    def __init__(self, folder: Path, private_network: bool = True) -> None:
        self.folder, self.network = Path(folder), ["--net"] if private_network else []

    def __enter__(self) -> "Booted":
        mounts = (line.split() for line in Path("/proc/self/mounts").read_text().splitlines())
        self.cgroups = Path(next(where for _, where, kind, *_ in mounts if kind == "cgroup2"))
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--ipc", "--uts", *self.network, "--fork",
             "--kill-child", "sh", "-c", BOOT, "boot", self.folder, self.cgroups],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, cwd="/")
        self.pid = 0
        try:
            self.pid = int(self.process.stdout.readline() or 0)
            self.root = Path(f"/proc/{self.pid}/root")
            end = time.monotonic() + 20
            while self.pid and self.process.poll() is None and time.monotonic() < end:
                if self.run("systemctl", "is-system-running", "--wait", check=False).stdout.strip() == "running":
                    return self
                time.sleep(0.02)
            raise RuntimeError("systemd didn't boot; what it printed is in the test's standard error")
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        """Kills process 1, upon which the kernel kills every other process in there, and waits for the end of them."""
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid or self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
        # The cgroups of earlier tests which were killed are removed too. What is still busy is left to later tests.
        for group in self.cgroups.glob("booted-*"):
            if not Path("/proc", group.name.removeprefix("booted-"), "exe").exists():  # A zombie has none.
                for folder, _, _ in os.walk(group, topdown=False):
                    with contextlib.suppress(OSError):
                        os.rmdir(folder)

    def run(self, *command: str, check: bool = True, **options) -> subprocess.CompletedProcess:
        """Runs a command as root in the container's namespaces, outside of every unit."""
        options = {"capture_output": True, "text": True, "timeout": 60, "stdin": subprocess.DEVNULL} | options
        return subprocess.run(
            ["nsenter", "--target", str(self.pid), "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup", *command],
            check=check, **options)

    def install(self, unit: Path, **dropins: str) -> None:
        """Copies a unit file into the container's /etc/systemd/system, and writes drop-ins by their names."""
        place = self.root / "etc/systemd/system"
        shutil.copy(unit, place)
        (place / f"{unit.name}.d").mkdir(exist_ok=True)
        for name, text in dropins.items():
            (place / f"{unit.name}.d/{name}.conf").write_text(text)
        self.run("systemctl", "daemon-reload")

    def journal(self, *arguments: str) -> str:
        """Returns what journalctl prints with these arguments, after everything that was logged has been taken in."""
        self.run("journalctl", "--sync")
        return self.run("journalctl", "--no-pager", "--output=short-monotonic", *arguments).stdout
