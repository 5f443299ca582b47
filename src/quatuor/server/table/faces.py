"""The animals that people choose from: whose face stands beside their name."""

import secrets
from collections.abc import Collection

# None of them is on a card of a game: a face is never taken for one.
FACES = (
    "panda",
    "koala",
    "tiger",
    "dog",
    "wolf",
    "raccoon",
    "hamster",
    "monkey",
    "cow",
    "pig",
    "horse",
    "unicorn",
    "dragon",
    "chick",
    "hedgehog",
    "parrot",
)


def any_face(taken: Collection[str | None] = ()) -> str:
    """A face at random, one that nobody at the table has where there is one."""
    free = [face for face in FACES if face not in taken]
    return secrets.choice(free or FACES)
