"""Puppet: rules of types and values, conversions, and messages of mismatches."""

from __future__ import annotations

from typing import Any, Iterator, Mapping, Sequence

from ._arguments import elements, mapping
from . import _native
from ._type import Type, TypeLike
from ._value import Value
from .errors import Error, exception_of


def _value(object: Any) -> Value:
    from .puppet import value

    return value(object)


def _error(handle: _native.ErrorHandle) -> Error:
    return exception_of(handle, _native.error_code(handle))


def new(type: TypeLike, *arguments: Any) -> Value:
    """The value of `Type.new(arguments...)`.

    >>> new("Integer", "0x1F").to_python()
    31
    """
    return _native.puppet_value_new(Type.of(type, "puppet"), [_value(a) for a in arguments])


def is_assignable(source: TypeLike, target: TypeLike) -> bool:
    """Whether every value of the source type is a value of the target type.

    >>> is_assignable("Integer[1, 9]", "Numeric")
    True
    """
    return _native.puppet_type_assignable(Type.of(source, "puppet"), Type.of(target, "puppet"), "current")


def compare_types(left: TypeLike, right: TypeLike, comparison: _native.PuppetComparison = "equal") -> bool:
    """The result of an operator of the language for two types; `less` is `<`.

    >>> compare_types("Integer", "Numeric", "less")
    True
    """
    return _native.puppet_type_compare(Type.of(left, "puppet"), Type.of(right, "puppet"), comparison, "current")


def arithmetic(
    left: Any, operator: _native.PuppetOperator, right: Any, *, mode: _native.PuppetMode = "current"
) -> Value:
    """The result of an operator for two numbers, as the language computes it.

    >>> arithmetic(7, "divide", 2).to_python()
    3
    """
    return _native.puppet_arithmetic(_value(left), _value(right), operator, mode)


def is_instance(of: Any, type: TypeLike, *, mode: _native.PuppetMode = "current") -> bool:
    """Whether a value is an instance of a type.

    >>> is_instance({"a": 1}, "Hash[String, Integer]")
    True
    """
    return _native.puppet_value_is_instance(_value(of), Type.of(type, "puppet"), mode)


def entry(hash: Any, key: Any) -> Value | None:
    """The element of a hash under a key of any kind; None if there is none.

    >>> entry({1: "a"}, 1).to_python()
    'a'
    """
    return _native.puppet_value_get(_value(hash), _value(key))


def attributes(value: Value) -> dict[str, Value]:
    """The attributes of an object, by their names.

    >>> from polycty import puppet
    >>> car = puppet.evaluate("Object[{name => 'Car', attributes => {seats => Integer}}].new(4)")
    >>> attributes(car)["seats"].to_python()
    4
    """
    info = _native.puppet_value_info(value)
    found = (_native.puppet_value_part_at(value, at) for at in range(info.part_count if info else 0))
    return {part.name: part.value for part in found if part is not None and part.name and part.value is not None}


def text(value: Value) -> str:
    """The text of a SemVer, SemVerRange, Timespan, Timestamp or URI, or the source of a Regexp.

    >>> text(new("SemVer", "1.2.3"))
    '1.2.3'
    """
    return _native.puppet_value_as_text(value)


def common_type_of(*values: Any) -> Type:
    """The common type of values.

    >>> common_type_of(1, "a")
    Type('ScalarData')
    """
    return _native.puppet_common_type_of_values([_value(each) for each in values])


def validate_default(of: Any, type: TypeLike, name: str, subject: str) -> None:
    """Raises if the default value of a parameter is not of its type.

    >>> validate_default("x", "Integer", "port", "Class[Web]")
    Traceback (most recent call last):
    polycty.errors.TypeMismatchError: ...
    """
    _native.puppet_validate_default(_value(of), Type.of(type, "puppet"), name, subject)


def type_mismatch(found: TypeLike, expected: TypeLike, subject: str = "value") -> Error:
    """The message of Puppet for a type that is not assignable, as an exception.

    >>> type_mismatch("String", "Integer", "variable 'port'").message
    "variable 'port' expects an Integer value, got String"
    """
    types = Type.of(found, "puppet"), Type.of(expected, "puppet")
    return _error(_native.puppet_type_mismatch(*types, subject))


