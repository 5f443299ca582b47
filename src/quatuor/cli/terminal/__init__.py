"""A person at a table of bots, in the terminal."""
