"""Hegemon: combine power and time to become the hegemon.

Players give the points of each turn to policy items, in secret and all at once,
and decide whether to cooperate, to defend or to attack. The numbered rulings
HG-1 to HG-12, cited throughout, are in ``pbem/rulesets/hegemon/rulebook.md``.

This is the smallest game, and the one to read first. What a game is: ``options`` its settings,
``orders`` a move, ``state`` the truth, ``view`` what a seat knows of it, ``events`` what a seat
hears. What happens: ``rules``, with the arithmetic in ``mechanics``. The players' side:
``language`` shows all that can be ordered, ``taking`` makes a mail's lines a move, ``menu`` offers
what can be ordered now, and ``desk`` answers with ``report/`` and its ``chart``. Automatic players
think in ``bots/``, and what they would do is what a report advises. ``codec`` is the form for the
record, ``figures`` how numbers are rounded and printed, ``chronicle`` how a game went.
"""

from pbem.engine.api import Ruleset
from pbem.engine.i18n import N_
from pbem.rulesets.hegemon.bots import BOTS
from pbem.rulesets.hegemon.bots.levels import HOUSE
from pbem.rulesets.hegemon.chronicle import CHRONICLE
from pbem.rulesets.hegemon.codec import CODEC
from pbem.rulesets.hegemon.desk import HegemonDesk
from pbem.rulesets.hegemon.events import AttackMade, AttackSuffered, Cooperated, OwnResult
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import Move
from pbem.rulesets.hegemon.report import length
from pbem.rulesets.hegemon.rules import HegemonRules
from pbem.rulesets.hegemon.state import State
from pbem.rulesets.hegemon.view import View

RULESET: Ruleset[State, Move, View] = Ruleset(
    name="hegemon",
    title="Hegemon",
    version=1,
    summary=N_("Cooperate or compete with the points of each turn; all move at once, in secret."),
    seats=range(2, 13),
    options=Options,
    rules=HegemonRules(),
    desk=HegemonDesk(),
    codec=CODEC,
    bots=BOTS,
    house_bot=HOUSE,
    public=("options.*", "players.*", "turn", "points.*", "history.*", "ending", "ending.*"),
    disclosures={
        OwnResult: "HG-11",
        Cooperated: "HG-11",
        AttackMade: "HG-11",
        AttackSuffered: "HG-11",
    },
    sealed=dict.fromkeys(("answer", "orders", "state", "events"), "HG-11"),
    chronicle=CHRONICLE,
    length=length,
)
