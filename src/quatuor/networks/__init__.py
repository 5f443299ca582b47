"""Networks that were trained: their files, and what they think of a position; without PyTorch."""

from quatuor.networks.network import Network, network_of, read_network
from quatuor.networks.network_file import write_network
from quatuor.networks.shape import Pairs, Rows, Shape

__all__ = ["Network", "Pairs", "Rows", "Shape", "network_of", "read_network", "write_network"]
