"""Holds what the designer was told against what the database has: versions, withdrawals, changes of listings, seals."""

from collections import Counter, defaultdict

from changes import CHANGES, DONE, LIFT, PUBLISH, REPLACE, ROLL_BACK, VERSIONS, WITHDRAWALS
from contents import CONTENTS
from designer import Forbidden
from inspection import Inspection
from published import b64, records
from shop import ADMIN

ORIGINS = {PUBLISH: "published", ROLL_BACK: "rolled back"}


class DesignAudit(Inspection):
    """What was published, withdrawn, replaced and redrawn, and what was sealed."""

    def __init__(self, path, crowd, designer, seals):
        self.wishes = {(wish.player, wish.key): wish for wish in crowd.wishes}
        self.changes = {change.key: change for change in designer.changes}
        self.replaced, self.seals, self.refused_later = designer.replaced, seals.copy(), 0
        super().__init__(path)

    def check(self):
        self.check_versions()
        self.check_files()
        self.check_withdrawals()
        self.check_listing_changes()
        self.check_refusals()
        self.check_replaced()
        self.check_log()
        self.check_seals()

    def done(self, kinds):
        return [change for change in self.changes.values() if change.kind in kinds and change.verdict == DONE]

    def check_versions(self):
        """Numbered without a gap; each was meant, once and in this order; none that was told is lost."""
        rows = self.rows("SELECT * FROM content_version ORDER BY number")
        numbers = [row["number"] for row in rows]
        self.expect(numbers == list(range(1, len(rows) + 1)), f"versions have the numbers {numbers[:50]}")
        instants = [row["from_ms"] for row in rows]
        self.expect(instants == sorted(instants), "a version takes effect before an earlier one")
        there = {row["reason"]: row for row in rows[1:]}
        self.expect(len(there) == len(rows[1:]), "a version was made twice")
        self.expect(list(there) == sorted(there), "versions are not in the order in which they were asked for")
        for key, row in there.items():
            change = self.changes.get(key)
            self.expect(change and change.kind in VERSIONS, f"nobody asked for the version {tuple(row)}")
            if change:
                meant = change.wanted, ADMIN, ORIGINS[change.kind], change.goods.get("to")
                made = row["content"].hex(), row["author"], row["origin"], row["rolled_back_to"]
                self.expect(made == meant, f"version {row['number']} was meant as {meant} and is {made}")
        for change in self.done(VERSIONS):
            row = there.get(change.key)
            is_told = row is not None and (row["number"], row["at_ms"]) == (change.told["number"], change.told["atMs"])
            self.expect(is_told, f"{change} is {row and tuple(row)}")

    def check_files(self):
        """Byte for byte as they were published."""
        files = defaultdict(dict)
        for row in self.rows("SELECT content, path, bytes FROM content_file JOIN content_blob ON digest = blob"):
            files[row["content"].hex()][row["path"]] = row["bytes"].decode()
        known = {content.digest: content.files for content in CONTENTS}
        for row in self.rows("SELECT DISTINCT content FROM content_version WHERE number > 1"):
            digest = row["content"].hex()
            self.expect(files[digest] == known.get(digest), f"the files of content {digest} are not what was published")

    def check_withdrawals(self):
        """Each that was told is there once, with its end if that was told, and nothing else is. What was withdrawn already
        is told as that withdrawal."""
        rows = self.rows("SELECT * FROM withdrawal ORDER BY id")
        for row in rows:
            change, lift = self.changes.get(row["key"]), self.changes.get(row["lift_key"])
            self.expect(is_meant(row, change), f"withdrawal {row['id']} is {tuple(row)}, and was meant as {change}")
            is_ended = row["lift_key"] is None or (lift and lift.goods == {"lift": row["id"]} and row["until_ms"])
            self.expect(is_ended, f"nobody lifted withdrawal {row['id']}")
        there = {row["key"]: row for row in rows} | {row["lift_key"]: row for row in rows if row["lift_key"]}
        numbered = {row["id"]: row for row in rows}
        for change in self.done(WITHDRAWALS):
            known = numbered.get(change.told["withdrawal"])
            row = there.get(change.key) or (known if known and is_meant(known, change) else None)
            told = change.told["withdrawal"], change.told.get("untilMs") if change.kind == LIFT else None
            is_told = row is not None and (row["id"], row["until_ms"] if change.kind == LIFT else None) == told
            self.expect(is_told, f"{change} is {row and tuple(row)}")

    def check_listing_changes(self):
        """Each store's are numbered without a gap, and each that was told is there as it was told."""
        rows, numbers = self.rows("SELECT * FROM listing_change ORDER BY store, number"), defaultdict(list)
        for row in rows:
            numbers[row["store"]].append(row["number"])
            self.expect(row["key"] in self.changes, f"nobody asked for the change {tuple(row)}")
        for store, given in numbers.items():
            self.expect(given == list(range(1, len(given) + 1)), f"changes of {store} have the numbers {given[:50]}")
        there = {row["key"]: row for row in rows}
        for change in self.done(CHANGES):
            row = there.get(change.key)
            made = row and {
                "store": row["store"],
                "change": row["number"],
                "atMs": row["at_ms"],
                "listings": row["listings"],
            }
            self.expect(made == change.told, f"{change} is {made}")

    def check_refusals(self):
        """Nothing is sold that was withdrawn before it was wished for, and nothing is refused for that alone."""
        forbidden = Forbidden(self.done(WITHDRAWALS))
        orders = self.rows("SELECT * FROM purchase ORDER BY id")
        for row in orders:
            wish = self.wishes.get((str(row["player"]), row["key"]))
            change = forbidden.before(wish) if wish else None
            if change:
                self.expect(row["refusal"] is not None, f"{wish.key} was sold, and before that {change} was answered")
                self.refused_later += row["refusal"] == "withdrawn" and wish.life > change.life
        items = {row["item"] for row in self.rows("SELECT item FROM withdrawal WHERE item IS NOT NULL")}
        stores = {
            row["store"] for row in self.rows("SELECT store FROM withdrawal WHERE item IS NULL AND chain IS NULL")
        }
        names = {(b64(row["chain"]), row["slot"], row["position"], row["revision"])
                 for row in self.rows("SELECT * FROM withdrawal WHERE chain IS NOT NULL")}  # fmt: skip
        for row in orders:
            name = b64(row["chain"]), row["slot"], row["position"], row["revision"]
            is_so = row["refusal"] != "withdrawn" or name in names or row["item"] in items or row["store"] in stores
            self.expect(is_so, f"{row['key']} was refused as withdrawn, and nothing withdrew it")

    def check_replaced(self):
        """What was put there is there, under its newest revision, and in every window that was issued since."""
        newest = {(row["store"], row["position"], row["start_ms"]): row
                  for row in self.rows("SELECT * FROM listing ORDER BY revision")}  # fmt: skip
        told = {(change.told["store"], change.goods["position"] - 1, change.goods["startMs"]): change.told_ms
                for change in self.done([REPLACE])}  # fmt: skip
        for at, item in self.replaced.items():
            row = newest.get(at)
            if row is None:
                continue
            self.expect(
                (row["item"], row["revision"] > 0) == (item, True),
                f"{item} was put to {at}, and there is {tuple(row)[:6]}",
            )
            for (store, issued_ms), revisions in self.seals.revisions.items():
                if store == at[0] and issued_ms > told[at] and at[1:] in revisions:
                    shown = revisions[at[1:]]
                    self.expect(shown == row["revision"], f"a window of {issued_ms} shows {at} with revision {shown}")

    def check_log(self):
        """Each that was told is in the audit log, behind whose path the goods may be named."""
        noted = Counter(row["what"].partition("?")[0] for row in self.rows(
            f"SELECT what FROM audit WHERE \"by\" = '{ADMIN}' AND status = 200"))  # fmt: skip
        for path, times in Counter(change.path for change in self.done(VERSIONS + WITHDRAWALS + CHANGES)).items():
            is_noted = noted[f"POST {path}"] >= times
            self.expect(
                is_noted, f"{path} was used {times} times and is in the audit log {noted[f'POST {path}']} times"
            )

    def check_seals(self):
        """All that the database holds, beside all that was ever seen."""
        for row in self.rows("SELECT * FROM listing WHERE length(sealed) > 0"):
            self.seals.take((b64(row["chain"]), row["slot"], row["position"], row["revision"]), row["sealed"])
        for row in self.rows('SELECT bytes FROM "window"'):
            self.seals.take_records(records(row["bytes"])[1])
        for fault in self.seals.faults:
            self.expect(False, fault)


def is_meant(row, change):
    """Whether a withdrawal is of what a change withdraws."""
    goods = change and change.goods
    position = None if row["position"] is None else row["position"] + 1
    return goods and (goods.get("store"), goods.get("item"), goods.get("startMs"), goods.get("position")) == (
        row["store"], row["item"], row["start_ms"], position)  # fmt: skip
