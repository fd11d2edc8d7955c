"""Orders of a turn, as their words give them (PA-5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.kinds import SHIPS, Kind
from pbem.rulesets.parsec.orders import Destroy, Harvest, PlaceLeader, Recall, Settle
from pbem.rulesets.parsec.reading.reader import Reader, Reading
from pbem.rulesets.parsec.reading.swapping import read_swap
from pbem.rulesets.parsec.reading.wording import Named, Wording
from pbem.rulesets.parsec.reading.words import Term
from pbem.rulesets.parsec.reckoning.position import Position, carry_out
from pbem.rulesets.parsec.reckoning.refusals import Refused


def read_action(
    reader: Reader, wording: Wording, position: Position, *, is_turn: bool = False
) -> Reading:
    """An order of a turn; `is_turn` tells that it is for one's own that has come, so that what
    words leave open may show by what can be carried out. Raises :class:`OrderError`."""
    return _Actor(reader, wording, position, is_turn=is_turn).read()


class _Actor:
    """Makes an order of words; what they leave out is filled in where there is no doubt."""

    def __init__(
        self, reader: Reader, wording: Wording, position: Position, *, is_turn: bool
    ) -> None:
        self._reader = reader
        self._is_known = is_turn and position.is_sure and not position.means.swapped
        self._said = wording
        self._position = position

    def read(self) -> Reading:
        readers: Mapping[str, Callable[[], Reading]] = {
            "leader": self._leader,
            "place": self._place,
            "move": self._move,
            "recall": self._recall,
            "settle": self._settle,
            "destroy": self._destroy,
            "swap": partial(read_swap, self._reader, self._said, self._position),
            "harvest": self._harvest,
            "take": self._take,
        }
        denial = self._said.flags.get("not") or self._said.flags.get("none")
        if denial is not None:
            message = _("an order says what to do; leave the line out if it is not to be done")
            raise self._reader.fail(message, denial)
        return readers.get(self._said.verb, self._bare)()

    # Leaders --------------------------------------------------------------------------

    def _leader(self) -> Reading:
        """ "LEADER science TO f5", "MOVE f4 TO f5"; sent home it is a recall."""
        if "home" in self._said.flags and not self._said.squares:
            return self._recall()
        self._need_no_others(_("one leader a line"))
        aims = self._said.squares
        if len(aims) == 2 and not self._said.origins:
            self._said = replace(self._said, origins=aims[:1], squares=aims[1:])
        kind, marks = self._which_leader()
        square, at = self._one_square(_("where to? As in LEADER science TO f5"))
        return Reading(PlaceLeader(kind=kind, to=square), {**marks, "square": at})

    def _move(self) -> Reading:
        """Only leaders move; a word for ships is a slip that may mean either."""
        named = self._said.named
        if named and named[0].is_ship and "leader" not in self._said.flags:
            return self._either(named[0])
        return self._leader()

    def _recall(self) -> Reading:
        """ "RECALL science", "REMOVE f5"."""
        self._need_no_others(_("one leader a line"))
        if len(self._said.squares) > 1:
            raise self._reader.fail(_("one leader a line"), self._said.squares[1][1])
        kind, marks = self._which_leader()
        return Reading(Recall(kind=kind), marks)

    def _which_leader(self) -> tuple[Kind, dict[str, Term]]:
        """The leader that is named, or that stands where the line says it comes from."""
        said = self._said
        spots = said.origins or (said.squares if said.verb == "recall" else [])
        stands = [self._own_leader(*spot) for spot in spots[:1]]
        if not said.named:
            if not stands:
                message = _("which leader? government, science, merchant or mining")
                raise self._reader.fail(message, None)
            return stands[0], {"kind": spots[0][1]}
        named = said.named[0]
        if stands and stands[0] != named.kind:
            raise self._reader.fail(
                _("your {leader} stands on {square}").format(
                    leader=naming.leader(stands[0]), square=square_name(spots[0][0])
                ),
                spots[0][1],
            )
        return named.kind, {"kind": named.term}

    def _own_leader(self, square: Square, term: Term) -> Kind:
        leader = self._position.space.leaders.get(square)
        if leader is None or leader.seat != self._position.seat:
            message = _("no leader of yours stands on {square}")
            raise self._reader.fail(message.format(square=square_name(square)), term)
        return leader.kind

    # Ships ----------------------------------------------------------------------------

    def _settle(self) -> Reading:
        """ "SETTLE merchant AT g7 FIRST science", "COLONIZE g7 WITH merchant"."""
        said = self._said
        if not said.named:
            message = _("which ship? As in SETTLE {ship} AT g7").format(ship=self._any_ship())
            raise self._reader.fail(message, None)
        named = said.named[0]
        square, at = self._one_square(
            _("where? As in SETTLE {ship} AT g7").format(ship=SHIPS[named.kind])
        )
        if "leader" in said.flags:
            raise OrderError(
                _("a leader does not settle: LEADER places it"),
                said.flags["leader"].column,
                len(said.flags["leader"].text),
                str(PlaceLeader(kind=named.kind, to=square)),
            )
        self._need_no_others(_("one ship a line"))
        if said.origins:
            raise self._reader.fail(_("one system a line"), said.origins[0][1])
        if named.count is not None and named.count != 1:
            raise self._reader.fail(_("one ship settles one system: a line for each"), named.term)
        first = tuple(dict.fromkeys(one.kind for one in said.first))
        marks = {"kind": named.term, "square": at}
        return Reading(Settle(kind=named.kind, at=square, first=first), marks)

    def _any_ship(self) -> str:
        """A ship of the hand, for an example."""
        held = tuple(self._position.means.hand.each())
        return SHIPS[held[0] if held else "merchant"]

    # The rest -------------------------------------------------------------------------

    def _destroy(self) -> Reading:
        square, at = self._one_square(_("what is to be destroyed? As in DESTROY h3"))
        return Reading(Destroy(at=square), {"square": at})

    def _harvest(self) -> Reading:
        """ "HARVEST g4", "take the artifact from g4"."""
        told = [*self._said.squares, *self._said.origins]
        square, at = self._one_square(_("which artifact? As in HARVEST g4"), told)
        return Reading(Harvest(square=square), {"square": at})

    def _take(self) -> Reading:
        """An artifact where it lies, or a leader off the board."""
        return self._harvest() if "artifact" in self._said.flags else self._bare()

    def _place(self) -> Reading:
        """A leader or a ship, where the words tell which."""
        said = self._said
        if not said.named:
            message = _("which leader or ship? As in LEADER science TO f5 or SETTLE merchant AT g7")
            raise self._reader.fail(message, None)
        named = said.named[0]
        if "leader" in said.flags or (named.is_leader and "ship" not in said.flags):
            return self._leader()
        if "ship" in said.flags or named.is_ship or said.first:
            return self._settle()
        return self._either(named)

    def _bare(self) -> Reading:
        """Without a verb: "scientist f5" can be one thing only, "science f5" may be two."""
        said = self._said
        if not said.named:
            raise self._reader.fail(_("what is to be done there? As in SETTLE merchant AT g7"))
        named = said.named[0]
        if "leader" in said.flags or ("home" in said.flags and not named.is_ship):
            return self._leader()
        if "ship" in said.flags or named.is_ship:
            return self._settle()
        return self._either(named)

    def _either(self, named: Named) -> Reading:
        """Words that may mean a leader or a ship: what alone can be carried out is meant. Raises
        :class:`OrderError`, with both orders, where that does not tell."""
        kind, aims = named.kind, self._said.squares[-1:]
        if not aims:
            message = _("a leader or a ship? As in LEADER {kind} TO f5 or SETTLE {ship} AT f5")
            raise self._reader.fail(message.format(kind=kind, ship=SHIPS[kind]), named.term)
        square = aims[0][0]
        readings: tuple[Callable[[], Reading], ...] = (self._leader, self._settle)
        is_plain = self._is_known and len(self._said.squares) == 1
        possible = [one for one in readings if self._is_possible(one)] if is_plain else []
        if len(possible) == 1:
            return replace(possible[0](), guessed=True)
        message = _("a leader or a ship? {leader} places your {name}, {settle} a ship")
        raise self._reader.fail(
            message.format(
                leader=naming.line(PlaceLeader(kind=kind, to=square)),
                settle=naming.line(Settle(kind=kind, at=square)),
                name=naming.leader(kind),
            ),
            named.term,
        )

    def _is_possible(self, read: Callable[[], Reading]) -> bool:
        """Whether the words can be read so, and carried out in the position."""
        try:
            order = read().order
            assert isinstance(order, PlaceLeader | Settle), "either places a piece"
            carry_out(self._position, order)
        except (OrderError, Refused):
            return False
        return True

    def _one_square(
        self, otherwise: str, told: list[tuple[Square, Term]] | None = None
    ) -> tuple[Square, Term]:
        found = self._said.squares if told is None else told
        if not found:
            raise self._reader.fail(otherwise, None)
        if len(found) > 1:
            raise self._reader.fail(_("one system a line"), found[1][1])
        return found[0]

    def _need_no_others(self, otherwise: str) -> None:
        """Only one kind may be named, and no figure."""
        others = [one for one in self._said.named[1:] if one.kind != self._said.named[0].kind]
        if others:
            raise self._reader.fail(otherwise, others[0].term)
        if self._said.numbers:
            message = _("a number says nothing here")
            raise self._reader.fail(message, self._said.numbers[0][1])
