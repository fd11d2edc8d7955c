"""Reports: what happened, from the headline to the last die (GU-8 to GU-14)."""

from __future__ import annotations

import pytest

from pbem.engine.i18n import speaking
from pbem.engine.language import Refusal, Refused
from pbem.engine.report import Bullets, Paragraph
from pbem.rulesets.god_unit.events import (
    ChosenByLot,
    Finished,
    LineDone,
    LineLeft,
    ProductRefused,
    ProductSet,
    WishSkipped,
)
from pbem.rulesets.god_unit.figures import FACTORY, Name, Thing, unit_name
from pbem.rulesets.god_unit.mechanics import errors
from pbem.rulesets.god_unit.mechanics.plans import plan
from pbem.rulesets.god_unit.mechanics.position import field_of
from pbem.rulesets.god_unit.orders import (
    Act,
    AttackNearest,
    AttackPiece,
    Else,
    Move,
    MoveTowards,
    Produce,
)
from pbem.rulesets.god_unit.view import (
    AnyLogEntry,
    Appeared,
    Completed,
    Deploying,
    Initiative,
    Moved,
    Placed,
    Taken,
    View,
    Wasted,
)
from pbem.service.languages import catalogue
from tests.rulesets.god_unit.reports import attacked, report, roll
from tests.rulesets.god_unit.table import design, factory, square, unit, view
from tests.rulesets.reports import headings, section, sentences

HOME = (factory(1, "A", "a1", "D2 R3", since=3), factory(2, "A", "j10"))


def moment(*log: AnyLogEntry, **more: object) -> View:
    """Two players with a factory each, Red with a grunt; this happened in turn 4."""
    return view(units=[unit(1, 1, "b2")], factories=HOME, log=log, **more)  # type: ignore[arg-type]


def act(number: int, to: str, *others: Else) -> Act:
    return Act(unit=number, choice=Move(to=square(to)), others=others)


# --- headline


def test_a_lost_factory_is_the_headline() -> None:
    lost = roll(Name(1, "B"), "c4", (5, 1), strengths=(4, 4), notation="factory")
    units = [roll(unit_name(1, n), "c4", (5, 1)) for n in (4, 5, 6)]
    answer = report(moment(attacked(2, 7, "d4", "A3 N4", [lost, *units])))
    assert answer.headline == (
        "You lost factory B and 3 units to Blue; you lead with 1 factory and 1 unit."
    )


def test_what_one_destroyed_is_told_by_owner() -> None:
    rolls = [
        roll(Name(2, "B"), "d5", (6, 1), strengths=(4, 4), notation="factory"),
        roll(unit_name(2, 9), "d5", (6, 1), notation="D2 R3"),
        roll(unit_name(3, 1), "d6", (6, 1)),
    ]
    answer = report(moment(attacked(1, 1, "c4", "A3 N4", rolls), players=3))
    assert answer.headline == (
        "You destroyed Blue's factory B and unit 9 (D2 R3) and Green's unit 1 (grunt); "
        "you lead with 1 factory and 1 unit."
    )


def test_gu_13_a_unit_lost_for_want_of_a_factory_is_the_headline() -> None:
    wasted = Wasted(unit=unit_name(1, 4), design=design("D2"), square=square("c4"))
    seen = view(units=[unit(1, 1, "b2")], factories=HOME[1:], log=[wasted])
    assert report(seen).headline == (
        "You lost unit 4 (D2) for want of a factory; without a factory you lose your last "
        "unit when the next turn begins, so nothing is asked of you."
    )


def test_a_god_unit_of_another_is_news_and_a_grunt_is_not() -> None:
    def appeared(notation: str) -> AnyLogEntry:
        return Appeared(
            unit=unit_name(2, 3),
            design=design(notation),
            square=square("j10"),
            factory=Name(2, "A"),
        )

    assert report(moment(appeared("A3 D5 M3 N4 R4"))).headline == (
        "Blue 3 has appeared, 15 turns in the making: A3 D5 M3 N4 R4; "
        "you lead with 1 factory and 1 unit."
    )
    assert report(moment(appeared("grunt"))).headline == (
        "A quiet turn; you lead with 1 factory and 1 unit."
    )


def test_who_withstood_an_attack_is_told_so() -> None:
    held = roll(unit_name(1, 1), "b2", (1, 6), hit=False)
    assert report(moment(attacked(2, 7, "c2", "grunt", [held]))).headline == (
        "You withstood the attack of 1 unit without a loss; you lead with 1 factory and 1 unit."
    )


