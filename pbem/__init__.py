"""pbem: a service for games played by e-mail."""

__version__ = "0.1.0"
