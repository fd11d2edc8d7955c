"""What each command does of those that mails may give."""
