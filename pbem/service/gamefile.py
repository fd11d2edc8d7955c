"""Reads what a new game shall be: from a TOML file or from the command line's words."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import msgspec

from pbem.engine.api import AnyRuleset, RulesetError
from pbem.engine.i18n import N_, _
from pbem.engine.registry import UnknownRuleset, load, read_options
from pbem.mailer.outbound.headers import UnusableAddress, usable
from pbem.mailer.settings import check_address
from pbem.service.config import ConfigError, convert, read_toml
from pbem.service.languages import check_language
from pbem.service.names import BadName, check_name
from pbem.service.quiet_hours import QuietHours
from pbem.service.schedule import Schedule, ScheduleError, duration, zones
from pbem.store.joining import Joining
from pbem.store.mastering import Role
from pbem.store.observing import Watching
from pbem.store.talk import SIGNED_PRESS, PressKind
from pbem.store.voting import Voting

LONGEST_TITLE = 200
"""Characters of a game's title."""
LONGEST_NAME = 100
"""Characters of a game master's name."""
_STRANGE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The kinds of signs that stand on no line, or are not seen and change how others are read."""
_JOINING = frozenset("\u200c\u200d")
"""Those of them that are part of words and pictures."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that are not seen."""
UNSEEN = N_("write it on one line, of signs that can be seen")
MOST_MASTERS = 10
"""Who may run one game."""
MOST_TOLD, MOST_ROUNDS = 12, 40
"""Complaints about a file that are told at once, and how often it is looked at for them."""
_NO_FILE = "file"
_JOINT = re.compile(r"[.\[]")
_PART = re.compile(r"[^.\[\]]+")
MOST_PARTS = 40
"""Of how many parts a key is looked at: no key of a game has as many."""
MOST_RELIABLE = 100
"""Turns of a hundred."""


class SeatSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One ``[[seats]]`` entry: a person (``address``), a ``bot`` or, with neither, an open seat.

    ``quiet`` are a person's quiet hours, ``news`` says how often they are told of turns in which
    nothing is asked of them.
    """

    name: str = ""
    address: str = ""
    bot: str = ""
    zone: str = ""
    language: str = ""
    quiet: str = ""
    news: Literal["digest", "each turn"] = "digest"


class MasterSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of ``masters``: somebody who runs the game; an assistant only its turns and time."""

    address: str
    name: str = ""
    language: str = ""
    zone: str = ""
    role: Role = Role.OWNER


class PressSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ``[press]`` of a game file: whom players may write to ("public": all, "private": some,
    "master": the game master), and whether without their name ("anonymous")."""

    kinds: tuple[PressKind, ...] = SIGNED_PRESS


class GameSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game file. ``start``: as soon as every seat is taken, or on ``pbem start``. Without
    ``masters`` the operator of the service runs the game. ``release``: whether the results of a
    turn go out at once, or wait for a game master for ``release_after`` at the most.
    ``reliability``: for how many turns of a hundred those who join have to have sent orders, where
    that is known of them. ``observers`` are who may watch it; ``public``: it is shown on the public
    pages of the service."""

    ruleset: str
    id: str = ""
    title: str = ""
    start: Literal["full", "manual"] = "full"
    join: Joining = Joining.OPEN
    options: dict[str, Any] = {}
    seats: tuple[SeatSpec, ...] = ()
    masters: tuple[MasterSpec, ...] = ()
    schedule: Schedule = Schedule(every="48h")
    release: Literal["at once", "master"] = "at once"
    release_after: str = "24h"
    reliability: int = 0
    press: PressSpec = PressSpec()
    votes: Voting = Voting()
    observers: Watching = Watching.ALL
    public: bool = False

    @property
    def release_seconds(self) -> int:
        """For how long the results of a turn wait at the most; 0: not at all."""
        if self.release == "at once":
            return 0
        return int(duration(self.release_after, "release_after").total_seconds())


