"""A person's game against bots, in the terminal."""
