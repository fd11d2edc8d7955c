"""Who stands where: factories, units and their worth, relics and outposts; and how it ends, told to
everyone, with the farewell to a seat that is out (GU-13, SZ-10), and why a game was lost, so that
its loser knows what to do otherwise the next time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.engine.api import Seat
from pbem.engine.blocks import left, only, right, table, with_change
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns
from pbem.engine.ranking import Rank, own_end, own_standing, ranking
from pbem.engine.report import Block, Paragraph, Section
from pbem.maps.board import distance
from pbem.maps.paths import DIAGONAL
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import FACTORY, FIGURES
from pbem.rulesets.god_unit.mechanics.forecast import chance_to_hit
from pbem.rulesets.god_unit.report import lost_by, who
from pbem.rulesets.god_unit.view import Attacked, Ending, Roll, Standing, View

_STRONG = 0.75
"""Attacks that win so often are told as what decided."""


def ranks_of(view: View) -> tuple[Rank[Standing], ...]:
    """All seats, the best first as GU-13 has it: a winner before all others, those who are out by
    how long they held out."""

    def worth(seat: Seat) -> tuple[bool, bool, int, int, int]:
        won = view.ending is not None and seat in view.ending.winners
        now, out = view.standing(seat), view.side(seat).out
        return won, out is None, now.factories, now.cost, out or view.holds(seat, "outpost")

    return ranking(view.history, worth)


def standing(view: View) -> str:
    """How the reader stands, in a clause; empty where nothing is to be told, and for who is out."""
    if view.seat is None or not view.turn or not view.is_alive(view.seat):
        return ""
    now = view.standing(view.seat)
    score = _("{factories} and {units}").format(
        factories=naming.count_factories(now.factories), units=naming.count_units(now.units)
    )
    places = {rank.seat: rank.place for rank in ranks_of(view)}
    if view.ending is not None:
        return own_end(places, view.seat, score, view.ending.winners)
    return own_standing(places, view.seat, score)


def standings_section(view: View) -> Section:
    """What everybody has, one's own row marked."""

    def figure(name: str) -> Callable[[Rank[Standing]], str]:
        return lambda one: with_change(getattr(one.now, name), getattr(one.before, name))

    things = (
        (right(_("Relics")), lambda one: view.holds(one.seat, "relic")),
        (right(_("Outposts")), lambda one: view.holds(one.seat, "outpost")),
    )
    blocks: list[Block] = [
        table(
            ranks_of(view),
            (left(_("Player")), lambda one: view.name(one.seat)),
            (
                right(_("Factories")),
                figure("factories"),
            ),
            (right(_("Units")), figure("units")),
            (right(_("Worth")), figure("cost")),
            *(things if view.things else ()),
            (left(_("Status")), lambda one: _status(view, one)),
            mark=lambda one: one.seat == view.seat,
        )
    ]
    worth = _(
        "Worth is the turns of production in all units together. What the last turn changed "
        "stands in brackets."
    )
    blocks.append(Paragraph(worth, "hint"))
    if view.ending is None and view.turn:
        told = _(
            "The last one left wins; otherwise, after turn {turns}, most deployed factories, then "
            "most worth."
        ).format(turns=view.options.max_turns)
        if view.options.victory == "relics":
            relics = _("More than half of the relics for {turns} in a row win too.")
            told = f"{told} {relics.format(turns=count_turns(FIGURES.relic_turns))}"
        blocks.append(Paragraph(told, "hint"))
    heading = _("How all stand") if view.ending is None else _("Final standings")
    return Section(heading, (*blocks,), ranks=True)


def _status(view: View, rank: Rank[Standing]) -> str:
    side = view.side(rank.seat)
    if view.ending is not None and rank.seat in view.ending.winners:
        return _("has won")
    if side.out is not None:
        return _("out since turn {turn}").format(turn=side.out)
    if side.reign and view.options.victory == "relics":
        return _("most relics for {turns}").format(turns=count_turns(side.reign))
    if view.is_wasting(rank.seat):
        return _("no factory: wastes away")
    if rank.now.factories == 0 and view.turn:
        return _("no factory deployed")
    return _("still standing") if view.ending is not None else _("in play")


# The end ------------------------------------------------------------------------------


def ending_sections(view: View) -> Iterator[Section]:
    """The end before all else, or a farewell in the turn of a fall."""
    if view.ending is not None:
        yield Section(_("The end"), tuple(_end(view, view.ending)))
    elif view.seat is not None and view.side(view.seat).out == view.turn:
        yield Section(_("You are out of the game"), tuple(_farewell(view, view.seat)))


def who_won(view: View, ending: Ending) -> str:
    """The end in a sentence, said to the winner as such."""
    if not ending.winners:
        return _("Nobody is left: the game is a draw.")
    if view.seat not in ending.winners:
        told = ngettext("{names} has won.", "{names} have won together.", len(ending.winners))
        return told.format(names=who(view, ending.winners))
    others = [seat for seat in ending.winners if seat != view.seat]
    if not others:
        return _("You have won: the board is yours.")
    return _("You have won, together with {names}.").format(names=who(view, others))


