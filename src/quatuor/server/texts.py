"""The sentences of the server; behind them those about a table."""

from quatuor.core.texts import Catalogue
from quatuor.server.table.texts import TEXTS as TABLE_TEXTS

TEXTS = Catalogue.load(__package__, TABLE_TEXTS)
