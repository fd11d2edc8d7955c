"""The sentences that games of other packages bring in other languages: can they be told?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from string import Formatter

from babel.messages.pofile import read_po

from pbem.engine import registry
from pbem.engine.testing import Check, Fault, Lab, Remark


def complaints(name: str) -> Iterator[str]:
    """What is wrong with the catalogues of a ruleset, in sentences."""
    for language, source in registry.catalogues(name).items():
        file = f"{name}: locale/{language}.po"
        try:
            messages = list(read_po(BytesIO(source), locale=language, abort_invalid=True))
        except Exception as error:  # noqa: BLE001  (a parser of another package; it is the finding)
            yield f"{file} cannot be read, and is left out: {error}"
            continue
        for message in messages[1:]:
            known = _fields(_texts(message.id))
            for strange in sorted(_fields(_texts(message.string or "")) - known):
                there = ", ".join(sorted(known)) or "none"
                yield f"{file}: {message.id!r} has no field {strange!r} to tell; there are: {there}"


def _texts(text: str | Iterable[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _fields(texts: Iterable[str]) -> set[str]:
    try:
        return {field for text in texts for _, field, *_rest in Formatter().parse(text) if field}
    except ValueError:
        return {"{"}


def _examine(lab: Lab) -> Iterator[Remark]:
    yield from map(Fault, complaints(lab.ruleset.name))


CATALOGUES = Check(
    "catalogues", "Sentences in other languages have the fields that they tell", _examine
)
