"""Puppet: types, values, programs, templates, catalogs, Hiera, and data for classes.

>>> from polycty import puppet
>>> puppet.evaluate("[1, 2].map |$x| { $x * 2 }")
[2, 4]
>>> puppet.class_parameters("web", {"port": 80}, '''
... class web(Integer[1, 65535] $port, String $user = 'www') { }
... ''')
{'port': 80, 'user': 'www'}
"""

from __future__ import annotations

import datetime
import json
from typing import Any, Callable, Iterator, Mapping, Sequence

from ._arguments import elements, instance, items, mapping, wrong_type
from . import _native
from ._catalog import (
    SENSITIVE,
    Catalog,
    CatalogDifference,
    Edge,
    ParameterChange,
    Resource,
    ResourceChange,
    Side,
    explain_lookup,
    lookup,
)
from ._puppet_rules import (
    arithmetic,
    assert_type,
    attributes,
    call_mismatch,
    common_type_of,
    compare_types,
    each_value,
    entry,
    format_type,
    from_json,
    generalize,
    interpolate,
    is_assignable,
    is_instance,
    is_true,
    literal,
    module_file,
    new,
    normalize,
    number,
    text,
    type_mismatch,
    validate_default,
    validate_parameters,
)
from ._type import Type, TypeLike
from ._value import Value
from .errors import Diagnostic, Error, diagnostics_of, exception_of

__all__ = [
    "SENSITIVE",
    "Aliases",
    "Catalog",
    "CatalogDifference",
    "Edge",
    "Environment",
    "Manifest",
    "ParameterChange",
    "Resource",
    "ResourceChange",
    "Side",
    "arithmetic",
    "assert_type",
    "attributes",
    "call_mismatch",
    "class_parameters",
    "common_type",
    "common_type_of",
    "compare_types",
    "content",
    "each_value",
    "entry",
    "evaluate",
    "explain_lookup",
    "format_type",
    "from_json",
    "generalize",
    "infer",
    "interpolate",
    "is_assignable",
    "is_instance",
    "is_true",
    "literal",
    "lookup",
    "mismatch",
    "module_file",
    "new",
    "normalize",
    "number",
    "parse_value",
    "python_object",
    "render",
    "text",
    "type_mismatch",
    "validate_default",
    "validate_parameters",
    "value",
]


class Aliases(Mapping[str, Type]):
    """Type aliases by their names.

    >>> aliases = Aliases({"Port": "Integer[1, 65535]"})
    >>> list(aliases), is_instance(80, aliases.parse("Array[Port]").element)
    (['Port'], True)
    """

    __slots__ = ("_handle",)

    def __init__(self, aliases: Mapping[str, str], base: Aliases | None = None) -> None:
        handle = None if base is None else instance("base", base, Aliases)._handle
        self._handle: _native.PuppetAliasesHandle = _native.puppet_aliases_new(
            handle, list(mapping("aliases", aliases)), list(aliases.values())
        )

    def parse(self, notation: str) -> Type:
        """Parses a type that may refer to the aliases."""
        return _native.puppet_type_parse(notation, {"aliases": self._handle, "mode": "current"})

    def __getitem__(self, name: str) -> Type:
        found = _native.puppet_aliases_get(self._handle, name)
        if found is None:
            raise KeyError(name)
        return found

    def __len__(self) -> int:
        return _native.puppet_aliases_count(self._handle)

    def __repr__(self) -> str:
        return f"<Aliases: {', '.join(self)}>"

    def __iter__(self) -> Iterator[str]:
        """The names: first those of the base."""
        for at in range(len(self)):
            alias = _native.puppet_aliases_at(self._handle, at)
            yield (alias.name if alias else None) or ""


def value(object: Any) -> Value:
    """The Puppet value of an object of Python; a bytes object is a Binary.

    >>> value({"a": 1, 2: [True]}).is_instance("Hash[Any, Any]")
    True

    >>> value(b"a").is_instance("Binary")
    True
    """
    if isinstance(object, bytes):
        return _native.puppet_value_binary(object)
    return Value.of(object, dialect="puppet")


def parse_value(literal: str) -> Value:
    """Parses a literal, such as `/a+/` or `SemVer('1.0.0')`.

    >>> parse_value("/a+/").is_instance("Regexp")
    True
    """
    return _native.puppet_value_parse(literal, None)


def infer(of: Any, inference: _native.PuppetInference = "detailed") -> Type:
    """The type that Puppet infers for a value.

    >>> infer([1, "a"])
    Type('Tuple[Integer[1, 1], String]')
    """
    return _native.puppet_value_infer(value(of), inference, "current")


