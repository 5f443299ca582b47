"""The sentences about a table: what happens there, and why something is refused."""

from quatuor.core.texts import COMMON, Catalogue

TEXTS = Catalogue.load(__package__, COMMON)
