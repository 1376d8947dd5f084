"""Opens a stream of server-sent events, and reads what it tells."""

import http.client
import json


def opened(shelf, path, headers=None):
    connection = http.client.HTTPConnection(shelf.address.removeprefix("http://"), timeout=60)
    connection.request("GET", path, headers=headers or {})
    return connection, connection.getresponse()


def events(answer, count):
    """The next events, each with its name, id and data."""
    found, event = [], {}
    while len(found) < count:
        name, _, value = answer.readline().decode().rstrip("\n").partition(": ")
        if name:
            event[name] = value
        elif "event" in event:
            found.append((event["event"], event.get("id"), json.loads(event["data"])))
            event = {}
    return found
