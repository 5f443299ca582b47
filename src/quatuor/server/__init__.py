"""The server: people and bots play the games through one API, in the browser or from a program."""
