"""Many games at once: simulations, what they show, and how fast the rules are."""
