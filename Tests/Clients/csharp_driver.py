"""The client in C#, compiled with Debian's Mono and told what to do, a line of JSON each."""

import json
import select
import subprocess
from pathlib import Path

FOLDER = Path(__file__).parent / "csharp"
# Old Unity's compiler takes C# 7.3, and Mono's a little less.
LANGUAGE = "7.2"
PATIENCE = 60


def compiled(folder):
    """The driver's program."""
    program = folder / "driver.exe"
    sources = [FOLDER / "Driver.cs", *sorted((FOLDER / "Shelflife").glob("*.cs"))]
    subprocess.run(["mcs", f"-langversion:{LANGUAGE}", "-warnaserror", "-r:System.Core.dll", "-r:System.Numerics.dll",
                    f"-out:{program}", *sources], check=True, timeout=PATIENCE)  # fmt: skip
    return program


class CSharpRefused(Exception):
    """The client refused what it was told to take, or a server refused what it asked for."""


class CSharp:
    def __init__(self, program):
        self.process = subprocess.Popen(["mono", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)

    def tell(self, *said):
        """Tells it what to do, and returns what it answers."""
        self.begin(*said)
        return self.end()

    def begin(self, *said):
        self.process.stdin.write(json.dumps(said).encode() + b"\n")
        self.process.stdin.flush()

    def end(self):
        line = b""
        while not line.startswith(b"= "):  # Mono may have warnings of its own
            if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
                self.process.kill()
            line = self.process.stdout.readline()
            assert line, "the client in C# has ended, or said nothing for too long"
        answer = json.loads(line[2:])
        if isinstance(answer, dict) and "refused" in answer:
            raise CSharpRefused(answer["refused"])
        return answer

    def close(self):
        """Ends it as a crash does."""
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
