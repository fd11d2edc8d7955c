"""What can go wrong between the service and its mail servers."""

from __future__ import annotations

from pbem.engine.errors import Trouble


class MailError(Trouble):
    """Anything that goes wrong with mail; the message is one sentence for the game master."""


class MailServerTrouble(MailError):
    """A mail server cannot be reached, hangs, hangs up, or refuses what it should do.

    Nothing is lost by it: mail in stays on the server, mail out stays in the
    outbox, and the same work may be tried again later.
    """


class LoginRefused(MailServerTrouble):
    """The server does not take the user and password; only a person can mend that."""
