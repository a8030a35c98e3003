"""`magnate lab …`: the commands, their output, and one clear line for bad input."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from magnate import Game, lab
from magnate.cli import run
from magnate.compiled.bench import house_action
from magnate.lab import plots
from magnate.lab.errors import optional
from magnate.lab.intervals import Share
from magnate.lab.league import paired
from magnate.lab.simulate import Simulation


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """Run a command in this process: its code, what it said, and what it complained about."""
    code = run(["lab", *args])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture(scope="module")
def small() -> Simulation:
    return lab.simulate("castis", players=2, bots="house,novice", games=40, seed=1)


def test_simulate_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "simulate", "clasico", "--players", "4", "--games", "40", "--seed", "11", "--json")
    assert code == 0
    assert json.loads(out) == json.loads(lab.simulate("clasico", players=4, games=40, seed=11).to_json())


def test_simulate_answers_in_tables(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "simulate", "europolis", "--bots", "house", "--games", "30", "--set", "jail.turns=2")
    assert code == 0
    for title in ("Wins by bot", "Wins by order of play", "Length", "In a decided game", "Groups", "Deeds", "Landing"):
        assert title in out


def test_compare_says_what_is_beyond_noise(capsys: pytest.CaptureFixture[str]) -> None:
    more = ("--b-set", "setup.cash=4000", "--games", "150", "--bots", "house", "--json")
    code, out, _ = said(capsys, "compare", "clasico", "clasico", *more)
    found = json.loads(out)
    assert code == 0
    assert found["second"] == "clasico, setup.cash=4000"
    assert any("no difference beyond noise" in line for line in found["verdict"])
    real = {line["what"] for line in found["lines"] if line["difference"]["is_real"]}
    assert real  # much more money makes another game


def test_a_rule_set_differs_from_itself_in_nothing() -> None:
    one, two = (lab.simulate("clasico", bots="house", games=60, seed=5) for _ in range(2))
    from magnate.lab.compare import side_by_side

    assert not any(line.difference.is_real or line.difference.value for line in side_by_side(one, two).lines)


def test_one_game_of_each_shows_no_difference(tmp_path: Path) -> None:
    found = lab.compare("clasico", "castis", bots="house", games=1)
    assert not any(line.difference.is_real for line in found.lines)
    found.report(tmp_path / "one.html")
    assert json.loads(found.to_json())["lines"][1]["difference"]["high"] is None


OWN = Path(__file__).parents[2] / "examples" / "editions" / "lagoon.toml"


def test_rule_sets_for_other_numbers_of_players_cannot_be_compared(tmp_path: Path) -> None:
    text = OWN.read_text(encoding="utf-8")
    few, many = tmp_path / "few.toml", tmp_path / "many.toml"
    few.write_text(text.replace("{min = 2, max = 6}", "{min = 2, max = 3}"), encoding="utf-8")
    many.write_text(text.replace("{min = 2, max = 6}", "{min = 5, max = 6}"), encoding="utf-8")
    with pytest.raises(lab.BadQuestion, match=r"few.toml for 2 to 3 and .*many.toml for 5 to 6"):
        lab.compare(str(few), str(many), games=5)
    assert lab.compare(str(OWN), str(many), bots="house", games=5).players == 5


def test_a_record_of_an_edition_of_ones_own_is_read_with_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game, file = Game(OWN, 3, seed=2), tmp_path / "own.record"
    for _ in range(60):
        game.play(*house_action(game))
    file.write_text(game.record(), encoding="utf-8")
    assert "name its file" in said(capsys, "chances", str(file))[2]
    named = (str(file), "--edition", str(OWN), "--json")
    code, out, _ = said(capsys, "chances", *named, "--every", "30", "--rollouts", "20")
    assert (code, [one["move"] for one in json.loads(out)["moments"]]) == (0, [0, 30, 60])
    code, out, _ = said(capsys, "odds", *named)
    assert (code, len(json.loads(out)["turns"])) == (0, 3)


def test_the_league_is_a_table_for_the_docs(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "league", "clasico", "--bots", "house,novice", "--games", "60", "--markdown")
    assert code == 0
    assert "| clasico | house | novice |" in out
    share = re.search(r"house \| novice \| ([\d.]+) % \(([\d.]+) – ([\d.]+)\)", out)
    assert share is not None
    assert float(share[2]) > 55


def test_a_pairing_is_seen_from_the_side_that_won_more(small: Simulation) -> None:
    lines = (("novice", "house"), ("house", "novice"))
    found = paired(small._rules, "novice", "house", lines, small._tally.games, 2)
    other = paired(small._rules, "house", "novice", lines, small._tally.games, 2)
    assert found == other
    assert found.share.value >= 0.5


def test_an_answer_can_be_plotted_and_reported(small: Simulation, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in ("a.svg", "b.svg", "c.png"):
        small.plot(tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    small.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert "Wins by bot" in page
    assert not re.search(r"(src|href)\s*=\s*[\"']?https?:|url\(\s*[\"']?https?:|<script|<link", page)
    assert "<table>" in small._repr_html_()


def test_answers_become_data_frames(small: Simulation) -> None:
    pytest.importorskip("pandas")
    games = small.to_pandas()
    assert len(games) == 40
    assert set(games["bot_0"]) == {"house", "novice"}
    assert len(small.to_pandas("deeds")) == len(small.deeds)
    with pytest.raises(lab.BadQuestion, match="there are games, bots"):
        small.to_pandas("weather")


def test_what_is_not_installed_is_named() -> None:
    with pytest.raises(lab.NotInstalled, match=r"pip install 'magnate\[lab\]'"):
        optional("no_such_module.at_all", "lab", "plots need")


def test_shares_are_what_json_says(small: Simulation) -> None:
    first = small.to_dict()["wins_by_bot"][0]["share"]
    assert Share(**first) == small.wins_by_bot[0].share
    assert not any(name.startswith("_") for name in small.to_dict())


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["simulate", "atlantis"], "no such edition; did you mean 'castis'"),
        (["simulate", "clasico", "--players", "12"], "12 players; clasico is for 2 to 8"),
        (["simulate", "clasico", "--games", "0"], "0 games; expected 1 to"),
        (["simulate", "clasico", "--seed", "-1"], "seed -1; expected 0 or more"),
        (["simulate", "clasico", "--bots", "genius"], "no bot is called 'genius'; there are novice"),
        (["simulate", "clasico", "--bots", "house,trader"], "2 bots for 4 players"),
        (["simulate", "clasico", "--threads", "0", "--games", "5"], "0 threads; expected 1 or more"),
        (["simulate", "clasico", "--set", "jail.size=3"], "unknown switch"),
        (["simulate", "clasico", "--set", "jail"], "expected a rule and its value"),
        (["simulate", "clasico", "--variant", "slow"], "no variant 'slow'"),
        (["simulate", "clasico", "--plot", "a.pdf"], "a plot is written into a .svg or .png file"),
        (["simulate", "clasico", "--plot", "nowhere/a.svg"], "no such folder"),
        (["simulate", "clasico", "--report", "a.txt"], "a report is written into a .html or .htm file"),
        (["simulate", "clasico", "--on", "moon"], "threads"),
        (["odds", "clasico", "--move", "3"], "--move, --edition and --stays belong to the record"),
        (["odds", "nothing.record"], "nothing.record: no such file; expected the record of a game"),
        (["odds", "nothing"], "nothing: no such edition"),
        (["compare", "clasico", "clasico"], "expected a difference"),
        (["compare", "clasico", "europolis", "--players", "8"], "8 players; both rule sets are for 2 to 6"),
        (["league", "--bots", "house"], "expected two different bots"),
        (["league", "clasico", "--players", "3"], "3 players cannot be halved"),
        (["chances", "nothing.record"], "nothing.record: No such file or directory; expected the record of a game"),
        (["chances", "nothing.record", "--move", "1", "--every", "2"], "choose one of them"),
        (["simulate", "clasico", "--bots", "oracle", "--trials", "0"], "0 trials; expected 1 to"),
        (["simulate", "clasico", "--trials", "50"], "--trials and --rounds are for oracles, and no bot is one"),
        (["match", "clasico", "trader", "house", "--rounds", "3"], "--trials and --rounds are for oracles"),
        (["league", "clasico", "--bots", "trader,house", "--trials", "50"], "--trials and --rounds are for oracles"),
        (["compare", "clasico", "castis", "--bots", "oracle", "--rounds", "0"], "0 rounds; expected 1 to"),
        (["simulate", "clasico", "--csv", "nowhere/a.csv"], "no such folder"),
        (["simulate", "clasico", "--csv", "a.csv", "--table", "weather"], "no table 'weather'; there are games, bots"),
        (["simulate", "clasico", "--csv", "a.txt"], "a.txt; a table as CSV is written into a .csv file"),
        (["power", "clasico", "--parquet", "a.txt"], "a.txt; a table as Parquet is written into a .parquet file"),
        (["simulate", "clasico", "--table", "deeds"], "name one with --csv or --parquet"),
        (["power", "atlantis"], "no such edition; did you mean 'castis'"),
        (["power", "clasico", "--bot", "oracle"], "rollouts are played by novice, house or trader"),
        (["match", "clasico", "house"], "1 players; clasico is for 2 to 8"),
        (
            ["match", "clasico", "house", "genius"],
            "no bot is called 'genius'; there are",
        ),
        (["match", "clasico", "house", "no_such:bot"], "no_such cannot be imported: ModuleNotFoundError"),
        (["match", "clasico", "house", "json:bot"], "json:bot: json has no function bot"),
        (["match", "clasico", "house", "json:dumps", "--on", "ray"], "policies and functions play on this machine"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_gets_one_clear_line(
    args: list[str], complaint: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = said(capsys, *args)
    assert (code, out) == (2, "")
    assert complaint in err
    assert len(err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_without_a_gpu_the_command_says_what_it_takes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from magnate.compiled import gpu

    def missing() -> None:
        raise gpu.NoGpu("no device or driver is found")

    monkeypatch.setattr(gpu, "READY", {})
    monkeypatch.setattr(gpu, "cuda_module", missing)
    code, out, err = said(capsys, "simulate", "clasico", "--games", "5", "--on", "gpu")
    assert (code, out) == (2, "")
    assert "pip install 'magnate[gpu]'" in err


def test_a_record_that_is_none_is_named_with_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "no.record"
    file.write_text("hello\n", encoding="utf-8")
    code, out, err = said(capsys, "chances", str(file))
    assert (code, out) == (2, "")
    assert "no.record" in err


def test_a_plot_goes_where_there_is_a_folder(tmp_path: Path) -> None:
    plots.check_file(tmp_path / "a.svg")
    with pytest.raises(lab.BadQuestion):
        plots.check_file(tmp_path / "b" / "a.svg")


def test_so_does_a_report(small: Simulation, tmp_path: Path) -> None:
    with pytest.raises(lab.BadQuestion, match="no such folder"):
        small.report(tmp_path / "b" / "page.html")


@pytest.mark.parametrize(
    ("edition", "how", "named"),
    [
        (None, {}, "the edition is None"),
        ("clasico", {"games": 1.5}, "1.5 games"),
        ("clasico", {"games": "10"}, "'10' games"),
        ("clasico", {"players": "4"}, "'4' players"),
        ("clasico", {"seed": None}, "seed None"),
        ("clasico", {"bots": None}, "bots are None"),
        ("clasico", {"options": ["jail.fine=1"]}, "the options are"),
    ],
)
def test_a_question_of_the_wrong_kind_says_what_was_expected(edition: Any, how: dict[str, Any], named: str) -> None:
    with pytest.raises(lab.BadQuestion, match=f"^{re.escape(named)}.*; "):
        lab.simulate(edition, **how)


def test_a_league_counts_no_game_twice() -> None:
    with pytest.raises(lab.BadQuestion, match="clasico is named twice"):
        lab.league(["clasico", "castis", "clasico"], bots="house,trader", games=2)


COMMANDS = [
    "simulate",
    "odds",
    "compare",
    "league",
    "match",
    "decisions",
    "chances",
    "power",
    "switches",
    "stakes",
    "bench",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, command, "--help")
    assert code == 0
    assert f"Usage: magnate lab {command}" in out
    assert "--json" in out


def test_the_page_of_the_lab_knows_every_command_and_its_pictures() -> None:
    docs = Path(__file__).parent.parent.parent / "docs"
    page = (docs / "lab.md").read_text(encoding="utf-8")
    assert set(COMMANDS) == {name for name in commands() if not name.startswith("-")}
    for command in COMMANDS:
        assert f"| `{command}` |" in page
    for picture in re.findall(r"\]\(([\w-]+\.svg)\)", page):
        assert (docs / picture).exists()


def commands() -> list[str]:
    from magnate.cli.lab import lab as app

    return list(app)
