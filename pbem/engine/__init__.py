"""The pure heart of the service: the contract of a ruleset and what follows from it.

Nothing here knows of mail, a database, a clock or a file, and nothing here
imports another room of the house.
"""
