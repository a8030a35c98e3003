"""Other sites' pages, forged and expired tokens, other people's seats and commands: all refused, and counted."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec
import pytest
from attacks import (
    KEY,
    NOW,
    OTHER_KEY,
    Counting,
    a_strict_server,
    answer_to,
    do,
    error_of,
    guest,
    line_to,
    make_table,
    number_of,
    request,
    until,
)
from process import Node, run
from websockets.exceptions import InvalidStatus

from magnate.client import Client
from magnate.protocol import commands as ask
from magnate.protocol.config import Config
from magnate.protocol.frames import Do, Hello, Hold, Look, Ping, encode
from magnate.server.people.signing import Signer


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    with a_strict_server(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1.evil.example", ""]
)
def test_a_page_of_another_site_may_not_connect_or_change_anything(node: Node, origin: str) -> None:
    async def test() -> None:
        host = guest(node)
        table = make_table(node, host)
        counting = Counting(node)
        with pytest.raises(InvalidStatus) as refused:
            async with line_to(node, table, additional_headers={**host.headers(), "Origin": origin}):
                pass
        assert refused.value.response.status_code == 403
        assert json.loads(refused.value.response.body or b"")["error"] == "wrong_origin"
        for method, path in (("POST", "/api/tables"), ("PUT", "/api/me"), ("POST", f"/api/tables/{table}/commands")):
            asked = request(node, method, path, {}, **host.headers(), Origin=origin)
            assert asked.refused == (403, "wrong_origin")
        assert counting["wrong_origin"] == 4

    run(test())


def test_the_servers_own_page_may(node: Node) -> None:
    async def test() -> None:
        host = guest(node)
        table = make_table(node, host)
        async with line_to(node, table, additional_headers={**host.headers(), "Origin": node.url}) as line:
            assert (await answer_to(line, Ping()))["type"] == "Pong"
        assert request(node, "PUT", "/api/me", {"name": "Ana"}, **host.headers(), Origin=node.url).status == 200

    run(test())


def forged(node: Node, client: Client) -> dict[str, str]:
    """Tokens by which nobody should be known, by what is wrong with them."""
    signer, other = Signer(bytes.fromhex(KEY)), Signer(bytes.fromhex(OTHER_KEY))
    id = request(node, "GET", "/api/me", **client.headers()).body["id"]
    cookie = client.cookie
    flipped = cookie[:20] + ("A" if cookie[20] != "A" else "B") + cookie[21:]
    return {
        "one letter changed": flipped,
        "cut short": cookie[:-3],
        "made longer": cookie + "A",
        "twice": cookie + cookie,
        "of another server": other.sign("guest", id),
        "expired": signer.sign("guest", id, until=NOW),
        "of a seat": signer.sign("seat", id, "0", "1"),
        "of a bot": signer.sign("bot", id),
        "of two people": signer.sign("guest", id, id),
        "of nobody": signer.sign("guest"),
        "no token": "magnate",
        "all zeros": "A" * 80,
        "not even letters": "%00/../",
    }


def test_forged_expired_and_misplaced_cookies_and_bearer_tokens_are_refused_everywhere(node: Node) -> None:
    async def test() -> None:
        client = guest(node)
        table = make_table(node, client)
        bad = forged(node, client)
        counting = Counting(node)
        for what, token in bad.items():
            asked = request(node, "GET", "/api/me/games", Cookie=f"magnate={token}")
            assert asked.refused == (401, "bad_token"), what
            assert KEY not in asked.data.decode()
            if what != "of a bot":
                asked = request(node, "GET", "/api/me", Authorization=f"Bearer {token}")
                assert asked.refused == (401, "bad_token"), what
            with pytest.raises(InvalidStatus) as refused:
                async with line_to(node, table, additional_headers={"Cookie": f"magnate={token}"}):
                    pass
            assert refused.value.response.status_code == 401
        assert counting["bad_token"] == 3 * len(bad) - 1
        assert request(node, "GET", "/api/me", Authorization=f"Bearer {client.cookie}").refused == (401, "bad_token")
        assert request(node, "GET", "/api/me", Authorization="Basic YTpi").refused == (401, "bad_token")

    run(test())


def test_a_bad_cookie_is_replaced_by_a_good_one_of_somebody_new(node: Node) -> None:
    client = guest(node)
    for what, token in forged(node, client).items():
        answer = request(node, "GET", "/api/me", Cookie=f"magnate={token}")
        assert answer.status == 200, what
        assert answer.body["id"] != request(node, "GET", "/api/me", **client.headers()).body["id"]
        assert answer.headers["set-cookie"].startswith("magnate=")


def test_nobody_plays_another_persons_seat(node: Node) -> None:
    async def test() -> None:
        ana, ion = guest(node), guest(node)
        table, elsewhere = make_table(node, ana), make_table(node, ana)
        mine = do(node, ana, table, "sit", ask.Sit(seat=0)).body["token"]
        his = do(node, ion, table, "sit", ask.Sit(seat=1)).body["token"]
        other = do(node, ana, elsewhere, "sit", ask.Sit(seat=1)).body["token"]
        signer = Signer(bytes.fromhex(KEY))
        bad = {
            "of another table": other,
            "of another seat's next holder": signer.sign("seat", table, "1", "3"),
            "of a seat that is none": signer.sign("seat", table, "7", "1"),
            "expired": signer.sign("seat", table, "1", "2", until=NOW),
            "a cookie": ion.cookie,
            "forged": his[:-1] + ("A" if his[-1] != "A" else "B"),
            "of another server": Signer(bytes.fromhex(OTHER_KEY)).sign("seat", table, "1", "2"),
        }
        do(node, ana, table, "start", ask.Start(), mine)
        number = number_of(node, table)
        counting = Counting(node)
        roll = ask.Act(seat=1, seen=number, action=msgspec.Raw(b'{"type":"Roll"}'))
        frames: list[ask.Command] = [roll, ask.Stand(seat=1), ask.AskPause(seat=1), ask.Resume(seat=1)]
        frames += [ask.WaitFor(seat=1, absent=0), ask.Grant(seat=1, to=0, seconds=1)]
        async with line_to(node, table, Hello(tokens=[mine]), additional_headers=ana.headers()) as line:
            for count, command in enumerate(frames):
                assert await error_of(line, Do(id=f"a{count}", command=command)) == "not_your_seat"
                assert do(node, ana, table, f"b{count}", command, mine).refused == (403, "not_your_seat")
            assert await error_of(line, Look(id="look", seat=1)) == "not_your_seat"
            for what, token in bad.items():
                assert await error_of(line, Hold(id=what, token=token)) == "not_your_seat", what
                assert do(node, ana, table, what, roll, token).refused == (403, "not_your_seat"), what
        for token in bad.values():
            async with line_to(node, table, None, additional_headers=ana.headers()) as line:
                await line.send(encode(Hello(tokens=[mine, token])), text=True)
                welcome = await until(line, "Welcome")
                assert (welcome["seats"], welcome["refused_tokens"]) == ([0], [token])
        assert counting["not_your_seat"] == 2 * len(frames) + 1 + 3 * len(bad)
        log = request(node, "GET", f"/api/tables/{table}/log?after={number}").body["told"]
        assert {told["entry"]["type"] for told in log} <= {"Came", "Gone"}

    run(test())


def test_a_seat_that_was_left_is_lost_with_its_token(node: Node) -> None:
    async def test() -> None:
        ana, ion = guest(node), guest(node)
        table = make_table(node, ana)
        old = do(node, ion, table, "sit", ask.Sit(seat=1)).body["token"]
        async with line_to(node, table, Hello(tokens=[old]), additional_headers=ion.headers()) as line:
            do(node, ana, table, "away", ask.ClearSeat(seat=1))
            do(node, ana, table, "sit", ask.Sit(seat=1))
            assert await error_of(line, Do(id="b", command=ask.Stand(seat=1))) == "not_your_seat"
            assert await error_of(line, Look(id="c", seat=1)) == "not_your_seat"
            assert await error_of(line, Hold(id="d", token=old)) == "not_your_seat"

    run(test())


def test_the_id_of_another_persons_command_says_nothing_about_it(node: Node) -> None:
    ana, ion, eve = guest(node), guest(node), guest(node)
    table = make_table(node, ana)
    hers = do(node, ana, table, "the same id", ask.Sit(seat=0))
    again = do(node, ana, table, "the same id", ask.Sit(seat=1))
    assert again.body == hers.body  # her own: answered, not done again
    his = do(node, ion, table, "the same id", ask.Sit(seat=0))
    assert his.refused == (409, "seat_taken")
    his = do(node, ion, table, "the same id", ask.Sit())
    assert his.body["token"] != hers.body["token"]
    late = do(node, eve, table, "the same id", ask.Sit())
    assert late.refused == (409, "seat_taken")
    assert b"token" not in late.data.replace(b"its token", b"")


def test_only_the_host_does_what_only_the_host_may(node: Node) -> None:
    ana, ion = guest(node), guest(node)
    table = make_table(node, ana, seats=3)
    do(node, ana, table, "sit", ask.Sit())
    token = do(node, ion, table, "sit", ask.Sit()).body["token"]
    said = do(node, ana, table, "say", ask.Say(text="mine")).body["number"]
    config = msgspec.convert({"edition": "castis", "seats": 2}, Config)
    number = number_of(node, table)
    counting = Counting(node)
    commands: list[ask.Command] = [
        ask.SetBot(seat=2), ask.ClearSeat(seat=0), ask.HandOver(seat=1), ask.Configure(config=config), ask.Start(),
        ask.RemoveMessage(number=said), ask.Close(),
    ]  # fmt: skip
    for command in commands:
        assert do(node, ion, table, type(command).__name__, command, token).refused == (403, "not_the_host")
    assert number_of(node, table) == number
    assert counting["not_the_host"] == len(commands)
