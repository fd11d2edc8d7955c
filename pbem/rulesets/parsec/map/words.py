"""What the board map tells in words: titles, tips, and its facts for who cannot see it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pbem.engine.api import Seat
from pbem.engine.blocks import NONE, listed
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import side_by_side
from pbem.engine.report import Signs
from pbem.maps import board
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import (
    KINDS,
    Artifact,
    Clash,
    Counts,
    Dispute,
    Kind,
    Leader,
    Settlement,
)
from pbem.rulesets.parsec.map.recent import Left, Move
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.mechanics.conflicts import strengths
from pbem.rulesets.parsec.naming import count_artifacts, leaders_on_board
from pbem.rulesets.parsec.view import ConflictFought, Force, View


def title(view: View) -> str:
    """Which moment the board is shown at."""
    if view.ending is not None:
        return _("The galaxy at the end")
    if view.turn == 0:
        return _("The galaxy at the start")
    return _("The galaxy after turn {turn}").format(turn=view.turn)


def left(view: View) -> str:
    """What hastens the end (PA-14)."""
    return _("{artifacts}, {ships} in the pool").format(
        artifacts=count_artifacts(len(view.galaxy.artifacts)), ships=naming.count_ships(view.pool)
    )


def held(view: View, seat: Seat) -> str:
    """What everyone knows that a player has; at the end its score."""
    if view.ending is not None:
        least, *others = view.ending.scores[seat - 1]
        return _("score {least} (then {others})").format(
            least=least, others=", ".join(map(str, others))
        )
    person = view.of(seat)
    return _("{weapons}, {ships}").format(
        weapons=naming.count_weapons(person.weapons), ships=naming.count_ships(person.ships)
    )


def role(view: View, seat: Seat) -> str:
    """What the game waits for from a player, or that it has won."""
    if view.ending is not None:
        return _("wins") if seat in view.ending.winners else ""
    if view.dispute is not None:
        return _("is asked") if seat in view.dispute.waits_for else ""
    if seat != view.mover:
        return ""
    return _("begins the round") if view.options.pace == "round" else _("moves next")


def kind_meaning(kind: Kind) -> str:
    """A kind's ships and what they bring."""
    return _("{kind}: {ships}, {resource}").format(
        kind=naming.kind(kind),
        ships=naming.ship(kind, 2),
        resource=naming.resource(kind),
    )


# Tips ---------------------------------------------------------------------------------


def _at(square: Square, *tips: str) -> str:
    return _("{square}: {tip}").format(square=square_name(square), tip=" · ".join(tips))


def artifact_tip(space: Space, artifact: Artifact) -> str:
    return _at(artifact.square, _sort(artifact, space))


def _sort(artifact: Artifact, space: Space) -> str:
    if artifact.square not in space.settled:
        return _("dormant border artifact") if artifact.border else _("dormant artifact")
    return _("border artifact") if artifact.border else _("artifact")


def settlement_tip(space: Space, settlement: Settlement) -> str:
    """What stands there, and what its region has."""
    square, region = settlement.square, space.region(settlement.square)
    artifact = space.artifacts.get(square)
    count = ngettext("region of {number} system", "region of {number} systems", len(region))
    told = _("{region}: {settlements}").format(
        region=count.format(number=len(region)), settlements=_settlements(space, region)
    )
    there = () if artifact is None else (_sort(artifact, space),)
    return _at(square, naming.ship(settlement.kind, 2), *there, told)


def leader_tip(view: View, space: Space, leader: Leader) -> str:
    """Whose it is and how strong it would be; of one's own also with the ships in hand."""
    beside = space.scientists_beside(leader.square)
    inside = space.count(space.region(leader.square), leader.kind)
    hand = view.own.hand if view.own is not None else Counts()
    told = _("{leader} of {player} · internal strength {beside}, external strength {inside}")
    if view.seat == leader.seat and view.own is not None:
        told = _(
            "your {leader} · internal strength {beside}, with your ships up to {most_beside} · "
            "external strength {inside}, with your ships up to {most_inside}"
        )
    tip = told.format(
        leader=naming.leader(leader.kind),
        player=view.name(leader.seat),
        beside=beside,
        inside=inside,
        most_beside=beside + hand.science,
        most_inside=inside + hand.of(leader.kind),
    )
    return _at(leader.square, tip)


def move_tip(view: View, move: Move) -> str:
    return _("{leader} of {player}: {start} to {end}").format(
        leader=naming.leader(move.kind),
        player=view.name(move.seat),
        start=square_name(move.origin),
        end=square_name(move.square),
    )


