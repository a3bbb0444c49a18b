"""Files: texts in native syntax that are edited, with comments and layout kept."""

from __future__ import annotations

from .. import _native
from .._path import Attribute, Step, native_path
from .._value import Value
from ..errors import Range, range_of
from ._expression import Expression

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, Sequence

_NONE, _ROOT = 0, 1


class Raw(str):
    """The text of an expression for insertion into a file: `Raw("var.name")`.

    >>> from polycty import hcl
    >>> hcl.dumps({"a": 1, "b": hcl.Raw("var.b")})
    'a = 1\\nb = var.b\\n'
    """

    __slots__ = ()


def fragment_of(value: object) -> _native.HclFragmentHandle:
    """The notation of a value, of an expression, or of a structure that contains `Raw` texts.

    >>> file = File()
    >>> file.root["a"] = [1, Raw("var.x")]
    >>> file.to_text()
    'a = [1, var.x]\\n'
    """
    if isinstance(value, Raw):
        return _native.hcl_fragment_parse(value)
    if isinstance(value, Expression):
        return _native.hcl_fragment_parse(value.text)
    if isinstance(value, dict) and _contains_raw(value):
        return _native.hcl_fragment_object(list(value), [fragment_of(v) for v in value.values()])
    if isinstance(value, (list, tuple)) and _contains_raw(value):
        return _native.hcl_fragment_tuple([fragment_of(v) for v in value])
    return _native.hcl_fragment_value(Value.of(value), "heredoc")


def notation(value: object) -> Raw:
    """The notation of a value, or of a structure that contains `Raw` texts.

    >>> from polycty import hcl
    >>> hcl.notation({"a": hcl.Raw("var.a"), "b": [1]})
    '{\\n  a = var.a\\n  b = [1]\\n}'
    """
    return _raw(fragment_of(value))


def call(name: str, *arguments: object, expand_last: bool = False) -> Raw:
    """The notation of a call of a function; `expand_last` adds `...` to the last argument.

    >>> from polycty import hcl
    >>> hcl.call("max", 1, hcl.Raw("var.sizes"), expand_last=True)
    'max(1, var.sizes...)'
    """
    last: _native.HclArguments = "expanded" if expand_last else "single"
    return _raw(_native.hcl_fragment_call(name, [fragment_of(each) for each in arguments], last))


def traversal(name: str, *steps: Step) -> Raw:
    """The notation of a variable and steps into it; a `str` is an attribute where that is possible.

    >>> from polycty import hcl
    >>> hcl.traversal("var", "zones", 0)
    'var.zones[0]'
    """
    path = native_path((Attribute(name), *(Attribute(s) if isinstance(s, str) else s for s in steps)))
    return _raw(_native.hcl_fragment_traversal(path))


def from_tokens(tokens: Iterable[tuple[_native.HclTokenKind, str]]) -> Raw:
    """The notation of an expression from kinds and texts of tokens; blanks are added where needed.

    >>> from polycty import hcl
    >>> hcl.from_tokens([("name", "a"), ("plus", "+"), ("number", "1")])
    'a + 1'
    """
    given = [{"kind": kind, "text": text} for kind, text in tokens]
    return _raw(_native.hcl_fragment_tokens(given))


def _raw(fragment: _native.HclFragmentHandle) -> Raw:
    return Raw(_native.hcl_fragment_text(fragment) or "")


def _contains_raw(value: object) -> bool:
    if isinstance(value, (Raw, Expression)):
        return True
    if isinstance(value, dict):
        return any(_contains_raw(v) for v in value.values())
    return isinstance(value, (list, tuple)) and any(_contains_raw(v) for v in value)


