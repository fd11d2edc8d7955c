"""Why an order cannot be carried out, as data."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pbem.rulesets.asylamba_mini.holdings import Resource, Sector


class Why(StrEnum):
    """The rule that an order breaks."""

    SHORT = "short"
    NOT_BELOW_MAXIMUM = "maximum"
    LEVEL_REACHED = "level reached"
    NOT_UPGRADABLE = "not upgradable"
    SAME_RESOURCE = "same resource"
    TOO_LITTLE = "too little"
    NO_TOKEN = "no token"
    ONE_LEVEL_A_TOKEN = "one level a token"
    LOCKED = "locked"
    CREDITS_REFUSED = "credits refused"
    NOTHING_TO_BUILD = "nothing to build"
    NO_MEGASTRUCTURE = "no megastructure"
    ENGINEERING = "engineering"
    BUILT = "built"
    CLAIMED = "claimed"
    NOT_A_SECTOR = "not a sector"
    NOT_YOURS = "not yours"
    NO_FLEETS = "no fleets"
    TOO_FEW_FLEETS = "too few fleets"
    SAME_SECTOR = "same sector"
    REINFORCE_FOREIGN = "reinforce foreign"
    COLONISE_OWN = "colonise own"
    COLONISE_FACTION = "colonise faction"
    CONQUER_OWN = "conquer own"
    CONQUER_REBELS = "conquer rebels"
    CONQUEST_UNKNOWN = "conquest unknown"
    ADMINISTRATION = "administration"
    MISSIONS = "missions"
    NO_ROUTE = "no route"
    CAPITAL_BUILDS_NOTHING = "capital"


class Refusal(msgspec.Struct, frozen=True):
    """A reason with its figures; which of them say something depends on ``why``.

    ``subject`` is the key of a technology, facility, ship, token or megastructure;
    ``need`` and ``have`` are amounts or levels, of ``resource`` where it is a price.
    """

    why: Why
    subject: str = ""
    sector: Sector = 0
    need: int = 0
    have: int = 0
    resource: Resource | None = None


class Refused(Exception):
    """An order cannot be carried out."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.why.value)
        self.refusal = refusal
