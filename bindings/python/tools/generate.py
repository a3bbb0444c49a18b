#!/usr/bin/env python3
"""Generates the wrappers of the C ABI from include/polycty.json.

    python tools/generate.py            updates polycty/_native.pyi
    python tools/generate.py --check    fails if polycty/_native.pyi is not up to date
    python tools/generate.py FOLDER [MODEL]   writes the C files; the build does this

Each function becomes a function of the module `polycty._native`, without the prefix `pcty_`:

- Enumerations are texts, flags are integers, structs are dicts as arguments and named tuples as
  results, handles are objects of one class for each type, arrays are sequences.
- A call that fails raises the exception of its error. Several outputs are a tuple.
- A function that can return partial results takes one more argument: whether to do so. The
  diagnostics are then the last output. An explanation is requested in the same way.
- A callback is a callable. It returns the outputs, and fails by an exception.
"""

import json
import sys
from pathlib import Path

from abi_callbacks import Callbacks
from abi_functions import Functions
from abi_model import MODEL, STUBS, Model
from abi_structs import Structs
from abi_stubs import Stubs
from abi_types import Types


class Generator(Types, Structs, Callbacks, Functions, Stubs):
    """Writes the C files and the type hints of the module."""

    def __init__(self, model):
        self.m = model
        self.stub = {}

    def files(self, folder):
        files = {
            folder / "generated.h": self.header(),
            folder / "tables.c": self.enumerations(),
            folder / "structs.c": self.structs(),
            folder / "callbacks.c": self.callbacks(),
        }
        for header in self.m.headers:
            if self.wrapped(header):
                name = header["header"].split("/")[1].removesuffix(".h")
                files[folder / f"{name}.c"] = self.functions(header)
        return files


def main(arguments):
    model = Path(arguments[1]) if len(arguments) > 1 else MODEL
    generator = Generator(Model(json.loads(model.read_text())))
    folder = Path(arguments[0]) if arguments and arguments[0] != "--check" else None
    files = generator.files(folder or Path())
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            if not path.exists() or path.read_text() != text:
                path.write_text(text)
        return
    stubs = generator.stubs()
    if arguments == ["--check"]:
        if STUBS.read_text() != stubs:
            raise SystemExit(f"{STUBS.name} is not up to date: run {Path(__file__).name}")
        return
    STUBS.write_text(stubs)


if __name__ == "__main__":
    main(sys.argv[1:])