def test_a_turn_in_which_one_attacked_for_nothing_is_not_quiet() -> None:
    held = roll(Name(2, "A"), "j10", (1, 6), hit=False)
    assert report(moment(attacked(1, 1, "j9", "grunt", [held]))).headline == (
        "The attack of 1 unit of yours destroyed nothing; you lead with 1 factory and 1 unit."
    )


def test_a_turn_in_which_others_came_into_range_is_not_quiet() -> None:
    came = Moved(unit=unit_name(2, 7), design=design("A3"), path=(square("b4"), square("b3")))
    seen = view(units=[unit(1, 1, "b2"), unit(2, 7, "b3", "A3")], factories=HOME, log=[came])
    assert report(seen).headline.startswith("Blue 7 has come into range of you;")


def test_gu_7_the_first_headline_tells_where_ones_factories_stand() -> None:
    placed = [Placed(factory=Name(1, "A"), square=square("a1"))]
    assert report(moment(*placed)).headline == (
        "Your factory stands at a1; you lead with 1 factory and 1 unit."
    )


def test_a_spectator_hears_who_leads_and_what_fell() -> None:
    lost = roll(Name(1, "B"), "c4", (5, 1), strengths=(4, 4), notation="factory")
    answer = report(moment(attacked(2, 7, "d4", "A3", [lost]), seat=None))
    assert answer.headline == (
        "After turn 4 Red (Ada) leads with 1 factory and 1 unit; Red's factory B was lost."
    )


# --- what one's orders did


def test_nothing_ordered_is_told_as_such() -> None:
    assert section(report(moment()), "What your orders did") == (
        Paragraph("No orders of yours were carried out this turn."),
    )


def test_who_has_no_units_is_not_reproached_for_ordering_nothing() -> None:
    seen = view(factories=[factory(1, "A", "a1", "D6", since=3), factory(2, "A", "j10")])
    assert "What your orders did" not in headings(report(seen))


_FAR = (("square", "c7"), ("need", "3.5"), ("level", "M1"), ("have", "1"))


def test_gu_10_lines_left_over_are_told_with_the_reason_and_alike_ones_together() -> None:
    refusal = Refusal(errors.TOO_FAR, fields=_FAR)
    left = [LineLeft(order=act(n, "c7"), refusal=refusal) for n in (1, 2)]
    answer = report(moment(), *left)
    assert sentences(answer, "What your orders did") == [
        "“MOVE 1 TO c7”, “MOVE 2 TO c7”: not done, c7 is 3.5 away, M1 moves 1."
    ]
    assert answer.headline == (
        "2 lines of yours could not be carried out; you lead with 1 factory and 1 unit."
    )


def test_an_attack_that_waited_in_vain_is_no_failure() -> None:
    left = LineLeft(
        order=Act(unit=1, choice=AttackNearest()), refusal=Refusal(errors.NOBODY_BESIDE)
    )
    answer = report(moment(), left)
    assert section(answer, "What your orders did")[0] == Bullets(
        ("“\u202fATTACK\xa01\xa0NEAREST\u202f”: waited, no enemy is within 1 square.",)
    )
    assert answer.headline.startswith("A quiet turn;")


def test_an_attack_on_who_fell_before_or_never_came_waited_in_vain() -> None:
    line = Act(unit=1, choice=AttackPiece(target=unit_name(2, 9)))
    fields = (("colour", "Blue"), ("piece", "9"))
    left = LineLeft(order=line, refusal=Refusal(errors.NO_TARGET, fields=fields))
    answer = report(moment(), left)
    assert sentences(answer, "What your orders did") == [
        "“ATTACK 1 UNIT Blue 9”: waited, Blue 9 is not on the board."
    ]
    assert answer.headline.startswith("A quiet turn;")


def test_who_was_not_to_be_had_is_told_by_its_colour_in_the_readers_language() -> None:
    """The turn is worked out in no language: a refusal keeps what it names as data."""
    line = Act(unit=1, choice=AttackPiece(target=unit_name(2, 9)))
    with pytest.raises(Refused) as found:
        plan(field_of(moment()), unit(1, 1, "b2"), line.choice)
    left = LineLeft(order=line, refusal=found.value.refusal)
    with speaking(catalogue("de")):
        [told] = sentences(report(moment(), left), "Was deine Befehle bewirkt haben")
    assert "Blau 9 ist nicht auf dem Brett" in told


