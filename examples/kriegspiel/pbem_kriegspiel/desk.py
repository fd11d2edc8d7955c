"""The players' side: tries in, the umpire's words out. It never sees the state."""

from collections.abc import Iterator, Sequence

from pbem.engine.api import Ask, Event
from pbem.engine.i18n import N_, _, ngettext
from pbem.engine.language import TakingDesk
from pbem.engine.menu import Item, Menu
from pbem.engine.report import Bullets, Report, Section
from pbem_kriegspiel.bots import Hunter
from pbem_kriegspiel.game import COLOURS, Lot, Played, Spoke, Tries, Try, View, Word, possible
from pbem_kriegspiel.language import LANGUAGE, TAKER
from pbem_kriegspiel.picture import board_picture


class KriegspielDesk(TakingDesk[Tries, View]):
    language = LANGUAGE
    taker = TAKER
    suffice = True
    nothing = Tries((Lot(),))
    remarks = N_(
        """\
Write tries in order of preference, one a line; e2 e4 alone will do. The umpire
plays the first that is legal. To each that is not, the umpire says no: aloud
that it was one, to you which. Where all fail you are asked again.

ANY lets the umpire choose a legal move by lot. VOTE DRAW offers a draw, or
takes the one that is offered.
"""
    )

    def gathered(self, view: View, orders: Sequence[Try | Lot]) -> tuple[Tries, str]:
        """KS-2: behind ANY nothing is tried any more."""
        tries = tuple(dict.fromkeys(orders))
        if Lot() not in tries[:-1]:
            return Tries(tries), ""
        return Tries(tries[: tries.index(Lot()) + 1]), _("What stands below ANY is never tried.")

    def write(self, view: View, ask: Ask, orders: Tries) -> tuple[str, ...]:
        return tuple(map(LANGUAGE.write, orders.orders))

    def unanswered(self, view: View, ask: Ask) -> str:
        """KS-5."""
        return _("Without a move from you the umpire makes one for you, by lot.")

    def menu(self, view: View, ask: Ask, held: Tries | None = None) -> Menu:
        """KS-2: every man, and every square that it may try."""
        by_start: dict[str, list[Item]] = {}
        for one in map(Try.of, possible(view)):
            words = f"TO {one.end} {one.man.upper()}" if one.man else f"TO {one.end}"
            end = Item(words=words, refs=(f"square:{one.end}",))
            by_start.setdefault(one.start, []).append(end)
        starts = tuple(
            Item(words=start, refs=(f"square:{start}",), then=tuple(ends))
            for start, ends in by_start.items()
        )
        return (*((Item(words="MOVE", then=starts),) if starts else ()), Item(words="ANY"))

    def report(self, view: View, news: Sequence[Event]) -> Report:
        heard = tuple(map(_heard, news))
        said = (Section(_("The umpire says"), (Bullets(heard),)),) if heard else ()
        log = Bullets(tuple(_told(word) for word in view.log if word.taken or word.checks))
        before = (Section(_("What was said so far"), (log,)),) if log.items else ()
        asked = view.ending is None and view.seat == view.to_move
        tries = (*Hunter().ranked(view)[:3], Lot()) if asked else ()
        return Report(
            title=_("Kriegspiel: move {move}").format(move=(view.ply + 1) // 2),
            headline=" ".join(_headline(view)),
            sections=(*said, Section(_("The board"), (board_picture(view),)), *before),
            template=tuple(f"# {LANGUAGE.write(one)}" for one in tries),
        )


def _headline(view: View) -> Iterator[str]:
    if view.ending is not None:
        winner, cause = view.ending.winner, _(view.ending.cause)
        said = _("{winner} has won: {cause}.") if winner else _("A draw: {cause}.")
        yield said.format(winner=_(COLOURS[winner]) if winner else "", cause=cause)
        return
    yield (
        _("You have {colour} and are to move.").format(colour=_(COLOURS[view.to_move]))
        if view.seat == view.to_move
        else _("{colour} is to move.").format(colour=_(COLOURS[view.to_move]))
    )
    if view.last.checks:
        yield _("Check {whence}!").format(whence=_whence(view.last))
    if view.captures:
        said = ngettext("{n} pawn capture.", "{n} pawn captures.", view.captures)
        yield said.format(n=view.captures)
    if view.tried:
        tried = ", ".join(view.tried)
        yield _("The umpire has said no to {tried}; try something else.").format(tried=tried)


def _heard(event: Event) -> str:
    if isinstance(event, Played):
        said = _("You have played {uci}, by lot.") if event.drawn else _("You have played {uci}.")
        return said.format(uci=event.uci)
    assert isinstance(event, Spoke)
    return _told(event.word)


def _told(word: Word) -> str:
    """KS-4."""
    told = [ngettext("no, {n} time;", "no, {n} times;", word.noes)] if word.noes else []
    told += [_("has moved.") if word.moved else _("is asked again.")]
    if word.taken:
        told += [_("A pawn was taken on {at}.") if word.pawn else _("A piece was taken on {at}.")]
    if word.checks:
        told += [_("Check {whence}!")]
    said = " ".join(told).format(n=word.noes, at=word.taken, whence=_whence(word))
    return f"{(word.ply + 1) // 2}. {_(COLOURS[word.seat])}: {said}"


def _whence(word: Word) -> str:
    return ", ".join(_(one) for one in word.checks)
