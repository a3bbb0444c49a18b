"""Specifications: the conversion of bodies to values and to objects of classes."""

from __future__ import annotations

from .._arguments import elements, mapping
from .. import _native
from .._type import Type, TypeLike
from .._value import Value
from .._function import Function, native_function
from .._value import add_facts
from ..errors import Error, Range, range_of
from ._body import Body, parse
from ._expression import Expression, Reference, parse_expression, references_of
from ._scope import ScopeLike, scope_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Mapping, Sequence, Tuple, TypeVar, overload

    from ._body import Source

    T = TypeVar("T")


@_native.set_class
class Spec(_native.HclSpecHandle):
    """A conversion of a body to a value.

    >>> from polycty import hcl
    >>> spec = hcl.Spec.object(
    ...     name=hcl.Spec.attribute("name", "string", required=True),
    ...     ports=hcl.Spec.attribute("ports", "list(number)"),
    ... )
    >>> spec.decode(hcl.parse('name = "db"\\nports = ["80"]')).to_python()
    {'name': 'db', 'ports': [80]}
    """

    __slots__ = ()

    @staticmethod
    def object(**parts: Spec) -> Spec:
        """An object with an attribute for each part."""
        return _native.hcl_spec_object(list(parts), list(parts.values()))

    @staticmethod
    def of(parts: Mapping[str, Spec]) -> Spec:
        """An object with an attribute for each part."""
        return _native.hcl_spec_object(list(mapping("parts", parts)), list(parts.values()))

    @staticmethod
    def tuple(*parts: Spec) -> Spec:
        """A tuple with an element for each part."""
        return _native.hcl_spec_tuple(parts)

    @staticmethod
    def attribute(name: str, type: TypeLike = "any", *, required: bool = False) -> Spec:
        """The value of an argument, converted to a type."""
        return _native.hcl_spec_attribute(name, Type.of(type), required)

    @staticmethod
    def literal(value: Any) -> Spec:
        """A value that does not depend on the body."""
        return _native.hcl_spec_literal(Value.of(value))

    @staticmethod
    def block(
        type: str,
        nested: Spec,
        kind: _native.HclBlockKind = "single",
        *,
        required: bool = False,
        min: int = 0,
        max: int = 0,
        labels: Sequence[str] = (),
    ) -> Spec:
        """The value of the blocks of a type: `single`, `list`, `set`, `tuple`, `map`, `object`."""
        options = {"required": required, "min": min, "max": max, "labels": elements("labels", labels)}
        return _native.hcl_spec_block(type, nested, kind, options)

    @staticmethod
    def block_attributes(type: str, element: TypeLike = "any", *, required: bool = False) -> Spec:
        """A map of the arguments of a block, of any name."""
        return _native.hcl_spec_block_attributes(type, Type.of(element), required)

    @staticmethod
    def label(index: int, name: str = "name") -> Spec:
        """A label of the block that the specification decodes."""
        return _native.hcl_spec_block_label(index, name)

    @staticmethod
    def parse(text: str, *, file: str = "spec.hcldec", scope: ScopeLike = None) -> Spec:
        """Parses a specification in the notation of hcldec."""
        body = _native.hcl_body_parse(text, file, None, "native")
        return _native.hcl_spec_parse(body, scope_of(scope))

    @staticmethod
    def expression(expression: Expression | str) -> Spec:
        """The value of an expression in the scope of the decoding."""
        if isinstance(expression, str):
            expression = parse_expression(expression)
        return _native.hcl_spec_expression(expression)

    @staticmethod
    def rest(element: TypeLike | None = None) -> Spec:
        """The items that no other specification of the same body covers.

        Without `element`, the value contains a body, which `body_in` returns. With a type, it is a map
        of the arguments.

        >>> from polycty import hcl
        >>> spec = hcl.Spec.object(name=hcl.Spec.attribute("name"), rest=hcl.Spec.rest())
        >>> found = spec.decode(hcl.parse('name = "a"\\nport = 80'))
        >>> list(hcl.body_in(found["rest"]).attributes)
        ['port']
        """
        return _native.hcl_spec_rest(None if element is None else Type.of(element))

    def transform(self, function: Function | Callable[..., Any]) -> Spec:
        """The result of a function for the value; it is not called if there are errors.

        >>> from polycty import hcl
        >>> spec = hcl.Spec.attribute("name", "string").transform(lambda name: name.upper())
        >>> spec.decode(hcl.parse('name = "a"')).to_python()
        'A'
        """
        return _native.hcl_spec_transform(self, native_function(function))

    def transform_expression(self, expression: Expression | str, variable: str, scope: ScopeLike = None) -> Spec:
        """The result of an expression in which a variable has the value."""
        if isinstance(expression, str):
            expression = parse_expression(expression)
        return _native.hcl_spec_transform_expression(self, expression, variable, scope_of(scope))

    def refine(self, **facts: Any) -> Spec:
        """The value with facts about it while it is unknown; they are those of `Value.refine`.

        >>> from polycty import Type, hcl
        >>> spec = hcl.Spec.attribute("name", "string").refine(not_null=True)
        >>> spec.decode(hcl.parse("name = n"), {"n": Type.of("string").unknown()})
        Value((unknown string, not null))
        """

        def call(builder: _native.RefinementBuilderHandle) -> None:
            add_facts(builder, **facts)

        return _native.hcl_spec_refine(self, call)

    def variables(self, body: Body, needs: _native.HclNeeds = "body") -> Tuple[Reference, ...]:
        """The variables that must be defined to decode a body."""
        return references_of(_native.hcl_spec_variables(self, body, needs))

    def source_range(self, body: Body) -> Range:
        """The range of the value in a body, or the range where it could be inserted."""
        return range_of(_native.hcl_spec_source_range(self, body))

    def or_else(self, fallback: Spec) -> Spec:
        """This value, or the fallback if it is null."""
        return _native.hcl_spec_default(self, fallback)

    def validate(self, check: Callable[[Value], Any]) -> Spec:
        """This value if the check raises no exception."""

        def call(value: Value) -> None:
            check(value)

        return _native.hcl_spec_validate(self, call)

    @property
    def implied_type(self) -> Type:
        """The type of the decoded values."""
        found = _native.hcl_spec_implied_type(self)
        assert found is not None
        return found

    def decode(self, body: Body, scope: ScopeLike = None) -> Value:
        """The value of a body."""
        return _native.hcl_spec_decode(self, body, scope_of(scope))

    def decode_partial(self, body: Body, scope: ScopeLike = None) -> Tuple[Value, Body]:
        """The value of a body that may have further items, and a body of the rest."""
        value, rest = _native.hcl_spec_partial_decode(self, body, scope_of(scope))
        assert rest is not None
        return value, rest

    def __repr__(self) -> str:
        return f"<Spec of {self.implied_type}>"


