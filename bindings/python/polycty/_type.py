"""Types."""

from __future__ import annotations

from ._arguments import elements
from ._record import NamedTuple
from . import _native
from ._path import Path, native_path, path_of
from .errors import Diagnostic, Error, NotFoundError, diagnostics_of, exception_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Optional, Sequence, Tuple, Union

    from ._native import Dialect
    from ._value import Value


class Note(NamedTuple):
    """A location in a type and the reason why a translation is not exact there.

    >>> Type.of("Integer[1, 9]", "puppet").translate(source="puppet", target="hcl").notes[0].message
    'every type of HCL includes null'
    """

    path: Path
    message: str


class Translation(NamedTuple):
    """The nearest type in a different dialect.

    `fit` is `exact`, `wider` (the type has further values) or `narrower` (it lacks some values).
    `witness` is a document, as JSON, that only the wider one of the two types has.

    >>> found = Type.of("Integer[1, 9]", "puppet").translate(source="puppet", target="hcl")
    >>> found.type, found.fit, found.witness
    (Type('number'), 'wider', 'null')
    """

    type: "Type"
    fit: str
    notes: Tuple[Note, ...]
    witness: Optional[str]


class Signature(NamedTuple):
    """The parts of a function type; the names of parameters may be empty.

    >>> Type.parse("func(a bool) str", "mcl").signature.result
    Type('string')
    """

    parameters: Tuple[Tuple[str, "Type"], ...]
    variadic: Optional["Type"]
    block: Optional["Type"]
    result: Optional["Type"]


class Mismatch(NamedTuple):
    """A part of a value that does not match a type.

    >>> from polycty import Value
    >>> mismatch = Value.of({"ports": ["x"]}).check("object({ports = list(number)})")[0]
    >>> mismatch.path, mismatch.message
    (('ports', 0), 'a number is required')
    """

    path: Path
    message: str
    diagnostics: Tuple[Diagnostic, ...]


