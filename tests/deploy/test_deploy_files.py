"""The files of deploy/ agree with each other and with the server: names, ports, settings, metrics, volumes."""

from __future__ import annotations

import fnmatch
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from magnate.protocol.errors import ERRORS
from magnate.server.operations.metrics import Metrics
from magnate.server.operations.settings import ELSEWHERE, KEYS, PREFIX, gather

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
CADDYFILE = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
HOST = (ROOT / "docs" / "host.md").read_text(encoding="utf-8")
NODES = ("node1", "node2")


# Reading them strictly.


class StrictLoader(yaml.SafeLoader):
    """YAML in which a key stands once."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        keys = [key.value for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge"]
        twice = {key for key in keys if keys.count(key) > 1}
        assert not twice, f"line {node.start_mark.line + 1} has {twice} twice"
        return super().construct_mapping(node, deep)


def read_yaml(path: str) -> Any:
    """A file of YAML. A key beside a merge overrides what is merged, as in compose."""
    return yaml.load((DEPLOY / path).read_text(encoding="utf-8"), StrictLoader)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON in which a key stands once."""
    assert len(dict(pairs)) == len(pairs), pairs
    return dict(pairs)


COMPOSE = read_yaml("compose.yaml")
SERVICES: dict[str, Any] = COMPOSE["services"]
ALERTS = [rule for group in read_yaml("alerts.yml")["groups"] for rule in group["rules"]]
DASHBOARD = json.loads((DEPLOY / "grafana/dashboards/magnate.json").read_text(encoding="utf-8"), object_pairs_hook=once)


def instructions(text: str = DOCKERFILE) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile, with what follows each."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    joined = re.sub(r"\\\n\s*", "", lines)
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in joined.splitlines() if line.strip()]


def stages() -> list[list[tuple[str, str]]]:
    """The instructions of each stage."""
    found: list[list[tuple[str, str]]] = []
    for what, rest in instructions():
        if what == "FROM":
            found.append([])
        found[-1].append((what, rest))
    return found


def environment(stage: list[tuple[str, str]]) -> dict[str, str]:
    """The environment a stage sets."""
    words = [word for what, rest in stage if what == "ENV" for word in rest.split()]
    return dict(word.split("=", 1) for word in words)


IMAGE = stages()[-1]
SET = environment(IMAGE)
PORT, METRICS_PORT = SET["MAGNATE_PORT"], SET["MAGNATE_METRICS_PORT"]


def test_files_that_are_read_strictly_are_all_there_are() -> None:
    kinds = {path.suffix for path in DEPLOY.rglob("*") if path.is_file()}
    assert kinds <= {"", ".dockerignore", ".example", ".json", ".sh", ".yaml", ".yml"}
    for path in DEPLOY.rglob("*.y*ml"):
        assert read_yaml(str(path.relative_to(DEPLOY)))


def test_a_key_that_stands_twice_is_found() -> None:
    with pytest.raises(AssertionError, match="twice"):
        yaml.load("a: 1\nb: {c: 1, c: 2}", StrictLoader)
    with pytest.raises(AssertionError):
        json.loads('{"a": 1, "a": 2}', object_pairs_hook=once)


# The image.


def test_the_image_is_built_in_stages_and_the_last_has_no_compiler_and_no_source() -> None:
    assert len(stages()) == 3
    copied = [rest for what, rest in IMAGE if what in ("COPY", "ADD")]
    assert copied == ["--from=package /opt/magnate /opt/magnate"]
    assert IMAGE[0] == ("FROM", stages()[1][0][1].removesuffix(" AS package"))
    assert "-slim" in IMAGE[0][1]
    assert not re.search(r"FROM \S+:latest|FROM [^:\s]+( |$)", DOCKERFILE, re.MULTILINE)


def test_the_image_runs_as_a_numbered_user_that_is_not_root() -> None:
    (user,) = [rest for what, rest in IMAGE if what == "USER"]
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", user)
    later = [what for what, _ in IMAGE[IMAGE.index(("USER", user)) + 1 :]]
    assert not {"RUN", "COPY", "ADD", "USER"} & set(later)
    assert user.split(":")[0] in next(rest for what, rest in IMAGE if what == "RUN")


