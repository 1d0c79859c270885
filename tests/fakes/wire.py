"""What stand-ins for platforms share on the wire."""

import asyncio
import socket
import struct


def break_off(transport: asyncio.BaseTransport | None) -> None:
    """Cut a connection as a broken line does: without a goodbye."""
    if transport is None:
        return
    sock = transport.get_extra_info("socket")
    if sock is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort() if isinstance(transport, asyncio.WriteTransport) else transport.close()
