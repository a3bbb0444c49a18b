"""Values."""

from __future__ import annotations

from ._arguments import mapping
from . import _native
from .errors import Error
from ._path import Path, native_path, path_of
from ._record import NamedTuple
from ._type import Mismatch, Type, TypeLike, mismatches_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator, Literal, Mapping, Optional, TypeVar, overload
    from typing import Type as Class

    from ._native import Dialect

    T = TypeVar("T")
    Numbers = Literal["exact", "float", "decimal"]

_NUMBERS = {"exact": 0, "float": 1, "decimal": 2}


def numbers_of(numbers: Numbers) -> int:
    """The number of a choice of classes for numbers."""
    if numbers not in _NUMBERS:
        raise ValueError(f"expected 'exact', 'float' or 'decimal', found {numbers!r}")
    return _NUMBERS[numbers]


_CONTAINERS = ("list", "set", "map", "tuple", "object", "nominal")


def plain_object(value: Any) -> Any:
    """The simpler object that represents an object of a class."""
    from ._annotations import plain

    return plain(value)


def special_object(value: Value) -> Any:
    """The object of a value that has no class in Python's core."""
    kind = value.kind
    if kind == "meta":
        return _native.value_as_type(value)
    if kind == "nominal":
        from .puppet import python_object

        return python_object(value)
    if kind == "capsule":
        if value.type == _native.hcl_stdlib_bytes_type():
            return _native.hcl_stdlib_as_bytes(value)
        content = value.capsule
        return value if content is None else content
    return value


class Refinement(NamedTuple):
    """The known facts about an unknown value."""

    not_null: bool
    prefix: str
    minimum: Optional[Value]
    includes_minimum: bool
    maximum: Optional[Value]
    includes_maximum: bool
    min_length: int
    max_length: Optional[int]


