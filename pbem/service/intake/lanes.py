"""Which mails must be read in the order in which they came: those of a lane.

A mail that names one game, by an address or a subject that we gave out, is of that game's lane.
What another mail is for is known only when it is read: it is of its sender's lane, and may be for
any game.
"""

from __future__ import annotations

from pbem.mailer.address import CreatorRoute, find_routes
from pbem.mailer.inbound.head import read_fields
from pbem.mailer.inbound.reading import head_of, recipients_of
from pbem.store.mail import NO_GAME
from pbem.store.strangers import mailbox_of
from pbem.store.tables.columns import ADDRESS


def lane_of(raw: bytes) -> str:
    """The lane of a mail, by its headers alone.

    A token is not looked at here. Who names a game without having one of its tokens waits in that
    game's lane for nothing.
    """
    fields = read_fields(raw)
    claims = find_routes(recipients_of(fields), fields.text("subject"))
    routes = [claim.route for claim in claims]
    named = {"" if isinstance(route, CreatorRoute) else route.game for route in routes}
    game = named.pop() if len(named) == 1 else ""
    return game or f"{NO_GAME}{mailbox_of(head_of(fields).sender)}"[: ADDRESS.length]
