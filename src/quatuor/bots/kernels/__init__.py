"""The searching and weighing that is compiled for each game: see `quatuor.core.templates`."""
