"""The words of one choice: who acts, and at what. What they come to is ``acting``'s concern.

The parts may stand in almost any order: ``ATTACK 12 AT d8, d9`` and ``attack d8 d9 with 12``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pbem.engine.api import Seat
from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.maps.board import Square, read_square
from pbem.rulesets.god_unit.figures import BANNERS
from pbem.rulesets.god_unit.pieces import Name, banner
from pbem.rulesets.god_unit.reading.position import Position
from pbem.rulesets.god_unit.reading.reader import Reader
from pbem.rulesets.god_unit.reading.words import LONGEST_FIGURE, Kind, Term, spanning

UNIT_VERBS = ("move", "attack", "deploy", "hold")
_OTHER_VERBS = ("produce", "place", "keep")
_RANGE = ("-", "–", "—", "..", "...", "…")


@dataclass
class Wording:
    """What a choice says, as far as it has been read.

    ``units`` are in the order written, each with the words that name it; ``ranged`` those that
    a range gave. ``preposition`` is the last one before the aim.
    """

    verb: str = ""
    units: list[tuple[int, Term]] = field(default_factory=list)
    everyone: Term | None = None
    squares: list[tuple[Square, Term]] = field(default_factory=list)
    nearest: Term | None = None
    piece: tuple[Name, Term] | None = None
    preposition: Literal["", "to", "at", "towards"] = ""

    @property
    def has_aim(self) -> bool:
        return bool(self.squares) or self.nearest is not None or self.piece is not None

    @property
    def has_units(self) -> bool:
        return bool(self.units) or self.everyone is not None

    @property
    def aim(self) -> Term | None:
        """The words that name what it is aimed at."""
        if self.squares:
            return self.squares[0][1]
        return self.nearest or (self.piece[1] if self.piece else None)


def read_wording(reader: Reader, position: Position) -> Wording:
    """The next choice up to ELSE, the next unit's order or the end. Raises :class:`OrderError`."""
    return _Collector(reader, position).wording


