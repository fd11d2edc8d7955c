"""Mail in: fetched, guarded, read, and its order lines taken out."""
