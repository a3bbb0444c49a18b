"""Annotations of Python as types, and objects of classes made from data."""

from __future__ import annotations

import collections.abc
import dataclasses
import decimal
import enum
import os
import sys
import types as _types
import typing
from typing import Any, NamedTuple

from . import _native, types
from ._arguments import wrong_type
from ._path import Attribute, Path
from ._type import Type

if typing.TYPE_CHECKING:
    from .errors import Range
    from .hcl import Body

_LISTS = (list, collections.abc.Sequence, collections.abc.Iterable, collections.abc.Collection)
_SETS = (set, frozenset, collections.abc.Set)
_MAPS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
_UNIONS = (typing.Union, getattr(_types, "UnionType", typing.Union))


class Field(NamedTuple):
    """A field of a class: its annotation, and whether it may be missing."""

    annotation: Any
    is_optional: bool


def _strip(annotation: Any) -> tuple[Any, bool]:
    """The annotation without `Optional`, `Annotated`, `Required`, and whether it was optional."""
    optional = False
    while True:
        origin = typing.get_origin(annotation)
        name = getattr(origin, "_name", None) or getattr(origin, "__name__", "")
        if name in ("Required", "ReadOnly", "ClassVar", "Final") or hasattr(annotation, "__metadata__"):
            annotation = typing.get_args(annotation)[0]
        elif name == "NotRequired":
            annotation, optional = typing.get_args(annotation)[0], True
        elif origin in _UNIONS:
            members = [a for a in typing.get_args(annotation) if a is not type(None)]
            optional |= len(members) < len(typing.get_args(annotation))
            if len(members) != 1:
                return typing.Union[tuple(members)], optional
            annotation = members[0]
        else:
            return annotation, optional


def _annotated(annotation: Any, metadata: typing.Sequence[Any]) -> Any:
    """The annotation with its metadata, which pydantic keeps apart from it."""
    annotated: Any = typing.Annotated
    return annotated[(annotation, *metadata)] if metadata else annotation


def fields_of(cls: Any) -> dict[str, Field] | None:
    """The fields of a dataclass, TypedDict, NamedTuple or model of pydantic; None for others."""
    if not isinstance(cls, type) and typing.get_origin(cls) is None:
        return None
    if hasattr(cls, "model_fields"):
        return {
            (f.alias or name): Field(_annotated(f.annotation, f.metadata), not f.is_required())
            for name, f in cls.model_fields.items()
        }
    missing: frozenset[str]
    if dataclasses.is_dataclass(cls):
        inits = [f for f in dataclasses.fields(cls) if f.init]
        names = [f.name for f in inits]
        missing = frozenset(
            f.name
            for f in inits
            if f.default is not dataclasses.MISSING or f.default_factory is not dataclasses.MISSING
        )
    elif hasattr(cls, "__total__") and hasattr(cls, "__annotations__"):
        names = list(cls.__annotations__)
        missing = frozenset(getattr(cls, "__optional_keys__", frozenset()))
    elif hasattr(cls, "_fields") and hasattr(cls, "_field_defaults"):
        names, missing = list(cls._fields), frozenset(cls._field_defaults)
    else:
        return None
    hints = typing.get_type_hints(cls, include_extras=True)
    return {name: Field(hints[name], name in missing) for name in names}


def compound_type(annotation: Any) -> Type:
    """The type of an annotation that is not a scalar."""
    annotation, _ = _strip(annotation)
    if annotation is decimal.Decimal:
        return types.number
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    base = origin or annotation
    if origin is typing.Literal:
        return types.unify([types.of_annotation(type(a)) for a in arguments])
    if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
        return types.unify([types.of_annotation(type(each.value)) for each in annotation])
    if base in _UNIONS:
        return types.any
    if base is tuple and arguments:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return types.list(types.of_annotation(arguments[0]))
        return types.tuple(*(types.of_annotation(a) for a in arguments))
    inner = types.of_annotation(arguments[-1]) if arguments else types.any
    if base in _LISTS or base is tuple:
        return types.list(inner)
    if base in _SETS:
        return types.set(inner)
    if base in _MAPS:
        return types.map(inner)
    fields = fields_of(annotation)
    if fields is None:
        if annotation in types._SCALARS:
            return types._SCALARS[annotation]
        raise TypeError(f"annotation: expected a type, found {annotation!r}")
    attributes, optional = {}, []
    for name, field in fields.items():
        plain, is_optional = _strip(field.annotation)
        attributes[name] = types.of_annotation(plain)
        if is_optional or field.is_optional:
            optional.append(name)
    return types.object(attributes, optional=optional)


class Misfit(NamedTuple):
    """A part of the data that an annotation does not allow; a field is an `Attribute` in the path."""

    path: Path
    message: str
    cause: Exception | None = None


