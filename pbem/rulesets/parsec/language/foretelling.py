"""What comes of the orders on a menu as the board stands, in a few words, and in which order they
are offered: what brings the reader something first.

All of it is read from the position that an order leaves, as receipts read it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from pbem.engine.i18n import _, ngettext
from pbem.engine.menu import Item, Menu
from pbem.engine.phrases import side_by_side
from pbem.maps.board import Square, square_items, square_ref
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES, KINDS, SHIPS, Kind
from pbem.rulesets.parsec.mechanics import Area, Survey
from pbem.rulesets.parsec.mechanics.conflicts import Prospect
from pbem.rulesets.parsec.mechanics.execution import Position, carry_out, harvestable
from pbem.rulesets.parsec.orders import Destroy, PlaceLeader, Settle
from pbem.rulesets.parsec.view import View

_GAIN, _ATTACK, _NOTHING, _LOSS = range(4)
"""What an order comes to, the best first."""
_SHIP_KINDS: Mapping[str, Kind] = {word: kind for kind, word in SHIPS.items()}


def foretold(view: View, position: Position, menu: Menu) -> Menu:
    """The same menu with what comes of placing leaders, of settling and of destroying."""
    tellers = {"LEADER": _leaders, "SETTLE": _settlements, "DESTROY": _destructions}
    return tuple(
        replace(verb, then=tuple(tellers[verb.words](view, position, verb.branches)))
        if verb.words in tellers
        else verb
        for verb in menu
    )


def _squares(position: Position) -> Mapping[str, Square]:
    return {square_ref(one): one for one in position.space.squares()}


# Conflicts ----------------------------------------------------------------------------


def _conflicts(view: View, found: Sequence[Prospect]) -> str:
    """All that an order opens, as they would be fought; the higher number is with the ships of the
    reader's hand."""
    told = _(", then ").join(_conflict(view, one) for one in found)
    note = ngettext("conflict: {conflicts}", "conflicts: {conflicts}", len(found))
    prizes = [one for one in found if one.attacks and not one.dispute.is_internal]
    prize = ""
    if len(found) == len(prizes) == 1:
        prize = _("a win brings {amount}")
        prize = prize.format(amount=naming.amount(prizes[0].clash.kind, prizes[0].other + 1))
    return side_by_side((note.format(conflicts=told), prize))


def _conflict(view: View, one: Prospect) -> str:
    if one.attacks:
        return _("your {kind} {strength} against {name}'s {other}").format(
            kind=naming.kind(one.clash.kind),
            strength=naming.up_to(one.own, one.held),
            name=view.name(one.rival),
            other=one.other,
        )
    told = _("{attacker} attacks {defender}, {strength} against {other}").format(
        attacker=view.name(one.clash.attacker),
        defender=view.name(one.clash.defender),
        strength=one.seen.attacker,
        other=one.seen.defender,
    )
    return _("{kind} ({strengths})").format(kind=naming.kind(one.clash.kind), strengths=told)


def _first(kinds: Sequence[Kind], before: str = "FIRST ") -> Iterator[Item]:
    """In which order the conflicts of one settlement may be fought (PA-11): some of them first."""
    for kind in kinds:
        told = _("the {kind} conflict is fought before the others")
        one = Item(words=f"{before}{kind}", label=told.format(kind=naming.kind(kind)))
        yield one
        if len(kinds) > 2:  # of the last two, one tells where the other stands
            rest = [other for other in kinds if other != kind]
            yield replace(one, then=tuple(_first(rest, before="")))


# Leaders ------------------------------------------------------------------------------


def _leaders(view: View, position: Position, kinds: Menu) -> Iterator[Item]:
    """With the conflict that a leader opens, or else with what could be set against it there: the
    report's Inside and Challenger."""
    squares = _squares(position)
    for item in kinds:
        kind = next(one for one in KINDS if one == item.words)
        space = position.space
        standing = space.leader(position.seat, kind)
        if standing is not None:  # moving lifts it first (PA-6)
            space = space.copy()
            space.lift(standing)
        survey = Survey(space)

        def told(one: Item, kind: Kind = kind, survey: Survey = survey) -> Item:
            square = squares[one.refs[0]]
            return replace(one, note=_seated(view, position, survey, kind, square))

        yield replace(item, then=tuple(map(told, item.branches)))


def _seated(view: View, position: Position, survey: Survey, kind: Kind, square: Square) -> str:
    """What a leader comes to on a free system of one region (PA-10)."""
    bit = survey.grid.bit[square]
    area = next(one for one in survey.areas if one.shore & bit)
    if kind in area.leaders:
        found = carry_out(position, PlaceLeader(kind=kind, to=square)).prospects
        return _conflicts(view, found)
    most = survey.foothold(area, without=bit)
    if not most:
        return ""
    own = naming.up_to(survey.scientists_beside(square), position.hand.science)
    return _("inside {strength}, a challenger up to {other}").format(strength=own, other=most)


# Settlements --------------------------------------------------------------------------


