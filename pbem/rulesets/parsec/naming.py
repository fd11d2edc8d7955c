"""Names, amounts and turns of phrase as players read them, in their language. The reader is spoken
to as "you". Orders are written the same in every language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pbem.engine.api import Seat
from pbem.engine.i18n import N_, _, ngettext, pgettext
from pbem.engine.phrases import counting, in_a_row
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec.figures import (
    KINDS,
    LEADER_NAMES,
    Clash,
    Counts,
    Dispute,
    Kind,
    Leader,
    counted,
)
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


_SHIPS: dict[Kind, Callable[[int], str]] = {
    "government": lambda n: ngettext("settler", "settlers", n),
    "science": lambda n: ngettext("scientist", "scientists", n),
    "merchant": lambda n: ngettext("merchant", "merchants", n),
    "mining": lambda n: ngettext("miner", "miners", n),
}

_COUNTED: dict[Kind, Callable[[int], str]] = {
    "government": counting(lambda n: ngettext("{number} settler", "{number} settlers", n)),
    "science": counting(lambda n: ngettext("{number} scientist", "{number} scientists", n)),
    "merchant": counting(lambda n: ngettext("{number} merchant", "{number} merchants", n)),
    "mining": counting(lambda n: ngettext("{number} miner", "{number} miners", n)),
}

_AMOUNTS: dict[Kind, Callable[[int], str]] = {
    "government": counting(lambda n: ngettext("{number} person", "{number} people", n)),
    "science": counting(lambda n: ngettext("{number} technology", "{number} technology", n)),
    "merchant": counting(lambda n: ngettext("{number} money", "{number} money", n)),
    "mining": counting(lambda n: ngettext("{number} raw material", "{number} raw materials", n)),
}

count_ships = counting(lambda n: ngettext("{number} ship", "{number} ships", n))
count_weapons = counting(
    lambda n: ngettext("{number} prototype weapon", "{number} prototype weapons", n)
)
count_systems = counting(lambda n: ngettext("{number} system", "{number} systems", n))
count_artifacts = counting(lambda n: ngettext("{number} artifact", "{number} artifacts", n))


def kind(key: Kind) -> str:
    """A kind by its leader's name: "mining"."""
    if key == "merchant":  # a ship is called so, too
        return pgettext("leader", "merchant")
    return _(_KINDS[key])


def leader(key: Kind) -> str:
    """ "merchant leader"."""
    return _(LEADER_NAMES[key])


def resource(key: Kind) -> str:
    """What a kind yields: "raw materials"."""
    return _(_RESOURCES[key])


def ship(key: Kind, number: int = 1) -> str:
    """A kind's civilian ships without their number: "scientist", "scientists"."""
    return _SHIPS[key](number)


def count_kind(key: Kind, number: int) -> str:
    """So many ships of a kind: "1 scientist", "3 merchants"."""
    return _COUNTED[key](number)


def ships(held: Counts) -> str:
    """Those there are: "2 settlers, 1 miner"; "no ships" where there are none."""
    parts = [count_kind(key, held.of(key)) for key in KINDS if held.of(key)]
    return ", ".join(parts) or _("no ships")


def ships_of(kinds: Iterable[Kind]) -> str:
    """Ships named one by one, as amounts in a row: "2 settlers and 1 miner"."""
    held = counted(kinds)
    return in_a_row([count_kind(key, held.of(key)) for key in KINDS if held.of(key)])


def amount(key: Kind, number: int) -> str:
    """So much of a resource: "1 money", "1 raw material"."""
    return _AMOUNTS[key](number)


def amounts(held: Counts) -> str:
    """All four resources, noughts too: "2 people, 0 technology, 1 money, 3 raw materials"."""
    return ", ".join(amount(key, held.of(key)) for key in KINDS)


def with_ships(strength: int, ships: str) -> str:
    """ "3 + 2 merchants", or "3" where no ships are sent."""
    if not ships:
        return str(strength)
    return _("{strength} + {ships}").format(strength=strength, ships=ships)


def up_to(strength: int, ships: int) -> str:
    """A strength, alone and with ships of the hand: "3 to 5"; "3" where there are none."""
    if not ships:
        return str(strength)
    return _("{strength} to {most}").format(strength=strength, most=strength + ships)


def squares(found: Sequence[Square], most: int) -> str:
    """ "f5, g5"; of many the first, and how many more there are."""
    told = ", ".join(map(square_name, found[:most]))
    more = len(found) - most
    if more <= 0:
        return told
    return ngettext("{squares} and {number} more", "{squares} and {number} more", more).format(
        squares=told, number=more
    )


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


def leader_at(view: View, one: Leader) -> str:
    """ "Björn's science leader on c8"."""
    told = _("{leader} on {square}")
    return told.format(leader=leader_of(view, one.seat, one.kind), square=square_name(one.square))


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
