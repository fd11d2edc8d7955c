"""What the game master hears of mails that wait for a person."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from pbem.service.dispatch.alerts import note_event
from pbem.service.house import House


def alert_held(house: House, connection: Connection, number: int, sender: str, whose: str) -> None:
    """Tell the game master of a mail with the right reply address from somebody unknown."""
    what = f"Mail {number} for {whose} is held: it came from {sender}"
    remedy = (
        f"Ask the player, who was told. 'pbem quarantine show {number}' shows it, 'pbem quarantine "
        f"retry {number} --accept' takes it as the seat's own"
    )
    note_event(house, connection, alert_of(number), what, remedy)


def alert_quarantined(house: House, connection: Connection, number: int) -> None:
    """Tell the game master of a mail that could not be processed."""
    what = f"A mail could not be processed (number {number})"
    remedy = (
        "It is in quarantine, and its sender has been told that you look into it. "
        f"'pbem quarantine show {number}' shows it; 'pbem quarantine retry {number}' tries again"
    )
    note_event(house, connection, alert_of(number), what, remedy)


def alert_of(number: int) -> str:
    """The key under which a mail is told of; nobody need hear of one that was taken meanwhile."""
    return f"mail.{number}"
