"""What happens in a turn, step by step (AM-15). Only the rules may see this: it is the truth."""
