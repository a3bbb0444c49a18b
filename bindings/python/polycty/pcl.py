"""PCL: HCL's information-model extensions, as in Pulumi's configuration language.

>>> from polycty import pcl
>>> checked = pcl.check("[for n in names : n]", variables={"names": "list(string)"})
>>> checked.type
Type('list(string)')
"""

from __future__ import annotations

from typing import Any, Callable, Iterator, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._arguments import instance, items
from . import _native
from ._type import Type, TypeLike
from ._value import Value
from .errors import Diagnostic, Error, Range, diagnostics_of, exception_of, range_of
from .hcl._expression import Expression, parse_expression

__all__ = [
    "Checked",
    "Conversion",
    "Node",
    "TypeScope",
    "check",
    "choose",
    "constant",
    "data_of",
    "deferred",
    "deferred_types",
    "enumeration",
    "explain_unsafe",
    "from_json",
    "id",
    "identity",
    "input_type",
    "is_optional",
    "kind",
    "normalize",
    "opaque",
    "optional",
    "origin",
    "output",
    "promise",
    "resolve",
    "resolved",
    "text",
    "to_json",
    "traverse",
    "traverse_partial",
    "union",
    "values",
]

Rule = Callable[[Sequence[Type], Sequence[Expression]], Type]


class TypeScope:
    """The types of variables and functions, for checking expressions.

    A function is a function type, or a callable that receives the types and the expressions of the
    arguments of a call and returns a function type.

    >>> scope = TypeScope({"n": "number"}).child({"names": "list(string)"})
    >>> scope["n"], scope.has_function("f"), check("names[n]", scope).type
    (Type('number'), False, Type('string'))
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
        self._fill(variables, functions)

    def _fill(
        self, variables: Mapping[str, TypeLike] | None, functions: Mapping[str, Union[Type, Rule]] | None
    ) -> None:
        for name, type in items("variables", variables):
            self[name] = type
        for name, found in items("functions", functions):
            self.define(name, found)

    @staticmethod
    def of_constructors() -> TypeScope:
        """A scope for type expressions: the type of `list(string)` in it is that type.

        >>> check("list(string)", TypeScope.of_constructors()).type
        Type('list(string)')
        """
        return _scope(_native.pcl_type_scope_of_constructors())

    def child(
        self,
        variables: Mapping[str, TypeLike] | None = None,
        functions: Mapping[str, Union[Type, Rule]] | None = None,
    ) -> TypeScope:
        """A scope within the current state of this one."""
        made = _scope(_native.pcl_type_scope_child(self._handle))
        made._fill(variables, functions)
        return made

    def __setitem__(self, name: str, type: TypeLike) -> None:
        """Defines a variable."""
        _native.pcl_type_scope_set_variable(self._handle, name, Type.of(type, "pcl"))

    def __getitem__(self, name: str) -> Type:
        """The type of a variable, of this scope or an outer one."""
        found = _native.pcl_type_scope_variable_get(self._handle, name)
        if found is None:
            raise KeyError(name)
        return found

    def define(self, name: str, function: Union[Type, Rule]) -> None:
        """Defines a function."""
        if isinstance(function, Type):
            _native.pcl_type_scope_set_function(self._handle, name, function)
        else:
            _native.pcl_type_scope_set_generic_function(self._handle, name, function)

    def has_function(self, name: str) -> bool:
        """Whether this scope or an outer one defines a function."""
        return _native.pcl_type_scope_has_function(self._handle, name)


def _scope(handle: _native.PclTypeScopeHandle | None) -> TypeScope:
    assert handle is not None
    made = TypeScope.__new__(TypeScope)
    made._handle = handle
    return made


class Conversion(NamedTuple):
    """A conversion that an expression needs.

    >>> found = check("1 + x", variables={"x": "string"}).conversions[0]
    >>> found.source, found.target, found.kind
    (Type('Integer'), Type('number'), 'safe')
    """

    range: Range
    source: Type
    target: Type
    kind: str


def _conversion(data: _native.PclConversion | None) -> Conversion | None:
    if data is None or data.from_ is None or data.to is None:
        return None
    return Conversion(range_of(data.range), data.from_, data.to, data.kind)


class Node:
    """A node of a checked expression.

    >>> [(n.kind, n.text) for n in check("f(x)", missing_variables="warning").root.walk()]
    [('call', 'f(x)'), ('variable', 'x')]
    """

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
    def key_name(self) -> str | None:
        """The variable for the key of each element of a `for`."""
        return self._data.key_name

    @property
    def value(self) -> Value | None:
        """The value of a literal, the key of a step."""
        return self._data.value

    @property
    def operator(self) -> str:
        """The operator, such as `add`; `none` for other nodes."""
        return self._data.operator

    @property
    def has_ellipsis(self) -> bool:
        """Whether the last argument of a call, or the result of a `for`, has `...`."""
        return self._data.has_ellipsis

    @property
    def conversion(self) -> Conversion | None:
        """The conversion that the value needs in the node around it."""
        return _conversion(_native.pcl_node_conversion(self._handle))

    @property
    def expression(self) -> Expression | None:
        """The expression, for evaluation; a step or an item has none."""
        return _native.pcl_node_expression(self._handle)

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
    """A checked expression, with the types of all of its nodes.

    >>> checked = check("1 + x", variables={"x": "string"})
    >>> checked.type, checked.has_errors, checked.accepted_as("string")
    (Type('number'), False, 'safe')
    """

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
        found = (_conversion(_native.pcl_checked_conversion_at(self._handle, at)) for at in range(count))
        return tuple(each for each in found if each is not None)

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
    missing_variables: _native.Severity = "error",
    iteration: _native.Severity = "error",
    exact_int_literals: bool = False,
) -> Checked:
    """Checks the types of an expression.

    `missing_variables` and `iteration` are the severities of an undefined variable, and of an iteration
    over a value that is no collection. `exact_int_literals` makes every whole literal an `int`.

    >>> check("n", missing_variables="warning").has_errors
    False
    """
    if isinstance(expression, str):
        expression = parse_expression(expression)
    scope = scope or TypeScope(variables, functions)
    options = {
        "missing_variables": missing_variables,
        "iteration": iteration,
        "exact_int_literals": exact_int_literals,
    }
    return Checked(_native.pcl_checked_new(expression, instance("scope", scope, TypeScope)._handle, options))


def traverse(type: TypeLike, *steps: str | int) -> Type:
    """The type that attributes and indices lead to.

    >>> traverse("list(string)", 0)
    Type('string')
    """
    return _native.pcl_type_traverse(Type.of(type, "pcl"), _steps(steps))


def traverse_partial(type: TypeLike, *steps: str | int) -> tuple[Type, tuple[Diagnostic, ...]]:
    """The type that attributes and indices lead to, `dynamic` after an error, and all diagnostics.

    >>> type, diagnostics = traverse_partial("object({a = string})", "b")
    >>> type, diagnostics[0].summary
    (Type('any'), "unknown property 'b' among [a]")
    """
    found, diagnostics = _native.pcl_type_traverse(Type.of(type, "pcl"), _steps(steps), True)
    return found, () if diagnostics is None else diagnostics_of(diagnostics)


def _steps(steps: Tuple[str | int, ...]) -> list[dict[str, Any]]:
    return [
        {"kind": "attribute", "name": s} if isinstance(s, str) else {"kind": "index", "key": Value.of(s)}
        for s in steps
    ]


def input_type(type: TypeLike) -> Type:
    """The type of a resource's input: a value, or a promise or output of one.

    >>> text(input_type("string"))
    'output(string) | string'
    """
    return _native.pcl_type_derive(Type.of(type, "pcl"), "input")


def resolve(value: Value, resolver: Callable[[Value], object]) -> Value:
    """The value with each promise and output replaced by the result of a function.

    >>> later = deferred(output("string"), "a")
    >>> resolve(Value.of([later]), lambda each: data_of(each)).to_python()
    ['a']
    """
    return _native.pcl_value_resolve(value, lambda each: Value.of(resolver(each)))


def deferred(type: TypeLike, data: object = None) -> Value:
    """A new deferred value of a promise or output type; it is only equal to itself.

    >>> later = deferred(promise("string"), {"name": "a"})
    >>> data_of(later), origin(later), identity(later) == identity(later)
    ({'name': 'a'}, Type('promise(string)'), True)
    >>> resolve(Value.of({"x": later}), lambda each: data_of(each)["name"]).to_python()
    {'x': 'a'}
    """
    return _native.pcl_value_deferred(Type.of(type, "pcl"), data)


def data_of(deferred: Value) -> Any:
    """The object of Python in a deferred value.

    >>> data_of(deferred(promise("int"), 5))
    5
    """
    return _native.pcl_value_data(deferred)


def origin(deferred: Value) -> Optional[Type]:
    """The type that a deferred value was created with; None for other values.

    >>> text(origin(deferred(promise("int"))))
    'promise(int)'
    """
    return _native.pcl_value_origin(deferred)


def identity(deferred: Value) -> int:
    """The number of a deferred value in the process, which conversions and marks keep.

    >>> identity(deferred(promise("int"))) == identity(deferred(promise("int")))
    False
    """
    return _native.pcl_value_identity(deferred)


def choose(value: object, type: TypeLike) -> tuple[Value, int]:
    """The value converted to the member of a union that is chosen for it, and the member's position.

    >>> choose("1", union("number", "list(string)"))
    (Value(1), 1)
    """
    return _native.pcl_value_choose(Value.of(value, dialect="pcl"), Type.of(type, "pcl"))


def resolved(type: TypeLike, which: _native.PclResolution = "all") -> Type:
    """The type with promises and outputs inside it replaced by the types of their values.

    >>> text(resolved(output("list(string)")))
    'list(string)'
    """
    return _native.pcl_type_resolve(Type.of(type, "pcl"), which)


def optional(type: TypeLike) -> Type:
    """The union of a type with `none`.

    >>> text(optional("string"))
    'string?'
    """
    return _native.pcl_type_derive(Type.of(type, "pcl"), "optional")


def promise(type: TypeLike) -> Type:
    """The type of a deferred value of a type.

    >>> text(promise("int"))
    'promise(int)'
    """
    return _native.pcl_type_derive(Type.of(type, "pcl"), "promise")


def output(type: TypeLike) -> Type:
    """The type of a deferred value of a type with additional information.

    >>> text(output("string"))
    'output(string)'
    """
    return _native.pcl_type_derive(Type.of(type, "pcl"), "output")


def id() -> Type:
    """The type of identifiers of resources.

    >>> text(id())
    'id'
    """
    found = _native.pcl_type_id()
    assert found is not None
    return found


def union(*types: TypeLike) -> Type:
    """The union of types in normal form.

    >>> text(union("string", "number", "string"))
    'number | string'
    """
    return _native.pcl_type_union([Type.of(type, "pcl") for type in types])


def constant(value: object, type: TypeLike) -> Type:
    """The type of one value of a type.

    >>> text(constant(1, "int"))
    '1'
    """
    return _native.pcl_type_const(Type.of(type, "pcl"), Value.of(value, dialect="pcl"))


def enumeration(token: str, type: TypeLike, values: Sequence[object]) -> Type:
    """A type of some values; enumerations with the same token are equal.

    >>> enumeration("size", "string", ["s", "m"]) == enumeration("size", "string", ["s", "m"])
    True
    """
    found = [Value.of(value, dialect="pcl") for value in values]
    return _native.pcl_type_enum(token, Type.of(type, "pcl"), found)


def values(type: TypeLike) -> tuple[Value, ...]:
    """The values of an enumeration, or the value of a constant.

    >>> values(enumeration("level", "string", ["low", "high"]))
    (Value("low"), Value("high"))
    """
    of = Type.of(type, "pcl")
    return tuple(_native.pcl_type_value_at(of, at) for at in range(_info(of).value_count))


def kind(type: TypeLike) -> str:
    """The kind of a type in PCL: `dynamic`, `int`, `output` and so on.

    >>> kind(output("string")), is_optional(optional("bool")), deferred_types(output("int"))
    ('output', True, 'output')
    """
    return _info(Type.of(type, "pcl")).kind


def is_optional(type: TypeLike) -> bool:
    """Whether `none` is a value of a type.

    >>> is_optional(optional("string")), is_optional("string")
    (True, False)
    """
    return _info(Type.of(type, "pcl")).is_optional


def deferred_types(type: TypeLike) -> str:
    """The deferred types inside a type, at any depth: `none`, `promise` or `output`.

    >>> deferred_types("list(string)")
    'none'
    """
    return _native.pcl_type_deferred(Type.of(type, "pcl"))


def _info(type: Type) -> _native.PclTypeData:
    info = _native.pcl_type_info(type)
    assert info is not None
    return info


def explain_unsafe(source: TypeLike, target: TypeLike) -> Error:
    """The reason why only some values of a type convert to another, as an exception.

    >>> explain_unsafe("object({a = string})", "object({a = number})").path
    ('a',)
    """
    error = _native.pcl_type_explain_unsafe(Type.of(source, "pcl"), Type.of(target, "pcl"))
    return exception_of(error, _native.error_code(error))


def to_json(type: TypeLike) -> str:
    """The type as JSON.

    >>> to_json(output("string"))
    '["output","string"]'
    >>> text(from_json('["list","int"]'))
    'list(int)'
    """
    return _native.pcl_type_to_json(Type.of(type, "pcl"))


def from_json(text: str) -> Type:
    """The type that `to_json` wrote.

    >>> text(from_json('["output","string"]'))
    'output(string)'
    """
    return _native.pcl_type_from_json(text)


def opaque(name: str) -> Type:
    """A type that is known by its name alone.

    >>> text(opaque("Asset"))
    'Asset'
    """
    return _native.pcl_type_opaque(name)


def normalize(type: TypeLike) -> Type:
    """The normal form of a type: unions with `none` in place of optional types, sorted fields.

    >>> text(normalize(optional("string")))
    'string?'
    """
    return _native.pcl_type_derive(Type.of(type, "pcl"), "normal")


def text(type: TypeLike, columns: int = 80) -> str:
    """The text of a type for display, broken into lines of a width.

    >>> text(union("number", "string"))
    'number | string'
    """
    return _native.pcl_type_to_text(Type.of(type, "pcl"), columns) or ""
