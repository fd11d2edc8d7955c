"""Measures the service against the barest loop that does the same: ``python -m bench``."""
