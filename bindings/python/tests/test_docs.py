"""The code in the documentation."""

import doctest
import os
import re
from pathlib import Path

import pytest

import polycty

TREE = Path(os.environ.get("POLYCTY_TREE", Path(__file__).resolve().parents[3]))
FLAGS = doctest.NORMALIZE_WHITESPACE
PAGES = ["docs/tutorials/python.md", "docs/how-to/scan-terraform-from-python.md", "docs/how-to/editor.md"]


def run(text, name):
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=FLAGS)
    test = parser.get_doctest(text, {"__name__": "__main__"}, name, name, 0)
    assert test.examples
    runner.run(test, clear_globs=False)
    assert runner.failures == 0


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.skipif(len(polycty.features()) < 8, reason="the library is built without some languages")
def test_pages(page):
    blocks = re.findall(r"^```python\n(.*?)^```", (TREE / page).read_text(), re.M | re.S)
    run("\n".join(blocks), page)


@pytest.mark.parametrize("page", ["README.md", "bindings/python/README.md"])
def test_readmes(page):
    """A comment after an expression is its result."""
    for block in re.findall(r"^```python\n(.*?)^```", (TREE / page).read_text(), re.M | re.S):
        lines = re.sub(r"\n# ", " # ", block).split("\n")
        session = []
        for line in lines:
            code, _, result = line.partition(" # ") if not line.startswith("file = ") else (line, "", "")
            session += [f">>> {code}", result] if code.strip() else []
        run("\n".join(session) + "\n", page)


def test_the_page_of_tasks_names_what_exists():
    """The last column of docs/reference/tasks.md."""
    names = set()
    for path in (TREE / "bindings/python/polycty").rglob("*.py"):
        names |= set(re.findall(r"\w+", path.read_text()))
    rows = [r for r in (TREE / "docs/reference/tasks.md").read_text().split("\n") if r.startswith("| ")]
    cells = [re.split(r"(?<!\\)\|", row)[-2] for row in rows if not row.startswith("| task")]
    found = {name for cell in cells for code in re.findall(r"`(.*?)`", cell) for name in re.findall(r"[a-zA-Z]\w*", code)}
    assert len(cells) > 50 and len(found) > 40
    assert found <= names