@_native.set_class
class Type(_native.TypeHandle):
    """A type of one of the dialects HCL, PCL, Puppet and mcl.

    >>> from polycty import Type
    >>> ports = Type.parse("list(number)")
    >>> ports.kind, ports.element
    ('list', Type('number'))
    >>> Type.parse("Array[Integer[1, 10]]", dialect="puppet")
    Type('Array[Integer[1, 10]]')

    Types are equal if they are identical. `polycty.types` creates types without a notation.
    """

    __slots__ = ()

    def __new__(cls, type: TypeLike, dialect: Dialect = "hcl") -> Type:
        """The type of a notation or an annotation, as `of` makes it."""
        return Type.of(type, dialect)

    @staticmethod
    def parse(text: str, dialect: Dialect = "hcl") -> Type:
        """Parses the notation of a dialect."""
        return _native.type_parse(text, dialect)

    @staticmethod
    def from_json(text: str) -> Type:
        """Parses cty's JSON notation of types."""
        return _native.type_from_json(text)

    @staticmethod
    def implied_by_json(text: str | bytes) -> Type:
        """The type of a JSON text.

        >>> Type.implied_by_json('{"a": [1]}')
        Type('object({a=tuple([number])})')
        """
        return _native.type_implied_by_json(text)

    @staticmethod
    def implied_by_msgpack(data: bytes) -> Type:
        """The type of a MessagePack document."""
        return _native.type_implied_by_msgpack(data)

    @staticmethod
    def of(type: TypeLike, dialect: Dialect = "hcl") -> Type:
        """The type of a notation, of an annotation such as `list[int]`, or the type itself.

        >>> Type.of(dict[str, int])
        Type('map(number)')
        """
        if isinstance(type, Type):
            return type
        if isinstance(type, str):
            return Type.parse(type, dialect)
        from .types import of_annotation

        return of_annotation(type)

    def format(self, dialect: Dialect = "hcl") -> str:
        """The notation of a dialect."""
        return _native.type_format(self, dialect)

    def to_json(self) -> str:
        """cty's JSON notation."""
        return _native.type_to_json(self)

    @property
    def kind(self) -> _native.Kind:
        """The kind: `string`, `list`, `object` and so on."""
        return _native.type_kind(self)

    @property
    def friendly_name(self) -> str:
        """A name for messages, such as `list of string`."""
        return _native.type_friendly_name(self) or ""

    @property
    def element(self) -> Type | None:
        """The element type of a list, set or map."""
        return _native.type_element(self)

    @property
    def key(self) -> Type | None:
        """The key type of a map."""
        return _native.type_key(self)

    @property
    def parts(self) -> tuple[Type, ...]:
        """The element types of a tuple, the members of a union."""
        info = _native.type_info(self)
        found = (_native.type_part_at(self, at) for at in range(info.part_count if info else 0))
        return tuple(part for part in found if part is not None)

    @property
    def fields(self) -> dict[str, Type]:
        """The attribute types of an object."""
        return {f.name or "": f.type for f in self._fields() if f.type is not None}

    @property
    def optional(self) -> frozenset[str]:
        """The names of the attributes of an object that may be missing."""
        return frozenset(f.name or "" for f in self._fields() if f.presence == "optional")

    def _fields(self) -> Iterator[_native.Field]:
        at = 0
        while (field := _native.type_field_at(self, at)) is not None:
            yield field
            at += 1

    @property
    def bounds(self) -> tuple[int | float | None, int | float | None]:
        """The inclusive bounds of an integer or float type; None for an open side.

        >>> Type.of("Integer[1, 9]", "puppet").bounds
        (1, 9)
        """
        return self._bound("lower"), self._bound("upper")

    def _bound(self, side: _native.Side) -> int | float | None:
        try:
            bound: int | float = _native.type_bound(self, side).to_python()
        except NotFoundError:
            return None
        return bound

    @property
    def texts(self) -> tuple[str, ...]:
        """The strings of an enumeration of strings, or the patterns of a string type."""
        info = _native.type_info(self)
        return tuple(_native.type_text_at(self, at) or "" for at in range(info.text_count if info else 0))

    @property
    def constants(self) -> tuple[Value, ...]:
        """The values of an enumeration, or the value of a literal type."""
        info = _native.type_info(self)
        return tuple(_native.type_value_at(self, at) for at in range(info.value_count if info else 0))

    @property
    def signature(self) -> Signature:
        """The parts of a function type.

        >>> Type.parse("func(a bool) str", "mcl").signature.parameters
        (('a', Type('bool')),)
        """
        data = _native.type_function_info(self)
        if data is None:
            raise TypeError(f"{self!r} is not a function type")
        found = (_native.type_function_parameter_at(self, at) for at in range(data.parameter_count))
        return Signature(
            tuple((p.name or "", p.type) for p in found if p is not None and p.type is not None),
            data.variadic.type,
            data.block,
            data.result,
        )

    @property
    def reference_name(self) -> str:
        """The name of the definition that a reference refers to; see `polycty.types.recursive`."""
        return _native.type_reference_name(self)

    def annotate(self, data: object) -> Type:
        """The type with an object of Python, which conversions and equality ignore.

        >>> Type.of("string").annotate("a comment").annotations
        ('a comment',)
        """
        return _native.type_annotate(self, data)

    @property
    def annotations(self) -> tuple[Any, ...]:
        """The objects that `annotate` has added."""
        return tuple(_native.type_annotation_at(self, at) for at in range(_native.type_annotation_count(self)))

    def check_conforms(self, target: TypeLike) -> None:
        """Raises if the type is not the target's, in which `any` matches every type."""
        _native.type_conforms(self, Type.of(target))

    def compare(self, other: TypeLike) -> int:
        """The order of types, in which all types are comparable: -1, 0 or 1.

        >>> from functools import cmp_to_key
        >>> sorted([Type.of("string"), Type.of("bool")], key=cmp_to_key(Type.compare))
        [Type('bool'), Type('string')]
        """
        return _native.type_compare(self, Type.of(other))

    def unfold(self) -> Type:
        """The definition that a reference or an alias refers to."""
        return _native.type_unfold(self)

    def without_optional(self) -> Type:
        """The same type with every attribute required, at any depth."""
        return _native.type_without_optional_fields(self)

    def counterexample(self, target: TypeLike, dialect: Dialect = "hcl") -> str:
        """A JSON document of this type that the target, to which it is not assignable, does not have.

        >>> Type.of("Integer[1, 9]", "puppet").counterexample("Integer[2, 9]", "puppet")
        '1'
        """
        return _native.type_assignable_witness(self, Type.of(target, dialect), dialect)

    def conversion_to(self, target: TypeLike, dialect: Dialect = "hcl") -> _native.Conversion:
        """The conversion to another type: `none`, `unsafe`, `safe` or `same`.

        >>> Type.of("string").conversion_to("number")
        'unsafe'
        """
        return _native.type_conversion(self, Type.of(target, dialect), dialect)

    def converter_to(
        self, target: TypeLike, dialect: Dialect = "hcl", *, safety: _native.Safety = "unsafe"
    ) -> Converter:
        """A conversion that is compiled once: the fastest way to convert many values of this type.

        >>> to_number = Type.of("string").converter_to("number")
        >>> [to_number(text).to_python() for text in ("1", "2.5")]
        [1, 2.5]
        """
        return Converter(_native.converter_new(self, Type.of(target, dialect), dialect, safety))

    def is_assignable_to(self, target: TypeLike, dialect: Dialect = "hcl") -> bool:
        """Whether values of this type may be used where the target is expected."""
        return _native.type_assignable(self, Type.of(target, dialect), dialect)

    def is_equivalent_to(self, other: TypeLike, dialect: Dialect = "hcl") -> bool:
        """Whether the dialect treats the types as the same."""
        return _native.type_equivalent(self, Type.of(other, dialect), dialect)

    def explain(self, target: TypeLike, dialect: Dialect = "hcl") -> Error:
        """The reason why values of this type do not convert to the target, as an exception."""
        error = _native.type_explain(self, Type.of(target, dialect), dialect)
        return exception_of(error, _native.error_code(error))

    def translate(self, *, source: Dialect, target: Dialect) -> Translation:
        """The nearest type of a different dialect.

        >>> Type.of("list(string)").translate(source="hcl", target="puppet").type
        Type('Optional[Array[Optional[String]]]')
        """
        made = _native.type_translate(self, source, target)
        data = _native.translation_info(made)
        assert data is not None and data.type is not None
        notes = [_native.translation_note_at(made, at) for at in range(data.note_count)]
        return Translation(
            data.type,
            data.fit,
            tuple(Note(path_of(n.path), n.message or "") for n in notes if n is not None),
            _witness(made, data.fit),
        )

    def null(self) -> Value:
        """The null of this type."""
        made = _native.value_null(self)
        assert made is not None
        return made

    def unknown(self) -> Value:
        """The unknown value of this type."""
        made = _native.value_unknown(self)
        assert made is not None
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Type):
            return NotImplemented
        return _native.type_equal(self, other)

    def __hash__(self) -> int:
        return _native.type_hash(self) & (2**61 - 1)

    def __str__(self) -> str:
        for dialect in _native_dialects(self):
            try:
                return _native.type_format(self, dialect)
            except Error:
                continue
        return self.friendly_name

    def __repr__(self) -> str:
        return f"Type({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Type.from_json, (self.to_json(),)

    def __copy__(self) -> Type:
        return self

    def __deepcopy__(self, memo: object) -> Type:
        return self


