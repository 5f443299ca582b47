"""The build hook of the package: a wheel, editable or not, carries the web client."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from tools import client


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds web/ into the package; a source distribution holds the sources instead."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or not client.stale():
            return
        self.app.display_waiting("Building the web client…")
        try:
            client.build()
        except client.BuildError as error:
            self.app.abort(str(error))
