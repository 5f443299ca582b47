"""Staircase (2–4 players): climb as high as you dare, and rest before you fall."""

from quatuor.core.assemble import assemble

GAME = assemble(__name__, version=1, min_players=2)
