"""The audit of the kill tests notices: a database that is changed behind the server's back is found out."""

import sqlite3
from contextlib import closing

import pytest
from audit import Audit, copied
from story import Story

SOLD = "(SELECT MAX(id) FROM purchase WHERE refusal IS NULL AND number > 1)"
GRANT = """(SELECT MAX(id) FROM entry WHERE purchase IS NULL AND "by" = 'anna')"""
REFUND = "(SELECT MAX(purchase) FROM reversal WHERE kind = 'refund')"
CHANGES = {
    "is lost": f"DELETE FROM purchase WHERE id = {SOLD}",
    "nobody wished for": f"UPDATE purchase SET key = 'another' WHERE id = {SOLD}",
    "was told sold and is sold_out": f"UPDATE purchase SET refusal = 'sold_out' WHERE id = {SOLD}",
    "has the receipt": f"UPDATE purchase SET at_ms = at_ms + 1 WHERE id = {SOLD}",
    "was sold with the numbers": f"UPDATE purchase SET number = number - 1 WHERE id = {SOLD}",
    "counts": "UPDATE edition SET sold = sold + 1",
    "stock counts other": "UPDATE stock SET sold = sold - 1",
    "inventories hold other": "UPDATE owned SET count = count + 1",
    "are not the sums": "UPDATE wallet SET balance = balance + 1",
    "is left of what should be": "UPDATE wallet SET balance = balance + 1;"
    "UPDATE entry SET amount = amount + 1 WHERE purchase IS NULL",
    "entries are not what was sold": f"UPDATE entry SET amount = amount + 1 WHERE purchase = {SOLD}",
    "verdict='done', told={'entry'": f"DELETE FROM entry WHERE id = {GRANT}",
    "nobody ran the errand": f"UPDATE entry SET key = 'another' WHERE id = {GRANT}",
    "kind='grant'": f"UPDATE entry SET amount = amount + 1 WHERE id = {GRANT}",
    "is entry": f"UPDATE entry SET id = id + 1000000 WHERE id = {GRANT}",
    "verdict='done', told={'purchase'": f"DELETE FROM reversal WHERE purchase = {REFUND}",
    "kind='revocation'": f"UPDATE reversal SET kind = 'revocation' WHERE purchase = {REFUND}",
    "and refunded": f"DELETE FROM entry WHERE purchase = {REFUND} AND amount > 0",
    "welcomes are not": "UPDATE entry SET amount = amount + 1 WHERE purchase IS NULL AND \"by\" = 'server'",
    "is in the audit log": "DELETE FROM audit WHERE id % 3 = 0",
}


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    story = Story(tmp_path_factory.mktemp("story"), 1, 0).tell()
    assert not story.faults, story.text
    return story


@pytest.mark.parametrize("words", CHANGES)
def test_a_database_that_was_tampered_with_is_found_out(story, tmp_path, words):
    path = copied(story.shop.data, tmp_path / "copy")
    with closing(sqlite3.connect(path)) as database:
        database.executescript(CHANGES[words])
        database.commit()
    assert any(words in fault for fault in story.audit(path).faults)


def test_a_damaged_page_is_found_out(story, tmp_path):
    path = copied(story.shop.data, tmp_path / "copy")
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        root = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_purchase_1'").fetchone()[0]
    with open(path, "r+b") as file:
        file.seek(4096 * (root - 1) + 3)
        file.write(b"\0\0")
    faults = story.audit(path).faults
    assert any("integrity_check" in fault or "can't be read" in fault for fault in faults)


def test_a_receipt_that_the_store_did_not_sign_is_found_out(story, tmp_path):
    path = copied(story.shop.data, tmp_path / "copy")
    audit = Audit(path, story.crowd, story.welcome, public_key=bytes(32))
    assert any("didn't sign" in fault for fault in audit.faults)
