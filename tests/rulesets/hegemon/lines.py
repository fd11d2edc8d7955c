"""Lines that order something, and what they come to."""

from __future__ import annotations

LINE = "Economy 60% coop 70 with 0-200 comp 30 attack 100-150"
