"""Those who watch a game without playing in it: how they come and go, and what they are told."""
