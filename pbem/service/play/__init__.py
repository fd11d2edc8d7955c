"""A game's life: made, opened turn by turn, closed, told, ended; and what time brings."""
