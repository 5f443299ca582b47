"""The texts of the command line."""

from quatuor.core.texts import COMMON, Catalogue

TEXTS = Catalogue.load(__package__, COMMON)
