"""One line of JSON for everything worth knowing afterwards. Nothing secret is ever handed to it."""

from __future__ import annotations

import logging
import sys

import msgspec

from sheepfold.server.ops.clock import Clock

PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
"""What every record has; the rest was given as `extra`."""


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in PLAIN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def write_logs() -> None:
    """To the error stream, from our own code and from the libraries where they warn."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # no line says so
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("sheepfold").setLevel(logging.INFO)


class Seldom:
    """A warning that may come a thousand times a minute: it is written once a minute, with how often it came."""

    def __init__(self, logger: logging.Logger, event: str, clock: Clock, seconds: float = 60.0) -> None:
        self._logger = logger
        self._event = event
        self._clock = clock
        self._seconds = seconds
        self._silent_until = 0.0
        self._times = 0

    def warn(self, error: Exception | None = None, **details: object) -> None:
        self._times += 1
        now = self._clock.monotonic()
        if now >= self._silent_until:
            self._logger.warning(self._event, exc_info=error, extra={"times": self._times, **details})
            self._silent_until = now + self._seconds
            self._times = 0
