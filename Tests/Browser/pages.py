"""Serves the browser modules as they are, without the Shelflife server: enough to import them."""

import http.server
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODULES = ROOT / "Sources" / "ShelfSite" / "Resources"
VECTORS = ROOT / "Tests" / "Vectors"
BLANK = b"<!doctype html><meta charset=utf-8><title>modules</title>"
TYPES = {".js": "text/javascript", ".json": "application/json", ".css": "text/css", ".svg": "image/svg+xml"}


class Files(http.server.BaseHTTPRequestHandler):
    extra: dict[str, bytes] = {}

    def do_GET(self):
        path = self.path.split("?")[0]
        body = self.extra.get(path) if path in self.extra else self._file(path)
        if body is None:
            self.send_error(404)
            return
        self.send(
            200,
            "text/html" if path in self.extra else TYPES.get(Path(path).suffix, "application/octet-stream"),
            body,
            {},
        )

    def send(self, status, kind, body, headers):
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    @staticmethod
    def _file(path):
        folder, name = (VECTORS, path[9:]) if path.startswith("/vectors/") else (MODULES, path[1:])
        file = (folder / name).resolve()
        return file.read_bytes() if file.is_relative_to(folder) and file.is_file() else None

    def log_message(self, *_):
        pass


def serve(pages):
    """Starts serving on a free port; `pages` maps paths to HTML. Returns the server and its address."""
    handler = type("Handler", (Files,), {"extra": {"/": BLANK, **pages}})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}"
