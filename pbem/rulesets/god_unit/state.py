"""The whole truth of a game."""

from __future__ import annotations

from pbem.rulesets.god_unit.view import Known


class State(Known, frozen=True, kw_only=True):
    """A game between two turns, with the work of every factory. No desk or bot is ever given it."""
