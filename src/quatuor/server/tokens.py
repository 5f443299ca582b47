"""Tokens for private addresses: random, and stored only as hashes."""

import hashlib
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """What the store keeps instead of the token."""
    return hashlib.sha256(token.encode()).hexdigest()
