"""Mail in and mail out. Outbound it sees only a Report; it knows no game and no database."""
