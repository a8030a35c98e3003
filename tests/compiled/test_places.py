"""No rule counts from the end of a list: compiled code leaves out what would make a place below zero work."""

from typing import Any

import pytest

from envs.walking import TABLES, Walk, key_of, spec_of, wander
from magnate import objects
from magnate.bots.choices import list_choices, read_choice, sample_chance, standing
from magnate.bots.explain import Search
from magnate.bots.lineup import line_up
from magnate.bots.table import bot_to_act, play_bots
from magnate.compiled import wanderer
from magnate.rules.play import new_game

WANDERED = 600  # actions of a wanderer's game
SEARCHED = 400  # actions of a game in which choices are listed
WALKED = 300  # steps of a game by the numbers of the catalogue
every_table = pytest.mark.parametrize(
    ("edition", "variant"),
    [pytest.param(*table, marks=pytest.mark.thorough if table[1] else ()) for table in TABLES],  # variants in test-all
)


class Strict(list[Any]):
    """A list that has no place below zero."""

    def __getitem__(self, place: Any) -> Any:
        assert isinstance(place, slice) or place >= 0, f"place {place} is asked for"
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        assert isinstance(place, slice) or place >= 0, f"place {place} is written to"
        super().__setitem__(place, value)


def strict(one: Any) -> Any:
    """The same object, its lists strict."""
    for name in one.LISTS:
        setattr(one, name, Strict(getattr(one, name)))
    for name in one.RECORDS:
        setattr(one, name, Strict(map(strict, getattr(one, name))))
    return one


def test_a_strict_list_notices_a_place_below_zero() -> None:
    owners = strict(objects.State()).owner
    with pytest.raises(AssertionError, match="place -1 is asked for"):
        owners[-1]
    with pytest.raises(AssertionError, match="place -1 is written to"):
        owners[-1] = 0


@every_table
@pytest.mark.parametrize("who", ["house", "wanderer", "trader", "novice"])
def test_bots_and_the_rules_they_play_by_count_from_the_beginning(edition: str, variant: str | None, who: str) -> None:
    table = spec_of(edition, variant).table
    e = strict(objects.table(table))
    g, c, a = strict(objects.State()), strict(objects.chance(key_of(5))), strict(objects.fresh_move())
    new_game(g, e, c)
    if who == "wanderer":
        a = strict(wanderer.RandomMove())
        strict(a.options)
        wanderer.wander(g, e, c, a, None, WANDERED)
    elif who == "house":
        play_bots(g, e, c, a, strict(line_up(e, [who] * e.seats)), 20_000)
    else:
        play_bots(g, e, c, a, strict(line_up(e, [who, "trader"] * (e.seats // 2) + ["house"] * (e.seats % 2))), 3_000)
    assert g.actions > 100


@every_table
def test_the_search_of_the_oracle_counts_from_the_beginning(edition: str, variant: str | None) -> None:
    e = strict(objects.table(spec_of(edition, variant).table))
    g, c, a = strict(objects.State()), strict(objects.chance(key_of(9))), strict(objects.fresh_move())
    b, s = strict(line_up(e, ["trader"] * e.seats)), strict(Search())
    new_game(g, e, c)
    while g.over == 0 and g.actions < SEARCHED:
        seat = bot_to_act(g, b)
        list_choices(g, e, b, seat, s, a)
        for choice in range(s.choices):
            read_choice(s, choice, a)
        t, d = strict(g.copy()), strict(c.copy())
        sample_chance(t, e, d, 3, 1)
        standing(t, e, b, seat)
        play_bots(g, e, c, a, b, g.actions + 1)
    assert g.actions > 100


@every_table
def test_the_coding_counts_from_the_beginning(edition: str, variant: str | None) -> None:
    walk = Walk(spec_of(edition, variant), key_of(7), between=True)
    for one in (walk.g, walk.e, walk.c, walk.a, walk.w, walk.b, walk.m, walk.v):
        strict(one)
    for now in wander(walk, WALKED, 3):
        now.seen()
    assert walk.g.actions > 50
