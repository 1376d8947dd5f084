"""A headless Chromium, a page that can import the modules, and the wire's vectors."""

import json
import os

import pages
import pytest
from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def module_server():
    server, address = pages.serve({})
    yield address
    server.shutdown()


@pytest.fixture(scope="session")
def vectors():
    return json.loads((pages.VECTORS / "vectors.json").read_text())


class Modules:
    """Runs a JavaScript function in a page, which gets the named modules and the arguments."""

    def __init__(self, page):
        self.page = page

    def run(self, modules, function, argument=None):
        script = """async ([modules, source, argument]) => {
            const loaded = {};
            for (const name of modules) Object.assign(loaded, await import(`/shelflife/${name}.js`));
            return await eval(`(${source})`)(loaded, argument);
        }"""
        return self.page.evaluate(script, [modules, function, argument])


@pytest.fixture(scope="session")
def modules(browser, module_server):
    page = browser.new_page()
    page.goto(module_server + "/")
    yield Modules(page)
    page.close()