def read_game_file(path: Path) -> GameSpec:
    """The game of a TOML file, checked whole. Raises :class:`ConfigError`."""
    values = read_toml(path)
    if found := complaints(values):
        raise ConfigError("\n".join(f"{path}: {said}" for said in found))
    return convert(path, values, GameSpec)


def complaints(values: Mapping[str, Any], but: Sequence[str] = ()) -> tuple[str, ...]:
    """What is wrong with the tables of a game file, each with its key at its beginning: as much of
    it as can be told at once. Empty where they make a game. That the keys `but` these are missing
    is no matter."""
    left, found, gone = _copied(values), list[str](), list(but)
    for _round in range(MOST_ROUNDS):
        try:
            check_spec(convert(Path(_NO_FILE), left, GameSpec))
            break
        except (ConfigError, RulesetError) as error:
            said = str(error).removeprefix(f"{_NO_FILE}: ")
            said = f"ruleset: {said}" if isinstance(error, UnknownRuleset) else said
        key = key_of(said)
        if not any(one == key or one.startswith((f"{key}.", f"{key}[")) for one in gone):
            found += [said] if said not in found else []
        # What is gone already, or was never there, is wrong for what it stands in.
        removed = next((x for x in upwards(key) if x not in gone and _leave_out(left, x)), "")
        if len(found) == MOST_TOLD or not removed:
            break
        gone.append(removed)
    return tuple(found)


def key_of(complaint: str) -> str:
    """The key that a complaint has at its beginning."""
    return complaint.partition(": ")[0]


def upwards(key: str) -> Iterator[str]:
    """A key such as ``seats[2].bot``, and what it stands in, one above the other. A key may be any
    text: each is shorter than the one before, and there are :data:`MOST_PARTS` at the most."""
    joints = [found.start() for found in islice(_JOINT.finditer(key), MOST_PARTS - 1)]
    yield from filter(None, (key, *(key[:joint] for joint in reversed(joints))))


def _copied(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _copied(one) for key, one in value.items()}
    return [_copied(one) for one in value] if isinstance(value, list | tuple) else value


def _leave_out(values: Any, key: str) -> bool:
    """Take what a key such as ``seats[2].bot`` names out of the tables, so that the rest of them
    can be checked; False where it is not there."""
    if isinstance(values, dict) and key in values:  # also one that is no name, in quotes
        del values[key]
        return True
    *above, last = _PART.findall(key) or [""]
    for part in above:
        values = _inner(values, part)
    if isinstance(values, dict) and last in values:
        del values[last]
        return True
    if isinstance(values, list) and last.isdecimal() and 0 < int(last) <= len(values):
        values[int(last) - 1] = {}
        return True
    return False


def _inner(values: Any, part: str) -> Any:
    if isinstance(values, list):
        return values[int(part) - 1] if part.isdecimal() and 0 < int(part) <= len(values) else None
    return values.get(part) if isinstance(values, dict) else None


