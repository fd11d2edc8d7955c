"""What a report opens with: the welcome, the end in sight, or the end itself."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _, ngettext
from pbem.engine.report import Block, Bullets, Paragraph, Section
from pbem.rulesets.hegemon.options import HIDDEN_FROM, Options
from pbem.rulesets.hegemon.standing import Ending
from pbem.rulesets.hegemon.view import View
from pbem.rulesets.hegemon.wording import in_a_row


def opening_sections(view: View) -> Iterator[Section]:
    """What stands first: a welcome, a warning that the end is near, or the end."""
    if view.ending is not None:
        yield Section(_("The end"), _how_it_ended(view, view.ending))
    elif view.turn == 0:
        yield Section(_("Welcome"), _welcome(view))
    elif view.turn + 1 == view.options.last_turn:
        warning = _("The next turn is the last.")
        yield Section(_("Coming up"), (Paragraph(warning, "warning"),))
    elif view.options.last_turn is None and view.turn + 1 >= HIDDEN_FROM:
        warning = _("From now on every turn may be the last: the chance is 1 in 6 each time.")
        yield Section(_("Coming up"), (Paragraph(warning, "warning"),))


def _welcome(view: View) -> tuple[Block, ...]:
    options = view.options
    purpose = _(
        "You and your rivals give points to policy items, in secret and all at once. "
        "Whoever holds the most points in all when the game ends is the hegemon."
    )
    return (
        Paragraph(purpose),
        Bullets(tuple(_settings(options))),
        Paragraph(
            _("The players: {names}.").format(names=in_a_row([p.name for p in view.players]))
        ),
    )


def _settings(options: Options) -> Iterator[str]:
    yield _length(options)
    yield ngettext(
        "Every turn you have {points} points to give to {count} item: {items}.",
        "Every turn you have {points} points to give to {count} items: {items}.",
        len(options.items),
    ).format(
        points=options.points_per_turn, count=len(options.items), items=in_a_row(options.items)
    )
    yield _(
        "Cooperation: the pool is shared out equally, and you get {bonus} for each point "
        "that you put in yourself on top. Without a partner what you put in is lost."
    ).format(bonus=options.bonus_coop.normalize().__format__("f"))
    yield _counting(options)
    yield _("An attack costs you {malus} for each point that it is made with.").format(
        malus=options.malus_attack.normalize().__format__("f")
    )
    yield (
        _("Whoever is attacked learns by whom.")
        if options.attacks_signed
        else _("Whoever is attacked does not learn by whom.")
    )


def _length(options: Options) -> str:
    if options.last_turn is None:
        return _(
            "The end is hidden: from turn {first} on, every turn is the last with a chance "
            "of 1 in 6."
        ).format(first=HIDDEN_FROM)
    return ngettext(
        "The game lasts {turns} turn.", "The game lasts {turns} turns.", options.turns
    ).format(turns=options.turns)


def _counting(options: Options) -> str:
    if options.competition_counts:
        return _("Competition defends you in its item, and its points are added to yours.")
    return _("Competition defends you in its item; its points are not added to yours.")


def _how_it_ended(view: View, ending: Ending) -> tuple[Block, ...]:
    """HG-10, applied."""
    score = view.now.score(ending.winners[0])
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
