"""What may be asked when games are over."""

from __future__ import annotations

from pbem.engine.i18n import N_
from pbem.mailer.inbound.commands.forms import ASKS, CommandForm
from pbem.mailer.inbound.commands.players import of_game

AFTER: tuple[CommandForm, ...] = (
    CommandForm(
        "STORY",
        ("story", "geschichte", "récit", "recit"),
        "STORY",
        N_("STORY sends the story of a game that is over, STORY <game> that of another."),
        behind=r"(?:\s+(?:(?:of|von|de|du)\s+)?(?P<game>[^\W_][\w -]{0,30}?))?" + ASKS,
        read=of_game,
        in_subject=True,
    ),
)
"""Everything that is asked of finished games."""
