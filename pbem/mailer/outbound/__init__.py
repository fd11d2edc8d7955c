"""Mail out: composed from plain data into finished bytes, and handed to the server."""
