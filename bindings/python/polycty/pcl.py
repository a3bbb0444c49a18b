"""PCL: HCL's information-model extensions, as in Pulumi's configuration language.

>>> from polycty import pcl
>>> checked = pcl.check("[for n in names : n]", variables={"names": "list(string)"})
>>> checked.type
Type('list(string)')
"""

from __future__ import annotations

from typing import Callable, Iterator, Mapping, NamedTuple, Sequence, Union

from . import _native
from ._type import Type, TypeLike
from ._value import Value
from .errors import Diagnostic, Range, diagnostics_of, range_of
from .hcl._expression import Expression, parse_expression

__all__ = [
    "Checked",
    "Conversion",
    "Node",
    "TypeScope",
    "check",
    "constant",
    "enumeration",
    "input_type",
    "normalize",
    "opaque",
    "optional",
    "output",
    "promise",
    "resolve",
    "resolved",
    "text",
    "traverse",
    "union",
]

Rule = Callable[[Sequence[Type], Sequence[Expression]], Type]


class TypeScope:
    """The types of variables and functions, for checking expressions.

    A function is a function type, or a callable that receives the types and the expressions of the
    arguments of a call and returns a function type.
    """

    __slots__ = ("_handle",)

    def __init__(
        self,
        variables: Mapping[str, TypeLike] | None = None,
        functions: Mapping[str, Union[Type, Rule]] | None = None,
    ) -> None:
        handle = _native.pcl_type_scope_new()
        assert handle is not None
        self._handle = handle
        for name, type in (variables or {}).items():
            _native.pcl_type_scope_set_variable(handle, name, Type.of(type, "pcl"))
        for name, found in (functions or {}).items():
            if isinstance(found, Type):
                _native.pcl_type_scope_set_function(handle, name, found)
            else:
                _native.pcl_type_scope_set_generic_function(handle, name, found)


class Conversion(NamedTuple):
    """A conversion that an expression needs."""

    range: Range
    source: Type
    target: Type
    kind: str


class Node:
    """A node of a checked expression."""

    __slots__ = ("_handle", "_data")

    def __init__(self, handle: _native.PclNodeHandle) -> None:
        data = _native.pcl_node_info(handle)
        assert data is not None
        self._handle = handle
        self._data = data

    @property
    def kind(self) -> str:
        """The kind, such as `variable` or `call`."""
        return self._data.kind

    @property
    def role(self) -> str:
        """The role in the node around this one."""
        return self._data.role

    @property
    def type(self) -> Type | None:
        """The type."""
        return self._data.type

    @property
    def text(self) -> str:
        """The text as it is written."""
        return self._data.text or ""

    @property
    def name(self) -> str | None:
        """The variable, attribute or function."""
        return self._data.name

    @property
    def range(self) -> Range:
        """The range."""
        return range_of(_native.pcl_node_range(self._handle))

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes inside."""
        found = (_native.pcl_node_child_at(self._handle, at) for at in range(self._data.child_count))
        return tuple(Node(each) for each in found if each is not None)

    def walk(self) -> Iterator[Node]:
        """This node and all nodes inside, depth first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def __repr__(self) -> str:
        return f"<Node {self.kind} {self.text}: {self.type}>"


