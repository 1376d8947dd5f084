"""The results as a picture: requests a second beside nginx's, processor time, and a key's way to everyone."""

from html import escape

WIDTH, BAR, GAP, LEFT = 760, 18, 6, 200
OURS, THEIRS, INK, FAINT = "#e0356f", "#8a94a6", "#1c2430", "#667085"


def picture(results):
    rows, y = [], 34
    rows.append(text(16, y, "Requests a second, and processor time for each (two cores, wrk beside the server)", size=15, weight=600))
    y += 18
    most = max(side["perSecond"] for case in results["answers"].values() for side in case["sides"].values())
    for name, case in results["answers"].items():
        y += 16
        rows.append(text(16, y + BAR + GAP / 2, name))
        for side, colour in [("shelflife", OURS), (case["best"], THEIRS)]:
            figures = case["sides"][side]
            width = (WIDTH - LEFT - 200) * figures["perSecond"] / most
            label = f"{figures['perSecond']:,.0f}/s · {figures['cpuUs']:.1f} µs · {side}"
            rows.append(f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR}" rx="3" fill="{colour}"/>')
            rows.append(text(LEFT + width + 8, y + BAR - 5, label, size=12, fill=FAINT))
            y += BAR + GAP
    streams = results["streams"]
    y += 36
    rows.append(text(16, y, f"A key to {streams['streams']:,} open streams, milliseconds after its release", size=15, weight=600))
    y += 14
    scale = (WIDTH - LEFT - 120) / max(100, *(row["lastMs"] for row in streams["releases"]))
    limit = LEFT + 100 * scale
    top = y
    for row in streams["releases"]:
        start, end = LEFT + row["firstMs"] * scale, LEFT + row["lastMs"] * scale
        rows.append(f'<rect x="{start:.1f}" y="{y}" width="{max(2, end - start):.1f}" height="10" rx="3" fill="{OURS}"/>')
        rows.append(text(end + 8, y + 10, f"{row['lastMs']:.0f}", size=12, fill=FAINT))
        y += 16
    rows.append(f'<line x1="{limit}" x2="{limit}" y1="{top - 4}" y2="{y}" stroke="{FAINT}" stroke-dasharray="4 3"/>')
    rows.append(text(limit + 4, y + 12, "100 ms", size=12, fill=FAINT))
    rows.append(text(16, (top + y) / 2 + 4, "first to last"))
    height = y + 28
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="system-ui, sans-serif">'
        f'<rect width="{WIDTH}" height="{height}" rx="10" fill="#fbfbfd"/>' + "".join(rows) + "</svg>\n")


def text(x, y, words, size=13, weight=400, fill=INK):
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" fill="{fill}">{escape(words)}</text>'
