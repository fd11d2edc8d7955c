"""Syzygy: four planets in a row, after the component specification CSRM-SPC-08 (SZ-1 to SZ-10)."""
