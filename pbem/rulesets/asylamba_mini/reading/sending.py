"""What a SEND line says, its parts in any order (AM-16 to AM-18).

``SEND 5 heavy 3 light FROM 17 TO 9 COLONISE`` and ``COLONISE 9 FROM 17 WITH 5 heavy 3 light``
are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.holdings import SHIPS, Fleets, Sector, Ship
from pbem.rulesets.asylamba_mini.orders import Send, SendKind
from pbem.rulesets.asylamba_mini.reading.reader import Misspelt, Reader, Reading
from pbem.rulesets.asylamba_mini.reading.words import Kind, Term
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm

ATTACK = "attack"
"""The kind of mission that is COLONISE or CONQUER, as fits the target."""

_EXAMPLE = "SEND 5 light FROM 18 TO 17 COLONISE"


def fitting_kind(target: Sector, realm: Realm) -> SendKind:
    """What may be done to that sector as its owner stands."""
    owner = realm.owners[target - 1] if galaxy.is_sector(target) else None
    if owner == realm.seat:
        return "reinforce"
    return "colonise" if owner is None else "conquer"


def read_sending(reader: Reader, realm: Realm) -> Iterator[Reading]:
    """The missions of a clause, each with its FROM and TO. Raises :class:`OrderError`."""
    while True:
        yield _Mission(reader, realm).reading()
        if reader.peek() is None:
            return
        reader.pass_over("also", "filler")


class _Mission:
    """Collects the parts of a mission."""

    def __init__(self, reader: Reader, realm: Realm) -> None:
        self._reader = reader
        self._realm = realm
        self._marks: dict[str, Term] = {}
        self._fleets = Fleets()
        self._untyped: int | None = None
        self._whole: set[Ship] = set()
        self._all = False
        self._kind: str | None = None
        self._source: Sector | None = None
        self._target: Sector | None = None
        self._target_is_sure = True
        self._free = False
        self._guessed = False
        while self._read_part():
            continue

    # Reading -----------------------------------------------------------------

    def _read_part(self) -> bool:
        """Read one part more; False at the end."""
        reader = self._reader
        term = reader.peek()
        if term is None or self._next_begins():
            return False
        if term.of(Kind.MISSION):
            self._name_kind()
        elif term.is_figure:
            self._figure()
        elif term.of(Kind.SHIP):
            self._ship_first()
        elif reader.skip("free"):
            self._free = True
            self._marks["free"] = term
        elif reader.skip("all"):
            self._read_all(term)
        elif term.means("from") and not (self._source and term.means("filler")):
            reader.take()
            self._set_source(*reader.sector(self._realm))
        elif term.means("at") and self._is_aimed_at():
            reader.take()
            self._set_target(*reader.sector(self._realm))
        elif reader.skip("to"):
            self._after_to()
        elif term.means("sector", "capital"):
            self._place(*reader.sector(self._realm))
        elif not reader.skip("filler", "also", "with", "for", "at", "fleet", "by"):
            raise reader.lost(_("fleets, FROM, TO or a kind of mission"), Kind.SHIP, Kind.MISSION)
        return True

    def _next_begins(self) -> bool:
        """Whether the next mission of the line follows: ", 3 light from 17 to 16"."""
        reader = self._reader
        if self._source is None or self._target is None or "fleets" not in self._marks:
            return False
        term = reader.peek()
        counts = reader.next_is_figure(ahead=1) and self._counts_fleets(2)
        return (
            term is not None
            and term.means("also")
            and counts
            and all(reader.still_means(particle) for particle in ("from", "to"))
        )

    def _is_aimed_at(self) -> bool:
        """Whether IN names the target: "attack the rebels in 8 from 17"."""
        term = self._reader.peek(1)
        named = term is not None and (term.is_figure or term.means("sector", "capital"))
        return named and self._kind is not None and self._target is None

    def _name_kind(self) -> None:
        kind, term = self._reader.word(Kind.MISSION, "")
        if self._kind not in (None, ATTACK, kind) and kind != ATTACK:
            message = _("a mission is one of COLONISE, CONQUER and REINFORCE, not two")
            raise self._reader.fail(message, term)
        if self._kind is None or kind != ATTACK:
            self._kind = kind
            self._marks["kind"] = term
        self._reader.pass_over("filler", "sector")
        head = self._reader.peek()
        named = self._reader.next_is_figure() and not self._counts_fleets(1)
        named |= head is not None and head.means("capital")
        if named and self._target is None:
            self._set_target(*self._reader.sector(self._realm))
            self._target_is_sure = False

    def _after_to(self) -> None:
        """``TO 9``, and ``TO COLONISE 9``."""
        if self._reader.next_is(Kind.MISSION):
            return
        target, mark = self._reader.sector(self._realm)
        if self._target is not None and not self._target_is_sure:
            # "REINFORCE 5 FROM 17 TO 9": the first figure was a number of fleets after all.
            self._set_untyped(self._target, self._marks["target"])
            self._target, self._target_is_sure = None, True
        self._set_target(target, mark)

    def _counts_fleets(self, ahead: int) -> bool:
        """Whether the figure before `ahead` is a number of fleets: a type or "fleets" follows."""
        reader = self._reader
        while (term := reader.peek(ahead)) is not None and term.text in ("x", "X", "×", "*"):
            ahead += 1
        return term is not None and (bool(term.of(Kind.SHIP)) or term.means("fleet"))

    def _figure(self) -> None:
        """A number of fleets, or else the sectors in their order."""
        reader = self._reader
        counts = self._counts_fleets(1)
        number, mark = reader.figure(_("the number of fleets"))
        if counts:
            reader.pass_over("filler", "fleet")
            if reader.next_is(Kind.SHIP):
                self._add(number, mark, cast(Ship, reader.word(Kind.SHIP, "")[0]))
            else:
                self._set_untyped(number, mark)
        elif not self._fleets and self._untyped is None and not self._all:
            self._set_untyped(number, mark)
        else:
            self._place(number, mark)

    def _ship_first(self) -> None:
        """``heavy 5``, or ``ALL heavy`` where "all" came before."""
        reader = self._reader
        key, term = reader.word(Kind.SHIP, "")
        ship = cast(Ship, key)
        if reader.next_is_figure() and not self._counts_fleets(1) and not self._all:
            number, mark = reader.figure(_("the number of fleets"))
            self._add(number, mark, ship)
        elif self._all:
            self._whole.add(ship)
        else:
            message = _("how many {ship}? A number goes before the type, or ALL").format(
                ship=term.text
            )
            raise Misspelt(message, term.column, len(term.text), f"ALL {term.text}")

    def _read_all(self, term: Term) -> None:
        self._all = True
        self._marks.setdefault("fleets", term)

    def _add(self, number: int, mark: Term, ship: Ship) -> None:
        self._not_fleets_before(mark)
        if self._fleets.of(ship):
            message = _("{ship} is given twice; once is enough").format(ship=naming.ship(ship))
            raise self._reader.fail(message, mark)
        self._fleets = self._fleets.having(ship, number)
        self._marks[ship] = mark
        self._marks.setdefault("fleets", mark)

    def _not_fleets_before(self, mark: Term) -> None:
        """``SEND 17 TO 8: 5 light``: the first figure was no number of fleets but the source."""
        if self._untyped is None:
            return
        if self._target is None or self._source is not None:
            message = _("the number of fleets is given twice; once is enough")
            raise self._reader.fail(message, mark)
        self._set_source(self._untyped, self._marks.pop("fleets"))
        self._untyped = None

    def _set_untyped(self, number: int, mark: Term) -> None:
        if self._untyped is not None or self._fleets or self._all:
            message = _("the number of fleets is given twice; once is enough")
            raise self._reader.fail(message, mark)
        self._untyped = number
        self._marks["fleets"] = mark

    def _place(self, number: Sector, mark: Term) -> None:
        """A sector without FROM or TO: the source comes first."""
        if self._source is None:
            self._set_source(number, mark)
        else:
            self._set_target(number, mark)

    def _set_source(self, number: Sector, mark: Term) -> None:
        if self._source is not None:
            raise self._reader.fail(_("a mission starts from one sector, not from two"), mark)
        self._source = number
        self._marks["source"] = mark

    def _set_target(self, number: Sector, mark: Term) -> None:
        if self._target is not None:
            raise self._reader.fail(_("a mission has one target, not two"), mark)
        self._target = number
        self._marks["target"] = mark

    # Filling in ----------------------------------------------------------------

    def reading(self) -> Reading:
        """The order, what is not said filled in where there is no doubt."""
        if not self._marks:
            raise self._reader.fail(
                _("fleets, source and target are missing, as in {example}").format(example=_EXAMPLE)
            )
        source = self._start()
        target = self._target
        if target is None:
            raise self._reader.fail(_("the target is missing: add TO and its number"))
        order = Send(
            kind=self._fitting_kind(target),
            fleets=self._sent(source),
            source=source,
            target=target,
            free=self._free,
        )
        return Reading(order, self._marks, self._guessed)

    def _start(self) -> Sector:
        if self._source is not None:
            return self._source
        if len(self._realm.sectors) > 1:
            raise self._reader.fail(_("where from? Add FROM and the number of a sector of yours"))
        self._guessed = True
        return self._realm.capital

    def _fitting_kind(self, target: Sector) -> SendKind:
        if self._kind is not None and self._kind != ATTACK:
            return cast(SendKind, self._kind)
        self._guessed = True
        fitting = fitting_kind(target, self._realm)
        return "conquer" if self._kind == ATTACK and fitting == "reinforce" else fitting

    def _sent(self, source: Sector) -> Fleets:
        inside = self._realm.sectors.get(source)
        there = Fleets() if inside is None else inside.fleets
        if self._untyped is not None:
            return self._typed(source, there, self._untyped)
        if self._all:
            self._guessed = True
            if self._fleets or self._whole:
                whole = {ship: there.of(ship) for ship in self._whole}
                return self._fleets + Fleets(**whole)
            return there
        if "fleets" not in self._marks:
            raise self._uncounted(source, there)
        return self._fleets

    def _typed(self, source: Sector, there: Fleets, number: int) -> Fleets:
        """So many of the only type there, or all there is."""
        self._guessed = True
        if number == there.total:
            return there
        types = [ship for ship in SHIPS if there.of(ship)]
        if len(types) <= 1:
            return Fleets.just(types[0] if types else "light", number)
        message = _("sector {sector} holds {fleets}: say how many of which type").format(
            sector=source, fleets=naming.fleets(there)
        )
        raise self._reader.fail(message, self._marks["fleets"])

    def _uncounted(self, source: Sector, there: Fleets) -> OrderError:
        text = self._reader.text.rstrip()
        message = _("how many fleets? Sector {sector} holds {fleets}").format(
            sector=source, fleets=naming.fleets(there)
        )
        return OrderError(message, len(text) + 1, 0, f"{text.strip()} WITH ALL" if there else None)
