"""The type systems and languages of HCL and Terraform, PCL, Puppet and mgmt's mcl.

>>> import polycty
>>> polycty.hcl.loads('a = [1, 2.5]\\n')
{'a': [1, 2.5]}
>>> polycty.Value.of({"a": ["1"]}).convert("object({a = list(number)})").to_python()
{'a': [1]}

The modules of the languages are loaded when they are used: `hcl`, `terraform`, `pcl`, `puppet`,
`mcl`, `schema`, `services`, `types`, `compat`.
"""

from __future__ import annotations

import sys

from . import _native

# A free-threaded interpreter enables its lock to load `_native`, except with PYTHON_GIL=0.
if not getattr(sys, "_is_gil_enabled", lambda: True)():
    raise ImportError("polycty needs the lock of the interpreter: remove PYTHON_GIL=0 or -X gil=0")

from ._path import Attribute, Path
from .errors import *  # noqa: F403
from .errors import Diagnostic, Error
from ._type import (
    Converter,
    Mismatch,
    Signature,
    Translation,
    Type,
    check_document,
    locate,
    unify,
    unify_with_converters,
)
from ._value import Value
from ._budget import Budget, Limits
from ._function import Function, function, function_of
from . import hcl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import compat, mcl, pcl, puppet, schema, services, terraform, types


__all__ = [
    "Attribute",
    "Budget",
    "Converter",
    "Diagnostic",
    "Error",
    "Function",
    "Limits",
    "Mismatch",
    "Path",
    "Signature",
    "Translation",
    "Type",
    "Value",
    "__version__",
    "check_document",
    "compat",
    "features",
    "function",
    "function_of",
    "hcl",
    "locate",
    "mcl",
    "pcl",
    "puppet",
    "schema",
    "services",
    "terraform",
    "types",
    "unify",
    "unify_with_converters",
]

__version__ = _native.version() or ""

_LAZY = ("compat", "mcl", "pcl", "puppet", "schema", "services", "terraform", "types")
_FEATURES: tuple[_native.Feature, ...] = (
    "hcl",
    "pcl",
    "terraform",
    "puppet",
    "mcl",
    "translate",
    "schema",
    "services",
)


def features() -> frozenset[str]:
    """The languages that this build contains.

    >>> "hcl" in features()
    True
    """
    return frozenset(name for name in _FEATURES if _native.has(name))


def __getattr__(name: str) -> object:
    if name in _LAZY:
        import importlib

        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
