"""What a report advises is what its game takes: nobody is warned of what stood not beside a line
that was proposed."""

from __future__ import annotations

import pytest

from pbem.engine import registry
from pbem.engine.api import Level
from pbem.engine.orders import read_sheet
from pbem.engine.testing import Lab, plain_surface
from pbem.engine.testing.lab import play
from pbem.service.play.composing import proposals
from tests.soaking import soak

_OPENS, _NEAR = "then one settlement at", "from now on one settlement at"
"""How Parsec tells, beside a line and in the answer to it, what others can do from then on."""


@pytest.mark.parametrize("number", [1, soak(2), soak(3)])
@pytest.mark.parametrize("name", registry.names())
def test_advised_lines_are_taken_without_a_new_warning_in_a_whole_game(
    name: str, number: int
) -> None:
    """All lines of the first paragraph together, as somebody sends them who takes the # away; what
    may stand in the place of one of them comes below."""
    game = registry.load(name)
    lab = Lab(game, games=1, seed=number, surface=plain_surface, turns=500)
    bot = game.bots[game.house_bot]
    count = min(max(3, game.seats[0]), game.seats[-1])
    played = play(lab, 0, count, lambda _game, view, ask, chance: bot.decide(view, ask, chance))
    tried = 0
    for moment in played.moments:
        ask = moment.ask_of(1)
        if moment.outcome is not None or ask is None or not ask.required:
            continue
        view = game.rules.view(moment.state, 1)
        template = game.desk.report(view, ()).template
        end = template.index("#") if "#" in template else len(template)
        told = {one.line: one.why for one in proposals(game.desk, view, template[:end]) if one.line}
        for verdict in game.desk.parse(view, ask, read_sheet([*told], 1).now).verdicts:
            is_told = _OPENS in told[verdict.text] and _NEAR in verdict.message
            if not is_told:
                assert verdict.level is Level.ACCEPTED, (moment.turn, verdict.text, verdict.message)
            tried += 1
    assert tried > len(played.moments) // 2
