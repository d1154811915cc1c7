"""Line plots as SVG, and as a line of text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

import msgspec

BARS: Final = "▁▂▃▄▅▆▇█"
COLOURS: Final = ("#2f6f4f", "#b5542c", "#3b5b92", "#8a6d1f", "#7a3e7d", "#4a7c8c", "#9c3d4e", "#5c6f2d")
WIDTH: Final = 640
HEIGHT: Final = 300
LEFT: Final = 56
RIGHT: Final = 190
TOP: Final = 34
BOTTOM: Final = 40


class Curve(msgspec.Struct, frozen=True):
    """A line of a plot."""

    label: str
    x: list[float]
    y: list[float]


def bars(values: Sequence[float]) -> str:
    """Values as bars of text, scaled from zero to the largest."""
    top = max(values, default=0.0)
    return "".join(BARS[min(len(BARS) - 1, int(value / top * len(BARS)))] if top else BARS[0] for value in values)


def svg(title: str, x_label: str, y_label: str, curves: Sequence[Curve]) -> str:
    """A plot of all curves from zero, with a legend."""
    ticks_x = _ticks(max((value for curve in curves for value in curve.x), default=0.0))
    ticks_y = _ticks(max((value for curve in curves for value in curve.y), default=0.0))
    most_x, most_y = ticks_x[-1], ticks_y[-1]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="18" font-size="14">'
        f'<tspan font-weight="bold">{escape(title)}</tspan>: {escape(y_label)}</text>',
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(x_label)}</text>',
    ]
    for tick in ticks_y:
        _, y = _place(0, tick / most_y)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>')
    for tick in ticks_x:
        x, _ = _place(tick / most_x, 0)
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{tick:g}</text>')
    for number, curve in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        places = [_place(x / most_x, y / most_y) for x, y in zip(curve.x, curve.y, strict=True)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dashes = "" if number < len(COLOURS) else ' stroke-dasharray="4 3"'
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.6"{dashes}/>')
        line = TOP + 6 + 16 * number
        parts.append(f'<path d="M{WIDTH - RIGHT + 12} {line}h18" stroke="{colour}" stroke-width="2"{dashes}/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 36}" y="{line + 4}">{escape(curve.label)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _ticks(most: float) -> list[float]:
    """At most six round numbers from zero on, the last of which is not below the largest value."""
    most = most or 1.0
    unit = 10.0 ** floor(log10(most))
    step = next(unit * size for size in (0.2, 0.25, 0.5, 1, 2) if most <= 5 * unit * size)
    return [round(number * step, 6) for number in range(ceil(most / step) + 1)]


def _place(x: float, y: float) -> tuple[float, float]:
    """The place of a point, given as shares of the axes."""
    return LEFT + x * (WIDTH - RIGHT - LEFT), HEIGHT - BOTTOM - y * (HEIGHT - BOTTOM - TOP)
