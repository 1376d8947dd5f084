"""The packages for apps as their engineers meet them."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))

from shelf_process import ShelfProcess  # noqa: E402


@pytest.fixture
def shelf(tmp_path):
    process = ShelfProcess(tmp_path)
    process.start()
    yield process
    process.stop()
