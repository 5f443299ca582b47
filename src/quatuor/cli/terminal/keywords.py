"""What may be typed in place of a move or of a number, in either language."""

_COMMANDS = {
    "help": ("?", "h", "help", "aide"),
    "undo": ("undo", "reprendre"),
    "save": ("save", "enregistrer"),
    "table": ("table",),
    "rules": ("rules", "règles", "regles"),
    "quit": ("q", "quit", "quitter", "exit"),
}
COMMANDS = {word: command for command, words in _COMMANDS.items() for word in words}
