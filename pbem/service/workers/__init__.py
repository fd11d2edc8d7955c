"""Several processes that serve one PostgreSQL database: hints, jobs, and who does them."""
