"""What threads of a server read, they read into types that are built already.

msgspec 0.22 builds a type at its first use. A second thread that uses the type meanwhile crashes the process: a server
that opened several tables at once, just started, did.
"""

from __future__ import annotations

import subprocess
import sys

BUILDS = """
import sys
from magnate import Game, clauses
from magnate.editions import load, names
from magnate.server.http.lesson_routes import lessons_in
from magnate.server.tables import table_setup
from magnate.server.live import registry

built = []
def note(frame, event, argument):
    asks = event == "call" and frame.f_code.co_name == "get_class_annotations"  # as msgspec builds a type
    if asks and frame.f_back.f_code.co_name not in ("_get_class_annotations", "fields"):  # which only describe it
        built.append(frame.f_locals["obj"].__name__)
sys.setprofile(note)
for edition in names():
    read = load(edition)
    for variant in read.file.variants:
        load(edition, variant=variant)
    table_setup.parse({"edition": edition, "seats": read.seats[0], "options": {"jail.fine": 100}})
    lessons_in(edition)
    Game.from_text(Game(edition, read.seats[0], seed=1).to_text(), 1)
clauses.entries()
sys.setprofile(None)
print(*built)
"""


def test_whatever_threads_read_is_built_when_it_is_imported() -> None:
    done = subprocess.run([sys.executable, "-c", BUILDS], capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
