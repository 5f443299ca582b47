"""Air Sorcière (2–5 players): witches in rising columns, landed before they fall, traded for spell books."""

from quatuor.core.assemble import assemble

GAME = assemble(__name__, version=1, min_players=2)