def _witness(translation: _native.TranslationHandle, fit: str) -> str | None:
    if fit == "exact":
        return None
    try:
        return _native.translation_witness(translation)
    except Error:
        return None


class Converter:
    """A compiled conversion of values from one type to another.

    >>> convert = Type.of("list(string)").converter_to("list(number)")
    >>> convert(["1", "2"]).to_python()
    [1, 2]
    """

    __slots__ = ("_handle",)

    def __init__(self, handle: _native.ConverterHandle) -> None:
        self._handle = handle

    def __call__(self, value: object) -> Value:
        """Converts a value, or an object that represents one."""
        from ._value import Value

        if not isinstance(value, Value):
            info = _native.converter_info(self._handle)
            value = Value.of(value, info and info.source)
        return _native.converter_apply(self._handle, value)

    def __repr__(self) -> str:
        info = _native.converter_info(self._handle)
        return f"<Converter {info.source} -> {info.target}>" if info else "<Converter>"


if TYPE_CHECKING:
    #: A type, its notation, or an annotation of Python that represents it.
    TypeLike = Union[Type, str, type, object]
else:
    TypeLike = object


def _native_dialects(type: Type) -> tuple[Dialect, ...]:
    # Puppet formats every type, but only PCL has a notation for promises and outputs.
    if _native.has("pcl") and _native.pcl_type_deferred(type) != "none":
        return ("pcl",)
    return ("hcl", "puppet", "mcl", "pcl")


def unify(
    types: Sequence[TypeLike], *, dialect: Dialect = "hcl", safety: _native.Safety = "unsafe"
) -> Type:
    """The common type that several types convert to.

    >>> unify(["string", "number"])
    Type('string')
    """
    return unify_with_converters(types, dialect=dialect, safety=safety)[0]


def unify_with_converters(
    types: Sequence[TypeLike], *, dialect: Dialect = "hcl", safety: _native.Safety = "unsafe"
) -> tuple[Type, tuple[Converter | None, ...]]:
    """The common type, and for each type its conversion; None if the types are the same.

    >>> type, (of_string, of_number) = unify_with_converters(["string", "number"])
    >>> of_string, of_number(1)
    (None, Value("1"))
    """
    found = _native.type_unify([Type.of(t, dialect) for t in elements("types", types)], dialect, safety)
    info = _native.unification_info(found)
    assert info is not None and info.type is not None
    made = (_native.unification_converter_at(found, at) for at in range(len(types)))
    return info.type, tuple(None if each is None else Converter(each) for each in made)


def check_document(
    text: str | bytes,
    type: str,
    *,
    format: _native.DataFormat = "json",
    dialect: Dialect = "hcl",
    file: str = "",
) -> tuple[Mismatch, ...]:
    """All parts of a document that do not match a type in a dialect's notation, with positions.

    >>> check_document("a: x", "map(number)", format="yaml")[0].diagnostics[0].range.start.column
    4
    """
    return mismatches_of(_native.document_check(text, file, type, format, dialect))


def locate(
    text: str | bytes, path: Path, *, format: _native.DataFormat = "json"
) -> _native.DocumentPart:
    """The location of the part of a document that a path leads to.

    >>> locate('{"a": [1, 22]}', ("a", 1)).range.start.column
    11
    """
    return _native.document_locate(text, native_path(path), format)


def mismatches_of(errors: _native.ErrorListHandle) -> tuple[Mismatch, ...]:
    """The errors of a check."""
    found = (_native.error_list_at(errors, at) for at in range(_native.error_list_count(errors)))
    return tuple(
        Mismatch(path_of(_native.error_path(e)), _native.error_message(e) or "", diagnostics_of(e))
        for e in found
        if e is not None
    )
