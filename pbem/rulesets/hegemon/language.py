"""All that can be ordered in Hegemon, and how it is written (HG-12)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec import structs

from pbem.engine.api import Player
from pbem.engine.i18n import N_, _
from pbem.engine.language import (
    ALL,
    Form,
    Language,
    Refused,
    Said,
    Tables,
    Thing,
    Words,
)
from pbem.engine.language.figures import FULL, plain
from pbem.engine.phrases import decimal
from pbem.rulesets.hegemon import orders
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import IDLE, NOTHING, Move, Policy
from pbem.rulesets.hegemon.slots import REST, Allocation, Circle, Competition, Either, Named, Share
from pbem.rulesets.hegemon.view import View

# Who orders, and what words come to ---------------------------------------------------


@dataclass(frozen=True)
class Situation:
    """Who reads or orders; `move` is what the lines before come to, ``alone`` whether there are no
    other lines."""

    view: View
    move: Move = IDLE
    alone: bool = True


def which_items(at: Situation, found: str = "") -> str:
    """What a line begins with, in the place of what was found there."""
    items = ", ".join(at.view.options.items)
    if not found:
        return _("a line begins with an item: {items}").format(items=items)
    return _(_NO_ITEM).format(found=found, items=items)


_GIVE_A_FIGURE = N_("give a figure in percent: what the other lines leave")
_GIVE_WHAT_IS_LEFT = N_("give a figure in percent: {left}% is left")
_NO_ITEM = N_("there is no item {found}; there are {items}")


def _policy(said: Said, at: Situation) -> Policy:
    """Raises :class:`Refused` for what is no item of this game, or may be one, or names a
    player."""
    items = at.view.options.items
    if not said.alone:
        raise Refused(N_("one line an item: write each of them on a line of its own"))
    if said["item"] not in items:
        raise Refused(_NO_ITEM, "item", found=said["item"], items=", ".join(items))
    for slot in ("partners", "targets"):
        if isinstance(said.get(slot), Named):
            _refuse_name(said, at, slot)
    policy = Policy(**_shares(said, at))
    if said["allocation"] == REST:
        if not at.move.policies and not at.alone:  # what others leave is not known yet
            raise Refused(_GIVE_A_FIGURE, "allocation")
        raise Refused(_GIVE_WHAT_IS_LEFT, "allocation", policy, left=plain(policy.allocation))
    comp = said.get("comp")
    if isinstance(comp, Either) and comp.item in items and comp.item != policy.item:
        alone = Policy(policy.item, policy.allocation)
        if policy == structs.replace(alone, comp=policy.comp):
            message = N_("is {item} an item here, on a line of its own, or competition?")
            rest = FULL - policy.allocation
            both = [alone, Policy(comp.item, rest if comp.share == REST else comp.share)]
            raise Refused(message, "comp", either=(both, policy), item=comp.item)
    return policy


def _shares(said: Said, at: Situation) -> dict[str, Any]:
    """The values of an order, each share as a figure."""
    values = dict(said.values)
    if values["allocation"] == REST:
        values["allocation"] = FULL - at.move.allocated
    if isinstance(comp := said.get("comp"), Either):
        values["comp"] = comp.share
    for slot, other in (("coop", "comp"), ("comp", "coop")):
        if values.get(slot) == REST:
            left = values.get(other, NOTHING)
            values[slot] = NOTHING if left == REST else FULL - left
    return values


def _refuse_name(said: Said, at: Situation, slot: str) -> None:
    item, seat = said["item"], said[slot].seat
    held = Fraction(at.view.now.of(seat, at.view.options.items.index(item)))
    instead = Policy(**{**_shares(said, at), slot: orders.Range(held, held)})
    message = N_("a range names points, not players; {name} has {points} in {item}")
    name = at.view.name(seat)
    raise Refused(message, slot, instead, name=name, points=decimal(plain(held)), item=item)


PASS_ALONE = N_("PASS stands alone; take it or the other lines out")


def _pass(said: Said, at: Situation) -> Move:
    if not (said.alone and at.alone):
        raise Refused(PASS_ALONE)
    return IDLE


# What orders leave open ---------------------------------------------------------------


_PARTS = {"half": FULL / 2, "third": FULL / 3, "quarter": FULL / 4}
_SHARE = N_("how many percent?")
_CIRCLE = N_("players of how many points?")
_SHARES = {ALL: FULL, "none": NOTHING, **_PARTS}
PARTNERS = Circle(orders.Range, str, unit="points", question=_CIRCLE, leads=("coop",))
TARGETS = Circle(orders.Range, str, unit="points", question=_CIRCLE, leads=("comp",))


# The forms ----------------------------------------------------------------------------


def _example(at: Situation | None) -> str:
    items = Options().items if at is None else at.view.options.items
    return f"{items[0]} 60% coop 70 with 0-200 comp 30 attack 100-150"


FORMS = (
    Form(
        "{item} {allocation} [coop {coop}] [with {partners}] [comp {comp}] [attack {targets}]",
        _policy,
        of=Policy,
        item=Thing(("item",), name=N_("item"), question=N_("which item?")),
        allocation=Allocation(_PARTS, question=_SHARE),
        coop=Share(_SHARES, sign="", question=_SHARE),
        partners=PARTNERS,
        comp=Competition(_SHARES, sign="", question=_SHARE),
        targets=TARGETS,
        verbs=("",),
        bare=True,
        heads=("item",),
        silent=("to", "for", "from"),
        example=_example,
    ),
    Form("PASS", _pass, of=Move, silent=("turn", "to"), example="PASS"),
)
"""Every way to order something."""


# The words ----------------------------------------------------------------------------

_SHORTEST = 3


@lru_cache(maxsize=64)
def _with_names(items: tuple[str, ...], players: tuple[Player, ...] = ()) -> Words:
    """All words, with a game's items, their unambiguous abbreviations, and its players."""
    names: dict[str, tuple[str, ...]] = {str(one.seat): (one.name,) for one in players}
    folded = [item.casefold() for item in items]
    short = {
        item: tuple(
            item[:end]
            for end in range(_SHORTEST, len(item))
            if item[end - 1].isalpha()
            and sum(one.startswith(item[:end].casefold()) for one in folded) == 1
        )
        for item in items
    }
    words: dict[str, tuple[str, ...]] = {item: (item,) for item in items}
    return _WORDS.along(Tables(words={"item": words, "name": names}, short={"item": short}))


_WORDS = Words.of("pbem.rulesets.hegemon")
WORDS = _with_names(Options().items)
LANGUAGE = Language(
    WORDS, FORMS, words_at=lambda at: _with_names(at.view.options.items, at.view.players)
)


def written(move: Move) -> tuple[str, ...]:
    """A move in order lines, one an item; nothing is PASS."""
    return tuple(map(LANGUAGE.write, move.policies)) or (LANGUAGE.write(IDLE),)
