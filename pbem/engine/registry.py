"""Finds rulesets: whatever is installed under the entry-point group ``pbem.rulesets``."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from typing import Any

import msgspec

from pbem.engine.api import AnyRuleset, OptionsError, Ruleset, RulesetError, UnknownRuleset
from pbem.engine.codec import read_fraction
from pbem.engine.complaints import in_words
from pbem.engine.i18n import _

GROUP = "pbem.rulesets"


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def names() -> tuple[str, ...]:
    """The names of all installed rulesets, sorted."""
    return tuple(sorted(_entries()))


@cache
def load(name: str) -> AnyRuleset:
    """The ruleset of that name.

    Raises :class:`UnknownRuleset`, naming the nearest one, and
    :class:`RulesetError` where the entry point holds something else.
    """
    entry = _entries().get(name)
    if entry is None:
        near = difflib.get_close_matches(name, names(), n=1)
        hint = " " + _("Did you mean {near}?").format(near=repr(near[0])) if near else ""
        said = _("no ruleset {name} is installed (there are: {names}).")
        installed = ", ".join(names()) or "-"
        raise UnknownRuleset(said.format(name=repr(name), names=installed) + hint)
    found = entry.load()
    if not isinstance(found, Ruleset):
        raise RulesetError(f"the entry point {name} = {entry.value} does not name a Ruleset")
    return found


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
