"""The phrases of ``data/phrases.toml`` as compiled patterns, loaded once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from pbem.mailer.inbound.cleaning import clean


def _load() -> dict[str, Any]:
    source = files("pbem.mailer.inbound").joinpath("data/phrases.toml").read_text(encoding="utf-8")
    return tomllib.loads(clean(source).casefold())


def _any(phrases: Iterable[str]) -> str:
    """A pattern of alternatives, longest first, whose blanks match any run of blanks."""
    ordered = sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase))
    return "|".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in ordered)


def _beginning(phrases: Iterable[str]) -> str:
    """Like :func:`_any`, with a blank kept where the phrase ends in one."""
    parts = [
        r"\s+".join(map(re.escape, phrase.split())) + (r"\s" if phrase.endswith(" ") else "")
        for phrase in sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase))
    ]
    return "|".join(parts)


_PHRASES = _load()

WROTE = re.compile(rf"(?<![^\W_])(?:{_any(_PHRASES['attribution']['wrote'])})(?![^\W_])")
WROTE_UNSPACED = re.compile(
    "|".join(re.escape(p) for p in _PHRASES["attribution"]["wrote"] if ord(p[-1]) > 0x2E80)
)
"""Scripts without blanks between words: no word edge to look for."""

LABELS: dict[str, str] = {
    label: kind for kind, labels in reversed(_PHRASES["header"].items()) for label in labels
}
"""Label of a quoted header block -> from, sent, to, subject or other."""

DASHED = frozenset(" ".join(phrase.split()) for phrase in _PHRASES["boundary"]["dashed"])
ALONE = frozenset(phrase.rstrip(" :") for phrase in _PHRASES["boundary"]["alone"])
MOBILE = re.compile(rf"[-_*\s]*(?:{_beginning(_PHRASES['signature']['mobile'])})")

VACATION_SUBJECT = re.compile(
    rf"(?:\[[^\]]{{1,40}}\]\s*)?(?:auto\s*:\s*)?(?:{_any(_PHRASES['vacation']['subject'])})(?![^\W\d_])"
)
_LABELS = _any([*_PHRASES["vacation"]["subject"], *_PHRASES["vacation"]["label"]])
VACATION_LABEL = re.compile(rf"(?:{_LABELS})\s*[:：]|[\[【(](?:{_LABELS})[\]】)]")
"""Such a phrase as a label, which programs put before the subject that they answer."""
VACATION_BODY = re.compile(rf"(?:{_any(_PHRASES['vacation']['body'])})")