def call_mismatch(arguments: Sequence[Any], signatures: Sequence[TypeLike], function: str) -> Error:
    """The message of Puppet for a call that no signature accepts; each signature is a Callable.

    >>> call_mismatch([1, 2], ["Callable[Integer]"], "f").message
    "'f' expects 1 argument, got 2"
    """
    found = _native.puppet_value_infer(_value(list(elements("arguments", arguments))), "detailed", "current")
    callables = [{"callable": Type.of(signature, "puppet")} for signature in elements("signatures", signatures)]
    return _error(_native.puppet_call_mismatch(found, callables, function))


def assert_type(of: Any, expected: TypeLike) -> Value:
    """The value if it is an instance of a type, as the function `assert_type` does; raises otherwise.

    >>> assert_type(80, "Integer").to_python()
    80
    """
    found = _value(of)
    _native.puppet_value_assert(found, Type.of(expected, "puppet"))
    return found


def validate_parameters(
    given: Mapping[str, Any], parameters: TypeLike, subject: str, *, missing: _native.PuppetMissing = "refused"
) -> None:
    """Raises unless the entries are valid arguments for the parameters, a Struct.

    `subject` names what has the parameters, such as `Class[Ntp]`. With `missing="allowed"`, parameters
    may be supplied later.

    >>> validate_parameters({"port": "x"}, "Struct[{port => Integer}]", "Class[Web]")
    Traceback (most recent call last):
    polycty.errors.TypeMismatchError: ...
    """
    _native.puppet_validate_parameters(_value(dict(mapping("given", given))), Type.of(parameters, "puppet"), subject, missing)


def normalize(type: TypeLike) -> Type:
    """The simplest form of a type: members of a Variant that describe one type are merged.

    >>> normalize("Variant[Integer, Integer[1, 9]]")
    Type('Integer')
    """
    return _native.puppet_type_normalize(Type.of(type, "puppet"))


def generalize(type: TypeLike) -> Type:
    """The type without its ranges, sizes, strings and titles.

    >>> generalize("Array[Integer[1, 9], 2]")
    Type('Array[Integer]')
    """
    return _native.puppet_type_generalize(Type.of(type, "puppet"))


def format_type(type: TypeLike, detail: _native.PuppetDetail = "canonical") -> str:
    """The notation of a type; with `expanded`, an alias is `Name = definition`.

    >>> format_type("Array[Integer[1, 9], 1]")
    'Array[Integer[1, 9], 1]'
    """
    return _native.puppet_type_format(Type.of(type, "puppet"), detail, "current")


def from_json(text: str | bytes) -> Value:
    """Reads JSON as Hiera does: objects are Hashes in the order of the text.

    >>> from_json('{"port": 80}').to_python()
    {'port': 80}
    """
    return _native.puppet_value_from_json(text)


def literal(of: Any) -> str:
    """The literal of a value, which can be parsed again. It shows the content of a Sensitive.

    >>> literal({"a": [1, None]})
    "{'a' => [1, undef]}"
    """
    return _native.puppet_value_format(_value(of))


def interpolate(of: Any) -> str:
    """The text of a value in an interpolated string; it does not show the content of a Sensitive.

    >>> interpolate([1, "a"])
    '[1, a]'
    """
    return _native.puppet_value_to_string(_value(of), "current")


def is_true(of: Any) -> bool:
    """Whether a condition is true for a value: not for undef and false, but for an empty string.

    >>> is_true(""), is_true(None)
    (True, False)
    """
    return _native.puppet_value_truth(_value(of), "current")


def number(of: Any) -> Value:
    """The number of a string such as `0x1f`, as arithmetic converts it.

    >>> number("0x1f").to_python()
    31
    """
    return _native.puppet_value_to_numeric(_value(of))


def each_value(type: TypeLike) -> Iterator[Value]:
    """The values of a range of integers, or of an Enum.

    >>> [v.to_python() for v in each_value("Integer[1, 3]")]
    [1, 2, 3]
    """
    iteration = _native.puppet_iteration_new(Type.of(type, "puppet"))
    while (found := _native.puppet_iteration_next(iteration, "front")) is not None:
        yield found


def module_file(folder: str, kind: _native.PuppetLoadKind, name: str) -> str | None:
    """The path of the file in a folder of modules that defines a name; None if no file can.

    >>> module_file("modules", "class", "ntp::server")
    'modules/ntp/manifests/server.pp'
    """
    return _native.puppet_module_file(folder, name, kind) or None
