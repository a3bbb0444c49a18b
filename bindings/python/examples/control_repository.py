#!/usr/bin/env python3
"""Compiles the catalogs of all nodes of a control repository that have a file of facts.

    python examples/control_repository.py OLD [NEW]

With another version of the repository, the catalogs of both are compared. The exit status is 1 if a
catalog cannot be compiled or has a dependency cycle.
"""

from __future__ import annotations

import sys
from pathlib import Path

import polycty
from polycty import puppet


def compile_node(repository: Path, facts: Path) -> puppet.Catalog:
    """The checked catalog of the node that a file of facts is named after."""
    hiera = repository / "global/hiera.yaml"
    catalog = puppet.Catalog.compile(
        repository, facts.stem, facts=facts.read_text(), hiera=hiera if hiera.exists() else None
    )
    catalog.check_cycles()
    return catalog


def main(before: str, after: str | None = None) -> int:
    status = 0
    for facts in sorted(Path(before, "facts").glob("*.json")):
        try:
            catalog = compile_node(Path(before), facts)
            print(f"{facts.stem}: {len(catalog)} resources")
            if after is not None:
                print(catalog.difference(compile_node(Path(after), facts)), end="")
        except polycty.Error as error:
            print(error.render(), file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
