"""A text for a position, changed anywhere: it is refused by name, or it is a position that can be played on."""

import random
import re
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from magnate import Game
from magnate.errors import MalformedPosition
from magnate.position_facts import FIELDS, FRAMES
from properties.walk import ALL_TABLES, Walk

NUMBERS = st.one_of(st.integers(-3, 12), st.integers(-(2**63), 2**63), st.sampled_from((2**31 - 1, 2**31, 63, 255)))


@cache
def texts() -> list[str]:
    """Positions of random play, most of them in the middle of something."""
    found = []
    for seed in range(12):
        name, variant, seats = ALL_TABLES[seed * 7 % len(ALL_TABLES)]
        for step, _ in enumerate((play := Walk(name, variant, seats, seed=seed)).walk(120)):
            if step % 7 == 0 or play.game.state.depth > 1:
                found.append(play.game.to_text())
    return found


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """The text of a position with a number, a fact, a frame or a character changed."""
    text = draw(st.sampled_from(texts()))
    for _ in range(draw(st.integers(1, 3))):
        number = str(draw(NUMBERS))
        change = draw(st.sampled_from(("number", "number", "fact", "frame", "left out", "character", "borrowed")))
        sections = text.split("/")
        if change == "number":
            place = draw(st.sampled_from([found.span() for found in re.finditer(r"-?\d+", text)]))
            text = text[: place[0]] + number + text[place[1] :]
        elif change == "fact":
            name = draw(st.sampled_from(sorted(FIELDS)))
            is_list = FIELDS[name].length or FIELDS[name].records
            text += f"/{name}={draw(st.integers(0, 7))}:{number}" if is_list else f"/{name}={number}"
        elif change == "frame":
            slots = draw(st.lists(NUMBERS, max_size=6))
            frame = ":".join([draw(st.sampled_from(sorted(FRAMES))), *map(str, slots)])
            stack = next((section for section in sections if section.startswith("stack=")), "stack=turn")
            kept = [section for section in sections if not section.startswith(("stack=", "must="))]
            text = "/".join([*kept, f"{stack},{frame}", f"must={draw(st.integers(0, 3))}"])
        elif change == "left out":
            text = "/".join(sections[:-1])
        elif change == "character":
            place = draw(st.integers(0, len(text)))
            text = (
                text[:place] + draw(st.sampled_from(("", "-", ",", ":", "/", "=", "9", "٣", "\0"))) + text[place + 1 :]
            )
        else:
            other = draw(st.sampled_from(texts())).split("/")[-1]
            text = "/".join([*(each for each in sections if each.split("=")[0] != other.split("=")[0]), other])
    return text


def check_playable(game: Game) -> None:
    """The position can be written and shown, and random play goes on from it."""
    assert Game.from_text(game.to_text(), seed=1).state.values() == game.state.values()
    for seat in range(game.seats):
        game.view(seat)
        game.legal_actions(seat)
    play = Walk.of(game)
    for _ in play.walk(30):
        pass
    assert repr(game)


@settings(max_examples=400)
@given(mutated())
def test_a_mutated_text_is_refused_or_played_on(text: str) -> None:
    try:
        game = Game.from_text(text, seed=1)
    except MalformedPosition:
        return
    check_playable(game)


def test_many_mutated_texts_are_still_positions() -> None:
    """So that the test above is not one of refusals alone."""
    rng, played = random.Random(1), 0
    for text in rng.sample(texts(), 40):
        changed = re.sub(r"/\d+@", f"/{rng.randrange(5000) * 50}@", text, count=1)
        try:
            game = Game.from_text(changed, seed=1)
        except MalformedPosition:
            continue
        played += 1
        check_playable(game)
    assert played > 20
