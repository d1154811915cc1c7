"""Structured logging: one JSON object per line. Secrets are never logged."""

from __future__ import annotations

import logging
import sys

import msgspec

from sheepfold.server.ops.clock import Clock

STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
"""Attributes of every log record; all others come from `extra`."""


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in STANDARD_FIELDS}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def configure_logging() -> None:
    """Log to stderr: our own events, and warnings from libraries."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # they appear in no line
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("sheepfold").setLevel(logging.INFO)


class RateLimitedWarning:
    """Logs a frequent warning at most once a minute, with the number of occurrences."""

    def __init__(self, logger: logging.Logger, event: str, clock: Clock, seconds: float = 60.0) -> None:
        self._logger = logger
        self._event = event
        self._clock = clock
        self._seconds = seconds
        self._quiet_until = 0.0
        self._times = 0

    def warn(self, error: Exception | None = None, **details: object) -> None:
        self._times += 1
        now = self._clock.monotonic()
        if now >= self._quiet_until:
            self._logger.warning(self._event, exc_info=error, extra={"times": self._times, **details})
            self._quiet_until = now + self._seconds
            self._times = 0
