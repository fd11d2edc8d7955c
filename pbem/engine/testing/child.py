"""Run by the check "determinism" in a process of its own: plays again and prints what it made.

``python -m pbem.engine.testing.child MODULE:NAME SEED TURNS CLOSELY PLAYERS OPTIONS``: numbers of
players with commas between them, options as JSON.
"""

from __future__ import annotations

import base64
import importlib
import sys
from collections.abc import Sequence

import msgspec

from pbem.engine.codec import from_json
from pbem.engine.testing.checks.determinism import retell
from pbem.engine.testing.lab import Lab
from pbem.engine.testing.surface import plain_surface


def main(arguments: Sequence[str]) -> None:
    """Print a JSON list of [where, base64 of the bytes made there]."""
    address, seed, turns, closely, counts, options = arguments
    module, _, name = address.partition(":")
    ruleset = getattr(importlib.import_module(module), name)
    lab = Lab(
        ruleset,
        games=1,
        seed=int(seed),
        surface=plain_surface,
        turns=int(turns),
        closely=int(closely),
        players=[int(count) for count in counts.split(",")],
        options=from_json(options.encode(), ruleset.options),
    )
    told = [(where, base64.b64encode(made).decode()) for where, made in retell(lab)]
    sys.stdout.buffer.write(msgspec.json.encode(told))


if __name__ == "__main__":
    main(sys.argv[1:])
