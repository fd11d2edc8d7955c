"""What is at hand while a mail of a game master is obeyed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from pbem.engine.i18n import _
from pbem.mailer.inbound.reading import Letter
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.mailer.outbound.phrases import ending
from pbem.service.context import Session
from pbem.service.dispatch.post import for_master, pack_notice
from pbem.service.intake.guesses import with_guesses
from pbem.service.play.table import GameProblem
from pbem.store import games
from pbem.store.mastering import ConfirmationRow, MasterRow
from pbem.store.records import GameRow, InboxRow, OutboxDraft

MOST_QUOTED = 20
"""Lines of a mail without any command that its answer shows."""


class Answered(NamedTuple):
    """What a game master's mail answers: a mail of which turn, whether that no longer is, and what
    it asks to confirm."""

    turn: int
    undone: bool = False
    asked: ConfirmationRow | None = None


@dataclass(frozen=True)
class MasterSession(Session):
    """A mail of a game master who has shown their own token, within its transaction: the game and
    the turn that it speaks of, and what it confirms, where it is the reply that this waits for."""

    row: InboxRow
    letter: Letter
    game: GameRow
    master: MasterRow
    turn: int
    undone: bool = False
    """Whether that turn no longer is: the game was taken back to before it."""
    asked: ConfirmationRow | None = None

    @property
    def is_of_open_turn(self) -> bool:
        """Whether the mail answers one of the turn that is open now."""
        return self.turn == self.game.turn and not self.undone

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

    def until(self, moment: datetime) -> str:
        """Until when something can be done, in the reader's zone and language."""
        language = self.master.language or self.context.config.service.language
        return ending(self.context.local(moment, self.master.zone), language)


def must_be_of_open_turn(session: MasterSession) -> None:
    """Raises :class:`GameProblem` where the mail answers one of another turn."""
    if session.undone:
        said = _("Your mail answers one of turn {turn}, as it was before it was taken back.")
        raise GameProblem(said.format(turn=session.turn))
    if session.turn != session.game.turn:
        said = _("Your mail answers one of turn {turn}, which is closed.")
        raise GameProblem(said.format(turn=session.turn))


def nothing_found(lines: Iterable[str] = ()) -> Notice:
    """That a game master's mail holds no command; `lines` are what they wrote instead."""
    shown = with_guesses(tuple(lines)[:MOST_QUOTED])
    return Notice(
        title=_("No command was found"),
        paragraphs=(
            _("Write commands one on each line: HELP tells them all."),
            _("Nothing was changed."),
        ),
        excerpts=(Excerpt(_("You wrote:"), shown),) if shown else (),
        warning=True,
    )
