"""Where the state keeps the slots of a frame: by the kind of frame and the name `rules/shapes.py` gives a slot."""

from __future__ import annotations

from magnate.rules import shapes
from magnate.rules.codes import NOBODY

# The fields of the state, in the order of the shapes, each with its value where a kind of frame does not use it.
FRAME_SLOTS = {
    "frame_seat": NOBODY,
    "frame_other": NOBODY,
    "frame_step": 0,
    "frame_amount": 0,
    "frame_x": 0,
    "frame_y": 0,
}
SLOTS = {
    kind: {name.removesuffix("="): field for field, name in zip(FRAME_SLOTS, names, strict=True) if name}
    for kind, *names in shapes.FRAMES
}
