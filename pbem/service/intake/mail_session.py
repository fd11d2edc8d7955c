"""What is at hand while a mail of a player is obeyed: whose it is, for what, how it is answered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import msgspec

from pbem.engine.i18n import _
from pbem.mailer.inbound.reading import Letter
from pbem.mailer.outbound.contents import Addressing, Notice, Receipt
from pbem.service.context import Session
from pbem.service.dispatch.post import for_seat, pack_notice, pack_receipt
from pbem.service.intake.batch import Batch
from pbem.service.play.table import Table, open_table
from pbem.store.records import GameRow, InboxRow, OutboxDraft, PendingRow, SeatRow


@dataclass(frozen=True)
class MailSession(Session):
    """A mail of somebody who is known, within its transaction, which it shares with others of a
    batch: its row and its text, the seat that it speaks for, and the turn that it is for."""

    batch: Batch
    row: InboxRow
    letter: Letter
    game: GameRow
    seat: SeatRow
    turn: int
    act: PendingRow | None = None
    """What is pending for the seat, where the mail is the reply that it waits for."""
    undone: bool = False
    """Whether that turn no longer is: the game was taken back to before it."""
    room: int = 0
    """How many answers the author may still get within the hour."""
    fills: bool = False
    """Whether this mail's answers are the last that go out at once within the hour."""
    doubtful: bool = False
    """Whether a machine may have written the mail (:class:`~pbem.mailer.inbound.guard.Guard`)."""
    answers_to: str = ""
    """The second address that the mail comes from; empty where it comes from the first."""
    orders: tuple[str, ...] = ()
    """The lines of the mail that are orders."""

    @cached_property
    def table(self) -> Table:
        """The open turn. Raises LookupError for a game that has not begun."""
        return open_table(self.connection, self.game)

    def answer(self, notice: Notice, kind: str = "answer") -> OutboxDraft:
        """A notice in answer to the mail, from the game; a reply to it is for the open turn."""
        if self.fills:
            notice = msgspec.structs.replace(notice, closing=(*notice.closing, gathering()))
        return pack_notice(
            self.context,
            notice,
            self._header(second=kind == "answer"),
            kind=kind,
            game=self.game.id,
            turn=self.game.turn,
            seat=self.seat.seat,
        )

    def receipt(self, receipt: Receipt) -> OutboxDraft:
        """A receipt in answer to the mail, as :meth:`answer`."""
        if self.fills:
            notices = (*receipt.notices, gathering())
            receipt = msgspec.structs.replace(receipt, notices=notices)
        game, seat = self.game.id, self.seat.seat
        return pack_receipt(self.context, receipt, self._header(second=True), game=game, seat=seat)

    def _header(self, *, second: bool) -> Addressing:
        """That of an answer; where it may go to a `second` address, to whichever was written
        from."""
        header = for_seat(
            self.context,
            self.game,
            self.seat,
            turn=self.game.turn,
            in_reply_to=self.letter.message_id,
        )
        if second and self.answers_to:
            return msgspec.structs.replace(header, to_address=self.answers_to)
        return header


def gathering() -> str:
    """That no further answer goes out at once within the hour."""
    return _(
        "So many of your mails came within an hour that from here on their answers are gathered, "
        "and come together every few minutes. All of your orders count, and whatever is refused "
        "or not taken is answered at once."
    )
