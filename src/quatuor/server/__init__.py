"""The table: people and bots play the four games through one API, in the browser or by program."""
