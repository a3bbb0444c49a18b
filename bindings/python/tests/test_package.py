"""The package: generated files, examples in docstrings, import time, features."""

import doctest
import importlib
import os
import pkgutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

import polycty

TREE = Path(os.environ.get("POLYCTY_TREE", Path(__file__).resolve().parents[3]))
GENERATOR = TREE / "bindings" / "python" / "tools" / "generate.py"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
MODULES = ["polycty"] + [
    m.name for m in pkgutil.walk_packages(polycty.__path__, "polycty.") if not m.name.endswith("_native")
]


def test_generated_stubs_are_current():
    subprocess.run([sys.executable, str(GENERATOR), "--check"], check=True)


# The features that examples need, by the last name of their module.
NEEDS = {
    "_catalog": "puppet",
    "_project": "terraform",
    "_puppet_rules": "puppet",
    "_type": "mcl puppet translate",
    "types": "mcl puppet",
    **{name: name for name in ("mcl", "pcl", "puppet", "schema", "services", "terraform")},
}


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    needed = set(NEEDS.get(name.rpartition(".")[2], "hcl").split())
    if not needed <= polycty.features():
        pytest.skip(f"the library is built without {' or '.join(needed)}")
    result = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert result.failed == 0


# Errors that no call causes.
WITHOUT_EXAMPLE = {"InternalError", "MisbehavedError"}


def test_every_public_class_and_function_has_an_example():
    names = [name for name in MODULES if not name.rpartition(".")[2].startswith("_") and "." in name]
    lacking, count = set(), 0
    for module in map(importlib.import_module, ["polycty", *names]):
        for name in getattr(module, "__all__", ()):
            found = getattr(module, name)
            if not getattr(found, "__module__", "").startswith("polycty") or not callable(found):
                continue
            texts = [found.__doc__]
            if isinstance(found, type):
                kinds = (types.FunctionType, property, staticmethod, classmethod)
                texts += [getattr(found, at).__doc__ for at, member in vars(found).items() if isinstance(member, kinds)]
            count += 1
            if not any(">>>" in text for text in texts if isinstance(text, str)):
                lacking.add(name)
    assert lacking == WITHOUT_EXAMPLE and count > 200


def test_every_function_of_the_stubs_exists():
    import ast

    tree = ast.parse((TREE / "bindings/python/polycty/_native.pyi").read_text())
    names = {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
    assert len(names) > 600
    assert names == {n for n in names if hasattr(polycty._native, n)}


def test_import_takes_at_most_30_ms():
    code = "import time; t = time.process_time(); import polycty; print(time.process_time() - t)"
    # Installed packages have bytecode.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    times = [
        float(
            subprocess.run(
                [sys.executable, "-c", code], capture_output=True, check=True, env=environment
            ).stdout
        )
        for _ in range(7)
    ]
    assert min(times) < 0.030


def test_version_and_features():
    assert polycty.__version__ == polycty._native.version()
    assert "hcl" in polycty.features()


def test_the_tool_is_installed():
    from polycty.__main__ import command

    if command() is None:
        pytest.skip("the wheel was built without the command line tool")
    direct = subprocess.run([command(), "--version"], capture_output=True, text=True, check=True)
    assert polycty.__version__ in direct.stdout
    module = [sys.executable, "-m", "polycty", "--version"]
    assert subprocess.run(module, capture_output=True, text=True, check=True).stdout == direct.stdout
    name = "polycty.exe" if os.name == "nt" else "polycty"
    assert Path(command()) == Path(sys.prefix) / ("Scripts" if os.name == "nt" else "bin") / name
    text = subprocess.run([command(), "fmt", "-"], input="a=1\n", capture_output=True, text=True, check=True)
    assert text.stdout == "a = 1\n"
