"""Ends of games, small enough to be solved exactly: the rules are those of the whole games."""

from tiny.games import RYTHM_N_PLAY, SYMPHONIMO

TINY = {game.name: game for game in (SYMPHONIMO, RYTHM_N_PLAY)}
