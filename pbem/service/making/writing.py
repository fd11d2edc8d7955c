"""Writes the game file by which a game like one that is there can be made."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.registry import load, read_options
from pbem.service.gamefile import GameSpec, PressSpec, SeatSpec
from pbem.service.play.table import options_of, schedule_of
from pbem.service.schedule import Schedule
from pbem.store.records import GameRow, SeatKind, SeatRow

WIDTH = 72
"""Characters beyond which a list is written one thing on a line."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HOUR, _MINUTE = 3600, 60


def game_file(game: GameRow, chairs: Sequence[SeatRow]) -> Iterator[str]:
    """The lines of the file of a game that is there."""
    return file_of(_spec(game, chairs))


def file_of(wanted: GameSpec) -> Iterator[str]:
    """The lines of the file: what a game that says nothing would have otherwise, and all options,
    press and votes. People are not in it: their seats are open."""
    plain = msgspec.to_builtins(GameSpec(ruleset="", schedule=Schedule(every="48h")))
    options = read_options(load(wanted.ruleset), wanted.options)
    spec = msgspec.to_builtins(replace(wanted, options=msgspec.to_builtins(options)))
    told = {key: value for key, value in spec.items() if key != "masters" and value != plain[key]}
    told |= {key: spec[key] for key in ("start", "join", "observers", "options", "press", "votes")}
    told["schedule"] = {
        key: value
        for key, value in spec["schedule"].items()
        if value != plain["schedule"][key] or (key == "every" and value)
    }
    told["seats"] = [{"bot": one["bot"]} if one["bot"] else {} for one in spec["seats"]]
    return toml_lines(told)


def _spec(game: GameRow, chairs: Sequence[SeatRow]) -> GameSpec:
    return GameSpec(
        ruleset=game.ruleset,
        id=game.id,
        title=game.title,
        start="full" if game.start_when_full else "manual",
        join=game.joining,
        options=msgspec.to_builtins(options_of(game)),
        seats=tuple(
            SeatSpec(bot=chair.bot) if chair.kind is SeatKind.BOT else SeatSpec()
            for chair in chairs
        ),
        schedule=schedule_of(game),
        release="master" if game.release_after else "at once",
        release_after=_span(game.release_after) if game.release_after else "24h",
        reliability=game.reliability,
        press=PressSpec(kinds=game.press),
        votes=game.votes,
        observers=game.observers,
        public=game.public,
    )


def _span(seconds: int) -> str:
    if seconds % _HOUR:
        return f"{max(1, seconds // _MINUTE)}m"
    return f"{seconds // _HOUR}h"


def toml_lines(values: Mapping[str, Any]) -> Iterator[str]:
    """Plain values as lines of a TOML file, its tables last. None is left out: TOML has none."""
    tables = {key: value for key, value in values.items() if isinstance(value, Mapping)}
    for key, value in values.items():
        if key not in tables and value is not None:
            yield from _entry(key, value)
    for key, table in tables.items():
        yield f"[{_key(key)}]"
        for name, value in table.items():
            if value is not None:
                yield from _entry(name, value)


def _entry(key: str, value: Any) -> Iterator[str]:
    line = f"{_key(key)} = {_value(value)}"
    if len(line) <= WIDTH or not isinstance(value, Sequence) or isinstance(value, str):
        yield line
        return
    yield f"{_key(key)} = ["
    yield from (f"  {_value(one)}," for one in value)
    yield "]"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    match value:
        case Mapping():
            inner = (f"{_key(k)} = {_value(v)}" for k, v in value.items() if v is not None)
            return f"{{{', '.join(inner)}}}"
        case str():
            return json.dumps(value, ensure_ascii=False)
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case _:
            return json.dumps(value)
