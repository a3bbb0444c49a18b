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


class Reference(NamedTuple):
    """A variable and the constant steps into it, such as `var.names[0]`."""

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
    """A call of a function."""

    name: str
    range: Range
    file: Optional[str]


class Part(NamedTuple):
    """A part of an expression and its role."""

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
    """Parses an expression; the syntax is `native`, `json` or `template`."""
    return _native.hcl_expression_parse(text, file, None, syntax)


__all__ = ["Call", "Expression", "Part", "Reference", "parse_expression", "raise_errors"]
