"""Rich display in notebooks."""

from __future__ import annotations

import html
from typing import Iterable, Sequence


def table(names: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in HTML; texts are escaped."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def plain(text: str) -> str:
    """A text in HTML that keeps its lines."""
    return f"<pre>{html.escape(text)}</pre>"
