"""Plots of what many games came to."""
