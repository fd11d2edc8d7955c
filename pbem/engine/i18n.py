"""Sentences for people, in the reader's language.

`gettext` is looked up in a context variable, so that rules, desks and templates
stay free of a language parameter: whoever writes to a player enters
:func:`speaking` first. Without it sentences come out in English, as written.
"""

import gettext as _gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_NULL = _gettext.NullTranslations()
_current: ContextVar[_gettext.NullTranslations] = ContextVar("pbem_translations", default=_NULL)


def _(message: str) -> str:
    """The sentence in the reader's language; the English one where no translation exists."""
    return _current.get().gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form of the sentence that fits `n`, in the reader's language."""
    return _current.get().ngettext(singular, plural, n)


def pgettext(context: str, message: str) -> str:
    """A word that stands for several things in English; `context` tells translators for which."""
    return _current.get().pgettext(context, message)


def N_(message: str) -> str:  # noqa: N802  (gettext's own name for "mark, translate later")
    """Mark a sentence for extraction where it is written, to be translated where it is shown."""
    return message


def language() -> str:
    """The reader's language, as its translations name it ("de"); English without them."""
    return _current.get().info().get("language") or "en"


@contextmanager
def speaking(translations: _gettext.NullTranslations | None) -> Iterator[None]:
    """Within this block all of these answer from `translations` (None: English)."""
    token = _current.set(translations or _NULL)
    try:
        yield
    finally:
        _current.reset(token)
