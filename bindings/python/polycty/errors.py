"""Errors of the library as exceptions.

Each status of the C ABI is a class. The diagnostics describe the parts of a source text or of a
value that caused the error:

>>> import polycty
>>> try:
...     polycty.hcl.evaluate("1 + nope", file="main.hcl")
... except polycty.Error as e:
...     d = e.diagnostics[0]
...     print(type(e).__name__, d.range.start.line, d.range.start.column, d.summary)
DiagnosticsError 1 5 Variables not allowed
"""

from __future__ import annotations

from ._record import NamedTuple
from . import _native
from ._path import Path, native_path, path_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Mapping, Optional, Sequence, Tuple

    from ._type import Type


__all__ = [
    "ArithmeticFailure",
    "CallbackError",
    "CancelledError",
    "ConversionError",
    "Diagnostic",
    "DiagnosticsError",
    "Edit",
    "EncodingError",
    "Error",
    "InternalError",
    "InvalidArgumentError",
    "InvalidValueError",
    "LimitError",
    "MarkedError",
    "MisbehavedError",
    "NotFoundError",
    "NullError",
    "ParseError",
    "Position",
    "Range",
    "Related",
    "TypeMismatchError",
    "UnknownError",
    "UnsupportedError",
]


class Position(NamedTuple):
    """A position in a source text: line and column from 1, byte from 0.

    >>> Position(1, 5, 4).line
    1
    """

    line: int
    column: int
    byte: int


class Range(NamedTuple):
    """A range of a source text; the end is exclusive.

    >>> Range(Position(1, 1, 0), Position(1, 3, 2)).end.column
    3
    """

    start: Position
    end: Position


class Related(NamedTuple):
    """A location that explains a diagnostic.

    >>> Related("declared here", Range(Position(4, 1, 30), Position(4, 5, 34)), "main.tf").range.start.line
    4
    """

    message: str
    range: Range
    file: Optional[str]


class Edit(NamedTuple):
    """A change of the source text that may resolve a diagnostic.

    >>> Edit(Range(Position(1, 1, 0), Position(1, 3, 2)), "name").text
    'name'
    """

    range: Range
    text: str


class Diagnostic(NamedTuple):
    """A message about a part of a source text or of a value.

    `edits` are all suggested changes of the text. `suggestion` is the new text of the one that
    replaces the whole `range`; it is None if there is none, or if edits change a part of it.

    >>> import polycty
    >>> try:
    ...     polycty.hcl.parse("a = \\n", file="main.hcl")
    ... except Error as e:
    ...     d = e.diagnostics[0]
    >>> d.severity, d.file, d.range.start.line, d.summary
    ('error', 'main.hcl', 1, 'Invalid expression')
    """

    severity: str
    code: str
    summary: str
    detail: str
    range: Optional[Range]
    context: Optional[Range]
    suggestion: Optional[str]
    file: Optional[str]
    path: Path
    expected: Optional[Type]
    found: Optional[Type]
    related: Tuple[Related, ...]
    edits: Tuple[Edit, ...]


def range_of(data: _native.Range) -> Range:
    return Range(Position(*data.start), Position(*data.end))


def diagnostics_of(error: _native.ErrorHandle) -> tuple[Diagnostic, ...]:
    info = _native.error_info(error)
    return tuple(_diagnostic(error, at) for at in range(info.diagnostic_count if info else 0))


def _diagnostic(error: _native.ErrorHandle, at: int) -> Diagnostic:
    data = _native.error_diagnostic_at(error, at)
    related = [_native.error_related_at(error, at, i) for i in range(data.related_count)]
    edits = [_native.error_edit_at(error, at, i) for i in range(data.edit_count)]
    return Diagnostic(
        severity=data.severity,
        code=data.code or "",
        summary=data.summary or "",
        detail=data.detail or "",
        range=range_of(data.subject) if data.has_subject else None,
        context=range_of(data.context) if data.has_context else None,
        suggestion=data.suggestion or None,
        file=data.file or None,
        path=path_of(data.path),
        expected=data.expected,
        found=data.found,
        related=tuple(Related(r.message or "", range_of(r.range), r.file or None) for r in related),
        edits=tuple(Edit(range_of(e.range), e.text or "") for e in edits),
    )


def _range_data(range: Range) -> dict[str, Any]:
    return {"start": range.start._asdict(), "end": range.end._asdict()}


def _diagnostic_data(given: Mapping[str, Any]) -> dict[str, Any]:
    data = dict(given)
    for name, member in (("range", "subject"), ("context", "context")):
        found = data.pop(name, None)
        if found is not None:
            data[f"has_{member}"], data[member] = True, _range_data(found)
    if "path" in data:
        data["path"] = native_path(data["path"])
    return data


