"""Games as they are played, and the `.quatuor.json` format: write, read, replay, verify."""
