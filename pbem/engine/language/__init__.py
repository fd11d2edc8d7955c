"""The order language: a game declares its orders, and what reads, writes, explains and offers them
follows from that.

:class:`Form` is one way to write an order, :class:`Words` what may be written for what, and
:class:`Language` both together; :class:`Taker` carries lines out on a running position.
"""

from pbem.engine.language.desk import LanguageDesk, TakingDesk
from pbem.engine.language.figures import Percent, Range
from pbem.engine.language.forms import Form, Mark, Said
from pbem.engine.language.manual import manual
from pbem.engine.language.reading import Language
from pbem.engine.language.refusals import Refusal, Refused, quoted
from pbem.engine.language.slots import (
    ALL,
    Amount,
    Count,
    Counted,
    Flag,
    Number,
    Otherwise,
    Place,
    Several,
    Slot,
    Sum,
    Taken,
    Thing,
    Wrong,
)
from pbem.engine.language.taking import (
    Noted,
    Row,
    Step,
    Taker,
    nothing_ordered,
    nothing_taken,
    taken,
)
from pbem.engine.language.words import Tables, Term, Words

__all__ = [
    "ALL",
    "Amount",
    "Count",
    "Counted",
    "Flag",
    "Form",
    "Language",
    "LanguageDesk",
    "Mark",
    "Noted",
    "Number",
    "Otherwise",
    "Percent",
    "Place",
    "Range",
    "Refusal",
    "Refused",
    "Row",
    "Said",
    "Several",
    "Slot",
    "Step",
    "Sum",
    "Tables",
    "Taken",
    "Taker",
    "TakingDesk",
    "Term",
    "Thing",
    "Words",
    "Wrong",
    "manual",
    "nothing_ordered",
    "nothing_taken",
    "quoted",
    "taken",
]
