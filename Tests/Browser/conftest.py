"""A headless Chromium, a page that can import the modules, and the wire's vectors."""

import json
import os

import pages
import pytest
from closures import play, signed  # noqa: F401
from desk_pages import fake, open_desk  # noqa: F401
from playwright.sync_api import sync_playwright
from shelf_process import ShelfProcess
from waiting import PATIENCE_MS

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
ARTEFACTS = pages.ROOT / ".build" / "artefacts"
# A name that isn't this machine's, so that its plain HTTP counts as insecure.
INSECURE_HOST = "shelf.test"
ARGUMENTS = ["--no-sandbox", f"--host-resolver-rules=MAP {INSECURE_HOST} 127.0.0.1"]

WATCH = """
window.changes = [];
window.mutations = 0;
window.early = [];
let visibility = "visible";
Object.defineProperty(Document.prototype, "visibilityState", { get: () => visibility });
Object.defineProperty(Document.prototype, "hidden", { get: () => visibility === "hidden" });
window.turn = (state) => {
    visibility = state;
    document.dispatchEvent(new Event("visibilitychange"));
};
const wall = () => performance.timeOrigin + performance.now();
document.addEventListener("shelflife:change", ({ detail }) => window.changes.push({ ...detail, wallMs: wall(), uncertainUs: Number(document.documentElement.dataset.uncertaintyUs) }));
new MutationObserver((records) => {
    window.mutations += records.length;
    const uncertaintyMs = Number(document.documentElement.dataset.uncertaintyUs) / 1000;
    for (const card of document.querySelectorAll("[data-item]")) {
        if (Number(card.dataset.start) > wall() + uncertaintyMs + 1) window.early.push(card.outerHTML);
    }
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
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


PATHS = {path.stem: f"/{path.relative_to(pages.MODULES)}" for path in (pages.MODULES / "shelflife").rglob("*.js")}


class Modules:
    """Runs a JavaScript function in a page, which gets the named modules (by file name) and the argument."""

    def __init__(self, page):
        self.page = page

    def run(self, modules, function, argument=None):
        script = """async ([paths, source, argument]) => {
            const loaded = {};
            for (const path of paths) Object.assign(loaded, await import(path));
            return await eval(`(${source})`)(loaded, argument);
        }"""
        return self.page.evaluate(script, [[PATHS[name] for name in modules], function, argument])


@pytest.fixture(scope="session")
def modules(browser, module_server):
    page = browser.new_page()
    page.goto(module_server + "/")
    yield Modules(page)
    page.close()


@pytest.fixture(scope="session")
def artefacts():
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    return ARTEFACTS


@pytest.fixture(scope="session")
def shelf(tmp_path_factory):
    process = ShelfProcess(tmp_path_factory.mktemp("shelf"))
    process.start()
    yield process
    process.stop()


@pytest.fixture
def visit(browser, shelf):
    """Opens the storefront in a context of its own and fails the test on any error that the page logs."""
    contexts, errors = [], []

    def open_page(store, wait=True, prepare=None, address=None, **options):
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, **options})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(WATCH)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: line.type == "error" and "net::" not in line.text and errors.append(line.text))
        if prepare:
            prepare(page)
        page.goto(f"{address or shelf.address}/#{store}")
        if wait:
            wait_until_live(page, store)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors


def wait_until_live(page, store):
    page.wait_for_selector("html[data-connection=live][data-clock-state=synced]")
    page.wait_for_function(
        """(id) => {
            const cards = [...document.querySelectorAll(`#panel-${id} .card`)];
            return cards.length > 0 && cards.every((card) => card.dataset.item);
        }""",
        arg=store,
    )
