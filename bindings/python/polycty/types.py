"""Constructors of types, and the types of annotations.

>>> from polycty import types
>>> types.object({"name": types.string, "port": types.number}, optional=["port"])
Type('object({name=string,port=number})')
>>> types.of_annotation(dict[str, int])
Type('map(number)')
"""

from __future__ import annotations

import builtins as _builtins
from typing import TYPE_CHECKING, Any, Iterable, Mapping

from . import _native
from ._type import Type, TypeLike, unify

if TYPE_CHECKING:
    from ._value import Value

__all__ = [
    "any",
    "bool",
    "float",
    "integer",
    "list",
    "literal",
    "map",
    "number",
    "object",
    "of_annotation",
    "set",
    "string",
    "tuple",
    "union",
    "unify",
]


def _made(found: Type | None) -> Type:
    assert found is not None
    return found


any = _made(_native.type_any())
bool = _made(_native.type_bool())
number = _made(_native.type_number())
string = _made(_native.type_string())
integer = _made(_native.type_integer())
float = _made(_native.type_float())
_Type = Type


def list(element: TypeLike) -> Type:
    """The type of lists."""
    return _native.type_list(_Type.of(element), None)


def set(element: TypeLike) -> Type:
    """The type of sets."""
    return _native.type_set(_Type.of(element))


def map(element: TypeLike) -> Type:
    """The type of maps with keys that are strings."""
    return _native.type_map(None, _Type.of(element), None)


def tuple(*elements: TypeLike) -> Type:
    """The type of tuples: a type for each position."""
    return _native.type_tuple([_Type.of(e) for e in elements], None)


def object(fields: Mapping[str, TypeLike], *, optional: Iterable[str] = ()) -> Type:
    """The type of objects: a type for each attribute."""
    missing = frozenset(optional)
    unknown = missing - fields.keys()
    if unknown:
        raise ValueError(f"optional attributes that are not attributes: {sorted(unknown)}")
    return _native.type_object(
        [
            {
                "name": name,
                "type": _Type.of(type),
                "presence": "optional" if name in missing else "required",
            }
            for name, type in fields.items()
        ]
    )


def union(*members: TypeLike) -> Type:
    """The type of the values of several types, as in PCL and Puppet."""
    return _native.type_union([_Type.of(m) for m in members])


def literal(value: Value, type: TypeLike) -> Type:
    """The type of one value."""
    return _native.type_literal(_Type.of(type), value)


_SCALARS: dict[Any, Type] = {
    _builtins.str: string,
    _builtins.int: number,
    _builtins.float: number,
    _builtins.bool: bool,
    Any: any,
    _builtins.object: any,
}


def of_annotation(annotation: Any) -> Type:
    """The HCL type that an annotation represents.

    `str`, `bool`, `int`, `float` and `Decimal` are scalars; `list[T]` and `Sequence[T]` are lists,
    `set[T]` and `frozenset[T]` sets, `dict[str, T]` and `Mapping[str, T]` maps, `tuple[A, B]` is a
    tuple and `tuple[T, ...]` a list. Dataclasses, TypedDicts, NamedTuples and models of pydantic
    are objects. A field with a default, and `Optional[T]` in an object, may be missing.
    """
    if isinstance(annotation, _Type):
        return annotation
    if annotation in _SCALARS:
        return _SCALARS[annotation]
    from ._annotations import compound_type

    return compound_type(annotation)
