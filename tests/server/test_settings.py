"""Settings: a flag beats the environment, the environment the file; what is wrong is named with what would be right."""

import asyncio
from pathlib import Path

import pytest

from magnate.server.operations.settings import KEYS, Settings, SettingsError, database_url, gather
from magnate.server.store.store import Store


def test_without_anything_every_setting_has_a_default() -> None:
    assert gather({}, {}) == Settings()


def test_a_flag_beats_the_environment_and_the_environment_the_file(tmp_path: Path) -> None:
    file = tmp_path / "magnate.toml"
    file.write_text('port = 1\nhost = "a"\nlog = "json"\n')
    found = gather({"port": "3"}, {"MAGNATE_PORT": "2", "MAGNATE_HOST": "b"}, file)
    assert (found.port, found.host, found.log) == (3, "b", "json")


def test_the_environment_may_name_the_file(tmp_path: Path) -> None:
    file = tmp_path / "magnate.toml"
    file.write_text("port = 1\n")
    assert gather({}, {"MAGNATE_CONFIG": str(file)}).port == 1


def test_a_flag_that_was_not_given_changes_nothing() -> None:
    assert gather({"port": None}, {"MAGNATE_PORT": "2"}).port == 2


def test_texts_become_what_they_must_be() -> None:
    environment = {"MAGNATE_BEHIND_PROXY": "true", "MAGNATE_ORIGINS": "https://a.example, http://b.example:81"}
    found = gather({"frames_per_second": "2.5", "burst": 7}, environment)
    assert found.behind_proxy is True
    assert found.origins == ["https://a.example", "http://b.example:81"]
    assert (found.frames_per_second, found.burst) == (2.5, 7)


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"MAGNATE_PORT": "eighty"}, ["MAGNATE_PORT is 'eighty'", "expected int"]),
        ({"MAGNATE_PORT": "70000"}, ["MAGNATE_PORT is '70000'", "expected int <= 65535"]),
        ({"MAGNATE_PROT": "80"}, ["MAGNATE_PROT", "did you mean port?"]),
        ({"MAGNATE_XYZZY": "80"}, ["MAGNATE_XYZZY", "expected one of host, port"]),
        ({"MAGNATE_LOG": "xml"}, ["MAGNATE_LOG is 'xml'"]),
        ({"MAGNATE_DATABASE": "mysql://x"}, ["'mysql'", "expected postgresql://"]),
        ({"MAGNATE_ORIGINS": "https://a.example/path"}, ["MAGNATE_ORIGINS", "no path"]),
        ({"MAGNATE_ORIGINS": "example.org"}, ["expected https://host"]),
        ({"MAGNATE_URL": "http://[::1"}, ["MAGNATE_URL", "expected https://host"]),
        ({"MAGNATE_QUEUE_FRAMES": "0"}, ["expected int >= 4"]),
        ({"MAGNATE_FRAMES_PER_SECOND": "nan"}, ["MAGNATE_FRAMES_PER_SECOND"]),
    ],
)
def test_what_is_wrong_in_the_environment_is_named(environment: dict[str, str], words: list[str]) -> None:
    with pytest.raises(SettingsError) as caught:
        gather({}, environment)
    for word in words:
        assert word in str(caught.value)


def test_a_bad_secret_is_refused_without_being_shown() -> None:
    with pytest.raises(SettingsError) as caught:
        gather({}, {"MAGNATE_SECRET": "hunter2"})
    assert "hunter2" not in str(caught.value)
    assert "64 or more hexadecimal digits" in str(caught.value)


def test_a_secret_is_a_key() -> None:
    assert gather({}, {"MAGNATE_SECRET": "ab" * 32}).keys == [b"\xab" * 32]
    assert Settings().keys == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("port = 'x'", ["magnate.toml: port is 'x'"]),
        ("prot = 1", ["magnate.toml: prot", "did you mean port?"]),
        ("[limits]\nport = 1", ["magnate.toml: limits"]),
        ("port = ", ["is not TOML"]),
        ("port = true", ["magnate.toml: port is True", "expected int"]),
    ],
)
def test_what_is_wrong_in_the_file_is_named(tmp_path: Path, text: str, words: list[str]) -> None:
    file = tmp_path / "magnate.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as caught:
        gather({}, {}, file)
    for word in words:
        assert word in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no such file"):
        gather({}, {}, tmp_path / "nothing.toml")


def test_the_cache_of_compiled_code_is_no_setting_of_a_server() -> None:
    assert gather({}, {"MAGNATE_CACHE": "/somewhere"}) == Settings()


def test_a_database_is_a_url_or_a_file(tmp_path: Path) -> None:
    assert database_url("postgresql://a:b@c/d") == "postgresql+asyncpg://a:b@c/d"
    assert database_url("sqlite:////tmp/x.db") == "sqlite+aiosqlite:////tmp/x.db"
    assert database_url("/tmp/x.db") == "sqlite+aiosqlite:////tmp/x.db"
    assert gather({}, {}, data=tmp_path).database_url == f"sqlite+aiosqlite:///{tmp_path}/tables.db"
    with pytest.raises(SettingsError, match="no data folder"):
        _ = Settings().database_url


@pytest.mark.parametrize("name", ["we ird", "a#b", "is it?", "100%20", "a+b&c=d"])
def test_a_data_folder_of_any_name_holds_the_database(tmp_path: Path, name: str) -> None:
    async def keep(url: str) -> None:
        await (await Store.open(url)).close()

    asyncio.run(keep(gather({}, {}, data=tmp_path / name).database_url))
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name / "tables.db").is_file()


def test_every_setting_says_what_it_is_for() -> None:
    from magnate.server.operations.settings import description

    for key in KEYS:
        assert description(key)
