"""God Unit: secret factories make units of one's own design, and the last one left wins.

The numbered rulings GU-1 to GU-14, and SZ-7 to SZ-10 for Syzygy boards, cited throughout, are
in ``docs/rules/god-unit.md``.
"""
