"""A command is done once for a seat as for a person: who shows its token needs no cookie to be recognised."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from attacks import answer_to, do, guest, line_to, make_table, request
from process import Node, run

from magnate.client import Client
from magnate.protocol import commands as ask
from magnate.protocol.frames import Do, Hello


def nobody(node: Node) -> Client:
    """Somebody without cookie or bearer token."""
    return Client(node.url)


def entries(node: Node, table: str, kind: str) -> list[Any]:
    """The entries of a kind in the log of a table."""
    told = request(node, "GET", f"/api/tables/{table}/log?limit=500").body["told"]
    return [one["entry"] for one in told if one["entry"]["type"] == kind]


def started(node: Node) -> tuple[str, Client, str, ask.Act]:
    """A game of Ana against herself: the table, Ana, her first token, and her opening roll."""
    ana = guest(node)
    table = make_table(node, ana)
    tokens = [do(node, ana, table, f"sit {seat}", ask.Sit(seat=seat)).body["token"] for seat in range(2)]
    number = do(node, ana, table, "start", ask.Start()).body["number"]
    return table, ana, tokens[0], ask.Act(seat=0, seen=number, action=msgspec.Raw(b'{"type":"Roll"}'))


def test_a_seats_token_without_a_cookie_is_enough(tmp_path: Path) -> None:
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path) as node:
        table, ana, token, roll = started(node)
        said = [do(node, nobody(node), table, "words", ask.Say(text="Hello"), token) for _ in range(3)]
        assert len({answer.body["number"] for answer in said}) == 1
        assert [one["text"] for one in entries(node, table, "Said")] == ["Hello"]
        rolled = [do(node, nobody(node), table, "roll", roll, token) for _ in range(3)]
        assert len({answer.body["number"] for answer in rolled}) == 1
        assert len(entries(node, table, "Played")) == 1
        # With the cookie and the token it is the same seat still, and after a restart.
        assert do(node, ana, table, "roll", roll, token).body == rolled[0].body
        node.kill()
        node.start()
        assert do(node, nobody(node), table, "roll", roll, token).body == rolled[0].body
        assert do(node, nobody(node), table, "words", ask.Say(text="Hello"), token).body == said[0].body


def test_what_was_asked_with_the_cookie_may_be_asked_again_with_the_token_alone(tmp_path: Path) -> None:
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path) as node:
        table, ana, token, roll = started(node)
        rolled = do(node, ana, table, "roll", roll, token)
        assert rolled.status == 200
        sat = do(node, nobody(node), table, "sit 1", ask.Sit(seat=1), token)
        assert do(node, nobody(node), table, "roll", roll, token).body == rolled.body
        assert "token" not in sat.body  # the other seat is not given away
        other = do(node, nobody(node), table, "roll", roll)
        assert other.refused == (403, "not_your_seat")


def test_a_connection_without_a_cookie_that_comes_back_is_answered(tmp_path: Path) -> None:
    async def test() -> None:
        with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path) as node:
            table, _, token, roll = started(node)
            answers = []
            for _ in range(3):
                async with line_to(node, table, Hello(tokens=[token])) as line:
                    answers.append(await answer_to(line, Do(id="roll", command=roll)))
                    answers.append(await answer_to(line, Do(id="go", command=ask.Stand(seat=0))))
            assert [answer["type"] for answer in answers] == ["Done"] * 6
            assert len(entries(node, table, "Played")) == len(entries(node, table, "Stood")) == 1

    run(test(), 60)


def test_another_node_knows_what_was_done_for_a_seat(postgres_url: str, tmp_path: Path) -> None:
    with Node(postgres_url, tmp_path, "one") as one, Node(postgres_url, tmp_path, "other") as other:
        table, _, token, roll = started(one)
        assert request(other, "GET", f"/api/tables/{table}").status == 200  # it has the table in memory, too
        rolled = do(one, nobody(one), table, "roll", roll, token)
        said = do(one, nobody(one), table, "words", ask.Say(text="Hello"), token)
        assert (rolled.status, said.status) == (200, 200)
        assert do(other, nobody(other), table, "roll", roll, token).body == rolled.body
        assert do(other, nobody(other), table, "words", ask.Say(text="Hello"), token).body == said.body
        assert len(entries(other, table, "Said")) == 1


def test_the_same_id_of_two_seats_is_done_for_each(tmp_path: Path) -> None:
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path) as node:
        host, ana, ion = guest(node), guest(node), guest(node)
        table = make_table(node, host)
        tokens = [do(node, one, table, "sit", ask.Sit()).body["token"] for one in (ana, ion)]
        for token in tokens:
            assert do(node, nobody(node), table, "words", ask.Say(text="Hello"), token).status == 200
        assert len(entries(node, table, "Said")) == 2


def made(node: Node, person: Client, path: str, id: str | None) -> Any:
    """Ask for a table; what the server answers."""
    asked = {"edition": "clasico", "seats": 2} | ({"id": id} if id else {})
    answer = request(node, "POST", path, asked, **person.headers())
    assert answer.status == 201, answer.data
    return answer.body


def games(node: Node, person: Client) -> list[str]:
    """The tables at which somebody has a seat."""
    return [one["id"] for one in request(node, "GET", "/api/me/games", **person.headers()).body["tables"]]


@pytest.mark.parametrize("path", ["/api/tables", "/api/quick"])
def test_the_same_id_makes_one_table(tmp_path: Path, path: str) -> None:
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, tables_per_hour=8) as node:  # two at once
        ana, ion = guest(node), guest(node)
        first = made(node, ana, path, "x")
        assert [made(node, ana, path, "x") for _ in range(3)] == [first] * 3  # and counted once
        assert request(node, "GET", f"/api/tables/{first['table']}").body["config"].keys().isdisjoint({"id"})
        node.kill()
        node.start()
        assert made(node, ana, path, "x") == first
        assert made(node, ion, path, "x")["table"] != first["table"]
        others = [made(node, ana, path, id)["table"] for id in ("y", None)]
        assert len({first["table"], *others}) == 3
        if path == "/api/quick":
            assert sorted(games(node, ana)) == sorted([first["table"], *others])
            assert len(entries(node, first["table"], "Started")) == 1
        wrong = request(node, "POST", path, {"edition": "clasico", "id": "\u0007"}, **ana.headers())
        assert wrong.refused == (400, "malformed")


def test_a_quick_game_is_the_same_after_a_move(tmp_path: Path) -> None:
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path) as node:
        ana = guest(node)
        first = made(node, ana, "/api/quick", "quick sit")
        roll = ask.Act(seat=0, seen=4, action=msgspec.Raw(b'{"type":"Roll"}'))
        assert do(node, ana, first["table"], "roll", roll, first["token"]).status == 200
        assert made(node, ana, "/api/quick", "quick sit") == first


def test_two_nodes_make_one_table_of_the_same_request(postgres_url: str, tmp_path: Path) -> None:
    with (
        Node(postgres_url, tmp_path, "one") as one,
        Node(postgres_url, tmp_path, "other") as other,
        ThreadPoolExecutor() as threads,
    ):
        ana = guest(one)
        for number in range(5):
            asked = [threads.submit(made, node, ana, "/api/quick", f"x{number}") for node in (one, other, one, other)]
            assert len({found.result()["table"] for found in asked}) == 1
        assert len(games(other, ana)) == 5
