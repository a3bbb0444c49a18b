"""Checks of arguments whose messages name the argument, the expected and the found type."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ItemsView, Iterable, Mapping, TypeVar

    _Given = TypeVar("_Given")
    _Value = TypeVar("_Value")


def wrong_type(name: str, expected: str, given: object) -> TypeError:
    """The error for an argument of a wrong type."""
    found = "None" if given is None else type(given).__name__
    return TypeError(f"{name}: expected {expected}, found {found}")


def mapping(name: str, given: _Given) -> _Given:
    """The argument, which must be a mapping."""
    if not hasattr(given, "items"):
        raise wrong_type(name, "a mapping", given)
    return given


def items(name: str, given: Mapping[str, _Value] | None) -> ItemsView[str, _Value]:
    """The entries of a mapping or None."""
    return ({} if given is None else mapping(name, given)).items()


def elements(name: str, given: Iterable[_Value]) -> tuple[_Value, ...]:
    """The elements of an iterable."""
    if not hasattr(given, "__iter__"):
        raise wrong_type(name, "an iterable", given)
    return tuple(given)


def number(name: str, given: _Given) -> _Given:
    """The argument, which must be a number."""
    if not hasattr(given, "__float__") and not hasattr(given, "__index__"):
        raise wrong_type(name, "a number", given)
    return given


def instance(name: str, given: Any, cls: type[_Given]) -> _Given:
    """The argument, which must be an instance of a class."""
    if not isinstance(given, cls):
        raise wrong_type(name, cls.__name__, given)
    return given


def path(name: str, given: Any) -> str:
    """The text of a path of the file system."""
    if not isinstance(given, str) and not hasattr(given, "__fspath__"):
        raise wrong_type(name, "str or os.PathLike", given)
    found: str = os.fspath(given)
    return found
