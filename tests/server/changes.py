"""Changes as a client puts them into the snapshot that it has, the way docs/api.md says."""

from typing import Any

Json = dict[str, Any]


def changed(last: Json, changes: Json) -> Json:
    """The snapshot after some changes."""
    position = last["position"]
    if "position" in changes:
        new = changes["position"]
        position = position | new | {part: position[part] | new[part] for part in ("view", "aids")}
    return last | changes | {"table": last["table"] | changes["table"], "position": position}