@_native.set_class
class Value(_native.ValueHandle):
    """A value: of a scalar, a container, null or unknown, with or without marks.

    >>> from polycty import Value
    >>> server = Value.of({"name": "db", "ports": [80, 443], "load": 0.25})
    >>> server["ports"][1].to_python()
    443
    >>> server.to_python()
    {'load': 0.25, 'name': 'db', 'ports': [80, 443]}
    >>> server.type
    Type('object({load=number,name=string,ports=tuple([number,number])})')

    A value never changes; any number of threads may use it. `==` compares type and content, marks
    and unknown parts included; an object of Python is converted before it is compared.
    """

    __slots__ = ()

    def __new__(cls, value: object, type: TypeLike | None = None, dialect: Dialect = "hcl") -> Value:
        """The value of an object of Python, as `of` makes it."""
        return Value.of(value, type, dialect)

    @staticmethod
    def of(value: object, type: TypeLike | None = None, dialect: Dialect = "hcl") -> Value:
        """The value of an object of Python.

        | Python | HCL |
        |---|---|
        | None | null |
        | bool, str | bool, string |
        | int, float, Decimal, Fraction | number |
        | list, tuple, iterators | tuple |
        | dict, dataclasses, mappings | object |
        | set, frozenset | set |
        | Value | the value itself |

        With a type, the value is converted to it.
        """
        if isinstance(value, Value):
            made = value
        else:
            made = _native.value_from_python(value, dialect, plain_object)
        return made if type is None else made.convert(type, dialect)

    #: Another name of `of`: the opposite of `to_python`.
    from_python = of

    @staticmethod
    def encapsulate(content: object, type: Type) -> Value:
        """A value that contains an object of Python; see `polycty.types.capsule`."""
        return _native.value_capsule(type, content)

    @staticmethod
    def of_bytes(content: bytes) -> Value:
        """A value with bytes, as HCL's functions for bytes use it.

        >>> Value.of_bytes(b"a").to_python()
        b'a'
        """
        return _native.hcl_stdlib_bytes(content)

    @staticmethod
    def from_json(text: str | bytes, type: TypeLike | None = None) -> Value:
        """Reads JSON; without a type, the value has the type that the JSON implies."""
        return _native.value_from_json(text, None if type is None else Type.of(type))

    @staticmethod
    def from_yaml(text: str | bytes, type: TypeLike | None = None) -> Value:
        """Reads YAML by the core schema of YAML 1.2, as `from_json` reads JSON."""
        return _native.value_from_yaml(text, None if type is None else Type.of(type))

    @staticmethod
    def from_msgpack(data: bytes, type: TypeLike | None = None) -> Value:
        """Reads cty's MessagePack."""
        return _native.value_from_msgpack(data, None if type is None else Type.of(type))

    def to_json(self, type: TypeLike | None = None) -> str:
        """Writes JSON, as cty does for the type."""
        return _native.value_to_json(self, None if type is None else Type.of(type))

    def to_msgpack(self, type: TypeLike | None = None) -> bytes:
        """Writes cty's MessagePack, which represents unknown values too."""
        return _native.value_to_msgpack(self, None if type is None else Type.of(type))

    # --- Properties ---

    @property
    def type(self) -> Type:
        """The exact type."""
        found = _native.value_type(self)
        assert found is not None
        return found

    @property
    def kind(self) -> _native.Kind:
        """The kind of the type."""
        return _native.type_kind(self.type)

    @property
    def is_known(self) -> bool:
        """Whether the value is known and not null; its parts may be unknown."""
        return _native.value_state(self) == "known"

    @property
    def is_null(self) -> bool:
        """Whether the value is null."""
        return _native.value_state(self) == "null"

    @property
    def is_unknown(self) -> bool:
        """Whether the value is not known yet."""
        return _native.value_state(self) == "unknown"

    @property
    def is_wholly_known(self) -> bool:
        """Whether the value and all its parts are known."""
        return _native.value_has(self, "wholly_known")

    @property
    def precision(self) -> int:
        """The width of the mantissa of a number in bits."""
        return _native.value_number_precision(self)

    @property
    def footprint(self) -> int:
        """The approximate number of bytes that the value keeps alive.

        >>> Value.of(list(range(1000))).footprint > 8000
        True
        """
        return _native.value_footprint(self)

    def type_in(self, dialect: Dialect) -> Type:
        """The type in a dialect: in Puppet, the type that is inferred from the content.

        >>> Value.of([80]).type_in("hcl")
        Type('tuple([number])')
        """
        return _native.value_type_of(self, dialect)

    # --- Marks ---

    @property
    def is_marked(self) -> bool:
        """Whether the value itself is marked."""
        return _native.value_has(self, "marked")

    @property
    def contains_marked(self) -> bool:
        """Whether the value or one of its parts is marked."""
        return _native.value_has(self, "contains_mark")

    @property
    def marks(self) -> frozenset[str]:
        """The marks of the value itself.

        >>> Value.of("secret").mark("sensitive").marks
        frozenset({'sensitive'})
        """
        return marks_of(_native.value_marks(self))

    def mark(self, *marks: str) -> Value:
        """The value with further marks."""
        made = _native.marks_new(marks)
        return _native.value_with_marks(self, made)

    def unmark(self) -> tuple[Value, frozenset[str]]:
        """The value without its own marks, and the marks."""
        plain = _native.value_unmarked(self)
        assert plain is not None
        return plain, self.marks

    def unmark_paths(self) -> tuple[Value, dict[Path, frozenset[str]]]:
        """The value without marks at any depth, and the marks of each part by its path.

        >>> plain, marks = Value.of({"a": Value.of("x").mark("sensitive")}).unmark_paths()
        >>> plain.to_python(), marks
        ({'a': 'x'}, {('a',): frozenset({'sensitive'})})
        """
        plain, found = _native.value_unmark_with_paths(self)
        each = (_native.path_marks_at(found, at) for at in range(_native.path_marks_count(found)))
        return plain, {path_of(entry.path): marks_of(entry.marks) for entry in each if entry is not None}

    def mark_paths(self, marks: Mapping[Path, Iterable[str]]) -> Value:
        """The value with marks of its parts, as `unmark_paths` returns them."""
        made = _native.path_marks_new()
        assert made is not None
        for path, names in mapping("marks", marks).items():
            _native.path_marks_add(made, native_path(path), _native.marks_new(list(names)))
        return _native.value_mark_with_paths(self, made)

    def unmark_deep(self) -> tuple[Value, frozenset[str]]:
        """The value without marks at any depth, and all the marks."""
        plain, marks = _native.value_unmark_deep(self)
        return plain, marks_of(marks)

    # --- Python ---

    def to_python(self, *, numbers: Numbers = "exact", keep: bool = False) -> Any:
        """The object of Python that represents the value, made in one call of the library.

        Whole numbers are `int`. Other numbers are by `numbers`: `exact` is the `float` that prints
        as the number, otherwise `Decimal`; `float` is the nearest float; `decimal` is `Decimal`.
        A part that is unknown or marked raises UnknownError or MarkedError; with `keep`, it stays a
        Value.

        >>> Value.of([1, 0.1, 1e400, None]).to_python()
        [1, 0.1, inf, None]
        """
        return _native.value_to_python(self, numbers_of(numbers), keep, special_object)

    if TYPE_CHECKING:

        @overload
        def as_(self, cls: Class[T]) -> T: ...
        @overload
        def as_(self, cls: Any) -> Any: ...

    def as_(self, cls: Any) -> Any:
        """The object of an annotation: the value is converted to its type first.

        Raises ConversionError for what the annotation does not allow: null unless it is `Optional`,
        and a number that is not whole for `int`.

        >>> Value.of({"a": "1"}).as_(dict[str, int])
        {'a': 1}
        """
        from ._annotations import build

        return build(cls, self.convert(Type.of(cls)).to_python())

    # --- Conversion and checks ---

    def convert(self, type: TypeLike, dialect: Dialect = "hcl") -> Value:
        """The value converted to a type.

        >>> Value.of(["1", "2"]).convert("list(number)").to_python()
        [1, 2]
        """
        return _native.value_convert(self, Type.of(type, dialect), dialect)

    def check(self, type: TypeLike, dialect: Dialect = "hcl") -> tuple[Mismatch, ...]:
        """All parts that do not match a type."""
        return mismatches_of(_native.value_check(self, Type.of(type, dialect), dialect))

    def extraneous(self, type: TypeLike) -> tuple[Mismatch, ...]:
        """The attributes that a type does not have, at any depth; a conversion ignores them.

        >>> Value.of({"a": 1, "b": 2}).extraneous("object({a = number})")[0].path
        ('b',)
        """
        return mismatches_of(_native.hcl_value_extraneous(self, Type.of(type)))

    def is_instance(self, type: TypeLike, dialect: Dialect = "puppet") -> bool:
        """Whether the value is an instance of a type."""
        return _native.value_is_instance(self, Type.of(type, dialect), dialect)

    def translate(
        self, *, source: Dialect, target: Dialect, type: TypeLike | None = None
    ) -> Value:
        """The value of a different dialect."""
        of = None if type is None else Type.of(type, source)
        return _native.value_translate(self, of, source, target)

    # --- Parts ---

    def _known(self) -> Value:
        if self.is_marked or not self.is_known:
            raise TypeError(f"the parts of {self!r} cannot be read")
        return self

    def __len__(self) -> int:
        length = _native.value_length(self)
        if length is None:
            raise TypeError(f"{self!r} has no length")
        return length

    def __getitem__(self, key: int | str) -> Value:
        if not isinstance(key, (int, str)):
            raise TypeError(f"expected an int or a str, found {key!r}")
        if isinstance(key, str):
            found = _part(self._known(), key)
            if found is None:
                raise KeyError(key)
            return found
        at = key + len(self) if key < 0 else key
        found = _native.value_element_at(self._known(), at) if at >= 0 else None
        if found is None:
            raise IndexError(key)
        return found

    def get(self, key: str, default: Any = None) -> Any:
        """The part under a key, or the default."""
        found = _part(self, key)
        return default if found is None else found

    def __iter__(self) -> Iterator[Any]:
        """The elements; of a map or an object, the keys."""
        if self.kind in ("map", "object"):
            return iter(self.keys())
        return self.values()

    def keys(self) -> list[str]:
        """The keys of a map, the names of the attributes of an object."""
        return [_native.value_key_at(self, at) or "" for at in range(len(self))]

    def values(self) -> Iterator[Value]:
        """The elements."""
        for at in range(len(self)):
            found = _native.value_element_at(self, at)
            assert found is not None
            yield found

    def items(self) -> Iterator[tuple[str, Value]]:
        """The keys and elements of a map or an object."""
        return zip(self.keys(), self.values())

    def __contains__(self, key: object) -> bool:
        if self.kind in ("map", "object"):
            return isinstance(key, str) and _part(self, key) is not None
        other = Value.of(key)
        return any(each == other for each in self.values())

    # --- Scalars ---

    def __bool__(self) -> bool:
        return _native.value_as_bool(self)

    def __int__(self) -> int:
        return int(self.to_python(numbers="decimal"))

    def __float__(self) -> float:
        return _native.value_as_double(self)[0]

    def __str__(self) -> str:
        if self.kind == "string" and self.is_known and not self.is_marked:
            return _native.value_as_string(self)
        return _native.hcl_value_format(self, "redacted")

    @property
    def capsule(self) -> Any:
        """The object in a capsule, or None."""
        return _native.value_as_capsule(self, self.type)

    # --- Operators ---

    def _binary(self, operator: _native.BinaryOperator, other: object) -> Value:
        return _native.value_binary(self, Value.of(other), operator)

    def __add__(self, other: object) -> Value:
        return self._binary("add", other)

    def __sub__(self, other: object) -> Value:
        return self._binary("subtract", other)

    def __mul__(self, other: object) -> Value:
        return self._binary("multiply", other)

    def __radd__(self, other: object) -> Value:
        return Value.of(other) + self

    def __rsub__(self, other: object) -> Value:
        return Value.of(other) - self

    def __rmul__(self, other: object) -> Value:
        return Value.of(other) * self

    def __rtruediv__(self, other: object) -> Value:
        return Value.of(other) / self

    def __rmod__(self, other: object) -> Value:
        return Value.of(other) % self

    def __truediv__(self, other: object) -> Value:
        return self._binary("divide", other)

    def __mod__(self, other: object) -> Value:
        return self._binary("modulo", other)

    def __neg__(self) -> Value:
        return _native.value_unary(self, "negate")

    def __abs__(self) -> Value:
        return _native.value_unary(self, "absolute")

    def __lt__(self, other: object) -> Value:
        return self._binary("less_than", other)

    def __le__(self, other: object) -> Value:
        return self._binary("less_than_or_equal", other)

    def __gt__(self, other: object) -> Value:
        return self._binary("greater_than", other)

    def __ge__(self, other: object) -> Value:
        return self._binary("greater_than_or_equal", other)

    def compare(self, other: object) -> int:
        """The order of values, in which all values are comparable: -1, 0 or 1.

        >>> from functools import cmp_to_key
        >>> sorted([Value.of(2), Value.of("a"), Value.of(1)], key=cmp_to_key(Value.compare))
        [Value(1), Value(2), Value("a")]
        """
        return _native.value_compare(self, Value.of(other))

    def equals(self, other: object) -> Value:
        """The equality of the language: unknown if the result is not known yet."""
        return self._binary("equal_to", other)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            try:
                other = Value.of(other)
            except TypeError:
                return NotImplemented
        return _native.value_equal(self, other)

    def __hash__(self) -> int:
        return _native.value_hash(self) & (2**61 - 1)

    # --- Traversal ---

    def apply(self, path: Path) -> Value:
        """The part at a path."""
        return _native.value_apply_path(self, native_path(path))

    def walk(self) -> list[tuple[Path, Value]]:
        """The value and all its parts with their paths, from the outside in."""
        found: list[tuple[Path, Value]] = []
        _native.value_walk(self, lambda path, part: found.append((path_of(path), part)))
        return found

    def transform(self, rewrite: Callable[[Path, Value], object]) -> Value:
        """The value with each part replaced by the result of a function, from the inside out.

        >>> Value.of([1, [2]]).transform(lambda _, v: v * 10 if v.kind == "number" else v).to_python()
        [10, [20]]
        """
        return _native.value_transform(self, lambda path, part: Value.of(rewrite(path_of(path), part)))

    def refine(
        self,
        *,
        not_null: bool = False,
        prefix: str | None = None,
        minimum: object = None,
        includes_minimum: bool = True,
        maximum: object = None,
        includes_maximum: bool = True,
        min_length: int | None = None,
        max_length: int | None = None,
        whole_prefix: bool = False,
    ) -> Value:
        """An unknown value with facts about it.

        Bounds are exact for `int`, `Decimal` and `Fraction`. Characters at the end of a prefix that the
        next character could change are omitted, unless `whole_prefix` is set.

        >>> Type.of("string").unknown().refine(not_null=True, prefix="ami-")
        Value((unknown string, not null, beginning with "ami-"))
        >>> Type.of("number").unknown().refine(minimum=0, includes_minimum=False)
        Value((unknown number, more than 0))
        """
        builder = _native.refinement_builder_new(self)
        assert builder is not None
        add_facts(
            builder,
            not_null=not_null,
            prefix=prefix,
            minimum=minimum,
            includes_minimum=includes_minimum,
            maximum=maximum,
            includes_maximum=includes_maximum,
            min_length=min_length,
            max_length=max_length,
            whole_prefix=whole_prefix,
        )
        return _native.refinement_builder_build(builder)

    @property
    def refinement(self) -> Refinement:
        """The facts about an unknown value.

        >>> Type.of("number").unknown().refine(not_null=True, minimum=1).refinement.minimum
        Value(1)
        """
        known = _native.value_refinement(self)
        bounds: list[Value | None] = []
        inclusive: list[bool] = []
        sides: tuple[Literal["lower", "upper"], ...] = ("lower", "upper")
        for side in sides:
            try:
                bound, includes = _native.value_refinement_bound(self, side)
            except Error:
                bounds.append(None)
                inclusive.append(False)
            else:
                bounds.append(bound)
                inclusive.append(includes)
        has_length = known.kind == "length"
        return Refinement(
            known.not_null,
            known.prefix or "",
            bounds[0],
            inclusive[0],
            bounds[1],
            inclusive[1],
            known.min_length if has_length else 0,
            known.max_length if has_length and known.max_length < 2**64 - 1 else None,
        )

    # --- Display ---

    def __repr__(self) -> str:
        return f"Value({_native.hcl_value_format(self, 'redacted')})"

    def _repr_html_(self) -> str:
        import html

        name = html.escape(self.type.friendly_name)
        text = html.escape(_native.hcl_value_format(self, "redacted"))
        return f"<pre title='{name}'>{text}</pre>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.contains_marked:
            raise TypeError("a value with marks cannot be pickled")
        return _unpickle, (self.to_msgpack(), self.type.to_json())

    def __copy__(self) -> Value:
        return self

    def __deepcopy__(self, memo: object) -> Value:
        return self