def _settlements(view: View, position: Position, kinds: Menu) -> Iterator[Item]:
    survey, squares = Survey(position.space), _squares(position)
    near: dict[str, list[Area]] = defaultdict(list)
    for area in survey.led():
        for square in survey.grid.each(area.shore):
            near[square_ref(square)].append(area)
    for item in kinds:
        kind = _SHIP_KINDS[item.words]
        told = [
            _joining(view, position, one, Settle(kind=kind, at=squares[one.refs[0]]))
            if len(near[one.refs[0]]) > 1
            else _bringing(view, one, near[one.refs[0]], kind)
            for one in item.branches
        ]
        told.sort(key=lambda ranked: ranked[0])
        yield replace(item, then=tuple(chain.from_iterable(items for _rank, items in told)))


def _bringing(view: View, item: Item, led: Sequence[Area], kind: Kind) -> tuple[int, Menu]:
    """What a settlement brings, and to whom (PA-7)."""
    earner = led[0].earner(kind) if led else None
    if earner is None:
        return _NOTHING, (item,)
    note = _("{amount} {whom}").format(
        amount=naming.amount(kind, 1), whom=naming.for_whom(view, earner.seat)
    )
    return _GAIN if earner.seat == view.seat else _LOSS, (replace(item, note=note),)


def _joining(view: View, position: Position, item: Item, order: Settle) -> tuple[int, Menu]:
    """A settlement that joins two regions with leaders, with its conflicts (PA-11)."""
    found = carry_out(position, order).prospects
    conflicts = _conflicts(view, found) if found else ""
    note = side_by_side((_("joins two regions with leaders: no resource"), conflicts))
    whole = replace(item, note=note)
    own = [one for one in found if one.attacks]
    is_hopeful = any(one.own + one.held > one.other for one in own)
    rank = _ATTACK if is_hopeful else _LOSS if own else _NOTHING
    kinds = [one.clash.kind for one in found]
    if len(kinds) < 2:
        return rank, (whole,)
    return rank, (whole, replace(whole, then=tuple(_first(kinds))))


# Destroying ---------------------------------------------------------------------------


def _destructions(view: View, position: Position, systems: Menu) -> Iterator[Item]:
    squares = _squares(position)
    told = [_ended(view, position, one, squares[one.refs[0]]) for one in systems]
    yield from (item for _rank, item in sorted(told, key=lambda ranked: ranked[0]))


def _ended(view: View, position: Position, item: Item, square: Square) -> tuple[int, Item]:
    """What goes with a system that is destroyed (PA-8), and for whom."""
    space, found = position.space, []
    if not (space.is_occupied(square) or square in space.artifacts):
        return _NOTHING, item
    done = carry_out(position, Destroy(at=square))
    if square in space.settled:
        found.append(naming.ship(space.settled[square]))
    if square in space.artifacts:
        found.append(artifact_lost(view, len(done.position.space.artifacts)))
    lost = [space.leaders[square]] if square in space.leaders else []
    homeless = (*lost, *done.homeless)
    for leader in homeless:
        told = _("{name}'s {leader} goes home")
        if leader.seat == position.seat:
            told = _("your own {leader} goes home")
        name, kind = view.name(leader.seat), naming.leader(leader.kind)
        found.append(told.format(name=name, leader=kind))
    parts = len(done.position.space.regions_beside(square))
    if parts > 1 and space.is_occupied(square):
        found.append(_("its region falls into {number} parts").format(number=parts))
    rank = _ATTACK
    if homeless:
        rank = _LOSS if any(one.seat == position.seat for one in homeless) else _GAIN
    return rank, replace(item, note=side_by_side(found))


def artifact_lost(view: View, left: int) -> str:
    """What it means that one artifact less is left (PA-14)."""
    told = _("the artifact there is lost: {artifacts} left; with {few} the game ends")
    if left <= FIGURES.few_artifacts:
        told = _("the artifact there is lost: {artifacts} left, so this turn ends the game")
        if view.options.pace == "round":
            told = _("the artifact there is lost: {artifacts} left, so this round ends the game")
    return told.format(artifacts=naming.count_artifacts(left), few=FIGURES.few_artifacts)


# Artifacts ----------------------------------------------------------------------------


def harvests(view: View, position: Position) -> Iterator[Item]:
    """The artifacts that may be wished for (PA-13): those within reach first. The others may come
    within reach by the lines of the turn, which a menu does not know."""
    now = harvestable(position.space, position.seat)
    found = (artifact.square for artifact in view.galaxy.artifacts)
    later = sorted((one for one in found if one not in now), key=lambda one: (one[1], one[0]))
    beyond = _("not without your other lines") if now else ""
    squares = (
        *square_items(now),
        *(replace(one, note=beyond) for one in square_items(later)),
    )
    needed = _("without your other lines none: your merchant leader needs a region with {number}")
    note = needed.format(number=naming.count_artifacts(FIGURES.artifacts_to_harvest))
    if squares:
        yield Item(words="HARVEST", note="" if now else note, then=squares)
