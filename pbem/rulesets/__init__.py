"""The games that come with the service, one folder each, all of one shape."""
