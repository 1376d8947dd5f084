"""A line to the server that breaks: the client's connection ends without an answer, before or after the server was
reached."""

import socket
import threading

BLOCK = 65_536


class BreakingLine:
    """Breaks the connections that `breaks` names, one after the other: `before` the request reaches the server, or
    `after`, so that only the answer is lost. Later ones hold."""

    def __init__(self, port, path, breaks):
        self.port, self.path, self.breaks = port, path.encode(), list(breaks)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        self.listener.close()

    def _serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with client:
                self._pass(client)

    def _pass(self, client):
        """One request and its answer."""
        request = whole(client)
        breaks = self.breaks.pop(0) if self.breaks and self.path in request.partition(b"\r\n")[0] else None
        if breaks == "before":
            return
        with socket.create_connection(("127.0.0.1", self.port)) as server:
            server.sendall(request)
            answer = whole(server)
        if breaks is None:
            client.sendall(answer)


def whole(connection):
    """A message with its body, whose length its head says."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += received(connection)
    head, _, body = data.partition(b"\r\n\r\n")
    lengths = [line.partition(b":")[2] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    while len(body) < int(lengths[0] if lengths else 0):
        more = received(connection)
        data, body = data + more, body + more
    return data


def received(connection):
    data = connection.recv(BLOCK)
    if not data:
        raise ConnectionError("the message ended early")
    return data
