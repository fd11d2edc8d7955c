"""The record of what was done with a game: by its masters, and by players themselves."""

from __future__ import annotations

from pbem.service.context import Session
from pbem.store import audit, games
from pbem.store.mastering import AuditRow, Deed, Role
from pbem.store.records import GameRow


def note_act(
    session: Session,
    game: GameRow,
    role: Role,
    deed: Deed,
    detail: str = "",
    *,
    master: int = 0,
    seat: int | None = None,
) -> None:
    """Put an act on record, and raise the game's revision: a link that is being made has to
    cover it. The game must be locked, and `detail` must hold no address."""
    row = AuditRow(
        game=game.id,
        number=audit.next_number(session.connection, game.id),
        at=session.context.clock.now(),
        role=role,
        master=master,
        deed=deed,
        seat=seat,
        detail=detail,
    )
    audit.add_acts(session.connection, [row])
    games.change_game(session.connection, game.id)
