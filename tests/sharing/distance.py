"""A way to a server on which every message takes a while."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from threading import Thread


@contextmanager
def far_away(port: int, seconds: float) -> Iterator[str]:
    """Provide the address of the Redis server at `port` where each way takes so long."""
    own_port: Future[int] = Future()
    end: Future[None] = Future()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        with suppress(asyncio.CancelledError):
            await asyncio.gather(_carry(reader, back, seconds), _carry(there, writer, seconds))

    async def serve() -> None:
        server = await asyncio.start_server(relay, "127.0.0.1", 0)
        own_port.set_result(server.sockets[0].getsockname()[1])
        await asyncio.wrap_future(end)

    thread = Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    try:
        yield f"redis://127.0.0.1:{own_port.result()}/0"
    finally:
        end.set_result(None)
        thread.join()


async def _carry(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float
) -> None:
    while data := await reader.read(1 << 16):
        await asyncio.sleep(seconds)
        writer.write(data)
    writer.close()
