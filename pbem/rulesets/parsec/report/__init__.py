"""What players read: sentences, pictures and the sections of a report."""