def test_the_image_writes_only_into_its_volume() -> None:
    (volume,) = [rest for what, rest in IMAGE if what == "VOLUME"]
    assert SET["PYTHONDONTWRITEBYTECODE"] == "1"
    for name in ("HOME", "MAGNATE_DATA", "MAGNATE_CACHE"):
        assert SET[name] == volume or SET[name].startswith(volume + "/"), name


def test_the_image_has_a_health_check_and_starts_the_server_itself() -> None:
    (health,) = [rest for what, rest in IMAGE if what == "HEALTHCHECK"]
    command = json.loads(health.partition("CMD ")[2])
    assert command[0] == "python"
    assert "/readyz" in command[2]
    assert "MAGNATE_PORT" in command[2]
    assert dict(IMAGE)["ENTRYPOINT"] == '["magnate"]'
    assert dict(IMAGE)["CMD"] == '["serve"]'
    assert dict(IMAGE)["STOPSIGNAL"] == "SIGTERM"


def test_the_image_exposes_the_ports_it_listens_on() -> None:
    assert dict(IMAGE)["EXPOSE"].split() == [PORT, METRICS_PORT]
    assert SET["MAGNATE_HOST"] == SET["MAGNATE_METRICS_HOST"] == "0.0.0.0"


def ignored(path: str) -> bool:
    """Whether .dockerignore keeps a path from the build: the last line that fits decides."""
    out = False
    for line in (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        pattern = line.removeprefix("!").removeprefix("**/")
        parts = path.split("/")
        fits = any(fnmatch.fnmatch("/".join(parts[:end]), pattern) for end in range(1, len(parts) + 1))
        if line.startswith("**/"):
            fits = any(fnmatch.fnmatch(part, pattern) for part in parts)
        if fits:
            out = not line.startswith("!")
    return out


def test_whatever_the_image_copies_is_there_and_nothing_private_is_sent() -> None:
    copied = [rest.split() for what, rest in instructions() if what == "COPY" and "--from" not in rest]
    sources = {source for words in copied for source in words[:-1]}
    assert {"pyproject.toml", "constraints.txt", "deploy/install.sh", "src", "web"} <= sources
    for source in sources:
        assert (ROOT / source).exists(), source
        assert not ignored(source), source
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {built["project"]["readme"], *built["project"]["license-files"], "hatch_build.py"} <= sources
    for private in (".git/config", ".venv/bin/python", "deploy/.env", "tests/x.py", "web/node_modules/x", "a.db"):
        assert ignored(private), private
    assert ignored("src/magnate/web/index.html"), "the client is built within the image"


def test_the_lock_of_the_client_has_every_package_that_npm_ci_asks_for() -> None:
    packages = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    missing = []
    for path, package in packages.items():
        for name in {**package.get("dependencies", {}), **package.get("optionalDependencies", {})}:
            places = [f"{path}/node_modules/{name}".lstrip("/")]
            while "/node_modules/" in places[-1]:  # as Node looks for it: in every folder above
                outer = places[-1].removesuffix(f"node_modules/{name}").rstrip("/").rpartition("node_modules/")[0]
                places.append(f"{outer}node_modules/{name}")
            if not packages.keys() & set(places):
                missing.append(f"{name}, for {path}")
    assert missing == []


def test_every_extra_that_is_installed_exists() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    text = DOCKERFILE + (DEPLOY / "install.sh").read_text(encoding="utf-8")
    found = re.findall(r"EXTRAS=([\w,]+)|extras=\$\{2:-([\w,]+)\}", text)
    assert len(found) == 3
    for words in found:
        assert set("".join(words).split(",")) <= set(extras)


# Settings.


def test_every_setting_that_is_named_exists_and_has_a_good_value() -> None:
    given = COMPOSE["x-node"]["environment"]
    spread = {name: re.sub(r"\$\{\w+[^}]*\}", "example", value) for name, value in given.items()}
    named = {name for name in {**SET, **spread} if name.startswith(PREFIX)}
    assert len(named) > 8
    for name in named - set(ELSEWHERE):
        assert name.removeprefix(PREFIX).lower() in KEYS, name
    found = gather({}, {name: value for name, value in {**SET, **spread}.items() if name.startswith(PREFIX)})
    assert found.behind_proxy
    assert found.url == "https://example"
    assert found.database_url == "postgresql+asyncpg://magnate:example@postgres/magnate"
    for name in re.findall(rf"{PREFIX}[A-Z_]+", HOST):
        assert name in ELSEWHERE or name.removeprefix(PREFIX).lower() in KEYS, name


# The services.


def test_every_name_in_the_compose_file_is_declared() -> None:
    volumes, networks = set(), set()
    for name, service in SERVICES.items():
        assert not service["image"].endswith(":latest"), name
        networks |= set(service["networks"])
        assert set(service.get("depends_on", {})) <= set(SERVICES), name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).exists(), source
                assert volume.endswith(":ro"), volume
            else:
                volumes.add(source)
    assert volumes == set(COMPOSE["volumes"])
    assert networks == set(COMPOSE["networks"])
    assert SERVICES["node1"]["build"] == {"context": "..", "dockerfile": "deploy/Dockerfile"}


