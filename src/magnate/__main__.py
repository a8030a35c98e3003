"""`python -m magnate` is the command `magnate`."""

from magnate.cli import main

if __name__ == "__main__":
    main()
