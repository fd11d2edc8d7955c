"""Reads the record of a game out of the database, every part as its rows now have it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

from pbem.engine.api import AnyRuleset, RulesetError
from pbem.engine.chain import (
    PUBLIC,
    STATE,
    Closed,
    Link,
    Page,
    Played,
    open_parts,
    public_view,
    salt_for,
    seal,
)
from pbem.engine.codec import canonical
from pbem.engine.registry import load
from pbem.engine.replay import Record
from pbem.service.play.linking import act_part
from pbem.service.play.table import GameProblem
from pbem.store import audit, games, undone
from pbem.store.mastering import AuditRow
from pbem.store.records import AnswerRow, GameRow, TurnRow


def record_of(connection: Connection, row: GameRow) -> Record:
    """All that was kept of a game, laid open, without turns whose link cannot be read. Raises
    :class:`GameProblem` for a game that has not begun."""
    closed = games.turns_between(connection, row.id)
    if not closed:
        raise GameProblem(f"{row.id} has not begun: there is nothing to verify")
    ruleset, acts = load(row.ruleset), audit.acts_of(connection, row.id)
    return Record(
        pages=[
            _page_of(
                ruleset,
                turn,
                link,
                games.answers_of(connection, row.id, turn.turn),
                [act for act in acts if act.link == turn.turn],
            )
            for turn in closed
            if (link := link_of(turn)) is not None
        ],
        secret=row.secret,
        **_end_of(row, closed),
        undone=[
            pages
            for line, rows in enumerate(undone.turns_of(connection, row.id))
            if (pages := _undone_pages(connection, ruleset, line, rows, acts))
        ],
    )


def _end_of(row: GameRow, closed: Sequence[TurnRow]) -> dict[str, Any]:
    """Where the chain ends by the game's row. While results wait it is one turn behind."""
    last = closed[-1]
    if not row.is_untold or last.turn != row.turn:
        return {"head": row.head, "turn": row.turn, "outcome": row.outcome}
    link = link_of(last)
    return {
        "head": last.hash,
        "turn": row.turn + 1,
        "outcome": link.outcome if link is not None else None,
    }


def _undone_pages(
    connection: Connection,
    ruleset: AnyRuleset,
    line: int,
    rows: Sequence[TurnRow],
    acts: Sequence[AuditRow],
) -> list[Page]:
    """What was taken back once: acts stand in the link that recorded them first, and once more in
    one that counts."""
    return [
        _page_of(
            ruleset,
            row,
            link,
            undone.answers_of(connection, row.game, line, row.turn),
            [act for act in acts if str(act.number) in link.acts],
        )
        for row in rows
        if (link := link_of(row)) is not None
    ]


def link_of(row: TurnRow) -> Link | None:
    """The link of a turn; None where it is none, or not written as links are."""
    try:
        link = msgspec.json.decode(row.link, type=Link)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return link if canonical(link) == row.link else None


def _list_in(text: str) -> tuple[str, ...]:
    """The words of a JSON list; the text itself where it is none, which no seal fits."""
    try:
        return msgspec.json.decode(text, type=tuple[str, ...])
    except msgspec.MsgspecError:
        return (text,)


def _page_of(
    ruleset: AnyRuleset,
    row: TurnRow,
    link: Link,
    answers: Sequence[AnswerRow],
    acts: Sequence[AuditRow],
) -> Page:
    """A turn's page, every part as its rows now have it; what spectators were shown is not stored,
    and made of the state, where that is the one that was sealed."""
    salt = row.salt
    sealed = seal(salt_for(salt, STATE), row.state) == link.state
    public = _public(ruleset, row.state) if sealed else None
    closed = Closed(
        turn=row.turn,
        version=link.version,
        closed=link.closed,
        state=row.state,
        events=row.events,
        labels=_list_in(row.labels),
        public=public or b"",
        mails=_list_in(row.mails),
        outcome=link.outcome,
        seats=len(link.answers),
        answers={a.seat: Played(a.orders, a.source, a.mail, a.stored, a.held) for a in answers},
        acts={act.number: act_part(act) for act in acts},
    )
    opened = open_parts(closed, salt)
    if public is None:
        del opened[PUBLIC]
    return Page(link=link, head=row.hash, opened=opened, salt=salt.hex())


def _public(ruleset: AnyRuleset, state: bytes) -> bytes | None:
    """A spectator's view, which is not stored; None where the state cannot be read."""
    try:
        return public_view(ruleset, ruleset.codec.load_state(state))
    except (RulesetError, ValueError, msgspec.MsgspecError):
        return None
