"""The weighing and searching that is compiled for each game: templates, and the memory that they share."""
