"""Named tuples without the modules `typing` and `collections`, whose import takes longer than ours.

Type checkers see `typing.NamedTuple`; at run time a class has the same fields and methods.
"""

from __future__ import annotations

from operator import itemgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _Record(type):
        def __new__(meta, name, bases, body):
            fields = tuple(body.get("__annotations__", ()))
            if not fields:
                # Python 3.14 computes annotations on demand.
                annotate = body.get("__annotate_func__") or body.get("__annotate__")
                fields = tuple(annotate(2)) if annotate else ()
            for at, field in enumerate(fields):
                body[field] = property(itemgetter(at), doc=f"Field {at}.")
            body["_fields"] = body["__match_args__"] = fields
            body["__slots__"] = ()
            return super().__new__(meta, name, bases, body)

    class NamedTuple(tuple, metaclass=_Record):
        """A tuple with named fields."""

        def __new__(cls, *values, **named):
            if named:
                try:
                    values += tuple(named.pop(field) for field in cls._fields[len(values) :])
                except KeyError as missing:
                    raise TypeError(f"{cls.__name__}: missing {missing}") from None
            if named or len(values) != len(cls._fields):
                raise TypeError(f"{cls.__name__}: expected {', '.join(cls._fields)}")
            return tuple.__new__(cls, values)

        def _asdict(self):
            return dict(zip(self._fields, self))

        def _replace(self, **changes):
            return type(self)(**{**self._asdict(), **changes})

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            inside = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self))
            return f"{type(self).__name__}({inside})"
