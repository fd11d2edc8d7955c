"""Names, amounts and turns of phrase as players read them, in their language. The reader is spoken
to as "you". Orders are written the same in every language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.engine.api import Seat
from pbem.engine.i18n import N_, _, ngettext
from pbem.engine.phrases import in_a_row
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec.figures import KINDS, LEADER_NAMES, Clash, Counts, Dispute, Kind, counted
from pbem.rulesets.parsec.view import View

_KINDS: dict[Kind, str] = {
    "government": N_("government"),
    "science": N_("science"),
    "mining": N_("mining"),
}

_RESOURCES: dict[Kind, str] = {
    "government": N_("people"),
    "science": N_("technology"),
    "merchant": N_("money"),
    "mining": N_("raw materials"),
}


def kind(key: Kind) -> str:
    """A kind by its leader's name: "mining"."""
    if key == "merchant":  # gettext has one message for the word, in the singular and plural
        return ship(key)
    return _(_KINDS[key])


def leader(key: Kind) -> str:
    """ "merchant leader"."""
    return _(LEADER_NAMES[key])


def resource(key: Kind) -> str:
    """What a kind yields: "raw materials"."""
    return _(_RESOURCES[key])


def ship(key: Kind, number: int = 1) -> str:
    """A kind's civilian ships without their number: "scientist", "scientists"."""
    match key:
        case "government":
            return ngettext("settler", "settlers", number)
        case "science":
            return ngettext("scientist", "scientists", number)
        case "merchant":
            return ngettext("merchant", "merchants", number)
        case "mining":
            return ngettext("miner", "miners", number)


def count_kind(key: Kind, number: int) -> str:
    """So many ships of a kind: "1 scientist", "3 merchants"."""
    match key:
        case "government":
            told = ngettext("{number} settler", "{number} settlers", number)
        case "science":
            told = ngettext("{number} scientist", "{number} scientists", number)
        case "merchant":
            told = ngettext("{number} merchant", "{number} merchants", number)
        case "mining":
            told = ngettext("{number} miner", "{number} miners", number)
    return told.format(number=number)


def ships(held: Counts) -> str:
    """Those there are: "2 settlers, 1 miner"; "no ships" where there are none."""
    parts = [count_kind(key, held.of(key)) for key in KINDS if held.of(key)]
    return ", ".join(parts) or _("no ships")


def ships_of(kinds: Iterable[Kind]) -> str:
    """Ships named one by one, as amounts in a row: "2 settlers and 1 miner"."""
    held = counted(kinds)
    return in_a_row([count_kind(key, held.of(key)) for key in KINDS if held.of(key)])


def amount(key: Kind, number: int) -> str:
    """So much of a resource: "1 money"."""
    return _("{number} {resource}").format(number=number, resource=resource(key))


def amounts(held: Counts) -> str:
    """All four resources, noughts too: "2 people, 0 technology, 1 money, 3 raw materials"."""
    return ", ".join(amount(key, held.of(key)) for key in KINDS)


def count_ships(number: int) -> str:
    """ "1 ship", "3 ships"."""
    return ngettext("{number} ship", "{number} ships", number).format(number=number)


def count_weapons(number: int) -> str:
    """ "1 prototype weapon", "2 prototype weapons"."""
    return ngettext("{number} prototype weapon", "{number} prototype weapons", number).format(
        number=number
    )


def with_ships(strength: int, ships: str) -> str:
    """ "3 + 2 merchants", or "3" where no ships are sent."""
    if not ships:
        return str(strength)
    return _("{strength} + {ships}").format(strength=strength, ships=ships)


def squares(found: Sequence[Square], most: int) -> str:
    """ "f5, g5"; of many the first alone."""
    told = ", ".join(map(square_name, found[:most]))
    return told if len(found) <= most else _("{squares} and more").format(squares=told)


def by_seat(view: View, seat: Seat, own: str, other: str) -> str:
    """What is said of the reader, or else of another player by `name`."""
    return own if seat == view.seat else other.format(name=view.name(seat))


def for_whom(view: View, seat: Seat) -> str:
    return by_seat(view, seat, _("for you"), _("for {name}"))


def all_of(view: View, seats: Iterable[Seat]) -> str:
    """ "Ada, you and Cé"."""
    return in_a_row([by_seat(view, seat, _("you"), "{name}") for seat in seats])


def leader_of(view: View, seat: Seat, kind: Kind) -> str:
    told = _("your {leader}") if seat == view.seat else _("{name}'s {leader}")
    return told.format(name=view.name(seat), leader=leader(kind))


def as_chosen(view: View, seat: Seat) -> str:
    return by_seat(view, seat, _("as you chose"), _("as {name} chose"))


def turn_of(view: View, seat: Seat) -> str:
    return by_seat(view, seat, _("your turn"), _("{name}'s turn"))


def attacks(view: View, dispute: Dispute, clash: Clash) -> str:
    """ "Björn attacks your merchant leader"."""
    told = _("you attack {target}") if clash.attacker == view.seat else _("{name} attacks {target}")
    target = leader_of(view, clash.defender, clash.kind)
    return told.format(name=view.name(clash.attacker), target=target)


def leaders_on_board(view: View, seat: Seat) -> str:
    """ "science (f5), merchant (g7)"; nothing where there is none."""
    stand = {one.kind: one.square for one in view.galaxy.leaders if one.seat == seat}
    return ", ".join(
        _("{kind} ({square})").format(kind=kind(key), square=square_name(stand[key]))
        for key in KINDS
        if key in stand
    )


def systems(kind: Kind, number: int) -> str:
    """ "3 systems of merchants"."""
    return ngettext("{number} system of {ships}", "{number} systems of {ships}", number).format(
        number=number, ships=ship(kind, 2)
    )


def count_systems(number: int) -> str:
    """ "1 system", "9 systems"."""
    return ngettext("{number} system", "{number} systems", number).format(number=number)


def count_artifacts(number: int) -> str:
    """ "1 artifact", "8 artifacts"."""
    return ngettext("{number} artifact", "{number} artifacts", number).format(number=number)
