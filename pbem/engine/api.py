"""The contract of a ruleset: the types and protocols that every game is made of.

A game's state waits for a set of :class:`Ask`. Simultaneous orders are many
Asks, a sequential turn is one, an interrupt is new Asks opened by the last
resolution, with the short deadline. When all required ones are answered or the
deadline has passed, defaults are filled in and :meth:`Rules.resolve` is called
once. There is no other path; suspended work is plain data inside the state.

Type variables, the same everywhere: ``S`` the state (the whole truth), ``O`` a
seat's orders for one turn, ``V`` a view (what one seat, or a spectator, may
know). All three, and events, are frozen ``msgspec.Struct`` types.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

import msgspec

from pbem.engine.chronicle import Chronicle
from pbem.engine.errors import Trouble
from pbem.engine.menu import Menu
from pbem.engine.report import Report, TextBlock
from pbem.engine.rng import Chance
from pbem.engine.topics import Topic

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741  (the contract's own letter for orders)
V = TypeVar("V")
O_co = TypeVar("O_co", covariant=True)
O_contra = TypeVar("O_contra", contravariant=True)
V_co = TypeVar("V_co", covariant=True)
V_contra = TypeVar("V_contra", contravariant=True)

Seat = int
"""A place at the table, counted from 1. Who sits there is the service's concern."""

Traits = Mapping[Seat, Mapping[str, str]]
"""Facts of seats, by the name of the trait: what statistics count victories by."""

Options = msgspec.Struct
"""A ruleset's settings: a frozen Struct of its own whose defaults are the default game."""


class Player(msgspec.Struct, frozen=True):
    """Who takes part, as the rules and all other players may know it."""

    seat: Seat
    name: str


class Pace(StrEnum):
    """Which deadline an Ask runs on."""

    TURN = "turn"
    REACTION = "reaction"
    """The short one."""
    REST = "rest"
    """What is left of the deadline before: whoever is asked again gains no time by it. Where
    nothing is left the short one."""


class Ask(msgspec.Struct, frozen=True):
    """One seat owes (or may send) one set of orders.

    At most one Ask is open for a seat at a time. ``kind`` is the ruleset's own
    word for what is asked ("move", "placement", "reaction"). A turn closes
    early when every ``required`` Ask is answered; nobody waits for the others,
    and they have no default: unanswered they are left out of the answers.

    ``lasting``: what is sent for it does not hang on the turn, as the standing
    orders that a ruleset keeps in its state do not. A mail that answers an earlier
    turn's report then counts for the open turn, and where nobody waits for it, for
    as long as that is open. Without it such a mail is too late.
    """

    seat: Seat
    kind: str = "orders"
    pace: Pace = Pace.TURN
    required: bool = True
    lasting: bool = False


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that happened in a resolution, with who may hear of it.

    Rulesets derive their own events from it. ``audience`` holds seats; ``None``
    means everyone, spectators too. An event tells its audience only; whatever
    is in its fields is thereby told. A public one tells nothing that the
    spectator's view does not show as well.

    Whoever owes nothing in the new turn may hear of it once a day only; of a type that is
    ``at_once`` (a draw that is offered, a king in check) its audience is told as it happens.
    """

    at_once: ClassVar[bool] = False

    audience: tuple[Seat, ...] | None = None

    def is_for(self, seat: Seat | None) -> bool:
        """Whether `seat` (None: a spectator) may hear of this."""
        return self.audience is None or (seat is not None and seat in self.audience)


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended. Several winners share the victory; none is a draw of all.

    ``scores`` are for people and for statistics, one a seat, in the ruleset's
    own unit; higher is better. ``agreed`` is empty where the rules ended the game; else its
    players did (:mod:`pbem.engine.agreement`): by a draw, by conceding it to the one winner, or
    without any result, and a winner's score is 1, everybody else's 0.
    """

    winners: tuple[Seat, ...]
    scores: dict[Seat, float]
    reason: str
    agreed: Literal["", "draw", "concede", "end"] = ""

    @classmethod
    def by_score(cls, scores: Mapping[Seat, float], reason: str) -> Outcome:
        """Whoever has the highest score wins; whose scores are equal share the victory."""
        best = max(scores.values())
        winners = tuple(seat for seat, score in scores.items() if score == best)
        return cls(winners, {seat: float(score) for seat, score in scores.items()}, reason)


class Level(StrEnum):
    """What became of one line of orders."""

    ACCEPTED = "accepted"
    WARNED = "warned"
    REFUSED = "refused"


class Verdict(msgspec.Struct, frozen=True):
    """What became of one line, for its author to read.

    ``line`` is its number in the mail's order lines from 1; ``column`` and ``length`` frame the
    words at fault, from 1, in ``text``, the line as written. ``message`` says what was wrong and
    what would have been right; ``suggestion`` is the nearest thing that would have been understood,
    if any. ``note`` is the running balance, a price or a reading of the line. ``lasting`` is what
    can be repeated in later turns of a line that names what is gone: "" nothing, None all of it.
    """

    line: int
    text: str
    level: Level = Level.ACCEPTED
    message: str = ""
    column: int = 1
    length: int = 0
    suggestion: str | None = None
    note: str = ""
    lasting: str | None = None


