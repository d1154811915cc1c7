"""What Prometheus may ask. Looking at a number never wakes a table."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest


class Metrics:
    """All of them, in a registry of our own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.entries = self._counter("entries", "Log entries committed here")
        self.races = self._counter("races", "Entries that somebody else was faster with")
        self.refusals = self._counter("refusals", "Messages that were refused")
        self.slow = self._counter("slow_sockets", "Sockets closed because they did not keep up")
        self.rooms = Gauge("sheepfold_rooms", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("sheepfold_sockets", "Open sockets", registry=self.registry)
        self.thinking = Gauge("sheepfold_thinking", "Bots that think or wait for it", registry=self.registry)

    def _counter(self, name: str, about: str) -> Counter:
        return Counter(f"sheepfold_{name}", about, registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)


METRICS = Metrics()
