#!/bin/sh
# One run on a machine with a GPU and no network: training/start.sh WHEELS OUT [arguments of improve.py]
# WHEELS has numba, llvmlite, numpy 2.4 and msgspec for its Python, which has PyTorch already.
set -e
here=$(cd "$(dirname "$0")/.." && pwd)
python3 -m venv --system-site-packages /tmp/magnate-training
/tmp/magnate-training/bin/pip install -q --no-index --find-links "$1" numba llvmlite "numpy>=2.4,<2.5" msgspec
export PYTHONPATH="$here/src" MAGNATE_CACHE=/tmp/magnate-cache
out=$2
shift 2
exec /tmp/magnate-training/bin/python -u "$here/training/improve.py" --out "$out" "$@"
