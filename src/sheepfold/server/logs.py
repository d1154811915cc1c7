"""One line of JSON for everything worth knowing afterwards. Nothing secret is ever handed to it."""

from __future__ import annotations

import logging
import sys

import msgspec

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
