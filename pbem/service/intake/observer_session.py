"""What is at hand while a mail of somebody who watches a game is obeyed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pbem.mailer.inbound.reading import Letter
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session
from pbem.service.dispatch.post import for_observer, pack_notice
from pbem.service.intake.batch import Batch
from pbem.service.observing.asking import reader_of
from pbem.store.observing import ObserverRow
from pbem.store.people import PersonRow
from pbem.store.records import GameRow, InboxRow, OutboxDraft


@dataclass(frozen=True)
class ObserverSession(Session):
    """A mail of somebody who has shown the token of whoever watches a game, within its
    transaction; ``reader`` is what they wish for their mail."""

    batch: Batch
    row: InboxRow
    letter: Letter
    game: GameRow
    observer: ObserverRow
    reader: PersonRow

    @property
    def language(self) -> str:
        return self.reader.language or self.context.config.service.language

    def answer(self, notice: Notice) -> OutboxDraft:
        """A notice in answer to the mail."""
        header = for_observer(
            self.context,
            self.game,
            self.observer,
            self.reader,
            in_reply_to=self.letter.message_id,
        )
        game = self.game
        return pack_notice(
            self.context, notice, header, kind="answer", game=game.id, turn=game.turn
        )

    def as_it_stands(self, observer: ObserverRow) -> ObserverSession:
        """The same mail, with what its commands so far have changed."""
        return replace(self, observer=observer, reader=reader_of(self, observer))
