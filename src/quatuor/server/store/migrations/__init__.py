"""The forms that the store has had, and the way from each to the next."""
