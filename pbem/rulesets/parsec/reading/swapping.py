"""Ships for others, as the words of SWAP give them (PA-9)."""

from __future__ import annotations

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.kinds import KINDS, SHIPS, Counts, Kind
from pbem.rulesets.parsec.orders import Swap
from pbem.rulesets.parsec.reading.reader import Reader, Reading
from pbem.rulesets.parsec.reading.wording import Named, Wording
from pbem.rulesets.parsec.reading.words import Term
from pbem.rulesets.parsec.reckoning.position import Position

_FOR = ("aim", "to", "with", "against")
"""Words that tell what is wished for: "for scientists", "into a scientist", "by a merchant"."""


def read_swap(reader: Reader, wording: Wording, position: Position) -> Reading:
    """ "SWAP scientist scientist miner", "SWAP 2 scientists 1 miner", "SWAP ALL". Raises
    :class:`OrderError`."""
    return _Swapper(reader, wording, position.means.hand).read()


class _Swapper:
    """Makes a swap of words; every kind has its own number, or ALL."""

    def __init__(self, reader: Reader, wording: Wording, hand: Counts) -> None:
        self._reader = reader
        self._said = wording
        self._hand = hand
        self._all = wording.flags.get("all")

    def read(self) -> Reading:
        said = self._said
        if said.squares or said.origins:
            square = (said.squares or said.origins)[0]
            raise self._reader.fail(_("a swap names ships only, no system"), square[1])
        self._reader.refuse_signs()
        self._refuse_wishes()
        if not said.named:
            return self._whole_hand()
        ships, term = self._ships(said.named), said.named[0].term
        if self._all is not None and not ships:
            raise self._reader.fail(_("you have no such ship in hand"), self._all)
        if not 1 <= len(ships) <= FIGURES.hand:
            message = _("1 to {most} ships are swapped, not {number}")
            raise self._reader.fail(message.format(most=FIGURES.hand, number=len(ships)), term)
        return Reading(Swap(ships=ships), {"kind": term}, guessed=self._all is not None)

    def _whole_hand(self) -> Reading:
        if self._all is None:
            message = _("which ships? As in SWAP {ship}, or SWAP ALL")
            raise self._reader.fail(message.format(ship=SHIPS[self._any_kind()]), None)
        ships = tuple(self._hand.each())
        if not ships:
            raise self._reader.fail(_("you have no such ship in hand"), self._all)
        if any(number != len(ships) for number, _term in self._said.numbers):
            raise self._how_many(self._any_kind(), self._all)
        return Reading(Swap(ships=ships), {"kind": self._all}, guessed=True)

    def _any_kind(self) -> Kind:
        """A kind of the hand, for an example."""
        return next(self._hand.each(), "merchant")

    def _refuse_wishes(self) -> None:
        """What comes for the ships is drawn; "swap miner for scientist" asks for it."""
        named = self._said.named
        for place in range(1, len(named)):
            before = self._reader.behind(named[place].term)
            if before is not None and before.means("all"):
                before = self._reader.behind(before)
            if before is not None and before.means(*_FOR):
                error = self._reader.fail(_("which ships come for others is chance"), before)
                error.suggestion = self._without_wish(named[:place])
                raise error

    def _without_wish(self, named: list[Named]) -> str | None:
        """The swap alone, if it tells how many."""
        try:
            ships = self._ships(named)
        except OrderError:
            return None
        return str(Swap(ships=ships)) if 1 <= len(ships) <= FIGURES.hand else None

    # How many -------------------------------------------------------------------------

    def _ships(self, named: list[Named]) -> tuple[Kind, ...]:
        numbers = self._said.numbers
        if numbers and (len(named) > 1 or len(numbers) > 1 or named[0].count is not None):
            raise self._reader.fail(_("say how many before each: SWAP 2 scientists 1 miner"))
        every = [self._is_all(named, place) for place in range(len(named))]
        if self._all is not None and not any(every):
            raise self._how_many(named[0].kind, self._all)
        whole = {one.kind for one, is_all in zip(named, every, strict=True) if is_all}
        counted = [one for one in named if one.kind not in whole]
        ships = [kind for kind in KINDS if kind in whole for _ship in range(self._hand.of(kind))]
        for one in counted:
            ships += [one.kind] * self._count(one)
        return tuple(ships)

    def _is_all(self, named: list[Named], place: int) -> bool:
        """Whether ALL goes for a kind: "all my miners and merchants" are all of both."""
        one = named[place]
        before = self._reader.behind(one.term)
        if before is not None and before.means("all"):
            if one.count not in (None, self._hand.of(one.kind)) or self._said.numbers:
                raise self._how_many(one.kind, one.term)
            return True
        joined = before is not None and (before is named[place - 1].term or before.means("also"))
        goes_on = place > 0 and joined and one.count is None and self._are_many(one.term)
        return goes_on and self._is_all(named, place - 1)

    def _count(self, one: Named) -> int:
        """How many of a kind: said before it, or behind it where nothing else is named. One, if
        its word is not for several."""
        if one.count is not None:
            return one.count
        if self._said.numbers:
            return self._said.numbers[0][0]
        if self._are_many(one.term):
            raise self._how_many(one.kind, one.term)
        return 1

    def _are_many(self, term: Term) -> bool:
        """Whether a word is for several ships; "meine Händler" is, "Händler" may be one."""
        if term.means("many"):
            return True
        place = self._reader.terms.index(term)
        return term.means("one_or_many") and self._reader.terms[place - 1].means("article")

    def _how_many(self, kind: Kind, at: Term) -> OrderError:
        some, every = (naming.line(f"SWAP {many} {SHIPS[kind]}s") for many in ("2", "ALL"))
        message = _("how many? As in {some} or {every}").format(some=some, every=every)
        return self._reader.fail(message, at)
