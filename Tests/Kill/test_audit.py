"""The audit of the kill tests notices: a database that is changed behind the server's back is found out."""

import sqlite3
import time
from contextlib import closing

import pytest
from audit import Audit
from contents import STORES
from inspection import copied
from story import Story

SOLD = "(SELECT MAX(id) FROM purchase WHERE refusal IS NULL AND number > 1)"
GRANT = """(SELECT MAX(id) FROM entry WHERE purchase IS NULL AND "by" = 'anna')"""
REFUND = "(SELECT MAX(purchase) FROM reversal WHERE kind = 'refund')"
PUBLISHED = "(SELECT MAX(number) FROM content_version WHERE origin = 'published')"
WITHDRAWN = "(SELECT MAX(id) FROM withdrawal WHERE chain IS NOT NULL)"
REPLACED = "store = 'sealed' AND item IS NOT NULL"
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
    "is left of what should be": f"UPDATE wallet SET balance = balance + 1 WHERE player = (SELECT player FROM entry WHERE id = {GRANT});"
    f"UPDATE entry SET amount = amount + 1 WHERE id = {GRANT}",
    "entries are not what was sold": f"UPDATE entry SET amount = amount + 1 WHERE purchase = {SOLD}",
    "verdict='done', told={'entry'": f"DELETE FROM entry WHERE id = {GRANT}",
    "nobody ran the errand": f"UPDATE entry SET key = 'another' WHERE id = {GRANT}",
    "kind='grant'": f"UPDATE entry SET amount = amount + 1 WHERE id = {GRANT}",
    "is entry": f"UPDATE entry SET id = id + 1000000 WHERE id = {GRANT}",
    "verdict='done', told={'purchase'": f"DELETE FROM reversal WHERE purchase = {REFUND}",
    "kind='revocation'": f"UPDATE reversal SET kind = 'revocation' WHERE purchase = {REFUND}",
    "and refunded": f"DELETE FROM entry WHERE purchase = {REFUND} AND amount > 0",
    "welcomes are not": "UPDATE entry SET amount = amount + 1 WHERE purchase IS NULL AND \"by\" = 'server'",
    "is in the audit log": "DELETE FROM audit WHERE id % 7 < 3",
}
DESIGN_CHANGES = {
    "is in the audit log": "DELETE FROM audit WHERE id % 7 < 3",
    "versions have the numbers": "DELETE FROM content_version WHERE number = 2",
    "a version was made twice": "UPDATE content_version SET reason = (SELECT reason FROM content_version WHERE number = 2)"
    " WHERE number = 3",
    "versions are not in the order": "UPDATE content_version SET reason = 'wish-00000000' WHERE number = 3",
    "a version takes effect before": "UPDATE content_version SET from_ms = 1 WHERE number = 3",
    "nobody asked for the version": f"UPDATE content_version SET reason = 'another' WHERE number = {PUBLISHED}",
    "kind='publish'": f"UPDATE content_version SET at_ms = at_ms + 1 WHERE number = {PUBLISHED}",
    "was meant as": f"UPDATE content_version SET content = (SELECT content FROM content_version WHERE number = {PUBLISHED} - 1)"
    f" WHERE number = {PUBLISHED}",
    "are not what was published": "UPDATE content_blob SET bytes = CAST(bytes || x'0a' AS BLOB)",
    "and was meant as": f"UPDATE withdrawal SET position = position + 1 WHERE id = {WITHDRAWN}",
    "kind='withdraw a listing'": f"DELETE FROM withdrawal WHERE id = {WITHDRAWN}",
    "nobody lifted withdrawal": "UPDATE withdrawal SET lift_key = lift_key || '0' WHERE lift_key IS NOT NULL",
    "kind='lift'": "UPDATE withdrawal SET until_ms = until_ms + 1 WHERE until_ms IS NOT NULL",
    "changes of sealed have the numbers": "UPDATE listing_change SET number = number + 1000 WHERE store = 'sealed'",
    "nobody asked for the change": "UPDATE listing_change SET key = key || '0'",
    "kind='replace'": f"UPDATE listing_change SET at_ms = at_ms + 1 WHERE {REPLACED}",
    "kind='redraw'": "DELETE FROM listing_change WHERE from_ms IS NOT NULL",
    "was sold, and before that": "UPDATE purchase SET refusal = NULL WHERE id = (SELECT MAX(id) FROM purchase WHERE refusal = 'withdrawn')",
    "refused as withdrawn, and nothing withdrew it": f"UPDATE purchase SET refusal = 'withdrawn' WHERE id = {SOLD}",
    "was put to": "UPDATE listing SET item = 'another' WHERE store = 'sealed' AND revision > 0",
    "one key and nonce sealed two texts": "UPDATE listing SET"
    " sealed = CAST(substr(sealed, 1, 16) || randomblob(length(sealed) - 16) AS BLOB) WHERE store = 'sealed'",
    "was shown with two cards": "UPDATE listing SET sealed = randomblob(length(sealed)) WHERE store = 'sealed'",
}


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    story = Story(tmp_path_factory.mktemp("story"), 1, 0).tell()
    assert not story.faults, story.text
    return story


@pytest.mark.parametrize("words", CHANGES)
def test_a_database_that_was_tampered_with_is_found_out(story, tmp_path, words):
    path = changed(story, tmp_path / "copy", CHANGES[words])
    assert any(words in fault for fault in story.audit(path).faults)


@pytest.mark.parametrize("words", DESIGN_CHANGES)
def test_versions_withdrawals_and_seals_that_were_tampered_with_are_found_out(story, tmp_path, words):
    path = changed(story, tmp_path / "copy", DESIGN_CHANGES[words])
    assert any(words in fault for fault in story.design_audit(path).faults)


def changed(story, folder, script):
    path = copied(story.shop.data, folder)
    with closing(sqlite3.connect(path)) as database:
        database.executescript(script)
        database.commit()
    return path


def test_a_damaged_page_is_found_out(story, tmp_path):
    path = copied(story.shop.data, tmp_path / "copy")
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        root = database.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_purchase_1'"
        ).fetchone()[0]
        size = database.execute("PRAGMA page_size").fetchone()[0]
    with open(path, "r+b") as file:
        file.seek(size * (root - 1) + 3)
        file.write(b"\0\0")
    faults = story.audit(path).faults
    assert any("integrity_check" in fault or "can't be read" in fault for fault in faults)


def test_a_window_that_shows_what_was_replaced_before_it_is_found_out(story, tmp_path):
    path = copied(story.shop.data, tmp_path / "copy")
    (store, position, start_ms), later_ms = next(iter(story.designer.replaced)), int(time.time() * 1000)
    story.seals.revisions[store, later_ms] = {(position, start_ms): 0}
    faults = story.design_audit(path).faults
    del story.seals.revisions[store, later_ms]
    assert any(f"a window of {later_ms} shows" in fault for fault in faults)


def test_a_receipt_that_the_store_did_not_sign_is_found_out(story, tmp_path):
    path = copied(story.shop.data, tmp_path / "copy")
    audit = Audit(path, story.crowd, story.welcome, dict.fromkeys(STORES, bytes(32)))
    assert any("didn't sign" in fault for fault in audit.faults)
