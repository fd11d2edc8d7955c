"""Makes a game as somebody asks for it by mail, whose own it becomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.api import RulesetError
from pbem.engine.errors import Trouble
from pbem.engine.i18n import _
from pbem.service.config import ConfigError, convert
from pbem.service.context import Session
from pbem.service.gamefile import LONGEST_NAME, GameSpec, MasterSpec, complaints, on_a_line
from pbem.service.making.mistakes import Mistake, in_keys
from pbem.service.making.places import places
from pbem.service.making.request import NotToml, Request, read_changes
from pbem.service.making.templates import changed
from pbem.service.play.games import check_new_id, make_game
from pbem.service.play.sitting import must_be_a_first
from pbem.service.play.table import GameProblem
from pbem.service.play.unasked import write_unasked
from pbem.store import masters
from pbem.store.mastering import Role
from pbem.store.records import GameRow

MOST_A_DAY = 10
"""Games that somebody may make by mail in a day."""
MOST_STRANGE = 5
"""Lines without a value that are looked past for what else is wrong."""
DAY = timedelta(days=1)
_HERE = Path("file")


class NoGame(Trouble):
    """A game cannot be made: ``what`` says why, ``text`` is what was read for it, from the ``file``
    of this name where it was attached, and ``mistakes`` are what is wrong in it. ``ruleset`` is
    that of the game that was meant."""

    def __init__(
        self, what: str, text: str = "", mistakes: Sequence[Mistake] = (), ruleset: str = ""
    ) -> None:
        super().__init__(what)
        self.what, self.text, self.mistakes, self.ruleset = what, text, tuple(mistakes), ruleset
        self.file = ""


def spec_asked_for(session: Session, request: Request) -> GameSpec:
    """The game that a mail describes, checked whole. Raises :class:`NoGame`."""
    assert request.create is not None
    if request.create.strange:
        raise NoGame(_("CREATE stands alone on its line, or with the name of one template."))
    if any(command.verb == "CREATE" for command in request.commands):
        raise NoGame(_("One mail makes one game: send another for the next."))
    template = request.create.argument
    if template and request.files:
        raise NoGame(_("There are a template and a file: send one of the two."))
    if len(request.files) + bool(request.typed.strip()) > 1:
        raise NoGame(_("There is more than one game file in the mail: send one."))
    text = request.files[0][1] if request.files else request.typed
    if not (template or text.strip()):
        raise NoGame(
            _(
                "Attach a game file, or write its lines below CREATE, or name a template: "
                "TEMPLATES tells which there are."
            )
        )
    try:
        return spec_of(session, template, text)
    except NoGame as problem:
        problem.file = request.files[0][0] if request.files else ""
        raise


def spec_of(session: Session, template: str, text: str) -> GameSpec:
    """The game of a file, or of a template (empty: none) that lines change. Raises
    :class:`NoGame`."""
    try:
        values, strange = _readable(text)
        whole = changed(session.context, template, values) if template else values
        given = [one.path for one in places(text) if one.line in {m.line for m in strange}]
        found = (*complaints(whole, but=given), *_of_its_id(session, whole))
        if strange or found:
            mistakes = sorted((*strange, *in_keys(text, found)), key=lambda one: one.line)
            said = " ".join(one.what for one in mistakes)
            raise NoGame(said, text, mistakes, str(whole.get("ruleset", "")))
        return convert(_HERE, whole, GameSpec)
    except NotToml as error:
        raise NoGame(error.mistake.what, text, [error.mistake]) from error
    except GameProblem as error:
        raise NoGame(str(error)) from error
    except RecursionError as error:  # of keys with thousands of dots
        raise NoGame(_("Lists and tables stand too deep in each other in it.")) from error


def _of_its_id(session: Session, values: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the short name that a game is to have."""
    wanted = values.get("id")
    if isinstance(wanted, str) and wanted:
        try:
            check_new_id(session.connection, wanted)
        except GameProblem as problem:
            yield str(problem)


def _readable(text: str) -> tuple[dict[str, Any], list[Mistake]]:
    """The tables of a file without the lines that have no value, and what is wrong with these.
    Raises :class:`NotToml` for any other text that is none."""
    lines, strange = text.split("\n"), list[Mistake]()
    while True:
        try:
            return read_changes("\n".join(lines)), strange
        except NotToml as error:
            found = error.mistake
            if not (found.is_value and len(strange) < MOST_STRANGE):
                raise
            strange.append(found)
            lines[found.line - 1] = ""


def make(session: Session, spec: GameSpec, address: str, name: str) -> GameRow:
    """Make a game whose first owner has this address; who else is concerned gets a mail. Raises
    :class:`NoGame`."""
    since = session.context.clock.now() - DAY
    if masters.made_since(session.connection, address, since) >= MOST_A_DAY:
        said = _("{count} games a day may be made by mail; try again tomorrow.")
        raise NoGame(said.format(count=MOST_A_DAY))
    own = msgspec.structs.replace(spec, masters=tuple(_with_owner(spec.masters, address, name)))
    part = session.connection.begin_nested()
    try:
        named = [one.address for one in spec.seats] + [one.address for one in spec.masters]
        people = [one.lower() for one in named if one]
        for one in people:
            must_be_a_first(session.connection, one)
        write_unasked(session, address, people)
        row = make_game(session, own, maker=address)
    except (ConfigError, RulesetError, GameProblem) as error:
        part.rollback()
        raise NoGame(str(error)) from error
    part.commit()
    return row


def _with_owner(named: Iterable[MasterSpec], address: str, name: str) -> Iterable[MasterSpec]:
    others = list(named)
    mine = next((one for one in others if one.address.lower() == address), None)
    if mine is not None:
        others.remove(mine)
    owner = mine or MasterSpec(address=address, name=on_a_line(name)[:LONGEST_NAME])
    return msgspec.structs.replace(owner, role=Role.OWNER), *others