def test_gu_2_a_refused_design_is_told_with_the_figures_of_all_that_is_wrong() -> None:
    order = Produce(factory="A", product=design("A6 N6 R6 D2"))
    refused = ProductRefused(order=order, refusal=Refusal(errors.INVALID_DESIGN))
    (told,) = sentences(report(moment(), refused), "What your orders did")
    assert "it would take 17 turns, 16 at most" in told
    assert "A, N and R add up to 18, 12 at most" in told


def test_a_second_line_of_a_unit_that_acted_was_not_needed() -> None:
    left = LineLeft(order=act(1, "c2"), refusal=Refusal(errors.ACTED))
    answer = report(moment(), left)
    assert sentences(answer, "What your orders did") == [
        "“MOVE 1 TO c2”: not needed, the unit has acted already: once a turn."
    ]
    assert answer.headline.startswith("A quiet turn;")


def test_a_line_of_a_unit_that_fell_first_says_that() -> None:
    fell = attacked(2, 7, "c2", "A3", [roll(unit_name(1, 4), "b2", (5, 1), strengths=(4, 1))])
    left = LineLeft(order=act(4, "b3"), refusal=Refusal(errors.NO_UNIT))
    answer = report(moment(fell), left)
    assert sentences(answer, "What your orders did") == [
        "Unit 4 fell before its line could be carried out."
    ]
    assert answer.headline.startswith("You lost unit 4 (grunt) to Blue; you lead")


def test_what_was_done_is_counted_with_what_the_dice_made_of_it() -> None:
    moved = Moved(unit=unit_name(1, 1), design=design(""), path=(square("a1"), square("b2")))
    rolls = [roll(unit_name(2, 1), "c3", (1, 6), hit=False), roll(unit_name(2, 1), "c3", (6, 1))]
    log = (moved, attacked(1, 2, "b3", "N2", rolls))
    done = [
        LineDone(order=act(1, "b2"), choice=0, entry=0),
        LineDone(order=Act(unit=2, choice=AttackNearest()), choice=0, entry=1),
    ]
    assert sentences(report(moment(*log), *done), "What your orders did") == [
        "Carried out: 1 move and the attacks of 1 unit (1 of 2 hit)."
    ]


def test_gu_8_a_line_done_by_an_alternative_says_by_which() -> None:
    moved = Moved(unit=unit_name(1, 1), design=design(""), path=(square("a1"), square("b2")))
    line = act(1, "c2", Else(MoveTowards(goal=square("h9"))))
    answer = report(moment(moved), LineDone(order=line, choice=1, entry=0))
    assert sentences(answer, "What your orders did")[1] == (
        "“MOVE 1 TO c2 ELSE MOVE TOWARDS h9”: its alternative “MOVE TOWARDS h9” was done."
    )


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            ProductSet(order=Produce(factory="A", product=design("D2 R3")), due=8, lost=0),
            "Factory A makes D2 R3 for turn 8.",
        ),
        (
            ProductSet(
                order=Produce(factory="A", product=design("D2"), repeat=True), due=6, lost=3
            ),
            "Factory A makes D2 again and again, the next one for turn 6; other work of 3 turns "
            "is given up.",
        ),
        (
            ProductSet(order=Produce(factory="A", product=None), due=None, lost=1),
            "Factory A stops; other work of 1 turn is given up.",
        ),
        (
            Finished(letter="A", number=12, design=design("A3"), due=7),
            "Factory A finished unit 12 (A3); it makes another one, for turn 7.",
        ),
        (
            Finished(letter="A", number=12, design=FACTORY, due=None),
            "Factory A finished unit 12 (factory).",
        ),
        (WishSkipped(square=square("c4"), taken=True), "c4 was taken before your turn came."),
        (
            ChosenByLot(letter="B", square=square("b1")),
            "Factory B stands at b1 by lot: your list was used up.",
        ),
    ],
)
def test_gu_9_what_came_of_production_and_placing(event: object, told: str) -> None:
    answer = report(moment(), event)  # type: ignore[arg-type]
    assert told in sentences(answer, "What your orders did")


def test_what_a_factory_was_going_to_make_is_not_told_where_it_was_changed() -> None:
    finished = Finished(letter="A", number=2, design=design("grunt"), due=6)
    other = ProductSet(order=Produce(factory="A", product=FACTORY), due=13, lost=0)
    assert sentences(report(moment(), finished, other), "What your orders did")[-2:] == [
        "Factory A finished unit 2 (grunt).",
        "Factory A makes factory for turn 13.",
    ]


