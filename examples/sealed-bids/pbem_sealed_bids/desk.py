"""The players' side: bids in, reports out, and a bot. It sees views and events, never the state."""

from collections.abc import Sequence

from pbem.drawing.chart import Series, line_chart
from pbem.engine.api import Ask, Event
from pbem.engine.i18n import N_, _
from pbem.engine.language import Form, Language, Number, Refused, Taker, TakingDesk, Words
from pbem.engine.menu import Choice, Item, Menu
from pbem.engine.report import Bullets, Picture, Report, Section
from pbem.engine.rng import Chance
from pbem_sealed_bids.bids import Bid, Paid, Sold, View

COINS = Number(question=N_("how many coins?"), name=N_("coins"))
BID = Form("BID {coins}", of=Bid, coins=COINS, silent=("coins",), example="BID 5")
LANGUAGE = Language(Words.of("pbem_sealed_bids"), (BID,))


def _carry_out(view: View, bid: Bid) -> tuple[View, str]:
    """SB-1: nobody bids more than there is. The note says how the line was understood."""
    if bid.coins > view.purse:
        raise Refused(N_("you have {purse} coins"), "coins", Bid(view.purse), purse=view.purse)
    return view, _("{coins} coins for {lot} points").format(coins=bid.coins, lot=view.lot)


class AuctionDesk(TakingDesk[Bid, View]):
    language = LANGUAGE
    taker = Taker(LANGUAGE, _carry_out)
    nothing = Bid(0)
    remarks = N_("BID 0 is no bid. The highest bid takes the lot and is paid; a tie goes by lot.")

    def menu(self, view: View, ask: Ask, held: Bid | None = None) -> Menu:
        return (Item(words="BID", then=Choice(0, view.purse, min(5, view.purse))),)

    def report(self, view: View, news: Sequence[Event]) -> Report:
        heard = tuple(_sentence(view, event) for event in news)
        up = _("A lot of {lot} points is up.").format(lot=view.lot)
        own = _("You have {purse} coins.").format(purse=view.purse) if view.seat else ""
        return Report(
            title=_("Sealed bids"),
            headline=f"{up} {own}".strip() if view.lot else _("All lots are sold."),
            sections=(Section(_("The auction"), (Bullets(heard or (up,)), _picture(view))),),
            template=("# BID 5",) if view.lot else (),
        )


def _sentence(view: View, event: Event) -> str:
    if isinstance(event, Paid):
        return _("You paid {coins} coins.").format(coins=event.coins)
    assert isinstance(event, Sold)
    if event.winner is None:
        return _("Nobody bid for the lot of {lot} points.").format(lot=event.lot)
    name = view.players[event.winner - 1].name
    return _("{name} took the lot of {lot} points.").format(name=name, lot=event.lot)


def _picture(view: View) -> Picture:
    courses = {p.name: tuple(float(now[p.seat]) for now in view.history) for p in view.players}
    facts = ", ".join(f"{name}: {course[-1]:g}" for name, course in courses.items())
    scene = line_chart(_("Points by turn"), tuple(map(Series, courses, courses.values())))
    return Picture("points", scene, alt=_("Points now: {facts}.").format(facts=facts))


class Steady:
    """Spreads the purse over the lots that are left, and pays more for dearer ones."""

    def decide(self, view: View, ask: Ask, chance: Chance) -> Bid:
        left = view.turns + 1 - len(view.history)
        return Bid(min(view.purse, view.purse * view.lot // (4 * left)))
