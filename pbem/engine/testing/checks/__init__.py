"""The checks, one promise of the contract a module."""
