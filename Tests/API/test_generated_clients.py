"""What generators make of the description, as docs/buying.md says: a client and models, which follow a store, buy, and
read a refusal by its code. What OpenAPI can't describe, a window's bytes, is opened by the tests' own reader."""

import importlib
import json
import os
import re
import subprocess
import sys
import uuid
from pathlib import Path

import httpx
import pydantic
import pytest
from api_shelf import ADMIN
from open_window import listings_of
from windows import b64

PAGE = Path(__file__).resolve().parents[2] / "docs" / "buying.md"
TOOLS = Path(sys.executable).parent
PATIENCE = 120


@pytest.fixture(scope="module")
def folder(description, tmp_path_factory):
    """Where the description is, and where modules can be imported from."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_text(json.dumps(description.document))
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


def generate(folder, tool, *options):
    """Runs a generator, which may have nothing to complain of, and returns what it printed."""
    environment = {**os.environ, "PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}"}
    command = [TOOLS / tool, *options]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, env=environment)
    assert run.returncode == 0 and run.stderr == "", run.stdout + run.stderr
    importlib.invalidate_caches()
    return run.stdout


@pytest.fixture(scope="module")
def models(folder):
    """The models of `datamodel-codegen`."""
    generate(folder, "datamodel-codegen", "--input", "openapi.json", "--input-file-type", "openapi",
             "--formatters", "builtin", "--output", "shelf_models.py")  # fmt: skip
    return importlib.import_module("shelf_models")


class Generated:
    """The client of `openapi-python-client`, whose functions have the operations' names."""

    def __init__(self, address, document):
        self.client = importlib.import_module("shelf_client")
        self.models = importlib.import_module("shelf_client.models")
        self.address = address
        self.tags = {
            operation["operationId"]: operation["tags"][0]
            for item in document["paths"].values()
            for operation in item.values()
        }

    def module(self, operation):
        tag = self.tags[operation].lower().replace(" ", "_")
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", operation).lower()
        return importlib.import_module(f"shelf_client.api.{tag}.{name}")

    def caller(self, token=None):
        """Calls operations, as somebody with this token."""
        options = {"base_url": self.address, "raise_on_unexpected_status": True}
        client = self.client.AuthenticatedClient(token=token, **options) if token else self.client.Client(**options)
        return lambda operation, *parts, **more: self.module(operation).sync_detailed(*parts, client=client, **more)


@pytest.fixture(scope="module")
def generated(folder, api, description):
    (config,) = re.findall(r"```yaml\n(content_type_overrides:.*?)```", PAGE.read_text(), re.DOTALL)
    (folder / "client.yaml").write_text(config)
    generate(folder, "openapi-python-client", "generate", "--path", "openapi.json", "--config", "client.yaml",
             "--meta", "none", "--output-path", "shelf_client", "--fail-on-warning")  # fmt: skip
    return Generated(api.address, description.document)


def longest(window, now_ms):
    """What stands longest in a window's file of those that have been on sale for a second."""
    begun = [listing for listing in listings_of(window, "main") if listing.start_ms <= now_ms - 1000]
    return max(begun, key=lambda listing: listing.end_ms)


def test_the_page_names_the_versions_that_are_tested():
    wanted = (PAGE.parents[1] / "Tests" / "requirements.txt").read_text().split()
    for package in ["openapi-python-client", "datamodel-code-generator"]:
        (version,) = re.findall(rf"`{package}` ([0-9.]+[0-9])", PAGE.read_text())
        assert f"{package}=={version}" in wanted


def test_a_generated_client_reads_every_problem_that_the_description_shows(generated, description):
    client = generated.client.Client(base_url=generated.address, raise_on_unexpected_status=True)
    for name, status, response in description.responses():
        for media in response.get("content", {}).values() if status >= 400 else ():
            for example in description.examples(media):
                answer = httpx.Response(status, json=example)
                problem = generated.module(name)._parse_response(client=client, response=answer)
                assert isinstance(problem, generated.models.Problem), f"{name} {status}"
                assert problem.code.value == example["code"]


def test_a_generated_client_follows_a_store_buys_and_reads_refusals_by_their_codes(generated):
    models, anybody = generated.models, generated.caller()
    assert "main" in [store.id for store in anybody("listStores").parsed]
    now = anybody("getTime").parsed
    assert 0 < now.received_us <= now.sent_us
    window = anybody("getWindow", "main")
    assert window.status_code == 200
    assert anybody("getWindow", "main", if_none_match=window.headers["ETag"]).status_code == 304
    assert anybody("getWindow", "none").parsed.code == models.ProblemCode.NOT_FOUND

    tokens = anybody("signIn", body=models.PlayerRequest(credential=b64(os.urandom(32)))).parsed
    player = generated.caller(tokens.token)
    listing = longest(window.content, now.sent_us // 1000)
    key = anybody("getKey", "main", listing.chain, listing.slot).parsed.key
    card = listing.opened(key)

    def buy(store, price):
        order = models.PurchaseRequest.from_dict(listing.order(price))
        return player("buy", store, body=order, idempotency_key=str(uuid.uuid4())).parsed

    sold = buy("main", card["price"])
    assert isinstance(sold, models.PurchaseConfirmation) and sold.balance == 1000 - card["price"]
    refused = buy("main", card["price"] + 1)
    assert refused.code == models.ProblemCode.PRICE_CHANGED and refused.replayed is False
    assert buy("none", card["price"]).code == models.ProblemCode.NOT_FOUND
    assert [item.item for item in player("getInventory").parsed.items] == [card["item"]]

    seen = generated.caller(ADMIN)("getPlayerAsAdmin", tokens.player).parsed
    assert seen.player == tokens.player == player("getPlayer").parsed.player
    assert seen.balances["coins"] == sold.balance


def test_generated_models_write_an_order_and_read_every_answer_to_it(models, api):
    def read(model, answer):
        """Takes no text for a number, and no number for a text."""
        return model.model_validate_json(answer.read(), strict=True)

    stores = read(pydantic.RootModel[list[models.StoreDescription]], api.ask("GET", "/v1/stores")).root
    store = next(one.id.root for one in stores if one.id.root == "main")
    now = read(models.TimeAnswer, api.ask("GET", "/v1/time"))
    window = api.ask("GET", f"/v1/stores/{store}/window")
    assert window.status == 200
    credential = models.PlayerRequest(credential=b64(os.urandom(32)))
    tokens = read(models.PlayerTokens, api.ask("POST", "/v1/players", credential.model_dump_json().encode()))
    listing = longest(window.read(), now.sentUs.root // 1000)
    key = read(models.ReleasedKey, api.ask("GET", f"/v1/stores/{store}/keys/{listing.chain}/{listing.slot}")).key
    price = listing.opened(key.root)["price"]

    def buy(price):
        order = models.PurchaseRequest.model_validate(listing.order(price)).model_dump_json().encode()
        return api.ask("POST", f"/v1/stores/{store}/purchases", order, tokens.token, str(uuid.uuid4()))

    assert read(models.PurchaseConfirmation, buy(price)).balance.root == 1000 - price
    assert read(models.Problem, buy(price + 1)).code == models.ProblemCode.price_changed
    seen = read(models.PlayerAnswer, api.ask("GET", f"/v1/admin/players/{tokens.player.root}", token=ADMIN))
    assert seen.player == tokens.player
