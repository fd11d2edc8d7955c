"""The steps of a player's turn: orders, conflicts, refill, harvest, the end (PA-4 to PA-14)."""
