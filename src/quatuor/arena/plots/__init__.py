"""Pictures of simulations, matches and analyses."""