class Node:
    """An argument, a block or the root of a file.

    A node of a body is like a dict of its arguments: `node["version"] = "2.0"` sets one in place,
    or adds it at the end; `del node["version"]` removes it.
    """

    __slots__ = ("file", "number")

    def __init__(self, file: File, number: int) -> None:
        self.file = file
        self.number = number

    # --- The node ---

    @property
    def _info(self) -> _native.HclNodeData:
        info = _native.hcl_file_node_info(self.file, self.number)
        if info is None:
            raise LookupError("the node was removed")
        return info

    @property
    def kind(self) -> str:
        """`attribute`, `block`, or `root`."""
        return "root" if self.number == _ROOT else self._info.kind

    @property
    def name(self) -> str:
        """The name of an argument, the type of a block."""
        return "" if self.number == _ROOT else self._info.name or ""

    @name.setter
    def name(self, name: str) -> None:
        _native.hcl_file_rename(self.file, self.number, name)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of a block."""
        count = 0 if self.number == _ROOT else self._info.label_count
        return tuple(_native.hcl_file_label_to_text(self.file, self.number, at) or "" for at in range(count))

    @labels.setter
    def labels(self, labels: Sequence[str]) -> None:
        _native.hcl_file_set_labels(self.file, self.number, labels)

    @property
    def text(self) -> str:
        """The text of the node as it is written."""
        return _native.hcl_file_node_to_text(self.file, self.number)

    @property
    def expression(self) -> Expression:
        """The expression of an argument."""
        return _native.hcl_file_expression(self.file, self.number)

    @property
    def value(self) -> Any:
        """The value of an argument, as an object; the text of one that is not constant."""
        expression = self.expression
        if expression.references or expression.calls:
            return Raw(expression.text)
        return expression.evaluate().to_python()

    @value.setter
    def value(self, value: object) -> None:
        _native.hcl_file_set_value(self.file, self.number, fragment_of(value))

    @property
    def comments(self) -> tuple[str, ...]:
        """The lines of comments directly above the node, without their markers."""
        return self._comments("before")

    @comments.setter
    def comments(self, lines: Sequence[str]) -> None:
        _native.hcl_file_set_comments(self.file, self.number, lines, "before")

    @property
    def trailing_comments(self) -> tuple[str, ...]:
        """The comments after the node in its last line, without their markers.

        A text that is set gets the marker `#`; one that ends the line must be the last.
        """
        return self._comments("after")

    @trailing_comments.setter
    def trailing_comments(self, comments: Sequence[str]) -> None:
        _native.hcl_file_set_comments(self.file, self.number, comments, "after")

    def _comments(self, position: _native.HclComments) -> tuple[str, ...]:
        tokens = _native.hcl_file_comments(self.file, self.number, position)
        found = (_native.hcl_tokens_at(tokens, at) for at in range(_native.hcl_tokens_count(tokens)))
        texts = (t.text or "" for t in found if t is not None and t.kind == "comment")
        return tuple(_bare(text) for text in texts)

    @property
    def span(self) -> tuple[int, int]:
        """The first byte of the node in the text of the file, and the byte after its last.

        Comments are not included.
        """
        return _native.hcl_file_byte_range(self.file, self.number)

    def release_comments(self) -> None:
        """Detaches the comments above the node: they stay in place when it is moved or removed."""
        _native.hcl_file_release_comments(self.file, self.number)

    def set_part(self, part: Range | tuple[int, int], value: object) -> None:
        """Replaces an expression inside the value of an argument, by its range in `expression`.

        >>> from polycty import hcl
        >>> file = hcl.File.parse("a = f(1, x) # kept\\n")
        >>> node = file.root.attribute("a")
        >>> node.set_part(node.expression.call.arguments[1].range, hcl.Raw("y"))
        >>> file.to_text()
        'a = f(1, y) # kept\\n'
        """
        start, end = (part.start.byte, part.end.byte) if isinstance(part, Range) else part
        _native.hcl_file_set_part(self.file, self.number, start, end, fragment_of(value))

    def remove(self) -> None:
        """Removes the node with its comments."""
        _native.hcl_file_remove(self.file, self.number)

    def move(self, body: Node, *, before: Node | None = None) -> None:
        """Moves the node with its comments to a body of the file: before a sibling, or to the end."""
        sibling = _NONE if before is None else before.number
        _native.hcl_file_move(self.file, self.number, body.number, sibling, "before" if before else "last")

    # --- The parts of a value ---

    def set_inside(self, *keys: str, value: object) -> None:
        """Sets an item of the object that is the value of an argument, or of an object inside it.

        >>> from polycty import hcl
        >>> file = hcl.File.parse("tags = {\\n  a = 1 # kept\\n}\\n")
        >>> file.root.attribute("tags").set_inside("b", value=2)
        >>> file.to_text()
        'tags = {\\n  a = 1 # kept\\n  b = 2\\n}\\n'
        """
        _native.hcl_file_set_inside(self.file, self.number, keys, fragment_of(value))

    def remove_inside(self, *keys: str) -> bool:
        """Removes an item of the object that is the value of an argument; returns whether it existed."""
        return _native.hcl_file_remove_inside(self.file, self.number, keys)

    def append(self, value: object) -> None:
        """Adds an element to the list that is the value of an argument."""
        _native.hcl_file_push(self.file, self.number, fragment_of(value))

    def replace_references(self, path: str, value: object) -> int:
        """Replaces the references to a traversal, such as `var.name`, in the node; returns their number.

        >>> from polycty import hcl
        >>> file = hcl.File.parse('a = "${var.x}-${var.x.y}"\\n')
        >>> file.root.replace_references("var.x", hcl.Raw("local.z")), file.to_text()
        (2, 'a = "${local.z}-${local.z.y}"\\n')
        """
        expression = _native.hcl_expression_parse(path, "path", None, "native")
        steps = _native.hcl_expression_traversal(expression)
        return _native.hcl_file_replace(self.file, self.number, steps, fragment_of(value))

    # --- The parts of a body ---

    def _step(self, node: int, direction: _native.HclDirection) -> Node | None:
        found = _native.hcl_file_step(self.file, node, direction)
        return None if found == _NONE else Node(self.file, found)

    def nodes(self) -> Iterator[Node]:
        """The arguments and blocks in the order of the text."""
        node = self._step(self.number, "first")
        while node is not None:
            following = self._step(node.number, "next")
            yield node
            node = following

    @property
    def attributes(self) -> dict[str, Node]:
        """The arguments by their names."""
        return {n.name: n for n in self.nodes() if n.kind == "attribute"}

    def blocks(self, type: str | None = None, *labels: str) -> Iterator[Node]:
        """The blocks of a type with these first labels; all blocks without a type."""
        if type is None:
            yield from (node for node in self.nodes() if node.kind == "block")
            return
        found = _native.hcl_file_block_find(self.file, self.number, _NONE, type, labels)
        while found != _NONE:
            following = _native.hcl_file_block_find(self.file, self.number, found, type, labels)
            yield Node(self.file, found)
            found = following

    def block(self, type: str, *labels: str) -> Node:
        """The first block of a type with these labels."""
        found = next(self.blocks(type, *labels), None)
        if found is None:
            raise KeyError(f"there is no block {' '.join([type, *labels])}")
        return found

    def attribute(self, name: str) -> Node | None:
        """The argument of a name."""
        found = _native.hcl_file_attribute_get(self.file, self.number, name)
        return None if found == _NONE else Node(self.file, found)

    def __getitem__(self, name: str) -> Any:
        """The value of an argument."""
        found = self.attribute(name)
        if found is None:
            raise KeyError(name)
        return found.value

    def __setitem__(self, name: str, value: object) -> None:
        _native.hcl_file_set(self.file, self.number, name, fragment_of(value))

    def __delitem__(self, name: str) -> None:
        found = self.attribute(name)
        if found is None:
            raise KeyError(name)
        found.remove()

    def __contains__(self, name: str) -> bool:
        return self.attribute(name) is not None

    def get(self, name: str, default: Any = None) -> Any:
        """The value of an argument, or the default."""
        found = self.attribute(name)
        return default if found is None else found.value

    def __iter__(self) -> Iterator[str]:
        """The names of the arguments."""
        return (node.name for node in self.nodes() if node.kind == "attribute")

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return True

    def insert(
        self, name: str, value: object, *, before: Node | None = None, after: Node | None = None
    ) -> Node:
        """Inserts a new argument: before or after a node of the body, or else at the end.

        >>> from polycty import hcl
        >>> file = hcl.File.parse("b = 2\\n")
        >>> file.root.insert("a", 1, before=file.root.attribute("b"))
        <Node attribute a>
        >>> file.to_text()
        'a = 1\\nb = 2\\n'
        """
        sibling, position = _where(before, after)
        fragment = fragment_of(value)
        number = _native.hcl_file_insert_attribute(self.file, self.number, name, fragment, sibling, position)
        return Node(self.file, number)

    def insert_block(
        self, type: str, *labels: str, before: Node | None = None, after: Node | None = None
    ) -> Node:
        """Inserts a block, as `insert` does an argument."""
        sibling, position = _where(before, after)
        number = _native.hcl_file_insert_block(self.file, self.number, (type, *labels), sibling, position)
        return Node(self.file, number)

    def add_block(self, type: str, *labels: str, **values: object) -> Node:
        """Adds a block at the end, with arguments."""
        node = self.insert_block(type, *labels)
        for name, value in values.items():
            node[name] = value
        return node

    def add_text(self, text: str, *, before: Node | None = None, after: Node | None = None) -> None:
        """Adds arguments and blocks that are written in HCL, as `insert` does an argument."""
        sibling, position = _where(before, after)
        _native.hcl_file_insert_text(self.file, self.number, text, sibling, position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self.file is other.file and self.number == other.number

    def __hash__(self) -> int:
        return hash((id(self.file), self.number))

    def __repr__(self) -> str:
        return f"<Node {' '.join([self.kind, self.name, *self.labels]).strip()}>"


def _where(before: Node | None, after: Node | None) -> tuple[int, _native.HclInsertPosition]:
    if before is not None:
        return before.number, "before"
    return (_NONE, "last") if after is None else (after.number, "after")


def _bare(comment: str) -> str:
    text = comment.strip()
    for start, end in (("#", ""), ("//", ""), ("/*", "*/")):
        if text.startswith(start):
            return text[len(start) : len(text) - len(end)].strip()
    return text


@_native.set_class
class File(_native.HclFileHandle):
    """A text in native syntax that can be edited; everything else in it stays as it is.

    >>> from polycty import hcl
    >>> file = hcl.File.parse('''module "vpc" {
    ...   source  = "example/vpc"
    ...   version = "1.0.0" # pinned
    ... }
    ... ''')
    >>> file.root.block("module", "vpc")["version"] = "2.0.0"
    >>> print(file.to_text(), end="")
    module "vpc" {
      source  = "example/vpc"
      version = "2.0.0" # pinned
    }

    Only one thread at a time may use a file.
    """

    __slots__ = ("_path",)

    _path: Any

    def __new__(cls) -> File:
        """Makes an empty file."""
        made = _native.hcl_file_new()
        assert made is not None
        return made

    @staticmethod
    def parse(text: str | bytes, *, file: str = "main.hcl") -> File:
        """Parses a text."""
        return _native.hcl_file_parse(text, file)

    @staticmethod
    def open(path: Any) -> File:
        """Reads a file."""
        with open(path, "rb") as source:
            made: File = _native.hcl_file_parse(source.read(), str(path))
        made._path = path
        return made

    @property
    def root(self) -> Node:
        """The body of the file."""
        return Node(self, _ROOT)

    def block(self, type: str, *labels: str) -> Node:
        """The first block of a type with these labels."""
        return self.root.block(type, *labels)

    def blocks(self, type: str | None = None, *labels: str) -> Iterator[Node]:
        """The blocks of the file; see `Node.blocks`."""
        return self.root.blocks(type, *labels)

    def at(self, line: int, column: int) -> Node:
        """The innermost node at a position of the text, both from 1; comments belong to their node."""
        byte = _native.hcl_file_byte_of(self, line, column)
        return Node(self, _native.hcl_file_node_at_byte(self, byte)[0])

    def to_text(self) -> str:
        """The text with all edits."""
        return _native.hcl_file_to_text(self)

    def to_json(self) -> str:
        """The file in HCL's JSON syntax."""
        return _native.hcl_file_to_json(self)

    def __getitem__(self, name: str) -> Any:
        """The value of an argument of the root."""
        return self.root[name]

    def __setitem__(self, name: str, value: object) -> None:
        self.root[name] = value

    def __delitem__(self, name: str) -> None:
        del self.root[name]

    def __contains__(self, name: str) -> bool:
        return name in self.root

    def save(self, path: Any = None) -> None:
        """Writes the text to a path, by default to the one that was opened."""
        if path is None:
            path = getattr(self, "_path", None)
        if path is None:
            raise TypeError("a path is required, because the file was not opened by a path")
        with open(path, "wb") as target:
            target.write(self.to_text().encode("utf-8", "surrogateescape"))

    def _repr_html_(self) -> str:
        from .._display import plain

        return plain(self.to_text())

    def __repr__(self) -> str:
        return f"<File: {sum(1 for _ in self.root.nodes())} nodes>"


