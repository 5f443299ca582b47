"""Players that learn by playing against themselves; needs PyTorch (the extra `learn`)."""
