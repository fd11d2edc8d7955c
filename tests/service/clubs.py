"""A house of two mailboxes: its own, and that of a club with a domain, a relay and a key."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.mailer.settings import MailSettings
from pbem.service.config import MAIN, MailboxSettings
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.intake.receive import receive_mail
from pbem.service.play.games import create_game
from pbem.service.play.upkeep import note_poll
from pbem.store.records import GameRow
from tests.service.world import ANNA, BORIS, NOON_TO_NOON, World, open_world

CLUB = "club"
CLUB_ADDRESS = "games@club.example"


@dataclass
class Clubs(World):
    """As :class:`World`, with an inbox for each mailbox. A poll leaves those out that are
    ``away``."""

    inboxes: dict[str, MemoryInbox] = field(default_factory=dict)
    away: set[str] = field(default_factory=set)

    def new_game_of(self, mailbox: str, game_id: str, **values: Any) -> GameRow:
        """A game of Anna and Boris, of this mailbox."""
        seats = (SeatSpec(name="Anna", address=ANNA), SeatSpec(name="Boris", address=BORIS))
        given: dict[str, Any] = {
            "ruleset": "hegemon",
            "id": game_id,
            "seats": seats,
            "schedule": NOON_TO_NOON,
        }
        return create_game(self.context.at(mailbox), GameSpec(**(given | values)))

    def write_to(self, mailbox: str, sender: str, text: str, *, to: str = "") -> None:
        """A mail that its host puts into this mailbox, whatever it is addressed to."""
        self.inbox = self.inboxes[mailbox]
        self.write(sender, text, to=to or self.context.at(mailbox).config.mail.address)

    def answer(self, mailbox: str, sender: str, text: str, game: str, **where: Any) -> None:
        """A reply to the newest report of a game, which its host puts into this mailbox."""
        self.inbox = self.inboxes[mailbox]
        report = self.last(sender, game=game, kind="report")
        self.reply(sender, text, to=report, **where)

    def look(self) -> None:
        """Read every mailbox that is not away."""
        for name in self.inboxes.keys() - self.away:
            seen = self.context.at(name)
            note_poll(seen, receive_mail(seen, self.inboxes[name]).began)

    def poll(self) -> None:
        self.look()
        self.go_round()


@contextmanager
def open_clubs(folder: Path, **club_settings: Any) -> Iterator[Clubs]:
    """A house and its club, without games."""
    club = MailboxSettings(
        name=CLUB,
        mail=MailSettings(**({"address": CLUB_ADDRESS, "admin": "gm@example.org"} | club_settings)),
    )
    with open_world(folder, mailboxes=[club]) as world:
        inboxes = {name: MemoryInbox() for name in (MAIN, CLUB)}
        yield Clubs(world.context, world.clock, inboxes[MAIN], inboxes=inboxes)
