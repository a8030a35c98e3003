#!/bin/sh
# Build the wheel of this source and install it, with extras, into an environment of its own.
#   deploy/install.sh FOLDER [EXTRAS]
# The image is built with this script, and tests/deploy runs it without a container engine.
set -eu

folder=$1
extras=${2:-postgres,push}
python=${PYTHON:-python3}
source=$(cd "$(dirname "$0")/.." && pwd)
wheels=$(mktemp -d)
trap 'rm -rf "$wheels"' EXIT

"$python" -m venv "$wheels/build"
"$wheels/build/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir \
    --constraint "$source/constraints.txt" hatchling
"$wheels/build/bin/python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
    --wheel-dir "$wheels" "$source"

"$python" -m venv --without-pip "$folder"
"$wheels/build/bin/python" -m pip --python "$folder/bin/python" install --quiet --disable-pip-version-check \
    --no-cache-dir --only-binary=:all: --constraint "$source/constraints.txt" \
    "$(echo "$wheels"/magnate-*.whl)[$extras]"
"$folder/bin/python" -m compileall -q "$folder/lib" # the root filesystem is read-only later
