"""Sealed bids: a small auction, the first example of pbem's recipe (docs/add-a-game.md)."""

from pbem.engine.api import Ruleset
from pbem.engine.codec import StructCodec
from pbem.engine.i18n import N_
from pbem_sealed_bids.bids import Bid, Options, Paid, Sold, View
from pbem_sealed_bids.desk import AuctionDesk, Steady
from pbem_sealed_bids.rules import AuctionRules, State

RULESET: Ruleset[State, Bid, View] = Ruleset(
    name="sealed-bids",
    title="Sealed bids",
    version=1,
    summary=N_("Bid in secret for one lot a turn."),
    seats=range(2, 7),
    options=Options,
    rules=AuctionRules(),
    desk=AuctionDesk(),
    codec=StructCodec(state=State, orders=Bid, view=View, events=Sold | Paid),
    bots={"steady": Steady()},
    house_bot="steady",
    public=("options.*", "players.*", "lots.0", "history.*"),
)
