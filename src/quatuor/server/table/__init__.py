"""A table as pure data: no input or output, no clock; of the world outside it asks nothing but chance (`secrets`).

It imports nothing beyond `core`, `games`, `play` and the standard library, so that a browser can run it.
"""