def body_in(value: Value) -> Body:
    """The body in the value of `Spec.rest`.

    >>> from polycty import hcl
    >>> body_in(Spec.rest().decode(hcl.parse("a = 1")))
    <Body of main.hcl: 1 attributes, 0 blocks>
    """
    found = _native.hcl_value_body(value)
    if found is None:
        raise TypeError(f"{value!r} contains no body")
    return found


def spec_of(cls: Any) -> Spec:
    """The specification of a dataclass, TypedDict, NamedTuple or model of pydantic.

    A field of a scalar or a collection of scalars is an argument. A field of a class is a block, a
    field `list[C]` any number of blocks, and a field `dict[str, C]` blocks with one label. A field
    of a class whose metadata or annotation is `Label` is a label of the block.

    >>> from typing import NamedTuple
    >>> Server = NamedTuple("Server", [("name", str), ("port", int)])
    >>> spec_of(Server).implied_type
    Type('object({name=string,port=number})')
    """
    return _spec(cls)


class Label:
    """Marks a field that is a label of the block: `name: Annotated[str, Label]`.

    >>> from typing import Annotated, List, NamedTuple
    >>> Service = NamedTuple("Service", [("name", Annotated[str, Label]), ("port", int)])
    >>> Config = NamedTuple("Config", [("service", List[Service])])
    >>> decode(Config, 'service "web" {\\n  port = 80\\n}\\n')
    Config(service=[Service(name='web', port=80)])
    """


def _spec(cls: Any) -> Spec:
    import typing

    from .._annotations import _LISTS, _MAPS, _strip, fields_of

    fields = fields_of(cls)
    if fields is None:
        raise TypeError(f"no specification of {cls!r}")
    parts: dict[str, Spec] = {}
    labels = 0
    for name, field in fields.items():
        if Label in getattr(field.annotation, "__metadata__", ()):
            parts[name] = Spec.label(labels, name)
            labels += 1
            continue
        plain, is_optional = _strip(field.annotation)
        is_required = not (is_optional or field.is_optional)
        arguments = typing.get_args(plain)
        base = typing.get_origin(plain) or plain
        inner = arguments[-1] if arguments else None
        if fields_of(plain) is not None:
            parts[name] = Spec.block(name, _spec(plain), required=is_required)
        elif base in _LISTS and inner is not None and fields_of(inner) is not None:
            parts[name] = Spec.block(name, _spec(inner), "tuple")
        elif base in _MAPS and inner is not None and fields_of(inner) is not None:
            parts[name] = Spec.block(name, _spec(inner), "object", labels=["key"])
        else:
            parts[name] = Spec.attribute(name, Type.of(plain), required=is_required)
    return Spec.of(parts)


if TYPE_CHECKING:

    @overload
    def decode(
        cls: type[T], body: Body | Source, scope: ScopeLike = None, *, file: str | None = None
    ) -> T: ...
    @overload
    def decode(cls: Any, body: Body | Source, scope: ScopeLike = None, *, file: str | None = None) -> Any: ...


def decode(cls: Any, body: Body | Source, scope: ScopeLike = None, *, file: str | None = None) -> Any:
    """Decodes a body, a text or the file of a `Path` to an object of a class.

    `spec_of` describes the fields. An `int` takes whole numbers only, and null is only for a field
    that is `Optional` or has a default. What the class does not accept is a DiagnosticsError with the
    range of the argument or block, as for other errors in the body; also what `__post_init__` or a
    model of pydantic raises.

    With `@dataclass class Service: port: int; tags: list[str]; protocol: str = "tcp"` and
    `@dataclass class Config: service: dict[str, Service]`, the blocks `service "web" { ... }` are
    decoded to `Config(service={"web": Service(port=80, tags=["a"], protocol="tcp")})`.

    >>> from typing import TypedDict
    >>> Config = TypedDict("Config", {"port": int, "tags": "list[str]"})
    >>> decode(Config, 'port = "80"\\ntags = ["a"]\\n')
    {'port': 80, 'tags': ['a']}
    """
    from .._annotations import build

    if not isinstance(body, Body):
        body = parse(body, file=file)
    return build(cls, _spec(cls).decode(body, scope).to_python(), body)


__all__ = ["Error", "Label", "Spec", "body_in", "decode", "spec_of"]
