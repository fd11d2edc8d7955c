"""The console: the page itself, and what players do with it in a browser."""
