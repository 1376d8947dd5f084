#!/usr/bin/env python3
"""Checks that each target imports only the modules that the manifest gives it.

The compiler lets a target import whatever happens to be built before it; this
holds every `import` against the target's own dependencies.
"""

import json
import pathlib
import re
import subprocess
import sys

# What comes with the toolchain.
STANDARD = {
    "Dispatch", "Foundation", "FoundationNetworking", "Glibc", "Musl", "Darwin", "Observation", "Synchronization",
    "Testing", "UIKit", "AppKit", "WatchKit", "Network",
}
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|var|typealias)\s+)?(\w+)"
)


def description():
    output = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], check=True, capture_output=True, text=True
    ).stdout
    return json.loads(output[output.index("{"):])


def imports(target):
    for name in target["sources"]:
        if not name.endswith(".swift"):
            continue
        path = pathlib.Path(target["path"]) / name
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = IMPORT.match(line)
            if match:
                yield path, number, match.group(1)


def main():
    faults = []
    for target in description()["targets"]:
        allowed = STANDARD | set(target.get("target_dependencies", [])) | set(target.get("product_dependencies", []))
        for path, number, module in imports(target):
            if module not in allowed:
                faults.append(f"{path}:{number}: {target['name']} imports {module}, which the manifest doesn't give it")
    print("\n".join(faults) or "Every import is in the manifest.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
