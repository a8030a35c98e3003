"""How a server is set up: by flags, by the environment (`MAGNATE_*`), by a file, in this order; the rest has a default.

A key that does not exist, or a value that cannot be, is refused by its name together with what would be right.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

PREFIX = "MAGNATE_"
OWN_BOT = re.compile(r"[a-z][a-z0-9-]{0,19}=.+")

Count = Meta(ge=1, le=10_000_000)
Size = Meta(ge=256, le=64_000_000)
Rate = Meta(gt=0, le=1_000_000)
Milliseconds = Meta(ge=0, le=86_400_000)
Seconds = Meta(gt=0, le=86_400)


def says(text: str) -> Meta:
    """What a setting is for: shown by `magnate serve --help` and in the docs."""
    return Meta(description=text)


class SettingsError(ValueError):
    """A setting that is wrong: it names the setting, where it was found, and what would be right."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything an operator can set."""

    host: Annotated[str, Meta(min_length=1), says("the address to listen on; 0.0.0.0 or :: for all")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535), says("the port; 0 takes a free one")] = 8000
    database: Annotated[str, says("postgresql://…, or a file for SQLite; else tables.db in the data folder")] = ""
    data: Annotated[str, says("the data folder")] = ""
    secret: Annotated[
        str,
        Meta(pattern="^([0-9a-fA-F]{2}){32,}$|^$"),
        says("the signing key, 64 or more hexadecimal digits (others on the machine see a flag); else the database's"),
    ] = ""
    old_secrets: Annotated[
        list[Annotated[str, Meta(pattern="^([0-9a-fA-F]{2}){32,}$")]],
        says("earlier values of `secret` that are still accepted, or the next one: …,…"),
    ] = []
    url: Annotated[str, says("the public address, for links and QR codes; else that of the request")] = ""
    origins: Annotated[list[str], says("other sites whose scripts may connect: https://example.org,…")] = []
    editions: Annotated[list[str], says("more editions: files, or folders of them: my/editions,…")] = []
    bot: Annotated[list[str], says("bots of your own, policies or functions: NAME=FILE,NAME=module:function")] = []
    behind_proxy: Annotated[bool, says("trust X-Forwarded-For and X-Forwarded-Proto")] = False
    log: Annotated[Literal["json", "plain"], says("format of the log")] = "plain"
    log_level: Annotated[Literal["debug", "info", "warning", "error"], says("the lowest level to log")] = "info"
    log_addresses: Annotated[bool, says("write addresses of clients into the log")] = False
    slow_commit_ms: Annotated[int, Milliseconds, says("a commit that takes this long is logged")] = 1_000
    metrics_host: Annotated[str, Meta(min_length=1), says("the address for `metrics_port`")] = "127.0.0.1"
    metrics_port: Annotated[
        int, Meta(ge=0, le=65_535), says("a port for /metrics alone; 0 leaves /metrics on `port`")
    ] = 0

    bot_pause_ms: Annotated[
        int, Milliseconds, says("pause before a bot's move; the time it leaves to claim a rent changes in proportion")
    ] = 600
    bot_rest_ms: Annotated[int, Milliseconds, says("bots pause after this time without people")] = 120_000
    grace_ms: Annotated[int, Milliseconds, says("extra time for clocks after an outage")] = 20_000
    beat_ms: Annotated[int, Meta(ge=50, le=60_000), says("heartbeat interval of a node")] = 2_000
    idle_seconds: Annotated[float, Seconds, says("a connection silent for this long is closed")] = 60.0
    hello_seconds: Annotated[float, Seconds, says("time limit for Hello")] = 10.0

    most_tables: Annotated[int, Count, says("tables in memory")] = 20_000
    most_connections: Annotated[int, Count, says("open connections")] = 20_000
    most_connections_per_address: Annotated[int, Count, says("open connections from one address")] = 100
    queue_frames: Annotated[int, Meta(ge=4, le=100_000), says("frames queued for a slow client")] = 256
    frame_bytes: Annotated[int, Size, says("the largest frame a client may send")] = 16_384
    body_bytes: Annotated[int, Size, says("the largest body of a request")] = 65_536
    record_bytes: Annotated[int, Size, says("the largest record to import")] = 4_000_000
    record_moves: Annotated[int, Count, says("the most moves of a record to import")] = 20_000
    most_reviews: Annotated[
        int, Meta(ge=0, le=64), says("reviews of games made at a time, each in a process of its own; 0 for none")
    ] = 1
    reviews_in_line: Annotated[int, Count, says("reviews that may wait, over all nodes")] = 200
    malformed_in_a_row: Annotated[int, Count, says("invalid frames in a row before a connection is closed")] = 10

    frames_per_second: Annotated[float, Rate, says("frames of a person, over all their connections")] = 10.0
    burst: Annotated[int, Count, says("frames a person may send in one burst")] = 40
    bot_frames_per_second: Annotated[float, Rate, says("frames of a third-party bot")] = 5.0
    bot_burst: Annotated[int, Count, says("frames a third-party bot may send in one burst")] = 20
    address_frames_per_second: Annotated[float, Rate, says("frames from one address")] = 400.0
    requests_per_second: Annotated[float, Rate, says("HTTP requests to the API from one address")] = 20.0
    request_burst: Annotated[int, Count, says("HTTP requests to the API from one address in one burst")] = 100
    files_per_second: Annotated[float, Rate, says("pages and files of the web client for one address")] = 100.0
    file_burst: Annotated[int, Count, says("pages and files of the web client for one address in one burst")] = 1_000
    chat_per_minute: Annotated[float, Rate, says("chat messages of a person")] = 20.0
    address_chat_per_minute: Annotated[float, Rate, says("chat messages from one address")] = 200.0
    watcher_chat_per_minute: Annotated[
        float, Rate, says("chat messages from one address by people without a seat at the table")
    ] = 30.0
    arrivals_per_minute: Annotated[float, Rate, says("connections to a table with the token of one seat")] = 30.0
    tables_per_hour: Annotated[float, Rate, says("tables a person may create")] = 120.0
    tables_per_hour_per_address: Annotated[float, Rate, says("tables created from one address")] = 240.0
    records_per_hour: Annotated[float, Rate, says("records imported from one address")] = 60.0
    bots_per_hour: Annotated[float, Rate, says("bot tokens for one address")] = 20.0
    reviews_per_hour: Annotated[float, Rate, says("reviews of games asked for from one address")] = 30.0
    subscriptions_per_hour: Annotated[float, Rate, says("browsers subscribed to notices from one address")] = 60.0

    reports_per_hour: Annotated[
        float, Rate, says("reports of a person to the operator; four times that an address")
    ] = 10.0
    most_reports: Annotated[int, Count, says("reports that wait for the operator")] = 10_000
    report_days: Annotated[int, Meta(ge=1, le=3_650), says("days until a report is deleted")] = 90
    admin_token: Annotated[
        str,
        Meta(pattern="^[!-~]{32,200}$|^$"),
        says("the token of the admin page /admin, 32 or more letters; without it there is no such page"),
    ] = ""
    keep_names_days: Annotated[
        int, Meta(ge=0, le=36_500), says("days from a table's last entry until names and words are removed; 0: never")
    ] = 365
    notice: Annotated[str, says("a text file with the notice to players about stored data; else a built-in text")] = ""
    deletions_per_hour: Annotated[float, Rate, says("people who delete their data, from one address")] = 60.0
    exports_per_hour: Annotated[float, Rate, says("exports of one's own games for a person or an address")] = 6.0
    export_games: Annotated[int, Meta(ge=1, le=10_000), says("games in one export, the newest")] = 200

    push_key: Annotated[
        str,
        Meta(pattern="^[A-Za-z0-9_-]{43}$|^$"),
        says("the key that signs notices, as `magnate push-keys` makes it; without it none are sent"),
    ] = ""
    push_contact: Annotated[
        str,
        Meta(pattern="^(mailto:[^@]+@.+|https://.+)?$"),
        says("whom push services may write to: mailto:… or https://…; else `url`"),
    ] = ""
    push_anywhere: Annotated[bool, says("send notices to http and private addresses, too: only for tests")] = False

    @property
    def database_url(self) -> str:
        """Where the tables are kept, as the store wants it."""
        if self.database:
            return database_url(self.database)
        if not self.data:
            raise SettingsError("database is empty and there is no data folder; expected a URL or a file")
        return database_url(str(Path(self.data) / "tables.db"))

    @property
    def keys(self) -> list[bytes]:
        """The signing keys of the operator, if there are any: the first signs, all are accepted."""
        return [bytes.fromhex(key) for key in (self.secret, *self.old_secrets)] if self.secret else []


