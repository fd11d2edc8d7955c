"""What outlives the process: tables, transactions and the queries the service asks."""
