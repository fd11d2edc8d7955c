"""God Unit: secret factories make units of one's own design, and the last one left wins.

Two to eight players build, walk and shoot on a board of squares, at once and by initiative.
The numbered rulings GU-1 to GU-14, and SZ-7 to SZ-10 for Syzygy boards, cited throughout, are
in ``pbem/rulesets/god_unit/rulebook.md``.

What a game is: ``options`` its settings, ``figures`` its tables (from ``data/``), designs and
pieces, ``orders`` a player's orders, ``state`` the truth, ``view`` what a seat knows of it and
everyone saw, ``events`` what one seat hears. What happens: ``rules``, its steps in ``turn/``; what
an order comes to, on a position made of a view, in ``mechanics/``, which both sides share. The
players' side: ``desk``, which reads mails in the ``language/`` and answers with
``report.receipts`` and with reports, put together of the parts in ``report/``, the ``map/`` and the
``chart``; ``naming`` has the names. Automatic players are in ``bots/``. Boards come from
``pbem.maps``.
"""

from pbem.engine.api import Ruleset, Traits
from pbem.engine.codec import StructCodec
from pbem.engine.i18n import N_
from pbem.rulesets.god_unit.bots import BOTS, HOUSE
from pbem.rulesets.god_unit.chart import CHRONICLE
from pbem.rulesets.god_unit.desk import GodUnitDesk
from pbem.rulesets.god_unit.events import AnyEvent
from pbem.rulesets.god_unit.figures import BANNERS
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.orders import Orders
from pbem.rulesets.god_unit.report.topics import TOPICS
from pbem.rulesets.god_unit.rules import GodUnitRules
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.view import View


def _traits(view: View) -> Traits:
    """What statistics count victories by."""
    return {
        seat: {
            "colour": BANNERS[seat - 1],
            "fate": "survived" if view.is_alive(seat) else "eliminated",
        }
        for seat in view.seats
    }


RULESET: Ruleset[State, Orders, View] = Ruleset(
    name="god-unit",
    title="God Unit",
    version=1,
    summary=N_("Design units in secret, build and fight with them: the last one left wins."),
    seats=range(2, 9),
    options=Options,
    rules=GodUnitRules(),
    desk=GodUnitDesk(),
    codec=StructCodec(state=State, orders=Orders, view=View, events=AnyEvent),
    bots=BOTS,
    house_bot=HOUSE,
    # All but what factories make and whether they repeat it (GU-14).
    public=(
        "options.*",
        "players.*",
        "turn",
        "board.*",
        "homes.*",
        "evenness",
        "sides.*",
        "units.*",
        "factories.*.site.*",
        "factories.*.work",  # None where it idles, which the site tells too.
        "things.*",
        "built.*",
        "log.*",
        "history.*",
        "ending",
        "ending.*",
    ),
    traits=_traits,
    chronicle=CHRONICLE,
    topics=TOPICS,
)