def clash_tip(view: View, space: Space, dispute: Dispute, clash: Clash) -> str:
    """Who attacks whom, with the strengths that everyone sees."""
    seen = strengths(space, dispute, clash)
    return _("{kind}: {attacker} attacks {defender}, {attack} against {defence}").format(
        kind=naming.kind(clash.kind),
        attacker=view.name(clash.attacker),
        defender=view.name(clash.defender),
        attack=seen.attacker,
        defence=seen.defender,
    )


def left_tip(view: View, gone: Left) -> str:
    """What stood there."""
    if gone.seat is None:
        vacated = _("vacated: {settlement}")
        return _at(gone.square, vacated.format(settlement=naming.ship(gone.kind, 2)))
    leader, player = naming.leader(gone.kind), view.name(gone.seat)
    return _at(gone.square, _("left: {leader} of {player}").format(leader=leader, player=player))


def taken_tip(view: View, square: Square, seat: Seat) -> str:
    """Who harvested an artifact."""
    return _at(square, _("artifact harvested by {player}").format(player=view.name(seat)))


def fight_tip(view: View, square: Square, fought: Iterable[ConflictFought]) -> str:
    """Who fought with how many, and who won: "Björn (d5) 4"."""
    told = _("{kind}: {attacker}, {defender}; {winner} won")

    def side(one: Force) -> str:
        who, where = view.name(one.seat), square_name(one.square)
        force = _("{player} ({square}) {strength}")
        return force.format(player=who, square=where, strength=one.total)

    fights = (
        told.format(
            kind=naming.kind(one.kind),
            attacker=side(one.attacker),
            defender=side(one.defender),
            winner=view.name(one.winner),
        )
        for one in fought
    )
    return _at(square, *fights)


# For who cannot see it ----------------------------------------------------------------


def alt_text(view: View, space: Space) -> str:
    """Leaders by player, artifacts and what waits; the same for all."""
    parts, none = [title(view)], _("no leader on the board")
    for seat in view.seats:
        leaders = leaders_on_board(view, seat) or none
        parts.append(_("{name}: {leaders}").format(name=view.name(seat), leaders=leaders))
    parts.append(_("Artifacts: {artifacts}").format(artifacts=_artifacts(space)))
    for clash in () if view.dispute is None else view.dispute.clashes:
        conflict = _("Conflict at {square}, {kind}: {attacker} attacks {defender}").format(
            square=view.dispute and square_name(view.dispute.square),
            kind=naming.kind(clash.kind),
            attacker=view.name(clash.attacker),
            defender=view.name(clash.defender),
        )
        parts.append(conflict)
    pool = _("Pool: {ships}").format(ships=naming.count_ships(view.pool))
    parts.append("\N{NO-BREAK SPACE}".join(pool.split()))  # "9 ships" alone is like an order
    return ". ".join(parts) + "."


_SIGNS: dict[Kind, str] = {"government": "g", "science": "s", "merchant": "m", "mining": "r"}


def in_signs(view: View, space: Space) -> Signs | None:
    """The board for who reads text alone; the same for all. None where it has more columns than a
    mail's line holds."""
    galaxy = view.galaxy
    rows = board.in_signs(
        (0, 0),
        (galaxy.width - 1, galaxy.height - 1),
        lambda square: _sign(space, square) + _artifact_sign(space, square),
    )
    leaders = (
        _("{seat} {name}: {leaders}").format(
            seat=seat, name=view.name(seat), leaders=leaders_on_board(view, seat) or NONE
        )
        for seat in view.seats
    )
    meaning = _(
        ". inhabitable, - uninhabitable, x destroyed; g settlers (government), s scientists, "
        "m merchants, r miners (raw materials); * artifact, + border artifact, taken first; "
        "leaders: {players}"
    )
    return Signs(rows, meaning.format(players=side_by_side(leaders))) if rows else None


def _artifact_sign(space: Space, square: Square) -> str:
    artifact = space.artifacts.get(square)
    if artifact is None:
        return ""
    return "+" if artifact.border else "*"


def _sign(space: Space, square: Square) -> str:
    if square in space.destroyed:
        return "x"
    if square in space.leaders:
        return str(space.leaders[square].seat)
    kind = space.settled.get(square)
    empty = "." if space.is_inhabitable(square) else "-"
    return empty if kind is None else _SIGNS[kind]


def _settlements(space: Space, squares: Collection[Square]) -> str:
    """How many of each kind stand in these squares."""
    counts = [(kind, space.count(squares, kind)) for kind in KINDS]
    return listed([naming.count_kind(kind, number) for kind, number in counts if number])


def _artifacts(space: Space) -> str:
    dormant = _("{square} (dormant)")
    return listed(
        [
            ("{square}" if square in space.settled else dormant).format(square=square_name(square))
            for square in sorted(space.artifacts, key=lambda at: (at[1], at[0]))
        ]
    )
