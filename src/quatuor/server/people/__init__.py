"""The people whom the server knows, and the devices on which they are signed in."""