KEYS: tuple[str, ...] = Settings.__struct_fields__
TYPES: dict[str, Any] = get_type_hints(Settings, include_extras=True)
SECRET = ("secret", "old_secrets", "push_key", "admin_token")  # never shown
ELSEWHERE = (f"{PREFIX}CONFIG", f"{PREFIX}CACHE")  # names of the environment that are no settings of a server


def description(key: str) -> str:
    """What a setting is for."""
    return str(next(meta.description for meta in TYPES[key].__metadata__ if meta.description))


def database_url(text: str) -> str:
    """A database as people write it, as the drivers want it: a file is SQLite, `postgresql://` is PostgreSQL."""
    if "://" not in text:
        from sqlalchemy.engine import URL  # not needed by most commands, which read settings too

        file = URL.create("sqlite+aiosqlite", database=str(Path(text).expanduser()))  # whatever is in its name
        return file.render_as_string()
    scheme, rest = text.split("://", 1)
    drivers = {
        "sqlite": "sqlite+aiosqlite",
        "sqlite+aiosqlite": "sqlite+aiosqlite",
        "postgres": "postgresql+asyncpg",
        "postgresql": "postgresql+asyncpg",
        "postgresql+asyncpg": "postgresql+asyncpg",
    }
    if scheme not in drivers:
        raise SettingsError(f"database begins with {scheme!r}; expected postgresql://…, sqlite:///… or a file")
    return f"{drivers[scheme]}://{rest}"


