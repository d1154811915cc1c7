"""Running the server until somebody stops it."""

from __future__ import annotations

import gc

import uvicorn

from sheepfold.server.app import Configuration, create_app
from sheepfold.server.logs import write_logs

LARGEST_FRAME = 1 << 20
"""Beyond that the socket is closed; smaller ones that are too long are refused in words."""
LOOK_FOR_CIRCLES = (50_000, 20, 20)
"""After so many new objects; every so many times also among the older ones."""
GRACE = 10
"""Seconds for what is being answered when the server is told to stop."""


def serve(configuration: Configuration, host: str, port: int) -> None:
    write_logs()
    # Positions and messages are never part of a circle, so Python need not look for circles that often.
    gc.freeze()
    gc.set_threshold(*LOOK_FOR_CIRCLES)
    uvicorn.run(
        create_app(configuration),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,  # messages are small; to compress them takes each socket its own memory
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
