"""Mail becomes orders: recorded, attributed, read against a view, held, answered."""