class Error(Exception):
    """An error of the library. Its subclasses are the statuses of the C ABI."""

    #: The name of the status.
    status: str = "internal"

    _error: _native.ErrorHandle | None = None

    @classmethod
    def of(
        cls,
        message: str,
        *,
        path: Path = (),
        expected: Type | None = None,
        found: Type | None = None,
        diagnostics: Iterable[Mapping[str, Any]] = (),
    ) -> Error:
        """An error with details, for a function of Python that the library calls.

        Diagnostics are mappings with the names of the fields of `Diagnostic`.

        >>> error = InvalidValueError.of("no port", path=("port",), diagnostics=[
        ...     {"severity": "error", "summary": "No port", "file": "a.hcl",
        ...      "range": Range(Position(2, 1, 5), Position(2, 5, 9))}])
        >>> error.path, error.diagnostics[0].range.start.line
        (('port',), 2)
        """
        status: Any = cls.status
        handle = _native.error_new(status, message)
        assert handle is not None
        _native.error_set(handle, {"path": native_path(path), "expected": expected, "found": found})
        for diagnostic in diagnostics:
            _native.error_add_diagnostic(handle, _diagnostic_data(diagnostic))
        return exception_of(handle, status)

    def __str__(self) -> str:
        """The error as one line."""
        if self._error is None:
            return super().__str__()
        return _native.error_format(self._error, "line") or ""

    @property
    def message(self) -> str:
        """The message, without the path."""
        if self._error is None:
            return super().__str__()
        return _native.error_message(self._error) or ""

    @property
    def path(self) -> Path:
        """The path to the part of the value that caused the error."""
        if self._error is None:
            return ()
        return path_of(_native.error_path(self._error))

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The diagnostics about a source text or a value."""
        return () if self._error is None else diagnostics_of(self._error)

    @property
    def argument(self) -> int | None:
        """The position of the argument of a call that caused the error, from 0."""
        info = None if self._error is None else _native.error_info(self._error)
        return info.argument if info and info.has_argument else None

    @property
    def expected(self) -> Type | None:
        """The type that was expected."""
        info = None if self._error is None else _native.error_info(self._error)
        return info.expected if info else None

    @property
    def found(self) -> Type | None:
        """The type that was found."""
        info = None if self._error is None else _native.error_info(self._error)
        return info.found if info else None

    def render(self, *, color: bool = False) -> str:
        """The error as text with excerpts of the source."""
        if self._error is None:
            return str(self)
        return _native.error_format(self._error, "colored_text" if color else "text") or ""

    def to_json(self) -> str:
        """The error as a JSON object."""
        return (self._error and _native.error_format(self._error, "json")) or "{}"

    def to_sarif(self) -> str:
        """The error as a SARIF 2.1.0 log."""
        return (self._error and _native.error_format(self._error, "sarif")) or "{}"

    def __reduce__(self) -> tuple[type[Error], tuple[str]]:
        return type(self), (str(self),)


class InvalidArgumentError(Error, ValueError):
    """An invalid argument: out of range, or of the wrong kind.

    >>> from polycty import types
    >>> types.integer_range(5, 1)
    Traceback (most recent call last):
    polycty.errors.InvalidArgumentError: ...
    """


class EncodingError(Error, ValueError):
    """Text that is not UTF-8.

    >>> from polycty import Type
    >>> Type.parse(b"\\xff")
    Traceback (most recent call last):
    polycty.errors.EncodingError: ...
    """


class ParseError(Error, ValueError):
    """Input that does not follow its grammar.

    >>> from polycty import Type
    >>> Type.parse("list(")
    Traceback (most recent call last):
    polycty.errors.ParseError: ...
    """


class TypeMismatchError(Error, TypeError):
    """A type or value that is not of the expected type.

    >>> from polycty import Value
    >>> Value.of("x") + 1
    Traceback (most recent call last):
    polycty.errors.TypeMismatchError: ...
    """


class ConversionError(Error, ValueError):
    """A value that cannot be converted to the expected type, or not without loss.

    >>> from polycty import Value
    >>> Value.of("x").convert("number")
    Traceback (most recent call last):
    polycty.errors.ConversionError: ...
    """


class UnsupportedError(Error):
    """A thing that the format, the dialect or the operation does not have.

    >>> from polycty import Type
    >>> Type.of("Variant[Integer, Regexp]", "puppet").format("hcl")
    Traceback (most recent call last):
    polycty.errors.UnsupportedError: ...
    """


class NotFoundError(Error, LookupError):
    """An attribute, index, key or name that does not exist.

    >>> from polycty import Value
    >>> Value.of([1]).apply((5,))
    Traceback (most recent call last):
    polycty.errors.NotFoundError: ...
    """


class LimitError(Error):
    """An exceeded limit of time or memory.

    >>> from polycty import Budget, hcl
    >>> with Budget(steps=10):
    ...     hcl.evaluate("[for x in range(1000) : x]")
    Traceback (most recent call last):
    polycty.errors.LimitError: ...
    """


class ArithmeticFailure(Error, ArithmeticError):
    """Arithmetic without a result, such as zero divided by zero.

    >>> from polycty import Value
    >>> Value.of(float("inf")) * 0
    Traceback (most recent call last):
    polycty.errors.ArithmeticFailure: ...
    """


class NullError(Error, ValueError):
    """A null value that is not allowed.

    >>> from polycty import Type
    >>> Type.of("number").null() + 1
    Traceback (most recent call last):
    polycty.errors.NullError: ...
    """


class UnknownError(Error, ValueError):
    """An unknown value that is not allowed.

    >>> from polycty import Type
    >>> Type.of("number").unknown().to_python()
    Traceback (most recent call last):
    polycty.errors.UnknownError: ...
    """


class MarkedError(Error, ValueError):
    """A marked value that is not allowed.

    >>> from polycty import Value
    >>> Value.of("x").mark("sensitive").to_python()
    Traceback (most recent call last):
    polycty.errors.MarkedError: ...
    """


class CallbackError(Error):
    """An error that a function of Python reported; the exception is its cause.

    >>> from polycty import function_of
    >>> fail = function_of(lambda: {}["key"], [], "any")
    >>> try:
    ...     fail()
    ... except CallbackError as e:
    ...     cause = e.__cause__
    >>> cause
    KeyError('key')
    """


class MisbehavedError(Error):
    """A callback that broke its contract."""


class InternalError(Error):
    """An internal error of the library."""


class DiagnosticsError(Error):
    """Errors that the diagnostics describe.

    >>> from polycty import hcl
    >>> hcl.evaluate("nope")
    Traceback (most recent call last):
    polycty.errors.DiagnosticsError: ...
    """


class CancelledError(Error):
    """An operation that the host cancelled.

    >>> from polycty import Budget, hcl
    >>> budget = Budget()
    >>> budget.cancel()
    >>> with budget:
    ...     hcl.evaluate("[for x in [1, 2] : x]")
    Traceback (most recent call last):
    polycty.errors.CancelledError: ...
    """


class InvalidValueError(Error, ValueError):
    """A value that the operation or the function does not accept, such as a negative length.

    >>> from polycty import hcl
    >>> hcl.standard_functions()["range"](1, 2, 0)
    Traceback (most recent call last):
    polycty.errors.InvalidValueError: ...
    """


_CLASSES: dict[str, type[Error]] = {
    "invalid_argument": InvalidArgumentError,
    "invalid_utf8": EncodingError,
    "syntax": ParseError,
    "type": TypeMismatchError,
    "conversion": ConversionError,
    "unsupported": UnsupportedError,
    "not_found": NotFoundError,
    "limit": LimitError,
    "arithmetic": ArithmeticFailure,
    "null": NullError,
    "unknown": UnknownError,
    "marked": MarkedError,
    "callback": CallbackError,
    "misbehaved": MisbehavedError,
    "internal": InternalError,
    "diagnostics": DiagnosticsError,
    "cancelled": CancelledError,
    "value": InvalidValueError,
}
for _status, _class in _CLASSES.items():
    _class.status = _status


def exception_of(
    error: _native.ErrorHandle, status: str, raised: list[BaseException] | None = None
) -> Error:
    """The exception of an error. Its cause is the exception of a callback that it reports."""
    exception = _CLASSES.get(status, Error)()
    exception._error = error
    if raised:
        exception.__cause__ = _cause(exception, raised)
    return exception


def failure(
    status: _native.Status, parts: Sequence[tuple[str, Path, Range | None, str | None]]
) -> Error:
    """The exception of faults of data: the message, the path, the range and the file of each."""
    text, path, range, file = parts[0]
    if range is not None:
        start, end = range
        until = f"{end.column}" if start.line == end.line else f"{end.line},{end.column}"
        text = f"{file}:{start.line},{start.column}-{until}: {text}"
        if len(parts) > 1:
            text += f", and {len(parts) - 1} other diagnostic(s)"
    error = _native.error_new(status, text)
    assert error is not None
    if range is None:
        _native.error_prepend_path(error, native_path(path))
    for message, path, range, file in parts:
        _native.error_add_diagnostic(
            error,
            {
                "severity": "error",
                "code": "python.class",
                "summary": message,
                "file": file,
                "path": native_path(path),
                **({} if range is None else {"has_subject": True, "subject": _range(range)}),
            },
        )
    return exception_of(error, status)


def _range(range: Range) -> dict[str, object]:
    return {"start": range.start._asdict(), "end": range.end._asdict()}


def _cause(error: Error, raised: list[BaseException]) -> BaseException | None:
    texts = [error.message.lower(), *(d.detail.lower() for d in error.diagnostics)]
    for exception in reversed(raised):
        message = exception.message if isinstance(exception, Error) else str(exception)
        name = (message or type(exception).__name__).lower()
        if any(name in text for text in texts):
            return exception
    return None


def raise_errors(diagnostics: _native.ErrorHandle | None) -> tuple[Diagnostic, ...]:
    """Raises if one of the diagnostics is an error; returns the warnings otherwise."""
    if diagnostics is None:
        return ()
    found = diagnostics_of(diagnostics)
    if any(d.severity == "error" for d in found):
        raise exception_of(diagnostics, _native.error_code(diagnostics))
    return found


_native.set_exception_factory(exception_of)