def add_facts(
    builder: _native.RefinementBuilderHandle,
    *,
    not_null: bool = False,
    prefix: str | None = None,
    minimum: object = None,
    includes_minimum: bool = True,
    maximum: object = None,
    includes_maximum: bool = True,
    min_length: int | None = None,
    max_length: int | None = None,
    whole_prefix: bool = False,
) -> None:
    """Adds facts to a value that is refined."""
    facts: list[dict[str, object]] = []
    if not_null:
        facts.append({"kind": "not_null"})
    if prefix is not None:
        facts.append({"kind": "prefix_full" if whole_prefix else "prefix", "prefix": prefix})
    for kind, bound, includes in (
        ("number_min", minimum, includes_minimum),
        ("number_max", maximum, includes_maximum),
    ):
        if bound is not None:
            facts.append({"kind": kind, "bound": Value.of(bound), "is_exclusive": not includes})
    if min_length is not None:
        facts.append({"kind": "length_min", "length": min_length})
    if max_length is not None:
        facts.append({"kind": "length_max", "length": max_length})
    for fact in facts:
        _native.refinement_builder_add(builder, fact)


def _part(value: Value, key: str) -> Value | None:
    """The element of a map or the attribute of an object."""
    found = _native.value_attribute_get(value, key)
    return found if found is not None else _native.value_get(value, key)


def _unpickle(data: bytes, type: str) -> Value:
    return Value.from_msgpack(data, Type.from_json(type))


def marks_of(marks: _native.MarksHandle | None) -> frozenset[str]:
    if marks is None:
        return frozenset()
    return frozenset(_native.marks_at(marks, at) or "" for at in range(_native.marks_count(marks)))


def values_of(values: Mapping[str, object]) -> Iterable[tuple[str, Value]]:
    """The values of named objects."""
    return ((name, Value.of(value)) for name, value in values.items())
