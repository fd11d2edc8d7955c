"""Reports: every attack with its dice, one's own first (GU-11, GU-14)."""

from __future__ import annotations

from pbem.engine.report import Bullets, Paragraph
from pbem.rulesets.god_unit.figures import Name, unit_name
from pbem.rulesets.god_unit.orders import (
    Act,
    Else,
    Move,
)
from pbem.rulesets.god_unit.view import (
    AnyLogEntry,
    Fallen,
    View,
)
from tests.rulesets.god_unit.reports import attacked, report, roll
from tests.rulesets.god_unit.table import factory, square, unit, view
from tests.rulesets.reports import headings, section, sentences

HOME = (factory(1, "A", "a1", "D2 R3", since=3), factory(2, "A", "j10"))


def moment(*log: AnyLogEntry, **more: object) -> View:
    """Two players with a factory each, Red with a grunt; this happened in turn 4."""
    return view(units=[unit(1, 1, "b2")], factories=HOME, log=log, **more)  # type: ignore[arg-type]


def act(number: int, to: str, *others: Else) -> Act:
    return Act(unit=number, choice=Move(to=square(to)), others=others)


def test_gu_14_every_die_of_an_attack_is_told() -> None:
    rolls = [
        roll(unit_name(2, 7), "d8", (5, 3), strengths=(4, 2), notation="D2"),
        roll(Name(2, "B"), "d8", (1, 6), strengths=(4, 4), notation="factory", hit=False),
        roll(Name(2, "B"), "d8", (4, 4), strengths=(4, 4), notation="factory", tie=3, hit=False),
        roll(unit_name(2, 8), "d8", (2, 1), strengths=(4, 2), notation="D2"),
        roll(unit_name(2, 9), "d9", None, notation="factory"),
    ]
    answer = report(moment(attacked(1, 12, "c7", "A3 N5", rolls)))
    assert sentences(answer, "Attacks")[-1] == (
        "Red 12 (A3 N5) from c7: at d8 Blue 7 (D2) destroyed, dice 5:3, ×4:×2; 8 destroyed, dice "
        "2:1, ×4:×2; Blue B (factory) held, dice 1:6 4:4 (tie, 3), ×4:×4; at d9 Blue 9 (factory) "
        "destroyed, no defence."
    )


def test_own_attacks_and_those_on_oneself_stand_before_the_standings_the_rest_behind() -> None:
    log = [
        attacked(2, 1, "e5", "grunt", [roll(unit_name(3, 1), "e6", (6, 1))]),
        attacked(3, 2, "c3", "grunt", [roll(unit_name(1, 1), "b2", (1, 6), hit=False)]),
        attacked(1, 1, "b2", "grunt", [roll(unit_name(3, 2), "c3", (1, 6), hit=False)]),
    ]
    answer = report(moment(*log, players=3))
    said = [
        b.text if isinstance(b, Paragraph) else b.items[0][:6]
        for b in section(answer, "Attacks")[1:]
        if isinstance(b, Paragraph | Bullets)
    ]
    assert said == ["Yours:", "Red 1 ", "On you:", "Green "]
    others = sentences(answer, "Among others")
    assert others[0] == "1 unit attacked: 1 of 1 attack hit."
    assert others[1].startswith("Blue 1")
    told = headings(answer)
    assert told.index("Attacks") < told.index("How all stand") < told.index("Among others")
    watched = section(report(moment(*log, players=3, seat=None)), "Attacks")
    assert [type(block) for block in watched] == [Paragraph, Paragraph, Bullets]


def test_a_turn_without_attacks_has_no_section_for_them() -> None:
    assert "Attacks" not in headings(report(moment()))


def test_gu_13_who_falls_is_told_to_all() -> None:
    answer = report(moment(Fallen(seat=3), players=3, out={3: 4}))
    assert sentences(answer, "The turn") == [
        "Green (Carla von Ems) has neither units nor factories left and is out."
    ]
    assert answer.headline.startswith("Green (Carla von Ems) is out; you lead")
