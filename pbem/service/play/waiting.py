"""For whom the open turn waits, in sentences: everyone who plays may know it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.engine.api import Ask
from pbem.engine.i18n import _
from pbem.mailer.outbound.phrases import listing, when
from pbem.service.house import House
from pbem.store.records import GameRow, GameStatus, NewsWish, SeatRow


def waits(house: House, reader: SeatRow, seats: Sequence[SeatRow], owing: Collection[int]) -> str:
    """For whom the turn waits, told to one of the players; `owing` are seats."""
    names = _names(house, reader, seats, owing)
    if not names:
        return _("Everybody's orders are in.")
    return _("The game waits for {names}.").format(names=names)


def whereabouts(
    house: House,
    game: GameRow,
    reader: SeatRow,
    seats: Sequence[SeatRow],
    owing: Collection[int],
    ask: Ask | None,
) -> tuple[str, ...]:
    """What a report says, beside the deadline, of whom the game waits for. Whoever owes nothing
    (by `ask`, the reader's own) is told so, until when others are waited for, and how to be told
    more or less often."""
    if ask is not None and ask.required:
        return (waits(house, reader, seats, owing),)
    said = [_nothing_needed(house, game, reader, _names(house, reader, seats, owing))]
    if ask is not None:
        said.append(_("Orders that you send count all the same."))
    return (*said, how_often(reader))


def _nothing_needed(house: House, game: GameRow, reader: SeatRow, names: str) -> str:
    if not names:
        return _("Nothing is needed from you now.")
    if game.deadline is None or game.status == GameStatus.PAUSED:
        return _("Nothing is needed from you now: the game waits for {names}.").format(names=names)
    told = _("Nothing is needed from you now: the game waits for {names}, until {deadline}.")
    deadline = house.local(game.deadline, reader.zone)
    return told.format(names=names, deadline=when(deadline, _language(house, reader)))


def how_often(reader: SeatRow) -> str:
    """How often a player gets reports, and how to have it otherwise."""
    if reader.news == NewsWish.EACH_TURN:
        return _(
            "You get a report of every turn. With NEWS DIGEST in a mail you get one a day at the "
            "most while nothing is needed from you."
        )
    return _(
        "While nothing is needed from you, you get one report a day at the most. With NEWS EACH "
        "TURN in a mail you get one of every turn."
    )


def _names(house: House, reader: SeatRow, seats: Sequence[SeatRow], owing: Collection[int]) -> str:
    you = [_("you")] if reader.seat in owing else []
    others = [s.name for s in seats if s.seat in owing and s.seat != reader.seat]
    return listing([*you, *others], _language(house, reader)) if you or others else ""


def _language(house: House, reader: SeatRow) -> str:
    return reader.language or house.config.service.language
