"""The sentences of the server."""

from quatuor.core.texts import COMMON, Catalogue

TEXTS = Catalogue.load(__package__, COMMON)
