"""What HELP tells of one thing alone: fights, production, movement."""

from __future__ import annotations

from pbem.engine.blocks import left, right, table
from pbem.engine.i18n import N_, _
from pbem.engine.report import Bullets, Paragraph, Table, TextBlock
from pbem.engine.topics import Topic
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import FIGURES
from pbem.rulesets.god_unit.mechanics.forecast import chance_to_hit
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.report.opening import (
    designs,
    how_attacks_go,
    how_far_steps_are,
    odds_told,
)
from pbem.rulesets.god_unit.view import View


def _options(view: View | None) -> Options:
    return Options() if view is None else view.options


def _fights(_view: View | None) -> tuple[TextBlock, ...]:
    """GU-11, GU-12."""
    return (Paragraph(how_attacks_go()), Paragraph(odds_told()), _odds())


def _odds() -> Table:
    levels = range(1, len(FIGURES.strength))

    def chance(attack: int, defence: int) -> str:
        return naming.percent(chance_to_hit(FIGURES.strength[attack], FIGURES.strength[defence]))

    return Table(
        (left(""), *(right(f"D{defence}") for defence in levels)),
        tuple(
            (f"A{attack}", *(chance(attack, defence) for defence in levels)) for attack in levels
        ),
        caption=_("How often one attack wins, by levels"),
    )


def _production(view: View | None) -> tuple[TextBlock, ...]:
    """GU-1 to GU-4, GU-9."""
    rules, _levels, examples = designs(_options(view))
    assert isinstance(examples, Table), "designs end with examples"
    when = _(
        "What a factory is told to make in turn 3 and what takes 4 turns appears in turn 7, in the "
        "factory's square, and may act at once. A factory takes {cost} turns and comes out "
        "undeployed. Who changes what a factory makes gives up the work done."
    ).format(cost=FIGURES.factory.cost)
    costs = Table(examples.columns[:2], tuple(row[:2] for row in examples.rows))
    return (rules, Paragraph(when), costs)


def _movement(view: View | None) -> tuple[TextBlock, ...]:
    """GU-6, GU-10, GU-12."""
    return (
        Bullets(
            (
                _(
                    "A unit moves, attacks or deploys once a turn. MOVE TO is to that square or "
                    "not at all, TOWARDS as far as it gets."
                ),
                how_far_steps_are(_options(view)),
                _(
                    "An undeployed unit or factory walks {squares} square a turn; DEPLOY takes its "
                    "turn, and it is ready in the next."
                ).format(squares=naming.far(FIGURES.reach(1))),
            )
        ),
        table(
            range(len(FIGURES.distance)),
            (right(_("Level")), lambda level: f"M{level}"),
            (right(_("Squares a turn")), lambda level: naming.far(FIGURES.reach(level))),
        ),
    )


TOPICS: tuple[Topic[View], ...] = (
    Topic({"en": "fights", "de": "Kämpfe", "fr": "combats"}, N_("Fights"), _fights),
    Topic(
        {"en": "production", "de": "Produktion", "fr": "production"},
        N_("Production"),
        _production,
    ),
    Topic({"en": "movement", "de": "Bewegung", "fr": "mouvement"}, N_("Movement"), _movement),
)
"""In the order in which HELP names them."""
