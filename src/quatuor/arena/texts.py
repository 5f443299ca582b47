"""The texts of simulations and measurements."""

from quatuor.core.texts import COMMON, Catalogue

TEXTS = Catalogue.load(__package__, COMMON)
