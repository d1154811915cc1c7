"""Metrics for Prometheus. Reading them never loads a table, and counting is one addition, since every move counts."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector


class Metrics(Collector):
    """All metrics, in a registry of their own."""

    def __init__(self) -> None:
        self.entries = 0
        self.races = 0
        self.refusals = 0
        self.slow = 0
        self.floods = 0
        self.turned_away = 0
        self.rooms = 0
        self.sockets = 0
        self.thinking = 0
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily("sheepfold_entries", "Log entries committed here", self.entries)
        yield CounterMetricFamily("sheepfold_races", "Entries that lost a race against another node", self.races)
        yield CounterMetricFamily("sheepfold_refusals", "Refused messages", self.refusals)
        yield CounterMetricFamily("sheepfold_slow_sockets", "Sockets closed because they did not keep up", self.slow)
        yield CounterMetricFamily("sheepfold_floods", "Sockets closed because they sent too many frames", self.floods)
        yield CounterMetricFamily("sheepfold_turned_away", "Connections refused at a limit", self.turned_away)
        yield GaugeMetricFamily("sheepfold_rooms", "Tables in memory", self.rooms)
        yield GaugeMetricFamily("sheepfold_sockets", "Open sockets", self.sockets)
        yield GaugeMetricFamily("sheepfold_thinking", "Bots that are thinking or waiting to think", self.thinking)

    def text(self) -> bytes:
        return generate_latest(self._registry)


METRICS = Metrics()
