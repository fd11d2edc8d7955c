"""Reads what people wish for their mail as people write it: time zones, languages, hours."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

from babel import Locale

from pbem.engine.errors import Trouble
from pbem.engine.i18n import _
from pbem.mailer.outbound.headers import UnusableAddress, usable
from pbem.mailer.settings import check_address
from pbem.service.languages import languages
from pbem.service.quiet_hours import QuietHours
from pbem.service.schedule import zones
from pbem.store.records import Omission
from pbem.store.wishes import USUAL

_NONE = frozenset({"off", "none", "no", "aus", "keine", "nein", "non", "aucune", "aucun"})
_HOURS = re.compile(
    r"(?:(?:from|von|de)\s+)?(?P<begin>\d{1,2})(?:[:.h](?P<from>\d{2}))?\s*(?:h|uhr)?"
    r"\s*(?:-|–|to|till|until|bis|à|a)\s*"
    r"(?P<end>\d{1,2})(?:[:.h](?P<to>\d{2}))?\s*(?:h|uhr)?",
    re.IGNORECASE,
)
_SHIFT = re.compile(r"(?:utc|gmt)\s*(?P<sign>[+-])\s*(?P<hours>\d{1,2})(?::?00)?", re.IGNORECASE)
_CALLED = {
    "mez": "Europe/Berlin",
    "mesz": "Europe/Berlin",
    "cest": "Europe/Berlin",
    "bst": "Europe/London",
    "est": "America/New_York",
    "edt": "America/New_York",
    "cst": "America/Chicago",
    "cdt": "America/Chicago",
    "mst": "America/Denver",
    "mdt": "America/Denver",
    "pst": "America/Los_Angeles",
    "pdt": "America/Los_Angeles",
    "munich": "Europe/Berlin",
    "münchen": "Europe/Berlin",
    "hamburg": "Europe/Berlin",
    "frankfurt": "Europe/Berlin",
    "köln": "Europe/Berlin",
    "wien": "Europe/Vienna",
    "genf": "Europe/Zurich",
    "genève": "Europe/Zurich",
    "geneva": "Europe/Zurich",
    "lyon": "Europe/Paris",
    "marseille": "Europe/Paris",
    "bruxelles": "Europe/Brussels",
    "londres": "Europe/London",
    "san francisco": "America/Los_Angeles",
    "boston": "America/New_York",
    "washington": "America/New_York",
}
"""Zones by names that people use and the list of zones does not have."""
MOST_OFFERED = 3


class BadWish(Trouble):
    """A wish that cannot be granted; the message says what would do."""


def read_zone(text: str) -> str:
    """The time zone that somebody names: ``Europe/Berlin``, "Berlin", "CET", "UTC+2". Raises
    :class:`BadWish`, with what comes near."""
    key = _plain(text)
    if key in _known():
        return _known()[key]
    shift = _SHIFT.fullmatch(text.strip())
    if shift is not None:
        # These names count westwards (POSIX).
        sign = {"+": "-", "-": "+"}[shift["sign"]]
        name = f"Etc/GMT{sign}{int(shift['hours'])}" if int(shift["hours"]) else "UTC"
        if name in zones():
            return name
    near = difflib.get_close_matches(key, list(_known()), n=MOST_OFFERED, cutoff=0.7)
    offered = list(dict.fromkeys(_known()[one] for one in near))
    if not offered:
        raise BadWish(
            _("{zone} is no time zone; write a large city of yours, or Europe/Berlin.").format(
                zone=text
            )
        )
    raise BadWish(
        _("{zone} is no time zone; near it are: {zones}.").format(
            zone=text, zones=", ".join(offered)
        )
    )


@cache
def _known() -> dict[str, str]:
    """All zones by what they are called, as a whole or by their city."""
    found: dict[str, str] = {}
    for name in sorted(zones(), key=lambda one: (one.count("/"), not one.startswith("Europe"))):
        found.setdefault(_plain(name), name)
        found.setdefault(_plain(name.rpartition("/")[2]), name)
    return found | {_plain(called): name for called, name in _CALLED.items()}


def read_language(text: str) -> str:
    """The language that somebody names, in any that the service speaks. Raises
    :class:`BadWish`."""
    wanted = _plain(text)
    for code, names in _languages():
        if wanted in names:
            return code
    raise BadWish(no_such_language(text))


def no_such_language(text: str) -> str:
    """That the service does not speak a language, and which ones it does."""
    named = ", ".join(language_name(code) for code in languages())
    said = _("{language} is no language of this service; there are: {languages}.")
    return said.format(language=text, languages=named)


def language_name(code: str) -> str:
    """What a language is called in itself."""
    return (Locale.parse(code, sep="-").get_display_name(code) or code).capitalize()


def _languages() -> Iterator[tuple[str, set[str]]]:
    for code in languages():
        locale = Locale.parse(code, sep="-")
        named = {locale.get_display_name(other) or code for other in languages()}
        yield code, {_plain(name) for name in (code, *named)}


def read_address(text: str) -> str:
    """A mail address as somebody writes it, in small letters. Raises :class:`BadWish`."""
    address = text.strip().removeprefix("mailto:").strip("<>").lower()
    if not address:
        raise BadWish(_("Write one person's mail address behind the word."))
    try:
        check_address("address", address)
        usable(address)
    except (ValueError, UnusableAddress):
        raise BadWish(
            _("{text} is no mail address, such as dora@example.org.").format(text=text)
        ) from None
    return address


def read_second(text: str) -> str:
    """A second address, empty for none. Raises :class:`BadWish`."""
    return "" if _plain(text) in _NONE else read_address(text)


def switched(omits: Iterable[Omission], key: str, on: bool) -> tuple[Omission, ...]:
    """What somebody's mail does without, once one thing of it is switched on or off."""
    changed = {Omission(key)}
    if on and changed == {Omission.PICTURES}:
        changed.add(Omission.HTML)  # which is what shows them
    if on and changed <= {*USUAL}:
        changed.add(Omission.ATTACHMENTS)  # which they come as
    return tuple(sorted({*omits} - changed if on else {*omits} | changed))


def read_quiet(text: str) -> str:
    """Quiet hours as a seat keeps them: ``22:00-07:00``, or empty for none. Raises
    :class:`BadWish`."""
    if _plain(text) in _NONE:
        return ""
    match = _HOURS.fullmatch(text.strip())
    if match is not None:
        begin = f"{int(match['begin']):02}:{match['from'] or '00'}"
        end = f"{int(match['end']) % 24:02}:{match['to'] or '00'}"
        try:
            QuietHours.read(f"{begin}-{end}")
        except ValueError:
            pass
        else:
            return f"{begin}-{end}"
    raise BadWish(
        _("{hours} are no quiet hours; write them like 22-7, or NONE.").format(hours=text)
    )


def _plain(text: str) -> str:
    """How names are compared: without capitals, accents, and signs between their words."""
    bare = unicodedata.normalize("NFD", text.casefold())
    kept = "".join(sign for sign in bare if not unicodedata.combining(sign))
    return " ".join(re.sub(r"[_\s]+", " ", kept).split())
