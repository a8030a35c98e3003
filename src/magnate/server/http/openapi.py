"""The description of the HTTP part (OpenAPI 3.1), made from the handlers and the structs they read and write."""

from __future__ import annotations

import inspect
import re
from typing import Any, get_args, get_type_hints

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from litestar.routes import HTTPRoute

from magnate import __version__
from magnate.protocol.errors import ERRORS, Refusal
from magnate.protocol.frames import Refused
from magnate.protocol.schema import definitions
from magnate.server.people.callers import COOKIE

from .error_responses import status_of

REF = "#/components/schemas/{name}"
ALWAYS = ("malformed", "bad_token", "banned", "too_fast", "unavailable", "internal")
CHANGING = ("wrong_origin", "too_long", "busy")
ABOUT = """\
Tables of property-trading board games, for people and for bots. What happens at a table is sent over its socket,
`/api/tables/{table}/socket`, which has a reference of its own; everything else is here.

Guests are known by a cookie that `GET /api/me` gives, bots by a token from `POST /api/bots`. Seats are held by tokens.
Whatever is refused is answered with the body `Refused`: `error` is one of a few names, `message` says it in words.
"""
TAGS = {
    "tables": "Make, find, watch and play tables.",
    "people": "Guests, their names and games, and tokens for bots.",
    "records": "Games as text, and the proof that their dice were fair.",
    "editions": "What can be played.",
    "operation": "For the operator of the server.",
    "admin": "For the operator, behind the token of the setting `admin_token`.",
}


def describe(app: Litestar) -> dict[str, Any]:
    """The whole document."""
    found: dict[str, Any] | None = app.state.get("described")
    if found is None:
        handlers = list(documented(app))
        schemas, components = schemas_of(handlers)
        paths: dict[str, dict[str, Any]] = {}
        for path, handler in handlers:
            for method in sorted(handler.http_methods):
                paths.setdefault(plain_path(path), {})[method.lower()] = describe_operation(path, handler, schemas)
        found = app.state["described"] = {
            "openapi": "3.1.0",
            "info": {"title": "Magnate", "version": __version__, "description": ABOUT},
            "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {
                    "guest": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                    "bot": {"type": "http", "scheme": "bearer"},
                },
            },
        }
    return found


def documented(app: Litestar) -> list[tuple[str, HTTPRouteHandler]]:
    """The handlers that are part of the API, by path."""
    found = []
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in sorted(route.route_handlers, key=methods_of):  # theirs is the order of a set
                if "operation" in handler.opt:
                    found.append((route.path_format, handler))
    return sorted(found, key=lambda one: one[0])


def plain_path(path: str) -> str:
    """A path with its parameters in braces, without their types."""
    return re.sub(r"{(\w+):\w+}", r"{\1}", path)


def methods_of(handler: HTTPRouteHandler) -> list[str]:
    """The methods of a handler, in order."""
    return sorted(handler.http_methods)


def schemas_of(handlers: list[tuple[str, HTTPRouteHandler]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of every type that goes in or out, and the parts they share."""
    types: dict[str, Any] = {"Refused": Refused}
    for _, handler in handlers:
        for key in ("asks", "gives", "query"):
            if (kind := handler.opt["operation"][key]) is not None:
                types[repr(kind)] = kind
    found, components = msgspec.json.schema_components(types.values(), ref_template=REF)
    return dict(zip(types, found, strict=True)), dict(sorted({**components, **definitions(REF)}.items()))


def describe_operation(path: str, handler: HTTPRouteHandler, schemas: dict[str, Any]) -> dict[str, Any]:
    """One method of one path."""
    about = handler.opt["operation"]
    text = inspect.cleandoc(handler.fn.__doc__ or "")
    media = about["media"].split(";")[0]
    content = {media: {"schema": schemas[repr(about["gives"])]}}
    found: dict[str, Any] = {
        "operationId": handler.fn.__name__,
        "tags": [about["tag"]],
        "summary": text.split("\n")[0],
        "description": text,
        "parameters": parameters_of(path, handler),
        "responses": {
            str(about["status"]): {"description": "Done.", "content": content},
            **refusals_of(handler, about, schemas),
        },
        "security": [{}, {"guest": []}, {"bot": []}],
    }
    if about["asks"] is not None:
        body = {about["reads"]: {"schema": schemas[repr(about["asks"])]}}
        found["requestBody"] = {"required": True, "content": body}
    return found


def parameters_of(path: str, handler: HTTPRouteHandler) -> list[dict[str, Any]]:
    """What stands in the path and after the question mark."""
    found: list[dict[str, Any]] = []
    for name in re.findall(r"{(\w+)[:}]", path):
        what = "The code of a table." if name == "table" else f"The id of the {name}."
        found.append({"name": name, "in": "path", "required": True, "description": what, "schema": {"type": "string"}})
    asked = handler.opt["operation"]["query"]
    for field in () if asked is None else msgspec.structs.fields(asked):
        schema = msgspec.json.schema(field.type) | {"default": field.default}
        found.append({"name": field.encode_name, "in": "query", "required": field.required, "schema": schema})
    hints = get_type_hints(handler.fn, include_extras=True)
    for name, parameter in inspect.signature(handler.fn).parameters.items():
        kind, *about = get_args(hints[name]) or (None,)
        if any(isinstance(one, QueryParameter) for one in about):
            required = parameter.default is parameter.empty
            schema = msgspec.json.schema(kind) | ({} if required else {"default": parameter.default})
            found.append({"name": name, "in": "query", "required": required, "schema": schema})
    return found


def refusals_of(handler: HTTPRouteHandler, about: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """What can be refused, by status, each with its names."""
    errors = [*ALWAYS, *about["refuses"]]
    if not handler.http_methods <= {"GET"}:
        errors += CHANGING
    by_status: dict[int, list[str]] = {}
    for error in dict.fromkeys(errors):
        by_status.setdefault(status_of(Refusal(error, "")), []).append(error)
    return {
        str(status): {
            "description": "\n".join(f"- `{name}`: {ERRORS[name]}" for name in by_status[status]),
            "content": {"application/json": {"schema": schemas["Refused"]}},
        }
        for status in sorted(by_status)
    }
