"""What a game master does beside the running games: simulate, verify, look, try, show."""
