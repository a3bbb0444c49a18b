"""Functions that the languages call."""

from __future__ import annotations

from ._arguments import elements
from . import _native
from ._type import Type, TypeLike
from ._value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence, overload

_ALLOW_NULL, _ALLOW_UNKNOWN, _ALLOW_DYNAMIC, _ALLOW_MARKED = 1, 2, 4, 8


@_native.set_class
class Function(_native.FunctionHandle):
    """A function with parameter types and a return type.

    >>> from polycty import function, hcl
    >>> @function
    ... def double(x: int) -> int:
    ...     return 2 * x
    >>> hcl.evaluate("double(21)", functions={"double": double})
    42
    """

    __slots__ = ()

    def __call__(self, *arguments: object) -> Value:
        """Calls the function with values, or with objects that represent them."""
        return _native.function_call(self, [Value.of(a) for a in arguments])

    @property
    def parameters(self) -> tuple[tuple[str, Type], ...]:
        """The names and types of the parameters."""
        info = _native.function_info(self)
        assert info is not None
        found = [_native.function_parameter_at(self, at) for at in range(info.parameter_count)]
        return tuple((p.name or "", p.type) for p in found if p.type is not None)

    def return_type(self, *arguments: object) -> Type:
        """The type of the result for these arguments."""
        return _native.function_return_type_for_values(self, [Value.of(a) for a in arguments])

    def return_type_for(self, *types: TypeLike) -> Type:
        """The type of the result for arguments of these types.

        >>> from polycty import hcl
        >>> hcl.standard_functions()["split"].return_type_for("string", "string")
        Type('list(string)')
        """
        return _native.function_return_type_for_types(self, [Type.of(each) for each in types])

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}: {type}" for name, type in self.parameters)
        return f"Function({inside})"


def function_of(
    call: Callable[..., Any],
    parameters: Sequence[TypeLike] | None = None,
    returns: TypeLike | None = None,
    *,
    variadic: TypeLike | None = None,
    raw: bool = False,
    description: str | None = None,
) -> Function:
    """Makes a function of a callable.

    Without `parameters` and `returns`, the types are those of the annotations; parameters without
    one are of any type. The callable receives plain objects, or with `raw` values, which may then
    be null, unknown or marked. An exception that it raises is the cause of the error.

    >>> join = function_of(lambda *parts: "-".join(parts), variadic="string", returns="string")
    >>> join("a", "b").to_python()
    'a-b'
    """
    names, types, rest = _parameters(call, parameters, variadic)
    flags = _ALLOW_NULL | _ALLOW_DYNAMIC | (_ALLOW_UNKNOWN | _ALLOW_MARKED if raw else 0)

    def implementation(arguments: list[Value], return_type: Type) -> Value:
        given: list[Any] = list(arguments) if raw else [a.to_python() for a in arguments]
        return Value.of(call(*given), return_type)

    spec: dict[str, object] = {
        "description": description or call.__doc__ or "",
        "parameters": [
            {"name": name, "type": type, "flags": flags} for name, type in zip(names, types)
        ],
        "return_type": Type.of(returns) if returns is not None else _annotated(call, "return"),
        "implementation": implementation,
    }
    if rest is not None:
        spec["variadic"] = {"name": "rest", "type": rest, "flags": flags}
    return _native.function_new(spec)


if TYPE_CHECKING:

    @overload
    def function(call: Callable[..., Any], /) -> Function: ...
    @overload
    def function(**options: Any) -> Callable[[Callable[..., Any]], Function]: ...


def function(call: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """A decorator that makes a Function; the options are those of `function_of`.

    >>> @function(returns="string")
    ... def twice(text: str):
    ...     return text + text
    >>> twice("ab")
    Value("abab")
    """
    if call is None:
        return lambda found: function_of(found, **options)
    return function_of(call, **options)


def _annotated(call: Callable[..., Any], name: str) -> Type:
    import typing

    try:
        hints = typing.get_type_hints(call)
    except Exception:
        hints = {}
    found = hints.get(name, typing.Any)
    return Type.of(type(None) if found is None else found)


def _parameters(
    call: Callable[..., Any], parameters: Sequence[TypeLike] | None, variadic: TypeLike | None
) -> tuple[list[str], list[Type], Type | None]:
    rest = None if variadic is None else Type.of(variadic)
    if parameters is not None:
        types = [Type.of(p) for p in elements("parameters", parameters)]
        return [f"argument{at}" for at in range(len(types))], types, rest
    import inspect

    names: list[str] = []
    try:
        signature = inspect.signature(call)
    except (TypeError, ValueError):
        return [], [], rest or Type.of("any")
    for each in signature.parameters.values():
        if each.kind is each.VAR_POSITIONAL:
            rest = rest or _annotated(call, each.name)
        elif each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD):
            names.append(each.name)
    return names, [_annotated(call, name) for name in names], rest


def native_function(found: Function | Callable[..., Any]) -> Function:
    """The function itself, or one made of a callable."""
    return found if isinstance(found, Function) else function_of(found)
