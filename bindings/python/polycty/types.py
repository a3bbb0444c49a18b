"""Constructors of types, and the types of annotations.

>>> from polycty import types
>>> types.object({"name": types.string, "port": types.number}, optional=["port"])
Type('object({name=string,port=number})')
>>> types.of_annotation(dict[str, int])
Type('map(number)')
"""

from __future__ import annotations

import builtins as _builtins
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Sequence

from ._arguments import elements, mapping
from . import _native
from ._type import Type, TypeLike, unify

if TYPE_CHECKING:
    from ._value import Value

__all__ = [
    "any",
    "bool",
    "capsule",
    "float",
    "float_range",
    "function",
    "integer",
    "integer_range",
    "list",
    "literal",
    "map",
    "meta",
    "none",
    "not_undef",
    "number",
    "object",
    "of_annotation",
    "optional",
    "ordered_object",
    "recursive",
    "set",
    "string",
    "string_enumeration",
    "string_length",
    "string_patterns",
    "tuple",
    "type_of",
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
#: The type of nothing: `none` of PCL, `Undef` of Puppet.
none = _made(_native.type_none())
#: The type of every type.
meta = _made(_native.type_meta())
_Type = Type


def list(element: TypeLike) -> Type:
    """The type of lists.

    >>> list(string)
    Type('list(string)')
    """
    return _native.type_list(_Type.of(element), None)


def set(element: TypeLike) -> Type:
    """The type of sets.

    >>> set("number")
    Type('set(number)')
    """
    return _native.type_set(_Type.of(element))


def map(element: TypeLike) -> Type:
    """The type of maps with keys that are strings.

    >>> map(list(bool))
    Type('map(list(bool))')
    """
    return _native.type_map(None, _Type.of(element), None)


def tuple(*elements: TypeLike) -> Type:
    """The type of tuples: a type for each position.

    >>> tuple(string, number)
    Type('tuple([string,number])')
    """
    return _native.type_tuple([_Type.of(e) for e in elements], None)


def object(fields: Mapping[str, TypeLike], *, optional: Iterable[str] = ()) -> Type:
    """The type of objects: a type for each attribute.

    >>> object({"a": string, "b": "list(number)"}, optional=["b"]).optional
    frozenset({'b'})
    """
    return _native.type_object(_fields(fields, optional))


def _fields(fields: Mapping[str, TypeLike], optional: Iterable[str]) -> Sequence[Mapping[str, Any]]:
    missing = frozenset(elements("optional", optional))
    unknown = missing - mapping("fields", fields).keys()
    if unknown:
        raise ValueError(f"optional attributes that are not attributes: {sorted(unknown)}")
    return [
        {
            "name": name,
            "type": _Type.of(type),
            "presence": "optional" if name in missing else "required",
        }
        for name, type in fields.items()
    ]


def union(*members: TypeLike) -> Type:
    """The type of the values of several types, as in PCL and Puppet.

    >>> union(string, integer).format("puppet")
    'Variant[String, Integer]'
    """
    return _native.type_union([_Type.of(m) for m in members])


def literal(value: _builtins.object, type: TypeLike) -> Type:
    """The type of one value of a type.

    >>> literal(True, bool).format("puppet")
    'Boolean[true]'
    """
    of = _Type.of(type)
    if of == bool:
        return _made(_native.type_bool_value(_builtins.bool(value)))
    from ._value import Value

    return _native.type_literal(of, Value.of(value))


def ordered_object(fields: Mapping[str, TypeLike], *, optional: Iterable[str] = ()) -> Type:
    """The type of objects whose attributes have an order, as in Puppet and mcl.

    >>> ordered_object({"b": string, "a": bool}).format("mcl")
    'struct{b str; a bool}'
    """
    return _native.type_ordered_object(_fields(fields, optional))


def function(
    parameters: Mapping[str, TypeLike] | Sequence[TypeLike],
    returns: TypeLike,
    *,
    variadic: TypeLike | None = None,
    block: TypeLike | None = None,
) -> Type:
    """The type of functions with these parameters; `block` is the type of Puppet's block.

    >>> function({"text": string}, bool).format("mcl")
    'func(text str) bool'
    >>> function([string], bool, variadic=integer).signature.variadic
    Type('Integer')
    """
    named = parameters.items() if isinstance(parameters, Mapping) else (("", each) for each in elements("parameters", parameters))
    spec: dict[str, Any] = {
        "parameters": "listed",
        "positional": [{"name": name, "type": _Type.of(type)} for name, type in named],
        "result": _Type.of(returns),
    }
    if variadic is not None:
        spec["variadic"] = {"name": "", "type": _Type.of(variadic)}
    if block is not None:
        spec["block"] = _Type.of(block)
    return _native.type_function(spec)


def optional(type: TypeLike) -> Type:
    """The type or nothing, as `Optional` in Puppet.

    >>> optional(string).format("puppet")
    'Optional[String]'
    """
    return _native.type_wrapper(_Type.of(type), "optional")


def not_undef(type: TypeLike) -> Type:
    """The type without nothing, as `NotUndef` in Puppet.

    >>> not_undef(any).format("puppet")
    'NotUndef'
    """
    return _native.type_wrapper(_Type.of(type), "not_undef")


def type_of(type: TypeLike) -> Type:
    """The type of a type, as `Type[Integer]` in Puppet.

    >>> type_of(optional(integer)).format("puppet")
    'Type[Optional[Integer]]'
    """
    return _native.type_wrapper(_Type.of(type), "meta")


def integer_range(minimum: int | None = None, maximum: int | None = None) -> Type:
    """The type of integers within inclusive bounds.

    >>> integer_range(1, 65535).format("puppet")
    'Integer[1, 65535]'
    """
    from ._value import Value

    low, high = (None if b is None else Value.of(b, dialect="puppet") for b in (minimum, maximum))
    return _native.type_integer_range(low, high)


def float_range(minimum: _builtins.float | None = None, maximum: _builtins.float | None = None) -> Type:
    """The type of floats within inclusive bounds.

    >>> float_range(0, 1).bounds
    (0.0, 1.0)
    """
    return _native.type_float_range(minimum, maximum)


def string_length(minimum: int = 0, maximum: int | None = None) -> Type:
    """The type of strings within a range of lengths.

    >>> string_length(1, 8).format("puppet")
    'String[1, 8]'
    """
    return _native.type_string_length({"min": minimum, "max": 2**64 - 1 if maximum is None else maximum})


def string_enumeration(*texts: str, ignore_case: _builtins.bool = False) -> Type:
    """The type of one of several strings.

    >>> string_enumeration("on", "off").texts
    ('on', 'off')
    """
    return _native.type_string_enumeration(texts, "ignored" if ignore_case else "sensitive")


def string_patterns(*patterns: str) -> Type:
    """The type of strings that match one of several regular expressions.

    >>> string_patterns("^a+$").format("puppet")
    'Pattern[/^a+$/]'
    """
    return _native.type_string_patterns(patterns)


def capsule(name: str) -> Type:
    """A new type of values that contain an object of Python; it is different from every other type.

    >>> from polycty import Value
    >>> handle = capsule("handle")
    >>> value = Value.encapsulate({"fd": 3}, handle)
    >>> value.type == handle, value.capsule, value == Value.encapsulate({"fd": 3}, handle)
    (True, {'fd': 3}, True)
    """
    return _native.type_capsule(name, {"equal": lambda a, b: a == b, "hash": _hash})


def _hash(object: _builtins.object) -> int:
    try:
        return hash(object) & (2**64 - 1)
    except TypeError:
        return 0


def recursive(names: Sequence[str], define: Callable[..., Sequence[TypeLike]]) -> dict[str, Type]:
    """Types that refer to each other: `define` receives a type for each name, and returns the definitions.

    >>> tree = recursive(["Tree"], lambda tree: [object({"children": list(tree)})])["Tree"]
    >>> tree.reference_name, tree.unfold().fields["children"].element == tree
    ('Tree', True)
    """
    scope = _native.variable_scope_new()
    assert scope is not None
    variables = [_native.variable_scope_get(scope, at) for at in range(len(names))]
    group = _native.group_new(scope, names, [_Type.of(each) for each in define(*variables)])
    return {name: _native.group_reference_at(group, at) for at, name in enumerate(names)}


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

    >>> from typing import Optional, TypedDict
    >>> Server = TypedDict("Server", {"port": int, "zone": Optional[str]})
    >>> of_annotation(Server), of_annotation(Server).optional
    (Type('object({port=number,zone=string})'), frozenset({'zone'}))
    """
    if isinstance(annotation, _Type):
        return annotation
    if type(annotation).__hash__ is None:
        raise TypeError(f"annotation: expected a type, found {annotation!r}")
    if annotation in _SCALARS:
        return _SCALARS[annotation]
    from ._annotations import compound_type

    return compound_type(annotation)
