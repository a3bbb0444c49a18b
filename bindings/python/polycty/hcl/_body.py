"""Bodies: arguments and blocks."""

from __future__ import annotations

from .. import _native
from .._function import Function
from .._record import NamedTuple
from .._value import marks_of, numbers_of, special_object
from ..errors import Diagnostic, Range, diagnostics_of, range_of
from ._expression import Call, Expression, Reference, calls_of, references_of
from ._scope import Scope, ScopeLike, scope_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import IO, Any, Callable, Iterator, Mapping, Optional, Sequence, Tuple, Union

    from .._value import Numbers

    #: A text, a path or an open file.
    Source = Union[str, bytes, PathLike[str], IO[str], IO[bytes]]
    Parsed = Tuple[Union[str, bytes], str, None, _native.HclSyntax]


class Attribute:
    """An argument of a body.

    >>> parse("port = 80")["port"].text, parse("port = 80").attributes["port"].range.end.column
    ('80', 10)
    """

    __slots__ = ("_handle", "_data")

    def __init__(self, handle: _native.HclAttributeHandle) -> None:
        data = _native.hcl_attribute_info(handle)
        assert data is not None
        self._handle = handle
        self._data = data

    @property
    def name(self) -> str:
        """The name."""
        return self._data.name or ""

    @property
    def expression(self) -> Expression:
        """The expression of the value."""
        assert self._data.expression is not None
        return self._data.expression

    @property
    def range(self) -> Range:
        """The range from the name to the end of the expression."""
        return range_of(self._data.range)

    @property
    def file(self) -> str | None:
        """The name of the text."""
        return self._data.file

    def __repr__(self) -> str:
        return f"<Attribute {self.name} = {self.expression.text}>"


