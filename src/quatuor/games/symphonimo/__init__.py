"""Symphonimo (2–6 players): musicians under conductors; only soloists and quartets score."""

from quatuor.core.assemble import assemble

GAME = assemble(__name__, version=1, min_players=2)
