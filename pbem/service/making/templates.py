"""Game files that a new game may begin from: those that come with pbem, and the service's own."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

from pbem.engine.api import RulesetError
from pbem.engine.i18n import _
from pbem.service.config import ConfigError
from pbem.service.context import Context
from pbem.service.gamefile import GameSpec, spec_of_text
from pbem.service.play.table import GameProblem

SHIPPED = files("pbem.service.making") / "files"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,30}")
"""What a template may be called; its file is called so, with .toml behind it."""
LARGEST = 100_000
"""Octets of a template's file."""


def template_names(context: Context) -> tuple[str, ...]:
    """All templates by name. The service's own stand in the place of those that come with pbem."""
    found = [file.name for file in SHIPPED.iterdir()]
    if (own := _own(context)) is not None and own.is_dir():
        found += [file.name for file in own.iterdir()]
    names = {name.removesuffix(".toml") for name in found if name.endswith(".toml")}
    return tuple(sorted(name for name in names if NAME.fullmatch(name)))


def template_text(context: Context, name: str) -> str:
    """The file of a template. Raises :class:`GameProblem` where there is none, or it cannot be
    read."""
    name = name.lower().removesuffix(".toml")
    if name not in template_names(context):
        said = _("There is no template {name}; there are: {names}.")
        raise GameProblem(said.format(name=name, names=", ".join(template_names(context))))
    own, file = _own(context), f"{name}.toml"
    source = own / file if own is not None and (own / file).is_file() else SHIPPED / file
    try:
        data = source.read_bytes()
        if len(data) > LARGEST:
            raise ValueError(f"it has more than {LARGEST} octets")
        return data.decode("utf-8")
    except (OSError, ValueError) as error:
        raise _unreadable(name, error) from error


def _unreadable(name: str, error: Exception) -> GameProblem:
    said = _("The template {name} cannot be read: {reason}.")
    return GameProblem(said.format(name=name, reason=error))


def template_spec(context: Context, name: str) -> GameSpec | None:
    """The game that a template describes; None for one that is not right."""
    try:
        return spec_of_text(template_text(context, name), name)
    except (ConfigError, RulesetError, GameProblem):
        return None


def changed(context: Context, name: str, changes: dict[str, Any]) -> dict[str, Any]:
    """The tables of a template's file with others over them, table by table. Raises
    :class:`GameProblem`."""
    text = template_text(context, name)
    try:
        return _over(tomllib.loads(text), changes)
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(name, error) from error


def _over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    found = dict(below)
    for key, value in above.items():
        before = found.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            value = _over(before, value)
        found[key] = value
    # A schedule has one of these, and the other is given up for it.
    for one, other in (("every", "weekdays"), ("weekdays", "every")):
        if one in above and other not in above:
            found.pop(other, None)
    return found


def _own(context: Context) -> Path | None:
    folder = context.config.service.game_templates
    return context.base / folder if folder else None
