"""The tables in memory: viewers, bots, clocks, and the commands that change a table."""