class Line(msgspec.Struct, frozen=True):
    """One order line handed to a desk.

    ``number`` is its place among the mail's order lines from 1; ``text`` is what
    remains without prefix (``@``, ``TURN 8:``) and comment, ``source`` the line
    as written, and ``offset`` the column in ``source`` before ``text``, so that
    column c of ``text`` (from 1) is column ``offset + c`` of ``source``.
    """

    number: int
    text: str
    source: str
    offset: int = 0


@dataclass(frozen=True)
class Parsed(Generic[O_co]):
    """What a desk made of a mail's lines: orders, and a verdict for every line.

    ``orders`` is None where nothing can be taken (no good line, or a ruleset in
    which one bad line spoils the whole); the set held before then stays.
    ``remark`` says what happens now where the verdicts alone do not.

    ``answers`` is False where the orders are held and played, but say nothing of what is
    asked: the turn waits for this seat, or does not, as before. ``lasting`` tells that no
    line of this mail hangs on the turn, as with :attr:`Ask.lasting`, whatever the Ask.

    A line that is refused keeps the turn open until its author has seen to it; not where the
    orders ``suffice``, as a list of preferences does of which one is left out. Orders that leave
    ``undone`` what their author may have forgotten, as the remark says, are played, but leave time
    to think again to whoever plays alone, too.
    """

    orders: O_co | None
    verdicts: tuple[Verdict, ...]
    remark: str = ""
    answers: bool = True
    lasting: bool = False
    suffice: bool = False
    undone: bool = False


class Fit(StrEnum):
    """How a line of a mail looks to a ruleset's grammar, before any view is asked."""

    NO = "no"
    """Prose: not an order."""
    ORDER = "order"
    """An order, well written or not."""
    NEARLY = "nearly"
    """Meant as an order perhaps: too unlike one to be read, too like one to be passed over. Its
    author is told, and the turn waits (:func:`pbem.engine.nearness.near`)."""


class Rules(Protocol[S, O_contra, V_co]):
    """The truth of a game. Pure: same state, answers and chance, same result, everywhere."""

    def setup(self, options: Any, players: Sequence[Player], chance: Chance) -> S:
        """The first state. Seats are 1..n in order. Raises :class:`OptionsError`."""
        ...

    def asks(self, state: S) -> tuple[Ask, ...]:
        """Who owes what now, in seat order; empty once the game is over, and only then."""
        ...

    def view(self, state: S, seat: Seat | None) -> V_co:
        """All that `seat` (None: a spectator) may know of this state."""
        ...

    def resolve(
        self, state: S, answers: Mapping[Seat, O_contra], chance: Chance
    ) -> tuple[S, tuple[Event, ...]]:
        """The next state and what happened. Orders are checked again against the truth;
        what then fails is an Event to its owner, never an exception."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def scramble(self, state: S, seat: Seat, chance: Chance) -> S:
        """Another truth that `seat` cannot tell from this one. The conformance kit
        scrambles all that a seat cannot know and looks for any byte that changes."""
        ...


class Desk(Protocol[O, V_contra]):
    """The player's side of a game. It never sees the state."""

    def fit(self, line: str, view: V_contra | None = None) -> Fit:
        """Whether a line of a mail is meant as an order; without a view, by the default
        game's words. Misspelt orders fit too: they are refused with a reason, not lost."""
        ...

    def continues(self, before: str, rest: str, view: V_contra | None = None) -> bool:
        """Whether a line of a mail is the rest of the order `before` it, which a mail program has
        wrapped."""
        ...

    def parse(
        self, view: V_contra, ask: Ask, lines: Sequence[Line], held: O | None = None
    ) -> Parsed[O]:
        """Orders and a verdict for every line. Never raises on anything a player wrote.

        `held` is the set that a mail before has left for this Ask. What is returned replaces
        it whole; a game whose orders stand until others come takes those over from it.
        """
        ...

    def write(self, view: V_contra, ask: Ask, orders: O) -> tuple[str, ...]:
        """The orders as lines that :meth:`parse` reads back to the same orders."""
        ...

    def default(self, view: V_contra, ask: Ask) -> O:
        """What is played when the deadline is missed."""
        ...

    def unanswered(self, view: V_contra, ask: Ask) -> str:
        """What comes of missing the deadline, in a sentence ("Without a move you lose on time.");
        empty where the lines of :meth:`default` tell it."""
        ...

    def idle(self, view: V_contra, ask: Ask) -> O:
        """Orders that do nothing: what is played for a seat that is to pass."""
        ...

    def sample(self, view: V_contra, ask: Ask, chance: Chance) -> O:
        """A random legal answer, for tests and as the weakest opponent."""
        ...

    def menu(self, view: V_contra, ask: Ask, held: O | None = None) -> Menu:
        """What can be ordered now behind the orders `held`, made from the view alone: every path of
        it is a line that :meth:`parse` takes, or that only its price forbids, told by ``takes``."""
        ...

    def menu_lines(self, view: V_contra, ask: Ask, lines: Sequence[str]) -> tuple[str, ...]:
        """Lines of a mail, each as the menu of whoever holds nothing spells it, so that a program
        can count what it takes; as it is where the menu has no such line."""
        ...

    def report(self, view: V_contra, news: Sequence[Event]) -> Report:
        """What the owner of this view (a spectator too) is told, from the view and the
        events for it alone. `news` are the events since this owner's last report, in order:
        of the last turn, or of several for a seat of which nothing was asked meanwhile."""
        ...

    def manual(self, view: V_contra | None = None, ask: Ask | None = None) -> tuple[TextBlock, ...]:
        """How orders are written, in a screenful, for HELP by mail; with examples of what the
        view's owner can order now, where something is asked of them."""
        ...

    def reserved(self) -> frozenset[str]:
        """Words of its orders, which no player may be called: a line would mean another thing
        with them. Capitals and accents do not matter."""
        ...


