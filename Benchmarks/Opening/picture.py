"""The results as a picture: requests a second beside nginx's, processor time, and a key's way to everyone."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Pictures"))
from svg import BAR, FAINT, GAP, LEFT, OURS, THEIRS, WIDTH, bar, document, heading, text


def picture(results):
    rows, y = [], 34
    rows.append(heading(y, "Requests a second, and processor time for each (two cores, wrk beside the server)"))
    y += 18
    most = max(side["perSecond"] for case in results["answers"].values() for side in case["sides"].values())
    for name, case in results["answers"].items():
        y += 16
        rows.append(text(16, y + BAR + GAP / 2, name))
        for side, colour in [("shelflife", OURS), (case["best"], THEIRS)]:
            figures = case["sides"][side]
            width = (WIDTH - LEFT - 200) * figures["perSecond"] / most
            label = f"{figures['perSecond']:,.0f}/s · {figures['cpuUs']:.1f} µs · {side}"
            rows.append(bar(y, width, colour, label))
            y += BAR + GAP
    streams = results["streams"]
    y += 36
    rows.append(heading(y, f"A key to {streams['streams']:,} open streams, milliseconds after its release"))
    y += 14
    scale = (WIDTH - LEFT - 120) / max(100, *(row["lastMs"] for row in streams["releases"]))
    limit = LEFT + 100 * scale
    top = y
    for row in streams["releases"]:
        start, end = LEFT + row["firstMs"] * scale, LEFT + row["lastMs"] * scale
        rows.append(
            f'<rect x="{start:.1f}" y="{y}" width="{max(2, end - start):.1f}" height="10" rx="3" fill="{OURS}"/>'
        )
        rows.append(text(end + 8, y + 10, f"{row['lastMs']:.0f}", size=12, fill=FAINT))
        y += 16
    rows.append(f'<line x1="{limit}" x2="{limit}" y1="{top - 4}" y2="{y}" stroke="{FAINT}" stroke-dasharray="4 3"/>')
    rows.append(text(limit + 4, y + 12, "100 ms", size=12, fill=FAINT))
    rows.append(text(16, (top + y) / 2 + 4, "first to last"))
    return document(rows, y + 28)
