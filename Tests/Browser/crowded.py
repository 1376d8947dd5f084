"""Servers of designers with much to show: many stores, long titles, dear items and a currency with a long name."""

from shelf_process import ShelfProcess

LONG_TITLE = "Die wandernde Schatzkammer der Drachenzeit"
FOUR = [
    (LONG_TITLE, 4, "Kristallsplitter"),
    ("Waffen", 10, "coins"),
    ("Möbel und Teppiche", 4, "coins"),
    ("Seltenes", 10, "Kristallsplitter"),
]
SIX = [("Waffen", 10, "coins"), ("Tränke", 4, "coins"), ("Rüstungen", 10, "Kristallsplitter"), ("Haustiere", 4, "Kristallsplitter"),
       ("Möbel", 4, "coins"), ("Seltenes", 10, "coins")]  # fmt: skip
# Half of these are more than what players have: a button says how much is missing, too.
PRICES = [1_234_567, 301, 6_876_543, 9_876_543, 0, 40, 2_000_000, 8_888_888]
WELCOME = 3_000_000


def crowded(folder, stores, welcome=WELCOME):
    """Starts a server with these stores, each a title, a number of columns and a currency; the first is `store-1`."""
    process = ShelfProcess(folder)
    items = [
        f"item-{n},{'Kristallener Wandteppich' if n % 3 == 0 else 'Apfel'} {n},things,2020-01-01,{PRICES[n % len(PRICES)]},,💎"
        for n in range(120)
    ]
    (folder / "items.csv").write_text("id,name,set,released,price,edition,glyph\n" + "\n".join(items) + "\n")
    settings = f"clock: {{uncertainty: 0ms}}\nplayers: {{welcome: {{coins: {welcome}, Kristallsplitter: {welcome}}}}}\n"
    lines = ["title: Schatzkammer", "catalogue: [items.csv]", "stores:"]
    for number, (title, columns, currency) in enumerate(stores, 1):
        lines += [f"  - id: store-{number}", f"    title: {title}", f"    positions: {3 * columns}", f"    columns: {columns}", "    lead: 300ms",
                  "    shelfLife: {from: 1m, to: 4m}", f"    currency: {currency}", "    theme: {icon: gem}"]  # fmt: skip
    process.write_shop(settings, "\n".join(lines) + "\n")
    process.start()
    return process
