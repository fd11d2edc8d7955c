"""What goes wrong with the database."""

from __future__ import annotations

from pbem.engine.errors import Trouble


class StoreError(Trouble):
    """The database cannot be used as it stands; the message says what to do."""
