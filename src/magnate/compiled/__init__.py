"""The rules compiled: the same functions, cloned and handed to Numba, for CPU cores and for a GPU.

Only this package knows a compiler. `batch` plays games, `gpu` many more; `parity` proves that they agree to the bit.
"""
