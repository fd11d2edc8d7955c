"""Parsec: corporations settle a galaxy, and the least of four resources is what counts.

Two to four players place leaders and settle systems; regions that are joined fight, and
artifacts of an old people stand for any resource. The numbered rulings PA-1 to PA-15, cited
throughout, are in ``pbem/rulesets/parsec/rulebook.md``.

What a game is: ``options`` its settings, ``figures`` the four kinds of everything, the board with
all that stands on it and the numbers (from ``data/``), ``orders`` a player's orders and standing
orders, ``state`` the truth, ``view`` what a seat knows of it and what everyone saw, ``events`` what
one seat alone hears. What happens: ``rules``, its steps in ``turn/``; what an order comes to,
on a position made of a view, in ``mechanics/``, which both sides share. The players' side:
``desk``, which reads mails in the ``language/`` and answers with receipts and reports, put together
of the parts in ``report/``, the ``map/`` and the ``chart``; ``naming`` has the names. Automatic
players are in ``bots/``.
"""

from pbem.engine.api import Ruleset
from pbem.engine.codec import StructCodec
from pbem.engine.i18n import N_
from pbem.rulesets.parsec.bots import BOTS, HOUSE
from pbem.rulesets.parsec.chart import CHRONICLE
from pbem.rulesets.parsec.desk import ParsecDesk
from pbem.rulesets.parsec.events import AnyEvent, ShipsDrawn
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.orders import Orders
from pbem.rulesets.parsec.report.topics import TOPICS
from pbem.rulesets.parsec.rules import ParsecRules
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.view import View

RULESET: Ruleset[State, Orders, View] = Ruleset(
    name="parsec",
    title="Parsec",
    version=1,
    summary=N_("Settle a galaxy in rival regions: the least of your four resources counts."),
    seats=range(2, 5),
    options=Options,
    rules=ParsecRules(),
    desk=ParsecDesk(),
    codec=StructCodec(state=State, orders=Orders, view=View, events=AnyEvent),
    bots=BOTS,
    house_bot=HOUSE,
    # What a player draws hangs on what is in the pool, and so on what is in others' hands.
    disclosures={ShipsDrawn: "PA-9"},
    # All but hands, resources, artifacts held, standing orders, lines to come, and orders
    # passed before the turn's end (PA-15).
    public=(
        "options.*",
        "players.*",
        "turn",
        "played",
        "mover",
        "galaxy.*",
        "people.*.seat",
        "people.*.weapons",
        "gone.*",
        "queue.*.seat",
        "queue.*.swapped",
        "queue.*.moved",
        "dispute",
        "dispute.*",
        "idle",
        "dry",
        "log.*",
        "ending",
        "ending.*",
    ),
    chronicle=CHRONICLE,
    topics=TOPICS,
)
