"""The picture of a load test, drawn by hand: two panels over the number of tables, both axes logarithmic."""

from __future__ import annotations

from math import log10
from typing import NamedTuple

AIM_MS, AIM_KB = 150, 150
WIDTH, HEIGHT, LEFT, TOP, WIDE, HIGH = 760, 350, 62, 50, 280, 210


class Step(NamedTuple):
    """What was measured with so many tables."""

    tables: int
    rate: float  # actions a second
    median: float  # milliseconds
    high: float  # 99th percentile
    late: float  # share of ticks that came too early for the action before
    cpu: float  # cores the server used
    load: float  # cores the load generator used
    memory: float  # KB a table
    whole: float  # KB a table with its four connections
    refused: int
    lost: int


class Panel(NamedTuple):
    """One plot: where it stands, what its axis runs from and to."""

    left: float
    title: str
    low: float
    top: float
    tables: list[int]

    def x(self, tables: float) -> float:
        """Where so many tables are."""
        first, last = self.tables[0], self.tables[-1]
        return self.left + WIDE * (log10(tables) - log10(first)) / max(1e-9, log10(last) - log10(first))

    def y(self, value: float) -> float:
        """How high a value is."""
        inside = min(max(value, self.low), self.top)
        return TOP + HIGH * (1 - (log10(inside) - log10(self.low)) / (log10(self.top) - log10(self.low)))

    def frame(self) -> list[str]:
        """Title, axes, and a line for every power of ten."""
        parts = [f'<text class="title" x="{self.left}" y="{TOP - 16}">{self.title}</text>']
        value = self.low
        while value <= self.top * 1.001:
            y = self.y(value)
            parts.append(f'<line class="grid" x1="{self.left}" y1="{y:.1f}" x2="{self.left + WIDE}" y2="{y:.1f}"/>')
            parts.append(f'<text class="tick" x="{self.left - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
            value *= 10
        for count in self.tables:
            x = self.x(count)
            parts.append(f'<text class="tick" x="{x:.1f}" y="{TOP + HIGH + 18}" text-anchor="middle">{count:,}</text>')
        middle = self.left + WIDE / 2
        parts.append(f'<text class="tick" x="{middle}" y="{TOP + HIGH + 36}" text-anchor="middle">tables</text>')
        return parts

    def names(self, *names: str) -> list[str]:
        """Which line is which, at the right end of the title."""
        words = "  ".join(f'<tspan class="name{place}">— {name}</tspan>' for place, name in enumerate(names))
        return [f'<text x="{self.left + WIDE}" y="{TOP - 16}" text-anchor="end">{words}</text>']

    def line(self, values: list[float], place: int) -> list[str]:
        """One quantity over all steps, each point with its value."""
        points = [(self.x(count), self.y(value), value) for count, value in zip(self.tables, values, strict=True)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
        parts = [f'<polyline class="line{place}" points="{path}"/>']
        for x, y, value in points:
            shown = f"{value:,.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 0.95 else f"{value:.2f}"
            parts.append(f'<circle class="dot{place}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>')
            beside = y - 8 if place else y + 18  # the upper line has its values above, the lower one below
            parts.append(f'<text class="value" x="{x:.1f}" y="{beside:.1f}" text-anchor="middle">{shown}</text>')
        return parts

    def aim(self, value: float, text: str) -> list[str]:
        """A line that should not be crossed."""
        y = self.y(value)
        return [
            f'<line class="aim" x1="{self.left}" y1="{y:.1f}" x2="{self.left + WIDE}" y2="{y:.1f}"/>',
            f'<text class="tick" x="{self.left + 4}" y="{y - 4:.1f}">{text}</text>',
        ]


STYLE = """
text{font:12px system-ui,sans-serif;fill:#333}.tick{fill:#666}
.title{font-weight:600;font-size:14px}.value{fill:#333;font-size:11px}
.grid{stroke:#ddd}.aim{stroke:#b3261e;stroke-dasharray:4 4}polyline{fill:none;stroke-width:2}
.line0{stroke:#1b6e4f}.dot0{fill:#1b6e4f}.name0{fill:#1b6e4f;font-weight:600}
.line1{stroke:#8a5a00}.dot1{fill:#8a5a00}.name1{fill:#8a5a00;font-weight:600}
""".strip()


def draw(found: list[Step], full: Step, version: str) -> str:
    """The figures as a picture; `full` was measured at saturation."""
    counts = [step.tables for step in found]
    times = Panel(LEFT, "to the last seat, ms", 1, 10_000, counts)
    uses = Panel(LEFT + WIDE + 100, "server uses", 0.01, 1000, counts)
    parts = times.frame() + times.names("median", "99 %") + times.aim(AIM_MS, f"aim for 99 %: {AIM_MS} ms")
    parts += times.line([step.median for step in found], 0) + times.line([step.high for step in found], 1)
    parts += uses.frame() + uses.names("cores", "KB a table") + uses.aim(AIM_KB, f"aim for memory: {AIM_KB} KB")
    parts += uses.line([step.cpu for step in found], 0) + uses.line([step.memory for step in found], 1)
    most = f"at most {full.rate:,.0f} actions/s with {full.tables:,} tables"
    foot = f"four WebSocket clients a table, one action a second; {most}"
    parts.append(f'<text class="tick" x="{LEFT}" y="{HEIGHT - 28}">{version}</text>')
    parts.append(f'<text class="tick" x="{LEFT}" y="{HEIGHT - 10}">{foot}</text>')
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">\n'
        f"<title>Latency, CPU and memory of a server by the number of tables</title>\n<style>{STYLE}</style>\n"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n{body}\n</svg>\n'
    )
