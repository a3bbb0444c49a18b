"""Paths: the steps from a value to a part of it.

A path is a tuple. A step into an attribute is an :class:`Attribute`, which is a `str`; a step to an
index is an `int`, to a key of a map a plain `str`, and to an element of a set a `Value`.
"""

from __future__ import annotations

from . import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Tuple, Union

    from ._value import Value


class Attribute(str):
    """The name of an attribute as a step of a path.

    >>> from polycty import Value
    >>> Value.of({"ports": [80]}).apply((Attribute("ports"), 0))
    Value(80)
    """

    __slots__ = ()


if TYPE_CHECKING:
    Step = Union[str, int, Value]
    Path = Tuple[Step, ...]
else:
    Step, Path = object, tuple


def check_folder(path: str) -> str:
    """The path of a folder that exists."""
    import errno
    import os

    if not os.path.isdir(path):
        code = errno.ENOTDIR if os.path.exists(path) else errno.ENOENT
        raise OSError(code, os.strerror(code), path)
    return path


def path_of(path: _native.PathHandle | None) -> Path:
    """The steps of a path of the library."""
    if path is None:
        return ()
    return tuple(_step(path, at) for at in range(_native.path_step_count(path)))


def _step(path: _native.PathHandle, at: int) -> Step:
    if _native.path_step_kind_at(path, at) == "attribute":
        return Attribute(_native.path_step_name_at(path, at) or "")
    key = _native.path_step_key_at(path, at)
    if key.kind in ("string", "number") and key.is_known and not key.is_marked:
        plain: str | int = key.to_python()
        return plain
    return key


def native_path(steps: Path) -> _native.PathHandle:
    """A path of the library."""
    from ._value import Value

    path = _native.path_new()
    assert path is not None
    for step in steps:
        if isinstance(step, Attribute):
            _native.path_append_attribute(path, step)
        elif isinstance(step, int) and step >= 0:
            _native.path_append_index(path, step)
        else:
            _native.path_append_key(path, Value.of(step))
    return path


def text_of(path: Path) -> str:
    """A path as text, such as `.servers[0]["name"]`."""
    return _native.path_to_text(native_path(path)) or ""
