"""Expressions."""

from __future__ import annotations

from .._record import NamedTuple
from .. import _native
from .._path import Path, path_of
from .._type import Type
from .._value import Value
from ..errors import Diagnostic, Range, raise_errors, range_of
from ._scope import ScopeLike, scope_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Optional, Tuple


class Defaults:
    """The defaults of the attributes of a type; see `parse_type_with_defaults`.

    >>> type, defaults = parse_type_with_defaults("object({a = optional(number, 1)})")
    >>> defaults.apply({})
    Value({
      a = 1
    })
    """

    __slots__ = ("_handle",)

    def __init__(self, handle: _native.HclDefaultsHandle) -> None:
        self._handle = handle

    @property
    def type(self) -> Type:
        """The type that the defaults belong to."""
        found = _native.hcl_defaults_type(self._handle)
        assert found is not None
        return found

    def apply(self, value: object) -> Value:
        """The value with the defaults of missing attributes and of those that are null."""
        return _native.hcl_defaults_apply(self._handle, Value.of(value))

    def __repr__(self) -> str:
        return f"<Defaults of {self.type}>"


class Reference(NamedTuple):
    """A variable and the constant steps into it, such as `var.names[0]`.

    >>> found = parse_expression("var.names[0]").references[0]
    >>> found.root, found.path, found.range.end.column
    ('var', ('var', 'names', 0), 13)
    """

    path: Path
    range: Range
    file: Optional[str]

    @property
    def root(self) -> str:
        """The name of the variable."""
        return str(self.path[0]) if self.path else ""

    def __str__(self) -> str:
        from .._path import Attribute, text_of

        return text_of(self.path).lstrip(".") if isinstance(self.path[0], Attribute) else text_of(self.path)


class Call(NamedTuple):
    """A call of a function.

    >>> parse_expression("max(1, n)").calls[0].name
    'max'
    """

    name: str
    range: Range
    file: Optional[str]


class CallExpression(NamedTuple):
    """The parts of a call; the range of the arguments includes the parentheses.

    >>> parse_expression("f(1)").call.arguments_range.start.column
    2
    """

    name: str
    arguments: Tuple["Expression", ...]
    name_range: Range
    arguments_range: Range


class Part(NamedTuple):
    """A part of an expression and its role.

    >>> [(part.role, part.expression.text) for part in parse_expression("a ? b : c").parts]
    [('condition', 'a'), ('then', 'b'), ('else', 'c')]
    """

    role: str
    expression: "Expression"


def references_of(found: _native.HclTraversalsHandle | None) -> tuple[Reference, ...]:
    if found is None:
        return ()
    each = (_native.hcl_traversals_at(found, at) for at in range(_native.hcl_traversals_count(found)))
    return tuple(Reference(path_of(t.path), range_of(t.range), t.file) for t in each if t is not None)


def calls_of(found: _native.HclCallsHandle | None) -> tuple[Call, ...]:
    if found is None:
        return ()
    each = (_native.hcl_calls_at(found, at) for at in range(_native.hcl_calls_count(found)))
    return tuple(Call(c.name or "", range_of(c.range), c.file) for c in each if c is not None)


