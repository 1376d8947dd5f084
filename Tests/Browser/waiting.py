"""Waiting for what a test can only look at from outside a page."""

import time

# A limit and nothing else: on a machine that is busy with builds, a page may need half a minute to be in step.
PATIENCE = 90
PATIENCE_MS = 1000 * PATIENCE


def until(page, holds, seconds=PATIENCE):
    """Whether something comes true. Meanwhile the page is heard, so that what it asks for is known."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        page.wait_for_timeout(50)
    return True


def lies_still(page, selector):
    """Waits until an element has come to where it stays."""
    page.wait_for_function(
        "(selector) => document.querySelector(selector).getAnimations({ subtree: true }).length === 0", arg=selector
    )