def format(
    text: str | bytes,
    *,
    file: str = "main.hcl",
    style: _native.HclStyle = "layout",
    heredocs: _native.HclHeredocs = "terraform",
    alignment: _native.HclAlignment = "all",
    order: _native.HclOrder = "source",
    width: int | None = None,
) -> str:
    """Formats a text. The style is `layout`, or `terraform` as by `terraform fmt`.

    `heredocs="indented"` indents `<<-` heredocs and the expressions in heredocs. `alignment` is what
    is aligned in consecutive lines. `order` sorts arguments, blocks and keys; comments move with their
    items. `width`, from 20 to 10000, is the number of columns after which lines are broken.

    >>> from polycty import hcl
    >>> hcl.format("a=1\\nlong =  2\\n")
    'a    = 1\\nlong = 2\\n'
    >>> hcl.format("b=1\\na=2\\n", order="alphabetical")
    'a = 2\\nb = 1\\n'
    """
    options = {
        "style": style,
        "heredocs": heredocs,
        "alignment": alignment,
        "order": order,
        "width": width or 0,
    }
    return _native.hcl_format(text, file, options)


def format_lines(
    text: str | bytes, start: int, end: int, *, file: str = "main.hcl", style: _native.HclStyle = "layout"
) -> str:
    """Formats the lines with a byte from `start` up to `end`; the result is the whole text.

    >>> from polycty import hcl
    >>> hcl.format_lines("a=1\\n\\nb=2\\n", 5, 8)
    'a=1\\n\\nb = 2\\n'
    """
    options = {
        "style": style,
        "heredocs": "terraform",
        "alignment": "all",
        "order": "source",
        "is_partial": True,
        "start": start,
        "end": end,
    }
    return _native.hcl_format(text, file, options)


class Token:
    """A token of a text, with its `kind` and its `text`.

    >>> tokens("a = 1")[4].range.start.column
    5
    """

    __slots__ = ("kind", "text", "_tokens", "_index")

    def __init__(self, kind: str, text: str, tokens: _native.HclTokensHandle, index: int) -> None:
        self.kind = kind
        self.text = text
        self._tokens = tokens
        self._index = index

    @property
    def range(self) -> Range:
        """The range; lines and columns are counted at each access."""
        return range_of(_native.hcl_tokens_range_at(self._tokens, self._index))

    def __repr__(self) -> str:
        return f"<Token {self.kind} {self.text!r}>"


def tokens(text: str | bytes) -> list[Token]:
    """The tokens of a text, with comments and blanks: their texts together are the whole text.

    >>> from polycty import hcl
    >>> [token.kind for token in hcl.tokens("a = 1 # one")]
    ['name', 'blank', 'equal', 'blank', 'number', 'blank', 'comment', 'end']
    """
    made = _native.hcl_tokens_parse(text)
    found = (_native.hcl_tokens_at(made, at) for at in range(_native.hcl_tokens_count(made)))
    return [Token(t.kind, t.text or "", made, at) for at, t in enumerate(found) if t is not None]
