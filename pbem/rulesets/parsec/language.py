"""All that can be ordered in Parsec, and how it is written (PA-5, PA-12)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pbem.engine.api import Ask
from pbem.engine.i18n import N_
from pbem.engine.language import (
    ALL,
    Amount,
    Counted,
    Flag,
    Form,
    Language,
    Names,
    Place,
    Refused,
    Said,
    Several,
    Sum,
    Thing,
    Words,
)
from pbem.maps.board import Square, read_square, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.kinds import KINDS, SHIPS, Counts, Kind
from pbem.rulesets.parsec.orders import (
    AnyOrder,
    Attack,
    Defend,
    Destroy,
    Harvest,
    Pass,
    PlaceLeader,
    Recall,
    Settle,
    Swap,
)
from pbem.rulesets.parsec.reckoning.course import Course
from pbem.rulesets.parsec.view import View


@dataclass(frozen=True)
class Situation:
    """Who reads or orders, and what is asked; `course` is the turn as the lines before leave it."""

    view: View
    ask: Ask | None = None
    course: Course | None = None

    @property
    def hand(self) -> Counts:
        return self.course.position.means.hand if self.course else Counts()


# What orders leave open ---------------------------------------------------------------

LEADER = Thing(
    ("leader", "kind"),
    odd=("ship",),
    question=N_("which leader? government, science, merchant or mining."),
)
SHIP = Thing(
    ("ship", "kind"),
    odd=("leader",),
    written=lambda kind: SHIPS[_kind(kind)],
    question=N_("which ship?"),
    leads=("with",),
    one=True,
)
ANY_KIND = Thing(("leader", "ship", "kind"))
LEADER_ONLY = Thing(("leader", "kind"), question=LEADER.question)
SQUARE = Place(read_square, square_name, question=N_("where?"), leads=("to",))
ORIGIN = Place(read_square, square_name, question=LEADER.question, leads=("from",))
ARTIFACT = Place(read_square, square_name, question=N_("which artifact?"), leads=("to", "from"))
SHIPS_SWAPPED = Counted(SHIP, question=N_("which ships?"))
HOW_MANY = N_("how many ships?")
TO_WIN = Amount(
    {"win": None, "none": 0, "all": FIGURES.hand, "tie": "tie"},
    ANY_SHIP := Thing(("ship", "kind")),
    HOW_MANY,
)
TO_TIE = Amount({"tie": None, "none": 0, "all": FIGURES.hand, "win": None}, ANY_SHIP, HOW_MANY)
THIS_ONCE = Flag("passing")


def _kind(key: str) -> Kind:
    return next(kind for kind in KINDS if kind == key)


# What is made of them -----------------------------------------------------------------


def _from(said: Said, at: Situation) -> Kind:
    """The leader that stands where the line says it comes from. Raises :class:`Refused`."""
    origin: Square = said["origin"]
    leader = at.course.position.space.leaders.get(origin) if at.course else None
    if leader is None or leader.seat != at.view.seat:
        message = N_("no leader of yours stands on {square}")
        raise Refused(message, "origin", square=square_name(origin))
    kind = said.get("kind", leader.kind)
    if kind != leader.kind:
        message = N_("your {leader} stands on {square}")
        where, name = square_name(origin), naming.LEADERS[leader.kind]
        raise Refused(message, "origin", leader=name, square=where)
    return leader.kind


def _leader(said: Said, at: Situation) -> PlaceLeader:
    kind = _from(said, at) if "origin" in said.values else _kind(said["kind"])
    return PlaceLeader(kind=kind, to=said["to"])


def _recall(said: Said, at: Situation) -> Recall:
    return Recall(kind=_from(said, at) if "origin" in said.values else _kind(said["kind"]))


def _no_settler(said: Said, _at: Situation) -> AnyOrder:
    order = PlaceLeader(kind=_kind(said["kind"]), to=said["at"])
    raise Refused(N_("a leader does not settle: LEADER places it"), "kind", order)


def _settle(said: Said, _at: Situation) -> Settle:
    first = tuple(dict.fromkeys(map(_kind, said.get("first", ()))))
    return Settle(kind=_kind(said["kind"]), at=said["at"], first=first)


def _pass(said: Said, _at: Situation) -> Pass:
    if said.get("half") and said.alone:
        raise Refused(N_("PASS alone passes both orders; name the other order too"), "half")
    return Pass()


def _swap(said: Said, at: Situation) -> Swap:
    """PA-9: every kind has its own number, or ALL; a word for several wants one."""
    counts, hand = said["ships"], at.hand
    ships: list[Kind] = []
    whole: list[Kind] = []
    goes_on = False
    for count in counts:
        if count.thing is None:
            whole += KINDS
            continue
        kind = _kind(count.thing)
        goes_on = count.number == ALL or (goes_on and count.number is None and count.many)
        if goes_on:
            whole.append(kind)
        elif count.number is None and count.many:
            raise Refused(_HOW_MANY_EACH, "ships", ship=SHIPS[kind])
        else:
            ships += [kind] * min(1 if count.number is None else int(count.number), 99)
    every = [kind for kind in KINDS if kind in whole for _ship in range(hand.of(kind))]
    if whole and not every:
        raise Refused(N_("you have no such ship in hand"), "ships")
    return Swap(ships=(*every, *(kind for kind in ships if kind not in whole)))


_HOW_MANY_EACH = N_("how many? As in “SWAP 2 {ship}s” or “SWAP ALL {ship}s”")


def _no_wish(said: Said, at: Situation) -> AnyOrder:
    try:
        instead: Swap | None = _swap(said, at)
    except Refused:
        instead = None
    raise Refused(N_("which ships come for others is chance"), "wish", instead)


def _pledge(said: Said, at: Situation) -> Attack | Defend:
    """PA-12: ships to send, with every leader or with one."""
    if said.get("passing") and not at.view.is_asked:
        message = N_("a standing order holds until others are sent, not for one turn")
        raise Refused(message, "passing")
    kind, ships = _pledged(said, at)
    if _attacks(said, at, kind, ships):
        if ships == "tie":
            message = N_("a tie is won by the defender; attack to WIN, or WITH a number")
            raise Refused(message, "ships", Attack(kind=kind))
        return Attack(kind=kind, ships=_number(ships))
    return Defend(kind=kind, ships=_number(ships))


_MOST_NAMED = 999


def _number(ships: int | str | None) -> int | None:
    if isinstance(ships, int) and ships > _MOST_NAMED:
        raise Refused(N_("the number of ships has too many digits"), "ships")
    return ships if isinstance(ships, int) else None


def _pledged(said: Said, at: Situation) -> tuple[Kind | None, int | str | None]:
    """For which leader, and how many. Scientists are sent beside any leader, other ships for the
    leader of their kind."""
    sent: Sum = said["ships"]
    kind = _kind(said["kind"]) if "kind" in said.values else None
    dispute = at.view.dispute if at.view.is_asked else None
    if sent.of is None or (kind is not None and dispute is None):
        return kind, sent.number
    ship = _kind(sent.of)
    if dispute is not None:
        fought = (one for one, other in dispute.ships.items() if other == ship)
        return kind or next(fought, ship), sent.number
    if ship != "science":
        return ship, sent.number
    message = N_(
        "for which leader? {verb} science WITH {number} is for your science leader, "
        "{verb} WITH {number} for all"
    )
    number = FIGURES.hand if sent.number is None else sent.number
    raise Refused(message, "ships", verb=said.verb.upper() or "DEFEND", number=number)


def _attacks(said: Said, at: Situation, kind: Kind | None, ships: int | str | None) -> bool:
    """Whether it is an attack; REINFORCE is what the author is asked for."""
    if said.verb in ("attack", "defend"):
        return said.verb == "attack"
    if at.view.is_asked and at.view.dispute is not None:
        return at.view.dispute.asked == "attackers"
    number = _number(ships)
    message = N_("when you attack, or when you are attacked? {attack} or {defend}")
    attack = written(Attack(kind=kind, ships=number))
    raise Refused(message, attack=attack, defend=written(Defend(kind=kind, ships=number)))


def _answers_alone(at: Situation | None) -> bool:
    """Who is asked for ships may name them without a verb."""
    return at is not None and at.view.is_asked


# The forms ----------------------------------------------------------------------------

_PLACED = ("leader", "move", "place")
_BESIDE = ("passing", "system")
_WITH_SHIPS = ("leader", "ship", "conflict", "when", ALL)

FORMS = (
    Form(
        "LEADER {kind} [FROM {origin}] TO {to}",
        _leader,
        of=PlaceLeader,
        kind=LEADER,
        origin=ORIGIN,
        to=SQUARE,
        verbs=_PLACED,
        bare=True,
        silent=("leader", "move", *_BESIDE),
        example="LEADER science TO f5",
    ),
    Form(
        "LEADER {kind} TO {to}",
        _leader,
        kind=LEADER,
        to=SQUARE,
        verbs=("reinforce",),
        silent=("leader", *_BESIDE),
        odd=1,
    ),
    Form(
        "LEADER {origin} TO {to}",
        _leader,
        origin=ORIGIN,
        to=SQUARE,
        verbs=("leader", "move"),
        silent=("leader", "move", *_BESIDE),
        example="LEADER science TO f5",
    ),
    Form(
        "RECALL {kind} [FROM {origin}]",
        _recall,
        of=Recall,
        kind=LEADER_ONLY,
        origin=ORIGIN,
        silent=("leader", "home", *_BESIDE),
        example="RECALL science",
    ),
    Form(
        "RECALL {origin}",
        _recall,
        origin=ORIGIN,
        silent=("leader", "home", *_BESIDE),
        example="RECALL science",
    ),
    Form(
        "LEADER {kind} [FROM {origin}] HOME",
        _recall,
        kind=LEADER_ONLY,
        origin=ORIGIN,
        verbs=(*_PLACED, "take", "reinforce"),
        bare=True,
        silent=("leader", "move", *_BESIDE),
    ),
    Form(
        "SETTLE {kind} AT {at} [FIRST {first}]",
        _settle,
        of=Settle,
        kind=SHIP,
        at=SQUARE,
        first=Several(ANY_KIND),
        verbs=("settle", "place"),
        silent=("ship", *_BESIDE),
        example="SETTLE merchant AT g7",
    ),
    Form(
        "SETTLE {kind} AT {at} [FIRST {first}]",
        _settle,
        kind=Thing(("ship", "kind", "leader"), one=True),
        at=SQUARE,
        first=Several(ANY_KIND),
        verbs=("",),
        bare=True,
        silent=("ship", *_BESIDE),
    ),
    Form(
        "SETTLE {kind} AT {at}",
        _settle,
        kind=Thing(("ship", "kind"), one=True),
        at=SQUARE,
        verbs=("move", "reinforce"),
        silent=("ship", *_BESIDE),
        odd=1,
    ),
    Form("SETTLE {kind} LEADER AT {at}", _no_settler, kind=LEADER_ONLY, at=SQUARE),
    Form(
        "DESTROY {at}",
        of=Destroy,
        at=SQUARE,
        silent=("weapon", "with", "place", *_BESIDE),
        example="DESTROY h3",
    ),
    Form(
        "SWAP {ships}",
        _swap,
        of=Swap,
        ships=SHIPS_SWAPPED,
        silent=("ship", "others", *_BESIDE),
        example="SWAP 2 scientists 1 miner",
    ),
    Form(
        "SWAP {ships} FOR {wish}",
        _no_wish,
        ships=SHIPS_SWAPPED,
        wish=Counted(ANY_KIND, leads=("to", "with")),
        odd=1,
    ),
    Form("HARVEST {square}", of=Harvest, square=ARTIFACT, silent=_BESIDE, example="HARVEST g4"),
    Form(
        "ATTACK [{kind}] {ships} [{passing}]",
        _pledge,
        of=Attack,
        kind=ANY_KIND,
        ships=TO_WIN,
        passing=THIS_ONCE,
        silent=("attack", "reinforce", "either", *_WITH_SHIPS),
        example="ATTACK WITH 2",
    ),
    Form(
        "DEFEND [{kind}] {ships} [{passing}]",
        _pledge,
        of=Defend,
        kind=ANY_KIND,
        ships=TO_TIE,
        passing=THIS_ONCE,
        silent=("defend", "reinforce", "either", *_WITH_SHIPS),
        example="DEFEND WITH 2",
    ),
    Form(
        "REINFORCE [{kind}] {ships} [{passing}]",
        _pledge,
        kind=ANY_KIND,
        ships=TO_TIE,
        passing=THIS_ONCE,
        verbs=("reinforce", "either"),
        bare=_answers_alone,
        silent=_WITH_SHIPS,
    ),
    Form("PASS [{half}]", _pass, of=Pass, half=Flag("half"), silent=_BESIDE),
)
"""Every way to order something; the first of each order is the one that it is written in."""


def _names_of(at: Situation) -> Names:
    return _player_names(at.view.players)


@lru_cache(maxsize=16)
def _player_names(players: tuple[object, ...]) -> Names:
    return {
        WORDS.run(player.name): frozenset({("name", str(player.seat))})  # type: ignore[attr-defined]
        for player in players
    }


WORDS = Words.of("pbem.rulesets.parsec")
LANGUAGE = Language(WORDS, FORMS, names=_names_of)


def written(order: AnyOrder) -> str:
    """An order as a line."""
    return LANGUAGE.write(order)
