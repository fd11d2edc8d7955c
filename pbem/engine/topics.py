"""What HELP tells of one thing alone: HELP FIGHTS, or of one order, HELP SEND."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from pbem.engine.i18n import language
from pbem.engine.report import Form, Forms, Paragraph, TextBlock

V_contra = TypeVar("V_contra", contravariant=True)

_SENTENCE = re.compile(r"(?<=[.!?]) ")
_EXPLAINED = ("[ ]", "( )")
"""What a paragraph has in it that explains the signs of forms."""


@dataclass(frozen=True)
class Topic(Generic[V_contra]):
    """``words`` are what it is called, one in each language, English among them; ``title`` is to be
    translated. ``told`` makes its text, at most 25 lines of a mail, of the view of who asks; of
    None before the game begins."""

    words: Mapping[str, str]
    title: str
    told: Callable[[V_contra | None], tuple[TextBlock, ...]]

    @property
    def name(self) -> str:
        """Its word in the reader's language, in capitals."""
        return self.words.get(language(), self.words["en"]).upper()


def order_words(manual: Sequence[TextBlock]) -> tuple[str, ...]:
    """What the orders of a manual begin with, in capitals; orders that begin with the name of a
    thing are not among them."""
    words = (form.pattern.split()[0] for form in _forms(manual))
    return tuple(dict.fromkeys(word for word in words if word.isupper()))


def of_order(manual: Sequence[TextBlock], word: str) -> tuple[TextBlock, ...]:
    """The forms in a manual of the orders that begin with this word, in whatever capitals, and what
    it says of them; empty where none does."""
    name = word.upper()
    forms = tuple(form for form in _forms(manual) if form.pattern.split()[0] == name)
    if not forms or not name.isalpha():
        return ()
    others = [other for other in order_words(manual) if other != name]
    paragraphs = (block for block in manual if isinstance(block, Paragraph))
    notes = (
        msgspec.structs.replace(block, text=_said_of(name, others, block.text))
        for block in paragraphs
    )
    return (Forms(forms), *(note for note in notes if note.text))


def _said_of(name: str, others: Sequence[str], text: str) -> str:
    """The sentences about one order: those that name it, and what follows on them until another
    order is named; all of a paragraph that explains signs."""
    if any(sign in text for sign in _EXPLAINED):
        return text
    named, else_named = _any_of([name]), _any_of(others)
    kept, is_about = [], False
    for sentence in _SENTENCE.split(text):
        is_about = bool(named.search(sentence)) or (is_about and not else_named.search(sentence))
        if is_about:
            kept.append(sentence)
    return " ".join(kept)


def _any_of(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words) or '(?!)'})\b")


def _forms(manual: Sequence[TextBlock]) -> Iterator[Form]:
    for block in manual:
        if isinstance(block, Forms):
            yield from (form for form in block.forms if form.pattern)
