"""Holds answers against the routes' description, more strictly than a client does: a member that it doesn't name is a
fault here."""

import copy
import json
import re

import jsonschema_rs

METHODS = {"get", "post", "put", "delete"}
# What has another's members besides its own.
OPEN = {"ReleasedKey"}


class Description:
    def __init__(self, document):
        self.document = document
        self.closed = _closed(document)
        self.operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, item in document["paths"].items() for method, operation in item.items() if method in METHODS
        }  # fmt: skip

    def resolve(self, value):
        while "$ref" in value:
            found = self.document
            for name in value["$ref"].removeprefix("#/").split("/"):
                found = found[name]
            value = found
        return value

    def validator(self, schema):
        return jsonschema_rs.Draft202012Validator({"components": self.closed["components"], **schema})

    def responses(self):
        """Every operation's answers: name, status, what it looks like."""
        for name, (_, _, operation) in self.operations.items():
            for status, response in operation["responses"].items():
                yield name, int(status), self.resolve(response)

    def codes(self, response):
        """The codes that a problem can have as this response; `None` where it is no problem."""
        media = response.get("content", {}).get("application/problem+json")
        if media is None:
            return {None}
        codes = self.document["components"]["schemas"]["ProblemCode"]["enum"]
        example = next(iter(self.examples(media)))
        rest = {"replayed": {"replayed": False}, "retryAfter": {"retryAfter": 1}, "": {}}.values()
        check = self.validator(media["schema"])
        bare = {name: example[name] for name in ("title", "status", "detail", "type")}
        return {code for code in codes for more in rest if check.is_valid({**bare, "code": code, **more})}

    @staticmethod
    def examples(media):
        if "example" in media:
            yield media["example"]
        yield from (entry["value"] for entry in media.get("examples", {}).values())

    def check(self, name, answer):
        """What the answer was: its status, its code, and its body.

        Raises AssertionError where the description doesn't say so.
        """
        responses = self.operations[name][2]["responses"]
        assert str(answer.status) in responses, f"{name} answered {answer.status}, which isn't described"
        response = self.resolve(responses[str(answer.status)])
        body = answer.read()
        self._check_headers(name, response, answer.headers)
        value = self._check_body(name, response, answer.headers.get("Content-Type"), body)
        return answer.status, value.get("code") if isinstance(value, dict) and answer.status >= 400 else None, value

    def _check_headers(self, name, response, headers):
        for field, header in response.get("headers", {}).items():
            header = self.resolve(header)
            assert field in headers or not header.get("required"), f"{name} has no {field}"
            value = int(headers[field]) if header["schema"].get("type") == "integer" else headers[field]
            self.validator(header["schema"]).validate(value)

    def _check_body(self, name, response, kind, body):
        content = response.get("content")
        if content is None:
            assert body == b"" and kind is None, f"{name} answered a body that isn't described"
            return None
        kind = kind.split(";")[0]
        assert kind in content, f"{name} answered {kind}, which isn't described"
        value = json.loads(body) if kind.endswith("json") else body
        schema = content[kind].get("schema", {})
        # Bytes are no text, whatever they say.
        if schema and schema.get("format") != "binary":
            self.validator(schema).validate(value if kind.endswith("json") else body.decode())
        return value



def _closed(document):
    document = copy.deepcopy(document)
    for name, schema in document["components"]["schemas"].items():
        if schema.get("properties") and schema.get("type") == "object" and name not in OPEN:
            schema["unevaluatedProperties"] = False
    return document


def names_in(path):
    return re.findall(r"{(\w+)}", path)
