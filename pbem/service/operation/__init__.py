"""How the service fares, for whoever runs it and for the machines that watch it."""
