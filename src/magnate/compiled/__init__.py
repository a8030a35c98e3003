"""The rules compiled: the same functions, cloned and handed to Numba, for CPU cores and for a GPU.

Only this package knows a compiler. `batch` plays games, `gpu` many more; `parity` proves that they agree to the bit.
"""

from magnate.errors import NotInstalled

try:
    import numba  # noqa: F401
except ImportError as error:
    raise NotInstalled(f"this needs Numba, which is not installed: pip install 'magnate[fast]' ({error})") from None
