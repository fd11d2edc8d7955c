"""Kriegspiel: chess in which neither side sees the other's men, the second example of pbem's recipe
(docs/add-a-game.md). The numbered rulings KS-1 to KS-6 are in the README of the package."""

from pbem.engine.api import Ruleset
from pbem.engine.codec import StructCodec
from pbem.engine.i18n import N_, _
from pbem_kriegspiel.bots import Hunter, Wanderer
from pbem_kriegspiel.desk import KriegspielDesk
from pbem_kriegspiel.game import COLOURS, Options, Played, Spoke, Tries, View
from pbem_kriegspiel.rules import KriegspielRules, State, fen_parts

RULESET: Ruleset[State, Tries, View] = Ruleset(
    name="kriegspiel",
    title="Kriegspiel",
    version=1,
    summary=N_("Chess in which neither side sees the other's men; an umpire says what is legal."),
    seats=range(2, 3),
    options=Options,
    rules=KriegspielRules(),
    desk=KriegspielDesk(),
    codec=StructCodec(state=State, orders=Tries, view=View, events=Spoke | Played),
    bots={"wanderer": Wanderer(), "hunter": Hunter()},
    house_bot="hunter",
    parts={"fen": fen_parts},
    public=("options.*", "players.*", "fen.turn", "fen.move", "log.*", "ending", "ending.*"),
    disclosures={Played: "KS-2"},
    traits=lambda _view: {seat: {"side": side} for seat, side in COLOURS.items()},
    resign=lambda _view, _ask: Tries(resigns=True),
    length=lambda options: _("at most {moves} moves of each side").format(moves=options.moves),
)
