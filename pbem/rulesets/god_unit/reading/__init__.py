"""How one order line is read: its words, its clauses, and the orders that they give."""
