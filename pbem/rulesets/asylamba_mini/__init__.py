"""Asylamba Mini: factions struggle for a galaxy of 36 sectors that hide what they are worth.

Seven factions at most colonise and conquer, research and build wonders; 12 victory points
win. The numbered rulings AM-1 to AM-27, cited throughout, are in
``pbem/rulesets/asylamba_mini/rulebook.md``; numbers such as 3.5 are sections of the game's source.

What a game is: ``options`` its settings, ``galaxy`` its map, ``figures`` what a faction
holds and the tables (from ``data/``), ``orders`` a faction's orders, ``state`` the truth,
``view`` what a seat knows of it, ``events`` what a seat hears. What happens: ``rules``, its
steps in ``turn/``; what an order comes to, on a position made of a view, in
``mechanics/``, which both sides share. The players' side: ``desk``, which reads mails in the
``language/`` and answers with ``report.receipts`` and with reports, put together of the parts in
``report/``, the ``map/`` and the ``chart``; ``naming`` has the names. Automatic players are
in ``bots/``.
"""

from pbem.engine.api import Ruleset, Traits
from pbem.engine.codec import StructCodec
from pbem.engine.i18n import N_
from pbem.rulesets.asylamba_mini.bots import BOTS, HOUSE
from pbem.rulesets.asylamba_mini.chart import CHRONICLE
from pbem.rulesets.asylamba_mini.desk import AsylambaDesk
from pbem.rulesets.asylamba_mini.events import AnyEvent, BattleTypes, BonusFound
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.orders import Orders
from pbem.rulesets.asylamba_mini.report.topics import TOPICS
from pbem.rulesets.asylamba_mini.rules import AsylambaRules
from pbem.rulesets.asylamba_mini.state import State
from pbem.rulesets.asylamba_mini.view import View


def _traits(view: View) -> Traits:
    """What statistics count victories by."""
    return {
        faction.seat: {
            "faction": faction.name,
            "fate": "survived" if faction.alive else "eliminated",
        }
        for faction in view.factions
    }


RULESET: Ruleset[State, Orders, View] = Ruleset(
    name="asylamba-mini",
    title="Asylamba Mini",
    version=1,
    summary=N_("Colonise, conquer and build wonders in a galaxy whose sectors hide their bonuses."),
    seats=range(2, 8),
    options=Options,
    rules=AsylambaRules(),
    desk=AsylambaDesk(),
    codec=StructCodec(state=State, orders=Orders, view=View, events=AnyEvent),
    bots=BOTS,
    house_bot=HOUSE,
    public=(
        "options.*",
        "players.*",
        "turn",
        "launches",
        "battles.*",
        "history.*",
        "ending",
        "ending.*",
        "sectors.*.number",
        "sectors.*.owner",
        "sectors.*.granted",
        "sectors.*.known_to.*",
        "sectors.*.megastructures.*",
        "factions.*.seat",
        "factions.*.name",
        "factions.*.capital",
        "factions.*.alive",
        "missions.*.course.*",
    ),
    # A bonus is found by who captures the sector, whoever held it before.
    disclosures={BattleTypes: "AM-27", BonusFound: "AM-3"},
    traits=_traits,
    chronicle=CHRONICLE,
    topics=TOPICS,
)
