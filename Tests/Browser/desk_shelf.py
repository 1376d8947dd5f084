"""The real server with its desk, and a token for each name."""

import hashlib
import json
import secrets
import urllib.request

from shelf_process import PATIENCE, ShelfProcess, free_port


class DeskShelf(ShelfProcess):
    """`scopes` has what each name's token allows."""

    def __init__(self, folder, scopes):
        super().__init__(folder)
        self.desk_port = free_port()
        self.desk = f"http://127.0.0.1:{self.desk_port}"
        self.tokens = {name: secrets.token_urlsafe(32) for name in scopes}
        entries = [{"name": name, "sha256": hashlib.sha256(self.tokens[name].encode()).hexdigest(), "scopes": scopes[name]}
                   for name in scopes]  # fmt: skip
        more = {"admin": {"tokens": entries}, "desk": {"port": self.desk_port}}
        with open(folder / "shelflife.yaml", "a") as file:
            file.writelines(f"{key}: {json.dumps(value)}\n" for key, value in more.items())

    def let_files_own_content(self, source):
        """Before the start; `source` is where people change the files."""
        settings = self.folder / "shelflife.yaml"
        text = settings.read_text()
        assert "\n  owner: server\n" in text
        settings.write_text(text.replace("\n  owner: server\n", f"\n  owner: files\n  source: {source}\n"))

    def send(self, name, path, body):
        """Has somebody change something by a route, and returns the answer."""
        return self._ask(name, path, json.dumps(body).encode())

    def files(self, name, version):
        """The files of a content version."""
        return self._ask(name, f"content/versions/{version}/files")["files"]

    def _ask(self, name, path, body=None):
        headers = {"Authorization": f"Bearer {self.tokens[name]}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}/v1/admin/{path}", body, headers)
        return json.loads(urllib.request.urlopen(request, timeout=PATIENCE).read())


def sign_in(page, token):
    page.get_by_label("Admin token").fill(token)
    page.get_by_role("button", name="Sign in").click()
