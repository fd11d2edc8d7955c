"""Mail to players and the game master: written into the outbox, sent, and scored when it fails."""
