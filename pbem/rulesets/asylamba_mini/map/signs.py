"""The colours and emblems of factions, and the inks and small signs of the
galaxy map, which are drawn around the origin.

A faction keeps its colour and emblem in every game (source, 3.5). Bright colours are for the
map's dark ground, strong ones for white.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pbem.drawing import palette
from pbem.drawing.palette import Look, MarkerName
from pbem.drawing.tokens import Part, badge, disc, emblem, path, placed, said, words
from pbem.engine.scene import AnyShape, Circle, Style
from pbem.engine.tables import read
from pbem.rulesets.asylamba_mini.figures import FACTIONS, GAME, Zone
from pbem.rulesets.asylamba_mini.view import Course, MissionKind

SPACE = "#0a0f1f"
"""The ground of the map."""
STARS = "#8f9bbd"
LIGHT = "#f4f6fc"
SOFT = "#c3cce4"
"""Lesser words; 4.5:1 on the ground and on every rebel sector."""
DARK = "#04060d"
GOLD = "#ffd75e"
REBEL_BORDER = "#5a668c"

REBELS: dict[Zone, str] = {
    "peripheral": "#1a2138",
    "bridge": "#222b48",
    "ring": "#2b3659",
    "central": "#37446f",
}
"""Rebel sectors: the nearer to the centre, the lighter."""

_CAPITAL_SHARE = 0.86
_GLOW_SHARE = 0.35
_FIELD_SHARE = 0.55
_VIVID_SHARE = 0.62
_FIELD_CONTRAST = 5.5


class _Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    night: str
    day: str


class Banner(msgspec.Struct, frozen=True):
    """How a faction is drawn: ``bright`` on the map's ground, ``strong`` on white.

    ``field`` fills its sectors, with words in ``words``: a bright colour's is bright enough for
    dark ones, so that Aphera's cyan is not Neo-Humaniste's dark cyan. ``capital`` fills its
    capital, with words in ``ink``; ``glow`` lies along its borders. ``number`` is its look in the
    common palette, whose marker is the emblem.
    """

    number: int
    bright: str
    strong: str
    field: str
    capital: str
    glow: str
    ink: str
    words: str

    @property
    def emblem(self) -> MarkerName:
        return palette.look(self.number).marker

    @property
    def line(self) -> Look:
        """The faction's line in a chart."""
        look = palette.look(self.number)
        return Look(self.strong, look.marker, look.dash)


def _field(bright: str) -> tuple[str, str]:
    """As much of the colour as leaves light words legible, with those; of a bright one as much as
    leaves it darker than its capital, with dark words."""
    vivid = palette.mixed(bright, SPACE, _VIVID_SHARE)
    if palette.contrast(DARK, vivid) >= _FIELD_CONTRAST:
        return vivid, DARK
    shares = (_FIELD_SHARE - step / 100 for step in range(50))
    fills = (palette.mixed(bright, SPACE, share) for share in shares)
    return next(f for f in fills if palette.contrast(LIGHT, f) >= _FIELD_CONTRAST), LIGHT


def _banner(number: int, pair: _Pair) -> Banner:
    capital = palette.mixed(pair.night, SPACE, _CAPITAL_SHARE)
    ink = max((LIGHT, DARK), key=lambda ink: palette.contrast(ink, capital))
    field, words_on_field = _field(pair.night)
    glow = palette.mixed(pair.night, field, _GLOW_SHARE)
    return Banner(number, pair.night, pair.day, field, capital, glow, ink, words_on_field)


def _read() -> dict[str, Banner]:
    pairs = read(GAME, "colours.toml", dict[str, _Pair])
    return {name: _banner(number, pairs[name]) for number, name in enumerate(FACTIONS)}


BANNERS = _read()
"""By the factions' names."""


_STROKED: dict[MissionKind, str] = {
    "conquer": "M-6 -6L4.5 4.5M6 -6L-4.5 4.5M-6.5 2L-2 6.5M6.5 2L2 6.5",
    "return": "M5.5 6V1Q5.5 -4 0.5 -4H-5M-1.5 -8L-5.5 -4L-1.5 0",
}
_FILLED: dict[MissionKind, str] = {
    "colonise": "M-5 -7.5H-3V7.5H-5ZM-3 -7.5L7 -3.5L-3 0.5Z",
    "reinforce": "M-6 -6.5Q-3 -6.5 0 -8Q3 -6.5 6 -6.5V0Q5 5 0 8Q-5 5 -6 0Z",
}
_CROWN = "M-7.5 4.5L-9 -5L-4 -1L0 -7L4 -1L9 -5L7.5 4.5Z"
_WIDTHS: dict[MissionKind, float] = {
    "colonise": 3.0,
    "conquer": 4.0,
    "reinforce": 2.6,
    "return": 2.6,
}
_DASHES: dict[MissionKind, tuple[float, ...]] = {"reinforce": (8, 4), "return": (2.5, 3.5)}

LETTERS: Mapping[str, str] = {
    "Space Elevator": "E",
    "Gravity Train": "T",
    "Globus Cassus": "G",
    "Klemperer Rosette": "K",
    "Circumsolar Collider": "C",
    "Planet Gaia": "P",
    "Bernal Sphere": "B",
    "Ringworld": "R",
    "Dyson Sphere": "D",
}
"""The letter that stands for each megastructure."""


def mission(kind: MissionKind, colour: str) -> AnyShape:
    """A flag to colonise, crossed blades to conquer, a shield to reinforce, a bent arrow home."""
    if kind in _FILLED:
        return path(_FILLED[kind], colour)
    return path(_STROKED[kind], stroke=colour, width=2.2)


def stroke(kind: MissionKind, colour: str) -> Style:
    """Broad for a conquest, dashed for a reinforcement, dotted on the way home."""
    return Style(stroke=colour, width=_WIDTHS[kind], dash=_DASHES.get(kind, ()))


def mission_badge(course: Course, banner: Banner, turn: int) -> Part:
    """Emblem, kind, number of fleets and turns to go."""
    icon = Part(placed((0, 0), mission(course.kind, LIGHT), scale=0.85), 13.0)
    figures = _figures(str(course.count), course.arrives - turn)
    return _pill((emblem(banner.emblem, 4.6, banner.bright), icon, *figures), banner.bright)


def sample_badge() -> Part:
    return _pill(_figures("8", 2), SOFT)


def _figures(count: str, to_go: int) -> tuple[Part, Part]:
    return said(count, LIGHT, 13.0), said(f"▸{to_go}", SOFT, 13.0, bold=False)


def _pill(parts: tuple[Part, ...], colour: str) -> Part:
    return badge(parts, Style(fill=SPACE, stroke=colour, width=1.6), height=20, pad=6, gap=3)


def crown(colour: str, *, hollow: bool = False) -> Part:
    """A capital; hollow: where a faction began that has fallen."""
    if hollow:
        return Part(path(_CROWN, stroke=colour, width=1.6), 18.0)
    return Part(path(_CROWN, colour), 18.0)


def wonder(name: str) -> Part:
    """A megastructure: its letter on gold."""
    letter = words((0, 0), LETTERS[name], DARK, 13.0, bold=True, anchor="middle")
    return Part(placed((0, 0), disc(9.0, Style(fill=GOLD, stroke=DARK)), letter), 18.0)


def pips(count: int, colour: str) -> Part:
    """As many dots: the points that a sector gives."""
    middle = (count - 1) / 2
    dots = (
        Circle(centre=(6.0 * (n - middle), 0), radius=2.1, style=Style(fill=colour))
        for n in range(count)
    )
    return Part(placed((0, 0), *dots), 6.0 * count - 1.8)
