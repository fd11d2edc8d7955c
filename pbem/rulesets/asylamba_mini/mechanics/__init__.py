"""The arithmetic that rules and players share: routes, prices, what an order does, fights."""
