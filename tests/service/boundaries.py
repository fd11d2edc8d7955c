"""The places at which a process can end and leave another world behind than it found.

Between two of them nothing becomes true: before and after each commit of what was written,
after each savepoint, and after each answer of a mail server. They are found where SQLAlchemy,
imaplib and aiosmtplib pass, so that one which is added later is tried as well.
"""

from __future__ import annotations

import gc
import imaplib
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
import sqlalchemy as sa
from aiosmtplib.protocol import SMTPProtocol
from sqlalchemy.engine.default import DefaultDialect

from pbem.mailer.inbound.inbox import MemoryInbox

WRITES = ("INSERT", "UPDATE", "DELETE")


@contextmanager
def at_each(reached: Callable[[str], None]) -> Iterator[None]:
    """Within this block `reached` is told of every boundary, by a name for people to read.

    A commit of what was only read is none, be it within a transaction that writes: what `reached`
    looks up is such a one.
    """
    written: dict[int, str] = {}
    """What each connection has written last and not committed."""

    def note(connection: sa.Connection, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.lstrip().upper().startswith(WRITES):
            what = statement.split(" SET ")[0].split(" (")[0].lower()
            written[id(connection.connection.dbapi_connection)] = what

    def committing(commit: Callable[..., None]) -> Callable[..., None]:
        def do_commit(dialect: Any, connection: Any) -> None:
            what = written.pop(id(connection.dbapi_connection), "")
            if what:
                reached(f"before the commit of: {what}")
            commit(dialect, connection)
            if what:
                reached(f"after the commit of: {what}")

        return do_commit

    def rolling_back(roll_back: Callable[..., None]) -> Callable[..., None]:
        def do_rollback(dialect: Any, connection: Any) -> None:
            written.pop(id(connection.dbapi_connection), "")
            roll_back(dialect, connection)

        return do_rollback

    def executing(execute: Callable[..., Any]) -> Callable[..., Any]:
        def exec_driver_sql(connection: Any, statement: str, *args: Any, **named: Any) -> Any:
            result = execute(connection, statement, *args, **named)
            if statement.startswith("RELEASE SAVEPOINT"):
                reached("after a savepoint")
            return result

        return exec_driver_sql

    def completing(complete: Callable[..., Any]) -> Callable[..., Any]:
        def _command_complete(client: Any, name: str, tag: Any) -> Any:
            answer = complete(client, name, tag)
            reached(f"imap {name}")
            return answer

        return _command_complete

    def reading(read: Callable[..., Any]) -> Callable[..., Any]:
        async def read_response(protocol: Any, *args: Any, **named: Any) -> Any:
            answer = await read(protocol, *args, **named)
            reached(f"smtp {answer.code}")
            return answer

        return read_response

    def moving(move: Callable[..., None]) -> Callable[..., None]:
        def moved(inbox: MemoryInbox, *args: Any) -> None:
            move(inbox, *args)
            reached("the inbox in memory has moved mail")

        return moved

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        with pytest.MonkeyPatch.context() as patch:
            for owner, name, wrap in (
                (DefaultDialect, "do_commit", committing),
                (DefaultDialect, "do_rollback", rolling_back),
                (sa.Connection, "exec_driver_sql", executing),
                (imaplib.IMAP4, "_command_complete", completing),
                (SMTPProtocol, "read_response", reading),
                (MemoryInbox, "move", moving),
            ):
                patch.setattr(owner, name, wrap(getattr(owner, name)))
            yield
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)


class Death(BaseException):
    """Stands for the end of the process, where it is not to take the test along."""


@contextmanager
def dying_at(place: int) -> Iterator[None]:
    """The block ends, quietly, at its `place`-th boundary, if it comes that far."""
    left = place

    def reached(_name: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise Death

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # the dead close no connection
        with suppress(Death), at_each(reached):
            yield
        gc.collect(1)
