"""What a mail says of a game that is to be made: commands, and a game file typed or attached."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command, read_command
from pbem.mailer.inbound.press import is_end
from pbem.mailer.inbound.reading import Letter
from pbem.service.making.mistakes import Mistake, in_toml

_KEY = re.compile(r"[\w.-]+")
MOST_LINES, MOST_SIGNS, DEEPEST = 500, 30_000, 40
"""How large a game file by mail may be, and how deep its lists and tables may stand in each
other."""
_Row = tuple[bool, str]
"""A line as it was typed, and whether it is its writer's own."""


@dataclass(frozen=True)
class Request:
    """A mail of somebody who may make games: its commands but the first CREATE, that one, the
    lines typed below it, and the game files that are attached, with their names."""

    commands: tuple[Command, ...] = ()
    create: Command | None = None
    typed: str = ""
    files: tuple[tuple[str, str], ...] = ()


class NotToml(Exception):
    """Lines cannot be read; ``mistake`` says where."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake.what)
        self.mistake = mistake


def read_request(letter: Letter, subject: Command | None) -> Request:
    """What a letter asks for; `subject` is the command in its subject, which counts where the text
    has none. A game file goes on to a line END, or to the end of its writer's own text."""
    rows = _rows(letter)
    commands, create, typed = _told_apart(rows)
    if not (commands or create) and subject is not None:
        create, commands = (subject, []) if subject.verb == "CREATE" else (None, [subject])
        typed = _block(rows) if create is not None else []
    files = tuple(
        (file.name, "\n".join(line.text for line in file.text.lines))
        for file in letter.attachments
        if file.name.lower().endswith((".toml", ".txt"))
    )
    return Request(tuple(dict.fromkeys(commands)), create, "\n".join(typed).strip("\n"), files)


def _rows(letter: Letter) -> list[_Row]:
    placed = letter.body.lines or letter.shown.lines
    return [
        (not line.depth and line.kind == "text", piece)
        for line in placed
        for piece in line.pieces or (line.text,)
    ]


def _told_apart(rows: Sequence[_Row]) -> tuple[list[Command], Command | None, list[str]]:
    commands: list[Command] = []
    create: Command | None = None
    typed: list[str] = []
    index = 0
    while index < len(rows):
        is_own, text = rows[index]
        index += 1
        command = read_command(text, of_master=True) if is_own else None
        if command is None:
            continue
        if command.verb == "CREATE" and create is None:
            create, typed = command, _block(rows[index:])
            index += len(typed)
        else:
            commands.append(command)
    return commands, create, typed


def _block(rows: Sequence[_Row]) -> list[str]:
    """The lines from here on that are a game file."""
    own = takewhile(lambda row: not row[1].strip() or (row[0] and not is_end(row[1])), rows)
    return [text for _is_own, text in own]


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a game file. Raises :class:`NotToml`."""
    _check_size(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotToml(in_toml(text, str(error))) from error
    except ValueError as error:  # of a number with thousands of digits
        raise NotToml(Mistake(_("A number in it is too long."))) from error
    except RecursionError as error:
        raise NotToml(_too_deep()) from error


def _check_size(text: str) -> None:
    """Raises :class:`NotToml` for what would cost too much to read."""
    if len(text) > MOST_SIGNS or text.count("\n") >= MOST_LINES:
        said = _("A game file by mail has {lines} lines and {signs} characters at the most.")
        raise NotToml(Mistake(said.format(lines=MOST_LINES, signs=MOST_SIGNS)))
    depth = 0
    for sign in text:
        depth = max(0, depth + (sign in "[{") - (sign in "]}"))
        if depth > DEEPEST:
            raise NotToml(_too_deep())
    keys = (line.partition("=")[0] for line in text.split("\n") if not line.startswith("#"))
    if any(key.count(".") > DEEPEST for key in keys):
        raise NotToml(_too_deep())


def _too_deep() -> Mistake:
    return Mistake(_("Lists and tables stand too deep in each other in it."))


def read_changes(text: str) -> dict[str, Any]:
    """The same of lines that change a template, where words may stand without quotes. Raises
    :class:`NotToml`."""
    try:
        return read_toml(text)
    except NotToml:
        return read_toml("\n".join(map(_quoted, text.split("\n"))))


def _quoted(line: str) -> str:
    """A line with its value in quotes, where that is no value otherwise."""
    key, equals, rest = line.partition("=")
    value = rest.partition("#")[0].strip()
    if not (equals and value and _KEY.fullmatch(key.strip())) or value[0] in "[{\"'":
        return line
    try:
        read_toml(line)
    except NotToml:
        return f"{key}= {json.dumps(value, ensure_ascii=False)}"
    return line
