"""What is at hand while a mail of a game master is obeyed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from pbem.engine.i18n import _
from pbem.mailer.inbound.reading import Letter
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.phrases import stamp
from pbem.service.context import Session
from pbem.service.dispatch.post import for_master, pack_notice
from pbem.store import games
from pbem.store.mastering import ConfirmationRow, MasterRow
from pbem.store.records import GameRow, InboxRow, OutboxDraft


@dataclass(frozen=True)
class MasterSession(Session):
    """A mail of a game master who has shown their own token, within its transaction: the game and
    the turn that it speaks of, and what it confirms, where it is the reply that this waits for."""

    row: InboxRow
    letter: Letter
    game: GameRow
    master: MasterRow
    turn: int
    asked: ConfirmationRow | None = None

    def answer(self, notice: Notice, kind: str = "answer", nonce: str = "") -> OutboxDraft:
        """A notice in answer to the mail; a reply to it counts as this game master's, or, with a
        `nonce`, confirms what that stands for."""
        to = replace(self.master, nonce=nonce) if nonce else self.master
        here = games.find_game(self.connection, self.game.id)
        game = here or self.game
        header = for_master(self.context, game, to, in_reply_to=self.letter.message_id)
        return pack_notice(
            self.context, notice, header, kind=kind, game=here.id if here else None, turn=game.turn
        )

    def told(self, moment: datetime) -> str:
        """A moment in the reader's zone and language."""
        language = self.master.language or self.context.config.service.language
        return stamp(self.context.local(moment, self.master.zone), language)


def nothing_found() -> Notice:
    """That a game master's mail holds no command."""
    return Notice(
        title=_("No command was found"),
        paragraphs=(
            _("Write commands one on each line: HELP tells them all."),
            _("Nothing was changed."),
        ),
        warning=True,
    )