class Block:
    """A block of a body.

    >>> block = parse('service "web" {\\n}').blocks[0]
    >>> block.type, block.labels, block.range.end.line
    ('service', ('web',), 2)
    """

    __slots__ = ("_handle", "_data")

    def __init__(self, handle: _native.HclBlockHandle) -> None:
        data = _native.hcl_block_info(handle)
        assert data is not None
        self._handle = handle
        self._data = data

    @property
    def type(self) -> str:
        """The type."""
        return self._data.type or ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels, without quotes."""
        found = (_native.hcl_block_label_at(self._handle, at) for at in range(self._data.label_count))
        return tuple(label.text or "" for label in found if label is not None)

    @property
    def body(self) -> Body:
        """The body."""
        assert self._data.body is not None
        return self._data.body

    def __getitem__(self, name: str) -> Expression:
        """The expression of an argument."""
        return self.body[name]

    def __contains__(self, name: str) -> bool:
        return name in self.body

    @property
    def range(self) -> Range:
        """The range from the type to the closing brace."""
        return range_of(_native.hcl_block_range(self._handle, "whole"))

    @property
    def header_range(self) -> Range:
        """The range of the type and the labels."""
        return range_of(_native.hcl_block_range(self._handle, "header"))

    @property
    def file(self) -> str | None:
        """The name of the text."""
        return self._data.file

    def __repr__(self) -> str:
        return f"<Block {' '.join([self.type, *self.labels])}>"


class Location(NamedTuple):
    """The syntax at a position: blocks and expressions from the outside in, and the argument.

    >>> parse("a = b + 1").at(1, 5).attribute.name
    'a'
    """

    blocks: Tuple[Block, ...]
    attribute: Optional[Attribute]
    expressions: Tuple[Expression, ...]


@_native.set_class
class Body(_native.HclBodyHandle):
    """Arguments and blocks as they were parsed. A body never changes.

    >>> from polycty import hcl
    >>> body = hcl.parse('service "web" {\\n  port = 80\\n}\\n')
    >>> block = body.blocks[0]
    >>> block.type, block.labels, block.range.start.line
    ('service', ('web',), 1)
    >>> block.body["port"].evaluate().to_python()
    80
    """

    __slots__ = ()

    @staticmethod
    def merge(*bodies: Body) -> Body:
        """One body with the arguments and blocks of several, such as the files of a module."""
        return _native.hcl_body_merge(bodies)

    @property
    def attributes(self) -> dict[str, Attribute]:
        """The arguments by their names, in the order of the text."""
        return {each.name: each for each in self.items() if isinstance(each, Attribute)}

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks in the order of the text."""
        return tuple(each for each in self.items() if isinstance(each, Block))

    def items(self) -> Iterator[Attribute | Block]:
        """The arguments and blocks in the order of the text."""
        items = _native.hcl_body_items(self)
        for at in range(_native.hcl_items_count(items)):
            item = _native.hcl_items_at(items, at)
            if item is None:
                continue
            if item.attribute is not None:
                yield Attribute(item.attribute)
                continue
            for number in range(item.block_count):
                block = _native.hcl_items_block_at(items, at, number)
                assert block is not None
                yield Block(block)

    def walk(self) -> Iterator[Block]:
        """All blocks at any depth, each before the blocks inside."""
        for block in self.blocks:
            yield block
            yield from block.body.walk()

    def __getitem__(self, name: str) -> Expression:
        """The expression of an argument."""
        return self.attributes[name].expression

    def get(self, name: str) -> Expression | None:
        """The expression of an argument, or None."""
        found = self.attributes.get(name)
        return None if found is None else found.expression

    def __iter__(self) -> Iterator[str]:
        """The names of the arguments."""
        return iter(self.attributes)

    def __len__(self) -> int:
        return len(self.attributes)

    def __bool__(self) -> bool:
        return True

    def __contains__(self, name: str) -> bool:
        return name in self.attributes

    def content(
        self,
        attributes: Mapping[str, bool] = {},
        blocks: Mapping[str, Sequence[str]] = {},
        *,
        partial: bool = False,
    ) -> tuple[dict[str, Attribute], tuple[Block, ...]]:
        """The arguments and blocks of a schema.

        `attributes` are names and whether they are required; `blocks` are types and the names of
        their labels. With `partial`, the body may have further items.
        """
        schema = {
            "attributes": [{"name": n, "required": r} for n, r in attributes.items()],
            "blocks": [{"type": t, "labels": list(labels)} for t, labels in blocks.items()],
        }
        if partial:
            found = _native.hcl_body_partial_content(self, schema)[0]
        else:
            found = _native.hcl_body_content(self, schema)
        return _content(found)

    def arguments(self) -> dict[str, Attribute]:
        """The arguments of a body that must not have blocks; raises if it has one.

        >>> from polycty import hcl
        >>> list(hcl.parse("a = 1").arguments())
        ['a']
        """
        return _content(_native.hcl_body_attributes(self))[0]

    def define_functions(
        self, scope: Scope, block_type: str = "function", inside: Callable[[], Scope | None] | None = None
    ) -> Body:
        """Defines the functions of the blocks of a type in a scope, and returns a body of the rest.

        The results of the functions may use the parameters, and the scope that `inside` returns at each
        call.

        >>> from polycty import hcl
        >>> scope = hcl.Scope()
        >>> body = hcl.parse('function "double" {\\n  params = [n]\\n  result = n * 2\\n}\\na = double(21)')
        >>> body.define_functions(scope)["a"].evaluate(scope).to_python()
        42
        """
        rest = _native.hcl_body_decode_functions(self, block_type, scope, inside)
        assert rest is not None
        return rest

    @property
    def marks(self) -> frozenset[str]:
        """The marks that every value made from the body must have, of a `dynamic` block's collection."""
        return marks_of(_native.hcl_body_marks(self))

    def to_python(
        self,
        scope: ScopeLike = None,
        functions: Mapping[str, Function | Callable[..., Any]] | None = None,
        *,
        numbers: Numbers = "exact",
    ) -> dict[str, Any]:
        """The arguments and blocks as one dict; see `polycty.hcl.loads`."""
        within = scope_of(scope, functions)
        return _native.body_to_python(self, within, 0, numbers_of(numbers), True, special_object)

    @property
    def references(self) -> tuple[Reference, ...]:
        """The variables that the body refers to, at any depth."""
        return references_of(_native.hcl_body_variables(self))

    @property
    def calls(self) -> tuple[Call, ...]:
        """The functions that the body calls, at any depth."""
        return calls_of(_native.hcl_body_calls(self))

    @property
    def range(self) -> Range:
        """The range of the body."""
        return range_of(_native.hcl_body_range(self, "whole"))

    @property
    def file(self) -> str | None:
        """The name of the text."""
        info = _native.hcl_body_info(self)
        return info.file if info else None

    @property
    def text(self) -> str:
        """The text of the body as it is written."""
        info = _native.hcl_body_info(self)
        return (info.text if info else None) or ""

    def at(self, line: int, column: int, *, file: str = "") -> Location:
        """The syntax at a position, both from 1, as an editor needs it.

        >>> from polycty import hcl
        >>> found = hcl.parse('a "b" {\\n  c = [x.y]\\n}\\n').at(2, 9)
        >>> [block.type for block in found.blocks], found.attribute.name
        (['a'], 'c')
        >>> [e.text for e in found.expressions]
        ['[x.y]', 'x.y']
        """
        found = _native.hcl_body_at_byte(self, file, _native.hcl_body_byte_of(self, file, line, column))
        info = _native.hcl_location_info(found)
        assert info is not None
        blocks = (_native.hcl_location_block_at(found, at) for at in range(info.block_count))
        expressions = (_native.hcl_location_expression_at(found, at) for at in range(info.expression_count))
        return Location(
            tuple(Block(block) for block in blocks if block is not None),
            None if info.attribute is None else Attribute(info.attribute),
            tuple(each for each in expressions if each is not None),
        )

    def expand_dynamic(self, scope: ScopeLike = None) -> Body:
        """The body with the blocks that its `dynamic` blocks generate."""
        return _native.hcl_body_expand_dynamic(self, scope_of(scope))

    def _repr_html_(self) -> str:
        from .._display import plain

        return plain(self.text)

    def __repr__(self) -> str:
        return f"<Body of {self.file}: {len(self.attributes)} attributes, {len(self.blocks)} blocks>"


