"""What both sides reckon with: receipts, bots and the turn itself ask the same functions."""