def checked(key: str, value: object, where: str) -> object:
    """One setting as it was found, made into what it must be."""
    if key not in KEYS:
        near = difflib.get_close_matches(key, KEYS, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(KEYS)}"
        raise SettingsError(f"{where}: there is no such setting; {hint}")
    if isinstance(value, str) and key in ("origins", "editions", "bot", "old_secrets"):
        value = [word.strip() for word in value.split(",") if word.strip()]
    try:
        found: object = msgspec.convert(value, TYPES[key], strict=not isinstance(value, str))
    except msgspec.ValidationError as error:
        shown = "that" if key in SECRET else repr(value)[:80]
        raise SettingsError(f"{where} is {shown}; {said(key, error)}") from error
    check_words(key, found, where)
    return found


def said(key: str, error: Exception) -> str:
    """What would be right, in plain words."""
    if key == "push_key":
        return "expected a key as `magnate push-keys` makes it"
    if key == "admin_token":
        return "expected 32 to 200 letters without blanks, as `openssl rand -hex 32` makes them"
    if key in ("secret", "old_secrets"):
        return "expected 64 or more hexadecimal digits, as `openssl rand -hex 32` makes them"
    text = str(error).split(" - at ")[0]
    return text[:1].lower() + text[1:].replace("`", "")


def check_words(key: str, value: object, where: str) -> None:
    """Settings whose text has a form of its own."""
    if key == "database" and value:
        database_url(str(value))
    for one in value if key == "bot" and isinstance(value, list) else []:
        if not OWN_BOT.fullmatch(str(one)):
            raise SettingsError(
                f"{where} has {str(one)!r}; expected NAME=FILE, with up to 20 of a-z, 0-9 and - as a name"
            )
    addresses = value if key == "origins" and isinstance(value, list) else [value] if key == "url" and value else []
    for address in addresses:
        if not is_origin(str(address)):
            raise SettingsError(f"{where} has {str(address)!r}; expected https://host or http://host:port, and no path")


def is_origin(text: str) -> bool:
    """Whether a text is what browsers call an origin: scheme, host and perhaps a port."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and text == f"{parts.scheme}://{parts.netloc}"


def from_file(path: Path) -> dict[str, object]:
    """The settings of a TOML file."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingsError(f"{path}: no such file; expected settings as TOML, like `port = 8000`") from None
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not TOML: {error}") from None
    return {key: checked(key, value, f"{path}: {key}") for key, value in data.items()}


def from_environment(environment: Mapping[str, str]) -> dict[str, object]:
    """The settings of the environment: `MAGNATE_PORT=8000`."""
    found: dict[str, object] = {}
    for name, value in environment.items():
        if name.startswith(PREFIX) and name not in ELSEWHERE:
            key = name.removeprefix(PREFIX).lower()
            found[key] = checked(key, value, name)
    return found


def gather(
    flags: Mapping[str, object], environment: Mapping[str, str], config: Path | None = None, data: Path | None = None
) -> Settings:
    """The settings of a server: a flag beats the environment, the environment the file, the file the default."""
    file = config or (Path(environment[f"{PREFIX}CONFIG"]) if environment.get(f"{PREFIX}CONFIG") else None)
    found: dict[str, object] = {"data": str(data)} if data else {}
    found |= from_file(file) if file else {}
    found |= from_environment(environment)
    for key, value in flags.items():
        if value is not None:
            found[key] = checked(key, value, f"--{key.replace('_', '-')}")
    return msgspec.convert(found, Settings)
