"""The clauses are all there and hang together, and every one of them has a test or a reason."""

from collections import Counter

import pytest

import ledger
from magnate.clauses import (
    BOOKS,
    all_clauses,
    ambiguities,
    clause,
    decisions,
    entries,
    entry,
    worked_numbers,
)


def test_every_clause_of_every_book_is_there():
    assert Counter(clause.edition for clause in all_clauses()) == {
        "expopolis": 101,
        "monopoli-server": 66,
        "europolis": 114,
        "clasico": 128,
        "castis": 53,
    }
    assert len(all_clauses()) == 462
    assert len(ambiguities()) == 146
    assert len(worked_numbers()) == 21
    assert len(decisions()) == 41


def test_ids_are_numbered_without_a_gap():
    counted: Counter[str] = Counter()
    for id in entries():
        family, number = id.split("-")
        counted[family] += 1
        assert int(number) == counted[family]
    assert counted.total() == 462 + 146 + 21 + 41


def test_every_reference_between_entries_exists():
    cited = [
        *(id for clause in all_clauses() for id in clause.see),
        *(id for w in worked_numbers() for id in w.clauses),
    ]
    assert [id for id in cited if id not in entries()] == []


def test_every_entry_names_only_the_five_editions():
    named = {edition for ambiguity in ambiguities() for edition in ambiguity.editions}
    named |= {worked.edition for worked in worked_numbers()}
    assert named == set(BOOKS.values())
    assert all(list(decision.editions) == list(BOOKS.values()) for decision in decisions())


def test_what_players_read_calls_the_editions_by_their_names():
    """No id of a file, no Markdown: the texts are shown as they stand."""
    shown = [*(clause.text for clause in all_clauses())]
    shown += [text for one in ambiguities() for text in (one.title, one.scope, one.book, one.resolve, one.why)]
    assert [text for text in shown if "`" in text or "**" in text] == []


def test_a_clause_is_found_by_its_id():
    assert clause("CLA-25").text.endswith("the Bank pays 200.")
    assert clause("CLA-25").heading == "Casilla de SALIDA"
    assert clause("SRV-23").is_shown
    assert not clause("SRV-24").is_shown


def test_an_unknown_clause_is_answered_with_near_ones():
    with pytest.raises(KeyError, match=r"near it: .*CLA-12"):
        clause("CLA-129")
    with pytest.raises(KeyError, match="AMB-12 is no clause of a book"):
        clause("AMB-12")


def test_a_decision_knows_where_it_arises():
    refusers_price = entry("DP-14")
    assert [edition for edition in BOOKS.values() if refusers_price.arises_in(edition)] == ["monopoli-server"]


def test_every_clause_has_a_test_or_a_reason(collected):
    problems = ledger.read_ledger(found=collected).problems()
    assert not problems, "\n\n".join(problems)


@pytest.fixture
def read(tmp_path):
    """Reads the ledger of a folder with one file of tests and one list of reasons."""

    def read(tests, unproved=""):
        folder = tmp_path / "tests"
        folder.mkdir()
        for file in ("conftest.py", "forked.py"):
            (folder / file).write_bytes((ledger.TESTS / file).read_bytes())
        (folder / "test_it.py").write_text(f"import pytest\n{tests}", encoding="utf-8")
        (folder / "unproved.toml").write_text(unproved, encoding="utf-8")
        return ledger.read_ledger(folder, folder / "unproved.toml")

    return read


def test_the_ledger_knows_every_test_whatever_is_chosen_to_run(read, monkeypatch):
    monkeypatch.setenv("PYTEST_ADDOPTS", "-k something_else")
    book = read(
        """
@pytest.mark.proves("CLA-25", "W-15")
@pytest.mark.parametrize("seats", [2, 3])
def test_salary(seats): pass

@pytest.mark.proves("CLA-25")
def test_salary_by_card(): pass
"""
    )
    assert ledger.shown(book.proofs["CLA-25"]) == [
        "tests/test_it.py::test_salary (×2)",
        "tests/test_it.py::test_salary_by_card",
    ]
    assert "W-15" not in book.missing()
    assert "CLA-26" in book.missing()


def test_a_test_that_does_not_run_proves_nothing(read):
    book = read(
        """
@pytest.mark.proves("CLA-25")
@pytest.mark.skip
def test_skipped(): pass

@pytest.mark.proves("CLA-26")
@pytest.mark.xfail
def test_expected_to_fail(): pass

@pytest.mark.proves("CLA-27")
@pytest.mark.skipif(True, reason="not here")
def test_skipped_here(): pass

@pytest.mark.proves("CLA-28")
@pytest.mark.skipif(False, reason="elsewhere")
def test_run_here(): pass
"""
    )
    assert list(book.proofs) == ["CLA-28"]


def test_what_only_make_test_all_proves_is_listed(read):
    book = read(
        """
@pytest.mark.proves("CLA-25", "CLA-26")
@pytest.mark.thorough
def test_many(): pass

@pytest.mark.proves("CLA-25")
def test_one(): pass

@pytest.mark.proves("CLA-27")
@pytest.mark.parametrize("edition", ["clasico", pytest.param("castis", marks=pytest.mark.thorough)])
def test_editions(edition): pass
"""
    )
    assert book.only_thorough() == ["CLA-26"]
    assert "CLA-26 is proved by `make test-all` only: tests/test_it.py::test_many" in book.problems()
    assert len(book.proofs["CLA-27"]) == 2


def test_the_ledger_lists_what_is_wrong(read):
    book = read(
        """
@pytest.mark.proves("CLA-25", "CLA-999")
def test_salary(): pass
""",
        """
unproved = [
    { id = "CLA-25", reason = "cannot be tested" },
    { id = "CLA-26", reason = "cannot be tested" },
    { id = "CLA-26", reason = "cannot be tested" },
    { id = "CLA-27", reason = " " },
    { id = "CLA-998", reason = "cannot be tested" },
]
""",
    )
    told = [problem for problem in book.problems() if not problem.startswith("neither test nor reason")]
    assert told == [
        "unproved.toml names CLA-26 twice",
        "unproved.toml wants an id and a reason, not {'id': 'CLA-27', 'reason': ' '}",
        "CLA-25 has tests now, take it out of unproved.toml: tests/test_it.py::test_salary",
        "no such id: CLA-999, cited by tests/test_it.py::test_salary",
        "no such id: CLA-998, in unproved.toml",
    ]
    assert "CLA-26" not in book.missing()
    assert "CLA-27" in book.missing()


def test_a_file_that_cannot_be_collected_is_a_problem(read):
    assert "the tests could not all be collected" in read("import no_such_module").problems()[0]


def test_a_mark_without_ids_is_a_problem(read):
    assert "ids and nothing else" in read("@pytest.mark.proves()\ndef test_salary(): pass").problems()[0]
