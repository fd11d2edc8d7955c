"""The games of the recipe, each a package of its own, installed and played by mail."""
