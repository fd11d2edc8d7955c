"""docs/schemas says of each ruleset what a `report.json` tells, key by key."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.advance import news_for
from pbem.engine.codec import StructCodec, to_builtins
from pbem.engine.registry import load, names
from pbem.engine.testing.lab import Lab, play
from tests.docs.documents import ROOT

SCHEMAS = ROOT / "docs" / "schemas"
EVERY_GAME = pytest.mark.parametrize("name", names())


def schema_of(name: str) -> dict[str, Any]:
    codec = load(name).codec
    assert isinstance(codec, StructCodec)
    schema: dict[str, Any] = json.loads(json.dumps(codec.told_schema()))
    return schema


@EVERY_GAME
def test_the_schema_is_that_of_the_code(name: str, update: bool) -> None:
    page = SCHEMAS / f"{name}.json"
    if update:
        page.write_text(json.dumps(schema_of(name), indent=1) + "\n", encoding="utf-8")
    kept = json.loads(page.read_text(encoding="utf-8"))
    assert kept == schema_of(name), "read the difference, then renew it with --update"


@EVERY_GAME
def test_what_every_seat_and_spectator_is_told_is_of_the_schema(name: str) -> None:
    ruleset = load(name)
    lab = Lab(ruleset, games=1, seed=5, surface=lambda *_given: {}, turns=200)
    game = play(lab, 0, min(3, ruleset.seats[-1]))
    validator = Draft202012Validator(schema_of(name))
    for moment in game.moments[::12] + game.moments[-1:]:
        for seat in (None, *game.seats):
            view = ruleset.rules.view(moment.state, seat)
            told = to_builtins({"view": view, "news": news_for(seat, moment.news)})
            validator.validate(json.loads(json.dumps(told)))


@EVERY_GAME
def test_what_lacks_a_key_or_has_a_wrong_type_is_not_of_the_schema(name: str) -> None:
    validator = Draft202012Validator(schema_of(name))
    assert not validator.is_valid({"news": []})
    assert not validator.is_valid({"view": {}, "news": []})
    assert not validator.is_valid({"view": {"turn": "first"}, "news": []})
