"""Automatic players of God Unit."""
