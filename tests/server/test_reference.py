"""The docs of the server are complete and true: what is generated is current, and every example can be read."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from magnate.actions import Action
from magnate.events import Event
from magnate.protocol.commands import Command
from magnate.protocol.config import Bank, Config, NoClock, PerDecision
from magnate.protocol.entries import Entry
from magnate.protocol.errors import ERRORS
from magnate.protocol.frames import FromClient, ToClient
from magnate.schema import schemas
from magnate.server.http.error_responses import STATUS
from magnate.server.http.socket import CODES
from magnate.server.operations.metrics import Metrics
from magnate.server.operations.settings import KEYS
from magnate.server.reference import write_docs as reference
from magnate.server.reference.samples import samples
from magnate.server.reference.type_names import name_of

ROOT = Path(__file__).parent.parent.parent
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
HOST = (ROOT / "docs" / "host.md").read_text(encoding="utf-8")
SECURITY = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
UNIONS = (FromClient, ToClient, Command, Entry)
CHAPTERS = [kind for union in UNIONS for kind in get_args(union)] + [Config, NoClock, PerDecision, Bank]
EXAMPLE = re.compile(r"^### (\w+)\n(?:(?!^##).)*?^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def union_of(kind: type[Any]) -> Any:
    """What a message is read as when it comes over the wire."""
    return next((union for union in UNIONS if kind in get_args(union)), kind)


def plain(message: Any) -> Any:
    """A message as data."""
    return msgspec.json.decode(msgspec.json.encode(message))


def test_the_pages_are_as_the_code_has_it() -> None:
    assert reference.drift(ROOT / "docs") == [], "make schema writes them again"


def test_a_changed_page_is_found_and_written_again(tmp_path: Path) -> None:
    for page in reference.BLOCKS:
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        (tmp_path / page).write_text(text.replace("| whole number", "| number"), encoding="utf-8")
    assert len(reference.drift(tmp_path)) == len(reference.BLOCKS)
    reference.main(tmp_path)
    assert reference.drift(tmp_path) == []
    assert (tmp_path / "protocol.md").read_text(encoding="utf-8") == PROTOCOL


def test_a_page_without_a_place_for_a_block_is_refused() -> None:
    with pytest.raises(ValueError, match=r"host\.md has no place for settings"):
        reference.filled("host.md", "# Running a server\n")


@pytest.mark.parametrize("kind", CHAPTERS, ids=name_of)
def test_every_message_has_an_entry_with_an_example(kind: type[Any]) -> None:
    found = [text for name, text in EXAMPLE.findall(PROTOCOL) if name == name_of(kind)]
    assert len(found) == 1, f"### {name_of(kind)} with one example"
    assert type(msgspec.json.decode(found[0], type=union_of(kind))) is kind


def test_every_example_can_be_read() -> None:
    kinds = {name_of(kind): kind for kind in [*CHAPTERS, *reference.parts()]}
    examples = EXAMPLE.findall(PROTOCOL)
    assert len(examples) == PROTOCOL.count("```json\n")
    for name, text in examples:
        kind = kinds[name]
        assert plain(msgspec.json.decode(text, type=union_of(kind))) == plain(samples()[kind])


def test_the_conversation_in_the_introduction_can_be_read() -> None:
    lines = re.findall(r"^([→←]) (.*)$", PROTOCOL, re.MULTILINE)
    assert {arrow for arrow, _ in lines} == {"→", "←"}
    for arrow, text in lines:
        for field in ("table", "view"):  # what is cut short there
            text = text.replace(f'"{field}": {{…}}', f'"{field}": {part(field)}')
        msgspec.json.decode(text, type=FromClient if arrow == "→" else ToClient)


def part(field: str) -> str:
    """A whole table or view, where the page has only dots."""
    seen = next(sample for kind, sample in samples().items() if kind.__name__ == "Seen")
    return msgspec.json.encode(getattr(seen, field)).decode()


def test_every_name_on_the_page_leads_somewhere() -> None:
    anchors = {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in headings(PROTOCOL)}
    assert len(anchors) == len(headings(PROTOCOL)), "two headings of the same name"
    for link in re.findall(r"\]\(#([^)]+)\)", PROTOCOL):
        assert link in anchors, link


def headings(text: str) -> list[str]:
    """The titles of a page."""
    return re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)


def test_every_refusal_is_explained() -> None:
    for error, words in ERRORS.items():
        assert f"| `{error}` | {STATUS.get(error, 409)} | {words} |" in PROTOCOL


def test_every_refusal_the_server_makes_is_one_of_the_list() -> None:
    for path in (ROOT / "src" / "magnate" / "server").rglob("*.py"):
        for name in refused_in(path):
            assert name in ERRORS, f"{path.name} refuses with {name}"


def refused_in(path: Path) -> list[str]:
    """The names of the refusals that a file makes."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            first = node.args[0]
            found += [first.value] if isinstance(first, ast.Constant) and isinstance(first.value, str) else []
    return found


