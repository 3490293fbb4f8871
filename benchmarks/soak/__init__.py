"""Mixed load for as long as wanted, and whether the server is the same after it."""
