"""A table as pure data: no input or output, no clock, nothing beyond the games and the standard library."""