def spec_of_text(text: str, name: str) -> GameSpec:
    """The game of a file's text, checked whole; `name` stands for the file in complaints. Raises
    :class:`ConfigError` or RulesetError."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name}: is not TOML: {error}") from error
    spec = convert(Path(name), values, GameSpec)
    check_spec(spec)
    return spec


def check_spec(spec: GameSpec) -> tuple[AnyRuleset, Any]:
    """The ruleset and its options. Raises :class:`ConfigError` or RulesetError."""
    if len(spec.title) > LONGEST_TITLE:
        raise ConfigError(f"title: {len(spec.title)} characters; {LONGEST_TITLE} are the most")
    _check_line("title", spec.title)
    ruleset = load(spec.ruleset)
    options = read_options(ruleset, spec.options)
    count, seats = len(spec.seats), ruleset.seats
    if count not in seats:
        said = _(
            "{ruleset} is for {least} to {most} players, here are {count}; add people, bots or "
            "open seats, or take some away"
        ).format(ruleset=ruleset.title, least=seats[0], most=seats[-1], count=count)
        raise ConfigError(f"seats: {said}")
    _check_numbers(spec)
    names: list[str] = []
    addresses: set[str] = set()
    for number, seat in enumerate(spec.seats, start=1):
        _check_seat(f"seats[{number}]", seat, ruleset.bots)
        address = seat.address.casefold()
        if address and address in addresses:
            said = _("{address} is given twice").format(address=repr(address))
            raise ConfigError(f"seats[{number}].address: {said}")
        addresses.add(address)
        if seat.name:
            try:
                names.append(check_name(seat.name, names, ruleset))
            except BadName as problem:
                raise ConfigError(f"seats[{number}].name: {problem}") from problem
    _check_masters(spec.masters)
    if spec.public and spec.observers is not Watching.ALL:
        said = _('a game on public pages needs observers = "all"')
        raise ConfigError(f"public: {said}")
    return ruleset, options


def _check_numbers(spec: GameSpec) -> None:
    try:
        if not duration(spec.release_after, "release_after"):
            raise ConfigError('release_after: write a span of time, such as "24h"')
    except ScheduleError as error:
        raise ConfigError(str(error)) from error
    if not 0 <= spec.reliability <= MOST_RELIABLE:
        raise ConfigError(f"reliability: write a number from 0 to {MOST_RELIABLE}")


def _check_masters(masters: tuple[MasterSpec, ...]) -> None:
    if len(masters) > MOST_MASTERS:
        raise ConfigError(f"masters: {MOST_MASTERS} are the most")
    addresses = [one.address.lower() for one in masters]
    for number, one in enumerate(masters, start=1):
        key = f"masters[{number}]"
        if addresses.index(one.address.lower()) != number - 1:
            said = _("{address} is given twice").format(address=repr(one.address))
            raise ConfigError(f"{key}.address: {said}")
        _check_reader(key, one)
        _check_line(f"{key}.name", one.name)
        if len(one.name) > LONGEST_NAME:
            raise ConfigError(f"{key}.name: {LONGEST_NAME} characters are the most")
        if one.role is Role.PLAYER:
            raise ConfigError(f'{key}.role: write "owner" or "assistant"')
    if masters and all(one.role is not Role.OWNER for one in masters):
        raise ConfigError('masters: one of them has to have the role "owner"')


def on_a_line(text: str) -> str:
    """A text without what would not be read as it stands."""
    return "".join(sign for sign in text if _is_seen(sign))


def _is_seen(sign: str) -> bool:
    is_strange = unicodedata.category(sign) in _STRANGE or sign in _BLANK
    return sign in _JOINING or not is_strange


def _check_line(key: str, text: str) -> None:
    """Raise :class:`ConfigError` for what would stand in mails as more than one line, or turned
    around, or not at all."""
    if on_a_line(text) != text:
        raise ConfigError(f"{key}: {_(UNSEEN)}")


def _check_seat(key: str, seat: SeatSpec, bots: Mapping[str, Any]) -> None:
    if seat.bot and seat.address:
        raise ConfigError(f"{key}: give either 'address' (a person) or 'bot', not both")
    if seat.bot and seat.bot not in bots:
        said = _("there is no bot {bot}; there are: {names}")
        told = said.format(bot=repr(seat.bot), names=", ".join(bots))
        raise ConfigError(f"{key}.bot: {told}")
    if seat.quiet:
        try:
            QuietHours.read(seat.quiet)
        except ValueError as error:
            raise ConfigError(f"{key}.quiet: {error}") from error
    _check_reader(key, seat)


def _check_reader(key: str, reader: SeatSpec | MasterSpec) -> None:
    """Where somebody gets mail, in which language, and in which zone its times are."""
    try:
        if reader.address or isinstance(reader, MasterSpec):
            check_address(f"{key}.address", reader.address)
            try:
                usable(reader.address)
            except UnusableAddress as problem:
                raise ConfigError(f"{key}.address: {problem}") from problem
        check_language(f"{key}.language", reader.language or "en")
    except ValueError as error:
        raise ConfigError(str(error)) from error
    if reader.zone and reader.zone not in zones():
        raise ConfigError(f"{key}.zone: {reader.zone!r} is no time zone, such as 'Europe/Paris'")
