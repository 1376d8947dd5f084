"""The description is good OpenAPI, is whole, and shows nothing that it forbids."""

import pytest
from described import names_in
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR

# For a reader, and for who checks receipts, events and 405s: no operation's own.
FOR_READERS = {"schemas/KeyEvent", "schemas/SignedNotice", "schemas/Receipt", "responses/MethodNotAllowed",
               "responses/InternalError"}  # fmt: skip


def nodes(value):
    yield value
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for child in children:
        yield from nodes(child)


def references(value):
    return {node["$ref"] for node in nodes(value) if isinstance(node, dict) and isinstance(node.get("$ref"), str)}


def test_it_is_openapi_3_1(description):
    OPENAPI_31_VALIDATOR.validate(description.document)
    assert description.document["openapi"].startswith("3.1.")


def test_every_reference_leads_somewhere_and_every_component_is_used(description):
    used = references(description.document)
    assert all(description.resolve({"$ref": reference}) for reference in used)
    components = description.document["components"]
    kept = {f"{kind}/{name}" for kind in components if kind != "securitySchemes" for name in components[kind]}
    assert kept - {reference.removeprefix("#/components/") for reference in used} == FOR_READERS


def test_every_part_of_a_path_is_described(description):
    for method, path, operation in description.operations.values():
        parameters = [description.resolve(parameter) for parameter in operation.get("parameters", [])]
        assert {entry["name"] for entry in parameters if entry["in"] == "path"} == set(
            names_in(path)
        ), f"{method} {path}"


def test_a_players_number_has_one_type_everywhere(description):
    objects = [node for node in nodes(description.document) if isinstance(node, dict)]
    parameters = [node["schema"] for node in objects if node.get("name") == "player" and "in" in node]
    members = [node["properties"]["player"] for node in objects if "player" in node.get("properties", {})]
    assert parameters and len(members) > 5
    for schema in parameters + members:
        assert references({"schema": schema}) == {"#/components/schemas/PlayerNumber"}


def test_every_security_scheme_that_is_asked_for_is_described(description):
    schemes = set(description.document["components"]["securitySchemes"])
    asked = {
        name
        for _, _, operation in description.operations.values()
        for entry in operation.get("security", [])
        for name in entry
    }
    assert asked == schemes


def test_every_example_is_what_its_schema_allows(description):
    checked = 0
    for node in nodes(description.document):
        if not isinstance(node, dict) or not isinstance(node.get("schema"), dict):
            continue
        for example in description.examples(node):
            description.validator(node["schema"]).validate(example)
            checked += 1
    for schema in description.document["components"]["schemas"].values():
        for example in schema.get("examples", []):
            description.validator(schema).validate(example)
            checked += 1
    assert checked > 40


@pytest.mark.parametrize(
    "name",
    ["signIn", "refreshTokens", "buy", "post", "reverse", "withdraw", "replace", "redraw", "changePlan", "makeMatch",
     "moveInMatch", "invite", "makeLink", "lookAtLink", "acceptLink", "block", "endInvitations"],
)  # fmt: skip
def test_what_changes_something_shows_how_to_ask(description, name):
    media = description.operations[name][2]["requestBody"]["content"]["application/json"]
    assert list(description.examples(media))
