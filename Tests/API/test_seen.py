"""The last file of all: whether the others have seen whatever the description promises."""

from asker import SEEN

# These take a broken disk or a broken clock, which the Swift tests have.
UNSEEN = {503}


def test_every_answer_that_is_described_was_seen(description):
    described = {(name, status, code) for name, status, response in description.responses()
                 for code in description.codes(response) if status not in UNSEEN}  # fmt: skip
    assert described - SEEN == set()
