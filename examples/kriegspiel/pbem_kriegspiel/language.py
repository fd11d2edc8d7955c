"""How tries are written: squares, men by their names and letters, castling, ANY (KS-2)."""

from functools import partial

import chess

from pbem.engine.i18n import N_, _
from pbem.engine.language import Form, Language, Place, Refused, Said, Taker, Thing, Words
from pbem_kriegspiel.game import MEN, Lot, Try, View, possible

LETTERS = dict(zip("nbrqkslt", "nbrqknbr", strict=True))


def _square(name: str) -> str | None:
    return name if name in chess.SQUARE_NAMES else None


def _man_to(name: str) -> tuple[str, str] | None:
    """``nf3``, as chess players write a knight's move; in German ``sf3``."""
    return (LETTERS[name[0]], name[1:]) if name[0] in LETTERS and _square(name[1:]) else None


def _move(said: Said, view: View) -> Try:
    """A pawn that comes to the last rank becomes a queen where nothing else is said."""
    start, end, man = said["start"], said["end"], said.get("man", "")
    pawn = view.board.piece_type_at(chess.parse_square(start)) == chess.PAWN
    return Try(start, end, man or ("q" if pawn and end[1] in "18" else ""))


def _by_man(view: View, man: str, end: str) -> Try:
    """Which of one's men is meant. Raises :class:`Refused` where several may be, or none."""
    found = [uci for uci, symbol in possible(view).items() if symbol == man and uci[2:4] == end]
    starts = {uci[:2]: Try(uci[:2], end, "q" if uci[4:] else "") for uci in found}
    if len(starts) > 1:
        one, other, *_more = starts.values()
        raise Refused(N_("which of them is meant?"), either=(one, other))
    if not starts:
        raise Refused(N_("no {man} of yours can go to {end}"), "end", man=MEN[man], end=end)
    return next(iter(starts.values()))


def _castled(said: Said, view: View) -> Try:
    """The king goes two squares; the rook follows."""
    rank = "8" if view.seat == 2 else "1"
    return Try(f"e{rank}", f"{'g' if said.verb == 'short' else 'c'}{rank}")


SQUARE = Place(_square, str, question=N_("which square?"))
MAN = Thing(("man",), written=str.upper, question=N_("which man?"), leads=("as",), name=N_("man"))
BOTH = Place(_man_to, "".join, name=N_("man and square"))
form = partial(Form, known={"start": SQUARE, "end": SQUARE, "man": MAN, "both": BOTH})
FORMS = (
    form("MOVE {start} TO {end} [{man}]", _move, of=Try, bare=True, example="MOVE e2 TO e4"),
    form(
        "MOVE {man} TO {end}",
        lambda said, view: _by_man(view, said["man"], said["end"]),
        bare=True,
        heads=("man",),
        example="KNIGHT TO f3",
    ),
    form("MOVE {both}", lambda said, view: _by_man(view, *said["both"]), bare=True, example="Nf3"),
    form("O-O", _castled, verbs=("short",), example="O-O"),
    form("O-O-O", _castled, verbs=("long",), example="O-O-O"),
    form("ANY", lambda _said, _view: Lot(), of=Lot, example="ANY"),
)
LANGUAGE = Language(Words.of("pbem_kriegspiel"), FORMS)


def _told(uci: str, man: str) -> str:
    become = _(", a {man} there").format(man=_(MEN[uci[4]])) if uci[4:] else ""
    return f"{_(MEN[man])} {uci[:2]}-{uci[2:4]}{become}"


def _carry_out(view: View, order: Try | Lot) -> tuple[View, str]:
    """Nothing is settled but what one's own men forbid: the rest is for the umpire to say."""
    if isinstance(order, Lot):
        return view, _("whatever is legal, by lot")
    man = possible(view).get(order.uci)
    if man is not None:
        return view, _told(order.uci, man)
    if order.uci in view.tried:
        raise Refused(N_("the umpire has said no to that already"))
    own = view.board.piece_at(chess.parse_square(order.start))
    if own is None:
        raise Refused(N_("no man of yours stands on {start}"), "start", start=order.start)
    said = N_("your {man} on {start} cannot go to {end}")
    name = MEN[own.symbol().lower()]
    raise Refused(said, "end", man=name, start=order.start, end=order.end)


TAKER: Taker[View] = Taker(LANGUAGE, _carry_out)
