"""Every ink can be read on its ground, by day and by night (WCAG 2.1, 1.4.3: 4.5 to 1)."""

from __future__ import annotations

import re

import pytest

from pbem.mailer.outbound.templating import STYLE, packaged_folder

_SHEET = re.sub(r"/\*.*?\*/", "", (packaged_folder() / STYLE).read_text(), flags=re.DOTALL)
_DAY, _NIGHT = _SHEET.partition("@media (max-width")[0].split(
    "@media (prefers-color-scheme: dark) {"
)

GROUND = {
    **dict.fromkeys((".ok", ".warn", ".no", ".note", ".new", ".gone", ".bar"), "pre"),
    ".boxline": ".box",
}
"""Where an element of this class stands; all others stand on the card."""


def rules(sheet: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for selectors, block in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        for selector in selectors.split(","):
            for declaration in filter(None, map(str.strip, block.split(";"))):
                name, value = declaration.split(":", 1)
                colour = value.replace("!important", "").strip()
                found.setdefault(selector.strip(), {})[name] = colour
    return found


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(ink: str, ground: str) -> float:
    light, dark = sorted((luminance(ink), luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def pairs(looks: dict[str, dict[str, str]]) -> list[tuple[str, str, str]]:
    found = []
    for name, look in looks.items():
        if "color" not in look or name == "body":
            continue
        behind = (
            look.get("background-color") or looks[GROUND.get(name, ".card")]["background-color"]
        )
        found.append((name, look["color"], behind))
    return found


BY_DAY = rules(_DAY)
BY_NIGHT = {name: {**BY_DAY.get(name, {}), **look} for name, look in rules(_NIGHT).items()}


@pytest.mark.parametrize(("name", "ink", "ground"), pairs(BY_DAY))
def test_by_day(name: str, ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize(("name", "ink", "ground"), pairs(BY_NIGHT))
def test_by_night(name: str, ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 4.5


def test_whatever_has_an_ink_by_day_has_one_for_the_night() -> None:
    coloured = {name for name, look in BY_DAY.items() if "color" in look}
    assert coloured - set(BY_NIGHT) == {"img"}


def test_the_measure_is_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
