"""Tokens of private addresses: nobody guesses them, and the store knows only their hashes."""

import hashlib
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