def _end(view: View, ending: Ending) -> Iterator[Block]:
    won = view.seat in ending.winners
    yield Paragraph(f"{who_won(view, ending)} {_cause(view, ending)}", "good" if won else "plain")
    if view.seat is None or won:
        return
    out = view.side(view.seat).out
    if out is None:
        thanks = _("Thank you for playing.")
        yield Paragraph(" ".join((*why_behind(view, ending, view.seat), thanks)))
        return
    told = _("You held out until turn {turn}. Thank you for playing.").format(turn=out)
    blow = [_last_blow(view, view.seat), *why_out(view, view.seat)] if out == view.turn else []
    yield Paragraph(" ".join((*blow, told)))


def _cause(view: View, ending: Ending) -> str:
    """GU-13, SZ-10."""
    match ending.cause:
        case "last":
            return _("No one else has a unit or a factory left.")
        case "nobody":
            return _("The last units and factories of all fell in the same turn.")
        case "relics":
            return _("More than half of the relics were theirs for {turns} in a row.").format(
                turns=count_turns(FIGURES.relic_turns)
            )
        case "turns":
            return " ".join((_("The last turn is played."), _what_counted(view, ending)))


def _what_counted(view: View, ending: Ending) -> str:
    best = view.standing(ending.winners[0])
    match ending.decided_by:
        case "cost":
            told = _(
                "Level with others on {factories}, the worth of the units decided: {turns} of "
                "production."
            )
        case "outposts":
            told = _("Level with others on factories and worth, the outposts decided.")
        case "shared":
            told = _("All that counts is level: {factories}, units worth {turns}.")
        case _:
            told = _("Most deployed factories decided: {number}.")
    factories, turns = naming.count_factories(best.factories), count_turns(best.cost)
    return told.format(factories=factories, turns=turns, number=best.factories)


def _last_blow(view: View, seat: Seat) -> str:
    by = {loss.by for loss in lost_by(view, seat) if loss.by is not None}
    if by:
        return _("{names} took the last that you had.").format(names=who(view, by))
    return _("Your last unit was lost for want of a factory.")


def _farewell(view: View, seat: Seat) -> Iterator[Block]:
    yield Paragraph(_last_blow(view, seat), "bad")
    yield from map(Paragraph, why_out(view, seat))
    side = view.side(seat)
    told = _("You made {units} and set up {factories}. Thank you for playing.")
    units, factories = naming.count_units(side.units), naming.count_factories(side.factories)
    yield Paragraph(told.format(units=units, factories=factories))
    yield Paragraph(_("You will go on receiving what everyone may see, until the end."))


def why_out(view: View, seat: Seat) -> Iterator[str]:
    """What took the last pieces in the turn that is told (range, strength or numbers), and when the
    last factory went before that."""
    yield from _blow(view, seat)
    stood = [turn for turn, row in enumerate(view.history) if row[seat - 1].factories]
    if stood and view.turn - stood[-1] > 1:
        told = _("Your last factory was lost in turn {turn}: without one units waste away.")
        yield told.format(turn=stood[-1] + 1)


def _blow(view: View, seat: Seat) -> Iterator[str]:
    attacks = [
        (entry, roll)
        for entry in only(Attacked, view.log)
        for roll in entry.rolls
        if roll.target.seat == seat
    ]
    hits = [(entry, roll) for entry, roll in attacks if roll.hit]
    if not hits:
        return
    own = max(roll.design.range for _entry, roll in hits)
    entry, roll = max(hits, key=lambda one: distance(one[0].square, one[1].square))
    far = distance(entry.square, roll.square)
    chance = sum(_chance(*one) for one in attacks) / len(attacks)
    if far > max(own, DIAGONAL):
        told = _(
            "You lost to range: {unit} ({design}) struck over {far}; what you had at the end "
            "reached {own}."
        )
        if not own:
            told = _("You lost to range: {unit} ({design}) struck over {far}; you had none left.")
    elif chance >= _STRONG:
        told = _("You lost to strength: an attack on you won with {chance} on the average.")
    else:
        told = ngettext(
            "You lost to numbers: {n} attack came upon you, winning with {chance}.",
            "You lost to numbers: {n} attacks came upon you, each winning with {chance} on the "
            "average.",
            len(attacks),
        )
    yield told.format(
        unit=entry.unit,
        design=naming.design(entry.design),
        far=naming.count_squares(far),
        own=naming.count_squares(own),
        n=len(attacks),
        chance=naming.percent(chance),
    )


def _chance(entry: Attacked, roll: Roll) -> float:
    return float(chance_to_hit(entry.design.attack, roll.defence[1] if roll.defence else 0))


def why_behind(view: View, ending: Ending, seat: Seat) -> Iterator[str]:
    """What a seat that still stands lacked when the turns were over."""
    if ending.cause != "turns" or not ending.winners:
        return
    best, own = view.standing(ending.winners[0]), view.standing(seat)
    if own.factories < best.factories:
        yield _("You lost on factories: {own} against {best}.").format(
            own=naming.count_factories(own.factories), best=naming.count_factories(best.factories)
        )
        counts = [row[seat - 1].factories for row in view.history]
        fell = [turn for turn in range(1, len(counts)) if counts[turn] < counts[turn - 1]]
        if fell:
            told = _("You lost one in turn {turn}; to make another takes {turns}.")
            yield told.format(turn=fell[-1], turns=count_turns(FACTORY.cost))
    elif own.cost < best.cost:
        told = _("You lost on worth: units of {own} of production against {best}.")
        yield told.format(own=count_turns(own.cost), best=count_turns(best.cost))
