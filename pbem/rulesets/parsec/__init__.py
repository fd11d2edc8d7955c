"""Parsec: corporations settle a galaxy, and the least of four resources is what counts.

The numbered rulings PA-1 to PA-15, cited throughout, are in ``docs/rules/parsec.md``.
"""