@_native.set_class
class Expression(_native.HclExpressionHandle):
    """An expression that is parsed and not evaluated.

    >>> from polycty import hcl
    >>> e = hcl.parse_expression('"${var.name}-${max(1, n)}"')
    >>> [str(r) for r in e.references], [c.name for c in e.calls]
    (['var.name', 'n'], ['max'])
    """

    __slots__ = ()

    def evaluate(self, scope: ScopeLike = None) -> Value:
        """The value in a scope."""
        return _native.hcl_expression_evaluate(self, scope_of(scope))

    def evaluate_partial(self, scope: ScopeLike = None) -> tuple[Value, tuple[Diagnostic, ...]]:
        """The value, with unknown values in place of parts that fail, and all diagnostics."""
        from ..errors import diagnostics_of

        value, diagnostics = _native.hcl_expression_evaluate(self, scope_of(scope), True)
        return value, () if diagnostics is None else diagnostics_of(diagnostics)

    def type(self) -> Type:
        """The type that a type expression denotes."""
        return _native.hcl_expression_type(self, "constraint")[0]

    def type_with_defaults(self) -> tuple[Type, Defaults | None]:
        """The type, and the defaults of its attributes, `optional(T, default)`, if there are any."""
        type, defaults = _native.hcl_expression_type(self, "defaults")
        return type, None if defaults is None else Defaults(defaults)

    @property
    def form(self) -> str:
        """The form: `literal`, `template`, `traversal`, `call`, `tuple` and so on."""
        return self._info.form

    @property
    def text(self) -> str:
        """The text as it is written."""
        return self._info.text or ""

    @property
    def name(self) -> str | None:
        """The function of a call, the variable of a traversal."""
        return self._info.name

    @property
    def range(self) -> Range:
        """The range of the whole expression."""
        return range_of(_native.hcl_expression_range(self, "whole"))

    @property
    def references(self) -> tuple[Reference, ...]:
        """The variables that the expression refers to, at any depth."""
        return references_of(_native.hcl_expression_variables(self))

    @property
    def calls(self) -> tuple[Call, ...]:
        """The functions that the expression calls, at any depth."""
        return calls_of(_native.hcl_expression_calls(self))

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts in the order of the text."""
        return tuple(
            Part(role, each) for role, each in _each(_native.hcl_expression_parts(self))
        )

    @property
    def call(self) -> CallExpression | None:
        """The parts of an expression that is written as a call, without evaluating it.

        >>> from polycty import hcl
        >>> found = hcl.parse_expression("object({a = string})").call
        >>> found.name, [e.text for e in found.arguments]
        ('object', ['{a = string}'])
        """
        if self.form != "call":
            return None
        name, arguments, name_range, arguments_range = _native.hcl_expression_call(self)
        inside = () if arguments is None else tuple(each for _, each in _each(arguments))
        return CallExpression(name or "", inside, range_of(name_range), range_of(arguments_range))

    @property
    def elements(self) -> tuple[Expression, ...]:
        """The elements of an expression that is written as a list; raises for others."""
        return tuple(each for _, each in _each(_native.hcl_expression_list(self)))

    @property
    def pairs(self) -> tuple[tuple[Expression, Expression], ...]:
        """The keys and values of an expression that is written as a map or object; raises for others.

        >>> from polycty import hcl
        >>> [(k.text, v.text) for k, v in hcl.parse_expression("{a = var.x}").pairs]
        [('a', 'var.x')]
        """
        keys, values = _native.hcl_expression_map(self)
        return tuple((key, value) for (_, key), (_, value) in zip(_each(keys), _each(values)))

    @property
    def steps(self) -> Path:
        """The constant steps of a traversal; of a relative one, those after its source.

        >>> from polycty import hcl
        >>> hcl.parse_expression("f().a[0]").steps
        ('a', 0)
        """
        found = references_of(_native.hcl_expression_steps(self))
        return found[0].path if found else ()

    def at(self, byte: int) -> tuple[Expression, ...]:
        """The expressions at a byte of the text that ranges count in, from the outside in."""
        return tuple(each for _, each in _each(_native.hcl_expression_at_byte(self, byte)))

    @property
    def keyword(self) -> str | None:
        """The name, if the expression is a single name."""
        return _native.hcl_expression_keyword(self)

    @property
    def _info(self) -> _native.HclExpressionData:
        info = _native.hcl_expression_info(self)
        assert info is not None
        return info

    def __repr__(self) -> str:
        return f"<Expression {self.text}>"


def _each(found: _native.HclExpressionsHandle) -> list[Tuple[str, Expression]]:
    result: list[Tuple[str, Expression]] = []
    for at in range(_native.hcl_expressions_count(found)):
        each = _native.hcl_expressions_at(found, at)
        assert each is not None
        result.append((_native.hcl_expressions_role_at(found, at), each))
    return result


def parse_expression(
    text: str | bytes, *, file: str = "expression", syntax: _native.HclSyntax = "native"
) -> Expression:
    """Parses an expression; the syntax is `native`, `json` or `template`.

    >>> parse_expression("1 + 2").evaluate()
    Value(3)
    >>> parse_expression("${a}!", syntax="template").form
    'template'
    """
    return _native.hcl_expression_parse(text, file, None, syntax)


def parse_traversal(text: str | bytes, *, file: str = "traversal") -> Path:
    """Parses a text that is one traversal, without splats and calculations.

    >>> from polycty import hcl
    >>> hcl.parse_traversal('var.zones["a"][0]')
    ('var', 'zones', 'a', 0)
    """
    return references_of(_native.hcl_traversals_parse(text, file, None))[0].path


def parse_type_with_defaults(text: str | bytes, *, file: str = "type") -> tuple[Type, Defaults | None]:
    """Parses a type constraint with `optional(T, default)`.

    >>> from polycty import hcl
    >>> type, defaults = hcl.parse_type_with_defaults("object({port = optional(number, 80)})")
    >>> defaults.apply({}).convert(type).to_python()
    {'port': 80}
    """
    type, defaults = _native.hcl_type_parse(text, file, "native", "defaults")
    return type, None if defaults is None else Defaults(defaults)


class Closure(NamedTuple):
    """An expression that a function receives unevaluated; see `closure_type`.

    >>> Closure(closure("a + 1")).expression
    <Expression a + 1>
    """

    value: Value

    @property
    def expression(self) -> Expression:
        """The expression."""
        found = _native.hcl_closure_expression(self.value)
        assert found is not None
        return found

    def evaluate(self) -> Value:
        """The value in the scope of the call that the expression is an argument of."""
        return _native.hcl_closure_evaluate(self.value)


def closure_type() -> Type:
    """The type of parameters that receive expressions, each as the value of a `Closure`.

    >>> from polycty import function_of, hcl
    >>> try_ = function_of(
    ...     lambda e: hcl.Closure(e).expression.text, [hcl.closure_type()], "string", raw=True)
    >>> hcl.evaluate("source(a + b)", functions={"source": try_})
    'a + b'
    """
    found = _native.hcl_closure_type()
    assert found is not None
    return found


def closure(expression: Expression | str, scope: ScopeLike = None) -> Value:
    """An argument for a parameter of the type `closure_type`, for a call by the host.

    >>> from polycty import hcl
    >>> hcl.Closure(hcl.closure("n + 1", {"n": 2})).evaluate()
    Value(3)
    """
    if isinstance(expression, str):
        expression = parse_expression(expression)
    return _native.hcl_closure_new(expression, scope_of(scope))


__all__ = ["Call", "Expression", "Part", "Reference", "parse_expression", "raise_errors"]
