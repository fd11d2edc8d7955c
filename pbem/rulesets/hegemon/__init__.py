"""Hegemon: combine power and time to become the hegemon.

Players give the points of each turn to policy items, in secret and all at once,
and decide whether to cooperate, to defend or to attack. The numbered rulings
HG-1 to HG-12, cited throughout, are in ``pbem/rulesets/hegemon/rulebook.md``.

This is the smallest game, and the one to read first. What a game is: ``options`` its settings,
``orders`` a move, ``figures`` how numbers are rounded and printed, ``state`` the truth, ``view``
what a seat knows of it, ``events`` what one seat hears. What happens: ``rules``, with the
arithmetic in ``mechanics``, which both sides share. The players' side: ``desk``, which reads mails
in the ``language`` (``receipts`` makes their lines a move and says what each comes to, ``menu``
what can be ordered now) and answers with the ``report/`` and its ``chart``. Automatic players are
in ``bots/``, and what the house's would do is what a report advises.
"""

from pbem.engine.api import Ruleset
from pbem.engine.codec import StructCodec
from pbem.engine.i18n import N_
from pbem.rulesets.hegemon.bots import BOTS, HOUSE
from pbem.rulesets.hegemon.chart import CHRONICLE
from pbem.rulesets.hegemon.desk import HegemonDesk
from pbem.rulesets.hegemon.events import (
    AnyEvent,
    AttackMade,
    AttackSuffered,
    Cooperated,
    OwnResult,
)
from pbem.rulesets.hegemon.options import Options, draws
from pbem.rulesets.hegemon.orders import Move
from pbem.rulesets.hegemon.report import length
from pbem.rulesets.hegemon.report.topics import TOPICS
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
    codec=StructCodec(state=State, orders=Move, view=View, events=AnyEvent),
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
    topics=TOPICS,
    draws=draws,
    length=length,
)
