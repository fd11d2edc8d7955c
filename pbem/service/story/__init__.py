"""The story of a game that is over: how it went, in words, pictures and orders, as a mail."""
