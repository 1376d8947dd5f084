"""One connection that asks and reads the answer, bytes and all, without a library that would be kinder than a
stranger is."""

import socket
from dataclasses import dataclass

PATIENCE = 60
SERVER = "127.0.0.1"


@dataclass
class Answer:
    status: int
    head: bytes
    body: bytes


def request(path, method="GET", fields="", body=b""):
    length = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nHost: shelf\r\n{fields}{length}\r\n".encode() + body


def connected(port, source=SERVER, receives=None, patience=PATIENCE, segment=None):
    """`receives` is how many bytes the kernel takes for a reader that doesn't read, `segment` how many one packet
    brings."""
    connection = socket.socket()
    connection.settimeout(patience)
    if receives:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
    if segment:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, segment)
    if source != SERVER:
        connection.bind((source, 0))
    connection.connect((SERVER, port))
    return connection


def length(head):
    """Of the body that follows a head."""
    return next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))


class Asker:
    def __init__(self, port, source=SERVER):
        self.connection = connected(port, source)
        self.file = self.connection.makefile("rb")

    def ask(self, path, **options):
        self.connection.sendall(request(path, **options))
        return self.read()

    def read(self):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            line = self.file.readline()
            if not line:
                raise ConnectionError("The connection was ended.")
            head += line
        return Answer(int(head[9:12]), head, self.file.read(length(head)))

    def close(self):
        self.file.close()
        self.connection.close()


def is_ended(connection, patience=PATIENCE):
    """Whether the server ends it, after what it may have answered."""
    connection.settimeout(patience)
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return False
    return True
