"""What a map holds, in the reader's language. Keys are the tables' own."""

from __future__ import annotations

from pbem.engine.i18n import N_, _
from pbem.maps.syzygy.model import Planet

_BIOMES = {
    "Barren": N_("Barren"),
    "Bogland/Mangrove": N_("Bogland/Mangrove"),
    "City": N_("City"),
    "Cracked": N_("Cracked"),
    "Desert": N_("Desert"),
    "Dirt": N_("Dirt"),
    "Dirt 4": N_("Dirt 4"),
    "Dirt/Mud/Mangrove Maze": N_("Dirt/Mud/Mangrove Maze"),
    "Farmland": N_("Farmland"),
    "Heavy Snow": N_("Heavy Snow"),
    "Lakes": N_("Lakes"),
    "Leaves": N_("Leaves"),
    "Plains": N_("Plains"),
    "Radioactive": N_("Radioactive"),
    "Savannah": N_("Savannah"),
    "Snow": N_("Snow"),
}

_TERRAINS = {
    "gravel": N_("gravel"),
    "rock": N_("rock"),
    "desert gravel": N_("desert gravel"),
    "bogland": N_("bogland"),
    "mangrove shallows": N_("mangrove shallows"),
    "muddy shallows": N_("muddy shallows"),
    "road": N_("road"),
    "gravel road": N_("gravel road"),
    "fungus road": N_("fungus road"),
    "cracked": N_("cracked earth"),
    "quicksand": N_("quicksand"),
    "desert": N_("desert sand"),
    "dirt 1": N_("dirt 1"),
    "dirt 2": N_("dirt 2"),
    "dirt 4": N_("dirt 4"),
    "mud dirt": N_("mud dirt"),
    "savannah": N_("savannah grass"),
    "dry grass": N_("dry grass"),
    "grass": N_("grass"),
    "grass 2": N_("grass 2"),
    "farm 1": N_("field 1"),
    "farm 2": N_("field 2"),
    "farm 3": N_("field 3"),
    "farm 4": N_("field 4"),
    "heavy snow": N_("deep snow"),
    "snow": N_("snow"),
    "water 5": N_("lake"),
    "leaves underbrush": N_("leafy underbrush"),
    "evil fog": N_("evil fog"),
    "water": N_("deep space"),
    "DLC_BLACK": N_("blackness"),
}

_FORESTS = {
    "mangrove trees": N_("mangrove trees"),
    "Mediterranean trees": N_("Mediterranean trees"),
    "baobab stragglers": N_("baobab stragglers"),
    "palm trees": N_("palm trees"),
    "dragon trees": N_("dragon trees"),
    "baobab trees": N_("baobab trees"),
    "snow pine trees": N_("snow pine trees"),
    "palm grass forest": N_("palm grass forest"),
    "pine forest": N_("pine forest"),
    "jungle": N_("jungle"),
    "bamboo": N_("bamboo"),
    "oak forest": N_("oak forest"),
    "autumn forest": N_("autumn forest"),
    "birch": N_("birch"),
    "oak bush": N_("oak bush"),
    "bush": N_("bush"),
    "reeds": N_("reeds"),
    "acacia trees": N_("acacia trees"),
    "snow autumn trees": N_("snow autumn trees"),
    "dead oak trees": N_("dead oak trees"),
}

_RESOURCES = {
    "gold": N_("gold"),
    "stone": N_("stone"),
    "berries": N_("berries"),
    "forage": N_("forage"),
    "baobab stragglers": N_("lone baobabs"),
    "herdables": N_("herdables"),
    "huntables": N_("huntables"),
    "lurables": N_("lurables"),
    "herdable buffalo": N_("herdable buffalo"),
    "huntable buffalo": N_("huntable buffalo"),
    "lurable buffalo": N_("lurable buffalo"),
    "fish": N_("fish"),
    "shore fish": N_("shore fish"),
    "oysters": N_("oysters"),
    "dolphins": N_("dolphins"),
    "wood": N_("wood"),
}


def planet_name(planet: Planet) -> str:
    name = _(_BIOMES[planet.biome])
    return _("{biome} (alien)").format(biome=name) if planet.alien else name


def terrain_name(terrain: str) -> str:
    return _(_TERRAINS[terrain])


def forest_name(forest: str) -> str:
    return _(_FORESTS[forest])


def resource_name(resource: str) -> str:
    return _(_RESOURCES[resource])
