"""For phones in the room: this machine's address on the network, and a code to scan."""

import socket

import segno
from rich.text import Text

# An address reserved for documentation: nothing is sent, the system only says which of its own it would use.
_ANYWHERE = ("192.0.2.1", 9)
_BLOCKS = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
_QUIET_ZONE = 2


def lan_address() -> str | None:
    """This machine's address on its network; None if it is not on a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ANYWHERE)
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


def qr_code(url: str) -> Text:
    """A QR code, two modules per character, black on white whatever the terminal's colours."""
    rows = [list(row) for row in segno.make(url, error="m", micro=False).matrix_iter(border=_QUIET_ZONE)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    lines = [
        "".join(_BLOCKS[bool(top), bool(bottom)] for top, bottom in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
    return Text("\n").join(Text(line, "#000000 on #ffffff") for line in lines)
