"""The reference of the server, written from the code: its messages, refusals, settings and metrics.

The pages are written by hand except what stands between `<!-- generated: NAME -->` and `<!-- end: NAME -->`; that is
made here from docstrings, types, comments and samples. `python -m magnate.server.reference.write_docs` writes it again.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect as shape

from magnate.actions import Action
from magnate.events import Event
from magnate.protocol.commands import Command
from magnate.protocol.config import Bank, Config, NoClock, PerDecision
from magnate.protocol.entries import Entry
from magnate.protocol.errors import ERRORS
from magnate.protocol.frames import FromClient, ToClient
from magnate.server.http import error_responses
from magnate.server.http.app import create_app
from magnate.server.http.openapi import documented, parameters_of, plain_path
from magnate.server.http.record_routes import EditionListed, LevelListed
from magnate.server.http.replay_routes import Position
from magnate.server.http.table_routes import Asks, Listed, Listing, Log, LogQuery, Made, NewTable, Quick, QuickMade
from magnate.server.operations import settings
from magnate.server.operations.metrics import Metrics

from .game_tables import cash_of, editions, questions, reasons
from .samples import samples
from .type_names import Kind, about, default_of, fields, name_of, table, words

SCHEMA = "the [schema](schema/protocol.json)"
WIDTH = 110  # a longer sample is broken into lines

QUESTIONS = (
    "What `type` of `view.question` may be; `view.must` lists who has to answer. Beside the answers named here, "
    "`options` has what else is legal: to mortgage, build, claim a rent, propose a deal. A deal to be answered does "
    "not change the question: the seats that have to answer are in `waits_for` of `view.deals`."
)
EVENTS = (
    f"What an action led to: `Event` of {SCHEMA}. The last column says whose cash it changes; all other events change "
    "none. Where `other` is null, the other side is the Bank."
)
REASONS = (
    "Why the rules refuse something: `refusal` of [`PlanView`](#planview), `deal_refusal` of [`SeatView`](#seatview). "
    "The `message` of an `illegal` action has the name in parentheses, in small letters: `(bid too low)`."
)

SET_UP: tuple[Kind, ...] = (Config, NoClock, PerDecision, Bank)
OVER_HTTP: tuple[Kind, ...] = (
    EditionListed, LevelListed, NewTable, Made, Quick, QuickMade, Asks, LogQuery, Log, Listing, Listed, Position,
)  # fmt: skip
# What a client meets of the settings, in the order it meets them.
MET = (
    "requests_per_second", "request_burst", "files_per_second", "file_burst", "body_bytes",
    "bots_per_hour", "tables_per_hour", "records_per_hour",
    "record_bytes", "record_moves", "most_connections_per_address", "hello_seconds", "idle_seconds", "frame_bytes",
    "frames_per_second", "burst", "bot_frames_per_second", "bot_burst", "address_frames_per_second", "chat_per_minute",
    "address_chat_per_minute", "arrivals_per_minute", "malformed_in_a_row", "queue_frames",
)  # fmt: skip


# A message, and a chapter of them.


def sample(kind: Kind) -> str:
    """A message of this kind as it is sent, or nothing."""
    if kind not in samples():
        return ""
    return f"```json\n{spread(msgspec.json.decode(msgspec.json.encode(samples()[kind])))}\n```"


def spread(value: Any, indent: int = 0) -> str:
    """JSON in as few lines as fit the page."""
    line = json.dumps(value, ensure_ascii=False)
    if indent + len(line) <= WIDTH or not isinstance(value, dict | list):
        return line
    inner, pad = indent + 2, " " * (indent + 2)
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {spread(one, inner)}" for key, one in value.items()]
    else:
        lines = [spread(one, inner) for one in value]
    left, right = "{}" if isinstance(value, dict) else "[]"
    return f"{left}\n{pad}" + f",\n{pad}".join(lines) + f"\n{' ' * indent}{right}"


def entry(kind: Kind) -> str:
    """Everything about one message."""
    return "\n\n".join(part for part in (f"### {name_of(kind)}", about(kind), fields(kind), sample(kind)) if part)


def section(title: str, introduction: str, kinds: Iterable[Kind]) -> str:
    """A chapter of messages."""
    return "\n\n".join([f"## {title}", introduction, *map(entry, kinds)])


def parts() -> list[Kind]:
    """What the frames are made of, as far as it has no chapter of its own, in the order it is met."""
    known = {kind for union in (FromClient, ToClient, Command, Entry, Action, Event) for kind in get_args(union)}
    found: dict[Kind, None] = {}
    for info in shape.multi_type_info([FromClient, ToClient]):
        for kind in structs_in(info, set()):
            if kind not in known and kind not in SET_UP:
                found[kind] = None
    return list(found)


def structs_in(value: Any, seen: set[Any]) -> Iterator[Kind]:
    """The structs a type is made of."""
    if isinstance(value, shape.StructType):
        if value.cls in seen:
            return
        seen.add(value.cls)
        yield value.cls
        for field in value.fields:
            yield from structs_in(field.type, seen)
    elif isinstance(value, shape.Type):
        for name in value.__struct_fields__:
            inner = getattr(value, name)
            for one in inner if isinstance(inner, tuple) else (inner,):
                yield from structs_in(one, seen)


def in_short(kinds: Iterable[Kind], *more: tuple[str, Callable[[Kind], str]]) -> str:
    """Messages that have a schema of their own: name, fields, what it is, and `more` columns."""
    rows = []
    for kind in kinds:
        names = ", ".join(f"`{name}`" for name in kind.__struct_encode_fields__)
        what = about(kind).replace("\n\n", " ")
        rows.append((f"`{name_of(kind)}`", names, what, *(column(kind) for _, column in more)))
    return table(("type", "fields", "what", *(head for head, _ in more)), rows)


# The blocks.


def messages() -> str:
    """The whole reference of the messages."""
    return "\n\n".join(
        [
            section("Frames from the client", f"`FromClient` of {SCHEMA}.", get_args(FromClient)),
            section("Frames to the client", f"`ToClient` of {SCHEMA}.", get_args(ToClient)),
            section("Commands", "What `Do` carries, and the body `command` over HTTP.", get_args(Command)),
            section("Entries of the log", "What `Told` carries, one for each number.", get_args(Entry)),
            section(
                "Configuration of a table",
                "The body of `POST /api/tables`, there with an `id` if you like, and of `Configure`.",
                SET_UP,
            ),
            section("Parts", "What frames are made of.", parts()),
            f"## Questions\n\n{QUESTIONS}\n\n{questions()}",
            f"## Actions\n\nWhat `Act` carries: `Action` of {SCHEMA}.\n\n{in_short(get_args(Action))}",
            f"## Events\n\n{EVENTS}\n\n{in_short(get_args(Event), ('cash', cash_of))}",
            f"## Reasons\n\n{REASONS}\n\n{reasons()}",
            f"## Refusals\n\n{refusals()}",
        ]
    )


def refusals() -> str:
    """Every error by its name, and its status over HTTP."""
    statuses = {name: str(error_responses.STATUS.get(name, error_responses.CONFLICT)) for name in ERRORS}
    rows = [(f"`{name}`", statuses[name], what) for name, what in ERRORS.items()]
    return table(("error", "HTTP", "what"), rows)


def addresses() -> str:
    """Every address of the HTTP part."""
    rows = []
    for path, handler in documented(create_app(settings.Settings())):
        op = handler.opt["operation"]
        what = inspect.cleandoc(handler.fn.__doc__ or "").split("\n")[0]
        asked = [one["name"] for one in parameters_of(path, handler) if one["in"] == "query"]
        takes = named(op["asks"] or op["query"]) or ", ".join(f"`?{name}=`" for name in asked)
        for method in handler.http_methods:
            rows.append((plain_path(path), method, takes, named(op["gives"]), what))
    return table(("address", "takes", "gives", "what"), [(f"`{row[1]} {row[0]}`", *row[2:]) for row in sorted(rows)])


def answers() -> str:
    """What the addresses take and give that every client needs."""
    return in_short(OVER_HTTP)


def named(kind: Any) -> str:
    """A type of the HTTP part, by the name it has in the OpenAPI document."""
    match None if kind is None else shape.type_info(kind):
        case None:
            return ""
        case shape.StructType(cls=cls):
            return f"`{cls.__name__}`"
        case shape.ListType(item_type=shape.StructType(cls=cls)):
            return f"list of `{cls.__name__}`"
        case shape.DictType():
            return "an object"
        case found:
            return words(found)


def all_settings() -> str:
    """Every setting, its default, what it may be, what it is for."""
    info = {field.name: field for field in shape.type_info(settings.Settings).fields}  # type: ignore[attr-defined]
    rows = []
    for key in settings.KEYS:
        default = default_of(info[key])
        shown = "" if default in ("", []) else f"`{str(default).lower() if isinstance(default, bool) else default}`"
        rows.append((f"`{key}`", shown, words(info[key].type), settings.description(key)))
    return table(("setting", "default", "may be", "what"), rows)


def met_limits() -> str:
    """The limits a client meets, as they are unless the operator has changed them."""
    plain = settings.Settings()
    return table(("limit", "default"), [(settings.description(key), amount(key, getattr(plain, key))) for key in MET])


def amount(key: str, number: float) -> str:
    """A limit with the unit that its name says."""
    for ending, unit in (("_second", "a second"), ("_minute", "a minute"), ("_hour", "an hour"), ("bytes", "bytes")):
        if key.endswith(ending):
            return f"{number:,.10g} {unit}"
    return f"{number:,.10g} s" if key.endswith("_seconds") else f"{number:,.10g}"


def all_metrics() -> str:
    """Every metric of a node."""
    counted = Metrics()
    counted.watch_tables(list)
    labels = {found._name: found._labelnames for found in vars(counted).values() if hasattr(found, "_labelnames")}
    rows = []
    for family in counted.registry.collect():
        named = labels.get(family.name) or dict.fromkeys(label for one in family.samples for label in one.labels)
        name = f"{family.name}_total" if family.type == "counter" else family.name
        by = ", ".join(f"`{label}`" for label in named if label != "le")
        rows.append((f"`{name}`", family.type, by, family.documentation))
    return table(("metric", "kind", "by", "what"), rows)


BLOCKS: dict[str, dict[str, Callable[[], str]]] = {
    "protocol.md": {
        "editions": editions,
        "answers": answers,
        "addresses": addresses,
        "limits": met_limits,
        "messages": messages,
    },
    "host.md": {"settings": all_settings, "metrics": all_metrics},
}


def filled(page: str, text: str) -> str:
    """A page with its blocks as they should be."""
    for name, make in BLOCKS[page].items():
        start, end = f"<!-- generated: {name} -->\n", f"\n<!-- end: {name} -->"
        before, _, rest = text.partition(start)
        _, found, after = rest.partition(end)
        if not found:
            raise ValueError(f"{page} has no place for {name}: expected {start.strip()} and {end.strip()}")
        text = f"{before}{start}\n{make()}\n{end}{after}"
    return text


def drift(folder: Path) -> list[Path]:
    """The pages of a folder that are not as they should be."""
    read = {folder / page: (folder / page).read_text(encoding="utf-8") for page in BLOCKS}
    return [path for path, text in read.items() if filled(path.name, text) != text]


def main(folder: Path = Path("docs")) -> int:
    """Write the blocks of every page again."""
    for page in BLOCKS:
        path = folder / page
        path.write_text(filled(page, path.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
