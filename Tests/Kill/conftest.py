"""Lets these tests use what the browser's tests have for servers, too."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "Browser"))
