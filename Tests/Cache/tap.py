"""Stands between a cache and the server: notes every request that the server is asked, and can make its answers
late, or cut it off."""

import asyncio
import re
import threading
import time
from dataclasses import dataclass

REQUEST = re.compile(rb"([A-Z]+) (\S+) HTTP/1\.1\r\n")
CHUNK = 65_536
PATIENCE = 60


@dataclass(frozen=True)
class Request:
    at: float
    method: str
    path: str
    head: str


class Tap:
    """Neither nginx nor Varnish sends a request before the last on its connection is answered, so each begins a
    chunk."""

    def __init__(self, origin_port):
        self.origin_port = origin_port
        self.requests = []
        # For how many seconds an answer is held back.
        self.delay = 0
        # For how many seconds the other side isn't told that a connection has ended.
        self.lingers = 0
        # Whether a connection ends when it brings something.
        self.cuts = False
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._join, "127.0.0.1", 0), self.loop
        ).result()
        self.port = self.server.sockets[0].getsockname()[1]

    def stop(self):
        asyncio.run_coroutine_threadsafe(self._leave(), self.loop).result(PATIENCE)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE)
        self.loop.close()

    def asked(self, path, since=0):
        """The requests for a path, from a moment on."""
        return [request for request in list(self.requests) if request.path == path and request.at >= since]

    async def _leave(self):
        self.server.close()
        passing = asyncio.all_tasks() - {asyncio.current_task()}
        for task in passing:
            task.cancel()
        await asyncio.gather(*passing, return_exceptions=True)

    async def _join(self, reader, writer):
        try:
            origin_reader, origin_writer = await asyncio.open_connection("127.0.0.1", self.origin_port)
        except OSError:
            return writer.close()
        await asyncio.gather(
            self._pass(reader, origin_writer, self._note), self._pass(origin_reader, writer, self._hold_back))

    async def _pass(self, reader, writer, see):
        try:
            while chunk := await reader.read(CHUNK):
                if self.cuts:
                    break
                await see(chunk)
                writer.write(chunk)
                await writer.drain()
        except OSError:
            pass
        finally:
            await asyncio.sleep(self.lingers)
            writer.close()

    async def _note(self, chunk):
        if found := REQUEST.match(chunk):
            head = chunk.partition(b"\r\n\r\n")[0].decode("latin-1")
            self.requests.append(Request(time.time(), found[1].decode(), found[2].decode("latin-1"), head))

    async def _hold_back(self, _):
        if self.delay:
            await asyncio.sleep(self.delay)
