"""Orders that come to mind, the most promising first, by what can be seen at a glance.

A promise is what an order seems to be good for, in resources all around; it only decides which
orders are thought through.
"""

from __future__ import annotations

from pbem.rulesets.parsec.bots.glance import glance
from pbem.rulesets.parsec.bots.idea import best
from pbem.rulesets.parsec.bots.line import Line
from pbem.rulesets.parsec.bots.outlook import Outlook
from pbem.rulesets.parsec.bots.posting import postings
from pbem.rulesets.parsec.bots.scheming import schemes
from pbem.rulesets.parsec.bots.settling import settlements
from pbem.rulesets.parsec.orders import Action, Pass


def ideas(outlook: Outlook, line: Line, most: int) -> list[Action]:
    """The most promising orders; doing nothing is always among them."""
    at = glance(outlook, line)
    found = [*settlements(at), *postings(at)]
    if outlook.temper.schemes:
        found += schemes(at)
    return [*(idea.order for idea in best(found, most)), Pass()]
