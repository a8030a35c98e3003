"""`python -m magnate.handbook` writes the generated parts of the docs."""

from .pages import pages
from .words import ROOT

if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
