"""Many games at once: simulations, matches between bots, what they show, and how fast the rules run."""
