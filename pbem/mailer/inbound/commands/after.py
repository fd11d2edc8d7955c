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
    CommandForm(
        "FAME",
        ("fame", "bestenliste", "palmarès", "palmares"),
        "FAME",
        N_("FAME shows who of those who want to be seen is rated how, FAME <game> in one game."),
        behind=r"(?:\s+(?:(?:of|von|de)\s+)?(?P<game>[^\W_][\w -]{0,30}?))?" + ASKS,
        read=of_game,
        in_subject=True,
    ),
)
"""Everything that is asked when games are over."""