def test_every_variable_must_be_set_and_is_in_the_example() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    wanted = set(re.findall(r"\$\{(\w+):\?", text))
    assert wanted == set(re.findall(r"\$\{(\w+)", text)), "a variable that is not set must be an error"
    example = (DEPLOY / ".env.example").read_text(encoding="utf-8")
    assert wanted == set(re.findall(r"^(\w+)=", example, re.MULTILINE))
    ignores = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert "deploy/.env" in ignores


@pytest.mark.parametrize("name", [*NODES, "migrate"])
def test_nodes_have_no_rights_and_write_only_into_their_volume(name: str) -> None:
    node = SERVICES[name]
    assert node["read_only"] is True
    assert node["cap_drop"] == ["ALL"]
    assert node["security_opt"] == ["no-new-privileges:true"]
    assert "ports" not in node, "only the proxy reaches them"
    assert "privileged" not in node


def test_two_nodes_start_after_the_migration_and_stop_in_their_own_time() -> None:
    for name in NODES:
        assert SERVICES[name]["depends_on"] == {"migrate": {"condition": "service_completed_successfully"}}
        assert SERVICES[name]["restart"] == "unless-stopped"
        assert SERVICES[name]["stop_grace_period"] == "30s"
        assert SERVICES[name]["volumes"] == [f"{name}:/data"]
    assert SERVICES["migrate"]["command"] == ["migrate"]
    assert SERVICES["migrate"]["restart"] == "no"
    assert SERVICES["migrate"]["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    assert "healthcheck" in SERVICES["postgres"]


def meet(one: str, other: str) -> bool:
    """Whether two services share a network."""
    return bool(set(SERVICES[one]["networks"]) & set(SERVICES[other]["networks"]))


def test_only_those_meet_who_must() -> None:
    for node in NODES:
        assert all(meet(node, other) for other in ("postgres", "caddy", "prometheus"))
    assert meet("migrate", "postgres")
    assert meet("grafana", "prometheus")
    for other in ("caddy", "prometheus", "grafana"):
        assert not meet(other, "postgres"), other
    assert not meet("caddy", "prometheus")
    assert COMPOSE["networks"]["back"] == {"internal": True}


def test_only_the_proxy_is_reachable_from_outside() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert published == {"caddy": ["80:80", "443:443", "443:443/udp"], "grafana": ["127.0.0.1:3000:3000"]}


def test_the_proxy_forwards_to_every_node_and_keeps_the_metrics_in() -> None:
    (upstreams,) = re.findall(r"reverse_proxy (.+) \{", CADDYFILE)
    assert upstreams.split() == [f"{node}:{PORT}" for node in NODES]
    assert re.search(r"@private path /metrics /metrics/\*", CADDYFILE)
    assert re.search(r"respond @private 404", CADDYFILE)
    assert "health_uri /readyz" in CADDYFILE
    assert METRICS_PORT not in CADDYFILE
    assert CADDYFILE.count("{") == CADDYFILE.count("}")
    assert set(re.findall(r"\{\$(\w+)\}", CADDYFILE)) == set(SERVICES["caddy"]["environment"])


def test_prometheus_asks_every_node_at_the_port_of_its_metrics() -> None:
    config = read_yaml("prometheus.yml")
    (job,) = config["scrape_configs"]
    assert job["job_name"] == "magnate"
    assert job["static_configs"] == [{"targets": [f"{node}:{METRICS_PORT}" for node in NODES]}]
    mounted = {volume.split(":")[1] for volume in SERVICES["prometheus"]["volumes"]}
    assert {f"/etc/prometheus/{name}" for name in ("prometheus.yml", *config["rule_files"])} <= mounted


def test_grafana_finds_prometheus_and_the_dashboard() -> None:
    (source,) = read_yaml("grafana/provisioning/datasources/prometheus.yml")["datasources"]
    assert source["url"] == "http://prometheus:9090"
    (provider,) = read_yaml("grafana/provisioning/dashboards/magnate.yml")["providers"]
    mounted = {volume.split(":")[1] for volume in SERVICES["grafana"]["volumes"]}
    assert {provider["options"]["path"], "/etc/grafana/provisioning"} <= mounted
    for panel in DASHBOARD["panels"]:
        assert {target["datasource"]["uid"] for target in panel["targets"]} == {source["uid"]}


# Metrics.

FUNCTIONS = {
    "by", "changes", "count", "histogram_quantile", "increase", "max", "min_over_time", "predict_linear", "rate", "sum",
}  # fmt: skip
ADDED = {"instance", "job"}  # by Prometheus


def exported() -> dict[str, set[str]]:
    """The samples that a node exports, with their labels."""
    metrics = Metrics()
    metrics.watch_tables(lambda: [("open", 1, 1)])
    labels = {one._name: set(one._labelnames) for one in vars(metrics).values() if hasattr(one, "_labelnames")}
    found: dict[str, set[str]] = {"up": set()}
    for family in metrics.registry.collect():
        own = labels.get(family.name, set()) | {label for sample in family.samples for label in sample.labels}
        ends = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}.get(family.type, [""])
        for end in ends:
            found[family.name + end] = own - {"le"} | ({"le"} if end == "_bucket" else set())
    return found