class Codec(Protocol[S, O, V]):
    """JSON text for the record. Loading lifts old schemas; round trips are exact."""

    @property
    def schema(self) -> int: ...

    def dump_state(self, state: S) -> bytes: ...
    def load_state(self, data: bytes) -> S: ...
    def dump_orders(self, orders: O) -> bytes: ...
    def load_orders(self, data: bytes) -> O: ...
    def dump_view(self, view: V) -> bytes: ...
    def load_view(self, data: bytes) -> V: ...
    def dump_events(self, events: Sequence[Event]) -> bytes: ...
    def load_events(self, data: bytes) -> tuple[Event, ...]: ...


class Bot(Protocol[O_co, V_contra]):
    """An automatic player. It decides from its seat's view alone."""

    def decide(self, view: V_contra, ask: Ask, chance: Chance) -> O_co: ...


@dataclass(frozen=True)
class Ruleset(Generic[S, O, V]):
    """One game, whole: what an entry point of the group ``pbem.rulesets`` names.

    ``version`` is stored with every game and raised when behaviour changes.
    ``public`` are patterns (``fnmatch`` over paths such as ``points.2.Economy``
    of the dumped state) of leaves that no secret touches: what no scramble ever
    changes must be declared here. ``parts`` takes a leaf of text apart (by such a pattern) of which
    each part has its own secret, as the squares of a position in FEN, ``fen.e4``: parts are then
    leaves. ``disclosures`` are the event types that may
    tell their audience what others keep secret, each with the ruling that says
    so. ``bots`` maps a level or temper to a bot, weakest first; ``house_bot`` is the one that
    a game master gets without naming one. ``traits`` tells facts of every seat from a spectator's
    view of a finished game, by the name of the trait (``{1: {"faction": "Synelle"}}``):
    statistics of many games count victories by them. None where seats differ in nothing.
    ``resign`` are the orders of a seat that its player gave up, by which it is out of the game as
    the rules have it, given for the next Ask of it. None: the house bot plays on in its place.
    ``draws`` says whether a game with these options leaves anything to chance: where not, mails
    speak of no dice. ``length`` says in a sentence how long it lasts; None where that is
    nothing that whoever is asked to play has to know.
    ``topics`` are what HELP tells by a word of its own, beside the manual.
    ``chronicle`` adds figures and pictures to the story of a finished game. ``sealed`` are the
    kinds of parts (:data:`pbem.engine.chain.PARTS`) that stay secret when a game is over, so that
    its export holds but their seals, each with the ruling that says so.
    """

    name: str
    title: str
    version: int
    summary: str
    seats: range
    options: type[Any]
    rules: Rules[S, O, V]
    desk: Desk[O, V]
    codec: Codec[S, O, V]
    bots: Mapping[str, Bot[O, V]]
    house_bot: str
    public: tuple[str, ...] = ()
    parts: Mapping[str, Callable[[str], Mapping[str, str]]] = field(default_factory=dict)
    disclosures: Mapping[type[Event], str] = field(default_factory=dict)
    traits: Callable[[V], Traits] | None = None
    resign: Callable[[V, Ask], O] | None = None
    sealed: Mapping[str, str] = field(default_factory=dict)
    chronicle: Chronicle[V] | None = None
    draws: Callable[[Any], bool] = lambda _options: True
    length: Callable[[Any], str] | None = None
    topics: tuple[Topic[V], ...] = ()

    def __post_init__(self) -> None:
        # Looked at while one thread imports it (pbem.engine.codec.look_at).
        msgspec.json.Decoder(self.options)


AnyRuleset = Ruleset[Any, Any, Any]
"""A ruleset as the service holds it, without its types."""


class RulesetError(Trouble):
    """A ruleset was used in a way that it cannot serve."""


class OptionsError(RulesetError):
    """The options of a game are not valid; the message names the key and the remedy."""
