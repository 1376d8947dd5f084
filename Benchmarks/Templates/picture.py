"""The ways to use a template as a picture, from what `shelflife-bench templates --json` wrote.

    python3 Benchmarks/Templates/picture.py FILE.json FILE.svg
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Pictures"))
from svg import BAR, FAINT, GAP, INK, OURS, THEIRS, WIDTH, document, heading, text

LEFT = 250
FORMS = {
    "parsedEachTime": ("parsed at each use", THEIRS),
    "compiledOnce": ("compiled once", "#f0a3bd"),
    "typed": ("compiled once, typed contexts", OURS),
}


def picture(times):
    rows, y = [heading(34, "A page of cards from a template, µs: the median of 1,000, and a mark at 95 %")], 52
    scale = (WIDTH - LEFT - 150) / max(one["p95Us"] for one in times)
    for count in sorted({one["cards"] for one in times}):
        y += 16
        rows.append(text(16, y + BAR - 4, f"{count} cards"))
        for one in (one for one in times if one["cards"] == count):
            title, colour = FORMS[one["form"]]
            width, mark = one["medianUs"] * scale, LEFT + one["p95Us"] * scale
            rows.append(f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR}" rx="3" fill="{colour}"/>')
            rows.append(f'<line x1="{mark:.1f}" x2="{mark:.1f}" y1="{y}" y2="{y + BAR}" stroke="{INK}"/>')
            rows.append(text(76, y + BAR - 5, title, 11, fill=FAINT))
            rows.append(
                text(mark + 8, y + BAR - 5, f"{one['medianUs']:,.0f} · first {one['firstUs']:,.0f}", 12, fill=FAINT)
            )
            y += BAR + GAP
    return document(rows, y + 20)


if __name__ == "__main__":
    figures, target = sys.argv[1:]
    Path(target).write_text(picture(json.loads(Path(figures).read_text())))
