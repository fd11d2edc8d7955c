"""A seat's personal report, made from its view and the events for it alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from pbem.engine.api import Event
from pbem.engine.blocks import left, right, table, turn_title
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import quoted
from pbem.engine.language.figures import FULL, plain
from pbem.engine.phrases import counted_as, decimal, in_a_row, side_by_side
from pbem.engine.ranking import Rank, own_end, own_standing, ranking, with_own_end
from pbem.engine.report import Block, Bullets, Paragraph, Report, Section
from pbem.rulesets.hegemon.bots import Turn
from pbem.rulesets.hegemon.chart import points_by_turn
from pbem.rulesets.hegemon.figures import item_in_orders, item_name, points
from pbem.rulesets.hegemon.options import HIDDEN_FROM, Options
from pbem.rulesets.hegemon.orders import amount
from pbem.rulesets.hegemon.report.account import account_sections
from pbem.rulesets.hegemon.report.suggestions import advised, order_template, warnings
from pbem.rulesets.hegemon.view import Ending, View


def make_report(view: View, news: Sequence[Event]) -> Report:
    """Headline, standings, what came of the own move, the chart, and lines to order with."""
    ranks, turn = _ranks(view), advised(view)
    return Report(
        title=turn_title(view.turn, view.options.last_turn, is_over=view.ending is not None),
        headline=_headline(view, ranks),
        sections=(
            *_opening_sections(view),
            *_warnings(view, turn),
            _standings(view, ranks),
            *account_sections(view, news),
            *_chart(view),
        ),
        template=order_template(view, turn),
        standing=_own_standing(view, ranks),
    )


def _warnings(view: View, turn: Turn | None) -> Iterator[Section]:
    found = tuple(Paragraph(told, "warning") for told in warnings(view, turn))
    if found:
        yield Section(_("If you send nothing"), found, default=True)


def _chart(view: View) -> Iterator[Section]:
    if view.turn:  # before the first turn there is nothing to see
        yield Section(_("Points by turn"), (points_by_turn(view),))


Ranks = Sequence[Rank[Decimal]]


def _ranks(view: View) -> Ranks:
    """All players by their scores; at the end the winners come before all others."""
    winners = view.ending.winners if view.ending is not None else ()
    history = [after.scores for after in view.history]
    return ranking(history, lambda seat: (seat in winners, view.now.score(seat)))


def _turn_of(view: View) -> str:
    last = view.options.last_turn
    if last is None:
        return _("turn {turn}").format(turn=view.turn)
    return _("turn {turn} of {last}").format(turn=view.turn, last=last)


def _headline(view: View, ranks: Ranks) -> str:
    if view.ending is not None:
        won = view.seat in view.ending.winners
        return with_own_end(_who_won(view, view.ending), _own_standing(view, ranks), won=won)
    if view.turn == 0 and view.seat is None:
        return _("The game begins: turn 1 awaits its orders.")
    if view.turn == 0:
        return _("The game begins: turn 1 awaits your move.")
    if view.seat is None:
        best = [rank for rank in ranks if rank.place == 1]
        names = in_a_row([view.name(rank.seat) for rank in best])
        return ngettext(
            "After {turn} {names} leads with {score} points.",
            "After {turn} {names} lead with {score} points each.",
            len(best),
        ).format(turn=_turn_of(view), names=names, score=decimal(best[0].now))
    own = next(rank for rank in ranks if rank.seat == view.seat)
    level = [view.name(rank.seat) for rank in ranks if rank.place == own.place and rank != own]
    number = counted_as(Fraction(own.now))
    sentence = (
        ngettext(
            "After {turn} you hold {score} point ({change}), place {place} of {players}, "
            "level with {names}.",
            "After {turn} you hold {score} points ({change}), place {place} of {players}, "
            "level with {names}.",
            number,
        )
        if level
        else ngettext(
            "After {turn} you hold {score} point ({change}), place {place} of {players}.",
            "After {turn} you hold {score} points ({change}), place {place} of {players}.",
            number,
        )
    )
    return sentence.format(
        turn=_turn_of(view),
        score=decimal(own.now),
        change=_change(own),
        place=own.place,
        players=len(ranks),
        names=in_a_row(level),
    )


def _own_standing(view: View, ranks: Ranks) -> str:
    if view.seat is None or not view.turn:
        return ""
    own = next(rank for rank in ranks if rank.seat == view.seat)
    places, score = {rank.seat: rank.place for rank in ranks}, decimal(own.now)
    if view.ending is not None:
        return own_end(places, view.seat, score, view.ending.winners)
    return own_standing(places, view.seat, score)


def _standings(view: View, ranks: Ranks) -> Section:
    def held(index: int) -> Callable[[Rank[Decimal]], str]:
        return lambda rank: decimal(view.now.of(rank.seat, index))

    standings = table(
        ranks,
        (right(_("Place")), lambda rank: rank.place),
        (left(_("Player")), lambda rank: view.name(rank.seat)),
        (right(_("Total")), lambda rank: decimal(rank.now)),
        (right(_("Change")), _change),
        *((right(item_name(item)), held(index)) for index, item in enumerate(view.options.items)),
        mark=lambda rank: rank.seat == view.seat,
    )
    heading = _("Final standings") if view.ending is not None else _("Standings")
    return Section(heading, (standings,), ranks=True)


def _change(rank: Rank[Decimal]) -> str:
    """With its sign: ``+12.00``, ``-3.00``, ``0.00``."""
    change = rank.now - rank.before
    return decimal(f"{change:+}" if change else change)


def _who_won(view: View, ending: Ending) -> str:
    if view.seat in ending.winners:
        if len(ending.winners) == 1:
            return _("You have won: you are the hegemon.")
        return _("You have won, together with {names}.").format(
            names=in_a_row([view.name(seat) for seat in ending.winners if seat != view.seat])
        )
    names = in_a_row([view.name(seat) for seat in ending.winners])
    return ngettext(
        "{names} has won and is the hegemon.", "{names} have won together.", len(ending.winners)
    ).format(names=names)


def _opening_sections(view: View) -> Iterator[Section]:
    """What stands first: a welcome, a warning that the end is near, or the end."""
    if view.ending is not None:
        yield Section(_("The end"), _how_it_ended(view, view.ending))
    elif view.turn == 0:
        yield Section(_("The game"), _welcome(view))
    elif view.turn + 1 == view.options.last_turn:
        warning = _("The next turn is the last.")
        yield Section(_("Coming up"), (Paragraph(warning, "warning"),))
    elif view.options.last_turn is None and view.turn + 1 >= HIDDEN_FROM:
        warning = _("From now on every turn may be the last: the chance is 1 in 6 each time.")
        yield Section(_("Coming up"), (Paragraph(warning, "warning"),))


def _welcome(view: View) -> tuple[Block, ...]:
    purpose = _(
        "You and your rivals give points to policy items, in secret and all at once. "
        "Whoever holds the most points in all when the game ends is the hegemon."
    )
    return (
        Paragraph(purpose),
        Bullets(tuple(_settings(view))),
    )


def _settings(view: View) -> Iterator[str]:
    options = view.options
    yield length(options)
    yield ngettext(
        "Every turn you have {points} points to give to {count} item: {items}.",
        "Every turn you have {points} points to give to {count} items: {items}.",
        len(options.items),
    ).format(
        points=options.points_per_turn,
        count=len(options.items),
        items=in_a_row([*map(item_in_orders, options.items)]),
    )
    yield _(
        "Cooperation: what partners put into an item is a pool, which is shared out equally among "
        "them; on top you get {bonus} for each point that you put in yourself. Without a partner "
        "what you put in is lost, and there is no such bonus."
    ).format(bonus=decimal(f"{options.bonus_coop.normalize():f}"))
    yield _counting(options)
    yield _worked(options)
    yield how_ranges_name()
    yield from how_attacks_go(options, len(view.players))


def _worked(options: Options) -> str:
    """A line put into points (HG-4)."""
    given = amount(_GIVEN, options.points_per_turn)
    line = f"{options.items[0]} {_GIVEN}% coop {_SHARED} with 0-* comp {FULL - _SHARED}"
    return _(
        "A line, as an example: {line} gives {given} of your {whole} points to {item}, of these "
        "{coop} to cooperation ({share}% of them) with whoever holds 0 or more there, which is "
        "everybody, and {comp} to competition."
    ).format(
        line=quoted(line),
        given=points(given),
        whole=options.points_per_turn,
        item=item_name(options.items[0]),
        coop=points(amount(_SHARED, given)),
        share=plain(_SHARED),
        comp=points(amount(FULL - _SHARED, given)),
    )


_GIVEN, _SHARED = Fraction(40), Fraction(70)
"""Percents of the example: to an item, and of that to cooperation."""


def how_ranges_name() -> str:
    """HG-5, in a few words."""
    return _(
        "Players are named by ranges of the points that they hold in the item: coop 70 with 0-200 "
        "cooperates with those of 0 to 200 whose own range holds you, comp 30 attack 100-150 "
        "strikes those of 100 to 150."
    )


def how_attacks_go(options: Options, players: int) -> Iterator[str]:
    """HG-7 and HG-8, and what pays among so many players."""
    yield _(
        "An attack is made with all competition of its item, divided equally among those it "
        "strikes. By as much as such a share exceeds their own competition there they lose points, "
        "which nobody gains; several attackers are held against the whole of that competition "
        "each. An attack costs you {malus} for each point that it is made with."
    ).format(malus=decimal(f"{options.malus_attack.normalize():f}"))
    yield _what_pays(options, players)
    yield (
        _("Whoever is attacked learns by whom.")
        if options.attacks_signed
        else _("Whoever is attacked does not learn by whom.")
    )


def length(options: Options) -> str:
    """How many turns a game has, or that nobody knows (HG-1)."""
    if options.last_turn is None:
        return _(
            "The end is hidden: from turn {first} on, every turn is the last with a chance "
            "of 1 in 6."
        ).format(first=HIDDEN_FROM)
    return ngettext(
        "The game lasts {turns} turn.", "The game lasts {turns} turns.", options.turns
    ).format(turns=options.turns)


def _what_pays(options: Options, players: int) -> str:
    groups = (_in_a_group(options, size) for size in sorted({2, players}, reverse=True))
    return _(
        "What pays: {groups}; a point of competition brings you {alone}, and nobody else anything. "
        "So who gives less than the others of a group gets ahead, and who is kept out of it falls "
        "behind."
    ).format(groups=side_by_side(groups), alone=int(options.competition_counts))


def _in_a_group(options: Options, players: int) -> str:
    share = Fraction(1, players)
    return ngettext(
        "in a group of {players} a point put in brings you {own}, and the other {share}",
        "in a group of {players} a point put in brings you {own}, and each of the others {share}",
        players - 1,
    ).format(players=players, own=points(share + Fraction(options.bonus_coop)), share=points(share))


def _counting(options: Options) -> str:
    if options.competition_counts:
        return _("Competition defends you in its item, and its points are added to yours.")
    return _("Competition defends you in its item; its points are not added to yours.")


def _how_it_ended(view: View, ending: Ending) -> tuple[Block, ...]:
    """HG-10, applied."""
    score = decimal(view.now.score(ending.winners[0]))
    sentences = {
        "score": _("{names} wins with the highest score, {score} points."),
        "leads": _(
            "The highest score, {score} points, was reached more than once. "
            "The number of items led decides for {names}."
        ),
        "shared": _("{names} share the victory: {score} points each and as many items led."),
    }
    names = in_a_row([view.name(seat) for seat in ending.winners])
    told = Paragraph(
        sentences[ending.decided_by].format(names=names, score=score),
        "good" if view.seat in ending.winners else "plain",
    )
    if ending.decided_by == "score":
        return (told,)
    return told, Bullets(tuple(_leads(view, ending)))


def _leads(view: View, ending: Ending) -> Iterator[str]:
    """The items led by each of those who share the highest score."""
    best = view.now.score(ending.winners[0])
    for player in view.players:
        if view.now.score(player.seat) == best:
            count = ending.leads[player.seat - 1]
            yield ngettext(
                "{name} leads in {count} item.", "{name} leads in {count} items.", count
            ).format(name=player.name, count=count)
