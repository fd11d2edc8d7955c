"""The public pages: a static site of the games whose masters let them stand there.

Made of what a spectator may know, and of what was said to all: nothing else of a game is read here
but what the rules let out of it when it is over.
"""
