"""Scopes: the variables and functions of an evaluation."""

from __future__ import annotations

from .._arguments import items, mapping
from .. import _native
from .._function import Function, native_function
from .._value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Mapping, Union

    from ..terraform import Host


@_native.set_class
class Scope(_native.HclScopeHandle):
    """Variables and functions that expressions may use.

    >>> from polycty import hcl
    >>> scope = hcl.Scope({"name": "db"}, standard_functions=True)
    >>> hcl.evaluate('upper("${name}-1")', scope)
    'DB-1'

    A scope can change; only one thread at a time may use it.
    """

    __slots__ = ()

    def __new__(
        cls,
        variables: Mapping[str, object] | None = None,
        functions: Mapping[str, Function | Callable[..., Any]] | None = None,
        *,
        standard_functions: bool = False,
        terraform: Host | bool = False,
    ) -> Scope:
        """Makes a scope.

        `standard_functions` are the functions of cty's standard library; `terraform` are those of
        Terraform, whose files and time a host provides.
        """
        scope = _native.hcl_scope_new()
        assert scope is not None
        scope._fill(variables, functions, standard_functions, terraform)
        return scope

    def _fill(
        self,
        variables: Mapping[str, object] | None,
        functions: Mapping[str, Function | Callable[..., Any]] | None,
        standard_functions: bool = False,
        terraform: Host | bool = False,
    ) -> None:
        if standard_functions:
            _native.hcl_scope_set_standard_functions(self)
        if terraform is not False and terraform is not None:
            from ..terraform import native_host

            _native.hcl_scope_set_terraform_functions(self, native_host(terraform))
        for name, value in items("variables", variables):
            _native.hcl_scope_set_variable(self, name, Value.of(value))
        for name, function in items("functions", functions):
            _native.hcl_scope_set_function(self, name, native_function(function))

    def child(
        self,
        variables: Mapping[str, object] | None = None,
        functions: Mapping[str, Function | Callable[..., Any]] | None = None,
    ) -> Scope:
        """An inner scope; names that it does not define are looked up in this one."""
        scope = _native.hcl_scope_child(self)
        scope._fill(variables, functions)
        return scope

    def __setitem__(self, name: str, value: object) -> None:
        """Defines a variable."""
        _native.hcl_scope_set_variable(self, name, Value.of(value))

    def __getitem__(self, name: str) -> Value:
        """The value of a variable."""
        found = _native.hcl_scope_variable_get(self, name)
        if found is None:
            raise KeyError(name)
        return found

    def define(self, name: str, function: Function | Callable[..., Any]) -> None:
        """Defines a function."""
        _native.hcl_scope_set_function(self, name, native_function(function))

    def allow(self, names: _native.HclScopeNames) -> None:
        """Allows `variables` or `functions` even if none are defined, which changes diagnostics only."""
        _native.hcl_scope_allow(self, names)

    def set_step_limit(self, steps: int) -> None:
        """Limits the number of steps of an evaluation in the scope, in addition to the budget.

        >>> from polycty import LimitError, hcl
        >>> scope = hcl.Scope()
        >>> scope.set_step_limit(10)
        >>> hcl.evaluate("[for x in [[1, 2, 3], [4, 5, 6], [7, 8, 9]] : [for y in x : y * y]]", scope)
        Traceback (most recent call last):
        polycty.errors.LimitError: ...
        """
        _native.hcl_scope_set_step_limit(self, steps)

    @property
    def step_limit(self) -> int | None:
        """The limit of this scope, or of the nearest outer scope that has one."""
        return _native.hcl_scope_step_limit(self)

    def show_mark(self, mark: str) -> None:
        """Allows messages of evaluations in the scope to show parts of values that have a mark."""
        _native.hcl_scope_show_mark(self, mark)

    def function(self, name: str) -> Function | None:
        """The function of a name."""
        return _native.hcl_scope_function_get(self, name)

    def __repr__(self) -> str:
        return f"<Scope at {id(self):#x}>"


if TYPE_CHECKING:
    #: A scope, or the variables of one.
    ScopeLike = Union[Scope, Mapping[str, object], None]
else:
    ScopeLike = object


def scope_of(
    scope: ScopeLike, functions: Mapping[str, Function | Callable[..., Any]] | None = None
) -> Scope | None:
    """The scope of an argument; None if there is nothing in it."""
    if isinstance(scope, Scope):
        return scope.child(None, functions) if functions else scope
    if scope is None and not functions:
        return None
    return Scope(None if scope is None else mapping("scope", scope), functions)
