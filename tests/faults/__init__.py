"""Single faults planted in the code, each of which a test must notice."""
