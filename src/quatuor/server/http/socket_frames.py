"""WebSocket frames of the kind that nearly all are: a whole text in one frame. The library reads all others.

The format is RFC 6455, section 5.2.
"""

from websockets.speedups import apply_mask

_TEXT = 0x81  # the last frame of a message, and its first: a text
_CONTROL = 0x88  # from here on: close, ping, pong, which always have one frame
_MASKED = 0x80
_SHORT = 126  # from so many bytes on, the length follows in two bytes
_LONG = 65_536  # from so many on in eight


def text_frame(text: bytes) -> bytes:
    """A text as a server sends it."""
    size = len(text)
    if size < _SHORT:
        return b"\x81%c%b" % (size, text)
    if size < _LONG:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)


def whole_text(data: bytes, most: int) -> str | None:
    """The text of at most so many bytes that data from a client is, and nothing else; None otherwise."""
    if len(data) < 6 or data[0] != _TEXT:
        return None
    size, start = data[1] - _MASKED, 6
    if not 0 <= size <= _SHORT:
        return None  # not masked, or much too long
    if size == _SHORT:
        size, start = int.from_bytes(data[2:4], "big"), 8
    if size > most or len(data) != start + size:
        return None
    try:
        return apply_mask(data[start:], data[start - 4 : start]).decode()
    except UnicodeDecodeError:
        return None


def ends_with_a_message(data: bytes) -> bool:
    """Whether data from a client, which begins with a frame, ends where a message ends."""
    place = 0
    while place + 2 <= len(data):
        first, size = data[place], data[place + 1] & ~_MASKED
        if first != _TEXT and first < _CONTROL:
            return False
        if size >= _SHORT:
            width = 2 if size == _SHORT else 8
            size = int.from_bytes(data[place + 2 : place + 2 + width], "big")
            place += width
        place += 6 + size
    return place == len(data)