EXPORTED = exported()


def metrics_in(expression: str) -> set[str]:
    """The metrics that an expression names; each label it names is one of theirs."""
    bare = re.sub(r'"[^"]*"', '""', expression)
    bare = re.sub(r"\[[^\]]*\]", "", bare)
    grouped = {label.strip() for group in re.findall(r"by \(([^)]*)\)", bare) for label in group.split(",")}
    matched = dict(re.findall(r'(\w+)\{(\w+)=~?""', bare))
    words = set(re.findall(r"[a-zA-Z_]\w*(?![\w=])", re.sub(r"by \([^)]*\)|\{[^}]*\}", "", bare))) - FUNCTIONS
    names = {word for word in words if not re.fullmatch(r"e\d+|__\w+", word)}
    for name in names:
        assert name in EXPORTED, f"{name} is not exported: {expression}"
        assert grouped <= EXPORTED[name] | ADDED, expression
    for name, label in matched.items():
        assert label in EXPORTED[name] | ADDED, expression
    return names


def expressions() -> list[str]:
    """Every expression of the dashboard and the alerts."""
    shown = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    return [*shown, *(rule["expr"] for rule in ALERTS)]


@pytest.mark.parametrize("expression", expressions())
def test_every_metric_and_label_that_is_named_is_exported(expression: str) -> None:
    assert metrics_in(expression)
    assert expression.count("(") == expression.count(")")


@pytest.mark.parametrize(
    "wrong",
    [
        "rate(magnate_nothing_total[5m])",
        "magnate_actions",
        "sum by (colour) (magnate_tables)",
        'magnate_refusals_total{reason="internal"}',
        "histogram_quantile(0.9, sum by (le) (rate(magnate_action_seconds_count[5m])))",
    ],
)
def test_a_wrong_metric_or_label_is_found(wrong: str) -> None:
    with pytest.raises(AssertionError):
        metrics_in(wrong)


