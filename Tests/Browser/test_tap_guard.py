"""For how long a card that has only just appeared takes no tap, as arithmetic."""

import pytest

DRIVER = """
    const guard = new m.TapGuard();
    const at = (position, offer, card = "card") => ({ position, offer, card: offer && card });
    const guarded = (positions, ms) => guard.marked(positions, ms).map(({ tapGuarded }) => tapGuarded);
"""


@pytest.fixture
def drive(modules):
    return lambda body: modules.run(["tap-guard"], "(m) => {" + DRIVER + body + "}")


def test_a_card_is_guarded_for_half_a_second_after_it_was_drawn(drive):
    assert drive("""
        guard.note([at(0, "a")], 1000);
        return [1000, 1499, 1500].map((ms) => guarded([at(0, "a")], ms)[0]);""") == [True, True, False]


def test_a_card_that_is_drawn_again_is_not_guarded_again_and_its_successor_is(drive):
    assert drive("""
        guard.note([at(0, "a")], 0);
        guard.note([at(0, "a")], 900);
        const same = guarded([at(0, "a")], 900);
        guard.note([at(0, "b")], 1000);
        return [...same, ...guarded([at(0, "b")], 1000)];""") == [False, True]


def test_a_listing_that_was_not_drawn_yet_is_guarded(drive):
    assert drive("guard.note([at(0, 'a')], 0); return guarded([at(0, 'b'), at(1, 'c')], 9000)") == [True, True]


def test_a_card_that_opens_late_is_guarded_from_then_on(drive):
    assert drive("""
        guard.note([at(0, "a", null)], 0);
        const sealed = guarded([at(0, "a", null)], 0);
        guard.note([at(0, "a")], 9000);
        return [...sealed, ...guarded([at(0, "a")], 9499), ...guarded([at(0, "a")], 9500)];""") == [False, True, False]


def test_each_position_has_a_guard_of_its_own_and_the_next_end_is_known(drive):
    assert drive("""
        guard.note([at(0, "a")], 0);
        guard.note([at(0, "a"), at(1, "b")], 200);
        return [guard.waitMs(200), guard.waitMs(500), guard.waitMs(700), guarded([at(0, "a"), at(1, "b")], 600)];""") == [
            300, 200, float("inf"), [False, True]]  # fmt: skip
