"""What is asked of games: replays, hints, advice, analyses."""