class _Builder:
    """Makes objects of annotations from plain data, and collects what does not fit."""

    def __init__(self) -> None:
        self.misfits: list[Misfit] = []

    def misfit(self, path: Path, message: str, cause: Exception | None = None) -> None:
        self.misfits.append(Misfit(path, message, cause))

    def build(self, of: Any, data: Any, path: Path = ()) -> Any:
        annotation: Any
        annotation, is_optional = _strip(of)
        if data is None:
            if not (is_optional or annotation in (Any, object, None, type(None))):
                self.misfit(path, f"null is not allowed for {_name(annotation)}")
            return None
        if annotation is Any:
            return data
        origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
        base = origin or annotation
        if base is int and type(data) not in (int, bool):
            self.misfit(path, f"a whole number is required, found {data}")
            return None
        if origin is typing.Literal:
            if not any(data == each and type(data) is type(each) for each in arguments):
                self.misfit(path, f"{' or '.join(map(repr, arguments))} is required, found {data!r}")
            return data
        if isinstance(base, type) and issubclass(base, enum.Enum):
            return self._call(base, path, data)
        if base is decimal.Decimal:
            # A float is only used for a number that it prints as.
            return decimal.Decimal(repr(data) if isinstance(data, float) else data)
        if base is float and isinstance(data, (int, decimal.Decimal)):
            return float(data)
        if base is tuple and not (len(arguments) == 2 and arguments[1] is Ellipsis):
            if not arguments:
                return tuple(data)
            return tuple(self.build(a, each, (*path, at)) for at, (a, each) in enumerate(zip(arguments, data)))
        if base in _LISTS or base is tuple:
            made = self._elements(arguments, data, path)
            return tuple(made) if base is tuple else made
        if base in _SETS:
            made = self._elements(arguments, data, path)
            return frozenset(made) if base is frozenset else set(made)
        if base in _MAPS:
            if not arguments:
                return dict(data)
            return {k: self.build(arguments[1], v, (*path, k)) for k, v in data.items()}
        fields = fields_of(annotation)
        if fields is None:
            return data
        before = len(self.misfits)
        given = {
            name: self.build(field.annotation, data[name], (*path, Attribute(name)))
            for name, field in fields.items()
            if name in data and not (data[name] is None and field.is_optional)
        }
        if len(self.misfits) > before:
            return None
        if hasattr(annotation, "model_validate"):
            return self._call(annotation.model_validate, path, given)
        return self._call(lambda fields: annotation(**fields), path, given)

    def _elements(self, arguments: tuple[Any, ...], data: Any, path: Path) -> list[Any]:
        if not arguments:
            return list(data)
        return [self.build(arguments[0], each, (*path, at)) for at, each in enumerate(data)]

    def _call(self, make: Any, path: Path, data: Any) -> Any:
        try:
            return make(data)
        except Exception as error:
            # A model of pydantic describes each field that it does not accept.
            found: list[Any] = error.errors() if _is_of_pydantic(error) else []  # type: ignore[attr-defined]
            for item in found:
                steps = [Attribute(step) if isinstance(step, str) else step for step in item.get("loc", ())]
                self.misfit((*path, *steps), str(item.get("msg", error)), error)
            if not found:
                self.misfit(path, str(error) or type(error).__name__, error)
            return None


def _is_of_pydantic(error: Exception) -> bool:
    return type(error).__module__.startswith("pydantic") and hasattr(error, "errors")


def _name(annotation: Any) -> str:
    return annotation.__name__ if isinstance(annotation, type) else str(annotation).replace("typing.", "")


def build(annotation: Any, data: Any, body: Body | None = None) -> Any:
    """Makes the object of an annotation from plain data; missing fields get their defaults.

    Raises ConversionError for data that the annotation does not allow, and for an exception of the
    class; with the body that the data is from, DiagnosticsError with the ranges of arguments and blocks.
    """
    builder = _Builder()
    made = builder.build(annotation, data)
    if not builder.misfits:
        return made
    from .errors import failure

    parts = [(misfit.message, misfit.path, *_place(body, misfit.path)) for misfit in builder.misfits]
    parts.sort(key=lambda part: part[2].start if part[2] else (0, 0, 0))
    causes = (misfit.cause for misfit in builder.misfits if misfit.cause is not None)
    status: _native.Status = "conversion" if body is None else "diagnostics"
    raise failure(status, parts) from next(causes, None)


def _place(body: Body | None, path: Path) -> tuple[Range | None, str | None]:
    """The range and the file of the argument or block at a path."""
    range, file, steps = None, None, list(path)
    while body is not None and steps and isinstance(steps[0], Attribute):
        name = str(steps.pop(0))
        attribute = body.attributes.get(name)
        if attribute is not None:
            return attribute.range, attribute.file
        blocks = [block for block in body.blocks if block.type == name]
        if steps and not isinstance(steps[0], Attribute):
            step = steps.pop(0)
            if isinstance(step, int):
                blocks = blocks[step : step + 1]
            else:
                blocks = [block for block in blocks if block.labels[:1] == (step,)]
        if not blocks:
            break
        range, file, body = blocks[0].header_range, blocks[0].file, blocks[0].body
    return range, file


def plain(value: Any) -> Any:
    """The simpler object that represents an object of a class; used by `Value.of`."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
    if isinstance(value, decimal.Decimal):
        if value.is_finite():
            return _native.number_from_object(value)
        return float(value)
    if isinstance(value, Type):
        return _native.value_from_type(value)
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    for method in ("__polycty__", "model_dump"):
        convert = getattr(value, method, None)
        if callable(convert) and not isinstance(value, type):
            return convert()
    if isinstance(value, collections.abc.Mapping):
        return dict(value)
    if isinstance(value, collections.abc.Set):
        return set(value)
    if isinstance(value, (collections.abc.Sequence, collections.abc.Iterator, range)) and not isinstance(
        value, (bytes, bytearray, memoryview)
    ):
        return list(value)
    fractions = sys.modules.get("fractions")
    if fractions is not None and isinstance(value, fractions.Fraction):
        ratio: Any = value
        numerator, denominator = ratio.numerator, ratio.denominator
        return _native.value_binary(
            _native.value_from_python(numerator, "hcl", plain),
            _native.value_from_python(denominator, "hcl", plain),
            "divide",
        )
    number: Any = value
    if callable(getattr(value, "__index__", None)):
        return int(number)
    if callable(getattr(value, "__float__", None)):
        return float(number)
    raise wrong_type("value", "data or a Value", value)
