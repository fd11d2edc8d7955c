"""Finds rulesets: whatever is installed under the entry-point group ``pbem.rulesets``."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from typing import Any

import msgspec

from pbem.engine.api import AnyRuleset, OptionsError, Ruleset, RulesetError
from pbem.engine.codec import read_fraction
from pbem.engine.complaints import in_words
from pbem.engine.i18n import _

GROUP = "pbem.rulesets"


class UnknownRuleset(RulesetError):
    """No ruleset of that name is installed."""


class BrokenRuleset(RulesetError):
    """What is installed under a ruleset's name cannot be loaded."""


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def names() -> tuple[str, ...]:
    """The names of all installed rulesets, sorted."""
    return tuple(sorted(_entries()))


@cache
def load(name: str) -> AnyRuleset:
    """The ruleset of that name.

    Raises :class:`UnknownRuleset`, naming the nearest one, and :class:`BrokenRuleset` where what
    is installed under that name cannot be imported, or is something else.
    """
    entry = _entries().get(name)
    if entry is None:
        near = difflib.get_close_matches(name, names(), n=1)
        hint = " " + _("Did you mean {near}?").format(near=repr(near[0])) if near else ""
        said = _("no ruleset {name} is installed (there are: {names}).")
        installed = ", ".join(names()) or "-"
        raise UnknownRuleset(said.format(name=repr(name), names=installed) + hint)
    try:
        found = entry.load()
    except Exception as error:
        # A plugin may raise whatever it likes; the others are to be played all the same.
        raise BrokenRuleset(
            f"{name} of {origin(name)} cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(found, Ruleset):
        wrong = f"the entry point {entry.value} does not name a Ruleset"
    elif found.name != name:
        wrong = f"the Ruleset calls itself {found.name!r}; it and its entry point need one name"
    elif not found.seats or found.seats[0] < 1:
        wrong = f"seats is {found.seats}: it must hold numbers of players from 1 up"
    else:
        return found
    raise BrokenRuleset(f"{name} of {origin(name)}: {wrong}")


def origin(name: str) -> str:
    """The package and version that an installed ruleset comes from, as in ``pbem 1.0.0``."""
    package = _entries()[name].dist
    return f"{package.name} {package.version}" if package is not None else "an unknown package"


@cache
def playable() -> tuple[AnyRuleset, ...]:
    """All that are installed and can be loaded, sorted by name."""
    found = []
    for name in names():
        with suppress(BrokenRuleset):
            found.append(load(name))
    return tuple(found)


def broken() -> tuple[BrokenRuleset, ...]:
    """What is wrong with each that is installed and cannot be loaded."""
    found = []
    for name in names():
        try:
            load(name)
        except BrokenRuleset as trouble:
            found.append(trouble)
    return tuple(found)


def named(wanted: str) -> AnyRuleset | None:
    """The ruleset that somebody means by its name or title, however they write it."""
    plain = letters_of(wanted)
    return next((x for x in playable() if plain in (letters_of(x.name), letters_of(x.title))), None)


def letters_of(name: str) -> str:
    """A name as it is compared with another, however either is written."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


@cache
def rulebook(name: str, language: str = "") -> tuple[str, str] | None:
    """The rules of a ruleset for people to read, as Markdown, and the language that they are in:
    ``rulebook.LANGUAGE.md`` in the folder of the ruleset, else its ``rulebook.md``, which is in
    English. None where it has none. Raises :class:`UnknownRuleset`.
    """
    load(name)
    folder = files(_entries()[name].module)
    for file, spoken in ((f"rulebook.{language}.md", language), ("rulebook.md", "en")):
        if (folder / file).is_file():
            return (folder / file).read_text("utf-8"), spoken
    return None


def rulebook_picture(name: str, source: str) -> bytes | None:
    """A picture of a ruleset's rulebook, by the path that stands there: a file beside the
    rulebook, or of that name in the folder ``images`` of the package that the ruleset is part of.
    None where it has none. Raises :class:`UnknownRuleset`."""
    load(name)
    module = _entries()[name].module
    images = files(module.partition(".")[0]) / "images"
    for place in (files(module) / source, images / source.rpartition("/")[2]):
        if place.is_file():
            return place.read_bytes()
    return None


@cache
def catalogues(name: str) -> Mapping[str, bytes]:
    """The sentences that a ruleset brings of its own beside those of pbem, by their language:
    ``locale/LANGUAGE.po`` in its folder, as gettext's text form has it."""
    if name not in _entries():
        return {}
    folder = files(_entries()[name].module) / "locale"
    found = folder.iterdir() if folder.is_dir() else ()
    return {
        file.name.removesuffix(".po"): file.read_bytes()
        for file in sorted(found, key=lambda file: file.name)
        if file.name.endswith(".po")
    }


def read_options(ruleset: AnyRuleset, given: Mapping[str, Any]) -> Any:
    """The ruleset's options from plain values (of a game file or the command line).

    Raises :class:`OptionsError` naming the key and what would be right.
    """
    known = {f.encode_name: f for f in msgspec.structs.fields(ruleset.options)}
    for key in given:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            said = (
                _("{ruleset} has no such option; did you mean {near}?")
                if near
                else _("{ruleset} has no such option; there are: {names}")
            )
            told = said.format(
                ruleset=ruleset.name, near=repr("".join(near)), names=", ".join(sorted(known))
            )
            raise OptionsError(f"options.{key}: {told}")
    for key, value in given.items():
        try:
            msgspec.convert(value, known[key].type, strict=False, dec_hook=read_fraction)
        except msgspec.ValidationError as error:
            raise OptionsError(f"options.{key}: {in_words(str(error), known[key].type)}") from error
    try:
        return msgspec.convert(dict(given), ruleset.options, strict=False, dec_hook=read_fraction)
    except (msgspec.ValidationError, ValueError) as error:
        raise OptionsError(f"options: {error}") from error
