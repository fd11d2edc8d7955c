"""Why an order cannot be carried out, each a sentence with fields: the rule that it breaks, and
what would be right. Fields that are names of the game are translated with the sentence."""

from __future__ import annotations

from pbem.engine.i18n import N_

SHORT = N_("{need} {resource} are needed, you have {have} {resource}")
NOT_BELOW_MAXIMUM = N_("{name} has its highest level, {level}")
LEVEL_REACHED = N_("{name} has level {have} already; level {next} would be the next")
NOT_UPGRADABLE = N_(
    "the {name} cannot be upgraded: only refinery and commercial hub can; bonuses, "
    "megastructures and fights raise the others"
)
SAME_RESOURCE = N_("{resource} for {resource} changes nothing; name two different resources")
TOO_LITTLE = N_("too little: {rate} {resource} are given for one unit")
NO_TOKEN = N_("you hold no {token}; without FREE you pay the price")
ONE_LEVEL_A_TOKEN = N_("a free technology buys one level: {name} from {have} to {next}")
LOCKED = N_("{ship} ships need frame {need}, yours is {have}: RESEARCH frame first")
CREDITS_REFUSED = N_("only the Ligue may pay fleets with C; yours cost {cost} R each")
NOTHING_TO_BUILD = N_("at least 1 fleet is built")
NO_MEGASTRUCTURE = N_("there is no megastructure of that name; there are: {names}")
ENGINEERING = N_("{name} needs spatial engineering {need}, yours is {have}")
BUILT = N_("{name} stands in sector {sector} already; there is one in the galaxy")
CLAIMED = N_("{name} is ordered in a line above already")
NOT_A_SECTOR = N_("there is no sector {number}; they are numbered {first} to {last}")
NOT_YOURS = N_("sector {sector} is not yours")
NO_FLEETS = N_("at least 1 fleet is sent from sector {sector}")
TOO_FEW_FLEETS = N_("{need} {ship} are ordered, {have} {ship} are in sector {sector}")
SAME_SECTOR = N_("the fleets are in sector {sector} already; name another target")
REINFORCE_FOREIGN = N_("sector {sector} is not yours: REINFORCE goes to own sectors only")
OWN_ALREADY = N_("sector {sector} is yours already: REINFORCE sends fleets there")
COLONISE_FACTION = N_("sector {sector} belongs to a faction: CONQUER takes it")
CONQUER_REBELS = N_("sector {sector} is held by rebels: COLONISE takes it")
MISSION_AT_HAND = N_("the price of the mission itself, {need} {resource}, is at hand")
MISSION_PRICE = N_(
    "the mission costs {need} {resource}, {each} for every sector that you own; you have {have} "
    "{resource}"
)
CONQUEST_UNKNOWN = N_(
    "conquest must be researched first, from 0 to 1 for {cost} X: RESEARCH conquest"
)
ADMINISTRATION = N_(
    "extended administration {need} is needed, yours is {have}: each level lets you own one "
    "sector more, and targets of attacks under way count: RESEARCH extended administration first"
)
ADMINISTRATION_FULL = N_(
    "you can own no more sectors: extended administration {need} would be needed, and "
    "{have} is the most; targets of attacks under way count"
)
MISSIONS = N_("this would be mission {need}; {have} are the most, {each} for each sector of yours")
NO_ROUTE = N_("no way leads to sector {sector}: no step may go from one enemy sector to another")
CAPITAL_BUILDS_NOTHING = N_(
    "sector {sector} is your capital, where nothing is built unless ordered: BUILD"
)
