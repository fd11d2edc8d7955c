"""How an order is written: a verb, slots, and the words that lead them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from pbem.engine.i18n import _
from pbem.engine.language.slots import Otherwise, Slot
from pbem.engine.language.words import Meaning

_SILENT_SIGNS = frozenset("()[]<>\"'’‘`*_:!=•…-–—|,./")
_PIECE = re.compile(r"\[|\]|\{(\w+)\}|[^\s\[\]{}]+")


@dataclass(frozen=True)
class Piece:
    """A word of a form, or a slot; ``group`` counts the brackets that it stands in from 1."""

    word: str = ""
    slot: str = ""
    group: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """Where on a line something is said: a column from 1, and a length."""

    column: int
    length: int


class Said(msgspec.Struct, frozen=True):
    """What a line says of a form's slots, to make an order of. ``alone``: nothing else stands on
    the line; ``verb`` is the key of the verb, "" where there is none."""

    values: Mapping[str, Any]
    alone: bool = True
    verb: str = ""

    def __getitem__(self, slot: str) -> Any:
        """The value of a slot that must be filled."""
        return self.values[slot]

    def __contains__(self, slot: str) -> bool:
        return slot in self.values

    def get(self, slot: str, default: Any = None) -> Any:
        """The value of a slot that may be left out."""
        return self.values.get(slot, default)


class Role(NamedTuple):
    """What a term is to a form, wherever it stands. ``lead`` is the particle that it is, or empty;
    it is one only before a figure if it ``is_doubtful``, and ``is_due`` tells that a value must
    follow. ``notes`` are words that must be said. ``says_more``: taken for a thing it tells as well
    what that is, and this is not what the form is about: "Wissenschaftsführer" for a ship."""

    is_verb: bool
    may_fill: bool
    lead: str
    is_doubtful: bool
    is_due: bool
    is_silent: bool
    is_strange: bool
    notes: frozenset[str]
    says_more: bool


class Form:
    """One way to write an order: ``"SETTLE {ship} AT {square} [FIRST {first}]"``.

    The first word is what the form is known by, and its verb unless `verbs` are given (keys of the
    sort "verb"). A word before a slot may lead it; one without a slot must be said ("HOME"). What
    stands in brackets may be left out, and a slot in brackets behind a word wants that word.
    `tells` are slots of which one must be filled for a line to be meant so that is not read whole
    (None: any does). `bare`: it may do without a verb, always or where the game says so; `heads`
    are sorts of things that may lead it then as a verb does. `silent` are particles and verbs that
    may stand in it and say nothing; `odd` ranks it behind forms that read as much. `named` are
    sorts of things that have no other use: who writes such a name alone may mean this. `example` is
    a line as it may stand, or makes one for who is there (None: for anyone): HELP tells each form
    that has one, and a refusal shows it. `slots` are the values that it leaves open, by name; those
    that many forms share may be `known`, of which each takes those in its text.
    `of` is the type of the orders that are written so; its fields are called like the slots.
    `make` gives the order, or a list of orders, or raises :class:`Refused`; without it the slots
    are the order's fields.
    """

    def __init__(
        self,
        text: str,
        make: Callable[[Said, Any], Any] | None = None,
        *,
        of: type[Any] | None = None,
        verbs: tuple[str, ...] = (),
        bare: bool | Callable[[Any], bool] = False,
        heads: tuple[str, ...] = (),
        silent: tuple[str, ...] = (),
        odd: int = 0,
        named: tuple[str, ...] = (),
        tells: tuple[str, ...] | None = None,
        example: str | Callable[[Any], str] = "",
        known: Mapping[str, Slot] = MappingProxyType({}),
        **slots: Slot,
    ) -> None:
        self.text = text
        self.of = of
        self.make: Callable[[Said, Any], Any] = make or self._plainly
        self.pieces = tuple(_pieces(text))
        if known:
            said = [piece.slot for piece in self.pieces if piece.slot]
            slots = {slot: slots.get(slot) or known[slot] for slot in said}
        self.slots: Mapping[str, Slot] = slots
        self.verb = self.pieces[0].word
        self.verbs = frozenset(verbs or (self.verb.casefold(),))
        self.heads = heads
        self.silent = frozenset(silent)
        self.odd = odd
        self.named = frozenset(named)
        self.tells = tells
        self.example_everywhere = "" if callable(example) else example
        self._example = example
        self._bare = bare
        layout = _Layout(self.pieces[1:] if self.verb else self.pieces)
        self.needs = frozenset(layout.needs)
        self.required = tuple(layout.required)
        self.headed = tuple(
            slot
            for slot in slots
            if not frozenset(heads).isdisjoint(getattr(slots[slot], "sorts", ()))
        )
        self.led_only = tuple(layout.led_only)
        self.owners = {word: slot for slot, word in layout.leads.items()}
        self.leads: Mapping[str, frozenset[str]] = {
            name: frozenset(filter(None, (layout.leads.get(name), *slot.leads)))
            for name, slot in slots.items()
        }
        self.others = next((one for one in slots if isinstance(slots[one], Otherwise)), "")
        self.particles = frozenset(one for leads in self.leads.values() for one in leads)
        self.only_leads = self.particles - {
            one for slot, leads in self.leads.items() if slot not in self.led_only for one in leads
        }
        self.role = lru_cache(maxsize=2048)(self._what_is)
        self.order = lru_cache(maxsize=64)(self._in_order)

    def _plainly(self, said: Said, _where: Any) -> Any:
        assert self.of is not None, f"{self.text} makes nothing"
        return self.of(**said.values)

    def may_be_bare(self, where: Any) -> bool:
        """Whether it does without its verb for who is there."""
        return self._bare(where) if callable(self._bare) else self._bare

    def example(self, where: Any) -> str:
        """A line of this form as it may stand for who is there; empty where none is told."""
        return self._example(where) if callable(self._example) else self._example

    def _in_order(self, lead: str) -> tuple[tuple[str, bool], ...]:
        """In which order slots are tried behind a lead: those that are led (True), those that must
        be filled, and others that want no word."""
        led = [slot for slot, leads in self.leads.items() if lead and lead in leads]
        free = [slot for slot in self.slots if slot not in led and slot not in self.led_only]
        free.sort(key=lambda slot: slot not in self.required)
        return tuple((slot, slot in led) for slot in (*led, *free))

    def due(self, leads: Collection[str]) -> list[str]:
        """Slots that want a word, and that one of these leads."""
        return [slot for slot in self.led_only if not self.leads[slot].isdisjoint(leads)]

    def _what_is(self, meaning: Meaning) -> Role:
        particles, sorts = meaning.by_sort.get("particle", ()), meaning.by_sort.keys()
        lead = next((key for key in particles if key in self.particles), "")
        notes = self.needs.intersection(particles)
        says_nothing = "filler" in sorts or "joint" in sorts or meaning.text in _SILENT_SIGNS
        own = self.needs | self.silent | self.particles
        return Role(
            is_verb=not self.verbs.isdisjoint(meaning.by_sort.get("verb", ())),
            may_fill=not meaning.is_plain,
            lead=lead,
            is_doubtful="filler" in sorts or "doubt" in sorts,
            is_due=lead in self.only_leads and "opening" not in sorts,
            is_silent=bool(notes) or not self.silent.isdisjoint(meaning.marks),
            is_strange=not says_nothing or "sign" in sorts or "doubt" in sorts,
            notes=notes,
            says_more=0 < len(particles) < sum(map(len, meaning.by_sort.values()))
            and own.isdisjoint(particles),
        )

    def told(self) -> str:
        """How it is written, for a reader: ``SETTLE ship AT square [FIRST kind ...]``."""
        names = {
            slot: _(one.name) + " ..." * one.grows for slot, one in self.slots.items() if one.name
        }
        found: list[str] = []
        for group, pieces in groupby(self.pieces, key=lambda piece: piece.group):
            words = [
                piece.word or names.get(piece.slot, "" if group else piece.slot) for piece in pieces
            ]
            if all(words):
                found.append(f"[{' '.join(words)}]" if group else " ".join(words))
        return " ".join(found)

    def write(self, values: Mapping[str, Any]) -> str:
        """The form filled in; a slot without a value is left out, with its brackets."""
        left_out = {
            piece.group for piece in self.pieces if piece.slot and not values.get(piece.slot)
        }
        words = (
            self.slots[piece.slot].write(values[piece.slot]) if piece.slot else piece.word
            for piece in self.pieces
            if not (piece.group and piece.group in left_out)
            and not (piece.slot and piece.slot not in values)
        )
        return " ".join(filter(None, words))


def _pieces(text: str) -> list[Piece]:
    found: list[Piece] = []
    group = inside = 0
    for match in _PIECE.finditer(text):
        if match[0] == "[":
            group += 1
            inside = group
        elif match[0] == "]":
            inside = 0
        elif match[1]:
            found.append(Piece(slot=match[1], group=inside))
        else:
            found.append(Piece(word=match[0], group=inside))
    return found


@dataclass
class _Layout:
    """What the words of a form are for."""

    pieces: tuple[Piece, ...]
    needs: list[str] = field(default_factory=list)
    required: list[str] = field(default_factory=list)
    led_only: list[str] = field(default_factory=list)
    leads: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        word: Piece | None = None
        for piece in (*self.pieces, Piece()):
            if not piece.slot:
                if word is not None:
                    self.needs.append(word.word.casefold())
                word = piece if piece.word else None
                continue
            if word is not None:
                self.leads[piece.slot] = word.word.casefold()
            if not piece.group:
                self.required.append(piece.slot)
            elif word is not None:
                self.led_only.append(piece.slot)
            word = None
