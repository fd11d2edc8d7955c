"""What players write to each other: read, passed on, taken back."""
