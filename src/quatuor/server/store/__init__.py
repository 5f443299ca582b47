"""What outlives the process: the database, its files, and how long things stay in it."""
