"""Film strips for looking: a moment is filmed as it takes place, and ten frames of it become one picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from web.films import FRAMES, SCENES, films
from web.kit import Visit
from web.tour import Gallery


@pytest.mark.thorough
def test_a_film_has_frames_over_the_whole_time_of_a_moment(gallery: Gallery, visit: Visit, tmp_path: Path) -> None:
    person = gallery.come(visit, motion=True)
    ((name, film),) = films(person, gallery, ("own-roll",))
    chosen = film.chosen()
    assert name == "own-roll"
    assert len(chosen) == FRAMES
    assert chosen == sorted(chosen, key=lambda frame: frame.at)
    assert len({frame.picture for frame in chosen}) > FRAMES / 2  # dice, walk, purchase: something moves
    film.join(tmp_path / "strip.png", 100, 5)
    assert (tmp_path / "strip.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_is_found_in_the_recorded_games(name: str) -> None:
    scene = SCENES[name]()
    assert 0 < scene.moves < 20
    assert scene.begin + scene.moves <= len(scene.game.moves)
