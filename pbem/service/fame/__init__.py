"""How people fare over many games: ratings, the hall of fame, reliability."""
