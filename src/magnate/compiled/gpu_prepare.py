"""Compile one kernel of the wavefront into the cache: python -m magnate.compiled.gpu_prepare KERNEL REGISTERS BOT..."""

from __future__ import annotations

import sys

from magnate.compiled import gpu

if __name__ == "__main__":
    gpu.touch(sys.argv[1], sys.argv[3:], int(sys.argv[2]) or None)