def test_every_metric_of_the_server_is_on_the_dashboard() -> None:
    shown = set().union(*(metrics_in(target["expr"]) for panel in DASHBOARD["panels"] for target in panel["targets"]))
    families = {re.sub("_(total|bucket|sum|count)$", "", name) for name in EXPORTED if name.startswith("magnate_")}
    assert families == {re.sub("_(total|bucket|sum|count)$", "", name) for name in shown if name.startswith("magnate_")}


def test_every_error_that_an_alert_names_exists() -> None:
    found = [one for rule in ALERTS for one in re.findall(r'error=~?"([^"]+)"', rule["expr"])]
    named = {error for one in found for error in one.split("|")}
    assert named == {"internal", "busy", "unavailable"}
    assert named <= set(ERRORS)


def test_every_alert_says_what_is_wrong_and_the_docs_say_what_to_do() -> None:
    assert len({rule["alert"] for rule in ALERTS}) == len(ALERTS)
    for rule in ALERTS:
        assert rule["labels"]["severity"] in ("page", "look"), rule["alert"]
        assert rule["annotations"]["summary"], rule["alert"]
        assert f"`{rule['alert']}`" in HOST, f"docs/host.md does not tell what to do about {rule['alert']}"


def test_the_panels_of_the_dashboard_do_not_overlap() -> None:
    places = [panel["gridPos"] for panel in DASHBOARD["panels"]]
    cells = [(place["x"] + x, place["y"] + y) for place in places for x in range(place["w"]) for y in range(place["h"])]
    assert len(cells) == len(set(cells))
    assert max(x for x, _ in cells) < 24
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(places)


# What linters of these kinds of files say.

TOOLS = Path(sys.executable).parent  # the linters that come with the development tools


def ran(command: list[str], folder: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """A linter that was run in a folder."""
    told = {"SITE": "play.example.org", "HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin"}
    return subprocess.run(command, cwd=folder, env=told, capture_output=True, text=True, timeout=60, check=False)


LINTERS = [
    ("Dockerfile", ["hadolint", "--failure-threshold", "style"], "FROM python:latest\n"),
    ("install.sh", ["shellcheck"], "#!/bin/sh\ncd $1\n"),
    ("alerts.yml", ["yamllint", "--strict"], "groups:\n   - {name: a}\n  - {name: b}\n"),
    ("compose.yaml", ["check-jsonschema", "--builtin-schema", "vendor.compose-spec"], "services: {a: {imgae: x}}\n"),
]


@pytest.mark.parametrize(("path", "command", "wrong"), LINTERS, ids=[command[0] for _, command, _ in LINTERS])
def test_linters_find_nothing_wrong_and_would_find_it(
    path: str, command: list[str], wrong: str, tmp_path: Path
) -> None:
    program = [str(TOOLS / command[0]), *command[1:]]
    checked = "." if command[0] == "yamllint" else path  # every file of YAML
    done = ran([*program, checked], DEPLOY, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    (tmp_path / path).write_text(wrong, encoding="utf-8")
    assert ran([*program, checked], tmp_path, tmp_path).returncode == 1


@pytest.mark.parametrize(
    "command",
    [
        ["promtool", "check", "config", "--lint=all", "--lint-fatal", "prometheus.yml"],
        ["promtool", "check", "rules", "--lint=all", "--lint-fatal", "alerts.yml"],
        ["caddy", "validate", "--adapter", "caddyfile", "--config", "Caddyfile"],
    ],
    ids=lambda command: " ".join(command[:3]),
)
def test_the_tools_of_prometheus_and_caddy_find_nothing_wrong_where_they_are_installed(
    command: list[str], tmp_path: Path
) -> None:
    program = shutil.which(command[0])
    if program is None:  # neither is in the index of Python packages: docs/host.md says which were run by hand
        pytest.skip(f"{command[0]} is not installed")
    done = ran([program, *command[1:]], DEPLOY, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
