"""The people the server knows, and the devices on which they are signed in."""
