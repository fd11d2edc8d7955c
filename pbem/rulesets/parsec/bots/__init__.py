"""Automatic players of Parsec."""
