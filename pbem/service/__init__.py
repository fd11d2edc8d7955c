"""What happens: mails are received, turns closed, mails sent; the game master's commands."""
