"""Lets these tests use what the browser's tests have for servers and the API's for streams, too."""

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path += [str(TESTS / "Browser"), str(TESTS / "API")]
