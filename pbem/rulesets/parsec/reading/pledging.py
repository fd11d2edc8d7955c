"""Ships for conflicts, as the words of ATTACK, DEFEND and REINFORCE give them (PA-12)."""

from __future__ import annotations

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.rulesets.parsec.disputes import Dispute
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.kinds import Kind
from pbem.rulesets.parsec.orders import Attack, Defend
from pbem.rulesets.parsec.reading.reader import Reader, Reading
from pbem.rulesets.parsec.reading.wording import Named, Wording
from pbem.rulesets.parsec.reading.words import Term
from pbem.rulesets.parsec.view import View

_WISHES = ("none", "win", "tie", "all")


def read_pledge(reader: Reader, wording: Wording, view: View) -> Reading:
    """Raises :class:`OrderError`."""
    return _Pledger(reader, wording, view).read()


class _Pledger:
    """Makes a standing order, or an answer in a conflict, of words."""

    def __init__(self, reader: Reader, wording: Wording, view: View) -> None:
        self._reader = reader
        self._said = wording
        self._is_moving = view.is_moving
        self._dispute: Dispute | None = view.dispute if view.is_asked else None

    def read(self) -> Reading:
        said = self._said
        self._reader.refuse_signs()
        if said.squares or said.origins:
            message = _("no system is named here: say how many ships, as in {verb} WITH 2")
            square = (said.squares or said.origins)[0]
            raise self._reader.fail(message.format(verb=self._verb()), square[1])
        kind, term = self._kind()
        ships = self._ships()
        marks = {"kind": term} if term else {}
        attacks = self._attacks(kind, ships)
        if attacks:
            return Reading(Attack(kind=kind, ships=ships), marks)
        return Reading(Defend(kind=kind, ships=ships), marks)

    def _attacks(self, kind: Kind | None, ships: int | None) -> bool:
        """Whether it is an attack. REINFORCE is what the author is asked for, or what the line
        says besides: "when attacked"."""
        said = self._said
        sides = {said.verb, said.occasion} & {"attack", "defend"}
        if len(sides) == 1:
            return sides == {"attack"}
        if sides or self._dispute is None:
            term = said.occasion_term or said.verb_term
            message = _("when you attack, or when you are attacked? {attack} or {defend}").format(
                attack=Attack(kind=kind, ships=ships), defend=Defend(kind=kind, ships=ships)
            )
            raise self._reader.fail(message, term)
        return self._dispute.asked == "attackers"

    def _verb(self) -> str:
        return "ATTACK" if "attack" in (self._said.verb, self._said.occasion) else "DEFEND"

    # How many -------------------------------------------------------------------------

    def _ships(self) -> int | None:
        said = self._said
        numbers = [number for number, _term in said.numbers]
        numbers += [one.count for one in said.named if one.count is not None]
        wishes = [flag for flag in said.flags if flag in _WISHES]
        if "all" in wishes and len(numbers) + len(wishes) > 1:
            wishes.remove("all")  # "defend all with 2": for all leaders, or all of the two
        if len(numbers) + len(wishes) > 1 and set(wishes) != {"win", "tie"}:
            raise self._reader.fail(_("one number of ships a line"))
        denial = said.flags.get("not") or said.flags.get("none")
        if denial and (wishes != ["none"] or self._is_addressed(denial)):
            return self._denied(denial, amount=bool(numbers) or wishes not in ([], ["none"]))
        if numbers:
            return numbers[0]
        if "all" in wishes:
            return FIGURES.hand
        if "none" in wishes:
            return 0
        if wishes == ["tie"] and said.verb == "attack":
            term = said.flags["tie"]
            message = _("a tie is won by the defender; attack to WIN, or WITH a number")
            raise OrderError(message, term.column, len(term.text), str(Attack()))
        return None if wishes else self._unsaid()

    def _is_addressed(self, denial: Term) -> bool:
        """Whether it may be said to others: "never attack my merchants"."""
        verb = self._said.verb_term
        before = verb is not None and denial.column < verb.column
        return before and self._said.verb == "attack" and bool(self._said.named)

    def _denied(self, denial: Term, *, amount: bool) -> int:
        """ "Do not attack" asks for no ships, except in a turn of one's own: there it may be
        about the turn."""
        said = self._said
        if amount:
            message = _("an order says what to do; leave the line out if it is not to be done")
            raise self._reader.fail(message, denial)
        if said.verb != "reinforce" and (self._is_moving or self._is_addressed(denial)):
            raise self._missing(f"{self._verb()} NONE")
        return 0

    def _unsaid(self) -> int:
        """Nothing is said of ships: in a conflict each ship named is one to send."""
        ships = [one for one in self._said.named if one.is_ship]
        if self._dispute is not None and ships:
            return len(ships)
        raise self._missing()

    def _missing(self, suggestion: str | None = None) -> OrderError:
        examples = "WIN" if self._verb() == "ATTACK" else "TIE"
        message = _("how many ships? As in {verb} WITH 2, {verb} NONE or {verb} {least}")
        error = self._reader.fail(message.format(verb=self._verb(), least=examples))
        error.suggestion = suggestion
        return error

    # For which leader -----------------------------------------------------------------

    def _kind(self) -> tuple[Kind | None, Term | None]:
        """The leader it goes for; a word for the ships that are sent may tell it too."""
        said = self._said
        ships = [one for one in said.named if one.count is not None or self._are_all(one)]
        leaders = [one for one in said.named if one not in ships]
        if not leaders and ships:
            return self._by_ships(ships[0])
        kinds = dict.fromkeys(one.kind for one in leaders)
        if len(kinds) > 1:
            raise self._reader.fail(_("one leader a line, or none for all"), leaders[1].term)
        if self._dispute is not None and self._dispute.is_internal and leaders:
            only = self._dispute.clashes[0].kind
            if leaders[0].is_ship and leaders[0].kind != only:
                return self._by_ships(leaders[0])
        return (leaders[0].kind, leaders[0].term) if leaders else (None, None)

    def _are_all(self, named: Named) -> bool:
        """Whether all ships of the kind are meant: "with all scientists"."""
        before = self._reader.behind(named.term)
        return named.is_ship and before is not None and before.means("all")

    def _by_ships(self, ships: Named) -> tuple[Kind | None, Term | None]:
        """Scientists are sent beside any leader, other ships for the leader of their kind."""
        if self._dispute is not None:
            sent = self._dispute.ships
            fought = [kind for kind, ship in sent.items() if ship == ships.kind]
            return (fought[0] if fought else ships.kind), ships.term
        if ships.kind != "science":
            return ships.kind, ships.term
        message = _(
            "for which leader? {verb} science WITH {number} is for your science leader, "
            "{verb} WITH {number} for all"
        )
        number = FIGURES.hand if ships.count is None else ships.count
        raise self._reader.fail(message.format(verb=self._verb(), number=number), ships.term)
