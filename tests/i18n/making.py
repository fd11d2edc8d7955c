"""What those are told who make games and bring people together, in the language of accents."""

from __future__ import annotations

import pytest

from pbem.service.intake.commands import mastering
from pbem.service.play.close import close_turn
from tests.i18n.masters import NNT, VVV, new_game, say, twice
from tests.service.world import World


def who_is_appointed(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "APPOINT", f"APPOINT {VVV}", f"DISMISS {NNT}", f"DISMISS {VVV}")
    say(world, f"APPOINT {NNT} assistant")
    twice(world, f"APPOINT {NNT}")
    twice(world, f"DISMISS {NNT}")
    for game in ("rchv", "lrg"):
        new_game(world, id=game, title=game, options={"items": ("Cnmy", "Dfns"), "turns": 1})
        close_turn(world.context, game)
        say(world, "ARCHIVE")
        patch.setattr(mastering, "fits", lambda _data: False)


SCENES = (who_is_appointed,)