class Checked:
    """A checked expression, with the types of all of its nodes."""

    __slots__ = ("_handle", "_data")

    def __init__(self, handle: _native.PclCheckedHandle) -> None:
        data = _native.pcl_checked_info(handle)
        assert data is not None
        self._handle = handle
        self._data = data

    @property
    def type(self) -> Type:
        """The type of the whole expression."""
        assert self._data.type is not None
        return self._data.type

    @property
    def has_errors(self) -> bool:
        """Whether one of the diagnostics is an error."""
        return self._data.has_errors

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All diagnostics."""
        found = self._data.diagnostics
        return () if found is None else diagnostics_of(found)

    @property
    def conversions(self) -> tuple[Conversion, ...]:
        """The conversions that the expression needs."""
        count = self._data.conversion_count
        found = (_native.pcl_checked_conversion_at(self._handle, at) for at in range(count))
        return tuple(
            Conversion(range_of(c.range), c.from_, c.to, c.kind)
            for c in found
            if c.from_ is not None and c.to is not None
        )

    def accepted_as(self, type: TypeLike) -> str:
        """The safety of the conversion of the expression to a type: `same`, `safe` or `unsafe`."""
        return _native.pcl_checked_accepted_as(self._handle, Type.of(type, "pcl"))

    @property
    def root(self) -> Node:
        """The node of the whole expression."""
        found = _native.pcl_checked_root(self._handle)
        assert found is not None
        return Node(found)

    def __repr__(self) -> str:
        return f"<Checked {self.root.text}: {self.type}>"


def check(
    expression: Expression | str,
    scope: TypeScope | None = None,
    *,
    variables: Mapping[str, TypeLike] | None = None,
    functions: Mapping[str, Union[Type, Rule]] | None = None,
) -> Checked:
    """Checks the types of an expression."""
    if isinstance(expression, str):
        expression = parse_expression(expression)
    scope = scope or TypeScope(variables, functions)
    return Checked(_native.pcl_checked_new(expression, scope._handle, None))


def traverse(type: TypeLike, *steps: str | int) -> Type:
    """The type that attributes and indices lead to.

    >>> traverse("list(string)", 0)
    Type('string')
    """
    found = [
        {"kind": "attribute", "name": s} if isinstance(s, str) else {"kind": "index", "key": Value.of(s)}
        for s in steps
    ]
    return _native.pcl_type_traverse(Type.of(type, "pcl"), found)


def input_type(type: TypeLike) -> Type:
    """The type of a resource's input: a value, or a promise or output of one."""
    return _native.pcl_type_derive(Type.of(type, "pcl"), "input")


def resolve(value: Value, resolver: Callable[[Value], object]) -> Value:
    """The value with each promise and output replaced by the result of a function."""
    return _native.pcl_value_resolve(value, lambda each: Value.of(resolver(each)))


def resolved(type: TypeLike, which: _native.PclResolution = "all") -> Type:
    """The type with promises and outputs inside it replaced by the types of their values."""
    return _native.pcl_type_resolve(Type.of(type, "pcl"), which)


def optional(type: TypeLike) -> Type:
    """The union of a type with `none`."""
    return _native.pcl_type_derive(Type.of(type, "pcl"), "optional")


def promise(type: TypeLike) -> Type:
    """The type of a deferred value of a type."""
    return _native.pcl_type_derive(Type.of(type, "pcl"), "promise")


def output(type: TypeLike) -> Type:
    """The type of a deferred value of a type with additional information.

    >>> text(output("string"))
    'output(string)'
    """
    return _native.pcl_type_derive(Type.of(type, "pcl"), "output")


def union(*types: TypeLike) -> Type:
    """The union of types in normal form."""
    return _native.pcl_type_union([Type.of(type, "pcl") for type in types])


def constant(value: object, type: TypeLike) -> Type:
    """The type of one value of a type."""
    return _native.pcl_type_const(Type.of(type, "pcl"), Value.of(value, dialect="pcl"))


def enumeration(token: str, type: TypeLike, values: Sequence[object]) -> Type:
    """A type of some values; enumerations with the same token are equal."""
    found = [Value.of(value, dialect="pcl") for value in values]
    return _native.pcl_type_enum(token, Type.of(type, "pcl"), found)


def opaque(name: str) -> Type:
    """A type that is known by its name alone."""
    return _native.pcl_type_opaque(name)


def normalize(type: TypeLike) -> Type:
    """The normal form of a type: unions with `none` in place of optional types, sorted fields."""
    return _native.pcl_type_derive(Type.of(type, "pcl"), "normal")


def text(type: TypeLike, columns: int = 80) -> str:
    """The text of a type for display, broken into lines of a width.

    >>> text(union("number", "string"))
    'number | string'
    """
    return _native.pcl_type_to_text(Type.of(type, "pcl"), columns) or ""
