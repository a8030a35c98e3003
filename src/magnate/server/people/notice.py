"""The notice for players: a text of the operator's, or the built-in one. Plain text or a little Markdown."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import NamedTuple

from magnate.server.operations.logs import event
from magnate.server.operations.settings import Settings, SettingsError
from magnate.words.privacy import privacy_notice

LONGEST = 64_000  # bytes


class NoticeText(NamedTuple):
    """A notice, and whether the operator wrote it."""

    text: str
    is_own: bool


def check_notice(settings: Settings) -> None:
    """Refuse a setting that names no readable text."""
    if settings.notice:
        read_file(Path(settings.notice).expanduser())


def notice_for(settings: Settings, language: str) -> NoticeText:
    """The notice in a language. The operator's file is read each time, so that a change shows at once."""
    if settings.notice:
        try:
            return NoticeText(read_file(file_for(Path(settings.notice).expanduser(), language)), True)
        except SettingsError as error:  # it was there when the server started
            event("notice_unreadable", logging.WARNING, problem=str(error))
    return NoticeText(privacy_notice(language, settings.keep_names_days), False)


def file_for(file: Path, language: str) -> Path:
    """The file of a language beside the one that is set, if there is one: `notice.it.md` beside `notice.md`."""
    own = file.with_name(f"{file.stem}.{language}{file.suffix}")
    return own if language.isalpha() and own.is_file() else file


def read_file(file: Path) -> str:
    """The text of a file."""
    try:
        data = file.read_bytes()
        if len(data) > LONGEST:
            raise SettingsError(f"notice: {file} has {len(data):,} bytes; expected at most {LONGEST:,}")
        return data.decode()
    except OSError as error:
        raise SettingsError(f"notice: {file} cannot be read: {error.strerror}; expected a text file") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"notice: {file} is no text in UTF-8 at byte {error.start}") from error
