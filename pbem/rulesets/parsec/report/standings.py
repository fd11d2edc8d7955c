"""How all stand: what everyone knows of the players, how long the game may last, and how it ended
(PA-14, PA-15)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.api import Seat
from pbem.engine.blocks import NONE, left, right
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import capitalised
from pbem.engine.report import Block, Paragraph, Section, Table
from pbem.maps.board import square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.events import Ending, Score
from pbem.rulesets.parsec.figures import FIGURES, KINDS
from pbem.rulesets.parsec.naming import all_of, count_artifacts, turn_of
from pbem.rulesets.parsec.view import View

_SHIPS_A_TURN = 2
"""What a player's turn usually takes from the pool."""
_SOON = 3
"""An end by the pool is announced so many rounds ahead."""
_FEW = 2
"""An end by artifacts is announced when so many more are lost or harvested."""


def standings_section(view: View) -> Section:
    """The public facts of all players, and what the end hangs on."""
    table = Table(
        (
            left(_("Player")),
            left(_("Leaders on the board")),
            right(_("Weapons")),
            right(_("Ships in hand")),
            right(_("Swapped")),
        ),
        tuple(_row(view, seat) for seat in view.seats),
        mark=tuple(place for place, seat in enumerate(view.seats) if seat == view.seat),
    )
    return Section(_("The players"), (table, *_how_long(view)))


def _row(view: View, seat: Seat) -> tuple[str, ...]:
    person = view.of(seat)
    return (
        view.name(seat),
        _leaders(view, seat),
        str(person.weapons),
        str(person.ships),
        str(person.swapped) if person.swapped else NONE,
    )


def _leaders(view: View, seat: Seat) -> str:
    """ "science f5, merchant g7"."""
    stand = {one.kind: one.square for one in view.galaxy.leaders if one.seat == seat}
    return (
        ", ".join(
            _("{kind} ({square})").format(kind=naming.kind(kind), square=square_name(stand[kind]))
            for kind in KINDS
            if kind in stand
        )
        or NONE
    )


def _how_long(view: View) -> Iterator[Block]:
    artifacts = len(view.galaxy.artifacts)
    yield Paragraph(
        _(
            "Left on the board: {artifacts}; with {few} the game ends. Left in the pool: {ships}; "
            "the game ends when it cannot refill a hand."
        ).format(
            artifacts=count_artifacts(artifacts),
            few=FIGURES.few_artifacts,
            ships=naming.count_ships(view.pool),
        )
    )
    yield from (Paragraph(told, "warning") for told in ends(view))


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


def ending_section(view: View) -> Iterator[Section]:
    """Before all else, once the game is over."""
    if view.ending is not None:
        yield Section(_("The end"), tuple(_the_end(view, view.ending)))


def who_won(view: View, ending: Ending) -> str:
    """The end in a sentence, said to the winner as such."""
    score = ending.scores[ending.winners[0] - 1][0]
    if view.seat not in ending.winners:
        return ngettext(
            "{names} has won with {score}.",
            "{names} have won together with {score}.",
            len(ending.winners),
        ).format(names=all_of(view, ending.winners), score=score)
    others = [seat for seat in ending.winners if seat != view.seat]
    if not others:
        return _("You have won with {score}.").format(score=score)
    return _("You have won with {score}, together with {names}.").format(
        score=score, names=all_of(view, others)
    )


def _the_end(view: View, ending: Ending) -> Iterator[Block]:
    won = view.seat in ending.winners
    yield Paragraph(
        " ".join((who_won(view, ending), _cause(ending), *_decided(view, ending))),
        "good" if won else "plain",
    )
    ranks = ranking(ending)
    yield Table(
        (
            left(_("Player")),
            *(right(naming.resource(kind).capitalize()) for kind in KINDS),
            right(_("Artifacts")),
            right(_("Score")),
        ),
        tuple(_final_row(view, ending, seat) for seat in ranks),
        _(
            "The score is the least resource after artifacts are laid where they help most; the "
            "next least ones break ties."
        ),
        tuple(place for place, seat in enumerate(ranks) if seat == view.seat),
    )
    if view.seat is not None:
        place = sum(score > ending.scores[view.seat - 1] for score in ending.scores) + 1
        yield Paragraph(
            _("Thank you for playing.")
            if won
            else _("You end in place {place} of {players}. Thank you for playing.").format(
                place=place, players=len(view.players)
            )
        )


def ranking(ending: Ending) -> list[Seat]:
    """The best first."""
    seats = range(1, len(ending.scores) + 1)
    return sorted(seats, key=lambda seat: ending.scores[seat - 1], reverse=True)


def _cause(ending: Ending) -> str:
    match ending.cause:
        case "artifacts":
            return _("The game is over: {few} artifacts or fewer were left on the board.").format(
                few=FIGURES.few_artifacts
            )
        case "pool":
            return _("The game is over: the pool had no ship left to draw.")
        case "idle":
            return _("The game is over: for {rounds} rounds no ship had moved.").format(
                rounds=FIGURES.idle_rounds
            )


def _decided(view: View, ending: Ending) -> Iterator[str]:
    """What broke a tie of the least resources, if anything did."""
    best = max(ending.scores)
    level = [
        seat
        for seat in view.seats
        if ending.scores[seat - 1][0] == best[0] and seat not in ending.winners
    ]
    if len(ending.winners) > 1:
        yield _("All that counts is level among them.")
    if level:
        runner_up = max(ending.scores[seat - 1] for seat in level)
        place, ahead, behind = _difference(best, runner_up)
        names = all_of(view, [seat for seat in level if ending.scores[seat - 1] == runner_up])
        sentence = {
            1: _(
                "{names} had {score} too; the next least resource decided, {best} against {less}."
            ),
            2: _("{names} had {score} too; the third resource decided, {best} against {less}."),
            3: _("{names} had {score} too; the fourth resource decided, {best} against {less}."),
        }[place]
        told = sentence.format(names=names, score=best[0], best=ahead, less=behind)
        yield capitalised(told)


def _difference(best: Score, next_best: Score) -> tuple[int, int, int]:
    """The first place in which two scores differ, and the numbers there."""
    pairs = enumerate(zip(best, next_best, strict=True))
    return next((place, ahead, less) for place, (ahead, less) in pairs if ahead != less)


def _final_row(view: View, ending: Ending, seat: Seat) -> tuple[str, ...]:
    holdings = view.of(seat).holdings
    assert holdings is not None, "at the end everything is open (PA-15)"
    score = ending.scores[seat - 1]
    return (
        view.name(seat),
        *(str(holdings.resources.of(kind)) for kind in KINDS),
        str(holdings.artifacts),
        _("{least} ({others})").format(least=score[0], others=", ".join(map(str, score[1:]))),
    )
