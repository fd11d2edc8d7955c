"""How a game comes to be by mail: from a file that somebody sends, or from a template."""
