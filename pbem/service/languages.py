"""The languages that pbem speaks: English, and those that have a catalogue of sentences."""

from __future__ import annotations

import gettext
from contextlib import suppress
from functools import cache
from importlib.resources import files
from io import BytesIO

from pbem.engine import registry

ENGLISH = "en"
LOCALE = files("pbem") / "locale"


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The sentences in a language (English where there are none), from its ``.po`` file, and behind
    them those that installed games bring of their own."""
    for name in _names(language):
        source = LOCALE / f"{name}.po"
        if name.replace("_", "").isalnum() and source.is_file():
            found = _compiled(source.read_bytes(), name)
            for one in registry.playable():
                own = registry.catalogues(one.name).get(name)
                if own is not None:
                    _add(found, own, name)
            return found
    return gettext.NullTranslations()


def _add(found: gettext.NullTranslations, own: bytes, name: str) -> None:
    """A game's own sentences behind all others; without them where they cannot be read, which
    ``pbem doctor`` tells: they are to spoil no other game's."""
    with suppress(ValueError, LookupError):
        found.add_fallback(_compiled(own, name))


def _compiled(source: bytes, name: str) -> gettext.GNUTranslations:
    # Babel is imported once a language is spoken: the configuration asks only which there are.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source), locale=name))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def check_language(key: str, language: str) -> None:
    """Raise ValueError, naming the key, for a language without a catalogue."""
    if not any(name in languages() for name in _names(language)):
        raise ValueError(
            f"{key}: there is no translation into {language!r}; there are: {', '.join(languages())}"
        )


@cache
def languages() -> tuple[str, ...]:
    """All languages by their codes, such as ``de``."""
    found = [file.name.removesuffix(".po") for file in LOCALE.iterdir()]
    return tuple(sorted({ENGLISH, *(n for n in found if "." not in n)}))


def _names(language: str) -> tuple[str, ...]:
    """The catalogues that do for a language, the best first: a country's own, the language's."""
    whole = language.replace("-", "_")
    return tuple(dict.fromkeys((whole, whole.partition("_")[0])))
