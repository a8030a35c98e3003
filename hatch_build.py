"""Nothing is packed without the client for browsers: it is built, not kept in git, and easily forgotten."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = "src/magnate/web/index.html"


class NeedsClient(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and not Path(self.root, CLIENT).is_file():
            self.app.abort(
                f"{CLIENT} is missing: the client for browsers is built before it is packed. "
                "Run `make wheel`, which does both (it needs Node 20.19, 22.13 or newer)."
            )