def test_every_refusal_of_the_list_is_made_somewhere() -> None:
    source = (ROOT / "src" / "magnate" / "server").rglob("*.py")
    made = {name for path in source for name in refused_in(path)}
    elsewhere = {"too_fast", "no_such_page", "wrong_method", "internal"}  # made by rate_limits and error_responses
    assert set(ERRORS) - made - elsewhere == set()


def test_every_reason_to_be_sent_away_is_explained() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "magnate" / "server").rglob("*.py"))
    reasons = set(re.findall(r"\.cut\(\"(\w+)\"", source))
    assert "restart" in reasons
    assert set(re.findall(r"^\| `(\w+)` \| 1\d\d\d \|", PROTOCOL, re.MULTILINE)) == reasons
    for why in reasons:
        assert f"| `{why}` | {CODES[why]} |" in PROTOCOL


@pytest.mark.parametrize("key", KEYS)
def test_every_setting_is_in_the_table(key: str) -> None:
    assert len(re.findall(rf"^\| `{key}` \|", HOST, re.MULTILINE)) == 1


def test_every_metric_is_in_the_table() -> None:
    counted = Metrics()
    counted.watch_tables(list)
    for family in counted.registry.collect():
        assert f"| `{family.name}" in HOST


def test_every_metric_in_the_text_exists() -> None:
    counted = Metrics()
    counted.watch_tables(list)
    known = {family.name for family in counted.registry.collect()}
    for name in re.findall(r"`(magnate_\w+)`", HOST):
        assert name.removesuffix("_total") in known, name


def test_every_setting_in_the_text_exists() -> None:
    for name in re.findall(r"\bMAGNATE_([A-Z_]+)\b", HOST):
        assert name.lower() in (*KEYS, "config"), name


@pytest.mark.parametrize(
    ("name", "union"),
    [
        ("FromClient", FromClient),
        ("ToClient", ToClient),
        ("Command", Command),
        ("Entry", Entry),
        ("Action", Action),
        ("Event", Event),
    ],
)
def test_the_schema_knows_every_message(name: str, union: Any) -> None:
    definitions = msgspec.json.decode(schemas()["protocol.json"])["$defs"]
    assert {name_of(kind) for kind in get_args(union)} == set(definitions[name]["discriminator"]["mapping"])
    assert {kind.__name__ for kind in get_args(union)} <= definitions.keys()


def test_in_the_schema_only_what_a_client_sends_may_have_no_other_fields() -> None:
    definitions = msgspec.json.decode(schemas()["protocol.json"])["$defs"]
    closed = {name for name, definition in definitions.items() if definition.get("additionalProperties") is False}
    sent, received = (
        {kind.__name__ for union in unions for kind in get_args(union)}
        for unions in ((FromClient, Command, Action), (ToClient, Entry, Event))
    )
    assert sent | {"Config", "Orders"} <= closed
    assert not (received | {"View", "TableState", "Mine", "Terms"}) & closed


def test_the_schema_says_what_an_action_inside_a_frame_is() -> None:
    definitions = msgspec.json.decode(schemas()["protocol.json"])["$defs"]
    assert definitions["Act"]["properties"]["action"] == {"$ref": "#/$defs/Action"}


def test_whatever_an_address_takes_after_a_question_mark_is_described() -> None:
    paths = msgspec.json.decode(schemas()["openapi.json"])["paths"]
    for path, names in (("/api/tables/{table}/review", ["have"]), ("/api/tables/{table}/chances", ["number"])):
        assert [one["name"] for one in paths[path]["get"]["parameters"] if one["in"] == "query"] == names
        assert f"| `GET {path}` | `?{names[0]}=` |" in PROTOCOL


def test_no_definition_is_written_twice_and_every_reference_leads_to_one() -> None:
    files = {name: msgspec.json.decode(text) for name, text in schemas().items()}
    known = {"protocol.json": set(files["protocol.json"]["$defs"]), "edition.json": set(files["edition.json"]["$defs"])}
    own = set(files["openapi.json"]["components"]["schemas"])
    assert not own & known["protocol.json"]
    for name, text in schemas().items():
        for file, _, kind in re.findall(r'"([\w.]*)#/(\$defs|components/schemas)/(\w+)"', text):
            assert kind in (own if name == "openapi.json" and not file else known[file or name]), kind


def test_every_test_that_the_promises_rest_on_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`|`(test_\w+)`", SECURITY)
    functions = {name for path in (ROOT / "tests").rglob("test_*.py") for name in functions_in(path)}
    assert named
    for file, function, alone in named:
        assert not file or (ROOT / file).is_file(), file
        wanted = alone or function
        assert not wanted or wanted in functions or any((ROOT / "tests").rglob(f"{wanted}.py")), wanted


def functions_in(path: Path) -> list[str]:
    """The tests of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


def test_every_link_between_the_pages_leads_somewhere() -> None:
    for page, text in ((ROOT / "docs" / "x", PROTOCOL), (ROOT / "docs" / "x", HOST), (ROOT / "x", SECURITY)):
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            assert (page.parent / link).exists(), link