class _Collector:
    """Passes over the parts of a choice and keeps what they say."""

    def __init__(self, reader: Reader, position: Position) -> None:
        self._reader = reader
        self._position = position
        self._with = False
        self._joined = False
        self.wording = Wording()
        while self._read_part():
            continue

    def _read_part(self) -> bool:
        """Read one part more; False at the end."""
        reader, wording = self._reader, self.wording
        term = reader.peek()
        if term is None or reader.means("else") or self._next_begins():
            return False
        joined, self._joined = self._joined, False
        if self._is_piece():
            self._read_piece()
        elif self._is_verb(term):
            reader.take()
            wording.verb = term.of(Kind.VERB) or ""
        elif self._is_short_unit(term):
            reader.take()
            wording.units.append((int(term.text[1:]), term))
        elif term.is_figure:
            self._read_units()
        elif reader.means("unit", "factory") and reader.next_is_figure(1):
            reader.take()
        elif reader.next_is_cell() or reader.next_is_spaced_square():
            wording.squares.append(reader.square(self._position.view.board))
        elif reader.means("all"):
            wording.everyone = reader.take()
        elif reader.means("nearest"):
            wording.nearest = reader.take()
        elif reader.means("with"):
            reader.take()
            self._with = True
        elif reader.means("towards", "to", "at"):
            self._read_preposition()
        elif reader.means("repeat"):
            message = _("REPEAT is for PRODUCE; @ before a line orders it every turn")
            raise reader.fail(message, term)
        elif reader.means("also", "filler", "from", "of", "unit"):
            reader.take()
            self._joined = joined or term.means("also")
        else:
            raise self._lost(term)
        return True

    def _is_verb(self, term: Term) -> bool:
        return not self.wording.verb and term.of(Kind.VERB) in (*UNIT_VERBS, "stop")

    def _lost(self, term: Term) -> OrderError:
        if term.seat is not None or term.of(Kind.COLOUR):
            message = _("which piece of {name}? As in UNIT {colour} 7 or FACTORY {colour} B")
            seat = self._seat_of(term)
            colour = banner(seat) if seat is not None else term.text
            return self._reader.fail(message.format(name=term.text, colour=colour), term)
        if term.of(Kind.PASS):
            message = _("PASS stands on its own; a unit without a line stays where it is")
            return self._reader.fail(message, term)
        wanted = (
            _("a square, NEAREST or UNIT with its colour and number")
            if self.wording.has_units
            else _("a unit's number")
        )
        return self._reader.lost(wanted, Kind.VERB)

    def _next_begins(self) -> bool:
        """Whether the order of the next unit follows: ", 13 to c8", "and attack 13 nearest"."""
        reader, wording = self._reader, self.wording
        is_deployed = wording.verb == "deploy" and wording.has_units
        if not wording.has_aim and not is_deployed:
            return False
        ahead = 0
        while reader.means("also", ahead=ahead):
            ahead += 1
        term = reader.peek(ahead)
        if term is None:
            return False
        if term.of(Kind.VERB) in _OTHER_VERBS:
            return True
        if term.of(Kind.VERB) in UNIT_VERBS:
            return bool(wording.verb) or ahead > 0 or self._joined
        unit = term.is_figure or (reader.means("unit", ahead=ahead) and self._figure_at(ahead + 1))
        continues = self._with or is_deployed or not wording.has_units
        return unit and not continues

    def _figure_at(self, ahead: int) -> bool:
        """Whether an own unit's number stands there, not one "of Red"."""
        return self._reader.next_is_figure(ahead) and not self._reader.means("of", ahead=ahead + 1)

    def _read_preposition(self) -> None:
        reader = self._reader
        if reader.means("towards"):
            self.wording.preposition = "towards"
        else:
            self.wording.preposition = "to" if reader.means("to") else "at"
        reader.take()

    # Units --------------------------------------------------------------------------

    def _is_short_unit(self, term: Term) -> bool:
        """Whether ``u12`` names a unit: before any other, where it is no square."""
        wording = self.wording
        begins = not (wording.has_units or wording.has_aim or wording.preposition)
        return begins and term.is_cell and term.text[0] in "uU" and self._is_off_board(term)

    def _read_units(self) -> None:
        """A number or a range, which means those of them that are there."""
        reader, units = self._reader, self.wording.units
        first, mark = reader.figure(_("a unit's number"))
        sign = reader.peek()
        if sign is None or sign.text not in _RANGE or not reader.next_is_figure(1):
            units.append((first, mark))
            return
        reader.take()
        last, end = reader.figure(_("a unit's number"))
        whole = spanning(reader.text, mark, end)
        low, high = sorted((first, last))
        found = [number for number in self._position.units if low <= number <= high]
        if not found:
            message = _("you have no unit from {first} to {last}").format(first=low, last=high)
            raise reader.fail(message, whole)
        units += [(number, whole) for number in (found if first <= last else found[::-1])]

    # Pieces by name -------------------------------------------------------------------

    def _is_piece(self) -> bool:
        """Whether a piece's name comes next: "UNIT Red 7", "Ada 7", "FACTORY R B", "r7"."""
        reader = self._reader
        head = reader.peek()
        assert head is not None
        if reader.means("factory"):
            return not (reader.next_is_figure(1) and self.wording.verb == "deploy")
        ahead = 1 if reader.means("unit") else 0
        if ahead and self._is_enemy_number(ahead):
            return True
        term = reader.peek(ahead)
        if term is None:
            return False
        if term.is_cell:
            return self._initial(term.text[0]) is not None and (
                ahead > 0 or self._is_off_board(term)
            )
        if term.seat is not None or term.of(Kind.COLOUR):
            return self._is_designation(ahead + 1)
        initial = len(term.text) == 1 and self._initial(term.text) is not None
        return ahead > 0 and initial and self._is_designation(ahead + 1)

    def _is_enemy_number(self, ahead: int) -> bool:
        """Whether the figure behind UNIT is not one of the author's own."""
        if not self._reader.next_is_figure(ahead):
            return False
        wording = self.wording
        aims = wording.verb != "move" and wording.has_units and not self._with
        return aims or self._reader.means("of", ahead=ahead + 1)

    def _is_designation(self, ahead: int) -> bool:
        """Whether a number or a letter stands there, behind UNIT or FACTORY or without it."""
        if self._reader.means("unit", "factory", ahead=ahead):
            ahead += 1
        term = self._reader.peek(ahead)
        if term is None:
            return False
        return term.is_figure or (len(term.text) == 1 and term.is_letter)

    def _is_off_board(self, term: Term) -> bool:
        square = read_square(term.text)
        is_one_letter = term.text[1:].isdecimal()
        return is_one_letter and (square is None or square not in self._position.view.board)

    def _initial(self, letter: str) -> Seat | None:
        """The seat whose colour begins so."""
        seats = self._position.view.seats
        return next((s for s in seats if banner(s)[0] == letter.upper()), None)

    def _seat_of(self, term: Term) -> Seat | None:
        colour = term.of(Kind.COLOUR)
        if colour is None:
            return term.seat if term.seat is not None else self._initial(term.text)
        seat = BANNERS.index(colour) + 1
        return seat if seat in self._position.view.seats else term.seat

    def _read_piece(self) -> None:
        reader = self._reader
        first = reader.peek()
        assert first is not None
        lettered = reader.skip("factory") is not None
        if not lettered:
            reader.skip("unit")
        if not self._is_designation(0):
            reader.skip("filler")
        named = reader.take()
        if named is None:
            raise reader.lost(_("the colour and the piece, as in UNIT Red 7"))
        if named.is_cell:
            seat, text, last = self._initial(named.text[0]), named.text[1:], named
        elif self._names_somebody(named) and reader.peek() is not None:
            last = self._designation(lettered)
            seat, text = self._seat_of(named), last.text
        else:
            seat, text, last = self._owner_behind(named)
        mark = spanning(reader.text, first, last)
        self._keep(self._name(seat, text, lettered, mark), mark)

    def _names_somebody(self, term: Term) -> bool:
        """Whether a term is a colour, a player's name or an initial before what it names."""
        if term.seat is not None or term.of(Kind.COLOUR):
            return True
        return (
            self._initial(term.text) is not None
            and len(term.text) == 1
            and (self._is_designation(0))
        )

    def _designation(self, lettered: bool) -> Term:
        reader = self._reader
        reader.pass_over("unit", "factory")
        term = reader.take()
        if term is None or not (term.is_figure or term.is_letter):
            raise reader.fail(
                _("the factory's letter is missing, as in FACTORY Red B")
                if lettered
                else _("the unit's number is missing, as in UNIT Red 7"),
                term,
            )
        return term

    def _owner_behind(self, named: Term) -> tuple[Seat | None, str, Term]:
        """``UNIT 7 OF Red``, or a piece without an owner, which only one enemy can have."""
        reader = self._reader
        if reader.means("of") and (owner := reader.peek(1)) is not None:
            reader.take()
            reader.take()
            return self._seat_of(owner), named.text, owner
        view = self._position.view
        rivals = [s for s in view.seats if s != self._position.seat and view.is_alive(s)]
        if len(rivals) == 1 and (named.is_figure or named.is_letter):
            return rivals[0], named.text, named
        message = _("whose is {found}? Name the colour, as in UNIT {colour} 7")
        colour = banner(rivals[0]) if rivals else banner(self._position.seat)
        raise reader.fail(message.format(found=repr(named.text), colour=colour), named)

    def _name(self, seat: Seat | None, text: str, lettered: bool, mark: Term) -> Name:
        seats = self._position.view.seats
        if seat is None or seat not in seats:
            message = _("nobody here has that colour; the colours are {colours}")
            colours = ", ".join(map(banner, seats))
            raise self._reader.fail(message.format(colours=colours), mark)
        if text.isdecimal():
            if lettered:
                message = _("a factory has a letter, as in FACTORY {colour} B")
                raise self._reader.fail(message.format(colour=banner(seat)), mark)
            if len(text) > LONGEST_FIGURE:
                raise self._reader.fail(_("a unit's number has too many digits"), mark)
            return Name(seat, str(int(text)))
        return Name(seat, text.upper())

    def _keep(self, name: Name, mark: Term) -> None:
        """Own units act; anything else is what the choice is aimed at."""
        wording = self.wording
        own = name.seat == self._position.seat and not name.is_factory
        if own and (wording.verb != "attack" or not wording.has_units or self._with):
            wording.units.append((int(name.name), mark))
        elif wording.piece is None:
            wording.piece = (name, mark)
        else:
            message = _("one unit or factory a line; ELSE {kind} {name} would come next")
            kind = "FACTORY" if name.is_factory else "UNIT"
            raise self._reader.fail(message.format(kind=kind, name=name), mark)
