"""What those who run games do, by mail and on the command line alike."""
