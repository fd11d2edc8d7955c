"""The schema. Portable SQL only: whatever stands here must hold on SQLite and on PostgreSQL.

Times are UTC. Structured values that no query looks into are JSON text of a type
(:class:`~pbem.store.tables.columns.Json`); what a ruleset's codec made is bytes.
"""

from pbem.store.tables.games import (
    HAS_PERSON,
    answers,
    asks,
    games,
    lapses,
    later_orders,
    orders,
    pending,
    seats,
    turns,
    undone_answers,
    undone_orders,
    undone_turns,
    vacations,
)
from pbem.store.tables.mail import (
    alerts,
    contacts,
    facts,
    idlers,
    inbox,
    inbox_bytes,
    outbox,
    outbox_bytes,
)
from pbem.store.tables.masters import audit, confirmations, insiders, masters
from pbem.store.tables.people import (
    invitations,
    observers,
    people,
    put_out,
    readdressings,
    seconds,
    shown,
    standbys,
    substitutions,
    tenures,
    unasked,
    unheard,
    uninvited,
)
from pbem.store.tables.press import press, press_copies, press_wishes
from pbem.store.tables.schema import metadata
from pbem.store.tables.votes import ballots, motions

__all__ = [
    "HAS_PERSON",
    "alerts",
    "answers",
    "asks",
    "audit",
    "ballots",
    "confirmations",
    "contacts",
    "facts",
    "games",
    "idlers",
    "inbox",
    "inbox_bytes",
    "insiders",
    "invitations",
    "lapses",
    "later_orders",
    "masters",
    "metadata",
    "motions",
    "observers",
    "orders",
    "outbox",
    "outbox_bytes",
    "pending",
    "people",
    "press",
    "press_copies",
    "press_wishes",
    "put_out",
    "readdressings",
    "seats",
    "seconds",
    "shown",
    "standbys",
    "substitutions",
    "tenures",
    "turns",
    "unasked",
    "undone_answers",
    "undone_orders",
    "undone_turns",
    "unheard",
    "uninvited",
    "vacations",
]
