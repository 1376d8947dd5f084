"""Every sealed card that was ever seen, from windows, notices and the database."""

from published import records

FAULTS = 20


class Seals:
    """A key and a nonce follow from a listing's name and the salt that a sealed card begins with."""

    def __init__(self):
        self.texts, self.shown, self.faults = {}, {}, []
        self.revisions, self.read = {}, set()

    def __len__(self):
        return len(self.shown)

    @property
    def revised(self):
        return sum(name[3] > 0 for name in self.shown)

    def copy(self):
        """To go on with while this one stays as it is."""
        other = Seals()
        other.texts, other.shown, other.faults = dict(self.texts), dict(self.shown), list(self.faults)
        other.revisions = dict(self.revisions)
        return other

    def fault(self, text):
        if len(self.faults) < FAULTS:
            self.faults.append(text)

    def take(self, name, sealed):
        salt = sealed[:16]
        if self.texts.setdefault((name, salt), sealed) != sealed:
            self.fault(f"one key and nonce sealed two texts: {name}, {salt.hex()}")
        if self.shown.setdefault(name, sealed) != sealed:
            self.fault(f"{name} was shown with two cards")

    def take_records(self, found):
        for record in found:
            self.take(record.name, record.sealed)

    def take_published(self, paths):
        """Windows as files; a window's number is a minute's, and it is never made anew."""
        for path in paths:
            if path in self.read:
                continue
            header, found = records(path.read_bytes())
            self.read.add(path)
            self.take_records(found)
            self.revisions[header["store"], header["issuedAtMs"]] = {
                (record.position, record.start_ms): record.revision for record in found
            }  # fmt: skip
