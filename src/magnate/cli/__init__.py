"""The command `magnate`; alone it plays in the browser. What is heavy is loaded only where it is used."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from .errors import UsageError, report_crash


def main(argv: Sequence[str] | None = None) -> None:
    """The entry point: runs a command and leaves with its exit code."""
    code = run(sys.argv[1:] if argv is None else list(argv))
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    except OSError:  # a log on a full disk: Python would try again, and leave with a code of its own
        sys.stderr = None
    sys.exit(code)


def run(argv: Sequence[str]) -> int:
    """Run a command. Bad input gets one line and the code 2; no traceback is shown."""
    from cyclopts import CycloptsError, UnusedCliTokensError

    from magnate.errors import EditionError, NotInstalled

    from .app import app

    try:
        code = app(list(argv) or ["play"], exit_on_error=False, print_error=False, result_action="return_value")
        if sys.stdout is not None:  # somebody may have closed it
            sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except UnusedCliTokensError as error:
        extra = " ".join(error.unused_tokens or [])
        print(f"magnate: nothing is expected at {one_line(extra)!r}; see --help", file=sys.stderr)
        return 2
    except (CycloptsError, UsageError, EditionError, NotInstalled) as error:
        print(f"magnate: {one_line(str(error))}", file=sys.stderr)
        return 2
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    except Exception as error:
        print(f"magnate: {report_crash(error)}", file=sys.stderr)
        return 70


def one_line(text: str) -> str:
    """A message without line breaks."""
    return " ".join(text.split())
