"""Draws a visit's requests as bars over time, in SVG."""

from html import escape
from urllib.parse import urlsplit

WIDTH, LABELS, ROW, TOP = 900, 250, 20, 34
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #333 }
.line { stroke: #bbb } .mark { stroke: #c0392b; stroke-dasharray: 4 3 } .marked { fill: #c0392b }
.wait { fill: #cfd8e3 } .load { fill: #3b6ea5 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .line { stroke: #555 } .wait { fill: #4a5563 } .load { fill: #6ea8e0 } }
"""


def waterfall(visit):
    """Light is waiting for the first byte, dark is the answer coming."""
    entries = sorted(
        (entry for entry in visit["entries"] if entry["start"] <= visit["buyMs"]), key=lambda entry: entry["start"]
    )
    end = visit["buyMs"] * 1.08
    scale = (WIDTH - LABELS - 20) / end
    height = TOP + ROW * len(entries) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<style>{STYLE}</style>",
    ]
    for tick in range(0, int(end) + 1, 500):
        x = LABELS + tick * scale
        parts.append(f'<line class="line" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 8}" y2="{height - 24}"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle">{tick / 1000:g} s</text>')
    for row, entry in enumerate(entries):
        y = TOP + row * ROW
        come = entry["response"] or entry["end"] or end
        ended = min(entry["end"] or end, end)
        parts.append(f'<text x="{LABELS - 8}" y="{y + 12}" text-anchor="end">{escape(name(entry))}</text>')
        parts.append(bar("wait", entry["start"], min(come, end), y, scale))
        parts.append(bar("load", min(come, end), ended, y, scale))
    for words, at in [("shelf", visit["shelfMs"]), ("to buy", visit["buyMs"])]:
        x = LABELS + at * scale
        parts.append(f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 12}" y2="{height - 24}"/>')
        parts.append(f'<text class="marked" x="{x:.1f}" y="{TOP - 18}" text-anchor="middle">{words}</text>')
    return "\n".join([*parts, "</svg>", ""])


def bar(kind, start, end, y, scale):
    return f'<rect class="{kind}" x="{LABELS + start * scale:.1f}" y="{y}" width="{max(1.5, (end - start) * scale):.1f}" height="{ROW - 5}"/>'


def name(entry):
    path = urlsplit(entry["name"]).path
    return path if len(path) <= 36 else path[:17] + "…" + path[-18:]
