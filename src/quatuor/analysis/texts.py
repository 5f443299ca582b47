"""The texts of the analysis."""

from quatuor.core.texts import COMMON, Catalogue

TEXTS = Catalogue.load(__package__, COMMON)