def mismatch(of: Any, type: TypeLike, subject: str = "value") -> Error:
    """The message of Puppet for a value of a wrong type, as an exception.

    >>> mismatch("x", "Integer", "parameter 'port'").message
    "parameter 'port' expects an Integer value, got String"
    """
    error = _native.puppet_value_mismatch(value(of), Type.of(type, "puppet"), subject)
    return exception_of(error, _native.error_code(error))


def common_type(*types: TypeLike) -> Type:
    """The common type that Puppet finds for several types.

    >>> common_type("Integer[1]", "Float")
    Type('number')
    """
    return _native.puppet_common_type([Type.of(t, "puppet") for t in types], "current")


def python_object(value: Value) -> Any:
    """The object of a value that only Puppet has.

    A Hash is a dict, a Timestamp a datetime, a Timespan a timedelta, a Binary bytes. A Sensitive
    stays a Value, so that it is not printed by accident; other values are their text.

    >>> parse_value("Timespan('0-01:30:00')").to_python()
    datetime.timedelta(seconds=5400)
    """
    kind = _native.puppet_value_kind(value)
    if kind == "hash":
        return {
            _key(key.to_python()): item.to_python()
            for at, item in enumerate(value.values())
            if (key := _native.value_entry_key_at(value, at)) is not None
        }
    if kind == "binary":
        return _native.puppet_value_bytes(value)
    if kind == "timestamp":
        time = _native.puppet_value_time(value)
        start = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
        return start + datetime.timedelta(seconds=time.seconds, microseconds=time.nanoseconds // 1000)
    if kind == "timespan":
        time = _native.puppet_value_time(value)
        return datetime.timedelta(seconds=time.seconds, microseconds=time.nanoseconds // 1000)
    if kind in ("sensitive", "object", "iterator", "none"):
        return value
    return _native.puppet_value_format(value)


def content(value: Value) -> Value | None:
    """The content of a Sensitive; None for other values.

    >>> content(evaluate("Sensitive('x')"))
    Value("x")
    """
    info = _native.puppet_value_info(value)
    return None if info is None else info.content


def _key(key: Any) -> Any:
    return tuple(_key(k) for k in key) if isinstance(key, list) else key


@_native.set_class
class Environment(_native.PuppetEnvironmentHandle):
    """The environment of a program.

    It contains variables, functions, aliases, the loader of definitions and the receiver of
    messages. Only one thread at a time may change it.

    >>> environment = Environment({"port": 80}, functions={"double": lambda n: 2 * n})
    >>> evaluate("double($port)", environment)
    160
    """

    __slots__ = ()

    def __new__(
        cls,
        variables: Mapping[str, object] | None = None,
        *,
        functions: Mapping[str, Callable[..., object]] | None = None,
        aliases: Aliases | None = None,
        strict: _native.PuppetStrictness = "error",
        unknown_variables: _native.PuppetUnknown = "refused",
        resources: _native.PuppetResources = "refused",
        time: datetime.datetime | None = None,
        modules: Sequence[str] = (),
        logger: Callable[[str, str], object] | None = None,
        loader: Callable[[str, str], object] | None = None,
        answer: Callable[..., object] | None = None,
    ) -> Environment:
        """Makes an environment.

        `logger(level, message)` receives messages. `loader(kind, name)` returns the text of a
        `function`, `type`, `class` or `template`, or None; `modules` are folders that are searched
        for definitions. `answer(question, *arguments)` answers `lookup`, `find_file`, `read_file`,
        `generate`, `defined` and `catalog`; it returns None if there is nothing, and raises
        NotImplementedError for a question that it does not support.
        """
        made = _native.puppet_environment_new()
        assert made is not None
        options: dict[str, object] = {
            "strictness": strict,
            "unknown_variables": unknown_variables,
            "resources": resources,
        }
        if aliases is not None:
            options["aliases"] = instance("aliases", aliases, Aliases)._handle
        if time is not None:
            if not hasattr(time, "timestamp"):
                raise wrong_type("time", "datetime", time)
            stamp = time.timestamp()
            options["time"] = {"seconds": int(stamp // 1), "nanoseconds": int(stamp % 1 * 1e9)}
        _native.puppet_environment_set_options(made, options)
        for name, object in items("variables", variables):
            made[name] = object
        for name, function in items("functions", functions):
            made.define(name, function)
        for folder in elements("modules", modules):
            _native.puppet_environment_add_modules(made, str(folder))
        if logger is not None:
            _native.puppet_environment_set_logger(made, logger)
        if loader is not None:
            _native.puppet_environment_set_loader(made, _loader(loader))
        if answer is not None:
            _native.puppet_environment_set_answer(made, _answer(answer))
        return made

    def __setitem__(self, name: str, object: object) -> None:
        """Defines a variable of the top scope."""
        _native.puppet_environment_set_variable(self, name, value(object))

    def define(
        self, name: str, function: Callable[..., object], signatures: Sequence[str] = ("Any *values",)
    ) -> None:
        """Defines a function with signatures in the notation of messages: `String[1] name`.

        The function receives plain objects. If the call has a block, it is the argument `block`.
        """

        def call(arguments: list[Value], site: _native.PuppetCallHandle) -> Value:
            given = [a.to_python() for a in arguments]
            if _native.puppet_call_has_block(site):
                block = lambda *a: _native.puppet_call_block(site, [value(x) for x in a]).to_python()  # noqa: E731
                return value(function(*given, block=block))
            return value(function(*given))

        _native.puppet_environment_add_function(
            self, {"name": name, "signatures": list(signatures), "call": call}
        )


def _loader(loader: Callable[[str, str], object]) -> Callable[..., object]:
    def load(kind: str, name: str) -> object:
        found = loader(kind, name)
        return found if found is None or isinstance(found, tuple) else (found, None)

    return load


def _answer(answer: Callable[..., object]) -> Callable[..., object]:
    def respond(question: str, arguments: list[Value]) -> Value | None:
        found = answer(question, *(a.to_python() for a in arguments))
        return None if found is None else value(found)

    return respond


@_native.set_class
class Manifest(_native.PuppetManifestHandle):
    """A parsed manifest, expression or template. It never changes.

    >>> manifest = Manifest.parse("class web(Integer $port = 80) { }", file="web.pp")
    >>> [each["name"] for each in manifest.outline["definitions"]]
    ['web']
    """

    __slots__ = ()

    @staticmethod
    def parse(
        text: str | bytes,
        *,
        file: str = "",
        syntax: _native.PuppetSyntax = "manifest",
        strict: _native.PuppetStrictness = "error",
        mode: _native.PuppetMode = "current",
    ) -> Manifest:
        """Parses a text; `template` is the syntax of EPP."""
        return _native.puppet_manifest_parse(text, file, syntax, strict, mode)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The warnings of parsing and checking."""
        info = _native.puppet_manifest_info(self)
        return () if info is None or info.warnings is None else diagnostics_of(info.warnings)

    def evaluate(self, environment: Environment | None = None) -> Value:
        """The value of the last statement."""
        return _native.puppet_manifest_evaluate(self, environment)

    def render(
        self, parameters: Mapping[str, object] | None = None, environment: Environment | None = None
    ) -> str:
        """The output of a template."""
        given = None if parameters is None else value(dict(mapping("parameters", parameters)))
        return _native.puppet_manifest_render(self, given, environment)

    def class_parameters(
        self, name: str, data: Mapping[str, object], environment: Environment | None = None
    ) -> Value:
        """All parameters of a class: the data, which is checked, and the defaults."""
        return _native.puppet_manifest_class_parameters(self, name, value(dict(mapping("data", data))), environment)

    @property
    def outline(self) -> dict[str, Any]:
        """The definitions, resources, calls and variables as plain data."""
        made = _native.puppet_outline_new(self)
        found: dict[str, Any] = json.loads(_native.puppet_outline_to_json(made))
        return found

    def __repr__(self) -> str:
        info = _native.puppet_manifest_info(self)
        return f"<Manifest {info.file if info else ''}>"


def evaluate(
    text: str | bytes, environment: Environment | Mapping[str, object] | None = None, *, file: str = ""
) -> Any:
    """The object of a program, with an environment or the variables of one.

    >>> evaluate("$a + 1", {"a": 1})
    2
    """
    if environment is not None and not isinstance(environment, Environment):
        environment = Environment(mapping("environment", environment))
    return Manifest.parse(text, file=file).evaluate(environment).to_python()


def render(
    template: str | bytes,
    parameters: Mapping[str, object] | None = None,
    environment: Environment | None = None,
    *,
    file: str = "",
) -> str:
    """The output of an EPP template.

    >>> render("<%- | String $name | -%>\\nHello, <%= $name %>!\\n", {"name": "Ada"})
    'Hello, Ada!\\n'
    """
    return Manifest.parse(template, file=file, syntax="template").render(parameters, environment)


def class_parameters(
    name: str, data: Mapping[str, object], text: str | bytes, *, file: str = ""
) -> dict[str, Any]:
    """Checks data against a class of a manifest, and adds the defaults.

    >>> class_parameters("web", {}, "class web(Integer $port = 80) { }")
    {'port': 80}
    """
    found: dict[str, Any] = Manifest.parse(text, file=file).class_parameters(name, data).to_python()
    return found