def _content(found: _native.HclContentHandle) -> tuple[dict[str, Attribute], tuple[Block, ...]]:
    info = _native.hcl_content_info(found)
    assert info is not None
    each = (_native.hcl_content_attribute_at(found, at) for at in range(info.attribute_count))
    made = [Attribute(a) for a in each if a is not None]
    inside = (_native.hcl_content_block_at(found, at) for at in range(info.block_count))
    return {a.name: a for a in made}, tuple(Block(b) for b in inside if b is not None)


def read(source: Source, file: str | None, syntax: _native.HclSyntax | None) -> Parsed:
    """The text, its name, its start and its syntax."""
    if isinstance(source, (str, bytes)):
        return source, file or "main.hcl", None, syntax or "native"
    other: Any = source
    if hasattr(other, "__fspath__"):
        return read_path(other.__fspath__(), file, syntax)
    if not hasattr(other, "read"):
        found = "None" if source is None else type(source).__name__
        raise TypeError(f"expected a text, a path or an open file, found {found}")
    return _named(other.read(), str(getattr(other, "name", "main.hcl")), file, syntax)


def read_path(path: str, file: str | None, syntax: _native.HclSyntax | None) -> Parsed:
    """The arguments of the parser for a file: text, name, start and syntax."""
    with open(path, "rb") as opened:
        return _named(opened.read(), path, file, syntax)


def _named(
    text: str | bytes, name: str, file: str | None, syntax: _native.HclSyntax | None
) -> Parsed:
    return text, file or name, None, syntax or ("json" if name.endswith(".json") else "native")


def parse(source: Source, *, file: str | None = None, syntax: _native.HclSyntax | None = None) -> Body:
    """Parses a configuration: a text, or the content of a `Path` or an open file.

    `file` is the name of the text in diagnostics. The syntax is `native` or `json`; without one it
    is `json` for a file with this suffix.

    >>> parse("a = 1\\nb {\\n}")
    <Body of main.hcl: 1 attributes, 1 blocks>
    >>> parse('{"a": 1}', syntax="json")["a"].evaluate()
    Value(1)
    """
    return _native.hcl_body_parse(*read(source, file, syntax))


def parse_partial(
    source: Source, *, file: str | None = None, syntax: _native.HclSyntax | None = None
) -> tuple[Body, tuple[Diagnostic, ...]]:
    """Parses as much of a configuration as possible, and returns all diagnostics; see `parse`.

    >>> body, diagnostics = parse_partial("a = 1\\nb = \\n")
    >>> list(body.attributes), diagnostics[0].summary
    (['a', 'b'], 'Invalid expression')
    """
    body, diagnostics = _native.hcl_body_parse(*read(source, file, syntax), True)
    return body, () if diagnostics is None else diagnostics_of(diagnostics)
