"""Makes the vectors of zones: zones.json.

Each zone has its file as this machine has it, and what Python's own reader of such files says of it: when the clock
changes from 2020 to 2060, and at random instants and around changes which offset it has and when it shows a time first.
It depends on this machine's package tzdata, so it comes out the same only where that is the same.
"""

import base64
import io
import json
import random
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

FOLDER = Path(__file__).resolve().parent
SYSTEM = Path("/usr/share/zoneinfo")
NAMES = [
    "Africa/Casablanca", "America/Havana", "America/New_York", "America/Nuuk", "America/Sao_Paulo", "Asia/Kathmandu",
    "Asia/Tokyo", "Australia/Lord_Howe", "Australia/Sydney", "Europe/Berlin", "Europe/Dublin", "Pacific/Chatham",
]
# Their tables end only after 2060, so their rules, which hold from then on, say something else.
TABLED = {"Africa/Casablanca"}
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
NOTE = (
    "All numbers are seconds, of instants and local times since 1970, but for days, which are counted. `first` holds "
    "before the first of `changes`; both are of 2020 to 2060. Made by make_zones.py from the package tzdata"
)


def seconds(year):
    return int((datetime(year, 1, 1, tzinfo=timezone.utc) - EPOCH).total_seconds())


START, END, LATEST = seconds(2020), seconds(2060), seconds(2100)


class Reader:
    def __init__(self, name):
        self.name, self.bytes = name, (SYSTEM / name).read_bytes()
        self.zone = ZoneInfo.from_file(io.BytesIO(self.bytes))

    def offset(self, at):
        return int((EPOCH + timedelta(seconds=at)).astimezone(self.zone).utcoffset().total_seconds())

    def changes(self):
        found, before = [], START
        for after in [*range(START, END, 86_400), END - 1]:
            if self.offset(after) != self.offset(before):
                low, high = before, after
                while high - low > 1:
                    middle = (low + high) // 2
                    low, high = (middle, high) if self.offset(middle) == self.offset(before) else (low, middle)
                found.append([high, self.offset(high)])
            before = after
        return found

    def first_showing(self, local):
        """The first instant at which the clock shows a time or a later one, by trying every minute."""
        for at in range(local - 15 * 3600, local + 15 * 3600, 60):
            if at + self.offset(at) >= local:
                return next(second for second in range(at - 59, at + 1) if second + self.offset(second) >= local)
        raise ValueError(local)


def vector(name, rng):
    reader = Reader(name)
    changes = reader.changes()
    latest = END - 86_400 if name in TABLED else LATEST
    instants = [rng.randrange(START, latest) for _ in range(40)]
    near = [changes[index] for index in sorted(rng.sample(range(len(changes)), min(6, len(changes))))]
    instants += [at + shift for at, _ in near for shift in (-1, 0, 1)]
    locals_ = [at + reader.offset(at) for at in rng.sample(instants, 10)]
    for at, after in near:
        wall = at + max(after, reader.offset(at - 1)) - 3600
        locals_ += [wall + shift for shift in (-1, 0, 900, 1800, 2700, 3599, 3600, 5400)]
    days = {(at + reader.offset(at)) // 86_400 for at, _ in near}
    return {
        "name": name,
        "file": base64.b64encode(reader.bytes).decode(),
        "first": reader.offset(START),
        "changes": changes,
        "offsets": [[at, reader.offset(at)] for at in sorted(instants)],
        "locals": [[local, reader.first_showing(local)] for local in sorted(set(locals_))],
        "days": [
            [day, reader.first_showing((day + 1) * 86_400) - reader.first_showing(day * 86_400)]
            for day in sorted(days | {day + 40 for day in days})
        ],
    }


def main():
    rng = random.Random(61)
    zones = [vector(name, rng) for name in NAMES]
    rows = [",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in zone.items()) for zone in zones]
    text = ",\n".join(f" {{\n{row}\n }}" for row in rows)
    (FOLDER / "zones.json").write_text(f'{{\n"about": {json.dumps(NOTE)},\n"zones": [\n{text}\n]\n}}\n')


main()
