"""What the benchmarks' pictures are drawn with: text and bars of one width, in SVG."""

from html import escape

WIDTH, BAR, GAP, LEFT = 760, 18, 6, 200
OURS, THEIRS, INK, FAINT = "#e0356f", "#8a94a6", "#1c2430", "#667085"


def document(rows, height):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="system-ui, sans-serif">'
        f'<rect width="{WIDTH}" height="{height}" rx="10" fill="#fbfbfd"/>' + "".join(rows) + "</svg>\n")


def text(x, y, words, size=13, weight=400, fill=INK):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" fill="{fill}">{escape(words)}</text>'
    )


def heading(y, words):
    return text(16, y, words, size=15, weight=600)


def bar(y, width, colour, label):
    """A bar from the left, and what it says behind it."""
    return (
        f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR}" rx="3" fill="{colour}"/>'
        + text(LEFT + width + 8, y + BAR - 5, label, size=12, fill=FAINT))
