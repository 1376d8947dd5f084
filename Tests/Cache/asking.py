"""Asks over connections that are kept, many at once, and notes when, and what came."""

import asyncio
import time
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Answer:
    path: str
    # The wall clock, by which the server's timeline was set.
    asked: float
    answered: float
    status: int
    headers: dict = field(repr=False)
    body: bytes = field(repr=False)


class Connection:
    def __init__(self, port):
        self.port = port
        self.reader = self.writer = None

    async def ask(self, path, method="GET", headers=None, body=b""):
        """Who is kept may be let go; then a request is sent once more, over a new connection."""
        fields = {"Host": "shelf", **(headers or {})} | (
            {"Content-Type": "application/json", "Content-Length": len(body)} if body else {}
        )
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        request = f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body
        if self.writer is not None and not self.reader.at_eof():
            try:
                return await self._ask(path, method, request)
            except (OSError, asyncio.IncompleteReadError):
                pass
        self.close()
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return await self._ask(path, method, request)

    def close(self):
        if self.writer is not None:
            self.writer.close()
            self.writer = None

    async def _ask(self, path, method, request):
        asked = time.time()
        self.writer.write(request)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        has_body = method != "HEAD" and "content-length" in headers
        body = await self.reader.readexactly(int(headers["content-length"])) if has_body else b""
        return Answer(path, asked, time.time(), int(first.split()[1]), headers, body)


async def ask_at(port, visits, connections):
    """Asks for each path at its moment, or as soon after as a connection is free.

    - visits: pairs of a moment and a path.
    """
    waiting, answers = iter(sorted(visits)), []

    async def work():
        connection = Connection(port)
        for at, path in waiting:
            await asyncio.sleep(max(0, at - time.time()))
            answers.append(await connection.ask(path))
        connection.close()

    await asyncio.gather(*(work() for _ in range(connections)))
    return answers


async def ask_at_once(port, paths):
    """Each over a connection of its own."""
    return await ask_at(port, [(0, path) for path in paths], len(paths))


def ask_once(port, path, method="GET", headers=None, body=b""):
    async def work():
        connection = Connection(port)
        answer = await connection.ask(path, method, headers, body)
        connection.close()
        return answer

    return asyncio.run(work())
