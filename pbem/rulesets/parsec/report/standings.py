"""How all stand: what everyone knows of the players, how long the game may last, and how it ended
(PA-14, PA-15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.engine.api import Seat
from pbem.engine.blocks import NONE, left, right, table
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import capitalised
from pbem.engine.report import Block, Paragraph, Section
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES, KINDS, Kind
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.naming import all_of, count_artifacts, leaders_on_board, turn_of
from pbem.rulesets.parsec.report.rivals import ending_harvests, told_reach
from pbem.rulesets.parsec.view import Ending, View

_SHIPS_A_TURN = 2
"""What a player's turn usually takes from the pool."""
_SOON = 3
"""An end by the pool is announced so many rounds ahead."""
_FEW = 2
"""An end by artifacts is announced when so many more are lost or harvested."""


def standings_section(view: View) -> Section:
    """The public facts of all players, and what the end hangs on. A report that would be too long
    has the own ones alone: the board tells of leaders, too."""
    players = table(
        view.people,
        (left(_("Player")), lambda one: view.name(one.seat)),
        (left(_("Leaders on the board")), lambda one: leaders_on_board(view, one.seat) or NONE),
        (right(_("Weapons")), lambda one: one.weapons),
        (right(_("In hand")), lambda one: one.ships),
        (right(_("Swapped")), lambda one: one.swapped or NONE),
        mark=lambda one: one.seat == view.seat,
    )
    left_over = _(
        "Left on the board: {artifacts}; with {few} the game ends. Left in the pool: {ships}; "
        "the game ends when it cannot refill a hand."
    ).format(
        artifacts=count_artifacts(len(view.galaxy.artifacts)),
        few=FIGURES.few_artifacts,
        ships=naming.count_ships(view.pool),
    )
    warnings = [Paragraph(told, "warning") for told in ends(view)]
    return Section(
        _("The players"), (players, *warnings, Paragraph(left_over)), ranks=True, others=True
    )


def ends(view: View) -> Iterator[str]:
    """How the game may end soon."""
    more = len(view.galaxy.artifacts) - FIGURES.few_artifacts
    if more <= 0:  # a conflict holds the end up
        yield (
            _("Too few artifacts are left: the game ends with this round.")
            if view.options.pace == "round"
            else _("Too few artifacts are left: the game ends with this turn.")
        )
    elif more <= _FEW:
        yield ngettext(
            "The game ends with the next artifact that is harvested or destroyed.",
            "The game ends when {number} more artifacts are harvested or destroyed.",
            more,
        ).format(number=more)
        for reach in ending_harvests(Space(view.galaxy), view.seats):
            yield f"{capitalised(told_reach(view, reach))}."
    turns = view.pool // _SHIPS_A_TURN + 1
    if turns <= _SOON * len(view.players):
        yield _about(view, turns)
    left = FIGURES.idle_rounds * len(view.players) - view.idle
    if view.idle >= len(view.players):
        yield ngettext(
            "For {idle} turns no ship has moved: one more such turn ends the game.",
            "For {idle} turns no ship has moved: {left} more such turns end the game.",
            left,
        ).format(idle=view.idle, left=left)


def _about(view: View, turns: int) -> str:
    """PA-14: the pool is what most games end by."""
    seats = len(view.players)
    ships = ngettext(
        "The pool has {number} ship left", "The pool has {number} ships left", view.pool
    ).format(number=view.pool)
    if turns < seats:
        return _("{ships}: not all may get another turn. {turn} is next.").format(
            ships=ships, turn=capitalised(turn_of(view, view.mover))
        )
    rounds = round(turns / seats)
    return ngettext(
        "{ships}: about {rounds} more round.", "{ships}: about {rounds} more rounds.", rounds
    ).format(ships=ships, rounds=rounds)


# The end ------------------------------------------------------------------------------


def ending_section(view: View) -> Iterator[Section]:
    """Before all else, once the game is over."""
    if view.ending is not None:
        yield Section(_("The end"), tuple(_the_end(view, view.ending)), ranks=True)


def who_won(view: View, ending: Ending) -> str:
    """The end in a sentence, said to the winner as such."""
    others = [seat for seat in ending.winners if seat != view.seat]
    told = _("You have won with {score}.")
    if view.seat not in ending.winners:
        told = ngettext(
            "{names} has won with {score}.",
            "{names} have won together with {score}.",
            len(others),
        )
    elif others:
        told = _("You have won with {score}, together with {names}.")
    return told.format(score=max(ending.scores)[0], names=all_of(view, others))


def _the_end(view: View, ending: Ending) -> Iterator[Block]:
    won = view.seat in ending.winners
    held = {one.seat: one.holdings for one in view.people if one.holdings is not None}

    def resource(kind: Kind) -> Callable[[Seat], int]:
        return lambda seat: held[seat].resources.of(kind)

    def score(least: int, *others: int) -> str:
        return _("{least} ({others})").format(least=least, others=", ".join(map(str, others)))

    yield Paragraph(
        " ".join((who_won(view, ending), _cause(ending), *_decided(view, ending))),
        "good" if won else "plain",
    )
    yield table(
        sorted(view.seats, key=lambda seat: ending.scores[seat - 1], reverse=True),
        (left(_("Player")), view.name),
        *((right(naming.resource(kind).capitalize()), resource(kind)) for kind in KINDS),
        (right(_("Artifacts")), lambda seat: held[seat].artifacts),
        (right(_("Score")), lambda seat: score(*ending.scores[seat - 1])),
        caption=_(
            "The score is the least resource after artifacts are laid where they help most; the "
            "next least ones break ties."
        ),
        mark=lambda seat: seat == view.seat,
    )
    if view.seat is not None:
        yield Paragraph(_("Thank you for playing."))


def _cause(ending: Ending) -> str:
    told = {
        "artifacts": _("The game is over: {few} artifacts or fewer were left on the board."),
        "pool": _("The game is over: the pool had no ship left to draw."),
        "idle": _("The game is over: for {rounds} rounds no ship had moved."),
    }[ending.cause]
    return told.format(few=FIGURES.few_artifacts, rounds=FIGURES.idle_rounds)


def _decided(view: View, ending: Ending) -> Iterator[str]:
    """What broke a tie of the least resources, if anything did."""
    best, scores = max(ending.scores), dict(zip(view.seats, ending.scores, strict=True))
    level = {s: one for s, one in scores.items() if one[0] == best[0] and s not in ending.winners}
    if len(ending.winners) > 1:
        yield _("All that counts is level among them.")
    if level:
        second = max(level.values())
        place = next(place for place in range(len(best)) if best[place] != second[place])
        told = {
            1: _(
                "{names} had {score} too; the next least resource decided, {best} against {less}."
            ),
            2: _("{names} had {score} too; the third resource decided, {best} against {less}."),
            3: _("{names} had {score} too; the fourth resource decided, {best} against {less}."),
        }[place]
        names = all_of(view, [seat for seat, score in level.items() if score == second])
        decided = told.format(names=names, score=best[0], best=best[place], less=second[place])
        yield capitalised(decided)
