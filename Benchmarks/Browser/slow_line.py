"""A line to a server with a round trip and a rate of its own, for everything that goes over one port."""

import asyncio
import threading
import time
from contextlib import suppress

CHUNK = 4096


class SlowLine:
    """A proxy on loopback. Opening a connection takes a round trip, as over a real line; all connections share the rate.

    It counts connections and the bytes that come down.
    """

    def __init__(self, server_port, round_trip, rate=None):
        """`round_trip` in seconds; `rate` in bytes a second each way, or None for any."""
        self.server_port, self.round_trip, self.rate = server_port, round_trip, rate
        self.connections, self.received = 0, 0
        self.free_at = {"up": 0.0, "down": 0.0}

    def __enter__(self):
        started = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.serve(started)), daemon=True)
        self.thread.start()
        started.wait()
        return self

    def __exit__(self, *_):
        self.loop.call_soon_threadsafe(self.ended.set)
        self.thread.join()

    async def serve(self, started):
        self.loop, self.ended = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        await self.ended.wait()
        server.close()

    async def carry(self, reader, writer):
        # Else the server's callback complains when the program ends the connections that are still open.
        with suppress(asyncio.CancelledError):
            await self.connect(reader, writer)

    async def connect(self, reader, writer):
        self.connections += 1
        # The client's system has accepted the connection at once; what it sends then comes a round trip later.
        opened_at = time.monotonic() + self.round_trip
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.server_port)
        except OSError:
            return writer.close()
        await asyncio.gather(
            self.pass_on(reader, server_writer, "up", opened_at), self.pass_on(server_reader, writer, "down", 0)
        )

    async def pass_on(self, reader, writer, way, not_before):
        """Passes bytes on in order, each half a round trip after it could be sent."""
        waiting = asyncio.Queue(maxsize=1000)

        async def deliver():
            while (due := await waiting.get()) is not None:
                at, chunk = due
                await asyncio.sleep(max(0, at - time.monotonic()))
                writer.write(chunk)
                await writer.drain()
            writer.close()

        delivering = asyncio.create_task(deliver())
        try:
            while chunk := await reader.read(CHUNK):
                sent_at = max(time.monotonic(), not_before, self.free_at[way])
                if self.rate:
                    sent_at += len(chunk) / self.rate
                    self.free_at[way] = sent_at
                if way == "down":
                    self.received += len(chunk)
                await waiting.put((sent_at + self.round_trip / 2, chunk))
            await waiting.put(None)
            await delivering
        except OSError:
            delivering.cancel()
