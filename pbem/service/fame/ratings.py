"""Ratings of people by ruleset, worked out from the record whenever somebody asks: the same games
in the same order give the same ratings, and nothing is kept of who does not want to be rated.

A game counts where at least two who are rated sat in it to the end, and only between those: bots,
and people who are not rated, have no rating that could be won from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from openskill.models import PlackettLuce, PlackettLuceRating

from pbem.store.fame import Result

NEWCOMER = 1000
"""What somebody is rated who has won and lost nothing yet."""
_STEP = 40.0
"""Points of a rating for one of the model's (its newcomers are worth 25, give or take 25/3)."""
_SURE = 3.0
"""A rating is what somebody is worth with near certainty: so many deviations below the mean."""


@dataclass(frozen=True)
class Entry:
    """Somebody's place in the hall of fame of a ruleset. ``rating`` is None before a first game
    against somebody else who is rated."""

    name: str
    rating: int | None
    games: int
    won: int


@dataclass(frozen=True)
class Record:
    """The most that somebody reached, and who."""

    names: tuple[str, ...]
    amount: float


@dataclass(frozen=True)
class Hall:
    """A ruleset's hall of fame. ``longest`` is the most turns of a game, with its winners."""

    ruleset: str
    entries: tuple[Entry, ...]
    highest: Record
    longest: Record


@dataclass
class _Career:
    name: str
    games: int = 0
    won: int = 0
    rating: PlackettLuceRating | None = None


def halls(results: Iterable[Result], ruleset: str = "") -> tuple[Hall, ...]:
    """The halls of fame of all rulesets (or of one) that have games, by name; `results` are in the
    order in which games ended."""
    counting = (one for one in results if one.outcome.agreed != "end")
    chosen = [one for one in counting if ruleset in ("", one.ruleset)]
    names = sorted({one.ruleset for one in chosen})
    return tuple(_hall(name, [one for one in chosen if one.ruleset == name]) for name in names)


def _hall(ruleset: str, results: Sequence[Result]) -> Hall:
    careers: dict[str, _Career] = {}
    for _game, group in groupby(results, key=lambda one: one.game):
        places = _best_of_each(list(group))
        for one in places.values():
            career = careers.setdefault(one.address, _Career(one.name))
            career.games += 1
            career.won += one.seat in one.outcome.winners
        _rate(careers, places)
    entries = [
        Entry(one.name, _points(one.rating) if one.rating else None, one.games, one.won)
        for one in careers.values()
    ]
    return Hall(ruleset, tuple(sorted(entries, key=_order)), _highest(results), _longest(results))


def _order(entry: Entry) -> tuple[bool, int, int, str]:
    return entry.rating is None, -(entry.rating or 0), -entry.won, entry.name


def _best_of_each(results: Sequence[Result]) -> Mapping[str, Result]:
    """Of who had several seats in a game, the best of them."""
    best: dict[str, Result] = {}
    for one in sorted(results, key=_standing):
        best.setdefault(one.address, one)
    return best


def _standing(result: Result) -> tuple[bool, float]:
    """Winners go before all others, then the higher score; in a draw all stand alike."""
    outcome = result.outcome
    if not outcome.winners:
        return False, 0.0
    return result.seat not in outcome.winners, -outcome.scores.get(result.seat, 0.0)


def _rate(careers: dict[str, _Career], places: Mapping[str, Result]) -> None:
    if len(places) < 2:
        return
    model = PlackettLuce()
    ratings = [careers[address].rating or model.rating() for address in places]
    standings = [_standing(one) for one in places.values()]
    ranks = [float(sorted(standings).index(standing)) for standing in standings]
    changed = model.rate([[rating] for rating in ratings], ranks=ranks)
    for address, team in zip(places, changed, strict=True):
        careers[address].rating = team[0]


def _points(rating: PlackettLuceRating) -> int:
    return round(NEWCOMER + _STEP * (rating.mu - _SURE * rating.sigma))


def _highest(results: Sequence[Result]) -> Record:
    scores = [one.outcome.scores.get(one.seat, 0.0) for one in results]
    names = {one.name for one, score in zip(results, scores, strict=True) if score == max(scores)}
    return Record(tuple(sorted(names)), max(scores))


def _longest(results: Sequence[Result]) -> Record:
    most = max(one.turns for one in results)
    won = {o.name for o in results if o.turns == most and o.seat in o.outcome.winners}
    return Record(tuple(sorted(won)), most)