def test_nothing_is_told_of_the_work_of_a_factory_that_fell() -> None:
    finished = Finished(letter="B", number=2, design=design("grunt"), due=6)
    told = ProductSet(order=Produce(factory="B", product=FACTORY), due=13, lost=0)
    assert sentences(report(moment(), finished), "What your orders did")[-1] == (
        "Factory B finished unit 2 (grunt)."
    )
    assert "What your orders did" not in headings(report(moment(), told))


def test_what_was_to_come_in_a_turn_that_is_over_is_no_longer_said_to_come() -> None:
    """News of several turns, as whoever passed gets them after turn 4."""
    seen = view(
        units=[unit(1, 1, "b2")],
        factories=(factory(1, "A", "a1", "D2", since=4, repeat=True), factory(2, "A", "j10")),
    )
    order = Produce(factory="A", product=design("D2"), repeat=True)
    news = (
        ProductSet(order=order, due=2, lost=0),
        Finished(letter="A", number=1, design=design("D2"), due=4),
        Finished(letter="A", number=2, design=design("D2"), due=6),
    )
    told = sentences(report(seen, *news), "What your orders did")
    assert [one for one in told if "turn 2" in one or "turn 4" in one] == []
    once = Finished(letter="A", number=1, design=design("D2"), due=4)
    assert sentences(report(seen, once), "What your orders did")[-1] == (
        "Factory A finished unit 1 (D2)."
    )


def test_a_refused_product_is_told_with_the_reason() -> None:
    refused = ProductRefused(
        order=Produce(factory="D", product=design("D2")), refusal=Refusal(errors.NO_FACTORY)
    )
    assert sentences(report(moment(), refused), "What your orders did") == [
        "“PRODUCE D D2”: not done, there is no such factory."
    ]


# --- the turn and its dice


def test_gu_14_everyone_reads_what_happened_by_player() -> None:
    here, there = square("c4"), square("d4")
    answer = report(
        moment(
            Placed(factory=Name(2, "A"), square=there),
            Completed(unit=unit_name(2, 3), design=FACTORY, square=there, factory=Name(2, "B")),
            Wasted(unit=unit_name(2, 9), design=design("D2"), square=there),
            Appeared(unit=unit_name(2, 4), design=design("A2"), square=there, factory=Name(2, "A")),
            Initiative(order=((2, (4, 6)), (1, (4, 2)))),
            Moved(unit=unit_name(1, 1), design=design(""), path=(here, square("c5"), square("c6"))),
            Moved(unit=unit_name(1, 2), design=design(""), path=(here, square("b5"), square("c6"))),
            Deploying(unit=unit_name(2, 5), design=design("M0 D2"), square=there),
            seat=None,
        )
    )
    assert sentences(answer, "The turn") == [
        "Blue set up A at d4.",
        "Blue deployed B (factory) at d4.",
        "Blue, without a factory, lost 9 (D2) at d4.",
        "Blue finished 4 (A2) in A at d4.",
        "Initiative: Blue 4-6, Red 4-2 (behind the - what was rolled again after a tie).",
        "Red moved 1+2 (c4-c6).",
        "Blue deploys 5 (D2 M0) at d4.",
    ]


def test_gu_14_a_factory_that_begins_with_another_product_is_told_to_all() -> None:
    """Turn 4 is told. What was finished in it is followed by the next, which is no news."""
    sites = [factory(2, "A", "j10", since=4), factory(2, "B", "j9", since=4)]
    sites += [factory(1, "A", "a1", since=3), factory(1, "B", "a2")]
    done = Appeared(
        unit=unit_name(2, 1), design=design("grunt"), square=square("j9"), factory=Name(2, "B")
    )
    (told,) = [
        one for one in sentences(report(view(factories=sites), done), "The turn") if "anew" in one
    ]
    assert told == "Blue began with another product, and counts anew, in A at j10."
    first = view(turn=1, factories=[factory(2, "A", "j10", since=1)])
    assert "The turn" not in headings(report(first))


def test_sz_10_relics_that_change_hands_are_told() -> None:
    seen = moment(
        Taken(square=square("c4"), seat=1, before=None),
        Taken(square=square("e5"), seat=2, before=1),
        board="syzygy",
        things=[Thing("relic", square("c4"), 1), Thing("outpost", square("e5"), 2)],
    )
    assert sentences(report(seen), "The turn") == [
        "Red holds the relic at c4 now.",
        "Blue took the outpost at e5 from Red.",
    ]
